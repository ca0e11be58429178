"""Screens around a match: main menu, rooms, solo set-up, cards, settings, the end."""

__all__ = [
    "backdrop",
    "cards",
    "end",
    "file_report",
    "game_card",
    "host_form",
    "lesson_menu",
    "live_loader",
    "matches",
    "menu",
    "progress_dialog",
    "replay_loader",
    "room",
    "rooms",
    "rules",
    "settings",
    "solo",
    "tournament",
    "welcome",
]
