#include "file_bytes.h"
#include "runtime/data/data_file.h"
#include "runtime/data/data_spec.h"
#include "runtime/data/npz.h"
#include "runtime/data/raw.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

using namespace fporder;
using namespace fporder::data;

namespace {

// What numpy.savez_compressed(x=float32 [1.5, -2.25, 3], y=int32 [[1, 2], [3, 4]]) writes (NumPy 2.4).
constexpr std::string_view deflated =
    "504b03042d000000080000002100de13cafdffffffffffffffff05001400782e6e7079010010008c0000000000000050000000000000009bec17ea1b10c9c850c650ad9e925a"
    "9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91ac63a9a3a0ab50a14002e068603f60c0c020718181c1c00504b03042d"
    "0000000800000021007bc8617cffffffffffffffff05001400792e6e707901001000900000000000000052000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5"
    "a06e9369a2aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a463a0a469a3a0ab50a64032e46060606262066066216200600504b01022d032d00"
    "0000080000002100de13cafd500000008c000000050000000000000000000000800100000000782e6e7079504b01022d032d0000000800000021007bc8617c52000000900000"
    "00050000000000000000000000800187000000792e6e7079504b0506000000000200020066000000100100000000";

std::string message(const std::string &path, const ReadOptions &options = {}) {
  const auto result = readFile(path, options);
  return result ? "no error" : result.error().message;
}

bool contains(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

std::vector<double> values(const Tensor &tensor) {
  std::vector<double> all(tensor.count());
  tensor.read(0, all);
  return all;
}

} // namespace

TEST_CASE("npz: members by name, damaged ones by what is wrong") {
  const TemporaryDirectory directory;
  const std::string bytes = fromHex(deflated), path = directory.write("d.npz", bytes);
  const auto tensors = readFile(path);
  REQUIRE(tensors.ok());
  REQUIRE(tensors->size() == 2);
  CHECK((*tensors)[0].name == "x");
  CHECK(values((*tensors)[0]) == std::vector<double>{1.5, -2.25, 3});
  CHECK((*tensors)[1].shape == Shape{2, 2});
  CHECK(values((*tensors)[1]) == std::vector<double>{1, 2, 3, 4});
  CHECK(values(readFile(path + "/y")->front()) == std::vector<double>{1, 2, 3, 4});
  CHECK(contains(message(path + "/z"), "has no tensor 'z'; it has x, y"));
  CHECK(values(*readSpec(*parseDataSpec("f.y=" + path))) == std::vector<double>{1, 2, 3, 4});
  CHECK(contains(readSpec(*parseDataSpec("w=" + path)).error().message, "has no tensor 'w'"));
  // Truncated anywhere, or with any one byte changed: an error or the same two names, never anything else.
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_MESSAGE(message(directory.write("t.npz", bytes.substr(0, length))) != "no error", length);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    const auto result = readFile(directory.write("c.npz", changed));
    CHECK((result ? result->size() <= 2 : contains(result.error().message, "c.npz")));
  }
}

TEST_CASE("raw files: type and shape from options, sidecar, name") {
  const TemporaryDirectory directory;
  const std::string four = fromHex("0000803f000000400000404000008040"); // 1, 2, 3, 4 in binary32
  const ElementType half{ElementType::Kind::Float, format::Format::Binary16, 2, false};
  const auto plain = readFile(directory.write("x.bin", four));
  CHECK(values(plain->front()) == std::vector<double>{1, 2, 3, 4});
  REQUIRE(plain->front().notes.size() == 1);
  CHECK(contains(plain->front().notes[0], "float32 4, assumed"));
  const auto shaped = readFile(directory.path("x.bin"), {{}, Shape{2, inferredExtent}});
  CHECK(shaped->front().shape == Shape{2, 2});
  CHECK(contains(message(directory.path("x.bin"), {{}, Shape{3, inferredExtent}}), "cannot be divided into rows"));
  CHECK(contains(message(directory.path("x.bin"), {{}, Shape{5}}), "5 elements of float32 need 20 bytes from offset 0, there are 16"));
  CHECK(contains(message(directory.path("x.bin"), {{}, Shape{3}}), "4 too many"));
  CHECK(contains(message(directory.write("odd.bin", "123")), "3 bytes are not a whole number of float32 elements"));
  const auto named = readFile(directory.write("w_float16_2x4.bin", four));
  CHECK(named->front().name == "w");
  CHECK(named->front().shape == Shape{2, 4});
  CHECK(named->front().format() == format::Format::Binary16);
  directory.write("x.bin.dtype", "bfloat16:4x2\n");
  CHECK(readFile(directory.path("x.bin"))->front().format() == format::Format::BFloat16);
  CHECK(readFile(directory.path("x.bin"), {{half, false}, {}})->front().format() == format::Format::BFloat16);
  CHECK(readFile(directory.path("x.bin"), {{half, true}, {}})->front().format() == format::Format::Binary16);
  directory.write("x.bin.dtype", "sixteen");
  CHECK(contains(message(directory.path("x.bin")), "'sixteen' is not dtype or dtype:shape"));
  CHECK(readFile(directory.write("none.bin", ""))->front().count() == 0);
}

TEST_CASE("raw files: what a name says") {
  CHECK(typeFromName("x_fp16_32x1024").shape == Shape{32, 1024});
  CHECK(typeFromName("x_float8_e5m2_8").type->format == format::Format::E5M2);
  CHECK(typeFromName("x_float8_e5m2_8").name == "x");
  CHECK(typeFromName("x_float32_2_3").shape == Shape{2, 3});
  CHECK(typeFromName("input_x_bf16").name == "input_x");
  CHECK_FALSE(typeFromName("floating_point").type.has_value());
  CHECK_FALSE(typeFromName("x_f4").type.has_value());
  CHECK_FALSE(typeFromName("half").type.has_value());
}

TEST_CASE("files: what cannot be opened") {
  const TemporaryDirectory directory;
  CHECK(contains(message(directory.path("none.npy")), "none.npy: No such file"));
  CHECK(contains(message(directory.path("")), "is a directory"));
  CHECK(contains(message("/dev/zero"), "not a regular file"));
  CHECK(contains(message(directory.write("x.npz", "no zip")), "not a readable zip archive"));
  CHECK(contains(message(directory.write("x.csv", "1,2\n3\n")), "x.csv:2:1"));
}

TEST_CASE("folders: a kernel test's input") {
  const TemporaryDirectory directory;
  const std::string four = fromHex("0000803f000000400000404000008040");
  directory.write("input_x.bin", four);
  directory.write("input_y_float16.bin", four);
  directory.write("z.csv", "a,b\n1,2\n");
  directory.write("readme.md", "text");
  const Result<Folder> folder = readFolder(directory.path(""));
  REQUIRE(folder.ok());
  std::vector<std::string> names;
  for (const Tensor &tensor : folder->tensors)
    names.push_back(tensor.name);
  CHECK(names == std::vector<std::string>{"x", "y", "a", "b"});
  CHECK(
      std::any_of(folder->notes.begin(), folder->notes.end(), [](const std::string &note) { return contains(note, "readme.md: not a data file"); }));
  directory.write("w.csv", "a\n1\n");
  CHECK(contains(readFolder(directory.path("")).error().message, "two tensors 'a'"));
  directory.write("w.csv", "c\nx y\n");
  CHECK(contains(readFolder(directory.path("")).error().message, "w.csv:2"));
  CHECK(contains(readFolder(directory.path("nowhere")).error().message, "nowhere"));
}

TEST_CASE("--data: names, files, types, shapes") {
  const DataSpec spec = *parseDataSpec("ns::f.x=dir:1/a.bin:float16:2x3");
  CHECK(spec.function == "ns::f");
  CHECK(spec.name == "x");
  CHECK(spec.file == "dir:1/a.bin");
  CHECK(spec.options.assumed.type->format == format::Format::Binary16);
  CHECK(spec.options.assumed.insist);
  CHECK(spec.options.shape == Shape{2, 3});
  CHECK(parseDataSpec("x=a.npy")->function.empty());
  CHECK(parseDataSpec("cfg.lr=a.npy")->qualifiedName() == "cfg.lr");
  for (const char *wrong : {"x", "=a.npy", "x=", "f.=a.npy", ".x=a.npy", "x=a.bin:flot32", "x=a.bin:float32:2by3", "x=:float32"}) {
    const Result<DataSpec> result = parseDataSpec(wrong);
    REQUIRE_MESSAGE(!result.ok(), wrong);
    CHECK(contains(result.error().message, wrong));
  }
}

TEST_CASE("storage: what does not fit in memory lies in a file, with the same bytes") {
  GrowingStorage storage(1000);
  std::vector<std::byte> expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    std::array<std::byte, 4> word;
    std::memcpy(word.data(), &i, 4);
    REQUIRE(storage.append(word));
    expected.insert(expected.end(), word.begin(), word.end());
  }
  CHECK(storage.size() == expected.size());
  const Result<Bytes> bytes = storage.finish();
  REQUIRE(bytes.ok());
  CHECK(std::ranges::equal((*bytes)->bytes(), expected));
}

TEST_CASE("storage: a large file is walked in bounded memory, as often as wanted") {
  const TemporaryDirectory directory;
  std::vector<float> block(std::size_t{1} << 20);
  for (std::size_t i = 0; i < block.size(); ++i)
    block[i] = static_cast<float>(i);
  const std::string_view bytes(reinterpret_cast<const char *>(block.data()), block.size() * 4);
  std::string file;
  for (int i = 0; i < 32; ++i) // 128 MiB
    file += bytes;
  const std::string path = directory.write("large.bin", file);
  file = {};
  const auto tensors = readFile(path, {{parseElementType("float32"), true}, {}});
  REQUIRE(tensors.ok());
  std::vector<double> part(5000);
  const auto resident = [] {
    std::ifstream status("/proc/self/statm");
    std::size_t total = 0, pages = 0, shared = 0;
    status >> total >> pages >> shared;
    return shared * 4096; // pages of files
  };
  const std::size_t before = resident();
  std::size_t most = 0;
  for (int walk = 0; walk < 2; ++walk)
    for (std::size_t first = 0; first < tensors->front().count(); first += part.size()) {
      const std::span<double> here = std::span(part).first(std::min(part.size(), tensors->front().count() - first));
      tensors->front().read(first, here);
      for (std::size_t i = 0; i < here.size(); i += 997)
        REQUIRE(here[i] == block[(first + i) % block.size()]);
      most = std::max(most, resident());
    }
  CHECK(most - std::min(most, before) < std::size_t{64} << 20);
}
