"""The reports, each described once for every face."""
