#include "analyzer/check/argument_files.h"

#include "runtime/file/limits.h"

#include "llvm/Support/MemoryBuffer.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::check;

using Words = std::vector<std::string>;

TEST_CASE("files of arguments are expanded within limits") {
  llvm::vfs::InMemoryFileSystem files;
  const auto add = [&](const char *name, const std::string &text) { files.addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(text)); };
  files.setCurrentWorkingDirectory("/w");
  add("/w/a.rsp", "-DA 'b c'\n@inner.rsp -DB");
  add("/w/inner.rsp", "-I\"in c\"");
  add("/w/loop.rsp", "-DL @loop.rsp");
  add("/w/large.rsp", std::string(file::limitValue(file::Limit::ResponseFiles) + 1, ' '));
  const auto expanded = [&](Words arguments, std::size_t problems) {
    Words refused;
    expandArgumentFiles(arguments, files, refused);
    CHECK(refused.size() == problems);
    return arguments;
  };
  CHECK(expanded({"cc", "@a.rsp", "@/w/inner.rsp"}, 0) == Words{"cc", "-DA", "b c", "-Iin c", "-DB", "-Iin c"});
  CHECK(expanded({"-install_name", "@rpath/x", "@"}, 0) == Words{"-install_name", "@rpath/x", "@"});
  CHECK(expanded({"@large.rsp"}, 1) == Words{"@large.rsp"});
  CHECK(expanded({"@/w"}, 1) == Words{"@/w"});
  const Words looped = expanded({"@loop.rsp"}, 1);
  CHECK(looped.size() == file::limitValue(file::Limit::ResponseFileDepth) + 1);
}
