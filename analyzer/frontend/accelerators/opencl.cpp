#include "analyzer/frontend/accelerators/opencl.h"

#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {

std::optional<Value> openClCall(Builder &builder, const Call &call) {
  const clang::ASTContext &context = builder.context;
  if (!context.getLangOpts().OpenCL || !call.callee || call.object)
    return std::nullopt;
  // Clang declares built-in functions by itself, where they are first called; its header is a system header.
  const bool builtIn = call.callee->isImplicit() || context.getSourceManager().isInSystemHeader(call.callee->getLocation());
  if (!builtIn && !call.name.starts_with("intel_sub_group") && !call.name.starts_with("qcom_sub_group"))
    return std::nullopt;
  for (auto *family : {openClMath, openClMemory, openClWorkItem, openClAtomic})
    if (std::optional<Value> value = family(builder, call))
      return value;
  return std::nullopt;
}

} // namespace fporder::frontend
