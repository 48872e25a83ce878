import { readTable } from '#app/values/read-table.ts';
import type { VisaNeed } from './requirement.ts';

/** One cell of the public table. */
export interface MatrixCell {
  readonly passport: string;
  readonly destination: string;
  readonly need: Exclude<VisaNeed, 'unknown'>;
  readonly stayDays: number | null;
}

export interface ReadMatrix {
  readonly cells: readonly MatrixCell[];
  /** Cells of somebody's own country, which say nothing. */
  readonly own: number;
  /** Line and fault of what could not be read; nothing of it is taken. */
  readonly faults: readonly string[];
}

const words: Readonly<Record<string, MatrixCell['need']>> = {
  'visa free': 'not-needed',
  'visa on arrival': 'on-arrival',
  eta: 'eta',
  'e-visa': 'e-visa',
  evisa: 'e-visa',
  'visa required': 'sticker-visa',
  'no admission': 'not-admitted',
};

/**
 * Reads the two shapes in which public passport tables are given away, with ISO 3166 alpha-2 codes: three columns
 * (passport, destination, requirement, and days as an optional fourth), or a square with a destination in each column.
 * A number is a visa-free stay in days, -1 the own country.
 */
export function readPassportMatrix(text: string): ReadMatrix {
  const read = readTable(text);
  if (!read) return { cells: [], own: 0, faults: ['a quote is never closed'] };
  const [first, ...rows] = read;
  const head = first?.cells ?? [];
  const columns = head.map((name) => name.toLowerCase());
  if (columns[0] !== 'passport') return { cells: [], own: 0, faults: ['1: the first column is not called passport'] };
  const tidy = columns[1] === 'destination' && columns[2]?.startsWith('requirement') === true;
  const cells: MatrixCell[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  let own = 0;
  const take = (line: number, passport: string, destination: string, requirement: string, days = '') => {
    const codes = /^[A-Z]{2}$/.test(passport) && /^[A-Z]{2}$/.test(destination);
    const answer = codes ? readRequirement(requirement, days) : null;
    if (answer === 'own' || (codes && passport === destination)) own += 1;
    else if (!answer) faults.push(`${line}: ${[passport, destination, requirement].join(', ').slice(0, 80)}`);
    else if (seen.has(passport + destination)) faults.push(`${line}: ${passport} to ${destination} for the second time`);
    else {
      seen.add(passport + destination);
      cells.push({ passport, destination, ...answer });
    }
  };
  for (const { line, cells: row } of rows) {
    if (row.length < 2) continue;
    if (tidy) take(line, row[0]!, row[1]!, row[2] ?? '', row[3]);
    else for (const [column, value] of row.entries()) if (column > 0) take(line, row[0]!, head[column] ?? '', value);
  }
  return { cells, own, faults };
}

function readRequirement(text: string, days: string): Pick<MatrixCell, 'need' | 'stayDays'> | 'own' | null {
  const said = text.toLowerCase();
  if (said === '-1') return 'own';
  const stay = /^[1-9]\d{0,2}$/.test(days) ? Number(days) : null;
  if (/^[1-9]\d{0,2}$/.test(said)) return { need: 'not-needed', stayDays: Number(said) };
  const need = Object.hasOwn(words, said) ? words[said] : undefined;
  return need ? { need, stayDays: stay } : null;
}
