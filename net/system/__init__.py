"""Services of the operating system: a user's folders, safe files, signals, and the installation."""

__all__ = [
    "durable_files",
    "endless",
    "exit_signals",
    "game_files",
    "installation",
    "installed_games",
    "numbering",
    "paths",
    "safe_files",
    "shutdown",
]
