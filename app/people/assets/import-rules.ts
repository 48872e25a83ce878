import type { CalendarDate } from '#app/values/dates.ts';
import { readTable } from '#app/values/read-table.ts';
import { factFields, readAssetFacts, type AssetFacts, type FactField } from './asset-facts-form.ts';

/** Lines a table may have. */
export const mostImported = 500;

export interface ImportReport {
  readonly things: readonly AssetFacts[];
  /** Line of the file, its heading being 1. */
  readonly faults: readonly { readonly line: number; readonly fields: readonly (FactField | 'twice')[] }[];
  /** What the file as a whole lacks. */
  readonly refused: 'empty' | 'no-heading' | 'too-long' | 'unclosed' | null;
}

const heading = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

/** Judges every line before any is taken: whoever imports sees all faults at once. Headings are the field names in any spelling. */
export function judgeImport(text: string, today: CalendarDate): ImportReport {
  const read = readTable(text);
  if (!read) return { things: [], faults: [], refused: 'unclosed' };
  const [head, ...rows] = read;
  if (!head || rows.length === 0) return { things: [], faults: [], refused: 'empty' };
  if (rows.length > mostImported) return { things: [], faults: [], refused: 'too-long' };
  const columns = new Map(head.cells.map((name, index) => [heading(name), index]));
  const needed: readonly FactField[] = ['kind', 'model', 'place', 'boughtOn', 'cost'];
  if (needed.some((field) => !columns.has(heading(field)))) return { things: [], faults: [], refused: 'no-heading' };
  const things: AssetFacts[] = [];
  const faults: { line: number; fields: (FactField | 'twice')[] }[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of rows) {
    const facts = readAssetFacts((field) => cells[columns.get(heading(field)) ?? -1] ?? '', today);
    if (!facts.ok) {
      faults.push({ line, fields: [...facts.wrong] });
      continue;
    }
    const { tag, kind, serial } = facts.facts;
    const names = [tag, serial && `${kind} ${serial.toLowerCase()}`].filter((name): name is string => Boolean(name));
    if (names.some((name) => seen.has(name))) faults.push({ line, fields: ['twice'] });
    for (const name of names) seen.add(name);
    things.push(facts.facts);
  }
  return { things, faults, refused: null };
}

/** The heading that an import expects, for a file to begin with. */
export const importHeading = factFields.join(',');
