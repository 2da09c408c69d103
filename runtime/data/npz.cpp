#include "runtime/data/npz.h"
#include "runtime/file/limits.h"

#include <algorithm>
#include <memory>
#include <zip.h>

namespace fporder::data {

namespace {

constexpr std::string_view suffix = ".npy";

struct CloseArchive {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};
struct CloseFile {
  void operator()(zip_file_t *file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

std::string reason(zip_error_t &error) { return zip_error_strerror(&error); }

/// Opens the archive over its bytes, which must outlive it.
Result<Archive> openArchive(const Bytes &bytes, const std::string &file) {
  zip_error_t error;
  zip_error_init(&error);
  const std::span<const std::byte> content = bytes->bytes();
  zip_source_t *source = zip_source_buffer_create(content.data(), content.size(), 0, &error);
  zip_t *archive = source != nullptr ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  Result<Archive> result = Error{file + ": not a readable zip archive: " + reason(error)};
  if (archive != nullptr)
    result = Archive(archive);
  else if (source != nullptr)
    zip_source_free(source);
  zip_error_fini(&error);
  return result;
}

std::string memberName(zip_t *archive, zip_uint64_t index) {
  const char *name = zip_get_name(archive, index, ZIP_FL_ENC_RAW);
  return name != nullptr ? name : "";
}

std::vector<std::string> tensorNames(zip_t *archive) {
  std::vector<std::string> names;
  const zip_int64_t entries = zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < entries; ++i) {
    std::string name = memberName(archive, static_cast<zip_uint64_t>(i));
    if (name.ends_with(suffix))
      names.push_back(name.substr(0, name.size() - suffix.size()));
  }
  return names;
}

/// What a member declares must be possible: deflate makes at most about 1032 bytes out of one.
std::optional<Error> checkDeclared(const zip_stat_t &status, std::size_t archiveSize, const std::string &what) {
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if ((status.valid & needed) != needed)
    return Error{what + ": the archive does not say how large it is"};
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE)
    return Error{what + ": compression method " + std::to_string(status.comp_method) + " is not read; stored and deflated members are"};
  if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE)
    return Error{what + ": is encrypted"};
  if (status.comp_size > archiveSize || status.size / 1040 > status.comp_size ||
      (status.comp_method == ZIP_CM_STORE && status.size != status.comp_size))
    return Error{what + ": declares " + std::to_string(status.size) + " bytes in " + std::to_string(status.comp_size) +
                 " compressed ones, in an archive of " + std::to_string(archiveSize)};
  if (status.comp_method != ZIP_CM_STORE && status.size > fporder::file::limitValue(fporder::file::Limit::UnpackedData))
    return Error{what + ": unpacks to " + std::to_string(status.size) + " bytes, " + fporder::file::beyond(fporder::file::Limit::UnpackedData) +
                 "; .npy files are mapped, whatever their size"};
  return std::nullopt;
}

Result<Bytes> unpack(zip_t *archive, zip_uint64_t index, std::size_t archiveSize, const std::string &what) {
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat_index(archive, index, 0, &status) != 0)
    return Error{what + ": " + zip_strerror(archive)};
  if (std::optional<Error> error = checkDeclared(status, archiveSize, what))
    return std::move(*error);
  const std::unique_ptr<zip_file_t, CloseFile> member(zip_fopen_index(archive, index, 0));
  if (member == nullptr)
    return Error{what + ": " + zip_strerror(archive)};
  GrowingStorage storage;
  std::vector<std::byte> block(std::size_t{1} << 16);
  for (;;) {
    const zip_int64_t got = zip_fread(member.get(), block.data(), block.size());
    if (got < 0)
      return Error{what + ": damaged after " + std::to_string(storage.size()) + " bytes: " + zip_file_strerror(member.get())};
    if (got == 0 || !storage.append(std::span(block).first(static_cast<std::size_t>(got))))
      break;
    if (storage.size() > status.size)
      return Error{what + ": unpacks to more than the " + std::to_string(status.size) + " bytes it declares"};
  }
  Result<Bytes> bytes = storage.finish();
  if (bytes && (*bytes)->bytes().size() != status.size)
    return Error{what + ": unpacks to " + std::to_string((*bytes)->bytes().size()) + " bytes, declares " + std::to_string(status.size)};
  if (!bytes)
    return Error{what + ": " + bytes.error().message};
  return bytes;
}

/// What all tensors declare: each is possible by itself, but they may share their compressed bytes.
std::optional<Error> checkTogether(zip_t *archive, std::size_t archiveSize, const std::string &file) {
  std::uint64_t stored = 0, unpacked = 0;
  const zip_int64_t entries = zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < entries; ++i) {
    zip_stat_t status;
    zip_stat_init(&status);
    const auto index = static_cast<zip_uint64_t>(i);
    if (!memberName(archive, index).ends_with(suffix) || zip_stat_index(archive, index, 0, &status) != 0)
      continue;
    if (std::optional<Error> error = checkDeclared(status, archiveSize, file + "/" + memberName(archive, index)))
      return error;
    // No sum overflows: what one declares is bounded by the archive's size.
    (status.comp_method == ZIP_CM_STORE ? stored : unpacked) += status.size;
    if (stored > archiveSize)
      return Error{file + ": its members share their bytes"};
    if (unpacked > fporder::file::limitValue(fporder::file::Limit::UnpackedData))
      return Error{file + ": holds more than can be unpacked here, " + fporder::file::beyond(fporder::file::Limit::UnpackedData) +
                   "; .npy files are mapped, whatever their size"};
  }
  return std::nullopt;
}

std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  return names.empty() ? "nothing" : names.size() > 20 ? text + ", ..." : text;
}

} // namespace

bool looksLikeZip(std::span<const std::byte> bytes) {
  const auto is = [&](std::size_t at, char c) { return bytes[at] == static_cast<std::byte>(c); };
  return bytes.size() >= 4 && is(0, 'P') && is(1, 'K') && ((is(2, 3) && is(3, 4)) || (is(2, 5) && is(3, 6)));
}

Result<std::vector<std::string>> listNpz(const Bytes &bytes, const std::string &file) {
  const Result<Archive> archive = openArchive(bytes, file);
  if (!archive)
    return archive.error();
  if (std::optional<Error> error = checkTogether(archive->get(), bytes->bytes().size(), file))
    return std::move(*error);
  return tensorNames(archive->get());
}

Result<Tensor> readNpzMember(const Bytes &bytes, const std::string &file, const std::string &name, const AssumedType &assumed) {
  const Result<Archive> archive = openArchive(bytes, file);
  if (!archive)
    return archive.error();
  const zip_int64_t index = zip_name_locate(archive->get(), (name + std::string(suffix)).c_str(), ZIP_FL_ENC_RAW);
  if (index < 0)
    return Error{file + ": has no tensor '" + name + "'; it has " + listed(tensorNames(archive->get()))};
  const std::string what = file + "/" + name;
  Result<Bytes> member = unpack(archive->get(), static_cast<zip_uint64_t>(index), bytes->bytes().size(), what);
  if (!member)
    return member.error();
  return readNpy(std::move(*member), what, name, assumed);
}

} // namespace fporder::data
