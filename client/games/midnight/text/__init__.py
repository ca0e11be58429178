"""Texts of Midnight's table: names, tooltips, reasons, effects of cards and hints."""
