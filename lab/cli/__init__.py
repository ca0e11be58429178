"""Commands of `tether lab`, which load the lab's libraries only when they need them."""

__all__ = ["app", "report"]
