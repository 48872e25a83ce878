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

/** A month of pay, YYYY-MM, from the one before today's on; null when it is none. */
export function readPayMonth(typed: string, today: string): string | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(typed)) return null;
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  const ahead = months(typed) - months(today);
  return ahead >= -1 && ahead <= 12 ? typed : null;
}

/** The months of pay a list can be asked for: two years back from this one, and the next. */
export function payMonths(month: string): readonly string[] {
  const [year, of] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return Array.from({ length: 26 }, (_, back) => {
    const at = year * 12 + of - back;
    return `${Math.trunc(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
