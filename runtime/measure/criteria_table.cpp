#include "runtime/measure/criteria_table.h"

#include <array>

namespace fporder::measure {

namespace {

using enum format::Format;
using enum Figure;

constexpr FormatValue ascendThreshold[]{{Binary32, 0x1p-13}, {Binary16, 0x1p-10}, {BFloat16, 0x1p-7}, {E4M3FN, 0x1p-3}, {E5M2, 0x1p-2}};
constexpr FormatValue ascendNear[]{{Binary32, 0x1p-14}, {Binary16, 0x1p-11}, {BFloat16, 0x1p-8}};
constexpr FormatValue ascendSmall[]{{Binary32, 0x1p-30}, {Binary16, 0x1p-16}, {BFloat16, 0x1p-16}};

constexpr FigureRow exactFigures[]{{DifferingShare, "share that differs in bits", "share"}};
constexpr ParameterRow exactParameters[]{{"share", 0}};

constexpr FigureRow ascendFigures[]{{MeanRelative, "mean relative error (MERE)", "threshold", true},
                                    {MaxRelative, "maximum relative error (MARE)", "threshold", true, "factor"}};
constexpr ParameterRow ascendParameters[]{{"threshold", {}, ascendThreshold}, {"factor", 10}, {"guard", 1e-7}};

constexpr FigureRow thirdFigures[]{{ThirdMaxRelative, "MARE over the third platform's", "mare"},
                                   {ThirdMeanRelative, "MERE over the third platform's", "mere"},
                                   {ThirdRootMeanSquare, "RMSE over the third platform's", "rmse"},
                                   {ThirdSmallErrors, "errors near zero over the third platform's", "count"}};
constexpr ParameterRow levelZero[]{{"mare", 10},   {"mere", 2}, {"rmse", 2}, {"count", 2}, {"near", {}, ascendNear}, {"small", {}, ascendSmall},
                                   {"guard", 1e-7}};
constexpr ParameterRow levelOne[]{{"mare", 5},    {"mere", 1.5}, {"rmse", 1.5}, {"count", 2}, {"near", {}, ascendNear}, {"small", {}, ascendSmall},
                                  {"guard", 1e-7}};
constexpr ParameterRow levelTwo[]{{"mare", 2},    {"mere", 1.2}, {"rmse", 1.2}, {"count", 2}, {"near", {}, ascendNear}, {"small", {}, ascendSmall},
                                  {"guard", 1e-7}};

// "Double": a bound on the error, and the same bound on the share of elements beyond it.
constexpr FigureRow doubleFigures[]{{BeyondSum, "share beyond the relative error", "share", true}};
constexpr ParameterRow hundredth[]{{"rtol", 1e-2}, {"atol", 0}, {"share", 1e-2}};
constexpr ParameterRow thousandth[]{{"rtol", 1e-3}, {"atol", 0}, {"share", 1e-3}};
constexpr ParameterRow tenThousandth[]{{"rtol", 1e-4}, {"atol", 0}, {"share", 1e-4}};

constexpr FormatValue torchRelative[]{{Binary16, 1e-3}, {BFloat16, 1.6e-2}, {Binary32, 1.3e-6}, {Binary64, 1e-7}};
constexpr FormatValue torchAbsolute[]{{Binary16, 1e-5}, {BFloat16, 1e-5}, {Binary32, 1e-5}, {Binary64, 1e-7}};
constexpr FigureRow closeFigures[]{{BeyondSum, "share beyond atol + rtol |golden|", "share"}};
constexpr ParameterRow torchParameters[]{{"rtol", {}, torchRelative}, {"atol", {}, torchAbsolute}, {"share", 0}, {"equal_nan", 0}};

constexpr FormatValue openvinoRelative[]{{Binary32, 1e-4}, {Binary16, 1e-2}, {BFloat16, 2}};
constexpr FormatValue openvinoAbsolute[]{{Binary32, 1e-4}, {Binary16, 2}, {BFloat16, 2}};
constexpr ParameterRow openvinoParameters[]{{"rtol", {}, openvinoRelative}, {"atol", {}, openvinoAbsolute}, {"share", 0}};

constexpr FigureRow polygraphyElements[]{{BeyondBoth, "share beyond atol and beyond rtol", "share"}};
constexpr ParameterRow polygraphyElementParameters[]{{"rtol", 1e-5}, {"atol", 1e-5}, {"share", 0}};
constexpr FigureRow polygraphyMax[]{{MaxAbsolute, "maximum absolute error", "atol"}, {MaxRelative, "maximum relative error", "rtol"}};
constexpr FigureRow polygraphyMean[]{{MeanAbsolute, "mean absolute error", "atol"}, {MeanRelative, "mean relative error", "rtol"}};
constexpr FigureRow polygraphyMedian[]{{MedianAbsolute, "median absolute error", "atol"}, {MedianRelative, "median relative error", "rtol"}};
constexpr FigureRow polygraphyQuantile[]{{QuantileAbsolute, "quantile of the absolute error", "atol"},
                                         {QuantileRelative, "quantile of the relative error", "rtol"}};
constexpr ParameterRow polygraphyParameters[]{{"rtol", 1e-5}, {"atol", 1e-5}, {"guard", 0}};
constexpr ParameterRow polygraphyQuantileParameters[]{{"rtol", 1e-5}, {"atol", 1e-5}, {"quantile", 0.99}, {"guard", 0}};

constexpr FigureRow mnnFigures[]{{MaxToMax, "max |error| over max |golden|", "tolerance"}};
constexpr ParameterRow mnnParameters[]{{"tolerance", 0.01}};

constexpr FormatValue ncnnNarrow[]{{Binary16, 0.1}, {BFloat16, 0.1}};
constexpr FigureRow ncnnFigures[]{{BeyondLarger, "share beyond the tolerance, absolute and relative", "share"}};
constexpr ParameterRow ncnnParameters[]{{"tolerance", 1e-3, ncnnNarrow}, {"share", 0}};

constexpr FigureRow ggmlFigures[]{{SquaresRatio, "normalised mean square error (NMSE)", "nmse"}};
constexpr ParameterRow ggmlParameters[]{{"nmse", 1e-7}};

constexpr FigureRow mluFigures[]{{AbsoluteRatio, "diff1: sum |error| over sum |golden|", "diff1"},
                                 {RootSquaresRatio, "diff2: root of sum error^2 over sum golden^2", "diff2"},
                                 {MaxAbsolute, "diff3: maximum absolute error", "diff3"},
                                 {Bias, "diff4: share above golden among those that differ", "diff4"}};
constexpr ParameterRow mluParameters[]{{"diff1", 3e-3}, {"diff2", 3e-3}, {"diff3", {}, {}, true}, {"diff4", {}, {}, true}};

constexpr FigureRow stepFigures[]{{StepsZero, "share at 0 ulp", "at0"},
                                  {StepsOne, "share at 1 ulp", "at1"},
                                  {StepsTwo, "share at 2 ulp", "at2"},
                                  {StepsToTen, "share at 3 to 10 ulp", "to10"},
                                  {StepsBeyondTen, "share beyond 10 ulp", "beyond10"}};
constexpr ParameterRow stepParameters[]{{"at0", {}, {}, true}, {"at1", {}, {}, true}, {"at2", {}, {}, true}, {"to10", {}, {}, true}, {"beyond10", 0}};

constexpr CriterionRow rows[]{
    {"exact", "every bit as in golden", exactFigures, exactParameters},
    {"ascend", "MERE < T and MARE < 10 T, T by format; relative to |golden| + guard", ascendFigures, ascendParameters},
    {"ascend-ratio-l0", "errors against a third platform's, level L0", thirdFigures, levelZero, Needs::AllChecks, true},
    {"ascend-ratio-l1", "errors against a third platform's, level L1", thirdFigures, levelOne, Needs::AllChecks, true},
    {"ascend-ratio-l2", "errors against a third platform's, level L2", thirdFigures, levelTwo, Needs::AllChecks, true},
    {"double-hundredth", "less than 1 % of elements beyond a relative error of 1e-2", doubleFigures, hundredth},
    {"double-thousandth", "less than 0.1 % beyond 1e-3", doubleFigures, thousandth},
    {"double-ten-thousandth", "less than 0.01 % beyond 1e-4", doubleFigures, tenThousandth},
    {"assert-close", "torch.testing.assert_close: |error| <= atol + rtol |golden| everywhere; equal_nan=1 takes NaN for equal to NaN", closeFigures,
     torchParameters},
    {"polygraphy", "|error| <= atol or <= rtol |golden|, everywhere", polygraphyElements, polygraphyElementParameters},
    {"polygraphy-max", "maximum absolute error <= atol or maximum relative error <= rtol", polygraphyMax, polygraphyParameters, Needs::AnyCheck},
    {"polygraphy-mean", "the same of means", polygraphyMean, polygraphyParameters, Needs::AnyCheck},
    {"polygraphy-median", "the same of medians", polygraphyMedian, polygraphyParameters, Needs::AnyCheck},
    {"polygraphy-quantile", "the same of a quantile", polygraphyQuantile, polygraphyQuantileParameters, Needs::AnyCheck},
    {"openvino", "|error| <= atol + rtol |golden| everywhere, with OpenVINO's tolerances", closeFigures, openvinoParameters},
    {"mnn", "maximum error against the largest golden value", mnnFigures, mnnParameters},
    {"ncnn", "|error| <= tolerance, or < tolerance times the larger value, everywhere", ncnnFigures, ncnnParameters},
    {"ggml", "normalised mean square error", ggmlFigures, ggmlParameters},
    {"mlu-ops", "diff1 to diff4; diff3 and diff4 are judged when a limit is given", mluFigures, mluParameters},
    {"exhaustive-ulp", "shares of elements by their distance from golden in representable numbers", stepFigures, stepParameters},
};

} // namespace

std::span<const CriterionRow> criterionTable() { return rows; }

} // namespace fporder::measure
