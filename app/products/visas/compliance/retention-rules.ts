import { addDays, type CalendarDate } from '#app/values/dates.ts';

/** What a purge run lets go; for how long each is kept is a policy of the house. */
export const purgePolicies = ['papers', 'forms'] as const;
export type PurgePolicy = (typeof purgePolicies)[number];

/** Travellers were told that papers are gone after ninety days: what two people have not let go by then goes by the clock. */
export const promisedDays = 90;

/** Years for which orders, invoices and the ledger are kept: UAE Tax Procedures, Federal Decree-Law 28 of 2022 and its regulation. */
export const orderYears = 5;

/** What is known of a case when its papers are looked at. */
export interface KeptCase {
  /** The day it was over and its stay put away; null while either is open. */
  readonly overOn: CalendarDate | null;
  /** The day the case alone was over; null while it is open. */
  readonly caseOverOn: CalendarDate | null;
  readonly isStayOpen: boolean;
  readonly isRefundOpen: boolean;
  /** The passport is somewhere between us, a centre and a mission. */
  readonly isPassportOut: boolean;
  readonly hasLeft: boolean;
}

export type KeptBecause = 'case-open' | 'stay-open' | 'refund-open' | 'passport-out' | 'not-due' | 'nothing-left' | 'not-allowed';

/** Why what was sent for a case stays; null: it is due. An open case is never purged. */
export function keptBecause(one: KeptCase, days: number, today: CalendarDate): KeptBecause | null {
  if (one.isStayOpen) return 'stay-open';
  if (one.overOn === null) return 'case-open';
  if (one.isRefundOpen) return 'refund-open';
  if (one.isPassportOut) return 'passport-out';
  if (addDays(one.overOn, days) > today) return 'not-due';
  return one.hasLeft ? null : 'nothing-left';
}

/** Why papers stay although they were promised to be gone: that counts from the end of the case, not of the stay. */
export const keptDespitePromise = (one: KeptCase, today: CalendarDate): KeptBecause | null =>
  keptBecause({ ...one, overOn: one.caseOverOn, isStayOpen: false }, promisedDays, today);
