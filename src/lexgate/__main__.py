"""`python -m lexgate` is `lexgate`."""

from lexgate.cli import main

if __name__ == "__main__":
    main()
