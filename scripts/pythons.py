"""Find a Python that Tether supports. This file, and the scripts that use it, parse on every Python since 2.7."""

import os
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence  # noqa: F401 - in type comments, which every Python reads over

LEAST = (3, 11)
MOST = (3, 13)
"""The newest Python for which the libraries of the window have wheels; the terminal needs no upper limit."""
HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.join(os.path.dirname(HERE), ".venv")
ASK = "import sys; print('%d.%d' % sys.version_info[:2])"
AGAIN = "TETHER_PYTHON_CHOSEN"
"""Variable that is set for the Python that was found, so that the search ends."""


def start(module):
    # type: (str) -> None
    """Run `main` of a module beside this one, in this Python or, where it does not fit, in one that does."""
    try:
        if not fits(sys.version_info) and not os.environ.pop(AGAIN, ""):
            python = found()
            if python:
                sys.exit(handed_on(python))
            if sys.version_info[:2] < LEAST:
                sys.exit(sentence())
        os.environ.pop(AGAIN, "")
        sys.exit(__import__(module).main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        sys.exit(130)


def fits(version):
    # type: (Sequence[object]) -> bool
    """Return True if everything of Tether, the window included, runs on this version of Python."""
    return LEAST <= tuple(version[:2]) <= MOST


def sentence():
    # type: () -> str
    """Return how to get a Python for this system, in one sentence."""
    if sys.platform == "win32":
        get = "install one from python.org, or with: winget install Python.Python.3.13"
    elif sys.platform == "darwin":
        get = "install one from python.org, or with: brew install python@3.13"
    else:
        get = "install one with your package manager (Debian 12 or newer, Ubuntu 24.04: sudo apt install python3 "
        get += "python3-venv), or with uv: uv python install 3.13"
    words = "Tether needs Python %d.%d to %d.%d; this is Python %d.%d, and no other was found: %s."
    return words % (LEAST + MOST + tuple(sys.version_info[:2]) + (get,))


def handed_on(python):
    # type: (str) -> int
    """Run this script again in another Python; return its exit code. Ctrl-C is for that one."""
    around = dict(os.environ)
    around[AGAIN] = "1"
    process = subprocess.Popen([python] + sys.argv, env=around)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def found():
    # type: () -> str
    """Return the path of a Python that fits, or ""."""
    for command in candidates():
        version = answer(command + ["-I", "-c", ASK])
        if version.count(".") == 1 and fits([int(part) for part in version.split(".") if part.isdigit()]):
            path = answer(command + ["-I", "-c", "import sys; print(sys.executable)"])
            if path:
                return path
    return ""


def candidates():
    # type: () -> Iterator[list[str]]
    """Yield commands that may start a Python that fits: our environment, the path, Windows' launcher, and uv."""
    ours = os.path.join(HOME, "Scripts" if os.name == "nt" else "bin", "python.exe" if os.name == "nt" else "python")
    if os.path.exists(ours):
        yield [ours]
    versions = ["%d.%d" % (MOST[0], minor) for minor in range(MOST[1], LEAST[1] - 1, -1)]
    for version in versions:
        for path in on_path("python" + version):
            yield [path]
    if os.name == "nt":
        for path in on_path("py"):
            for version in versions:
                yield [path, "-" + version]
    for path in on_path("python3"):
        yield [path]
    for path in on_path("uv"):
        for version in versions:
            python = answer([path, "python", "find", "--no-config", "--no-project", "--system", version])
            if python:
                yield [python]


def on_path(name):
    # type: (str) -> Iterator[str]
    """Yield the programs of this name in the folders of PATH; never those in the current folder."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, name + (".exe" if os.name == "nt" else ""))
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            yield path


def answer(command):
    # type: (list[str]) -> str
    """Return the only line that a command prints; "" if it fails. It runs in our folder, which nobody else fills."""
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=HERE
        )
        out = process.communicate()[0]
    except OSError:
        return ""
    return "" if process.returncode else out.decode("utf-8", "replace").strip()
