"""First module that runs on the guest's computer: it rejects an unsuitable Python with one sentence.

It can be parsed by every Python since 2.7. If another Python of a suitable version is installed, that one is used.
"""

import json
import os
import subprocess
import sys

AGAIN = "TETHER_PYTHON_CHOSEN"
"""Environment variable that is set for the Python that was found, so that the search ends."""


def start():
    # type: () -> None
    """Run the bootstrap with a Python of a suitable version, or exit with a message."""
    try:
        manifest = json.loads(__loader__.get_data("manifest.json").decode("utf-8"))  # type: ignore
        wanted = tuple(manifest["system"][2:4])
    except Exception:
        sys.exit("This file is incomplete, or it was changed. Fetch it again, and compare its number.")
    try:
        if tuple(sys.version_info[:2]) == wanted:
            sys.exit(__import__("bootstrap").main(sys.argv[1:], manifest))
        command = [] if os.environ.get(AGAIN) else other_python(wanted)
        if command:
            process = subprocess.Popen(command + sys.argv, env=dict(os.environ, **{AGAIN: "1"}))
            while True:
                try:
                    sys.exit(process.wait())
                except KeyboardInterrupt:
                    continue
    except KeyboardInterrupt:
        sys.exit("\nstopped")
    words = "This file is for Python %d.%d. This is Python %d.%d, and no other was found here. "
    words += "Ask the host for a file for your Python, or for a program without Python."
    sys.exit(words % (wanted + tuple(sys.version_info[:2])))


def other_python(wanted):
    # type: (tuple[int, ...]) -> list[str]
    """Return a command that starts a Python of a wanted version, or [] if there is none."""
    version = "%d.%d" % wanted
    for command in (["python" + version], ["py", "-" + version]):
        try:
            process = subprocess.Popen(
                command + ["-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            if process.communicate()[0].decode("utf-8", "replace").strip() == version:
                return command
        except OSError:
            continue
    return []


if __name__ == "__main__":
    start()
