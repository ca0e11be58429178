"""Distribution of Tether to guests who do not have it: one file over plain HTTP, without internet.

docs/organise/hand-out.md describes it for players. `wheels` rebuilds wheels from the installed packages, `bundle`
combines them into one file, and `server` serves that file. `hand_out` runs the whole process for a room. `gate` and
`bootstrap` run from the file, on the guest's computer.
"""

__all__ = ["bundle", "hand_out", "preparation", "server", "systems", "text", "wheels"]
