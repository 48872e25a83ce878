import { sql } from 'drizzle-orm';
import type { DueSource, TakeOutcome } from '#app/commerce/due-work.server.ts';
import { orderWho } from '#app/commerce/orders/staff/order-who.server.ts';
import { may } from '#app/platform/access.ts';
import { applicantName } from '../../evisa/evisa-applications-store.server.ts';
import { giveCase } from './work-case.server.ts';

/** Assisted cases by the instant of their next step. */
export const dueCases: DueSource<'assisted-visa'> = {
  kind: 'assisted-visa',
  see: 'visa-orders:view',
  work: 'visas:decide',
  from: sql`assisted_cases c join orders o on o.id = c.order_id join evisa_applications a on a.id = c.id`,
  // Every case came from an application and belongs to an order.
  counted: sql`assisted_cases c`,
  open: sql`c.over_at is null`,
  id: sql`c.id`,
  reference: sql`o.reference`,
  state: sql`c.status`,
  opened: sql`c.opened_at`,
  due: sql`c.due_at`,
  owner: sql`c.officer`,
  amount: sql`null::bigint`,
  currency: sql`null::text`,
  who: orderWho,
  person: { sealed: sql`a.personal`, nameOf: applicantName },
  takable: sql`true`,
  async take(platform, viewer, { id, from, to, requestId }): Promise<TakeOutcome> {
    if (!may(viewer, 'visas:decide')) return 'permission';
    if (to === null) return 'not-possible';
    const { rows } = (await platform.db.execute(sql`select version, officer from assisted_cases where id = ${id}`)) as unknown as {
      rows: { version: number; officer: string | null }[];
    };
    const [one] = rows;
    if (!one) return 'not-possible';
    if (one.officer === to) return 'done';
    if (one.officer !== from) return 'changed-meanwhile';
    const given = await giveCase(platform, { caseId: id, version: one.version, staffId: viewer.user.id, requestId, to });
    if (given.ok) return 'done';
    if (given.refused === 'not-an-officer') return 'not-a-colleague';
    return given.refused === 'changed-meanwhile' ? 'changed-meanwhile' : 'not-possible';
  },
  gives: (viewer) => may(viewer, 'visas:decide'),
  putsBack: false,
};
