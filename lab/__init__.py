"""The designer's lab: what games come to, answered with intervals, each claim with a replay (docs/design/lab.md).

It stands above `core` and `net`, and nothing of them knows it. Its libraries come with `tether[lab]`.
"""
