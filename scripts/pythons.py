"""Find a Python that Tether supports.

This file, and the scripts that use it, can be parsed by every Python since 2.7.
"""

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
    """Run `main` of a module next to this file, in this Python if it is supported, otherwise in one that is."""
    try:
        if not is_supported(sys.version_info) and not os.environ.pop(AGAIN, ""):
            python = find_python()
            if python:
                sys.exit(run_again_in(python))
            if sys.version_info[:2] < LEAST:
                sys.exit(how_to_install())
        os.environ.pop(AGAIN, "")
        sys.exit(__import__(module).main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        sys.exit(130)


def is_supported(version):
    # type: (Sequence[object]) -> bool
    """Return True if all parts of Tether, including the window, run on this version of Python."""
    return LEAST <= tuple(version[:2]) <= MOST


def how_to_install():
    # type: () -> str
    """Return a sentence that explains how to install a supported Python on this system."""
    if sys.platform == "win32":
        get = "install one from python.org, or with: winget install Python.Python.3.13"
    elif sys.platform == "darwin":
        get = "install one from python.org, or with: brew install python@3.13"
    else:
        get = "install one with your package manager (Debian 12 or newer, Ubuntu 24.04: sudo apt install python3 "
        get += "python3-venv), or with uv: uv python install 3.13"
    words = "Tether needs Python %d.%d to %d.%d; this is Python %d.%d, and no other was found: %s."
    return words % (LEAST + MOST + tuple(sys.version_info[:2]) + (get,))


def run_again_in(python):
    # type: (str) -> int
    """Run this script again in another Python, and return its exit code; Ctrl-C is left to that Python."""
    around = dict(os.environ)
    around[AGAIN] = "1"
    process = subprocess.Popen([python] + sys.argv, env=around)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def find_python():
    # type: () -> str
    """Return the path of a supported Python, or "" if there is none."""
    for command in candidate_commands():
        version = command_output(command + ["-I", "-c", ASK])
        if version.count(".") == 1 and is_supported([int(part) for part in version.split(".") if part.isdigit()]):
            path = command_output(command + ["-I", "-c", "import sys; print(sys.executable)"])
            if path:
                return path
    return ""


def candidate_commands():
    # type: () -> Iterator[list[str]]
    """Yield commands that may start a supported Python: of our environment, PATH, Windows' launcher, and uv."""
    ours = os.path.join(HOME, "Scripts" if os.name == "nt" else "bin", "python.exe" if os.name == "nt" else "python")
    if os.path.exists(ours):
        yield [ours]
    versions = ["%d.%d" % (MOST[0], minor) for minor in range(MOST[1], LEAST[1] - 1, -1)]
    for version in versions:
        for path in programs_on_path("python" + version):
            yield [path]
    if os.name == "nt":
        for path in programs_on_path("py"):
            for version in versions:
                yield [path, "-" + version]
    for path in programs_on_path("python3"):
        yield [path]
    for path in programs_on_path("uv"):
        for version in versions:
            python = command_output([path, "python", "find", "--no-config", "--no-project", "--system", version])
            if python:
                yield [python]


def programs_on_path(name):
    # type: (str) -> Iterator[str]
    """Yield the programs of this name in the folders of PATH, but not in the current folder."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, name + (".exe" if os.name == "nt" else ""))
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            yield path


def command_output(command):
    # type: (list[str]) -> str
    """Return the only line that a command prints, or "" if it fails.

    It runs in the folder of this file, into which nobody else writes.
    """
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=HERE
        )
        out = process.communicate()[0]
    except OSError:
        return ""
    return "" if process.returncode else out.decode("utf-8", "replace").strip()
