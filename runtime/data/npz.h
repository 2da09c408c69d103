// NumPy's .npz container: a zip archive (stored or deflated, zip64 too) of .npy files, one a tensor, named after it.
//
// Members are unpacked one at a time, and only when asked for; a member larger than GrowingStorage's limit lies in a temporary file, so that memory
// stays bounded. A member may not unpack to more than it declares, nor declare more than its compressed bytes can hold.
#pragma once

#include "runtime/data/npy.h"

namespace fporder::data {

/// True when the bytes begin like a zip archive.
bool looksLikeZip(std::span<const std::byte> bytes);

/// The names of an archive's tensors, without their ".npy", in the archive's order. Other members are left out.
Result<std::vector<std::string>> listNpz(const Bytes &archive, const std::string &file);

/// One tensor of the archive; an unknown name's error lists those that there are.
Result<Tensor> readNpzMember(const Bytes &archive, const std::string &file, const std::string &name, const AssumedType &assumed = {});

} // namespace fporder::data
