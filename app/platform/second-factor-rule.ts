import { dayMs, instant, type Instant } from '#app/values/dates.ts';
import type { StaffRole, Viewer } from './access.ts';

/** Which roles must have a second factor, and how many days their holders have to set one up. */
export interface SecondFactorRule {
  readonly roles: readonly StaffRole[];
  readonly graceDays: number;
  /** Since when a role must, as ISO instants; written when the rule is applied. */
  readonly since: Readonly<Partial<Record<StaffRole, string>>>;
}

/** As the house is delivered: nobody must. */
export const deliveredSecondFactorRule: SecondFactorRule = { roles: [], graceDays: 7, since: {} };

export const mostGraceDays = 30;

/** The same rule with the time from which each role counts: one that counted before goes on, the others begin now. */
export function begunAt(rule: SecondFactorRule, before: SecondFactorRule, now: Instant): SecondFactorRule {
  const since = Object.fromEntries(rule.roles.map((role) => [role, before.since[role] ?? new Date(now).toISOString()]));
  return { ...rule, since };
}

/**
 * By when a colleague without a second factor must have one; null where none of their roles must. `rightsSince`: when their
 * roles were last changed, so that whoever gets a role later has their days too.
 */
export function factorDueAt(
  { roles, graceDays, since }: SecondFactorRule,
  member: { readonly roles: readonly StaffRole[]; readonly rightsSince: Date },
): Instant | null {
  const begun = member.roles.filter((role) => roles.includes(role)).map((role) => Date.parse(since[role] ?? '') || 0);
  return begun.length === 0 ? null : instant(Math.max(Math.min(...begun), member.rightsSince.getTime()) + graceDays * dayMs);
}

/** Whether a colleague's days are over: the desk is closed to them until they have set it up. */
export function owesFactor(viewer: Viewer, now: Instant): boolean {
  return viewer.kind === 'staff' && viewer.factorBy !== undefined && viewer.factorBy <= now;
}
