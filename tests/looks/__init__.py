"""The judge of all that we print. It measures every state of a workbook in its PDF."""
