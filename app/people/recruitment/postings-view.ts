import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { departments, type Department } from './job-posting-kinds.ts';
import { postingStates, type PostingStatus } from './job-posting-status.ts';

export const postingSorts = ['changed', 'closes', 'applicants', 'views', 'title'] as const;
export type PostingSort = (typeof postingSorts)[number];

/** Columns in the order they stand; the title leads to the posting. */
export const postingColumns = [
  'title',
  'state',
  'department',
  'place',
  'closes',
  'views',
  'applicants',
  'share',
  'waiting',
  'changed',
] as const;
export type PostingColumn = (typeof postingColumns)[number];

/** What the address of the list of postings says. */
export interface PostingsView {
  readonly status: PostingStatus | null;
  readonly department: Department | null;
  /** Words of a title, or of the address of its page. */
  readonly find: string;
  readonly sort: PostingSort;
  readonly descending: boolean;
  readonly columns: readonly PostingColumn[];
  /** The last posting of the page before. */
  readonly after: string | null;
}

export function readPostingsView(query: URLSearchParams): PostingsView {
  const sort = query.get('sort') ?? '-changed';
  const after = query.get('after') ?? '';
  return {
    status: postingStates.find((one) => one === query.get('status')) ?? null,
    department: departments.find((one) => one === query.get('department')) ?? null,
    find: plainLine(query.get('find'), 60).slice(0, 60),
    sort: postingSorts.find((one) => one === sort.replace('-', '')) ?? 'changed',
    descending: sort.startsWith('-'),
    columns: readColumns(query, postingColumns),
    after: /^[\w-]{3,80}$/.test(after) ? after : null,
  };
}

export function postingsQuery({ status, department, find, sort, descending, columns, after }: PostingsView): string {
  const query = new URLSearchParams();
  if (status) query.set('status', status);
  if (department) query.set('department', department);
  if (find) query.set('find', find);
  if (sort !== 'changed' || !descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, postingColumns);
  if (after) query.set('after', after);
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: not its page. */
export const keptQuery = (view: PostingsView) => postingsQuery({ ...view, after: null });

interface Sortable {
  readonly id: string;
  readonly title: string;
  readonly closesOn: string;
  readonly applicants: number;
  readonly views: number;
  readonly changedAt: Date;
}

const order: Readonly<Record<PostingSort, (a: Sortable, b: Sortable) => number>> = {
  changed: (a, b) => a.changedAt.getTime() - b.changedAt.getTime(),
  closes: (a, b) => (a.closesOn < b.closesOn ? -1 : a.closesOn > b.closesOn ? 1 : 0),
  applicants: (a, b) => a.applicants - b.applicants,
  views: (a, b) => a.views - b.views,
  title: (a, b) => a.title.localeCompare(b.title),
};

/** The rows that are found, in their order, from behind `after`: at most `most`, and the key of the next page. */
export function pageOfPostings<Row extends Sortable>(
  rows: readonly Row[],
  { find, sort, descending, after }: PostingsView,
  most: number,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const wanted = find.toLowerCase();
  const found = rows
    .filter(({ id, title }) => title.toLowerCase().includes(wanted) || id.includes(wanted))
    .toSorted((a, b) => (descending ? -1 : 1) * (order[sort](a, b) || (a.id < b.id ? -1 : 1)));
  const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const page = found.slice(from, from + most);
  return { rows: page, next: found.length > from + most ? (page.at(-1)?.id ?? null) : null };
}
