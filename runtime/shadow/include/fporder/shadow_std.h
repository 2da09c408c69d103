// fporder/shadow.h by its former name for kernels that write std::sqrt(x): it now brings these functions itself.
#pragma once

#include <fporder/shadow.h>
