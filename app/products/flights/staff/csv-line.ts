/**
 * One line of a CSV file (RFC 4180). A value that a spreadsheet would run as a formula is led by an apostrophe, as
 * OWASP advises; plain numbers are left alone.
 */
export function csvLine(values: readonly string[]): string {
  return values.map(cell).join(',');
}

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
