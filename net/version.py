"""Tether's version, defined only here: the installed program, the package and the menu use it."""

from __future__ import annotations

import re

VERSION = "0.1.0"
PROTOCOL = 2
"""Version of the match protocol (docs/internals/protocol.md), with which seat cards and genesis begin."""

_A_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}", re.ASCII)


def is_version(text: object) -> bool:
    """Return True if the text has the form of a version: "0.1.0"."""
    return type(text) is str and _A_VERSION.fullmatch(text) is not None


def protocol_words(number: object) -> str:
    """Return words that say if an older or a newer Tether has written data of this protocol version.

    >>> protocol_words(1), protocol_words(PROTOCOL + 1)
    ('written by an older Tether (protocol 1)', 'written by a newer Tether (protocol 3)')
    >>> protocol_words("x")
    'of no version of the protocol that there is'
    """
    if type(number) is not int or number < 1:
        return "of no version of the protocol that there is"
    return f"written by {'an older' if number < PROTOCOL else 'a newer'} Tether (protocol {number})"


def describe_version(other: str) -> str:
    """Return words that say if rules are those of an older, a newer or another build of Tether.

    The version that a file names is not signed.

    >>> describe_version("0.0.9"), describe_version("0.10")
    ('those of Tether 0.0.9, which is older', 'those of Tether 0.10, which is newer')
    >>> describe_version(VERSION)
    'those of another build of Tether 0.1.0'
    """
    age = relative_age(other)
    return f"those of Tether {other}, which is {age}" if age else f"those of another build of Tether {other}"


def relative_age(other: str) -> str:
    """Return "older" or "newer" for a version relative to this program's; "" if both are the same.

    >>> relative_age("0.0.9"), relative_age("0.10"), relative_age(VERSION)
    ('older', 'newer', '')
    """
    here, there = (tuple(map(int, version.split("."))) for version in (VERSION, other))
    return "" if here == there else "older" if there < here else "newer"
