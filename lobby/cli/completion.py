"""Completion of commands with values of rooms and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.cli.arguments.completion import complete_factions

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

__all__ = ["complete_factions", "complete_known_player"]


def complete_known_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the fingerprints of known players that begin with the typed letters.

    Names are only displayed, because others have chosen them.
    """
    from click.shell_completion import CompletionItem

    from lobby.players import known_players as kept
    from lobby.players.identity import fingerprint, identity_folder
    from lobby.players.known_players import KnownPlayers
    from net.text.sanitizer import visible_line

    try:
        players = KnownPlayers(identity_folder() / kept.FILE).players
    except OSError:
        return []
    shown = [(fingerprint(met.identity), visible_line(met.name)) for met in players]
    return [CompletionItem(key, help=name) for key, name in shown if key.startswith(incomplete.upper())]
