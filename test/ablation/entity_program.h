// Random functions that use entities of their own: helpers that write, structs, bases, overloads, macros, kept references, names that shadow others.
// What is known of an entity can be taken away.
#pragma once

#include "test/unit/analyzer/executed/loop_program.h"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace fporder::test {

/// Something that a function uses, whole and with less known of it. Each text is one line.
struct Entity {
  std::string name;
  std::string whole;
  std::string declared;  // without bodies; empty where that is no program
  bool type = false;     // its name can become a template parameter
  bool base = false;     // likewise, of a struct around all others
  bool integral = false; // what it divides are integers
};

/// How much is known of an entity in an ablated program.
enum class Known : std::uint8_t { Whole, Declared, Gone, Parameter };

struct EntityProgram {
  LoopProgram program; // `before` and `code` whole; o[k] is stored once for each k, in this order
  std::vector<Entity> entities;
  unsigned probes = 0;
  std::set<unsigned> untouched; // lines of `code`, from 0, whose values do not depend on any entity
  std::set<unsigned> integral;  // lines of `code`, from 0, on which nothing but integers is computed

  /// Line `number` of the text, from 0, computes with integers only.
  bool isIntegral(unsigned number) const;
  /// A line for what goes around, one for each entity, then the code: with the lines that the whole program has.
  std::string text(const std::vector<Known> &known) const;
  std::string whole() const { return text(std::vector<Known>(entities.size(), Known::Whole)); }
};

class EntityWriter {
public:
  explicit EntityWriter(std::uint64_t seed) : random(seed) {}
  EntityProgram program(const std::string &name);
  /// At least one entity is not known whole.
  std::vector<Known> ablation(const EntityProgram &of);

private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <std::size_t N> std::string one(const char *const (&choices)[N]) { return choices[below(N)]; }

  std::string own(const std::string &word) const { return word + "_" + result.program.name; }
  std::string entity(const std::string &word, std::string whole, std::string declared = {}, bool type = false, bool base = false);
  void line(const std::string &text, bool untouched = false);
  void integralLine(const std::string &text);
  void probe(const std::string &value, bool untouched = false);
  std::string body(const std::string &variable);
  std::string operand();
  std::string clean();
  void sensitive(const std::string &value);

  void writer();
  void filler();
  void function();
  void object();
  void derived();
  void overload();
  void macro();
  void keeper();
  void global();
  void alias();
  void shadowed();
  void pointer();
  void integers();
  void callable();

  std::mt19937_64 random;
  EntityProgram result;
  unsigned number = 0;
};

} // namespace fporder::test
