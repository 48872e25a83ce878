/**
 * The cells of a table that somebody brings (RFC 4180), line by line, with commas, semicolons or tabs between them as its
 * first line has them; null where a quoted cell never ends. Empty lines are left out, `line` counts from 1 in the file.
 */
export function readTable(text: string): { readonly line: number; readonly cells: readonly string[] }[] | null {
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const head = source.trimStart().split('\n', 1)[0]!;
  const separator = [',', ';', '\t'].find((mark) => head.includes(mark)) ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let began = 1;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((one) => one !== '')) rows.push({ line: began, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at]!;
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') {
      endRow();
      began = line;
    } else cell += letter;
  }
  if (quoted) return null;
  endRow();
  return rows;
}
