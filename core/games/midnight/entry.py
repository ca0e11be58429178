"""Registry entry of Midnight in `core`."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="midnight",
    title="Midnight",
    rules="core.games.midnight.game:GAME",
    cards="core.games.midnight.text.catalogue:CATALOGUE",
    plan="core.games.midnight.bot.policy:ANSWERS",
    weights="core.games.midnight.bot.weights:USUAL",
    fights="core.games.midnight.bot.fights:good_fight",
    search="core.games.midnight.bot.search_config:SEARCH_CONFIG",
    statistics="core.games.midnight.text.statistics:statistics",
    beginner="core.games.midnight.bot.weights:BEGINNER",
    explanations="core.games.midnight.bot.reasons:REASONS",
    position=2,
)
