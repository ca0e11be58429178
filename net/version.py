"""Tether's version, in this one place: the installed program, the package and the menu say this."""

VERSION = "0.1.0"
