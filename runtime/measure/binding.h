// Which values the leaves of a subject take: the user's arrays, bound by name; distributions; otherwise a default, said so.
//
// A name binds a leaf when it is the leaf's symbol ("m", "adam.lr"), its last member ("lr"), or either with the function before it
// ("apply_adam.m", "step.lr"); the longest such name wins. Loop indices that no reduction of the subject binds are what the samples range over:
// sample s is the s-th index tuple in row-major order, their extents taken from the arrays that they index. An array element's place is its affine
// index or, where other arrays or the loops' ranges decide it, looked up; where it is neither, nothing is measured. Integer inputs that appear as
// strides or trip counts ("d" in x[i * d + k]) are taken from arrays of the same name, from a one-point range, or inferred from shapes.
//
// Without data an array has independent values at each index of each sample, the same ones wherever that index is read; a reduction whose trip count
// nothing gives has `defaultTripCount` terms.
#pragma once

#include "runtime/data/distribution.h"
#include "runtime/data/tensor.h"
#include "runtime/eval/leaf_source.h"
#include "runtime/measure/subject.h"

#include <memory>
#include <string>
#include <vector>

namespace fporder::measure {

struct NamedTensor {
  std::string name; // as the user bound it, FUNCTION.NAME included
  data::Tensor tensor;
};

/// Everything the user said about values.
struct DataSet {
  std::vector<NamedTensor> tensors;
  std::vector<data::NamedDistribution> distributions;
};

struct BindingOptions {
  std::uint64_t seed = 1;
  std::uint32_t defaultTripCount = 256;
  bool fullRange = false; // leaves without data over every binade of their format
};

/// The values of one leaf, in words: for the report.
struct BoundLeaf {
  std::string name;
  std::string origin;   // "adam.npz/m, 1000000 elements, binary32", "lognormal(0,1)", "2^U(-20,20), both signs"
  bool assumed = false; // neither data nor a distribution of the user's
};

class Binding final : public eval::LeafSource {
public:
  /// Errors: an array that does not fit (name, shape, what was expected), a name of this function that no leaf has.
  static Result<Binding> bind(const Subject &subject, const DataSet &data, const BindingOptions &options);
  Binding(Binding &&) noexcept;
  Binding &operator=(Binding &&) noexcept;
  ~Binding() override;

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override;

  /// How many samples the arrays have; nothing when no array limits them.
  std::optional<std::uint64_t> sampleCount() const;
  /// Values read for one sample, reductions multiplied out: what a sample costs.
  std::size_t valuesPerSample() const;
  /// True when a bound array holds NaN or infinity, so that samples have to be looked at.
  bool mayBeNonFinite() const;
  const std::vector<BoundLeaf> &leaves() const;
  /// The leaf nodes with floating-point values, each with the enclosing loops it depends on: what a worst case prints.
  struct SampledLeaf {
    order::NodeId node;
    std::string name;
    std::vector<std::uint32_t> loops, extents;
    bool fromArray = false; // its values are elements of a user's array
  };
  const std::vector<SampledLeaf> &sampled() const;
  const std::vector<std::string> &notes() const;
  /// Why nothing can be measured with these values: which elements a sample reads, or how many, is not known. Empty when it is.
  const std::string &notMeasured() const;

  struct Implementation;

private:
  explicit Binding(std::unique_ptr<Implementation> built);
  std::unique_ptr<Implementation> implementation;
};

} // namespace fporder::measure
