import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { countNotes } from '../../record-notes/record-notes-store.server.ts';
import { maskedEmail, maskedPhone } from '../records/customer-rules.ts';
import { findMemberships } from '../companies/companies-store.server.ts';
import { findCustomer, findKeys, readPerson } from '../records/customers-store.server.ts';
import type { Customer } from '../records/customers.tables.ts';

/** Two records side by side, and what would move from the second to the first; null when one of them is not there. */
export async function openMerge(platform: Platform, viewer: Viewer, keptId: string, goneId: string) {
  const { db, crypto } = platform;
  const [kept, gone] = await Promise.all([findCustomer(db, keptId), findCustomer(db, goneId)]);
  if (!may(viewer, 'customers:work') || !kept || !gone || kept.id === gone.id || kept.mergedInto || gone.mergedInto) return null;
  const [keys, notes, members] = await Promise.all([
    findKeys(db, goneId),
    countNotes(db, { kind: 'customer', id: goneId }),
    findMemberships(db, [keptId, goneId]),
  ]);
  const companyOf = (id: string) => {
    const member = members.get(id);
    return member ? { id: member.companyId, name: member.name } : null;
  };
  const side = (customer: Customer) => {
    const { name, email, phone } = readPerson(crypto, customer);
    return {
      id: customer.id,
      version: customer.version,
      name,
      email: maskedEmail(email),
      phone: phone === null ? null : maskedPhone(phone),
      hasAccount: customer.hasAccount,
      orders: customer.orders,
      lifetime: money(customer.lifetime, 'AED'),
      since: customer.firstSeenAt.toISOString(),
      company: companyOf(customer.id),
    };
  };
  return {
    kept: side(kept),
    gone: side(gone),
    moves: {
      accounts: keys.filter((key) => key.kind === 'account').length,
      mails: keys.filter((key) => key.kind === 'mail').length,
      orders: gone.orders,
      notes,
      tags: gone.tags.filter((tag) => !kept.tags.includes(tag)),
    },
    after: { orders: kept.orders + gone.orders, lifetime: money(kept.lifetime + gone.lifetime, 'AED') },
  };
}
