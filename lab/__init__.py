"""The designer's lab: answers, with intervals, to questions about games (docs/design/lab.md).

Each claim comes with a replay. The lab depends on `core` and `net`, and neither of them depends on it. Its libraries
are installed with `tether[lab]`.
"""
