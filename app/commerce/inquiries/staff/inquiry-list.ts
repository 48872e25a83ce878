import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseReference } from '#app/values/ids.ts';
import type { InquiryAfter, InquiryFilter } from '../inquiries-store.server.ts';
import { inquiryQueueNames, inquiryQueues, type InquiryKind, type InquiryQueue } from '../inquiry-kinds.ts';
import { inquiryStates, type InquiryStatus } from '../inquiry-status.ts';

/** What a queue shows between name and owner: each asks for other things. */
const own = {
  flights: ['kind', 'about', 'startsOn', 'people', 'budget', 'source'],
  holidays: ['kind', 'about', 'startsOn', 'people', 'budget'],
  staycations: ['about', 'startsOn', 'people', 'budget'],
  evisa: ['nationality', 'destination', 'startsOn', 'people', 'source'],
  'visa-assistance': ['destination', 'residence', 'purpose', 'refusedBefore', 'startsOn'],
} as const satisfies Readonly<Record<InquiryQueue, readonly string[]>>;

export type InquiryColumn = (typeof own)[InquiryQueue][number] | 'name' | 'reference' | 'answerBy' | 'state' | 'language' | 'age' | 'owner';

export function columnsOf(queue: InquiryQueue): readonly InquiryColumn[] {
  return ['name', 'reference', 'answerBy', 'state', ...own[queue], 'language', 'age', 'owner'];
}

export const isVisaQueue = (queue: InquiryQueue): boolean => queue === 'evisa' || queue === 'visa-assistance';

/** What the address of a list asks for; what makes no sense in it is left out. */
export interface InquiryListAddress {
  readonly queue: InquiryQueue;
  readonly state: InquiryStatus | 'all';
  readonly kind: InquiryKind | null;
  readonly find: string;
  /** A colleague's id, `me` or `nobody`. */
  readonly owner: string | null;
  readonly destination: string | null;
  readonly columns: readonly InquiryColumn[];
  /** The last row of the page before. */
  readonly after: InquiryAfter | null;
}

export function readInquiryAddress(queue: InquiryQueue, params: URLSearchParams): InquiryListAddress {
  const kinds: readonly InquiryKind[] = inquiryQueues[queue];
  const asked = params.get('state');
  const owner = params.get('owner') ?? '';
  const destination = params.get('destination') ?? '';
  return {
    queue,
    state: asked === 'all' ? 'all' : (inquiryStates.find((one) => one === asked) ?? 'new'),
    kind: kinds.find((one) => one === params.get('kind')) ?? null,
    find: (params.get('find') ?? '').trim().slice(0, 254),
    owner: /^[\w-]{1,64}$/.test(owner) ? owner : null,
    destination: isVisaQueue(queue) && /^[A-Z]{2}$/.test(destination) ? destination : null,
    columns: readColumns(params, columnsOf(queue)),
    after: readAfter(params.get('after') ?? ''),
  };
}

/** The queue an address path ends with. */
export function queueOfPath(pathname: string): InquiryQueue {
  return inquiryQueueNames.find((name) => pathname.replace(/\.data$/, '').endsWith(`/${name}`)) ?? 'flights';
}

export function inquiryListAddress(asked: InquiryListAddress, change: Partial<InquiryListAddress> = {}): string {
  const next = { ...asked, after: null, ...change };
  const params = new URLSearchParams();
  if (next.state !== 'new') params.set('state', next.state);
  for (const name of ['kind', 'find', 'owner', 'destination'] as const) if (next[name]) params.set(name, next[name]);
  writeColumns(params, next.columns, columnsOf(next.queue));
  if (next.after) params.set('after', `${next.after.at}_${next.after.id}`);
  return params.size > 0 ? `?${params}` : '';
}

/** Everything that is in a tab. */
export const noInquiryFilters = { find: '', kind: null, owner: null, destination: null } as const;

/** What is kept of a list under a name: not whom somebody looked for. */
export const keptInquiryList = (asked: InquiryListAddress): string => inquiryListAddress(asked, { find: '' });

function readAfter(text: string): InquiryAfter | null {
  const [, at, id] = /^(\d{12,13})_([\w-]{1,64})$/.exec(text) ?? [];
  return at && id ? { at: Number(at), id } : null;
}

/** Somebody who looks for a reference or an e-mail means every state. */
export function filterOf(asked: InquiryListAddress, me: string): InquiryFilter {
  const { find, owner } = asked;
  return {
    kinds: asked.kind ? [asked.kind] : inquiryQueues[asked.queue],
    status: asked.state === 'all' || find !== '' ? null : asked.state,
    reference: find === '' || find.includes('@') ? null : (parseReference(find) ?? find),
    email: find.includes('@') ? find : null,
    owner: owner === 'me' ? me : owner,
    destination: asked.destination,
  };
}
