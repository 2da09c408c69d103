"""What a process and its children did to the machine, from a record of their system calls (strace, so that direct calls are seen as well)."""

import re
import shutil
import subprocess
import tempfile

TRACED = (
    "execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat,mknod,"
    "mknodat,truncate,chmod,fchmod,fchmodat,chown,fchown,fchownat,lchown,connect,bind,sendto,sendmsg,ptrace,mount,kill"
)
CALL = re.compile(r"^(?:\d+\s+)?(\w+)\((.*)$", re.DOTALL)
WRITES = re.compile(r"O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def recorder_works():
    """strace is installed and may trace here."""
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"], check=False, capture_output=True).returncode == 0


def acts_in(record):
    """(call, path or text) of every call in the record that runs a program, writes, or speaks to another process; refused ones too."""
    acts = []
    for line in record.splitlines():
        match = CALL.match(line)
        if not match or "resumed>" in line:
            continue
        call, rest = match.groups()
        if call in ("open", "openat", "openat2") and not WRITES.search(QUOTED.sub("", rest)):
            continue
        quoted = QUOTED.findall(rest)
        acts.append((call, quoted[0] if quoted else rest))
    return acts


def recorded(command, **options):
    """Runs the command; (completed process, acts), the command's own start left out."""
    with tempfile.NamedTemporaryFile(prefix="fporder-calls-", mode="r", errors="replace") as record:
        traced = [shutil.which("strace"), "-f", "-qq", "--seccomp-bpf", "-s", "4096", "-e", f"trace={TRACED}", "-e", "signal=none", "-o", record.name, *command]
        completed = subprocess.run(traced, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        acts = acts_in(record.read())
    return completed, acts[1:]
