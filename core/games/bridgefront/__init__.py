"""The Last Tether: Bridgefront - a simultaneous-planning hex wargame for 2 to 6.

One module for each chapter of its rules; `cards/` holds the cards as declarations.
"""
