"""Registry entry of Outposts in `core`."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="outposts",
    title="Outposts",
    rules="core.games.outposts.game:GAME",
    cards="core.games.outposts.text.catalogue:CATALOGUE",
    plan="core.games.outposts.bot.policy:ANSWERS",
    weights="core.games.outposts.bot.weights:USUAL",
    search="core.games.outposts.bot.search_config:SEARCH_CONFIG",
    statistics="core.games.outposts.text.statistics:statistics",
    beginner="core.games.outposts.bot.weights:BEGINNER",
    explanations="core.games.outposts.bot.reasons:REASONS",
    position=4,
)
