import type { StatusTable } from '#app/values/status-table.ts';

export const disputeStates = ['warning_needs_response', 'needs_response', 'under_review', 'won', 'lost', 'prevented'] as const;
export type DisputeStatus = (typeof disputeStates)[number];
export type DisputeEvent = 'charged' | 'reviewed' | 'won' | 'lost' | 'prevented';

const open = ['warning_needs_response', 'needs_response', 'under_review'] as const;

/**
 * The names are Stripe's. A warning is a question of the cardholder's bank that takes nothing yet; `prevented` ended without
 * a decision. Only the provider moves a dispute: what we answer is told by it as well. States may be missed, so that every
 * later one is reached from each earlier.
 */
export const disputeTable: StatusTable<DisputeStatus, DisputeEvent, 'provider'> = {
  name: 'dispute',
  states: disputeStates,
  initial: 'warning_needs_response',
  moves: [
    { from: ['warning_needs_response', 'under_review'], event: 'charged', to: 'needs_response', by: ['provider'] },
    { from: ['warning_needs_response', 'needs_response'], event: 'reviewed', to: 'under_review', by: ['provider'] },
    { from: open, event: 'won', to: 'won', by: ['provider'] },
    { from: open, event: 'lost', to: 'lost', by: ['provider'] },
    { from: open, event: 'prevented', to: 'prevented', by: ['provider'] },
  ],
};

/** The event that a provider's own status stands for; nothing leads back to a warning. */
export const disputeEventOf: Readonly<Record<Exclude<DisputeStatus, 'warning_needs_response'>, DisputeEvent>> = {
  needs_response: 'charged',
  under_review: 'reviewed',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
};

export const openDisputes: readonly DisputeStatus[] = open;
export const isOpen = (status: DisputeStatus): boolean => openDisputes.includes(status);
/** Vouchers of its orders are refused at the door unless a colleague says otherwise: nobody has decided, or the bank kept money. */
export const keepsOut = ({ status, writtenOff }: { readonly status: DisputeStatus; readonly writtenOff: number }): boolean =>
  isOpen(status) || (status === 'lost' && writtenOff > 0);
/** The bank waits for us. */
export const awaitsAnswer = (status: DisputeStatus): boolean => status === 'warning_needs_response' || status === 'needs_response';

export const disputeAnswerStates = ['written', 'sending', 'sent', 'refused', 'withdrawn'] as const;
export type DisputeAnswerStatus = (typeof disputeAnswerStates)[number];

/** What we say to the bank: written by one colleague and sent by another, because it is heard once and cannot be taken back. */
export const disputeAnswerTable: StatusTable<DisputeAnswerStatus, 'send' | 'withdraw' | 'heard' | 'refused', 'staff' | 'provider'> = {
  name: 'dispute-answer',
  states: disputeAnswerStates,
  initial: 'written',
  moves: [
    { from: 'written', event: 'send', to: 'sending', by: ['staff'] },
    // Or the bank has decided meanwhile.
    { from: 'written', event: 'withdraw', to: 'withdrawn', by: ['staff', 'provider'] },
    { from: 'sending', event: 'heard', to: 'sent', by: ['provider'] },
    { from: 'sending', event: 'refused', to: 'refused', by: ['provider'] },
  ],
};

export const answerKinds = ['contest', 'accept'] as const;
export type AnswerKind = (typeof answerKinds)[number];
