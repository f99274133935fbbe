// An Office Script for Excel on the web: Automate, New Script, paste, Run; once in each .xlsx of the folder.
// It adds a sheet "Answers"; then download the workbook (File, Save a Copy) into the folder "saved" of the run.

const FORMULAS: string[] = [] /* filled by make */;
const CELL_LENGTH = 30000;

type Cell = string | number | boolean | null;
type Step = { verb: string; what: string; sheets?: { [name: string]: Sheet }; value?: Cell };
type Sheet = { row: number; column: number; values: Cell[][] };

function main(workbook: ExcelScript.Workbook): string {
  const steps: Step[] = [{ verb: "open", what: workbook.getName() }];
  workbook.getApplication().calculate(ExcelScript.CalculationType.full);
  steps.push({ verb: "read", what: "as opened", sheets: readSheets(workbook) });
  const carriesItsAddIn = workbook.getName().endsWith(" lite.xlsx");
  const scratch = workbook.addWorksheet("Typed here");
  for (const formula of carriesItsAddIn ? [] : FORMULAS) {
    const cell = scratch.getRange("A1");
    cell.setFormula(formula);
    steps.push({ verb: "type", what: formula, value: plain(cell.getValue()) });
  }
  scratch.delete();
  const answers = JSON.stringify({ script: "check.ts", excel: "web", system: "web", python: "", steps: steps });
  const sheet = workbook.addWorksheet("Answers");
  for (let start = 0, row = 1; start < answers.length; start += CELL_LENGTH, row++) {
    sheet.getRange("A" + row).setValue("'" + answers.substring(start, start + CELL_LENGTH));
  }
  return answers;
}

function readSheets(workbook: ExcelScript.Workbook): { [name: string]: Sheet } {
  const found: { [name: string]: Sheet } = {};
  for (const sheet of workbook.getWorksheets()) {
    const used = sheet.getUsedRange();
    if (used === undefined) {
      found[sheet.getName()] = { row: 1, column: 1, values: [[null]] };
      continue;
    }
    const values = used.getValues().map((row) => row.map(plain));
    found[sheet.getName()] = { row: used.getRowIndex() + 1, column: used.getColumnIndex() + 1, values: values };
  }
  return found;
}

function plain(value: string | number | boolean): Cell {
  return value === "" ? null : value;
}
