"""Download page for a guest without Tether: three steps for each system, and no script.

The page shows no number: anybody on the network could change the page, so the number is only on the host's screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lobby.hand_out.bundle import Handout

HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tether for guests</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:44em;margin:2em auto;padding:0 1em;color:#16202c;background:#f6f4ee}
h1{font-size:1.6em}h2{font-size:1.15em;margin:1.6em 0 .2em}a{color:#0b5c8a;font-weight:600}
code{background:#e7e3d8;padding:.1em .35em;border-radius:3px;overflow-wrap:anywhere}li{margin:.5em 0}
</style></head><body>
"""
FOOT = "</body></html>\n"
HASHES = {"Linux": "sha256sum {}", "macOS": "shasum -a 256 {}", "Windows": "certutil -hashfile {} SHA256"}
"""Command that prints the SHA-256 of a file, by system."""


def make_page(handouts: Sequence[Handout], room: str = "") -> bytes:
    """Return the page for these files; `room` is the address of the room, or "" without a room."""
    parts = [HEAD, "<h1>Play Tether</h1>\n<p>Open this page on the computer that you want to play on. "]
    parts.append("You run the program of the person who gave you this address, so trust that person.</p>\n")
    for one in handouts:
        parts.append(_system_steps(one, room))
    parts.append("<p>Is your system missing? Ask the host: files for other systems have to be prepared.</p>\n")
    return "".join([*parts, FOOT]).encode("utf-8")


def _system_steps(one: Handout, room: str) -> str:
    system = one.title.partition(" ")[0]
    name, size = escape(one.name), f"{len(one.data) / 1e6:.0f} MB"
    check = HASHES.get(system, HASHES["Linux"]).format(name)
    steps = [
        f'Save <a href="/{name}">{name}</a> ({size}).',
        f"In a terminal, in the folder of the file, run <code>{check}</code>. Compare the first 20 digits with the "
        "screen of the host. If they differ, stop: somebody has changed the file.",
        _start_command(one, system, room),
    ]
    return f"<h2>{escape(one.title)}</h2>\n<ol>{''.join(f'<li>{step}</li>' for step in steps)}</ol>\n"


def _start_command(one: Handout, system: str, room: str) -> str:
    words = f"{escape(one.name)}{f' {escape(room)}' if room else ''}"
    if one.needs_python:
        python = "py" if system == "Windows" else "python3"
        return f"Run <code>{python} {words}</code>. It installs Tether for you alone, and needs no internet."
    return "Unpack it, and start the program <code>tether</code> in it. It needs no Python."


def make_sentence_page(title: str, words: str) -> bytes:
    """Return a page that consists of one sentence."""
    body = f'<h1>{escape(title)}</h1>\n<p>{escape(words)} <a href="/">Back</a></p>\n'
    return f"{HEAD}{body}{FOOT}".encode()
