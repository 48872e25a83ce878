import { hourMs, dayMs, type Instant } from '#app/values/dates.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';

/** What of an order asks for somebody, the most pressing first. */
export const deskAlerts = [
  'limit-over',
  'limit-near',
  'schedule-late',
  'payment-check',
  'price-changed',
  'schedule-open',
  'schedule-held',
  'twin',
  'tickets-missing',
  'extra-failed',
  'refund-failed',
  'refund-stuck',
  'supplier-owes',
] as const;
export type DeskAlert = (typeof deskAlerts)[number];

/** Each hour counts. */
export const pressing: readonly DeskAlert[] = ['limit-over', 'limit-near', 'schedule-late', 'payment-check', 'refund-failed'];

export interface AlertFacts {
  readonly status: FlightOrderState;
  /** Until when somebody must see to it. */
  readonly limit: Instant | null;
  /** What the airline changed and nobody answered: by its most pressing. */
  readonly schedule: 'late' | 'open' | 'held' | null;
  /** Another living order may be the same trip. */
  readonly twin: boolean;
  /** Tickets that are open, and how many there should be. */
  readonly tickets: { readonly open: number; readonly due: number };
  readonly extraFailed: boolean;
  /** `failed`: it came back and its task is open; `stuck`: the bank does not say, or takes longer than banks take. */
  readonly refund: 'failed' | 'stuck' | null;
  /** Since when a supplier owes money of it. */
  readonly owedSince: Instant | null;
}

const nearMs = 2 * hourMs;
/** So long nobody worries about money that a supplier owes; the first to chase it is told then. */
const owedMs = 7 * dayMs;

/** What is wrong with an order, in the order of `deskAlerts`. */
export function alertsOf(facts: AlertFacts, now: Instant): DeskAlert[] {
  const { status, limit, schedule, refund, tickets } = facts;
  const left = limit === null ? null : limit - now;
  const is: Readonly<Record<DeskAlert, boolean>> = {
    'limit-over': left !== null && left <= 0,
    'limit-near': left !== null && left > 0 && left <= nearMs,
    'schedule-late': schedule === 'late',
    'payment-check': status === 'on_hold',
    'price-changed': status === 'price_changed',
    'schedule-open': schedule === 'open',
    'schedule-held': schedule === 'held',
    twin: facts.twin,
    'tickets-missing': status === 'ticketed' && tickets.open < tickets.due,
    'extra-failed': facts.extraFailed,
    'refund-failed': refund === 'failed',
    'refund-stuck': refund === 'stuck',
    'supplier-owes': facts.owedSince !== null && now - facts.owedSince >= owedMs,
  };
  return deskAlerts.filter((alert) => is[alert]);
}
