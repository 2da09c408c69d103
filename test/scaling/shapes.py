"""The table of shapes: sources that grow in one direction each.

A generator takes the size and gives the source, or a map from file names to texts when the shape needs several files (the first is the one that is
checked). What a size counts, statements, members, levels of nesting, is the shape's own matter; the source must grow in proportion to it.
"""

import dataclasses
from collections.abc import Callable

import control_shapes
import dialect_shapes
import expression_shapes
import memory_shapes
import report_shapes
import unit_shapes


@dataclasses.dataclass(frozen=True)
class Shape:
    name: str
    generate: Callable
    suffix: str = ".cpp"
    flags: tuple = ()  # of the compile command
    options: tuple = ()  # of the check; {output} is a file to write to
    start: int = 64  # the size that the doubling begins with
    small: int = 400  # the larger of the two sizes of the reduced run
    most: int = 1 << 22  # a size that the language or the compiler allows no more than
    beside_clang: bool = False  # Clang's own time grows faster than the source: that of -fsyntax-only is subtracted


DEEP = ("-fbracket-depth=1000000",)
DEEPEST = 1 << 17  # parentheses inside each other that Clang's parser gets through on the stack that a check has


def table():
    return [
        # Control flow.
        Shape("branches", control_shapes.branches, small=1600),
        Shape("branches, early returns", control_shapes.guards, small=1600),
        Shape("branches, else if", control_shapes.else_ifs, small=800),
        Shape("ternary operators in sequence", control_shapes.ternary_sequence, small=1600),
        Shape("ternary operators in a chain", control_shapes.ternary_chain, flags=DEEP, small=1600),
        Shape("ternary operators as conditions", control_shapes.ternary_conditions, flags=DEEP, small=800),
        Shape("switch cases", control_shapes.switch_cases, small=1600),
        Shape("switch in a loop", control_shapes.switch_in_loop, small=400),
        Shape("goto ladder", control_shapes.gotos, small=800),
        Shape("blocks nested", control_shapes.nested_blocks, small=1600),
        Shape("ifs nested", control_shapes.nested_ifs, small=800),
        Shape("loops nested", control_shapes.nested_loops, flags=DEEP, start=8, small=16, most=128),
        Shape("nests of loops in sequence", control_shapes.nested_loops_in_sequence, small=400),
        Shape("loops in sequence", control_shapes.sequential_loops, small=400),
        Shape("statements in a loop", control_shapes.loop_statements, small=400),
        Shape("accumulators in a loop", control_shapes.accumulators, small=400),
        Shape("branches in a loop", control_shapes.loop_branches, small=400),
        Shape("while loops with breaks", control_shapes.while_breaks, small=200),
        Shape("loops unrolled", control_shapes.unrolled, small=1600),
        # Expressions.
        Shape("sum of many terms", expression_shapes.long_sum, small=1600),
        Shape("product nested to the left", expression_shapes.left_product, small=1600),
        Shape("product nested to the right", expression_shapes.right_product, flags=DEEP, small=1600, most=DEEPEST),
        Shape("quotients in a chain", expression_shapes.quotients, small=1600),
        Shape("parentheses nested", expression_shapes.parentheses, flags=DEEP, small=3200, most=DEEPEST),
        Shape("temporaries used once", expression_shapes.temporaries, small=1600),
        Shape("temporary used often", expression_shapes.one_temporary, small=1600),
        Shape("temporaries used twice", expression_shapes.doubling, small=1600),
        Shape("polynomial, Horner", expression_shapes.horner, flags=DEEP, small=1600, most=DEEPEST),
        Shape("polynomial, expanded", expression_shapes.expanded_polynomial, start=4096, small=20_000),
        Shape("matrix product written out", expression_shapes.matrix, start=64, small=800),
        Shape("calls nested", expression_shapes.nested_calls, small=800),
        Shape("sums of an accumulator", expression_shapes.accumulator, small=1600),
        # Memory.
        Shape("values kept over unseen calls", memory_shapes.unseen_calls, small=200),
        Shape("local objects that escape", memory_shapes.escaping_locals, small=200),
        Shape("struct members", memory_shapes.members, small=800),
        Shape("array of structs", memory_shapes.array_of_structs, small=800),
        Shape("class of fields and methods", memory_shapes.fields_and_methods, small=400),
        Shape("structs nested", memory_shapes.nested_structs, small=400),
        Shape("stores through pointers", memory_shapes.pointer_stores, small=800),
        Shape("stores to one array", memory_shapes.array_stores, small=1600),
        Shape("stores at unknown indices", memory_shapes.unknown_indices, small=800),
        Shape("globals written", memory_shapes.globals_written, small=800),
        Shape("reductions", memory_shapes.reductions, small=400),
        Shape("branches that store", memory_shapes.branching_stores, small=800),
        Shape("pointers found anew in a loop", memory_shapes.found_anew, small=800),
        Shape("streams in nested loops", memory_shapes.streams, small=800),
        Shape("branches that leave an iteration", memory_shapes.leaving, small=400),
        Shape("vectors of the library", memory_shapes.containers, small=200),
        # Units.
        Shape("functions", unit_shapes.functions, small=1600),
        Shape("calls of one function", unit_shapes.inlined_calls, small=800),
        Shape("calls in a chain", unit_shapes.call_chain, small=800),
        Shape("calls that branch out", unit_shapes.call_tree, small=400),
        Shape("calls that recur", unit_shapes.recursion, small=800),
        Shape("instantiations of a template", unit_shapes.instantiations, small=400),
        Shape("members of a dependent base", unit_shapes.dependent_members, small=400),
        Shape("lambdas", unit_shapes.lambdas, small=400),
        Shape("headers", unit_shapes.headers, small=800),
        Shape("macro of many statements", unit_shapes.macro, small=1600),
        Shape("names that grow", unit_shapes.long_names, start=4096, small=100_000),
        Shape("overloaded operators", unit_shapes.operators, small=400),
        # Dialects.
        Shape("OpenMP loops", dialect_shapes.openmp, flags=("-fopenmp",), small=200),
        Shape("OpenMP clauses", dialect_shapes.openmp_clauses, flags=("-fopenmp",), small=200, beside_clang=True),
        Shape("SIMD intrinsics", dialect_shapes.simd, flags=("-mavx2",), small=800),
        Shape("AscendC buffer calls", dialect_shapes.ascendc, small=400),
        Shape("CUDA shuffles", dialect_shapes.cuda, suffix=".cu", small=400),
        Shape("OpenCL statements", dialect_shapes.opencl, suffix=".cl", small=800),
        Shape("C complex numbers", dialect_shapes.complex_numbers, suffix=".c", small=400),
        # Reports.
        Shape("findings on one line", report_shapes.one_line, small=800),
        Shape("suppressed findings", report_shapes.suppressed, small=800),
        Shape("findings, text", report_shapes.findings, options=("--remarks=all", "--format=text:{output}",), small=800),
        Shape("findings, json", report_shapes.findings, options=("--format=json:{output}",), small=800),
        Shape("findings, sarif", report_shapes.findings, options=("--format=sarif:{output}",), small=800),
        Shape("findings, html", report_shapes.findings, options=("--format=html:{output}",), small=800),
        Shape("findings, github", report_shapes.findings, options=("--format=github:{output}",), small=800),
        Shape("findings, junit", report_shapes.findings, options=("--format=junit:{output}",), small=800),
        Shape("findings, baseline", report_shapes.findings, options=("--write-baseline={output}",), small=800),
        Shape("findings on one line, sarif", report_shapes.one_line, options=("--format=sarif:{output}",), small=800),
        Shape("findings on one line, html", report_shapes.one_line, options=("--format=html:{output}",), small=800),
        Shape("findings, measured", report_shapes.findings, options=("--measure", "--samples=1000"), start=64, small=64),
    ]
