import { permissionsOf, staffRoles, type Permission, type StaffRole } from '#app/platform/access.ts';

/** What moves money, prices or rights: nobody gives these to a colleague alone. */
const guarded: readonly Permission[] = [
  'refunds:approve',
  'invoices:issue',
  'money:work',
  'pricing:publish',
  'currencies:edit',
  'staff:edit',
  'settings:edit',
  'mails:open',
  'flight-orders:override',
  'visas:publish',
];

/** Guarded rights that the new roles give and the old ones did not. */
export function newlyGuarded(before: readonly StaffRole[], after: readonly StaffRole[]): readonly Permission[] {
  const [had, has] = [permissionsOf(before), permissionsOf(after)];
  return guarded.filter((permission) => has.has(permission) && !had.has(permission));
}

/** Roles out of a form or a row, each once and in the order of the house; strangers are left out. */
export function readRoles(words: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => words.includes(role));
}

export const sameRoles = (one: readonly StaffRole[], other: readonly StaffRole[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));
