#include "analyzer/tidy/vendor_lookup.h"

#include "analyzer/check/vendor_headers.h"

#include "clang/Basic/FileManager.h"
#include "clang/Lex/DirectoryLookup.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

namespace fporder::tidy {

VendorLookup::VendorLookup(clang::Preprocessor &preprocessor, std::shared_ptr<const models::Models> known, const std::string &source)
    : models(std::move(known)), files(preprocessor.getFileManager()), before(files.getVirtualFileSystemPtr()) {
  files.setVirtualFileSystem(check::withVendorHeaders(before, *models));
  // The driver has run; what its flags would have done is done here.
  const std::vector<std::string> flags = check::vendorFlags(*models, *before, source);
  for (std::size_t i = 0; i + 1 < flags.size(); i += 2)
    if (flags[i] == "-include")
      preprocessor.setPredefines(preprocessor.getPredefines() + "#include \"" + flags[i + 1] + "\"\n");
    else if (const clang::OptionalDirectoryEntryRef directory = files.getOptionalDirectoryRef(flags[i + 1]); flags[i] == "-idirafter" && directory)
      preprocessor.getHeaderSearchInfo().AddSystemSearchPath({*directory, clang::SrcMgr::C_System, /*isFramework=*/false});
}

VendorLookup::~VendorLookup() { files.setVirtualFileSystem(before); }

} // namespace fporder::tidy
