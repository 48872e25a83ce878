import { rolePermissions, staffRoles, type StaffRole } from './access.ts';

/** What a role may give back of one order without a second person, in fils of AED. Roles that are not named may only ask. */
export type RefundLimits = Partial<Readonly<Record<StaffRole, number>>>;

/** As the house is delivered. */
export const deliveredRefundLimits: RefundLimits = {
  owner: 1_000_000,
  finance: 500_000,
  ops_manager: 200_000,
  flight_agent: 30_000,
  support_agent: 10_000,
};

/** Roles that give money back at all; a limit for another one would mean nothing. */
export const rolesWithLimits = staffRoles.filter((role) =>
  rolePermissions[role].some((permission) => permission === 'refunds:request' || permission === 'refunds:approve'),
);

/** Ten thousand times what any order should cost: a slip of the finger, not a limit. In fils. */
export const mostRefundLimit = 100_000_000;

/** The highest limit among somebody's roles; minor units of AED. */
export function refundLimitOf(limits: RefundLimits, roles: readonly StaffRole[]): number {
  return Math.max(0, ...roles.map((role) => limits[role] ?? 0));
}
