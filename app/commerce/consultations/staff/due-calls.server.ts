import { sql } from 'drizzle-orm';
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
  // A call changes hands where both calendars are looked at.
  takable: sql`false`,
  take: async () => 'not-possible',
  putsBack: false,
};
