import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';
import type { VisaCountry } from './evisa-offer.ts';

/*
 * THE refund table: what goes back of each part at each stage. The page shows it, the order and its mails print it, and
 * every refund is reckoned from it; there is no second place that says what is returned.
 */

export const refundStages = ['received', 'review', 'asked', 'ready', 'filed', 'rejected', 'delivered'] as const;
export type RefundStage = (typeof refundStages)[number];

export interface RefundShares {
  /** Percent of each part that goes back. */
  readonly government: number;
  readonly service: number;
  readonly courier: number;
}

export interface RefundRow extends RefundShares {
  readonly stage: RefundStage;
}

/** The whole table of an offer, in the order in which an application goes through it. */
export function refundTable(offer: Pick<VisaCountry, 'rejectedService'>): readonly RefundRow[] {
  return [
    { stage: 'received', government: 100, service: 100, courier: 100 },
    { stage: 'review', government: 100, service: 75, courier: 100 },
    { stage: 'asked', government: 100, service: 50, courier: 100 },
    { stage: 'ready', government: 100, service: 50, courier: 100 },
    // The authority keeps its fee from the moment it has it, whatever it decides.
    { stage: 'filed', government: 0, service: 0, courier: 100 },
    { stage: 'rejected', government: 0, service: offer.rejectedService, courier: 100 },
    { stage: 'delivered', government: 0, service: 0, courier: 0 },
  ];
}

const stageByState: Readonly<Record<string, RefundStage>> = {
  received: 'received',
  in_review: 'review',
  more_info_needed: 'asked',
  closed_incomplete: 'asked',
  ready_to_submit: 'ready',
  submitted_to_authority: 'filed',
  authority_query: 'filed',
  delayed: 'filed',
  approved_unchecked: 'filed',
  correction: 'filed',
  rejected: 'rejected',
  delivered: 'delivered',
  used: 'delivered',
  expired: 'delivered',
};

/** The stage of a state; null where nothing was paid yet or everything has been settled. */
export function refundStageOf(state: string): RefundStage | null {
  return stageByState[state] ?? null;
}

export function sharesAt(offer: Pick<VisaCountry, 'rejectedService'>, stage: RefundStage): RefundShares {
  return refundTable(offer).find((row) => row.stage === stage)!;
}

export interface LineRefund {
  /** Position in the price. */
  readonly line: number;
  readonly amount: Money;
}

/** The whole of what was paid for one traveller. */
export const everyPart: RefundShares = { government: 100, service: 100, courier: 100 };

/** A promise that was missed gives our own fee back, whatever the stage. */
export const lateShares: RefundShares = { government: 0, service: 100, courier: 0 };

/**
 * What one traveller's part of each line gives back, without the courier, who comes to the whole party. `lines` are those of
 * the order's price; amounts are rounded half up per line.
 */
export function refundOf(lines: readonly PriceLine[], traveller: number, shares: RefundShares): LineRefund[] {
  return refundByKind(lines, traveller, { 'government-fee': shares.government, 'visa-fee': shares.service });
}

/** What a party paid for its courier gives back: with the last of them, if nobody has a visa that could be brought. */
export function courierRefund(lines: readonly PriceLine[], shares: Pick<RefundShares, 'courier'>): LineRefund[] {
  const carriers = new Set(lines.flatMap((line) => (sharedAs(line) === 'courier' ? line.travellers : [])));
  return [...carriers].flatMap((traveller) => refundByKind(lines, traveller, { courier: shares.courier }));
}

/** The part of a line that was paid, once what was taken off its kind is counted: never more goes back than came. */
function paidPart(lines: readonly PriceLine[], { kind, facts }: PriceLine): number {
  const sum = (wanted: (line: PriceLine) => boolean) => lines.filter(wanted).reduce((all, { amount }) => all + amount.amount, 0);
  const on = facts['on'] ?? kind;
  const off = sum(({ kind: other, facts: about }) => other === 'discount' && about['on'] === on);
  if (off === 0) return 1;
  const charged = sum((line) => line.amount.amount > 0 && (line.facts['on'] ?? line.kind) === on);
  return Math.max(0, (charged + off) / charged);
}

/** What a rule added to a kind of line goes back as that kind does; its fees and taxes on the whole, as our own fee. */
function sharedAs({ kind, facts }: PriceLine): PriceLine['kind'] {
  if (facts['phase'] === 'fee' || facts['phase'] === 'tax') return 'visa-fee';
  return (facts['on'] as PriceLine['kind'] | undefined) ?? kind;
}

/** The same by percent of each kind of line; a kind without a share gives nothing back. */
export function refundByKind(
  lines: readonly PriceLine[],
  traveller: number,
  shares: Partial<Readonly<Record<PriceLine['kind'], number>>>,
): LineRefund[] {
  return lines.flatMap((line, position) => {
    if (!line.travellers.includes(traveller)) return [];
    const share = shares[sharedAs(line)] ?? 0;
    const part = paidPart(lines, line);
    const amount = part === 1 ? roundHalfUp((line.each.amount * share) / 100) : Math.floor((line.each.amount * share * part) / 100);
    return amount > 0 ? [{ line: position, amount: money(amount, line.each.currency) }] : [];
  });
}
