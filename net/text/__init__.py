"""Texts of others: names, Unicode tables, normalization, and what may be shown.

`sanitizer` is the only way by which foreign text reaches a terminal, a page or a spreadsheet.
"""

__all__ = ["code_words", "errors", "filenames", "names", "normalization", "qr", "sanitizer", "unicode"]
