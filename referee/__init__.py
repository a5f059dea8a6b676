"""The referee: it runs, judges, records, ranks and serves matches of Catan bots."""

__version__ = "0.1.0"
