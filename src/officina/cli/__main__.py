"""``python -m officina.cli``: the command, without its entry point being installed."""

from officina.cli.app import main

main()
