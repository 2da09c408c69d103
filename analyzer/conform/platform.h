// Which platform's arithmetic a function is for: what is stated, else by its source's language, vendor and flags and by who runs it.
#pragma once

#include "runtime/conform/profile.h"
#include "runtime/order/procedure.h"

#include <span>
#include <string>
#include <string_view>

namespace fporder::conform {

class Platform {
public:
  /// Of all functions, whatever they are.
  static Platform stated(const Profile &profile) { return {profile, profile, profile}; }
  /// `vendors`: those whose calls the source makes; `arguments`: of its compile command.
  static Platform ofSource(std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors);
  /// As stated by name; without one by the source.
  static Platform of(std::string_view name, std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors);

  const Profile &of(const order::Procedure &function) const { return function.onHost ? *host : function.onDevice ? *device : *profile; }

private:
  Platform(const Profile &elsewhere, const Profile &onHost, const Profile &onDevice) : profile(&elsewhere), host(&onHost), device(&onDevice) {}

  const Profile *profile, *host, *device;
};

} // namespace fporder::conform
