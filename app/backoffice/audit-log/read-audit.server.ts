import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { findByReference, findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { addDays, parseCalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { dayBegins } from '../day-ribbon.ts';
import { listAudit, type AuditFilter, type AuditRow } from './audit-log-store.server.ts';
import type { AuditView } from './audit-view.ts';

/** A row as it is read: names instead of ids, where a name is known. */
export interface ReadAuditRow extends Omit<AuditRow, 'detail'> {
  readonly who: { readonly kind: 'staff'; readonly name: string; readonly id: string } | { readonly kind: 'other'; readonly name: string };
  /** Reference of an order, where the record is one. */
  readonly reference: string | null;
  readonly detail: readonly (readonly [string, string])[];
}

/** A field in which something stands that nothing can be found by: no record has the name, or it is no IP address. */
export type AuditWrong = 'find' | 'address';

export async function filterOf(db: Db, view: AuditView): Promise<AuditFilter | AuditWrong> {
  const [first, last] = [parseCalendarDate(view.from), parseCalendarDate(view.until)];
  let subject: string | null = null;
  if (view.find) {
    const reference = parseReference(view.find);
    if (reference) {
      const order = await findByReference(db, reference);
      if (!order) return 'find';
      subject = `orders:${order.id}`;
    } else if (/^[a-z_]{2,40}:.{1,120}$/.test(view.find)) subject = view.find;
    else return 'find';
  }
  if (view.address && !isIP(view.address)) return 'address';
  return {
    actor: view.actor,
    action: view.action,
    role: view.role,
    address: asKept(view.address),
    request: view.request,
    subject,
    from: first && dayBegins(first),
    until: last && dayBegins(addDays(last, 1)),
    before: view.before,
  };
}

/** The one way in which an address is kept, of the many in which one of IPv6 can be written. */
function asKept(address: string): string {
  const old = address.replace(/^::ffff:/i, '');
  if (isIPv4(old)) return old;
  return isIPv6(address) ? new SocketAddress({ family: 'ipv6', address }).address : address;
}

export async function readAudit(db: Db, filter: AuditFilter, size: number): Promise<ReadAuditRow[]> {
  const found = await listAudit(db, filter, size);
  const idOf = (named: string, table: string) => (named.startsWith(`${table}:`) ? named.slice(table.length + 1) : null);
  const [names, references] = await Promise.all([
    findStaffNames(
      db,
      found.flatMap(({ actor }) => idOf(actor, 'staff') ?? []),
    ),
    findReferences(
      db,
      found.flatMap(({ subject }) => idOf(subject, 'orders') ?? []),
    ),
  ]);
  return found.map((row) => {
    const staffId = idOf(row.actor, 'staff');
    const orderId = idOf(row.subject, 'orders');
    return {
      ...row,
      who: staffId
        ? { kind: 'staff', id: staffId, name: names.get(staffId) ?? staffId }
        : { kind: 'other', name: row.actor.startsWith('user:') ? 'customer' : row.actor },
      reference: orderId ? (references.get(orderId) ?? null) : null,
      detail: Object.entries(row.detail).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    };
  });
}
