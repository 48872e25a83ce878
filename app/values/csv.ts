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
