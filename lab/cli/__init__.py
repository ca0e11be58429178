"""Commands of `tether lab`.

They import the libraries of the lab only when they need them.
"""

__all__ = ["app", "report"]
