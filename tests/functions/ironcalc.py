"""IronCalc, a spreadsheet engine independent of Excel and LibreOffice. It knows LAMBDA, LET and XLOOKUP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import ironcalc
import openpyxl
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.workbook.defined_name import DefinedName

from tests.helpers.values import ExcelError

CellValue = str | float | bool | None
"""What a cell shows. An error value is an `ExcelError`."""


class Engine:
    """A workbook that IronCalc holds. Read its cells, or evaluate formulas."""

    def __init__(self, workbook: Path) -> None:
        self._model = ironcalc.load_from_xlsx(str(workbook))
        self._sheets = [sheet["name"] for sheet in self._model.get_worksheets_properties()]
        self._model.add_sheet("Scratch of the engine")
        self._scratch = len(self._sheets)

    def values(self, sheet: str, cells: Sequence[str]) -> list[CellValue]:
        """Return what cells show after IronCalc has computed everything once. Use it for many cells."""
        self._model.evaluate()
        index = self._sheets.index(sheet)
        return [self._value(index, *coordinate_to_tuple(cell)) for cell in cells]

    def evaluate(self, formula: str) -> CellValue:
        """Return the value of a formula such as "=LEXCHANGE(1824,1708,459,272,60)". Cells in it need their sheet."""
        return self.evaluate_all([formula])[0]

    def evaluate_all(self, formulas: Sequence[str]) -> list[CellValue]:
        """Return values of formulas, one cell each. IronCalc computes everything once. Use it for many formulas."""
        for row, formula in enumerate(formulas, start=1):
            if not formula.startswith("="):
                raise ValueError(f"{formula!r} is no formula: it must begin with =")
            self._model.set_user_input(self._scratch, row, 1, formula)
        self._model.evaluate()
        values = [self._value(self._scratch, row, 1) for row in range(1, len(formulas) + 1)]
        self._model.range_clear_all(self._scratch, 1, 1, max(len(formulas), 1), 1)
        return values

    def _value(self, sheet: int, row: int, column: int) -> CellValue:
        value = self._model.get_cell_value(sheet, row, column)
        is_error = self._model.get_cell_type(sheet, row, column) == ironcalc.CellType.ErrorValue
        return ExcelError(value) if is_error else value


def engine_with_names(names: Mapping[str, str]) -> Engine:
    """Return an empty workbook with these names. Each formula is as an .xlsx stores it: `_xlfn.LAMBDA(_xlpm.x,...)`."""
    workbook = openpyxl.Workbook()
    for name, formula in names.items():
        workbook.defined_names[name] = DefinedName(name, attr_text=formula)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "names.xlsx"
        workbook.save(path)
        return Engine(path)
