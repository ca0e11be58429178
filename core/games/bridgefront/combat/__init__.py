"""Battles and sieges: combat rounds, volleys, deaths and their consequences (rules 9, 11)."""

__all__ = ["battle", "deaths", "siege", "start", "volley"]
