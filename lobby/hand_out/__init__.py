"""Handing Tether to a guest who lacks it: one file over plain HTTP, without internet (docs/organise/hand-out.md).

`wheels` packs again what is installed here, `bundle` makes one file of it, `server` serves that file, and `hand_out` is
all of it for a room. `gate` and `bootstrap` run on the guest's computer, inside the file.
"""

__all__ = ["bundle", "hand_out", "preparation", "server", "systems", "text", "wheels"]
