import { addDays, dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { houseBank, houseCredit } from '../ledger/ledger-postings.ts';
import { money, sumMoney, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { PaymentMethod } from '../payments/payment-provider.ts';
import type { RefundStatus } from '../payments/payment-status.ts';
import { firstCardPurpose } from '../payments/two-card-rules.ts';

/** Where money that goes back is. `owed`: due, and the bank is still taking or letting go what it would come from. */
export const refundStates = ['asked', 'owed', 'approved', 'sent', 'checking', 'failed', 'settled', 'released'] as const;
export type RefundTrackState = (typeof refundStates)[number];

/** Banks show a refund within ten working days of it, which are two weeks. */
export const bankDays = 14;
const bankZone = 'Asia/Dubai';

/** One sum on its way back, with the instants it passed, ISO in UTC; null where it has not been. */
export interface RefundTrack {
  readonly amount: Money;
  readonly state: RefundTrackState;
  /** The payment it goes back to: the order's one, or the part of that number. */
  readonly part: number | null;
  /** The last digits of its card, where two cards paid the price; else null: it is the card that paid. */
  readonly ending: string | null;
  /** Paid with credit of the house, and credit again; no bank has a part in it. */
  readonly toCredit: boolean;
  /** Paid in four: it goes to who collects the parts, and they settle it with the traveller. */
  readonly inFour: boolean;
  /** Came by transfer to the house's own account: finance sends it from there, and no card has a part in it. */
  readonly byTransfer: boolean;
  /** What goes back in one go has one name, however many payments it came from. */
  readonly act: string;
  readonly asked: string;
  readonly approved: string | null;
  readonly sent: string | null;
  readonly settled: string | null;
  /** By when it stands on the statement as a rule; null while nobody can say. */
  readonly expectedBy: CalendarDate | null;
}

export function refundStateOf(status: RefundStatus, sentAt: Date | null): RefundTrackState {
  if (status === 'succeeded') return 'settled';
  if (status === 'failed') return 'failed';
  if (status === 'stuck') return 'checking';
  return sentAt ? 'sent' : 'approved';
}

/** Counted from the last certain step: the bank's word, else the sending. */
export function expectedBy(state: RefundTrackState, sentAt: Date | null, settledAt: Date | null): CalendarDate | null {
  const from = settledAt ?? sentAt;
  return from && (state === 'settled' || state === 'sent' || state === 'checking')
    ? addDays(dateIn(bankZone, instant(from.getTime())), bankDays)
    : null;
}

/** Of a transfer that finance writes by hand the same days count from its asking: its task is one of the day. */
export function transferBy(askedAt: Date, settledAt: Date | null): CalendarDate {
  return addDays(dateIn(bankZone, instant((settledAt ?? askedAt).getTime())), bankDays);
}

/** Somebody still waits for it: it is on its way, or the bank has it and may not have shown it yet. */
export function isAwaited({ state, expectedBy }: Pick<RefundTrack, 'state' | 'expectedBy'>, today: CalendarDate): boolean {
  if (state === 'settled') return expectedBy !== null && expectedBy >= today;
  return state !== 'released';
}

export const partOf = (purpose: string): number | null => {
  const number = /^instalment-(\d+)$/.exec(purpose)?.[1];
  return number === undefined ? null : Number(number);
};

export interface TrackFacts {
  readonly currency: CurrencyCode;
  readonly refunds: readonly {
    readonly id: string;
    readonly key: string;
    readonly paymentId: string;
    readonly amount: number;
    readonly status: RefundStatus;
    readonly createdAt: Date;
    readonly changedAt: Date;
  }[];
  /** What staff asked for, whatever became of it. */
  readonly requests: readonly {
    readonly id: string;
    readonly paymentId: string;
    readonly amount: number;
    readonly status: string;
    readonly askedAt: Date;
  }[];
  readonly payments: readonly {
    readonly id: string;
    readonly purpose: string;
    readonly provider: string;
    readonly method: PaymentMethod;
    readonly cardEnding: string | null;
  }[];
  /** When the bank was first told of a refund, by its id. */
  readonly sendings: ReadonlyMap<string, Date>;
  /** The last ending that owes money: what, since when, and when it was found to be back. */
  readonly owed: { readonly amount: number; readonly at: Date; readonly backAt: Date | null } | null;
  /** Whether any of the order's money was ever taken; what was only reserved is let go and not sent back. */
  readonly captured: boolean;
}

/** The request of staff behind a refund, without the payment that its key may end with. */
const requestOf = (key: string) => key.split(':').slice(0, 2).join(':');

/** What went back in one go together, with its sum; in the order of the tracks. */
export function refundActs(tracks: readonly RefundTrack[]): { readonly total: Money; readonly parts: readonly RefundTrack[] }[] {
  return [...Map.groupBy(tracks, ({ act }) => act).values()].map((parts) => ({
    total: sumMoney(
      parts.map(({ amount }) => amount),
      parts[0]!.amount.currency,
    ),
    parts,
  }));
}

/** Every sum of an order that goes back, the oldest first. A refund that staff asked for and nobody allowed is none. */
export function refundTracks({ currency, refunds, requests, payments, sendings, owed, captured }: TrackFacts): RefundTrack[] {
  const byCredit = new Set(payments.filter(({ provider }) => provider === houseCredit).map(({ id }) => id));
  const byBank = new Set(payments.filter(({ provider }) => provider === houseBank).map(({ id }) => id));
  const fours = new Set(payments.filter(({ method }) => method === 'four').map(({ id }) => id));
  // What is owed or let go belongs to the newest payment of the price; the newest stands first.
  const owedInFour = payments.find(({ purpose }) => purpose === 'order')?.method === 'four';
  const partBy = new Map(payments.map(({ id, purpose }) => [id, partOf(purpose)]));
  const askedBy = new Map(requests.map(({ id, askedAt }) => [`request:${id}`, askedAt]));
  const twoCards = payments.some(({ purpose }) => purpose === firstCardPurpose);
  const endingBy = new Map(twoCards ? payments.map(({ id, cardEnding }) => [id, cardEnding]) : []);
  const none = {
    ending: null,
    toCredit: false,
    inFour: false,
    byTransfer: false,
    approved: null,
    sent: null,
    settled: null,
    expectedBy: null,
  };
  const tracks = refunds.map((refund): RefundTrack => {
    const byTransfer = byBank.has(refund.paymentId);
    // Nobody is called for a transfer: it is sent when a statement shows it leaving.
    const sentAt = byTransfer ? null : (sendings.get(refund.id) ?? null);
    const settledAt = refund.status === 'succeeded' ? refund.changedAt : null;
    const state = refundStateOf(refund.status, sentAt);
    const toCredit = byCredit.has(refund.paymentId);
    const inFour = fours.has(refund.paymentId);
    return {
      amount: money(refund.amount, currency),
      state,
      part: partBy.get(refund.paymentId) ?? null,
      ending: endingBy.get(refund.paymentId) ?? null,
      toCredit,
      inFour,
      byTransfer,
      act: `made:${refund.createdAt.getTime()}`,
      asked: (askedBy.get(requestOf(refund.key)) ?? refund.createdAt).toISOString(),
      approved: refund.createdAt.toISOString(),
      sent: toCredit ? null : (sentAt?.toISOString() ?? null),
      settled: settledAt?.toISOString() ?? null,
      // Of what is taken off parts that are still open no statement tells.
      expectedBy: toCredit || inFour ? null : byTransfer ? transferBy(refund.createdAt, settledAt) : expectedBy(state, sentAt, settledAt),
    };
  });
  for (const { id, status, amount, paymentId, askedAt } of requests)
    if (status === 'asked')
      tracks.push({
        ...none,
        amount: money(amount, currency),
        state: 'asked',
        part: partBy.get(paymentId) ?? null,
        toCredit: byCredit.has(paymentId),
        inFour: fours.has(paymentId),
        byTransfer: byBank.has(paymentId),
        act: `asked:${id}`,
        asked: askedAt.toISOString(),
      });
  // Owed, and no refund of it is there: the bank is letting go what it reserved, or still taking what a part returns from.
  if (owed && owed.amount > 0 && !refunds.some(({ createdAt }) => createdAt.getTime() >= owed.at.getTime())) {
    const released = owed.backAt !== null && !captured;
    if (released || owed.backAt === null) {
      const asked = owed.at.toISOString();
      tracks.push({
        ...none,
        amount: money(owed.amount, currency),
        state: released ? 'released' : 'owed',
        inFour: owedInFour,
        part: null,
        act: 'owed',
        asked,
        approved: asked,
        settled: released ? owed.backAt.toISOString() : null,
      });
    }
  }
  return tracks.sort((a, b) => a.asked.localeCompare(b.asked));
}
