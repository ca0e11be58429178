"""Shell completion for options of the lab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.cli.arguments.shared_options import GAME

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


def questions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return completions for the name of an open option of the rules."""
    from click.shell_completion import CompletionItem

    from core.games.registry import GAMES
    from lab.studies.questions import questions as open_options

    game = GAMES.get(str(ctx.params.get("game") or GAME).lower())
    if game is None:
        return []
    seats = ctx.params.get("seats") or min(4, max(game.seat_counts))
    return [
        CompletionItem(item.option, help=item.text)
        for item in open_options(game, seats)
        if item.option.startswith(incomplete.lower())
    ]
