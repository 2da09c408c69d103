#include "analyzer/instrument/site_table.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace fporder::instrument {

using namespace llvm;

namespace {

/// Without an area or description of its own an internal variable of any type stands for it.
GlobalVariable *standIn(Module &module, const char *name, bool threadLocal) {
  Type *const byte = Type::getInt8Ty(module.getContext());
  return new GlobalVariable(module, byte, false, GlobalValue::InternalLinkage, ConstantInt::get(byte, 0), name, nullptr,
                            threadLocal ? GlobalValue::GeneralDynamicTLSModel : GlobalValue::NotThreadLocal);
}

void replace(GlobalVariable *standsFor, GlobalVariable *real) {
  real->takeName(standsFor);
  standsFor->replaceAllUsesWith(real);
  standsFor->eraseFromParent();
}

} // namespace

SiteTable::SiteTable(Module &ofModule)
    : module(ofModule), areaStandIn(standIn(ofModule, "fporder.area", true)), descriptionStandIn(standIn(ofModule, "fporder.module", false)) {
  LLVMContext &context = module.getContext();
  Type *const pointer = PointerType::getUnqual(context), *const word = Type::getInt32Ty(context), *const byte = Type::getInt8Ty(context),
              *const half = Type::getInt16Ty(context);
  siteType = StructType::get(context, {pointer, pointer, word, word, byte, byte, byte, byte, half, half, half, byte, byte});
  chunkType = StructType::get(context, {word, word, word});
}

std::uint64_t SiteTable::add(const Site &site) {
  if (openChunkSize() == 0)
    chunkSlot = slotCount++;
  sites.push_back(describe(site));
  return offsetOf(slotCount++);
}

unsigned SiteTable::closeChunk() {
  Type *const word = Type::getInt32Ty(module.getContext());
  chunks.push_back(ConstantStruct::get(
      chunkType, {ConstantInt::get(word, firstSite), ConstantInt::get(word, openChunkSize()), ConstantInt::get(word, chunkSlot)}));
  firstSite = static_cast<unsigned>(sites.size());
  return static_cast<unsigned>(chunks.size()) - 1;
}

Constant *SiteTable::text(StringRef of) {
  Constant *&known = texts[of];
  if (known == nullptr) {
    Constant *const value = ConstantDataArray::getString(module.getContext(), of);
    auto *const variable = new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, "fporder.text");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = variable;
  }
  return known;
}

static std::string joined(const DIFile &file) {
  const StringRef name = file.getFilename(), directory = file.getDirectory();
  return sys::path::is_absolute(name) || directory.empty() ? name.str() : (directory + "/" + name).str();
}

std::string fileOf(const DISubprogram &function, const DIFile *file) {
  if (file == nullptr)
    return "";
  const DICompileUnit *const unit = function.getUnit();
  const bool ofDirectory = unit == nullptr || file->getDirectory() == unit->getDirectory();
  return ofDirectory ? file->getFilename().str() : joined(*file);
}

/// A header of the standard library or of the compiler: what is inlined from it stands at the caller's line.
static bool isOfLibrary(const DILocation &location) {
  const std::string path = location.getFile() != nullptr ? joined(*location.getFile()) : "";
  return StringRef(path).starts_with("/usr/include/") || StringRef(path).contains("/include/c++/") || StringRef(path).contains("/lib/clang/");
}

static const DILocation *shownLocation(const Site &site) {
  const DILocation *location = site.place.get();
  while (location != nullptr && location->getInlinedAt() != nullptr && isOfLibrary(*location))
    location = location->getInlinedAt();
  return location;
}

std::pair<std::string, unsigned> SiteTable::lineOf(const Site &site, const Module &module) {
  if (const DILocation *const location = shownLocation(site))
    return {fileOf(*location->getScope()->getSubprogram(), location->getFile()), location->getLine()};
  if (const DISubprogram *const function = site.function->getSubprogram())
    return {fileOf(*function, function->getFile()), function->getLine()};
  return {module.getSourceFileName(), 0};
}

Constant *SiteTable::describe(const Site &site) {
  const auto [file, line] = lineOf(site, module);
  const DILocation *const location = shownLocation(site);
  const unsigned column = location != nullptr ? location->getColumn() : 0;
  LLVMContext &context = module.getContext();
  const auto number = [&](unsigned bits, std::uint64_t value) {
    return ConstantInt::get(Type::getIntNTy(context, bits), value & ((1ULL << bits) - 1));
  };
  const auto origin = [&](program::Origin of) { return number(16, static_cast<std::uint16_t>(of)); };
  return ConstantStruct::get(siteType, {text(file), text(site.operation), number(32, line), number(32, column),
                                        number(8, static_cast<unsigned>(site.action)), number(8, static_cast<unsigned>(site.format)),
                                        number(8, site.operandCount), number(8, site.predicate), origin(site.origin[0]), origin(site.origin[1]),
                                        origin(site.origin[2]), number(8, site.constants), number(8, site.negated)});
}

GlobalVariable *SiteTable::table(ArrayRef<Constant *> rows, Type *row, const char *name) {
  ArrayType *const type = ArrayType::get(row, rows.size());
  return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage, ConstantArray::get(type, rows), name);
}

void SiteTable::emit() {
  LLVMContext &context = module.getContext();
  Type *const word = Type::getInt32Ty(context);
  PointerType *const pointer = PointerType::getUnqual(context);
  const auto number = [&](std::uint64_t value) { return ConstantInt::get(word, value); };
  ArrayType *const areaType = ArrayType::get(Type::getInt64Ty(context), 2 + 2 * std::uint64_t{slotCount});
  auto *const area = new GlobalVariable(module, areaType, false, GlobalValue::InternalLinkage, Constant::getNullValue(areaType), "", nullptr,
                                        GlobalValue::GeneralDynamicTLSModel);
  area->setAlignment(Align(64));
  replace(areaStandIn, area);
  StructType *const type = StructType::get(context, {word, word, word, word, pointer, pointer, pointer});
  auto *const description =
      new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                         ConstantStruct::get(type, {number(program::abiVersion), number(sites.size()), number(chunks.size()), number(slotCount),
                                                    table(sites, siteType, "fporder.sites"), table(chunks, chunkType, "fporder.chunks"),
                                                    ConstantPointerNull::get(pointer)}),
                         "");
  replace(descriptionStandIn, description);
  const auto callAt = [&](const char *name, void (*append)(Module &, Function *, int, Constant *)) {
    const FunctionCallee callee = module.getOrInsertFunction(name, Type::getVoidTy(context), pointer);
    Function *const function =
        Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage, name + StringRef("_module"), module);
    IRBuilder<> builder(BasicBlock::Create(context, "", function));
    builder.CreateCall(callee, {description});
    builder.CreateRetVoid();
    append(module, function, 0, nullptr);
  };
  callAt("fporder_enter", appendToGlobalCtors);
  callAt("fporder_leave", appendToGlobalDtors);
}

} // namespace fporder::instrument
