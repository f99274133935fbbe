"""The words of a workbook in the language that its club has chosen."""
