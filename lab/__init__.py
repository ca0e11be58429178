"""The designer's lab: measures games by matches between bots, with confidence intervals (docs/design/lab.md).

Every result names a match that can be replayed. The lab depends on `core` and `net`, and neither depends on it. Its
libraries are installed with `tether[lab]`.
"""
