import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { parseReference } from '#app/values/ids.ts';
import { ticketChannels, ticketPriorities, type TicketChannel, type TicketPriority } from '../ticket-kinds.ts';
import { readTag } from '../ticket-tags.ts';
import { ticketStates, type TicketStatus } from '../ticket-status.ts';
import type { TicketAfter, TicketFilter, TicketSort } from '../tickets-store.server.ts';

export const ticketColumns = [
  'reference',
  'subject',
  'customer',
  'due',
  'state',
  'priority',
  'order',
  'channel',
  'language',
  'assignee',
  'tags',
  'created',
  'rating',
] as const;
export type TicketColumn = (typeof ticketColumns)[number];
/** What somebody sees who never chose. */
const usual: readonly TicketColumn[] = ticketColumns.filter((column) => column !== 'rating' && column !== 'channel');

/** The tabs, in the order of a day: what is left to do, what is late, then state by state. */
export const ticketQueues = ['living', 'late', ...ticketStates, 'all'] as const;
type TicketQueue = (typeof ticketQueues)[number];

/** What the address of the list asks for; what makes no sense in it is left out. */
export interface TicketView {
  readonly state: TicketQueue;
  readonly channel: TicketChannel | null;
  readonly priority: TicketPriority | null;
  readonly language: LanguageCode | null;
  /** A colleague's id, `me` or `nobody`. */
  readonly owner: string | null;
  readonly tag: string | null;
  readonly find: string;
  readonly sort: TicketSort;
  readonly columns: readonly TicketColumn[];
  readonly after: string | null;
}

export const noTicketFilters = { channel: null, priority: null, language: null, owner: null, tag: null, find: '' } as const;

export function readTicketView(params: URLSearchParams): TicketView {
  const one = <Value extends string>(values: readonly Value[], name: string) => values.find((value) => value === params.get(name)) ?? null;
  const owner = params.get('owner') ?? '';
  return {
    state: one(ticketQueues, 'state') ?? 'living',
    channel: one(ticketChannels, 'channel'),
    priority: one(ticketPriorities, 'priority'),
    language: one(languageCodes, 'language'),
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : null,
    tag: readTag(params.get('tag') ?? ''),
    find: (params.get('find') ?? '').trim().slice(0, 254),
    sort: params.get('sort') === 'newest' ? 'newest' : 'due',
    columns: readColumns(params, ticketColumns, usual),
    after: params.get('after'),
  };
}

export function ticketListAddress(view: TicketView, change: Partial<TicketView> = {}): string {
  const next = { ...view, after: null, ...change };
  const params = new URLSearchParams();
  if (next.state !== 'living') params.set('state', next.state);
  for (const name of ['channel', 'priority', 'language', 'owner', 'tag', 'find'] as const) if (next[name]) params.set(name, next[name]);
  if (next.sort !== 'due') params.set('sort', next.sort);
  writeColumns(params, next.columns, usual);
  if (next.after) params.set('after', next.after);
  return params.size > 0 ? `?${params}` : '';
}

/** What is kept of a list under a name: not whom somebody looked for. */
export const keptTicketList = (view: TicketView): string => ticketListAddress(view, { find: '' });

/** Somebody who looks for a number, an e-mail or words means every state; what is none of them finds nothing. */
export function ticketFilterOf(view: TicketView, me: string, orderId: string | null): TicketFilter {
  const { find, owner, state, tag } = view;
  const email = find.includes('@') ? find : null;
  const reference = parseReference(find);
  return {
    status: find !== '' || state === 'all' ? null : (state as TicketStatus | 'living' | 'late'),
    channel: view.channel,
    priority: view.priority,
    language: view.language,
    assignee: owner === 'me' ? me : owner,
    tag,
    email,
    orderId,
    reference: email || orderId ? null : reference,
    words: find === '' || email || orderId || reference ? null : find,
  };
}

/** The place in a list after a row, as the address carries it. */
export function afterOf(sort: TicketSort, row: { readonly id: string; readonly dueAt: Date | null; readonly createdAt: Date }): string {
  const at = sort === 'newest' ? row.createdAt : row.dueAt;
  return `${at ? at.getTime() : 'none'}_${row.id}`;
}

export function readAfter(text: string | null): TicketAfter | null {
  const match = /^(none|\d{12,13})_([0-9a-f-]{36})$/.exec(text ?? '');
  return match ? { at: match[1] === 'none' ? Infinity : Number(match[1]), id: match[2]! } : null;
}
