"""Sentences about several seats in trouble."""

from __future__ import annotations

from client.table.match.trouble import join_names
from client.table.seats.names import Names
from client.ui.richtext import plain_text


def test_our_own_seat_comes_first_in_a_list_of_names() -> None:
    names = Names(2, ("Ada", "Ilse", "Jon"))
    assert plain_text(join_names(names, (1, 2))) == "You and Ada"
    assert plain_text(join_names(names, (1, 2, 3), inside=True)) == "you, Ada and Jon"
    assert plain_text(join_names(names, (3, 1))) == "Jon and Ada"
