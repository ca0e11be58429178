"""The entry of the game in the registry of core."""

from core.games.entry import GameEntry

ENTRY = GameEntry(
    name="bridgefront",
    title="The Last Tether: Bridgefront",
    rules="core.games.bridgefront.game:GAME",
    cards="core.games.bridgefront.text.catalogue:CATALOGUE",
    plan="core.games.bridgefront.bot.policy:ANSWERS",
    weights="core.games.bridgefront.bot.weights:USUAL",
    fights="core.games.bridgefront.bot.fights:good_fight",
    search="core.games.bridgefront.bot.search_config:SEARCH_CONFIG",
    sides="core.games.bridgefront.bot.factions:FACTIONS",
    statistics="core.games.bridgefront.text.statistics:statistics",
    beginner="core.games.bridgefront.bot.weights:BEGINNER",
    explanations="core.games.bridgefront.bot.reasons:REASONS",
    position=1,
)
