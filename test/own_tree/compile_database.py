"""The compile commands of our own sources, one for each source, though the build compiles sources of a folder together (FPORDER_UNITY)."""

import json
import pathlib
import re
import shlex


def apart(entry):
    """The entries of the sources that `entry` compiles: itself, or one for each source that a joint one includes."""
    joint = pathlib.Path(entry["file"])
    if not re.fullmatch(r"unity_.*\.cxx", joint.name):
        return [entry]
    sources = re.findall(r'^#include "(.*)"$', joint.read_text(), re.MULTILINE)
    return [{**entry, "file": source, "command": entry["command"].replace(shlex.quote(str(joint)), shlex.quote(source))} for source in sources]


def compiled(build, folders):
    """The first compile command of each source below one of `folders`, in order of the sources: a module for another LLVM compiles some again."""
    first = {}
    for written in json.loads((pathlib.Path(build) / "compile_commands.json").read_text()):
        for entry in apart(written):
            if any(pathlib.Path(entry["file"]).is_relative_to(folder) for folder in folders):
                first.setdefault(entry["file"], entry)
    return [first[file] for file in sorted(first)]
