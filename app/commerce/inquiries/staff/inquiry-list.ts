import { parseReference } from '#app/values/ids.ts';
import type { InquiryFilter } from '../inquiries-store.server.ts';
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
  readonly page: number;
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
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 10_000),
  };
}

/** The queue an address path ends with. */
export function queueOfPath(pathname: string): InquiryQueue {
  return inquiryQueueNames.find((name) => pathname.replace(/\.data$/, '').endsWith(`/${name}`)) ?? 'flights';
}

export function inquiryListAddress(asked: InquiryListAddress, change: Partial<InquiryListAddress> = {}): string {
  const next = { ...asked, ...change };
  const params = new URLSearchParams();
  if (next.state !== 'new') params.set('state', next.state);
  for (const name of ['kind', 'find', 'owner', 'destination'] as const) if (next[name]) params.set(name, next[name]);
  if (next.page > 1) params.set('page', String(next.page));
  return params.size > 0 ? `?${params}` : '';
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
