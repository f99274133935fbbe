"""Many clubs as one federation: a folder of workbooks, a register of persons, tables in Parquet, lists across clubs."""
