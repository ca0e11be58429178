"""The commands of `tether lab`. The lab's libraries are loaded when a command needs them."""

__all__ = ["app", "report"]
