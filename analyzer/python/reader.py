"""Reads a Python script from standard input and prints its syntax tree as JSON. Nothing of the script is run, imported or compiled.

  python3 -I -S -B reader.py MOST_NODES MOST_LEVELS < script > tree

The embedded copy is given with -c. The form, version 1:

  {"version": 1, "python": "3.11.2", "nodes": [NODE, ...]}        the last node is the Module; operands stand before what uses them
  {"version": 1, "error": {"message": TEXT, "line": N, "column": N}}    a script that cannot be read; line and column 0 where none is known; in the place of a
                                                                        message "limit": "nodes" or "levels", the argument that is exceeded

A NODE is {"k": class of the ast module, "at": [line, column, last line, end column], FIELD: VALUE, ...}: lines and columns count from 1, columns in
bytes of UTF-8, ends are exclusive; nodes without a place (arguments, comprehensions, with items) have no "at". A VALUE is the number of a node, a list
of those (null where there is none), {"s": text} for a name, or absent for None and empty lists. Operators are given by name: {"s": "Mult"}. A Constant
has "type" and "text": "float" with float.hex(), "int" in hexadecimal, "str" at most 200 characters, "bool", "none", "ellipsis", "complex", "bytes".
"""

import ast
import json
import sys

MOST_TEXT = 200
MOST_DIGITS = 400


def constant(value):
    if value is None:
        return "none", ""
    if value is Ellipsis:
        return "ellipsis", ""
    if isinstance(value, bool):
        return "bool", "1" if value else "0"
    if isinstance(value, int):
        return "int", hex(value) if value.bit_length() < 4 * MOST_DIGITS else ""
    if isinstance(value, float):
        return "float", value.hex()
    if isinstance(value, str):
        return "str", value if len(value) <= MOST_TEXT else ""
    return type(value).__name__, ""


def place(node):
    if getattr(node, "lineno", None) is None:
        return {}
    last, end = node.end_lineno or node.lineno, node.end_col_offset
    return {"at": [node.lineno, node.col_offset + 1, last, (node.col_offset if end is None else end) + 1]}


def operator(value):
    return isinstance(value, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context))


def children(node):
    for _, value in ast.iter_fields(node):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST) and not operator(each):
                yield each


def field(value, numbers):
    if isinstance(value, list):
        if value and all(operator(each) for each in value):
            return [{"s": type(each).__name__} for each in value]
        if value and all(isinstance(each, str) for each in value):
            return [{"s": each} for each in value]
        return [numbers[id(each)] if isinstance(each, ast.AST) else None for each in value]
    if operator(value):
        return {"s": type(value).__name__}
    if isinstance(value, ast.AST):
        return numbers[id(value)]
    return {"s": str(value)}


def entry(node, numbers):
    result = {"k": type(node).__name__, **place(node)}
    if isinstance(node, ast.Constant):
        result["type"], result["text"] = ({"s": text} for text in constant(node.value))
        return result
    for name, value in ast.iter_fields(node):
        if value is not None and value != [] and name not in ("ctx", "type_comment", "kind", "type_ignores"):
            result[name] = field(value, numbers)
    return result


class Refused(Exception):
    pass


def flattened(module, most_nodes, most_levels):
    """Entries of all nodes, operands first, without recursion."""
    numbers, entries, work = {}, [], [(module, 0, False)]
    while work:
        node, level, entered = work.pop()
        if entered:
            numbers[id(node)] = len(entries)
            entries.append(entry(node, numbers))
            continue
        if level > most_levels:
            raise Refused("levels", node)
        if len(entries) + len(work) > most_nodes:
            raise Refused("nodes", node)
        work.append((node, level, True))
        work.extend((child, level + 1, False) for child in children(node))
    return entries


def read(script, most_nodes, most_levels):
    try:
        return {"nodes": flattened(ast.parse(script), most_nodes, most_levels)}
    except SyntaxError as problem:
        return {"error": {"message": str(problem.msg), "line": problem.lineno or 0, "column": problem.offset or 0}}
    except Refused as problem:
        limit, node = problem.args
        return {"error": {"limit": limit, "line": getattr(node, "lineno", 0), "column": getattr(node, "col_offset", -1) + 1}}
    except (RecursionError, MemoryError):
        return {"error": {"message": "it is nested too deeply for Python's own parser", "line": 0, "column": 0}}
    except ValueError as problem:
        return {"error": {"message": str(problem), "line": 0, "column": 0}}


def main():
    import warnings

    warnings.simplefilter("ignore")
    tree = read(sys.stdin.buffer.read(), int(sys.argv[1]), int(sys.argv[2]))
    version = ".".join(str(part) for part in sys.version_info[:3])
    sys.stdout.write(json.dumps({"version": 1, "python": version, **tree}, separators=(",", ":")))


main()
