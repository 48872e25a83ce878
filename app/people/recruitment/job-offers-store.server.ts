import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { jobOffers, type JobOffer } from './job-applications.tables.ts';
import { offerMachine, type OfferActor, type OfferEvent } from './job-offer-status.ts';

const place = (id: string) => `job_offers|terms|${id}`;

export async function findOffers(db: Db, crypto: FieldCrypto, applicationId: string): Promise<JobOffer[]> {
  const rows = await db.select().from(jobOffers).where(eq(jobOffers.applicationId, applicationId)).orderBy(desc(jobOffers.number));
  return rows.map((row) => ({ ...row, terms: crypto.open(row.terms, place(row.id)) }));
}

/** Writes the next version of an offer; what was open of it before is withdrawn, and `known` says whether it had been read. */
export async function insertOffer(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  offer: Pick<JobOffer, 'applicationId' | 'salary' | 'currency' | 'startsOn' | 'answerBy' | 'terms' | 'writtenBy'>,
): Promise<{ readonly number: number; readonly known: boolean }> {
  const known = await withdrawOffers(tx, offer.applicationId);
  const [last] = await tx
    .select({ number: jobOffers.number })
    .from(jobOffers)
    .where(eq(jobOffers.applicationId, offer.applicationId))
    .orderBy(desc(jobOffers.number))
    .limit(1);
  const id = randomUUID();
  const number = (last?.number ?? 0) + 1;
  await tx.insert(jobOffers).values({ ...offer, id, number, terms: crypto.seal(offer.terms, place(id)), createdAt: new Date(now) });
  return { number, known };
}

/** Withdraws what is open of the offers of an application; whether it was one that the applicant has read. */
export async function withdrawOffers(tx: Tx, applicationId: string): Promise<boolean> {
  const open = and(eq(jobOffers.applicationId, applicationId), inArray(jobOffers.status, ['draft', 'approved', 'sent', 'accepted']));
  const rows = await tx.select({ status: jobOffers.status }).from(jobOffers).where(open).for('update');
  await tx.update(jobOffers).set({ status: 'withdrawn' }).where(open);
  return rows.some(({ status }) => status === 'sent' || status === 'accepted');
}

export async function moveOffer(
  tx: Tx,
  now: Instant,
  move: {
    readonly offer: Pick<JobOffer, 'id' | 'status' | 'version'>;
    readonly event: OfferEvent;
    readonly by: OfferActor;
    readonly decidedBy?: string;
  },
): Promise<Outcome<null, 'not-possible-from-here' | 'not-yours-to-do' | 'changed-meanwhile'>> {
  const { offer, event, by, decidedBy } = move;
  const moved = moveOn(offerMachine, offer.status, event, by);
  if (!moved.ok) return moved;
  const at = new Date(now);
  const rows = await tx
    .update(jobOffers)
    .set({
      status: moved.to,
      version: offer.version + 1,
      ...(decidedBy && { decidedBy, decidedAt: at }),
      ...(by === 'candidate' && { answeredAt: at }),
    })
    .where(and(eq(jobOffers.id, offer.id), eq(jobOffers.version, offer.version)))
    .returning({ id: jobOffers.id });
  return rows.length > 0 ? done(null) : refuse('changed-meanwhile');
}

export async function answerOffer(
  tx: Tx,
  now: Instant,
  applicationId: string,
  event: 'accept' | 'decline',
): Promise<Outcome<null, 'no-offer' | 'too-late' | 'changed-meanwhile'>> {
  const [offer] = await tx
    .select()
    .from(jobOffers)
    .where(and(eq(jobOffers.applicationId, applicationId), eq(jobOffers.status, 'sent')))
    .for('update');
  if (!offer) return refuse('no-offer');
  if (dateIn('Asia/Dubai', now) > offer.answerBy) return refuse('too-late');
  const moved = await moveOffer(tx, now, { offer, event, by: 'candidate' });
  return moved.ok ? moved : refuse('changed-meanwhile');
}
