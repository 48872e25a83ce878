import type { Platform } from '#app/platform/platform.server.ts';
import type { Flights } from '../flights-context.ts';
import { readAllotment, type AllotmentField } from './allotment-form.ts';
import { draftAllotment, type AllotmentRefusal } from './keep-allotment.server.ts';

export interface ImportedLine {
  /** As an editor counts lines, the headings being line 1. */
  readonly line: number;
  readonly outcome: 'drafted' | 'wrong' | AllotmentRefusal;
  readonly wrong: readonly AllotmentField[];
}

const mostLines = 500;

/** Drafts an allotment from each line of a file with headings, separated by commas or semicolons. One bad line does not hold up the others. */
export async function importAllotments(
  platform: Platform,
  flights: Pick<Flights, 'world'>,
  work: { readonly text: string; readonly staffId: string },
): Promise<ImportedLine[]> {
  const [head = '', ...lines] = work.text.split(/\r?\n/);
  const mark = head.includes(';') ? ';' : ',';
  const cells = (line: string) => line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cells(head).map((name) => name.toLowerCase());
  const report: ImportedLine[] = [];
  for (const [at, line] of lines.slice(0, mostLines).entries()) {
    if (line.trim() === '') continue;
    const values = cells(line);
    const { fields, wrong } = readAllotment((name) => values[names.indexOf(name)] ?? '');
    const drafted = wrong.length === 0 ? await draftAllotment(platform, flights, { fields, staffId: work.staffId }) : null;
    report.push({ line: at + 2, outcome: !drafted ? 'wrong' : drafted.ok ? 'drafted' : drafted.refused, wrong });
  }
  return report;
}
