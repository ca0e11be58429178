"""Values of rooms and players with which a shell completes a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.cli.arguments.completion import factions

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

__all__ = ["factions", "known"]


def known(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the fingerprints of known players that complete what was typed.

    The names are only shown, as others have chosen them.
    """
    from click.shell_completion import CompletionItem

    from lobby.players import known_players as kept
    from lobby.players.identity import fingerprint, folder
    from lobby.players.known_players import KnownPlayers
    from net.text.sanitizer import plain

    try:
        players = KnownPlayers(folder() / kept.FILE).players
    except OSError:
        return []
    shown = [(fingerprint(met.identity), plain(met.name)) for met in players]
    return [CompletionItem(key, help=name) for key, name in shown if key.startswith(incomplete.upper())]
