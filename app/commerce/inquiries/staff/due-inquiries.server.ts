import { sql } from 'drizzle-orm';
import { may } from '#app/platform/access.ts';
import type { DueSource, TakeOutcome } from '../../due-work.server.ts';
import { emailIndexOf, readContact } from '../inquiries-store.server.ts';
import { assignInquiry } from '../work-inquiry.server.ts';

/** Inquiries that nobody has answered, by the time that was promised. */
export const dueInquiries: DueSource<'inquiry'> = {
  kind: 'inquiry',
  see: 'inquiries:view',
  work: 'inquiries:work',
  from: sql`inquiries q`,
  open: sql`q.status = 'new'`,
  id: sql`q.id`,
  reference: sql`q.reference`,
  state: sql`q.kind`,
  opened: sql`q.created_at`,
  due: sql`q.answer_by`,
  owner: sql`q.owner_id`,
  amount: sql`null::bigint`,
  currency: sql`null::text`,
  who: {
    account: sql`q.user_id`,
    mail: sql`q.email_index`,
    fingerprint: emailIndexOf,
    contact: { id: sql`q.id`, sealed: sql`q.contact`, mailOf: (crypto, id, contact) => readContact(crypto, { id, contact }).email },
  },
  takable: sql`true`,
  async take(platform, viewer, { id, from, to }): Promise<TakeOutcome> {
    const given = await assignInquiry(platform, viewer, { inquiryId: id, from, to });
    if (given.ok) return 'done';
    return given.refused;
  },
  gives: (viewer) => may(viewer, 'inquiries:work'),
  putsBack: true,
  standsFor: { tasks: ['inquiry'], has: (id) => sql`exists (select 1 from inquiries q where q.id = ${id} and q.status = 'new')` },
};
