"""The record of Bridgefront in the window."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.bridgefront.table:TABLE",
    rulebook="client.games.bridgefront.rulebook.chapters:BOOK",
    sheets="client.games.bridgefront.sheets:SHEETS",
    about=About(
        "90-150",
        "war and bidding",
        "March over bridges that you build yourself, and bid in secret for the cards of your deck. "
        "Holding the Axis Mundi wins, until somebody takes it from you.",
    ),
    cover="client.games.bridgefront.cover:cover",
    lesson=Lesson("client.games.bridgefront.lesson.controller:LESSON", "Ten minutes: a round, from bids to sieges"),
    factions="client.games.bridgefront.names:FACTIONS_TO_CHOOSE",
    words="core.games.bridgefront.text.words:on_screen",
    backdrop="client.games.bridgefront.backdrop:Backdrop",
    music=Bed(
        73.42,
        ((0, 7, 14, 15), (-4, 8, 12, 15), (3, 10, 15, 19), (-2, 10, 14, 17)),
        ((3, 26), (9, 24), (14, 31), (21, 27), (28, 26)),
        0.30,
    ),
    loops=("roil",),
)
