"""Entry of Outposts in the client's list of games."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.outposts.table:TABLE",
    rulebook="client.games.outposts.rulebook:BOOK",
    sheets="client.games.outposts.sheets:SHEETS",
    about=About(
        "45-75",
        "cards and a small map",
        "Build a hold of wrecks on the dry floor of the sea, make Deals, and raze what others leave open. "
        "Alone you face the Warden.",
    ),
    cover="client.games.outposts.cover:cover",
    lesson=Lesson("client.games.outposts.lesson.spec:LESSON", "Ten minutes: one round solo against the Warden"),
    music=Bed(
        98.0, ((0, 7, 14), (-2, 5, 12, 14), (-4, 8, 15), (0, 5, 12, 19)), ((4, 26), (7, 24), (19, 31), (23, 26)), 0.36
    ),
)
