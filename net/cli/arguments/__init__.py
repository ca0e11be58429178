"""Values, paths and options that are typed after a command, their checks and completion.

No module does the work of a command.
"""

__all__ = ["completion", "options", "outfile", "paths", "shared_options", "value_types"]
