#include "analyzer/conform/platform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace fporder::conform {

namespace {

const Profile &sourceProfile(std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors) {
  const llvm::StringRef name(source.data(), source.size());
  const auto has = [&](auto... flags) { return llvm::any_of(arguments, [&](llvm::StringRef argument) { return ((argument == flags) || ...); }); };
  if (llvm::is_contained(vendors, "AscendC"))
    return *findProfile("ascend");
  if (name.ends_with_insensitive(".cl") || name.ends_with_insensitive(".clcpp"))
    return *findProfile("opencl");
  if (name.ends_with_insensitive(".cu") || name.ends_with_insensitive(".cuh") || has("cuda"))
    return *findProfile(has("--use_fast_math", "-use_fast_math", "-ffast-math", "-fgpu-approx-transcendentals") ? "cuda-fast-math" : "cuda");
  return *findProfile("cpu");
}

} // namespace

Platform Platform::ofSource(std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors) {
  const Profile &profile = sourceProfile(source, arguments, vendors), &host = *findProfile("cpu");
  return {profile, host, profile.name == host.name ? *findProfile("cuda") : profile}; // a header with functions of a device
}

Platform Platform::of(std::string_view name, std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors) {
  const Profile *named = findProfile(name);
  return named ? stated(*named) : ofSource(source, arguments, vendors);
}

} // namespace fporder::conform
