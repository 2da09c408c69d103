#include "test/unit/analyzer/executed/execution.h"

#include "runtime/format/rounding.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <tuple>

namespace fporder::test {

namespace {

/// Sanitizer coverage calls a function before each store. What has been stored is read when the next one is announced, or at the end.
constexpr const char *recorder = R"(
struct Recorded { std::size_t instruction, offset; unsigned array; unsigned char bytes[8]; };
struct Watched { const unsigned char *first; std::size_t size; };
static Watched watched[16];
static unsigned watchedCount, pendingSize;
static const unsigned char *pending;
static Recorded *records;
static std::size_t recordCount, recordLimit;
#define UNWATCHED __attribute__((no_sanitize("coverage")))
UNWATCHED static void settle() {
  if (pending)
    __builtin_memcpy(records[recordCount++].bytes, pending, pendingSize);
  pending = nullptr;
}
UNWATCHED static void announce(const void *address, unsigned size, std::size_t instruction) {
  settle();
  const unsigned char *at = static_cast<const unsigned char *>(address);
  for (unsigned k = 0; k < watchedCount && recordCount < recordLimit; ++k)
    if (at >= watched[k].first && at < watched[k].first + watched[k].size) {
      records[recordCount].instruction = instruction;
      records[recordCount].offset = static_cast<std::size_t>(at - watched[k].first);
      records[recordCount].array = k;
      pending = at;
      pendingSize = size;
    }
}
extern "C" {
#define ANNOUNCES(size) UNWATCHED void __sanitizer_cov_store##size(void *a) { announce(a, size < 8 ? size : 8, reinterpret_cast<std::size_t>(__builtin_return_address(0))); }
ANNOUNCES(1) ANNOUNCES(2) ANNOUNCES(4) ANNOUNCES(8) ANNOUNCES(16)
UNWATCHED void watch(const Watched *arrays, unsigned count, Recorded *into, std::size_t limit) {
  for (unsigned k = 0; k < count; ++k)
    watched[k] = arrays[k];
  watchedCount = count;
  records = into;
  recordLimit = limit;
  recordCount = 0;
  pending = nullptr;
}
UNWATCHED std::size_t recorded() { settle(); watchedCount = 0; return recordCount; }
}
)";

/// As in `recorder`.
struct Recorded {
  std::size_t instruction, offset;
  unsigned array;
  unsigned char bytes[8];
};
struct Watched {
  const unsigned char *first;
  std::size_t size;
};

constexpr std::size_t mostRecords = 1 << 16;

/// A function with one signature for each program: (where the result goes, the parameters' memory).
std::string callerOf(const LoopProgram &program) {
  std::string arguments;
  for (std::size_t i = 0; i < program.parameters.size(); ++i) {
    const LoopParameter &parameter = program.parameters[i];
    const std::string memory = "memory[" + std::to_string(i) + "]";
    arguments += i ? ", " : "";
    if (parameter.shape.size() < 2) {
      arguments += (parameter.shape.empty() ? "*" : "") + std::string("static_cast<") + parameter.type + " *>(" + memory + ")";
      continue;
    }
    arguments += "static_cast<" + parameter.type + " (*)";
    for (std::size_t extent = 1; extent < parameter.shape.size(); ++extent)
      arguments += "[" + std::to_string(parameter.shape[extent]) + "]";
    arguments += ">(" + memory + ")";
  }
  const std::string call = program.name + "(" + arguments + ")";
  return "extern \"C\" UNWATCHED void call_" + program.name + "([[maybe_unused]] void *result, [[maybe_unused]] void **memory) { " +
         (program.returns ? "*static_cast<" + spelled(program.format) + " *>(result) = " + call : call) + "; }\n";
}

class TemporaryFile {
public:
  explicit TemporaryFile(const char *suffix) {
    if (llvm::sys::fs::createTemporaryFile("fporder-executed", suffix, path))
      throw std::runtime_error("cannot create a temporary file");
  }
  ~TemporaryFile() { (void)llvm::sys::fs::remove(path); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  std::string name() const { return path.str().str(); }

private:
  llvm::SmallString<128> path;
};

void compile(const std::string &source, const std::string &object) {
  TemporaryFile input("cpp"), messages("txt");
  {
    std::error_code error;
    llvm::raw_fd_ostream out(input.name(), error);
    out << source;
  }
  std::vector<std::string> words = {FPORDER_TEST_COMPILER, "-std=c++20",    "-O0", "-w", "-fPIC", "-shared", "-fsanitize-coverage=edge,trace-stores",
                                    "--rtlib=compiler-rt", "-Wl,-Bsymbolic"};
  for (const std::string &flag : arithmeticFlags())
    words.push_back(flag);
  words.insert(words.end(), {input.name(), "-o", object});
  const std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  const std::string errors = messages.name();
  if (llvm::sys::ExecuteAndWait(words[0], arguments, std::nullopt, {llvm::StringRef(), llvm::StringRef(errors), llvm::StringRef(errors)}) == 0)
    return;
  const auto said = llvm::MemoryBuffer::getFile(errors);
  throw std::runtime_error("does not compile: " + (said ? (*said)->getBuffer().str().substr(0, 4000) : ""));
}

std::size_t elementsOf(const LoopParameter &parameter) { return parameter.members.front().values.size(); }
std::size_t sizeOfElement(const LoopParameter &parameter) { return parameter.members.size() * sizeInMemory(parameter.members.front().format); }

std::vector<unsigned char> inMemory(const LoopParameter &parameter) {
  std::vector<unsigned char> bytes(elementsOf(parameter) * sizeOfElement(parameter));
  std::size_t at = 0;
  for (std::size_t element = 0; element < elementsOf(parameter); ++element)
    for (const Member &member : parameter.members) {
      const double value = member.values[element];
      const auto integer = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
      const std::uint64_t bits = member.format == format::Format::Integer ? integer : format::encode(member.format, value);
      std::memcpy(&bytes[at], &bits, sizeInMemory(member.format));
      at += sizeInMemory(member.format);
    }
  return bytes;
}

double decoded(format::Format format, const unsigned char *bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeInMemory(format));
  return format::decode(format, bits);
}

std::vector<StoredSequence> sequences(const LoopProgram &program, std::span<const unsigned> arrays, std::span<const Recorded> records) {
  std::map<std::tuple<unsigned, std::size_t, std::size_t>, StoredSequence> found;
  for (const Recorded &record : records) {
    const LoopParameter &parameter = program.parameters[arrays[record.array]];
    const std::size_t member = record.offset % sizeOfElement(parameter) / sizeInMemory(parameter.members.front().format);
    StoredSequence &sequence = found[{record.array, member, record.instruction}];
    sequence.parameter = parameter.name;
    sequence.member = parameter.members[member].name;
    sequence.values.push_back(decoded(parameter.members[member].format, record.bytes));
  }
  std::vector<StoredSequence> all;
  for (auto &[place, sequence] : found)
    all.push_back(std::move(sequence));
  return all;
}

} // namespace

std::string sourceOf(std::span<const LoopProgram> programs) {
  std::string source = "#include <algorithm>\n#include <cmath>\n#include <cstddef>\n";
  for (const LoopProgram &program : programs)
    source += program.before + program.code;
  return source;
}

std::vector<std::string> arithmeticFlags() {
  return {"-ffp-contract=off", "-Xclang", "-ffloat16-excess-precision=none", "-Xclang", "-fbfloat16-excess-precision=none"};
}

struct Execution::Loaded {
  TemporaryFile object{"so"};
  void *handle = nullptr;
  ~Loaded() {
    if (handle)
      dlclose(handle);
  }
  template <typename Function> Function *function(const std::string &name) const {
    void *const found = dlsym(handle, name.c_str());
    if (!found)
      throw std::runtime_error("no function " + name);
    return reinterpret_cast<Function *>(found);
  }
};

Execution::Execution(std::span<const LoopProgram> programs) : loaded(std::make_unique<Loaded>()) {
  std::string source = sourceOf(programs) + recorder;
  for (const LoopProgram &program : programs)
    source += callerOf(program);
  compile(source, loaded->object.name());
  loaded->handle = dlopen(loaded->object.name().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded->handle)
    throw std::runtime_error(dlerror());
}

Execution::~Execution() = default;

Outcome Execution::run(const LoopProgram &program) const {
  std::vector<std::vector<unsigned char>> memory;
  std::vector<void *> pointers;
  std::vector<Watched> watched;
  std::vector<unsigned> arrays;
  for (const LoopParameter &parameter : program.parameters)
    memory.push_back(inMemory(parameter));
  for (std::size_t i = 0; i < memory.size(); ++i) {
    pointers.push_back(memory[i].data());
    if (program.parameters[i].written) {
      watched.push_back({memory[i].data(), memory[i].size()});
      arrays.push_back(static_cast<unsigned>(i));
    }
  }
  static thread_local std::vector<Recorded> records(mostRecords);
  unsigned char result[8] = {};
  loaded->function<void(const Watched *, unsigned, Recorded *, std::size_t)>("watch")(watched.data(), static_cast<unsigned>(watched.size()),
                                                                                      records.data(), mostRecords);
  loaded->function<void(void *, void **)>("call_" + program.name)(result, pointers.data());
  const std::size_t count = loaded->function<std::size_t()>("recorded")();
  if (count == mostRecords)
    throw std::runtime_error(program.name + " stores too often");
  Outcome outcome;
  if (program.returns)
    outcome.returned = decoded(program.format, result);
  outcome.stores = sequences(program, arrays, std::span(records).first(count));
  return outcome;
}

} // namespace fporder::test
