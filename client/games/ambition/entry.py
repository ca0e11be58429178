"""The record of Ambition in the window."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.ambition.table:TABLE",
    rulebook="client.games.ambition.rulebook:BOOK",
    sheets="client.games.ambition.sheets:SHEETS",
    about=About(
        "30-60",
        "bluff",
        "Claim more than you hold, doubt others, and ally in secret. "
        "The player with the most Influence when the world ends wins, and the end is in the deck.",
    ),
    cover="client.games.ambition.cover:cover",
    lesson=Lesson("client.games.ambition.lesson.spec:LESSON", "Ten minutes: a claim, a pact, a strike, the end"),
    music=Bed(
        61.74,
        ((0, 10, 15, 19), (-4, 8, 15, 20), (-2, 10, 13, 17), (-7, 9, 14, 17)),
        ((5, 27), (11, 22), (13, 24), (20, 29), (26, 26), (31, 23)),
        0.2,
    ),
)
