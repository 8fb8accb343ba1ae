"""`python -m ctxsmith_tui` is the console script."""

from ctxsmith_tui.cli import main

if __name__ == "__main__":
    main()
