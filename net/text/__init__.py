"""Texts of others: names, Unicode tables, normalisation, and rules for what may be shown.

Foreign text reaches a terminal, a page or a spreadsheet only through `sanitizer`.
"""

__all__ = ["code_words", "errors", "filenames", "names", "normalization", "qr", "sanitizer", "unicode"]
