import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { departments, type Department } from './job-posting-kinds.ts';
import { requisitionStates, type RequisitionStatus } from './requisition-status.ts';

export const requisitionSorts = ['changed', 'neededBy', 'title'] as const;
export type RequisitionSort = (typeof requisitionSorts)[number];

/** Columns in the order they stand; the title leads to the requisition. */
export const requisitionColumns = [
  'title',
  'state',
  'department',
  'positions',
  'candidates',
  'next',
  'neededBy',
  'lead',
  'changed',
] as const;
export type RequisitionColumn = (typeof requisitionColumns)[number];

/** What the address of the overview says about its list of requisitions. */
export interface RequisitionsView {
  readonly status: RequisitionStatus | null;
  readonly department: Department | null;
  readonly find: string;
  readonly sort: RequisitionSort;
  readonly descending: boolean;
  readonly columns: readonly RequisitionColumn[];
  /** The last requisition of the page before. */
  readonly after: string | null;
}

export function readRequisitionsView(query: URLSearchParams): RequisitionsView {
  const sort = query.get('sort') ?? '-changed';
  const after = query.get('after') ?? '';
  return {
    status: requisitionStates.find((one) => one === query.get('status')) ?? null,
    department: departments.find((one) => one === query.get('department')) ?? null,
    find: plainLine(query.get('find'), 60).slice(0, 60),
    sort: requisitionSorts.find((one) => one === sort.replace('-', '')) ?? 'changed',
    descending: sort.startsWith('-'),
    columns: readColumns(query, requisitionColumns),
    after: /^[\w-]{3,60}$/.test(after) ? after : null,
  };
}

export function requisitionsQuery({ status, department, find, sort, descending, columns, after }: RequisitionsView): string {
  const query = new URLSearchParams();
  if (status) query.set('status', status);
  if (department) query.set('department', department);
  if (find) query.set('find', find);
  if (sort !== 'changed' || !descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, requisitionColumns);
  if (after) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: not its page. */
export const keptQuery = (view: RequisitionsView) => requisitionsQuery({ ...view, after: null });
