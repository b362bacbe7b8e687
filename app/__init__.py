"""The program around the engine: the command line, the tables, the screens."""

__version__ = "0.1.0"
