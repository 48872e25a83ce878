import { randomUUID } from 'node:crypto';
import { soldStates, type BookingState } from '#app/commerce/bookings/booking-status.ts';
import { findBookingsIn, findBookingsOf } from '#app/commerce/bookings/bookings-store.server.ts';
import { cancelByOperator, refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findOpenLine, findRunsAbout, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn, dayMs, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { declineRequest } from '../answer-request.server.ts';
import { sessionCancelLine } from '../experience-jobs.server.ts';
import { forgetCards } from '../experiences-store.server.ts';
import { findOptions } from '../slots-store.server.ts';
import type { Remedy } from './session-remedies.ts';
import { listCancelledSessions, lockSupply, saveSlot } from './supply-desk-store.server.ts';

export interface SessionPlace {
  readonly experienceId: string;
  readonly date: CalendarDate;
  /** HH:MM by the clocks there. */
  readonly start: string;
}

export interface SessionTraveller {
  readonly orderId: string;
  readonly reference: string;
  readonly places: number;
  readonly status: BookingState;
  /** What becomes of it: a request nobody granted yet is declined, and its money let go. */
  readonly becomes: 'remedy' | 'declined';
}

const asked = ['requested', 'counter_offered'] as const;

/** When a booking begins, by the clocks there: "2026-12-05 09:00". */
const startOf = ({ startsLocal }: { readonly startsLocal: string }) => `${startsLocal.slice(0, 10)} ${startsLocal.slice(11, 16)}`;

/** Everybody who has a place at a start, or asked for one. Nothing is done. */
export async function findSessionTravellers(db: Db, at: SessionPlace): Promise<SessionTraveller[]> {
  const rows = (await findBookingsOf(db, at.experienceId, at.date, [...soldStates, ...asked])).filter(
    (booking) => startOf(booking) === `${at.date} ${at.start}`,
  );
  const references = await findReferences(
    db,
    rows.map(({ orderId }) => orderId),
  );
  return rows.map(({ orderId, places, status }) => ({
    orderId,
    reference: references.get(orderId) ?? '',
    places,
    status,
    becomes: asked.some((one) => one === status) ? 'declined' : 'remedy',
  }));
}

/**
 * A start does not take place: nothing more is sold of it in the same transaction, and each of its travellers is left to a
 * job of its own. The id of the run that reports them; null when there was nobody. Pressed again it finds who came since.
 */
export async function cancelSession(
  platform: Platform,
  clerk: Clerk,
  ask: SessionPlace & { readonly reason: string; readonly remedy: Remedy; readonly requestId: string },
): Promise<Outcome<string | null, 'not-found' | 'reason'>> {
  if (ask.reason === '') return refuse('reason');
  const { experienceId, date, start } = ask;
  const answer = await transact(platform.db, async (tx): Promise<Outcome<string | null, 'not-found' | 'reason'>> => {
    const now = platform.clock.now();
    if (!(await lockSupply(tx, experienceId))) return refuse('not-found');
    const cancelled = { stopped: true, cancelledAt: new Date(now), cancelledWhy: ask.reason };
    for (const { key: optionKey } of await findOptions(tx, experienceId))
      await saveSlot(tx, now, { experienceId, optionKey, date, start }, cancelled, clerk.user.id);
    const travellers = await findSessionTravellers(tx, ask);
    const id = travellers.length === 0 ? null : randomUUID();
    if (id !== null) {
      const detail: Record<string, string> = { experienceId, date, start, remedy: ask.remedy, reason: ask.reason };
      const run = { id, action: 'cancel-session', startedBy: clerk.user.id, startedAt: new Date(now), list: 'experience' as const, detail };
      await insertBulkRun(tx, run, travellers);
      for (const position of travellers.keys()) await platform.jobs.send(tx, sessionCancelLine, { runId: id, position });
    }
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'experience.session-cancelled',
      subject: `experiences:${experienceId}`,
      detail: { date, start, remedy: ask.remedy, orders: travellers.length },
      reason: ask.reason,
      requestId: ask.requestId,
    });
    return done(id);
  });
  if (answer.ok) forgetCards(platform.db);
  return answer;
}

/**
 * Whoever was paying when a start was cancelled has a place at it afterwards: a run of their own, with the reason and the
 * remedy of the start, asks them too. Each order once; what a run could not do stays for people to see.
 */
export async function cancelLatecomers(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  const yesterday = dateIn('UTC', addMilliseconds(clock.now(), -dayMs));
  const sessions = (await listCancelledSessions(db, yesterday)).map((session) => ({
    ...session,
    id: `${session.experienceId} ${session.date} ${session.start}`,
  }));
  const failed = await eachRow(platform, 'session', sessions, ({ by, reason, id: _id, ...at }) =>
    transact(db, async (tx) => {
      if (!(await lockSupply(tx, at.experienceId))) return;
      const about = { experienceId: at.experienceId, date: at.date, start: at.start };
      const before = await findRunsAbout(tx, 'cancel-session', about);
      const known = new Set(before.map(({ orderId }) => orderId));
      const late = (await findSessionTravellers(tx, at)).filter(({ orderId }) => !known.has(orderId));
      if (late.length === 0) return;
      const now = clock.now();
      const last = before.at(-1)?.run;
      const id = randomUUID();
      // Where nobody had a place no remedy was written down: a choice, which ends in the money.
      const detail = { ...about, remedy: last?.detail['remedy'] ?? 'choose', reason };
      const startedBy = last?.startedBy ?? by;
      await insertBulkRun(tx, { id, action: 'cancel-session', startedBy, startedAt: new Date(now), list: 'experience', detail }, late);
      for (const position of late.keys()) await jobs.send(tx, sessionCancelLine, { runId: id, position });
      await audit(tx, now, {
        actor: 'system',
        action: 'experience.session-cancelled',
        subject: `experiences:${at.experienceId}`,
        detail: { date: at.date, start: at.start, remedy: detail.remedy, orders: late.length },
        reason,
      });
    }),
  );
  mustAllBeTaken(failed);
}

/** One traveller of a run, judged as if its clerk had pressed the button now. Doing it twice is doing it once. */
export async function workSessionLine(
  platform: Platform,
  product: Product,
  at: { readonly runId: string; readonly position: number },
): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  if (!clerk || !may(clerk, 'products:edit')) return finish(false, 'permission');
  const who = `staff:${run.startedBy}`;
  const ask = { orderId: line.orderId, by: 'staff', who, reason: run.detail['reason'] ?? '' } as const;
  const [booking] = await findBookingsIn(platform.db, [line.orderId], [...soldStates, ...asked, 'operator_cancelled']);
  const status = booking?.status;
  const start = `${run.detail['date']} ${run.detail['start']}`;
  if (booking && startOf(booking) !== start) return finish(false, 'moved');
  if (status === 'requested' || status === 'counter_offered') {
    const declined = await declineRequest(platform, product, ask);
    return finish(declined.ok, declined.ok ? 'declined' : declined.refused);
  }
  if (status !== 'operator_cancelled') {
    const cancelled = await cancelByOperator(platform, product, booking ? { ...ask, startsLocal: booking.startsLocal } : ask);
    if (!cancelled.ok) return finish(false, cancelled.refused);
  }
  if (run.detail['remedy'] !== 'refund') return finish(true, 'choose');
  const refunded = await refundCancelledByOperator(platform, product, ask);
  return finish(refunded.ok, refunded.ok ? 'refund' : refunded.refused);
}
