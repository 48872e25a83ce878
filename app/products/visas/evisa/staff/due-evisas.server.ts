import { sql } from 'drizzle-orm';
import type { DueSource, TakeOutcome } from '#app/commerce/due-work.server.ts';
import { orderWho } from '#app/commerce/orders/staff/order-who.server.ts';
import { may } from '#app/platform/access.ts';
import { applicantName, findApplication, waitsForTraveller } from '../evisa-applications-store.server.ts';
import { workEvisa } from './work-evisa.server.ts';

const open = sql`evisa_applications.received_at is not null and evisa_applications.over_at is null
    and evisa_applications.deliver_by is not null and not ${waitsForTraveller}`;

/** Applications by the end of the day on which their visa is promised, unless their traveller has the next step. */
export const dueEvisas: DueSource<'evisa'> = {
  kind: 'evisa',
  see: 'visa-orders:view',
  work: 'visas:decide',
  from: sql`evisa_applications join evisa_groups g on g.id = evisa_applications.group_id join orders o on o.id = g.order_id`,
  // What was received belongs to a group with an order.
  counted: sql`evisa_applications`,
  open,
  id: sql`evisa_applications.id`,
  reference: sql`o.reference`,
  state: sql`evisa_applications.status`,
  opened: sql`evisa_applications.received_at`,
  due: sql`((evisa_applications.deliver_by + 1)::timestamp at time zone 'Asia/Dubai')`,
  owner: sql`evisa_applications.officer`,
  amount: sql`null::bigint`,
  currency: sql`null::text`,
  who: orderWho,
  person: { sealed: sql`evisa_applications.personal`, nameOf: applicantName },
  // Whoever takes an application on begins its review; later it changes hands on its own page, with its reasons.
  takable: sql`(evisa_applications.status = 'received' and evisa_applications.officer is null)`,
  by: {
    column: sql`evisa_applications.deliver_by`,
    from: (after) => sql`evisa_applications.deliver_by >= (${after} at time zone 'Asia/Dubai')::date - 1`,
  },
  async take(platform, viewer, { id, from, to, requestId }): Promise<TakeOutcome> {
    if (!may(viewer, 'visas:decide')) return 'permission';
    const application = await findApplication(platform.db, id);
    if (!application || to !== viewer.user.id) return 'not-possible';
    if (application.officer === to) return 'done';
    if (application.officer !== from) return 'changed-meanwhile';
    const taken = await workEvisa(platform, {
      applicationId: id,
      version: application.version,
      staffId: viewer.user.id,
      requestId,
      work: { event: 'claim' },
    });
    return taken.ok ? 'done' : taken.refused === 'changed-meanwhile' ? 'changed-meanwhile' : 'not-possible';
  },
  // Its officer takes it on themselves.
  gives: () => false,
  putsBack: false,
  standsFor: {
    tasks: ['authority-query'],
    has: (id) => sql`exists (select 1 from evisa_applications where evisa_applications.id = ${id} and ${open})`,
  },
};
