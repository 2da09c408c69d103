#include "runtime/measure/figures.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/quantile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace fporder::measure {

namespace {

double finiteRatio(double above, double below) { return above == 0 ? 0 : above / below; }

/// The error that a figure is about: absolute, or relative with a guard.
struct ErrorOf {
  bool relative = false;
  double guard = 0;
  double operator()(const PairBlock &block, std::size_t i) const {
    return relative ? relativeError(block.error[i], block.golden[i], guard) : block.error[i];
  }
};

class MeanFigure final : public FigureAccumulator {
public:
  explicit MeanFigure(ErrorOf what) : error(what) {}
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i)
      sum.add(error(block, i));
    count += block.error.size();
  }
  double value() const override { return count == 0 ? 0 : sum.value() / static_cast<double>(count); }

private:
  ErrorOf error;
  CompensatedSum sum;
  std::size_t count = 0;
};

class MaxFigure final : public FigureAccumulator {
public:
  explicit MaxFigure(ErrorOf what) : error(what) {}
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i)
      most = std::max(most, error(block, i));
  }
  double value() const override { return most; }

private:
  ErrorOf error;
  double most = 0;
};

class QuantileFigure final : public FigureAccumulator {
public:
  QuantileFigure(ErrorOf what, double share) : error(what), quantile(share) {}
  unsigned passes() const override { return StreamedQuantile::passes; }
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i)
      quantile.add(error(block, i));
  }
  void endPass() override { quantile.endPass(); }
  double value() const override { return quantile.value(); }

private:
  ErrorOf error;
  StreamedQuantile quantile;
};

/// The share of elements of which something holds.
template <typename Predicate> class ShareFigure final : public FigureAccumulator {
public:
  explicit ShareFigure(Predicate which) : predicate(which) {}
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i)
      hits += predicate(block, i) ? 1 : 0;
    count += block.error.size();
  }
  double value() const override { return count == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(count); }

private:
  Predicate predicate;
  std::size_t hits = 0, count = 0;
};

template <typename Predicate> std::unique_ptr<FigureAccumulator> share(Predicate predicate) {
  return std::make_unique<ShareFigure<Predicate>>(predicate);
}

class MaxToMaxFigure final : public FigureAccumulator {
public:
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i) {
      above = std::max(above, block.error[i]);
      below = std::max(below, std::fabs(block.golden[i]));
    }
  }
  double value() const override { return finiteRatio(above, below); }

private:
  double above = 0, below = 0;
};

/// sum |d|^power / sum |g|^power, or its root. Squares beyond binary64's range make the figure infinite or not a number, which fails its check.
class SumRatioFigure final : public FigureAccumulator {
public:
  SumRatioFigure(bool squares, bool root) : squared(squares), rooted(root) {}
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i) {
      above.add(squared ? block.error[i] * block.error[i] : block.error[i]);
      below.add(squared ? block.golden[i] * block.golden[i] : std::fabs(block.golden[i]));
    }
  }
  double value() const override {
    const double ratio = finiteRatio(above.value(), below.value());
    return rooted ? std::sqrt(ratio) : ratio;
  }

private:
  bool squared, rooted;
  CompensatedSum above, below;
};

class BiasFigure final : public FigureAccumulator {
public:
  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.error.size(); ++i) {
      over += block.actual[i] > block.golden[i] ? 1 : 0;
      under += block.actual[i] < block.golden[i] ? 1 : 0;
    }
  }
  double value() const override { return over + under == 0 ? 0.5 : static_cast<double>(over) / static_cast<double>(over + under); }

private:
  std::size_t over = 0, under = 0;
};

/// The figures of one side of a comparison with a third platform.
struct SideErrors {
  double most = 0;
  CompensatedSum relative, squares;
  std::size_t small = 0;
};

class ThirdFigure final : public FigureAccumulator {
public:
  ThirdFigure(Figure which, const ParameterLookup &parameter)
      : figure(which), guard(parameter("guard")), near(parameter("near")), small(parameter("small")) {}

  void add(const PairBlock &block) override {
    for (std::size_t i = 0; i < block.third.size(); ++i) {
      if (!std::isfinite(block.third[i]))
        continue;
      addTo(actual, block.error[i], block.golden[i]);
      addTo(third, std::fabs(block.third[i] - block.golden[i]), block.golden[i]);
    }
  }

  double value() const override {
    switch (figure) {
    case Figure::ThirdMaxRelative:
      return finiteRatio(actual.most, third.most);
    case Figure::ThirdMeanRelative:
      return finiteRatio(actual.relative.value(), third.relative.value());
    case Figure::ThirdRootMeanSquare:
      return std::sqrt(finiteRatio(actual.squares.value(), third.squares.value()));
    default:
      return static_cast<double>(actual.small) / static_cast<double>(std::max<std::size_t>(third.small, 1));
    }
  }

private:
  void addTo(SideErrors &side, double error, double golden) const {
    if (std::fabs(golden) < near) {
      side.small += error > small ? 1 : 0;
      return;
    }
    const double relative = relativeError(error, golden, guard);
    side.most = std::max(side.most, relative);
    side.relative.add(relative);
    side.squares.add(error * error);
  }

  Figure figure;
  double guard, near, small;
  SideErrors actual, third;
};

std::unique_ptr<FigureAccumulator> steps(std::uint64_t least, std::uint64_t most) {
  return share([=](const PairBlock &block, std::size_t i) { return block.steps[i] >= least && block.steps[i] <= most; });
}

std::unique_ptr<FigureAccumulator> beyond(Figure figure, const ParameterLookup &parameter) {
  if (figure == Figure::BeyondLarger) {
    const double tolerance = parameter("tolerance");
    return share([=](const PairBlock &block, std::size_t i) {
      const double larger = std::max(std::fabs(block.actual[i]), std::fabs(block.golden[i]));
      return block.error[i] > tolerance && block.error[i] >= tolerance * larger;
    });
  }
  const double rtol = parameter("rtol"), atol = parameter("atol");
  if (figure == Figure::BeyondBoth)
    return share([=](const PairBlock &block, std::size_t i) { return block.error[i] > atol && block.error[i] > rtol * std::fabs(block.golden[i]); });
  return share([=](const PairBlock &block, std::size_t i) { return block.error[i] > atol + rtol * std::fabs(block.golden[i]); });
}

} // namespace

double relativeError(double error, double golden, double guard) { return finiteRatio(error, std::fabs(golden) + guard); }

std::uint64_t representableSteps(format::Format format, double golden, double actual) {
  const auto ordinal = [&](double value) {
    const std::uint64_t sign = std::uint64_t{1} << (format::encodingBits(format) - 1), bits = format::encode(format, format::roundTo(format, value));
    return (bits & sign) != 0 ? -static_cast<std::int64_t>(bits & ~sign) : static_cast<std::int64_t>(bits);
  };
  const std::int64_t first = ordinal(golden), second = ordinal(actual);
  return first < second ? static_cast<std::uint64_t>(second) - static_cast<std::uint64_t>(first)
                        : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(second);
}

std::unique_ptr<FigureAccumulator> makeFigure(Figure figure, const ParameterLookup &parameter) {
  constexpr std::uint64_t many = std::numeric_limits<std::uint64_t>::max();
  switch (figure) {
  case Figure::DifferingShare:
    return share([](const PairBlock &block, std::size_t i) {
      return std::bit_cast<std::uint64_t>(block.actual[i]) != std::bit_cast<std::uint64_t>(block.golden[i]);
    });
  case Figure::MeanRelative:
    return std::make_unique<MeanFigure>(ErrorOf{true, parameter("guard")});
  case Figure::MaxRelative:
    return std::make_unique<MaxFigure>(ErrorOf{true, parameter("guard")});
  case Figure::MedianRelative:
    return std::make_unique<QuantileFigure>(ErrorOf{true, parameter("guard")}, 0.5);
  case Figure::QuantileRelative:
    return std::make_unique<QuantileFigure>(ErrorOf{true, parameter("guard")}, parameter("quantile"));
  case Figure::MeanAbsolute:
    return std::make_unique<MeanFigure>(ErrorOf{});
  case Figure::MaxAbsolute:
    return std::make_unique<MaxFigure>(ErrorOf{});
  case Figure::MedianAbsolute:
    return std::make_unique<QuantileFigure>(ErrorOf{}, 0.5);
  case Figure::QuantileAbsolute:
    return std::make_unique<QuantileFigure>(ErrorOf{}, parameter("quantile"));
  case Figure::BeyondSum:
  case Figure::BeyondBoth:
  case Figure::BeyondLarger:
    return beyond(figure, parameter);
  case Figure::MaxToMax:
    return std::make_unique<MaxToMaxFigure>();
  case Figure::SquaresRatio:
    return std::make_unique<SumRatioFigure>(true, false);
  case Figure::RootSquaresRatio:
    return std::make_unique<SumRatioFigure>(true, true);
  case Figure::AbsoluteRatio:
    return std::make_unique<SumRatioFigure>(false, false);
  case Figure::Bias:
    return std::make_unique<BiasFigure>();
  case Figure::StepsZero:
    return steps(0, 0);
  case Figure::StepsOne:
    return steps(1, 1);
  case Figure::StepsTwo:
    return steps(2, 2);
  case Figure::StepsToTen:
    return steps(3, 10);
  case Figure::StepsBeyondTen:
    return steps(11, many);
  case Figure::ThirdMaxRelative:
  case Figure::ThirdMeanRelative:
  case Figure::ThirdRootMeanSquare:
  case Figure::ThirdSmallErrors:
    return std::make_unique<ThirdFigure>(figure, parameter);
  }
  return nullptr;
}

} // namespace fporder::measure
