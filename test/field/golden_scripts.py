#!/usr/bin/env python3
"""How much of golden scripts is understood: Python files that hold or make the reference of a kernel.

  golden_scripts.py --check PROGRAM [--functions REGEX] [--reasons N] [--list] FILE...

Counted are the statements on the slice of what a function gives: assignments, changes in place and returned expressions that what it returns, saves or compares
depends on. The slice is taken from Python's own syntax tree here, by names and whatever the order of statements, so that what the program does not follow cannot
hide what stands before it. A statement is understood when the program's graphs of the functions that count name nothing in it as not analysed, neither in its
own function nor where that is called; a loop or choice that they name takes all statements inside with it. Functions are those whose names match REGEX, and
functions of the file that they call; where none matches, all and the top level. What others, tests and benchmarks, call them with does not count.

One line a file: understood, statements, per cent, file; then all together and the most frequent reasons. Exit status: 0; 1 when the checker crashed.
"""

import argparse
import ast
import collections
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
GOLDEN = r"^(?!test)(\w*_)?(ref|reference|golden|naive|torch_ref)(_\w*)?$"
SAVERS = {"tofile", "save", "savetxt", "savez", "savez_compressed"}
COMPARERS = {"assert_allclose", "assert_array_almost_equal", "assert_almost_equal", "assert_close", "allclose", "isclose", "array_equal"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)
MISSING = "the function has no graph"


def statements(body):
    """All statements of a function, those of functions inside of it aside."""
    for statement in body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            continue
        yield statement
        for field in ("body", "orelse", "finalbody"):
            yield from statements(getattr(statement, field, []))
        for handler in getattr(statement, "handlers", []):
            yield from statements(handler.body)


def names(node):
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if node is not None else set()


def bases(target):
    """Names that an assignment to `target` changes."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return set().union(*map(bases, target.elts)) if target.elts else set()
    while isinstance(target, (ast.Attribute, ast.Subscript, ast.Starred)):
        target = target.value
    return {target.id} if isinstance(target, ast.Name) else set()


def called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""


def changes(statement):
    """(names that are changed, names that they then depend on) of a statement that computes; None for others."""
    if isinstance(statement, ast.Assign):
        return set().union(*map(bases, statement.targets)), names(statement.value) | set().union(*map(names, statement.targets))
    if isinstance(statement, (ast.AnnAssign, ast.AugAssign)) and statement.value is not None:
        return bases(statement.target), names(statement.value) | names(statement.target)
    if isinstance(statement, ast.Expr) and isinstance(call := statement.value, ast.Call):
        if isinstance(call.func, ast.Attribute) and (call.func.attr.endswith("_") or call.func.attr in ("append", "extend")):
            return bases(call.func.value), names(call)
        out = [keyword.value for keyword in call.keywords if keyword.arg == "out"]
        if out:
            return bases(out[0]), names(call)
    return None


def roots(statement):
    """What a statement returns, saves or compares."""
    if isinstance(statement, ast.Return):
        return names(statement.value)
    found = set()
    if not isinstance(statement, COMPOUND):
        for call in (each for each in ast.walk(statement) if isinstance(each, ast.Call)):
            if called(call) in SAVERS | COMPARERS:
                found |= names(call)
    return found


def controls(body, above=frozenset()):
    """For each statement, by its identity, the names that decide whether it runs."""
    result = {}
    for statement in body:
        result[id(statement)] = above
        header = above
        if isinstance(statement, (ast.If, ast.While)):
            header = above | names(statement.test)
        elif isinstance(statement, ast.For):
            header = above | names(statement.iter)
        for field in ("body", "orelse", "finalbody"):
            result.update(controls(getattr(statement, field, []), header))
        for handler in getattr(statement, "handlers", []):
            result.update(controls(handler.body, header))
    return result


def loop_targets(all_statements):
    for each in all_statements:
        if isinstance(each, ast.For):
            yield bases(each.target), names(each.iter)


def slice_of(body):
    all_statements = list(statements(body))
    decided = controls(body)
    relevant = set().union(*map(roots, all_statements)) if all_statements else set()
    computing = [(each, changed) for each in all_statements if (changed := changes(each))]
    targets = list(loop_targets(all_statements))
    while True:
        before = len(relevant)
        for each, (changed, needed) in computing:
            if changed & relevant:
                relevant |= needed | decided.get(id(each), frozenset())
        for changed, needed in targets:
            if changed & relevant:
                relevant |= needed
        if len(relevant) == before:
            break
    plain = (ast.Name, ast.Constant)
    returned = [
        each for each in all_statements if isinstance(each, ast.Return) and each.value is not None
        and not isinstance(each.value, plain) and not (isinstance(each.value, ast.Tuple) and all(isinstance(part, plain) for part in each.value.elts))
    ]
    return [each for each, (changed, _) in computing if changed & relevant] + returned, all_statements


def functions_of(tree):
    """(name, definition) of all functions, whatever they stand in."""
    return [(each.name, each) for each in ast.walk(tree) if isinstance(each, FUNCTIONS)]


def chosen(tree, pattern):
    every = functions_of(tree)
    wanted = [each for name, each in every if re.search(pattern, name)]
    if not wanted:
        return [each for _, each in every if not each.name.startswith("test")] + [tree]
    index = 0
    while index < len(wanted):
        reached = {call.func.id for call in ast.walk(wanted[index]) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
        wanted += [each for name, each in every if name in reached and each not in wanted]
        index += 1
    return wanted


def unanalysed(program, file):
    """Places that are named as not analysed, by the name of the function that has the graph and by line; None where there is no answer."""
    environment = {**os.environ, "FPORDER_NO_CACHE": "1", "NO_COLOR": "1"}
    done = subprocess.run([*program, "--dump-graph", file], env=environment, capture_output=True, timeout=120)
    text = done.stdout.decode("utf-8", "replace")
    graphs, places = {}, {}
    for line in text.splitlines():
        if line.startswith("procedure "):
            places = graphs.setdefault(line.split()[1].split(".")[-1], {})
        elif found := re.match(r"  unanalysed (\d+):(\d+) ('.*'): (.*)", line):
            places.setdefault(int(found[1]), []).append((int(found[2]), found[4]))
    return graphs if done.returncode in (0, 1, 3) else None


def reason(statement, above, places):
    """Why a statement is not understood; empty where it is."""
    for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
        for _, why in places.get(line, []):
            return why
    for compound in above:
        for column, why in places.get(compound.lineno, []):
            if column == compound.col_offset + 1:
                return why
    return ""


def enclosing(body, above=()):
    result = {}
    for statement in body:
        result[id(statement)] = above
        for field in ("body", "orelse", "finalbody"):
            result.update(enclosing(getattr(statement, field, []), (*above, statement)))
        for handler in getattr(statement, "handlers", []):
            result.update(enclosing(handler.body, (*above, statement)))
    return result


def measured(program, file, pattern):
    """[(line, why or '')] of all statements on the slices; None when the program did not answer."""
    with open(file, encoding="utf-8") as script:
        tree = ast.parse(script.read())
    graphs = unanalysed(program, file)
    if graphs is None:
        return None
    result = {}
    functions = chosen(tree, pattern)
    places = {}
    for name in {"<module>" if isinstance(function, ast.Module) else function.name for function in functions}:
        for line, found in graphs.get(name, {}).items():
            places.setdefault(line, []).extend(found)
    for function in functions:
        on_slice, _ = slice_of(function.body)
        around = enclosing(function.body)
        for statement in on_slice:
            known = isinstance(function, ast.Module) or function.name in graphs
            result[statement.lineno, statement.col_offset] = reason(statement, around[id(statement)], places) if known else MISSING
    return [(line, why) for (line, _), why in sorted(result.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, help="the program; may be several words")
    parser.add_argument("--functions", default=GOLDEN)
    parser.add_argument("--reasons", type=int, default=12)
    parser.add_argument("--list", action="store_true", help="every statement that is not understood")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    total = understood = 0
    crashed, reasons = False, collections.Counter()
    for file in arguments.files:
        found = measured(arguments.check.split(), file, arguments.functions)
        if found is None:
            crashed = True
            print(f"       no answer     {file}", flush=True)
            continue
        good = sum(not why for _, why in found)
        total, understood = total + len(found), understood + good
        print(f"{good:5} {len(found):5} {100.0 * good / len(found) if found else 100.0:6.1f} %  {file}", flush=True)
        for line, why in found:
            if why:
                reasons[re.sub(r"'[^']*'", "'...'", why) if not why.endswith("has no model") else why] += 1
                if arguments.list:
                    print(f"                       {line}: {why}")
    print(f"{understood:5} {total:5} {100.0 * understood / total if total else 100.0:6.1f} %  all")
    for why, count in reasons.most_common(arguments.reasons):
        print(f"{count:5}  {why}")
    return 1 if crashed else 0


if __name__ == "__main__":
    sys.exit(main())
