"""`python -m net.cli`: the same as `tether`."""

from net.cli.app import main

if __name__ == "__main__":
    main()
