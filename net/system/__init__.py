"""The operating system: a user's folders, and how a program ends."""
