import type { Db } from '#app/platform/database.server.ts';
import { findAccountFacts } from '../customers/records/customer-facts-store.server.ts';
import { findCustomer, findKeyOwner } from '../customers/records/customers-store.server.ts';
import { isSameContact } from '../customers/records/same-person-rules.ts';

/** The record of customers that an account stands in. */
async function recordOf(db: Db, userId: string) {
  const id = await findKeyOwner(db, 'account', userId);
  return id === null ? null : findCustomer(db, id);
}

/**
 * Whether two accounts are one person's as far as the house knows: one mailbox, one telephone, one record of customers, or the
 * same traveller with the same birthday in front of their orders. Cards it never sees.
 */
export async function isSamePerson(db: Db, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const [a, b] = await findAccountFacts(db, [one, other]);
  if (!a || !b) return false;
  if (isSameContact(a, b)) return true;
  const [left, right] = [await recordOf(db, one), await recordOf(db, other)];
  if (!left || !right) return false;
  const same = (mark: string | null, its: string | null) => mark !== null && mark === its;
  return (
    left.id === right.id ||
    same(left.emailIndex, right.emailIndex) ||
    same(left.phoneIndex, right.phoneIndex) ||
    same(left.personIndex, right.personIndex)
  );
}
