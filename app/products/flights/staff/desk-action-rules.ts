import type { Instant } from '#app/values/dates.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';

/** What a clerk can do with a flight order, in the order the record shows it. */
export const deskActions = [
  'ticket',
  'look-up',
  'quote-cancel',
  'confirm-cancel',
  'keep',
  'void',
  'give-up',
  'drop-return',
  'carry-price',
  'write-price',
  'check-price',
  'keep-longer',
  'pay-link',
  'tell-schedule',
  'hold-back',
  'ask-buyer',
  'release',
  'no-show',
  'deny-no-show',
  'undo-no-show',
] as const;
export type DeskAction = (typeof deskActions)[number];

/** Why not; each has words on the record. */
export type LockedBecause =
  | 'permission'
  | 'look-up-first'
  | 'under-way'
  | 'not-paid'
  | 'already-ticketed'
  | 'no-tickets'
  | 'void-closed'
  | 'quote-over'
  | 'void-or-cancel'
  | 'held-back'
  | 'flight-not-flown'
  | 'second-person'
  | 'write-to-customer'
  | 'told-lately'
  | 'kept-longest'
  | 'over';

/** Actions after which money goes back: alone up to somebody's limit, above it with a second person. */
export const returningActions = ['confirm-cancel', 'void', 'give-up'] as const;
export type ReturningAction = (typeof returningActions)[number];

/** What one colleague asked another to do, because it gives back more than they may alone. */
export interface ReturnAsk {
  readonly action: ReturningAction;
  readonly own: boolean;
}

export interface DeskCase {
  readonly status: FlightOrderState;
  readonly now: Instant;
  /** When the first of its tickets can no longer be voided; null without tickets or where the airline allows none. */
  readonly voidUntil: Instant | null;
  /** Until when the cancellation quote is honoured; null without one. */
  readonly quoteUntil: Instant | null;
  /** Its first flight has left. */
  readonly departed: boolean;
  /** Its traveller says that nobody boarded, and nobody has asked the airline yet. */
  readonly claimed: boolean;
  /** What each action gives back, minor units. */
  readonly gives: Readonly<Record<ReturningAction, number>>;
  /** What the price has risen by, minor units, while its traveller has not agreed; null without. */
  readonly rise: number | null;
  /** What is kept for its traveller and not paid; null once its time is over. `longer`: its limit can be moved, where it is days. */
  readonly kept: { readonly later: boolean; readonly longer: boolean } | null;
  /** What the airline changed, that its traveller was told of and has not answered; `lately`: told within hours. Null without. */
  readonly schedule: 'due' | 'lately' | null;
  /** One of its flights is known not to be flown, and it has no tickets for it. */
  readonly notFlown: boolean;
  /** What the clerk may give back of one order without a second person, minor units. */
  readonly limit: number;
  /** What of it is left for this order. */
  readonly alone: number;
  /** What waits for a second person; null without. */
  readonly asked: ReturnAsk | null;
  readonly permissions: ReadonlySet<string>;
}

export interface DeskChoice {
  readonly action: DeskAction;
  /** Null: it may be done now. */
  readonly locked: LockedBecause | null;
  /** The permission that is missing, when that is why. */
  readonly missing: string | null;
  /** `asks`: pressed, it waits for somebody else; `approves`: a colleague asked for it. */
  readonly second: 'asks' | 'approves' | null;
}

export const permissionFor: Readonly<Record<DeskAction, string>> = {
  ticket: 'flight-orders:work',
  'look-up': 'flight-orders:work',
  'quote-cancel': 'flight-orders:work',
  'confirm-cancel': 'refunds:request',
  keep: 'flight-orders:work',
  void: 'refunds:request',
  'give-up': 'refunds:request',
  'drop-return': 'refunds:approve',
  'carry-price': 'flight-orders:work',
  'write-price': 'flight-orders:work',
  'check-price': 'flight-orders:work',
  'tell-schedule': 'flight-orders:work',
  'keep-longer': 'flight-orders:work',
  'pay-link': 'flight-orders:work',
  'hold-back': 'refunds:approve',
  'ask-buyer': 'refunds:approve',
  release: 'refunds:approve',
  'no-show': 'flight-orders:work',
  'deny-no-show': 'flight-orders:work',
  'undo-no-show': 'flight-orders:work',
};

/** Every action that makes sense to speak of here, each allowed or locked with its reason. The action asks this again. */
export function choicesFor(order: DeskCase): DeskChoice[] {
  return deskActions.flatMap((action): DeskChoice[] => {
    const state = stateOf(action, order);
    if (state === 'silent') return [];
    if (state !== null) return [{ action, locked: state, missing: null, second: null }];
    const own = action === 'drop-return' && order.asked?.own === true;
    const missing = own || order.permissions.has(permissionFor[action]) ? null : permissionFor[action];
    if (missing) return [{ action, locked: 'permission', missing, second: null }];
    return [{ action, missing, ...secondFor(action, order) }];
  });
}

/** Whether a second person is needed, asked, or the one who is looking. One request waits at a time: nobody gives their answer to another. */
function secondFor(action: DeskAction, { gives, alone, asked, permissions }: DeskCase): Pick<DeskChoice, 'locked' | 'second'> {
  const returning = returningActions.find((one) => one === action);
  if (!returning) return { locked: null, second: null };
  if (asked?.action === action && !asked.own && permissions.has('refunds:approve')) return { locked: null, second: 'approves' };
  if (gives[returning] <= alone) return { locked: null, second: null };
  return asked ? { locked: 'second-person', second: null } : { locked: null, second: 'asks' };
}

/** `silent`: not worth a line here. */
function stateOf(
  action: DeskAction,
  { status, now, voidUntil, quoteUntil, departed, claimed, asked, rise, kept, schedule, notFlown, alone }: DeskCase,
): LockedBecause | 'silent' | null {
  const unpaid = ['draft', 'priced', 'price_changed', 'held', 'payment_pending'].includes(status);
  const ended = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided', 'flown', 'no_show'].includes(status);
  switch (action) {
    case 'ticket':
      if (status === 'paid' || status === 'ticketing_failed') return notFlown ? 'flight-not-flown' : null;
      if (status === 'stuck') return 'look-up-first';
      if (status === 'on_hold') return 'held-back';
      if (status === 'ticketing' || status === 'change_pending' || status === 'changed') return 'under-way';
      if (unpaid) return 'not-paid';
      return ended ? 'over' : 'already-ticketed';
    case 'look-up':
      return status === 'stuck' || status === 'ticketing' ? null : 'silent';
    case 'quote-cancel':
      if (['held', 'ticketed', 'schedule_change_pending', 'no_show', 'cancel_quoted'].includes(status)) return null;
      return status === 'stuck' ? 'look-up-first' : 'silent';
    case 'confirm-cancel':
      if (status !== 'cancel_quoted') return 'silent';
      return quoteUntil !== null && quoteUntil > now ? null : 'quote-over';
    case 'keep':
      return status === 'cancel_quoted' ? null : 'silent';
    case 'void':
      if (status === 'stuck') return 'look-up-first';
      if (status === 'change_pending' || status === 'changed') return 'under-way';
      if (status === 'schedule_change_pending') return 'silent';
      if (status !== 'ticketed') return ended || unpaid || status === 'on_hold' ? 'silent' : 'no-tickets';
      return voidUntil !== null && voidUntil > now ? null : 'void-closed';
    case 'give-up':
      if (status === 'paid' || status === 'ticketing_failed' || status === 'on_hold') return null;
      if (status === 'stuck') return 'look-up-first';
      if (status === 'ticketing') return 'under-way';
      if (status === 'ticketed') return 'void-or-cancel';
      return status === 'priced' || status === 'price_changed' ? null : 'silent';
    case 'carry-price':
      if (status !== 'price_changed' || rise === null || rise <= 0) return 'silent';
      return rise <= alone ? null : 'write-to-customer';
    case 'write-price':
      return status === 'price_changed' ? null : 'silent';
    case 'check-price':
      return kept && status === 'held' ? null : 'silent';
    case 'tell-schedule':
      if (status !== 'schedule_change_pending' || schedule === null) return 'silent';
      return schedule === 'due' ? null : 'told-lately';
    case 'keep-longer':
      if (!kept?.later || !['held', 'price_changed', 'payment_pending'].includes(status)) return 'silent';
      return kept.longer ? null : 'kept-longest';
    case 'pay-link':
      return kept && (status === 'held' || status === 'payment_pending') ? null : 'silent';
    case 'drop-return':
      return asked ? null : 'silent';
    case 'hold-back':
      return status === 'paid' || status === 'ticketing_failed' ? null : 'silent';
    case 'ask-buyer':
    case 'release':
      return status === 'on_hold' ? null : 'silent';
    case 'no-show':
      return departed && (status === 'ticketed' || status === 'flown') ? null : 'silent';
    case 'deny-no-show':
      return claimed && (status === 'ticketed' || status === 'flown') ? null : 'silent';
    case 'undo-no-show':
      return status === 'no_show' ? null : 'silent';
  }
}
