import type { DeskName } from './answer-time-rules.ts';

/** What an inquiry can be about. */
export const inquiryKinds = [
  'holiday',
  'experience',
  'staycation',
  'flight',
  'flight-group',
  'booking',
  'e-visa',
  'visa-assistance',
  'press',
  'other',
] as const;
export type InquiryKind = (typeof inquiryKinds)[number];

/** Whose hours the promise of an answer follows; null: the house's. */
export function deskOf(kind: InquiryKind): DeskName | null {
  if (kind === 'e-visa' || kind === 'visa-assistance') return 'visas';
  if (kind === 'flight' || kind === 'flight-group') return 'flights';
  return kind === 'booking' ? 'helpdesk' : null;
}

/** Fields of the form beside name, e-mail, phone and message. */
export type InquiryDetail = 'places' | 'visa' | 'refused' | 'startsOn' | 'endsOn' | 'travellers' | 'infants' | 'cabin' | 'budget' | 'order';

const details: Readonly<Record<InquiryKind, readonly InquiryDetail[]>> = {
  holiday: ['startsOn', 'endsOn', 'travellers', 'budget'],
  experience: ['startsOn', 'travellers'],
  staycation: ['startsOn', 'endsOn', 'travellers', 'budget'],
  flight: ['order'],
  'flight-group': ['places', 'startsOn', 'endsOn', 'travellers', 'infants', 'cabin'],
  booking: ['order'],
  'e-visa': ['visa', 'startsOn', 'travellers'],
  'visa-assistance': ['visa', 'refused', 'startsOn', 'travellers'],
  press: [],
  other: [],
};

/** What the form asks for this kind. */
export function asksFor(kind: InquiryKind, detail: InquiryDetail): boolean {
  return details[kind].includes(detail);
}

/** The lists of the back office, each with its kinds. */
export const inquiryQueues = {
  flights: ['flight-group', 'flight', 'booking', 'press', 'other'],
  holidays: ['holiday', 'experience'],
  staycations: ['staycation'],
  evisa: ['e-visa'],
  'visa-assistance': ['visa-assistance'],
} as const satisfies Readonly<Record<string, readonly InquiryKind[]>>;
export type InquiryQueue = keyof typeof inquiryQueues;
export const inquiryQueueNames = Object.keys(inquiryQueues) as InquiryQueue[];

/** The list in which a kind is worked on. */
export function queueOf(kind: InquiryKind): InquiryQueue {
  return inquiryQueueNames.find((queue) => (inquiryQueues[queue] as readonly InquiryKind[]).includes(kind)) ?? 'flights';
}

/** Asks about flights with what the desk needs for a child who flies without a grown-up. */
export const childAlone = 'child-alone';

/** The kind that an address asks for (`?about=group`), or `other`. */
export function kindFromAddress(about: string | null): InquiryKind {
  if (about === 'group') return 'flight-group';
  if (about === childAlone) return 'flight';
  return inquiryKinds.find((kind) => kind === about) ?? 'other';
}
