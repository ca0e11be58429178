"""Midnight, the second game, with one module for each chapter of its rules.

The rules are cited by their part and ruling (4.6, R8), and hidden cards by PROTOCOL.
"""
