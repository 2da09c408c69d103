// The standard library and the ordering graph, precompiled once for each layer: most of what its sources cost to compile. Sources still include what
// they use; this file only makes that cheap (FPORDER_PCH=OFF builds without it).
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/format/rounding.h"
#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/graph.h"
#include "runtime/order/infix.h"
#include "runtime/order/procedure.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
