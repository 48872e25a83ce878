/** What a spreadsheet passes over before it looks whether a cell is a formula: blanks, controls, marks without width. */
const passedOver = /^[\s\p{Cc}\p{Cf}]+/u;
/** The signs that begin a formula, and their full-width twins (OWASP, CSV injection). */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** A cell of a CSV file (RFC 4180): quoted where needed, and never a formula, which an apostrophe in front prevents. */
export function csvCell(value: string): string {
  const plain = value.replaceAll('\0', '');
  const harmless = /^[\t\r\n]/.test(plain) || formula.test(plain.replace(passedOver, '')) ? `'${plain}` : plain;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line of texts and of our own numbers, whose minus is no formula. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (/^-?\d+(\.\d+)?$/.test(value) ? value : csvCell(value))).join(',');
}

/** Whether an apostrophe is all that keeps a cell of `csvCell` from being a formula, or from being taken for one. */
export function isGuarded(cell: string): boolean {
  return cell.startsWith("'") && csvCell(cell.slice(1)).replace(/^"/, '').startsWith("'");
}

const cellHere = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/y;

/** The rows of a table that `csvLine` wrote, as it comes in pieces that may end anywhere. A table that ends within a line is refused. */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  let row: string[] = [];
  for await (const piece of pieces) {
    rest += piece;
    let read = 0;
    for (;;) {
      // Another table may have been read since the last row was handed out.
      cellHere.lastIndex = read;
      const found = cellHere.exec(rest);
      if (!found) break;
      read = cellHere.lastIndex;
      const [, quoted, plain, end] = found;
      row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
      if (end === ',') continue;
      const whole = row;
      row = [];
      yield whole;
    }
    rest = rest.slice(read);
  }
  if (rest !== '' || row.length > 0) throw new Error('The table ends within a line');
}
