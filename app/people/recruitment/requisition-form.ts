import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { departments, employments, places } from './job-posting-kinds.ts';
import type { RequisitionContent } from './requisitions-store.server.ts';

export const requisitionFields = [
  'title',
  'department',
  'place',
  'employment',
  'positions',
  'salaryLeast',
  'salaryMost',
  'neededBy',
  'lead',
  'reason',
] as const;
export type RequisitionField = (typeof requisitionFields)[number];

/** Whole dirhams as typed to fils; null for nothing, undefined for what is no amount. */
function filsOf(typed: unknown): number | null | undefined {
  const text = plainLine(typed, 20).replace(/[\s,]/g, '');
  if (text === '') return null;
  return /^\d{1,7}$/.test(text) ? Number(text) * 100 : undefined;
}

/** Reads what a position is asked for with; `leads` are who may lead its hiring. Fields that are wrong come back by name. */
export function readRequisition(
  form: FormData,
  today: string,
  leads: ReadonlySet<string>,
): { readonly ok: true; readonly value: RequisitionContent } | { readonly ok: false; readonly wrong: RequisitionField[] } {
  const wrong: RequisitionField[] = [];
  const department = departments.find((one) => one === form.get('department'));
  const place = places.find((one) => one === form.get('place'));
  const employment = employments.find((one) => one === form.get('employment'));
  const title = plainLine(form.get('title'), 80);
  const reason = plainText(form.get('reason'), 2_000);
  const positions = Number(plainLine(form.get('positions'), 2));
  const [salaryLeast, salaryMost] = [filsOf(form.get('salaryLeast')), filsOf(form.get('salaryMost'))];
  const day = plainLine(form.get('neededBy'), 10);
  const neededBy = day === '' ? null : parseCalendarDate(day);
  if (title.length < 3 || title.length > 80) wrong.push('title');
  if (!department) wrong.push('department');
  if (!place) wrong.push('place');
  if (!employment) wrong.push('employment');
  if (!Number.isInteger(positions) || positions < 1 || positions > 50) wrong.push('positions');
  if (salaryLeast === undefined) wrong.push('salaryLeast');
  if (
    salaryMost === undefined ||
    (salaryLeast === null) !== (salaryMost === null) ||
    (typeof salaryLeast === 'number' && typeof salaryMost === 'number' && salaryMost < salaryLeast)
  )
    wrong.push('salaryMost');
  if (day !== '' && (!neededBy || neededBy < today)) wrong.push('neededBy');
  const lead = plainLine(form.get('lead'), 60);
  if (lead !== '' && !leads.has(lead)) wrong.push('lead');
  if (reason.length < 10 || reason.length > 2_000) wrong.push('reason');
  if (wrong.length > 0 || !department || !place || !employment || salaryLeast === undefined || salaryMost === undefined)
    return { ok: false, wrong };
  return {
    ok: true,
    value: { title, department, place, employment, positions, reason, salaryLeast, salaryMost, neededBy, leadId: lead || null },
  };
}
