"""Tether's version, defined only here: the installed program, the package and the menu use it."""

from __future__ import annotations

import re

VERSION = "0.1.0"
PROTOCOL = 2
"""Number of the protocol of a match (docs/internals/protocol.md): seat cards and genesis begin with it."""

_A_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}", re.ASCII)


def is_version(text: object) -> bool:
    """Return True if the text has the form of a version: "0.1.0"."""
    return type(text) is str and _A_VERSION.fullmatch(text) is not None


def protocol_words(number: object) -> str:
    """Say which Tether has written something under another number of the protocol.

    >>> protocol_words(1), protocol_words(PROTOCOL + 1)
    ('written by an older Tether (protocol 1)', 'written by a newer Tether (protocol 3)')
    >>> protocol_words("x")
    'of no version of the protocol that there is'
    """
    if type(number) is not int or number < 1:
        return "of no version of the protocol that there is"
    return f"written by {'an older' if number < PROTOCOL else 'a newer'} Tether (protocol {number})"


def describe_version(other: str) -> str:
    """Describe a version relative to this program's; a file's own statement of it is not signed.

    >>> describe_version("0.0.9"), describe_version("0.10")
    ('those of Tether 0.0.9, which is older', 'those of Tether 0.10, which is newer')
    >>> describe_version(VERSION)
    'those of another build of Tether 0.1.0'
    """
    age = relative_age(other)
    return f"those of Tether {other}, which is {age}" if age else f"those of another build of Tether {other}"


def relative_age(other: str) -> str:
    """Return "older" or "newer" for a version relative to this program's; "" if it is the same.

    >>> relative_age("0.0.9"), relative_age("0.10"), relative_age(VERSION)
    ('older', 'newer', '')
    """
    here, there = (tuple(map(int, version.split("."))) for version in (VERSION, other))
    return "" if here == there else "older" if there < here else "newer"
