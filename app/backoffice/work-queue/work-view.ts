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
export const workColumns = ['due', 'kind', 'reference', 'what', 'opened', 'owner', 'total', 'act'] as const;
export type WorkColumn = (typeof workColumns)[number];

/** What the address of the queue says. Whatever is malformed is left out. */
export interface WorkView {
  readonly tab: WorkTab;
  readonly kind: WorkKind | null;
  /** A colleague's id, or empty for all. */
  readonly owner: string;
  /** A reference or its beginning. */
  readonly find: string;
  readonly columns: readonly WorkColumn[];
  /** The last row of the page before: what is due first stands first, always. */
  readonly after: { readonly due: string; readonly kind: WorkKind; readonly id: string } | null;
}

export const noWorkFilters = { kind: null, owner: '', find: '' } as const;

export function readWorkView(query: URLSearchParams): WorkView {
  const owner = query.get('owner') ?? '';
  return {
    tab: workTabs.find((tab) => tab === query.get('tab')) ?? 'open',
    kind: workKinds.find((kind) => kind === query.get('kind')) ?? null,
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : '',
    find: plainLine(query.get('find'), 20).slice(0, 20),
    columns: readColumns(query, workColumns, workColumns, 'reference'),
    after: readAfter(query.get('after') ?? ''),
  };
}

function readAfter(text: string): WorkView['after'] {
  const [, due, word, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([a-z-]{1,20})~([\w-]{1,64})$/.exec(text) ?? [];
  const kind = workKinds.find((one) => one === word);
  return due && kind && id && isMoment(due) ? { due, kind, id } : null;
}

/** The address of the queue, in a fixed order and without what is not asked. */
export function workAddress(view: WorkView, change: Partial<WorkView> = {}): string {
  const { tab, kind, owner, find, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (tab !== 'open') query.set('tab', tab);
  if (kind) query.set('kind', kind);
  if (owner) query.set('owner', owner);
  if (find) query.set('find', find);
  writeColumns(query, columns, workColumns);
  if (after) query.set('after', `${after.due}~${after.kind}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}
