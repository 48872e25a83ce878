import type { Platform } from '#app/platform/platform.server.ts';
import { readTable } from '#app/values/read-table.ts';
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

/** Drafts an allotment from each line of a table with headings; null where a quoted cell never ends. One bad line does not hold up the others. */
export async function importAllotments(
  platform: Platform,
  flights: Pick<Flights, 'world'>,
  work: { readonly text: string; readonly staffId: string },
): Promise<ImportedLine[] | null> {
  const read = readTable(work.text);
  if (!read) return null;
  const [head, ...lines] = read;
  const names = (head?.cells ?? []).map((name) => name.toLowerCase());
  const report: ImportedLine[] = [];
  for (const { line, cells } of lines.slice(0, mostLines)) {
    const { fields, wrong } = readAllotment((name) => cells[names.indexOf(name)] ?? '');
    const drafted = wrong.length === 0 ? await draftAllotment(platform, flights, { fields, staffId: work.staffId }) : null;
    report.push({ line, outcome: !drafted ? 'wrong' : drafted.ok ? 'drafted' : drafted.refused, wrong });
  }
  return report;
}
