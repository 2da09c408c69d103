// The notation of a model's signature, "LocalTensor::SetValue(index, value)", and of its statements, "dst = a * b".
#pragma once

#include "analyzer/models/model.h"

#include <variant>

namespace fporder::models {

/// Fills in name, scope, parameters and `open`. Returns what is wrong, or "".
std::string readSignature(std::string_view text, CallModel &model);

struct StatementError {
  std::size_t offset = 0; // byte offset into the text
  std::string message;
};
using StatementResult = std::variant<Effect, StatementError>;

/// Parses one statement; formulas go into `graph`. Names must be parameters of `model`, or `this` for the object of a member call.
StatementResult readStatement(std::string_view text, const CallModel &model, order::Graph &graph);

} // namespace fporder::models
