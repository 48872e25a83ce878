import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockCustomers } from '../records/customers-store.server.ts';
import { beginMembership, endMembership, findMemberships, lockCompany } from './companies-store.server.ts';

export type GroupRefusal =
  | 'permission'
  | 'gone'
  | 'company-gone'
  | 'company-archived'
  | 'group-already'
  | 'group-elsewhere'
  | 'ungroup-already';

interface GroupAsk {
  readonly customerId: string;
  readonly companyId: string;
  readonly requestId: string;
}

/** Takes a customer into a company. Whoever belongs to another one is taken out of it first, by somebody who says so. */
export async function groupCustomer(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: GroupAsk,
): Promise<Outcome<null, GroupRefusal>> {
  if (!may(viewer, 'customers:work')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, GroupRefusal>> => {
    const now = clock.now();
    const { customerId, companyId } = ask;
    const customer = (await lockCustomers(tx, [customerId])).get(customerId);
    if (!customer || customer.mergedInto) return refuse('gone');
    // Locked: a company that is put away in the same moment takes nobody in.
    const company = await lockCompany(tx, companyId);
    if (!company) return refuse('company-gone');
    if (company.archivedAt) return refuse('company-archived');
    const member = (await findMemberships(tx, [customerId])).get(customerId);
    if (member) return refuse(member.companyId === companyId ? 'group-already' : 'group-elsewhere');
    await beginMembership(tx, now, { companyId, customerId, by: viewer.user.id });
    await tell(tx, now, viewer, ask, 'grouped');
    return done(null);
  });
}

/** Takes a customer out of the company to which they were seen to belong. */
export async function ungroupCustomer(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: GroupAsk,
): Promise<Outcome<null, GroupRefusal>> {
  if (!may(viewer, 'customers:work')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, GroupRefusal>> => {
    const now = clock.now();
    const { customerId, companyId } = ask;
    const customer = (await lockCustomers(tx, [customerId])).get(customerId);
    if (!customer || customer.mergedInto) return refuse('gone');
    if (!(await endMembership(tx, now, { companyId, customerId, by: viewer.user.id }))) return refuse('ungroup-already');
    await tell(tx, now, viewer, ask, 'ungrouped');
    return done(null);
  });
}

/** Said of both: each has a record of its own. */
async function tell(tx: Tx, now: Instant, viewer: Clerk, ask: GroupAsk, what: 'grouped' | 'ungrouped'): Promise<void> {
  const { customerId, companyId, requestId } = ask;
  const actor = `staff:${viewer.user.id}`;
  await audit(tx, now, {
    actor,
    action: `customer.${what}`,
    subject: `customers:${customerId}`,
    detail: { company: companyId },
    requestId,
  });
  await audit(tx, now, {
    actor,
    action: `company.${what}`,
    subject: `companies:${companyId}`,
    detail: { customer: customerId },
    requestId,
  });
}
