"""Read and write workbook files, without any knowledge of clubs."""
