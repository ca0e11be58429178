"""Sheets to print and cut: a game's cards, boards, tokens and rules as a PDF file.

`tether print` makes them. All lengths are millimetres, with y downwards from the upper edge of the page.
"""

__all__ = ["components", "paper", "pen", "typeset"]
