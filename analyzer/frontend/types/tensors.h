// Classes of PyTorch's C++ interface that lead to numbers.
#pragma once

namespace clang {
class NamedDecl;
}

namespace fporder::frontend {

/// True for what PyTorch's C++ interface declares.
bool isInTorch(const clang::NamedDecl *declaration);

/// at::TensorAccessor and its kin, rows of a tensor: a copy of one leads to the same numbers, as that of a pointer does.
bool namesTensorAccessor(const clang::NamedDecl *declaration);

} // namespace fporder::frontend
