"""Commands of `tether lab`.

They load the libraries of the lab only when they need them.
"""

__all__ = ["app", "report"]
