"""Compile commands that ask for everything that a driver can be asked for."""

import itertools
import pathlib
import subprocess

SOURCE = "float f(float a, float b, float c) { return a * b / c; }\n"

# Names that drivers look for; all of them leave a file behind when they run.
TOOLS = """amdgpu-arch nvptx-arch offload-arch rocm_agent_enumerator rocminfo hipconfig ptxas fatbinary nvlink ld ld.lld lld lld-link link.exe cl.exe as gcc g++
cc1 cc1plus collect2 clang clang++ clang-cl clang-offload-bundler clang-offload-packager clang-linker-wrapper llvm-link llc opt llvm-as spirv-link llvm-spirv
spirv-as xcrun xcode-select dsymutil lipo wasm-opt wasm-ld objcopy llvm-objcopy llvm-ar ar armasm hexagon-link ve-ld dxv flang gfortran python3 sh""".split()

# What stands before the flag, and the source's language. "@file", "--config" and "-Xclang" wrap the flag itself.
CONTEXTS = {
    "alone": [],
    "amdgcn": ["--target=amdgcn-amd-amdhsa", "-mcpu=native"],
    "nvptx": ["--target=nvptx64-nvidia-cuda", "-march=native"],
    "spirv": ["--target=spirv64-amd-amdhsa"],
    # With a toolkit, of hostile tools and no headers: our own headers take 80 ms to parse.
    "cuda": ["-x", "cuda", "--offload-arch=native", "--cuda-path={tools}", "-nocudainc", "-nocudalib"],
    "hip": ["-x", "hip", "--offload-arch=native", "--rocm-path={tools}", "-nogpuinc", "-nogpulib"],
    "openmp": ["-fopenmp", "-fopenmp-targets=amdgcn-amd-amdhsa,nvptx64-nvidia-cuda", "--offload-arch=native"],
    "darwin": ["--target=arm64-apple-macos"],
    "msvc": ["--driver-mode=cl", "--target=x86_64-pc-windows-msvc"],
    "wasm": ["--target=wasm32-wasi"],
    "@file": [],
    "--config": [],
    "-Xclang": [],
}


class Yard:
    """A directory with hostile tools, an existing file, and sources."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.mark = self.root / "RAN"
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for name in TOOLS:
            tool = self.tools / name
            tool.write_text(f"#!/bin/sh\ntouch '{self.mark}'\necho gfx900\n")
            tool.chmod(0o755)
        self.existing = self.root / "existing.h"
        self.existing.write_text("#define EXISTING 1\n")
        self.values = [str(self.tools / "amdgpu-arch"), str(self.tools), str(self.existing), "native", ""]
        self.source = self.root / "a.cpp"
        self.source.write_text(SOURCE)
        self.files = itertools.count()

    def command(self, context, words):
        """A compiler command from the hostile directory."""
        if context in ("@file", "--config"):
            file = self.root / f"flags{next(self.files)}"
            file.write_text(" ".join("'" + word + "'" for word in words) + "\n")
            words = [f"@{file}"] if context == "@file" else [f"--config={file}"]
        elif context == "-Xclang":
            words = [each for word in words for each in ("-Xclang", word)]
        before = [word.replace("{tools}", str(self.tools)) for word in CONTEXTS[context]]
        return [str(self.tools / "clang++"), *before, *words, "-c", str(self.source)]

    def entry(self, context, words):
        return {"directory": str(self.root), "file": str(self.source), "arguments": self.command(context, words)}


def spellings(name, kind, value):
    """The ways to write an option with a value."""
    if kind == "none":
        return [[name]]
    if kind == "joined":
        return [[name + value]]
    if kind == "separate":
        return [[name, value]]
    if kind == "either":
        return [[name + value], [name, value]]
    if kind == "both":
        return [[name + value, value], [name + "amdgcn-amd-amdhsa", value]]
    return [[name, *[value] * int(kind)]]


def every_flag(program):
    """(name, kind) of every option that the driver's table has."""
    lines = subprocess.run([program], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    return [tuple(line.split("\t")) for line in lines]


def every_command(flags, values):
    """(context, words) of every flag in every context with every value."""
    for context, (name, kind) in itertools.product(CONTEXTS, flags):
        for value in values[:1] if kind == "none" else values:
            for words in spellings(name, kind, value):
                yield context, words
