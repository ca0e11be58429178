"""Registry entry of Cabinet in `core`."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="cabinet",
    title="Cabinet",
    rules="core.games.cabinet.game:GAME",
    cards="core.games.cabinet.text.catalogue:CATALOGUE",
    plan="core.games.cabinet.bot.policy:ANSWERS",
    weights="core.games.cabinet.bot.weights:USUAL",
    review="core.games.cabinet.bot.search_config:SEARCH_CONFIG",
    statistics="core.games.cabinet.text.statistics:statistics",
    beginner="core.games.cabinet.bot.weights:BEGINNER",
    explanations="core.games.cabinet.bot.reasons:REASONS",
    position=3,
)
