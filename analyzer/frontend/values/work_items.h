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

/// Whether a single thread of the launch comes where the conditions `path` hold, which may be invalid: one of them says what its number in the launch
/// is, `blockIdx.x * blockDim.x + threadIdx.x == 0`, or they say it of its group and its place there. Of launches with more dimensions than these
/// numbers have nothing is known, and one is taken for enough.
bool isSingleThread(const order::Graph &graph, order::NodeId path);

} // namespace fporder::frontend
