import type { CalendarDate } from '#app/values/dates.ts';
import { factFields, readAssetFacts, type AssetFacts, type FactField } from './asset-facts-form.ts';

/** Lines a table may have. */
export const mostImported = 500;

export interface ImportReport {
  readonly things: readonly AssetFacts[];
  /** Line of the file, its heading being 1. */
  readonly faults: readonly { readonly line: number; readonly fields: readonly (FactField | 'twice')[] }[];
  /** What the file as a whole lacks. */
  readonly refused: 'empty' | 'no-heading' | 'too-long' | null;
}

/** Cells of a CSV file (RFC 4180), with commas or semicolons, whatever ends its lines. */
export function readCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '');
  const comma = (plain.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === comma) endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  return rows.filter((row) => row.some((one) => one.trim() !== ''));
}

const heading = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

/** Judges every line before any is taken: whoever imports sees all faults at once. Headings are the field names in any spelling. */
export function judgeImport(text: string, today: CalendarDate): ImportReport {
  const [head, ...rows] = readCsv(text);
  if (!head || rows.length === 0) return { things: [], faults: [], refused: 'empty' };
  if (rows.length > mostImported) return { things: [], faults: [], refused: 'too-long' };
  const columns = new Map(head.map((name, index) => [heading(name), index]));
  const needed: readonly FactField[] = ['kind', 'model', 'place', 'boughtOn', 'cost'];
  if (needed.some((field) => !columns.has(heading(field)))) return { things: [], faults: [], refused: 'no-heading' };
  const things: AssetFacts[] = [];
  const faults: { line: number; fields: (FactField | 'twice')[] }[] = [];
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const read = readAssetFacts((field) => row[columns.get(heading(field)) ?? -1] ?? '', today);
    if (!read.ok) {
      faults.push({ line: index + 2, fields: [...read.wrong] });
      continue;
    }
    const { tag, kind, serial } = read.facts;
    const names = [tag, serial && `${kind} ${serial.toLowerCase()}`].filter((name): name is string => Boolean(name));
    if (names.some((name) => seen.has(name))) faults.push({ line: index + 2, fields: ['twice'] });
    for (const name of names) seen.add(name);
    things.push(read.facts);
  }
  return { things, faults, refused: null };
}

/** The heading that an import expects, for a file to begin with. */
export const importHeading = factFields.join(',');
