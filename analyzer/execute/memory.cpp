#include "analyzer/execute/memory.h"

#include "analyzer/execute/limits.h"
#include "runtime/format/rounding.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cmath>

namespace fporder::execute {

using format::Format;

namespace {

std::uint64_t mixed(std::uint64_t value) { // splitmix64
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

std::uint64_t hashOf(const std::string &name, std::uint64_t seed, std::uint64_t index) {
  return mixed(mixed(llvm::xxh3_64bits(llvm::StringRef(name)) ^ seed) + index);
}

} // namespace

std::optional<Address> Memory::allocate(std::int64_t cells) {
  total += static_cast<std::uint64_t>(cells) + 1;
  if (total > mostCellsTogether)
    return std::nullopt;
  Object object;
  object.cells.resize(static_cast<std::size_t>(cells));
  objects.push_back(std::move(object));
  return Address{static_cast<std::uint32_t>(objects.size() - 1), 0};
}

std::optional<Address> Memory::give(const std::string &name, clang::QualType element, bool grows) {
  const std::optional<std::int64_t> cells = layouts.cells(element);
  if (!cells || *cells == 0)
    return std::nullopt;
  Object object;
  object.element = layouts.cellTypes(element);
  object.type = element.getCanonicalType();
  object.name = name;
  object.drawn = true;
  object.scalar = !grows && *cells == 1;
  objects.push_back(std::move(object));
  const auto index = static_cast<std::uint32_t>(objects.size() - 1);
  objects[index].grows = true;
  const bool fits = grows || growTo(objects[index], *cells - 1);
  objects[index].grows = grows;
  return fits ? std::optional(Address{index, 0}) : std::nullopt;
}

bool Memory::growTo(Object &object, std::int64_t cell) {
  if (!object.grows || cell >= static_cast<std::int64_t>(mostCells))
    return false;
  while (static_cast<std::int64_t>(object.cells.size()) <= cell) {
    total += object.element.size();
    if (total > mostCellsTogether)
      return false;
    for (std::size_t k = 0; k < object.element.size(); ++k) {
      const Value value = drawValue(object, object.cells.size());
      object.cells.push_back(value);
      object.before.push_back(value);
    }
  }
  return true;
}

Value Memory::drawInteger(clang::QualType type, std::uint64_t hash, bool scalar) {
  const auto width = static_cast<unsigned>(context.getTypeSize(type));
  const bool isSigned = type->isSignedIntegerOrEnumerationType();
  if (type->isBooleanType() || type->isEnumeralType())
    return Value::integer(hash & 1, width, isSigned);
  if (scalar && draw.seed % 2 == 1 && hash % 3 == 0)
    return Value::integer(1 + hash / 3 % 4, width, isSigned);
  return Value::integer(scalar ? draw.length + integersDrawn++ : hash % draw.length, width, isSigned);
}

double Memory::drawNumber(std::uint64_t hash, Format format) const {
  double magnitude = static_cast<double>(hash >> 12) * 0x1p-51; // [0, 2)
  if (draw.numbers == Draw::Numbers::Wide) {
    const int range = std::min(60, format::parameters(format).maxExponent - 2);
    const std::uint64_t another = mixed(hash);
    magnitude = another % 8 == 0 ? 0 : std::ldexp(magnitude, static_cast<int>(another / 8 % static_cast<unsigned>(2 * range + 1)) - range);
  }
  return draw.numbers != Draw::Numbers::Positive && (hash & 1) ? -magnitude : magnitude;
}

Value Memory::drawValue(const Object &object, std::size_t index) {
  const auto &[type, isLength] = object.element[index % object.element.size()];
  if (isLength)
    return Value::integer(draw.length, static_cast<unsigned>(context.getTypeSize(type)), false);
  const std::uint64_t hash = hashOf(object.name, draw.seed, index);
  if (isObjectPointer(type)) {
    // Each cell's own array; a pointer to what has no values stays without one itself, and reading it ends the run.
    std::string name = object.name;
    for (const Layouts::Scalar &scalar : layouts.scalars(object.type))
      if (scalar.cell == static_cast<std::int64_t>(index))
        name += scalar.path;
    if (index >= object.element.size())
      name += "[" + std::to_string(index / object.element.size()) + "]";
    const std::optional<Address> array = give(name, type->getPointeeType(), true);
    return array ? Value::pointer(*array) : Value{};
  }
  const Format format = formatOf(context, type);
  if (format == Format::Integer)
    return drawInteger(type, hash, object.type->isRecordType() || object.scalar);
  if (!format::isHeldInDouble(format))
    return {};
  return Value::floating(format::roundTo(format, drawNumber(hash, format)), format);
}

Value *Memory::cell(Address address, std::string &reason) {
  if (address.object == Address::null) {
    reason = "a null pointer is followed";
    return nullptr;
  }
  Object &object = objects[address.object];
  if (address.cell < 0 || (address.cell >= static_cast<std::int64_t>(object.cells.size()) && !growTo(object, address.cell))) {
    reason = object.grows && address.cell >= 0 ? "'" + object.name + "' is read beyond the longest array that is drawn" : "an index is out of bounds";
    return nullptr;
  }
  return &object.cells[static_cast<std::size_t>(address.cell)];
}

bool Memory::copy(Address from, Address to, std::int64_t cells, std::string &reason) {
  for (std::int64_t k = 0; k < cells; ++k) {
    const Value *source = cell({from.object, from.cell + k}, reason);
    if (!source)
      return false;
    const Value value = *source; // growing another object may move none, but the same
    Value *target = cell({to.object, to.cell + k}, reason);
    if (!target)
      return false;
    *target = value;
  }
  return true;
}

bool Memory::extend(Address address, std::int64_t cells) {
  Object &object = objects[address.object];
  if (object.grows || cells <= static_cast<std::int64_t>(object.cells.size()))
    return true;
  total += static_cast<std::uint64_t>(cells) - object.cells.size();
  if (cells > static_cast<std::int64_t>(mostCells) || total > mostCellsTogether)
    return false;
  object.cells.resize(static_cast<std::size_t>(cells));
  return true;
}

void Memory::forget(Address object) { std::fill(objects[object.object].cells.begin(), objects[object.object].cells.end(), Value{}); }

void Memory::describe(const Object &object, std::vector<Given> &all) {
  const std::size_t each = object.element.size(), count = object.before.size() / each;
  for (const Layouts::Scalar &scalar : layouts.scalars(object.type)) {
    Given given{object.name + scalar.path, formatOf(context, scalar.type), {}, {}};
    if (given.format == Format::Unknown)
      continue; // a pointer: its array stands for itself
    if (given.name.starts_with("."))
      given.name.erase(0, 1); // of *this
    std::vector<std::size_t> at{static_cast<std::size_t>(scalar.cell)};
    std::vector<std::pair<std::size_t, std::size_t>> dimensions; // extent, stride
    if (object.grows)
      dimensions.emplace_back(count, each);
    for (std::size_t d = 0; d < scalar.dims.size(); ++d)
      dimensions.emplace_back(scalar.dims[d], scalar.strides[d]);
    for (const auto &[extent, stride] : dimensions) {
      given.shape.push_back(extent);
      std::vector<std::size_t> next;
      next.reserve(at.size() * extent);
      for (const std::size_t start : at)
        for (std::size_t k = 0; k < extent; ++k)
          next.push_back(start + k * stride);
      at = std::move(next);
    }
    for (const std::size_t cell : at) {
      const Value &value = object.before[cell];
      given.values.push_back(value.kind == Value::Kind::Integer ? static_cast<double>(value.wide()) : value.number);
    }
    all.push_back(std::move(given));
  }
}

void Memory::lengthen(std::size_t elements) {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (Object &object = objects[i]; object.drawn && object.grows && !object.before.empty())
      growTo(object, static_cast<std::int64_t>(elements * object.element.size()) - 1);
}

std::vector<Given> Memory::given() {
  std::vector<Given> all;
  for (const Object &object : objects)
    if (object.drawn && !object.before.empty())
      describe(object, all);
  return all;
}

} // namespace fporder::execute
