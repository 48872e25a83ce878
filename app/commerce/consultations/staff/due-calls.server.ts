import { sql } from 'drizzle-orm';
import { consultationEmailIndex, openContact } from '../consultations-store.server.ts';
import type { DueSource } from '../../due-work.server.ts';

/** Advice calls by the time they begin; those whose visitor is to choose again are in the visitor's hands. */
export const dueCalls: DueSource<'call'> = {
  kind: 'call',
  see: 'consultations:view',
  work: 'consultations:work',
  from: sql`consultations n`,
  open: sql`n.status in ('scheduled', 'in_progress')`,
  id: sql`n.id`,
  reference: sql`n.reference`,
  state: sql`n.status`,
  opened: sql`n.created_at`,
  due: sql`n.starts_at`,
  owner: sql`n.officer_id`,
  amount: sql`null::bigint`,
  currency: sql`null::text`,
  who: {
    account: sql`n.user_id`,
    mail: sql`n.email_index`,
    fingerprint: consultationEmailIndex,
    contact: { id: sql`n.id`, sealed: sql`n.contact`, mailOf: (crypto, id, contact) => openContact(crypto, { id, contact }).email },
  },
  // A call changes hands where both calendars are looked at.
  takable: sql`false`,
  take: async () => 'not-possible',
  gives: () => false,
  putsBack: false,
};
