"""Registry entry of Ambition in `core`."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="ambition",
    title="Ambition",
    rules="core.games.ambition.game:GAME",
    cards="core.games.ambition.text.catalogue:CATALOGUE",
    plan="core.games.ambition.bot.policy:ANSWERS",
    weights="core.games.ambition.bot.weights:USUAL",
    review="core.games.ambition.bot.search_config:SEARCH_CONFIG",
    statistics="core.games.ambition.text.statistics:statistics",
    beginner="core.games.ambition.bot.weights:BEGINNER",
    explanations="core.games.ambition.bot.reasons:REASONS",
    position=5,
)
