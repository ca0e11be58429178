"""The entry of Ambition in the list of games: its name, its title and the places of its parts."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="ambition",
    title="Ambition",
    rules="core.games.ambition.game:GAME",
    cards="core.games.ambition.text.catalogue:CATALOGUE",
    plan="core.games.ambition.bot.policy:ANSWERS",
    weights="core.games.ambition.bot.weights:USUAL",
    position=5,
)
