"""The commands of the lobby: `tether host`, `join`, `rooms`, `identity`, `tournament`, `doctor`."""

__all__ = ["commands", "doctor", "room"]
