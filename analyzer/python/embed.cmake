# cmake -DREADER=reader.py -DOUTPUT=file.cpp -P embed.cmake: writes the reader as a C++ source; see interpreter.h.
file(READ "${READER}" text)
file(WRITE "${OUTPUT}" "// Written by analyzer/python/embed.cmake.\n#include \"analyzer/python/interpreter.h\"\n\nnamespace fporder::python {\n\nconst char *const readerProgram = R\"reader(${text})reader\";\n\n} // namespace fporder::python\n")
