#include "analyzer/check/saved_trees.h"

#include "analyzer/findings/input_text.h"

namespace fporder::check {

using namespace llvm;

// Found by llvm::json through the structures' namespace.
static bool fromJSON(const json::Value &value, TreePlace &place, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("file", place.file) && map.map("line", place.line) && map.map("column", place.column);
}

static bool fromJSON(const json::Value &value, FurthestOff &furthest, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("operands", furthest.operands);
}

static bool fromJSON(const json::Value &value, SavedTree &tree, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", tree.place) && map.map("fpcore", tree.fpcore) && map.map("leaves", tree.leaves) && map.map("share", tree.share) &&
         map.map("offered", tree.offered) && map.map("samples", tree.samples) && map.map("furthest", tree.furthest);
}

namespace {

struct SavedTrees {
  std::vector<SavedTree> trees;
};

} // namespace

static bool fromJSON(const json::Value &value, SavedTrees &saved, json::Path path) {
  json::ObjectMapper map(value, path);
  std::uint64_t version = 0;
  if (!map || !map.map("version", version))
    return false;
  if (version != 1) {
    path.field("version").report("expected 1");
    return false;
  }
  return map.map("trees", saved.trees);
}

Expected<std::vector<SavedTree>> readTrees(const std::string &file) {
  const ErrorOr<std::unique_ptr<MemoryBuffer>> text = findings::inputBuffer(file, file::Limit::ShadowReport);
  if (!text)
    return createStringError("cannot read '" + file + "': " + text.getError().message());
  Expected<json::Value> value = findings::parseJson((*text)->getBuffer());
  if (!value)
    return createStringError("'" + file + "' is not JSON: " + toString(value.takeError()));
  SavedTrees saved;
  json::Path::Root root("report");
  if (!fromJSON(*value, saved, root))
    return createStringError("'" + file + "' is not a report of shadow execution with expressions: " + toString(root.getError()));
  return std::move(saved.trees);
}

} // namespace fporder::check
