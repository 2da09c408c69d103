// Procedures for tests, written as statements: "t = a * b; r = w - t / c". Each statement is a line and a statement number of its own; what it
// assigns is what later statements mean by the name.
#pragma once

#include "runtime/order/infix.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::test {

class ProcedureBuilder {
public:
  explicit ProcedureBuilder(format::Format format = format::Format::Binary64, const order::Environment &environment = {})
      : leafType{format, order::Shape::Scalar}, env(environment) {
    procedure.name = "test";
    file = procedure.graph.addFile("test.cpp");
  }

  /// Runs the statements, separated by ';'.
  ProcedureBuilder &run(std::string_view statements) {
    while (!statements.empty()) {
      std::size_t end = statements.find(';');
      statement(statements.substr(0, end));
      statements.remove_prefix(end == std::string_view::npos ? statements.size() : end + 1);
    }
    return *this;
  }

  order::Procedure take() { return std::move(procedure); }
  order::NodeId value(const std::string &name) const { return defined.at(name); }

private:
  void statement(std::string_view text) {
    if (text.find_first_not_of(" \n") == std::string_view::npos)
      return;
    ++line;
    std::size_t equals = text.find(" = ");
    std::string name(equals == std::string_view::npos ? "" : text.substr(text.find_first_not_of(" \n"), equals - text.find_first_not_of(" \n")));
    std::string_view expression = equals == std::string_view::npos ? text : text.substr(equals + 3);
    order::Graph scratch;
    order::Parsed<order::NodeId> parsed = order::parseInfix(expression, scratch, leafType);
    if (const auto *error = std::get_if<order::SyntaxError>(&parsed))
      throw std::runtime_error(std::string(expression) + ": " + error->message);
    order::NodeId node = copy(scratch, std::get<order::NodeId>(parsed));
    if (!name.empty())
      defined[name] = node;
    order::Effect &store = procedure.effects.emplace_back(order::Effect{order::Effect::Kind::Store, node, name, {}});
    order::Definition &definition = procedure.definitions.emplace_back(order::Definition{line, name, node});
    if (!name.empty())
      store.storage = definition.storage = variable(name);
  }

  /// A name is one variable, before its first assignment as well.
  order::StorageId variable(std::string_view name) {
    const order::StorageId reference =
        procedure.graph.addStorage({order::Storage::Kind::Parameter, {}, std::hash<std::string_view>()(name), nullptr, std::string(name)});
    return procedure.graph.addStorage({.kind = order::Storage::Kind::Referent, .of = reference});
  }

  order::PlaceId place() {
    order::Place where;
    where.file = file;
    where.line = where.beginLine = where.endLine = line;
    where.column = ++column;
    where.statement = line;
    return procedure.graph.addPlace(where);
  }

  order::NodeId copy(const order::Graph &scratch, order::NodeId root) {
    std::map<std::uint32_t, order::NodeId> copies;
    std::map<std::uint32_t, std::uint32_t> loops;
    std::vector<bool> needed(scratch.size(), false);
    needed[root.index] = true;
    for (std::uint32_t i = root.index + 1; i-- > 0;)
      if (needed[i])
        for (order::NodeId operand : scratch.operands({i}))
          needed[operand.index] = true;
    auto loopOf = [&](std::uint32_t loop) {
      auto known = loops.find(loop);
      if (known == loops.end())
        known = loops.emplace(loop, nextLoop++).first;
      return known->second;
    };
    for (std::uint32_t i = 0; i <= root.index; ++i) {
      if (!needed[i])
        continue;
      order::Node stored = scratch[{i}];
      if (stored.op == order::Op::Input)
        if (auto value = defined.find(std::string(scratch.symbol({i}))); value != defined.end()) {
          copies[i] = value->second;
          continue;
        }
      std::vector<order::NodeId> operands;
      for (order::NodeId operand : scratch.operands({i}))
        operands.push_back(copies.at(operand.index));
      order::NodeSpec spec{.op = stored.op,
                           .type = stored.type,
                           .operands = operands,
                           .symbol = scratch.symbol({i}),
                           .version = stored.version,
                           .rounding = stored.rounding};
      order::Reduction reduction;
      if (stored.op == order::Op::Input || stored.op == order::Op::Element)
        spec.storage = variable(spec.symbol);
      if (stored.op == order::Op::Constant)
        spec.number = &scratch.number({i});
      if (stored.op == order::Op::LoopIndex)
        spec.version = loopOf(stored.version);
      if (stored.op == order::Op::Reduce) {
        reduction = scratch.reduction({i});
        reduction.loop = loopOf(reduction.loop);
        spec.reduction = &reduction;
      }
      bool computes = stored.operandCount > 0 && stored.op != order::Op::Element;
      if (computes) {
        spec.place = place();
        spec.environment = env;
      }
      copies[i] = procedure.graph.intern(spec);
      if (computes)
        procedure.computations.push_back({copies[i], static_cast<std::uint32_t>(procedure.definitions.size()), {}});
    }
    return copies.at(root.index);
  }

  order::Procedure procedure;
  order::ValueType leafType;
  order::Environment env;
  order::FileId file;
  std::uint32_t line = 0, column = 0, nextLoop = 1000;
  std::map<std::string, order::NodeId> defined;
};

inline order::Procedure procedureOf(std::string_view statements, format::Format format = format::Format::Binary64,
                                    const order::Environment &environment = {}) {
  return ProcedureBuilder(format, environment).run(statements).take();
}

} // namespace fporder::test
