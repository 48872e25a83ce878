import { risks } from '#app/commerce/customers/records/customer-kinds.ts';
import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { isMoment } from '#app/values/dates.ts';

/** What waits for somebody of the house, by what it is of. */
export const workKinds = [
  'flight',
  'holiday',
  'experience',
  'staycation',
  'evisa',
  'assisted-visa',
  'refund',
  'inquiry',
  'ticket',
  'call',
  'task',
] as const;
export type WorkKind = (typeof workKinds)[number];

export const workTabs = ['open', 'mine', 'free', 'late', 'escalated', 'asleep'] as const;
export type WorkTab = (typeof workTabs)[number];

/** Columns in the order they stand; the reference leads to the record. */
export const workColumns = ['due', 'kind', 'reference', 'customer', 'what', 'opened', 'owner', 'total', 'act'] as const;
export type WorkColumn = (typeof workColumns)[number];

/** By its time, by its age, or by what is at stake. */
export const workSorts = ['due', 'opened', 'total'] as const;
export type WorkSort = (typeof workSorts)[number];

/** What colleagues can say of a customer that work is filtered by. */
export const workRisks = risks.filter((risk) => risk !== 'none');

/** What the address of the queue says. Whatever is malformed is left out. */
export interface WorkView {
  readonly tab: WorkTab;
  readonly kind: WorkKind | null;
  /** A colleague's id, or empty for all. */
  readonly owner: string;
  /** A reference or its beginning, or the name of a customer. */
  readonly find: string;
  /** Of customers of whom colleagues say so; null for all. */
  readonly risk: (typeof workRisks)[number] | null;
  /** The id of a company: of those who belong to it; empty for all. */
  readonly company: string;
  readonly sort: WorkSort;
  readonly descending: boolean;
  readonly columns: readonly WorkColumn[];
  /** The last row of the page before, with what it is sorted by: an instant or a sum. */
  readonly after: { readonly key: string; readonly kind: WorkKind; readonly id: string } | null;
}

/** Of what is looked for: a reference, or a name. */
export const longestFind = 60;

export const noWorkFilters = { kind: null, owner: '', find: '', risk: null, company: '' } as const;

export function readWorkView(query: URLSearchParams): WorkView {
  const owner = query.get('owner') ?? '';
  const sorted = query.get('sort') ?? 'due';
  const sort = workSorts.find((one) => one === sorted.replace(/^-/, '')) ?? 'due';
  return {
    tab: workTabs.find((tab) => tab === query.get('tab')) ?? 'open',
    kind: workKinds.find((kind) => kind === query.get('kind')) ?? null,
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : '',
    find: plainLine(query.get('find'), longestFind).slice(0, longestFind),
    risk: workRisks.find((one) => one === query.get('risk')) ?? null,
    company: /^[\w-]{1,64}$/.exec(query.get('company') ?? '')?.[0] ?? '',
    sort,
    descending: sorted === `-${sort}`,
    columns: readColumns(query, workColumns, workColumns, 'reference'),
    after: readAfter(query.get('after') ?? '', sort),
  };
}

function readAfter(text: string, sort: WorkSort): WorkView['after'] {
  const [, key, word, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z|-?\d{1,15})~([a-z-]{1,20})~([\w-]{1,64})$/.exec(text) ?? [];
  const kind = workKinds.find((one) => one === word);
  if (!key || !kind || !id) return null;
  return (sort === 'total' ? /^-?\d+$/.test(key) : isMoment(key)) ? { key, kind, id } : null;
}

/** The address of the queue, in a fixed order and without what is not asked. */
export function workAddress(view: WorkView, change: Partial<WorkView> = {}): string {
  const { tab, kind, owner, find, risk, company, sort, descending, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (tab !== 'open') query.set('tab', tab);
  if (kind) query.set('kind', kind);
  if (owner) query.set('owner', owner);
  if (find) query.set('find', find);
  if (risk) query.set('risk', risk);
  if (company) query.set('company', company);
  if (sort !== 'due' || descending) query.set('sort', `${descending ? '-' : ''}${sort}`);
  writeColumns(query, columns, workColumns);
  if (after) query.set('after', `${after.key}~${after.kind}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}

export interface WorkThing {
  readonly kind: WorkKind;
  readonly id: string;
  /** Whose it was on the page; a user's id or null. */
  readonly from: string | null;
  /** Of what is undone: whose it was before. */
  readonly before?: string | null;
}

/** A thing as a form names it: its kind, its id, whose it is, and for an undoing whose it was. */
export const nameThing = ({ kind, id, from, before }: WorkThing) =>
  [kind, id, from ?? '', ...(before === undefined ? [] : [before ?? ''])].join('~');
