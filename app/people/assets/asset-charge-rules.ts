import type { StatusTable } from '#app/values/status-table.ts';

/** Fils: up to this much a keeper charges alone; above it a second person agrees first. */
export const chargeAloneMost = 50_000;

export const chargeStates = ['asked', 'due', 'declined', 'waived', 'deducted'] as const;
export type ChargeStatus = (typeof chargeStates)[number];
export type ChargeEvent = 'approve' | 'decline' | 'waive' | 'deduct';

/** What is charged for a damage, from the return until it was taken from a month's pay or is charged no more. */
export const chargeMachine: StatusTable<ChargeStatus, ChargeEvent, 'keeper' | 'second'> = {
  name: 'asset-charge',
  states: chargeStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'due', by: ['second'] },
    // Whoever asked may take it back.
    { from: 'asked', event: 'decline', to: 'declined', by: ['second', 'keeper'] },
    { from: 'due', event: 'waive', to: 'waived', by: ['keeper', 'second'] },
    { from: 'due', event: 'deduct', to: 'deducted', by: ['keeper', 'second'] },
  ],
};

/** The tabs of the list of charges. */
export const chargeTabs = ['asked', 'due', 'deducted', 'closed', 'all'] as const;
export type ChargeTab = (typeof chargeTabs)[number];
export const statesOfChargeTab: Readonly<Record<ChargeTab, readonly ChargeStatus[]>> = {
  asked: ['asked'],
  due: ['due'],
  deducted: ['deducted'],
  closed: ['declined', 'waived'],
  all: chargeStates,
};

/** A month of pay, YYYY-MM, from the one before today's on; null when it is none. */
export function readPayMonth(typed: string, today: string): string | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(typed)) return null;
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  const ahead = months(typed) - months(today);
  return ahead >= -1 && ahead <= 12 ? typed : null;
}

export interface ChargesView {
  readonly tab: ChargeTab;
  /** A tag, a paper's reference or a colleague's name. */
  readonly find: string;
  /** YYYY-MM: of those that were deducted, only this month's pay. */
  readonly month: string;
  readonly after: { readonly at: string; readonly id: string } | null;
}

export function readChargesView(query: URLSearchParams): ChargesView {
  const [at, id] = (query.get('after') ?? '').split('~');
  const month = query.get('month') ?? '';
  return {
    tab: chargeTabs.find((tab) => tab === query.get('tab')) ?? 'asked',
    find: (query.get('find') ?? '').trim().slice(0, 60),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : '',
    after: at && id && /^\d{1,13}$/.test(at) && /^[\w-]{1,40}$/.test(id) ? { at, id } : null,
  };
}

export function chargesQuery({ tab, find, month, after }: ChargesView): string {
  const query = new URLSearchParams();
  if (tab !== 'asked') query.set('tab', tab);
  if (find) query.set('find', find);
  if (month) query.set('month', month);
  if (after) query.set('after', `${after.at}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}
