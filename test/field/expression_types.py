"""The type that Clang gives an expression at a place, by libclang: what findings are about, independently of the checker."""

import ctypes
import ctypes.util
import glob


class _Cursor(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("extra", ctypes.c_int), ("data", ctypes.c_void_p * 3)]


class _Type(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("data", ctypes.c_void_p * 2)]


class _Location(ctypes.Structure):
    _fields_ = [("pointers", ctypes.c_void_p * 2), ("number", ctypes.c_uint)]


class _String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


INTEGERS = range(3, 21)  # CXType_Bool to CXType_Int128
POINTER = 101
FIRST_EXPRESSION, LAST_EXPRESSION = 100, 199  # of CXCursorKind
LIBRARIES = ["/usr/lib/llvm-*/lib/libclang-*.so*", "/usr/lib/llvm-*/lib/libclang.so*"]


def _library():
    for pattern in LIBRARIES:
        for name in sorted(glob.glob(pattern), reverse=True):
            if "cpp" not in name:
                return ctypes.CDLL(name)
    raise OSError("no libclang")


class ExpressionTypes:
    """Parses a source with flags; OSError without libclang, ValueError where nothing can be parsed."""

    def __init__(self, source, flags, directory="."):
        self.library = lib = _library()
        lib.clang_createIndex.restype = lib.clang_parseTranslationUnit.restype = lib.clang_getFile.restype = ctypes.c_void_p
        lib.clang_createIndex.argtypes = [ctypes.c_int, ctypes.c_int]
        lib.clang_parseTranslationUnit.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]
        lib.clang_getFile.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        lib.clang_getLocation.argtypes, lib.clang_getLocation.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint], _Location
        lib.clang_getCursor.argtypes, lib.clang_getCursor.restype = [ctypes.c_void_p, _Location], _Cursor
        lib.clang_getCursorType.argtypes, lib.clang_getCursorType.restype = [_Cursor], _Type
        lib.clang_getCanonicalType.argtypes, lib.clang_getCanonicalType.restype = [_Type], _Type
        lib.clang_getTypeSpelling.argtypes, lib.clang_getTypeSpelling.restype = [_Type], _String
        lib.clang_getCString.argtypes, lib.clang_getCString.restype = [_String], ctypes.c_char_p
        lib.clang_disposeString.argtypes = [_String]
        arguments = [f"-working-directory={directory}", "-ferror-limit=0", *flags]
        texts = (ctypes.c_char_p * len(arguments))(*[argument.encode() for argument in arguments])
        self.unit = lib.clang_parseTranslationUnit(lib.clang_createIndex(0, 0), str(source).encode(), texts, len(arguments), None, 0, 0)
        if not self.unit:
            raise ValueError(f"{source} cannot be parsed")

    def at(self, file, line, column):
        """(kind, spelling) of the expression whose own token stands there: kind is "integer", "pointer", "other"; None where there is no expression."""
        lib = self.library
        handle = lib.clang_getFile(self.unit, str(file).encode())
        if not handle:
            return None
        cursor = lib.clang_getCursor(self.unit, lib.clang_getLocation(self.unit, handle, line, column))
        if not FIRST_EXPRESSION <= cursor.kind <= LAST_EXPRESSION:
            return None
        canonical = lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))
        text = lib.clang_getTypeSpelling(canonical)
        spelling = lib.clang_getCString(text).decode()
        lib.clang_disposeString(text)
        return "integer" if canonical.kind in INTEGERS else "pointer" if canonical.kind == POINTER else "other", spelling
