import { rolePermissions, staffRoles, type StaffRole } from '#app/platform/access.ts';

/** What a role takes off one option without a second person, in fils of AED. Roles that are not named may only ask. */
export type DiscountLimits = Partial<Readonly<Record<StaffRole, number>>>;

/** As the house is delivered. */
export const deliveredDiscountLimits: DiscountLimits = { owner: 50_000, ops_manager: 20_000, flight_agent: 5_000 };

/** Roles that quote to callers; a limit for another one would mean nothing. */
export const rolesWithDiscounts = staffRoles.filter((role) => rolePermissions[role].includes('flight-orders:work'));

/** More than this is always decided by a second person, whatever stands in the setting. In fils. */
export const mostDiscountAlone = 100_000;

/** The highest limit among somebody's roles that quote to callers; minor units of AED. */
export function ownDiscountLimit(limits: DiscountLimits, roles: readonly StaffRole[]): number {
  const own = roles.filter((role) => rolesWithDiscounts.includes(role)).map((role) => limits[role] ?? 0);
  return Math.min(mostDiscountAlone, Math.max(0, ...own));
}
