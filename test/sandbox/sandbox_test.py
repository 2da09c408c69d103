#!/usr/bin/env python3
"""No command and no environment makes the analysis run a program, write a file, connect, or print: under a record of its system calls.

  sandbox_test.py recorder | flags | environment | children | interpreter

recorder     the record itself shows what it has to show
flags        every option of the driver's table, in every context, with every hostile value; a random draw by default, all with FPORDER_FULL
environment  every variable that is read while commands of every context are analysed, with the same values
children     git and, for a Python script, an interpreter are the programs that are ever run, and they run and write nothing
interpreter  what the interpreter does that reads a Python script

FPORDER_CHECK, FPORDER_DRIVER_FLAGS and FPORDER_GETENV_RECORDER say where things are. Exit status: 0 nothing done, 1 something, 77 nothing can be recorded
here.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from commands import CONTEXTS, SOURCE, Yard, every_command, every_flag
from system_calls import recorded, recorder_works

CHECK = os.environ["FPORDER_CHECK"]
FULL = bool(os.environ.get("FPORDER_FULL"))
REDUCED_COMMANDS = 600
REDUCED_VARIABLES = 8
BATCH = 1000

# Read by drivers of clang and gcc in their main programs, or on other systems: tried whether or not a run asks for them.
KNOWN_VARIABLES = """CCC_OVERRIDE_OPTIONS QA_OVERRIDE_GCC3_OPTIONS COMPILER_PATH GCC_EXEC_PREFIX LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH
OBJC_INCLUDE_PATH OBJCPLUS_INCLUDE_PATH CLANG_CONFIG_PATH CLANG_CONFIG_FILE_SYSTEM_DIR CLANG_CONFIG_FILE_USER_DIR CLANG_NO_DEFAULT_CONFIG
CLANG_CRASH_DIAGNOSTICS_DIR CLANG_MODULE_CACHE_PATH CLANG_TOOLCHAIN_PROGRAM_TIMEOUT CC_PRINT_OPTIONS CC_PRINT_OPTIONS_FILE CC_PRINT_HEADERS
CC_PRINT_HEADERS_FILE CC_LOG_DIAGNOSTICS CC_LOG_DIAGNOSTICS_FILE CC_PRINT_PROC_STAT CC_PRINT_PROC_STAT_FILE SDKROOT ROCM_PATH HIP_PATH HIP_DEVICE_LIB_PATH
CUDA_PATH CUDA_HOME VCINSTALLDIR VCToolsInstallDir INCLUDE EXTERNAL_INCLUDE LIB CL _CL_ RC_DEBUG_OPTIONS RC_DEBUG_PREFIX_MAP LIBCLANG_TIMING
LIBCLANG_DISABLE_PCH_VALIDATION SOURCE_DATE_EPOCH SCE_ORBIS_SDK_DIR SCE_PROSPERO_SDK_DIR OFFLOAD_BUNDLER_VERBOSE AS_SECURE_LOG_FILE
DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES MACOSX_DEPLOYMENT_TARGET PATH HOME TMPDIR TMP TEMP XDG_CACHE_HOME XDG_CONFIG_HOME PWD LLVM_PROFILE_FILE
LLVM_SYMBOLIZER_PATH LLVM_DISABLE_CRASH_REPORT""".split()
# What says where the dynamic loader and the test's own recorder look is the caller's word.
OURS = ("LD_", "FPORDER_", "GCONV_PATH", "GLIBC_TUNABLES", "MALLOC_", "ASAN_", "UBSAN_", "LSAN_")


def analysed(yard, commands, environment=None):
    """Analyses all commands in one process; what it did that it should not have."""
    build = pathlib.Path(tempfile.mkdtemp(dir=yard.root, prefix="db"))
    (build / "compile_commands.json").write_text(json.dumps([yard.entry(*command) for command in commands]))
    report = build / "report.json"
    command = [CHECK, "--no-cache", "--no-config", "--quiet", "-p", str(build), f"--format=json:{report}", str(yard.source)]
    path = f"{yard.tools}:{os.environ.get('PATH', '/usr/bin:/bin')}"
    completed, acts = recorded(command, cwd=yard.root, env={**os.environ, "PATH": path, **(environment or {})})
    # The report is written beside and renamed.
    beside = str(report.parent / ".fporder-tmp-")
    wrong = [act for act in acts if not act[1].startswith((str(report), beside)) and act[1] not in ("/dev/null", "/dev/tty")]
    if completed.returncode not in (0, 1, 3) or not report.exists():
        wrong.append(("status", f"{completed.returncode}: {completed.stderr[-300:]}"))
    if completed.stdout:
        wrong.append(("standard output", repr(completed.stdout[:300])))
    if yard.mark.exists():
        yard.mark.unlink()
        wrong.append(("a tool ran", ""))
    return wrong


def guilty(yard, commands, environment=None):
    """The commands, by halves, that do what they should not, a few of them."""
    wrong = analysed(yard, commands, environment)
    if not wrong:
        return []
    if len(commands) == 1:
        return [(commands[0], wrong)]
    middle = len(commands) // 2
    found = guilty(yard, commands[:middle], environment)
    return found if len(found) > 3 else found + guilty(yard, commands[middle:], environment)


def shown(found):
    for command, wrong in found:
        print(f"  {command}: {wrong[:4]}")
    return 1 if found else 0


def try_flags(yard):
    flags = every_flag(os.environ["FPORDER_DRIVER_FLAGS"])
    commands = list(every_command(flags, yard.values))
    total = len(commands)
    if not FULL:
        seed = random.randrange(1 << 32)
        commands = random.Random(seed).sample(commands, REDUCED_COMMANDS)
        print(f"reduced: {len(commands)} of {total} commands, seed {seed} (FPORDER_FULL=1 tries all)")
    found = []
    for start in range(0, len(commands), BATCH):
        found += guilty(yard, commands[start : start + BATCH])
    print(f"{len(commands)} commands of {len(flags)} flags in {len(CONTEXTS)} contexts")
    return shown(found)


def variables_read(yard, commands):
    """Names of all variables that analysing the commands asks for."""
    log = yard.root / "variables"
    (yard.root / "compile_commands.json").write_text(json.dumps([yard.entry(*command) for command in commands]))
    environment = {**os.environ, "LD_PRELOAD": os.environ["FPORDER_GETENV_RECORDER"], "FPORDER_GETENV_LOG": str(log)}
    command = [CHECK, "--no-cache", "--no-config", "--quiet", "-p", str(yard.root), str(yard.source)]
    subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return set(log.read_text().split()) if log.exists() else set()


def try_environment(yard):
    own_headers = [("alone", ["-x", language, "--offload-arch=native"]) for language in ("cuda", "hip", "cl")]
    commands = [(context, []) for context in CONTEXTS] + own_headers
    read = variables_read(yard, commands)
    if "PATH" not in read and "CPATH" not in read:
        print(f"the record of variables is empty: {sorted(read)[:5]}")
        return 1
    names = sorted(name for name in read | set(KNOWN_VARIABLES) if not name.startswith(OURS))
    settings = [{name: value} for name in names for value in yard.values]
    if not FULL:
        settings = random.sample(settings, REDUCED_VARIABLES)
        print(f"reduced: {len(settings)} of {len(names) * len(yard.values)} settings of {len(names)} variables (FPORDER_FULL=1 tries all)")
    found = []
    for setting in settings:
        found += [((setting, command), wrong) for command, wrong in guilty(yard, commands, setting)]
    print(f"{len(settings)} settings of {len(names)} variables, {len(read)} of them read, in {len(CONTEXTS)} contexts")
    return shown(found)


def try_recorder(yard):
    """Programs that do what is looked for, one way each; the checker itself where it is asked to write or to run git."""
    ways = {
        "execve": ["sh", "-c", "true; /bin/true; :"],
        "openat": ["sh", "-c", f"echo > {yard.root}/w"],
        "connect": [sys.executable, "-c", "import socket; socket.socket(socket.AF_UNIX).connect_ex('/nowhere')"],
        "unlink": ["rm", f"{yard.root}/w"],
        "mkdir": ["mkdir", f"{yard.root}/d"],
        "rename": ["mv", f"{yard.root}/d", f"{yard.root}/e"],
    }
    failures = []
    for call, command in ways.items():
        _, acts = recorded(command, cwd=yard.root)
        if not any(act[0].startswith(call) for act in acts):
            failures.append((call, acts))
    _, acts = recorded([CHECK, "--no-cache", f"--export-fixes={yard.root}/fixes.yaml", str(yard.source)], cwd=yard.root)
    # Written beside and renamed: the record names the file beside it.
    if not any(act[0] == "rename" and "/.fporder-tmp-" in act[1] for act in acts):
        failures.append(("--export-fixes", acts))
    subprocess.run(["git", "init", "-q"], cwd=yard.root, check=True)
    _, acts = recorded([CHECK, "--no-cache", "--diff-base=HEAD", str(yard.source)], cwd=yard.root)
    if not any(act[0] == "execve" and act[1].endswith("/git") for act in acts):
        failures.append(("--diff-base", acts))
    for failure in failures:
        print(f"  not recorded: {failure}")
    print(f"{len(ways) + 2} acts recorded")
    return 1 if failures else 0


def try_children(yard):
    """With --diff-base and --pre-commit git runs, and nothing else: in a repository whose configuration names programs, with an index to refresh."""
    repository = yard.root / "repository"
    repository.mkdir()
    source = repository / "a.cpp"
    source.write_text(SOURCE)
    (repository / "compile_flags.txt").write_text("-DX\n")
    (repository / ".gitattributes").write_text("*.cpp filter=x diff=x\n")
    tool = yard.tools / "sh"
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "m"]):
        subprocess.run([*git, *words], cwd=repository, check=True)
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.process", "diff.x.textconv", "diff.x.command", "diff.external", "core.pager"):
        subprocess.run(["git", "config", key, str(tool)], cwd=repository, check=True)
    source.write_text("// more\n" + SOURCE + SOURCE.replace("f(", "g("))
    wrong = []
    for words in (["--diff-base=HEAD"], ["--diff-base=HEAD..."], ["--pre-commit", "a.cpp"], ["--pre-commit=full", "a.cpp"]):
        completed, acts = recorded([CHECK, "--no-cache", *words], cwd=repository)
        # What git prints goes to files in memory.
        acts = [act for act in acts if not act[1].startswith("/proc/self/fd/") and act[1] != "/dev/null"]
        others = [act for act in acts if act[0] != "execve" or pathlib.Path(act[1]).name != "git" or not pathlib.Path(act[1]).is_absolute()]
        print(f"{words}: {len(acts)} times git")
        if others or not acts or completed.returncode not in (0, 1) or yard.mark.exists():
            wrong.append((words, [*others, completed.stderr[-300:]]))
    return shown(wrong)


def try_interpreter(yard):
    """A Python script is read by one start of the interpreter: isolated, in a directory that is gone, from a hostile one; it opens nothing to write."""
    hostile = f"open({str(yard.mark)!r}, 'w')\n"
    for name in ("ast.py", "json.py", "sitecustomize.py", "golden.pth"):
        (yard.root / name).write_text(hostile)
    script = yard.root / "golden.py"
    script.write_text(f"import os\nos.system('touch {yard.mark}')\n{hostile}def f(x):\n    return x * 2 / 3\n")
    path = f"{yard.tools}:{os.environ.get('PATH', '/usr/bin:/bin')}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(yard.root), "PYTHONSTARTUP": str(yard.root / "ast.py"), "PYTHONINSPECT": "1"}
    completed, acts = recorded([CHECK, "--no-cache", "--dump-graph", str(script)], cwd=yard.root, env=environment)
    directory = re.compile(r"/tmp/fporder-empty-\w{6}$")
    starts = [act for act in acts if act[0] == "execve"]
    made = [act[0] for act in acts if directory.match(act[1])]
    others = [act for act in acts if act[0] != "execve" and not directory.match(act[1]) and act[1] not in ("/dev/null", "/dev/tty")]
    wrong = []
    if [act[1] for act in starts] != ["/usr/bin/python3"] or others or yard.mark.exists() or made != ["mkdir", "rmdir"]:
        wrong.append((starts, [*others, made]))
    if completed.returncode != 0 or b"x[i] * " not in completed.stdout:
        wrong.append(("graph", [completed.returncode, completed.stdout[-300:], completed.stderr[-300:]]))
    left = [name for name in os.listdir("/tmp") if directory.match("/tmp/" + name)]
    if left:
        wrong.append(("left behind", left))
    print(f"{len(starts)} start of an interpreter")
    return shown(wrong)


def main():
    if not recorder_works():
        print("strace is not installed or may not trace here: nothing is tried")
        return 77
    parts = {"recorder": try_recorder, "flags": try_flags, "environment": try_environment, "children": try_children, "interpreter": try_interpreter}
    with tempfile.TemporaryDirectory(prefix="fporder-sandbox-") as root:
        return parts[sys.argv[1]](Yard(pathlib.Path(root).resolve()))


if __name__ == "__main__":
    sys.exit(main())
