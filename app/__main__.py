"""``python -m app`` is the same as the command ``diceparlour``."""

from app.cli import main

if __name__ == "__main__":
    main()
