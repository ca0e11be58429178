"""Battles and sieges (rules 9, 11): combat rounds, volleys, deaths and what follows."""

__all__ = ["battle", "deaths", "siege", "start", "volley"]
