#include "file_bytes.h"
#include "runtime/data/npy.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::data;

namespace {

Result<Tensor> read(const std::string &file, const AssumedType &assumed = {}) { return readNpy(inMemory(bytesOf(file)), "x.npy", "x", assumed); }

std::string header(const std::string &descr, const std::string &shape, const char *order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

std::vector<double> values(const Tensor &tensor) {
  std::vector<double> all(tensor.count());
  tensor.read(0, all);
  return all;
}

std::string message(const std::string &file, const AssumedType &assumed = {}) {
  const Result<Tensor> result = read(file, assumed);
  return result ? "no error" : result.error().message;
}

bool contains(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr ElementType e4m3{ElementType::Kind::Float, format::Format::E4M3FN, 1, false};
constexpr ElementType half{ElementType::Kind::Float, format::Format::Binary16, 2, false};

} // namespace

// The payloads are those that NumPy 2.4 and ml_dtypes write for the values named.
TEST_CASE("npy: element types and byte orders") {
  CHECK(values(*read(npyFile(header("<V2", "(3,)"), fromHex("c03f00c0aa3e")))) == std::vector<double>{1.5, -2, 0x1.54p-2});
  CHECK(values(*read(npyFile(header("<f1", "(2,)"), fromHex("3e80")))) == std::vector<double>{1.5, -0.0});
  CHECK(values(*read(npyFile(header("<V1", "(2,)"), fromHex("3c7e")), {e4m3, false})) == std::vector<double>{1.5, 448});
  CHECK(values(*read(npyFile(header("float8_e4m3fn", "(2,)"), fromHex("3c7e")))) == std::vector<double>{1.5, 448});
  CHECK(values(*read(npyFile(header(">f4", "(2, 3)"), fromHex("3f80000040000000404000004080000040a0000040c00000")))) ==
        std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(values(*read(npyFile(header("|b1", "(2,)"), fromHex("0100")))) == std::vector<double>{1, 0});
  CHECK(values(*read(npyFile(header("<f2", "(3,)"), fromHex("003c0040ff7b")))) == std::vector<double>{1, 2, 65504});
  CHECK(values(*read(npyFile(header("<i8", "(1,)"), fromHex("feffffffffffffff")))) == std::vector<double>{-2});
  CHECK(values(*read(npyFile(header("<u2", "(1,)"), fromHex("feff")))) == std::vector<double>{65534});
  CHECK(values(*read(npyFile(header(">i2", "(1,)"), fromHex("fffe")))) == std::vector<double>{-2});
  const Result<Tensor> brain = read(npyFile(header("<V2", "(1,)"), fromHex("c03f")));
  CHECK(brain->format() == format::Format::BFloat16);
  REQUIRE(brain->notes.size() == 1);
  CHECK(contains(brain->notes[0], "taken as bfloat16"));
  // Bit patterns kept as unsigned integers are reinterpreted only where the caller insists.
  CHECK(values(*read(npyFile(header("<u2", "(1,)"), fromHex("003c")), {half, true})) == std::vector<double>{1});
  CHECK(values(*read(npyFile(header("<u2", "(1,)"), fromHex("003c")), {half, false})) == std::vector<double>{15360});
}

TEST_CASE("npy: shapes and Fortran order") {
  const Result<Tensor> scalar = read(npyFile(header("<f8", "()"), fromHex("0000000000000440")));
  CHECK(scalar->count() == 1);
  CHECK(scalar->value(0) == 2.5);
  CHECK(read(npyFile(header("<f2", "(0, 3)"), ""))->count() == 0);
  const Result<Tensor> columns = read(npyFile(header("<i2", "(2, 3)", "True"), fromHex("000003000100040002000500")));
  CHECK(values(*columns) == std::vector<double>{0, 1, 2, 3, 4, 5});
  CHECK(columns->value(4) == 4);
  const Result<Tensor> cube =
      read(npyFile(header("<f4", "(2, 3, 4)", "True"),
                   fromHex("00000000000040410000804000008041000000410000a0410000803f000050410000a04000008841000010410000a841000000400000604100"
                           "00c04000009041000020410000b04100004040000070410000e04000009841000030410000b841")));
  for (std::size_t i = 0; i < 24; ++i)
    CHECK(cube->value(i) == static_cast<double>(i));
  // A block that starts and ends inside of rows.
  std::vector<double> part(13);
  cube->read(6, part);
  for (std::size_t i = 0; i < part.size(); ++i)
    CHECK(part[i] == static_cast<double>(6 + i));
  CHECK(indexText(cube->shape, 17) == "[1,1,1]");
}

TEST_CASE("npy: versions 2 and 3, and what NumPy 1 wrote") {
  for (const char version : {'\x02', '\x03'}) {
    const std::string text = header("<f2", "(2,)");
    std::string file("\x93NUMPY", 6);
    file += version;
    file += std::string("\x00", 1) + static_cast<char>(text.size()) + std::string(3, '\0') + text + fromHex("003c0040");
    CHECK(values(*read(file)) == std::vector<double>{1, 2});
  }
  CHECK(values(*read(npyFile("{'shape': (2L,), 'fortran_order': False, 'descr': [('', '<V2')]}", fromHex("803f0040")))) == std::vector<double>{1, 2});
}

TEST_CASE("npy: what is damaged is said with file, place and cause") {
  const std::string good = npyFile(header("<f4", "(2, 3)"), std::string(24, '\0'));
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK_MESSAGE(contains(message(good.substr(0, length)), "x.npy: "), length);
  CHECK(contains(message(good.substr(0, good.size() - 1)), "2x3 elements of float32 need 24 bytes from offset 128, there are 23"));
  CHECK(contains(message("hello, world"), "not an .npy file"));
  CHECK(contains(message(std::string("\x93NUMPY\x09\x00xx", 10)), "version 9.0"));
  CHECK(contains(message(std::string("\x93NUMPY\x01\x00\xff\xff{}", 12)), "header of 65535 bytes at offset 10 passes the end"));
  CHECK(contains(message(npyFile(header("<c8", "(1,)"), "xxxxxxxx")), "'<c8' cannot be read"));
  CHECK(contains(message(npyFile(header("<f16", "(1,)"), "xxxxxxxx")), "'<f16' cannot be read"));
  CHECK(contains(message(npyFile(header("<V1", "(1,)"), "x")), "give the dtype"));
  CHECK(contains(message(npyFile("{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (1,), }", "xxxxxxxx")), "records"));
  CHECK(contains(message(npyFile("{'descr': '<f4', 'fortran_order': False, }", "")), "is missing"));
  CHECK(contains(message(npyFile("{'descr': '<f4', 'descr': '<f4', }", "")), "stands twice"));
  CHECK(contains(message(npyFile(header("<f4", "(-1,)"), "")), "non-negative extent expected"));
  CHECK(contains(message(npyFile(header("<f4", "(99999999999999999999,)"), "")), "beyond 2^63"));
  CHECK(contains(message(npyFile(header("<f4", "(4294967296, 4294967296)"), "xxxx")), "more than 2^63"));
  CHECK(contains(message(npyFile(header("<f4", "(1,)"), "xxxx"), {half, true}), "holds float32, not float16"));
  std::string many = "(";
  for (int i = 0; i < 65; ++i)
    many += "1,";
  CHECK(contains(message(npyFile(header("<f4", many + ")"), "xxxx")), "more than 64 dimensions"));
  const Result<Tensor> longer = read(good + "tail");
  REQUIRE(longer.ok());
  REQUIRE(longer->notes.size() == 1);
  CHECK(contains(longer->notes[0], "4 bytes after the last element"));
}

TEST_CASE("npy: what we write is read back") {
  const std::vector<double> numbers{1.5, -0.0, 0x1p-1074, INFINITY, 3, 4};
  const Result<Tensor> wide = readNpy(inMemory(writeNpy({2, 3}, numbers)), "w.npy", "w");
  CHECK(values(*wide) == numbers);
  CHECK(wide->shape == Shape{2, 3});
  CHECK(wide->offset % 64 == 0);
  const std::vector<float> narrow{0x1p-149f};
  CHECK(readNpy(inMemory(writeNpy({1}, narrow)), "s.npy", "s")->value(0) == 0x1p-149);
}
