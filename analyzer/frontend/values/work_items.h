// Numbers of a thread, its group and the launch, by what they are: a variable or function that only bears such a name is none of them.
#pragma once

#include "runtime/order/graph.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace clang {
class ValueDecl;
}

namespace fporder::frontend {

/// What a variable of CUDA's is: threadIdx, blockDim, warpSize. Nothing for the program's own variables.
std::optional<order::WorkItemQuery> workItemQuery(const clang::ValueDecl &variable);

/// What a function of OpenCL's asks: get_local_id. Its argument, where it has one, is the dimension.
std::optional<order::WorkItemQuery> openClQuery(llvm::StringRef function);

struct WorkItemNumber {
  order::WorkItemQuery query;
  char dimension; // 'x', 'y', 'z' of CUDA's, '0', '1', '2' of OpenCL's; 0: it has none, or which is not known
};
/// What `node` is of these.
std::optional<WorkItemNumber> workItemNumber(const order::Graph &graph, order::NodeId node);

/// Counts threads of a group along its first dimension: neighbours differ by one.
bool isThreadNumber(const order::Graph &graph, order::NodeId node);
/// The same along any dimension.
bool isAnyThreadNumber(const order::Graph &graph, order::NodeId node);

/// Whether a single thread of the launch comes where the conditions `path` hold, which may be invalid. One of them says what its number in the launch
/// is (`blockIdx.x * blockDim.x + threadIdx.x == n`, or any such sum that is 0), or they say its group and its place there. Where the graph has
/// numbers of other dimensions too, the launch has these; else one dimension is taken for all.
bool isSingleThread(const order::Graph &graph, order::NodeId path);

} // namespace fporder::frontend
