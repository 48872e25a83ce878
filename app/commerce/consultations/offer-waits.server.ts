import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { consultationMail, consultationWaitsOffer } from './consultation-jobs.server.ts';
import type { Consultation, ConsultationWait } from './consultations.tables.ts';
import { claimSlot, findConsultationAsSystem, freeSlot, SlotTaken } from './consultations-store.server.ts';
import { findSlots } from './find-slots.server.ts';
import { daysAhead, slotTime } from './slot-rules.ts';
import { firstToOffer, heldUntil, mostOffers } from './wait-rules.ts';
import { endWait, findEnding, findQueue, findWait, keepForWait, keptOf, lockRequested, releaseWait } from './waits-store.server.ts';

/** Times that are tried for one person in one run; another may be given each of them at the same moment. */
const triesOfOne = 8;
/** Undoes a transaction whose call meanwhile has a time, or is no more. */
class WaitsNoMore extends Error {}

const rowsOf = (page: (after: ConsultationWait | null) => Promise<readonly ConsultationWait[]>) =>
  (async function* () {
    for await (const wait of everyRow<ConsultationWait>(page)) yield { id: wait.consultationId, wait };
  })();

/**
 * Gives back what nobody took, lets those go whose days are over, and keeps what is free for whoever waits longest for it,
 * each with a mail. Those for whose days nothing is free keep nobody behind them from theirs.
 */
export async function offerFreeTimes(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  let over = 0;
  const ended = await eachRow(
    platform,
    'wait',
    rowsOf((after) => findEnding(db, now, after)),
    async ({ wait }) => {
      if (wait.startsAt) await giveUp(platform, wait, 'system');
      else over += (await letGo(platform, wait)) ? 1 : 0;
    },
  );
  await noteRetention(db, now, 'consultation-waits', over);
  const offered = await eachRow(
    platform,
    'wait',
    rowsOf((after) => findQueue(db, after)),
    ({ wait }) => offerTo(platform, wait),
  );
  mustAllBeTaken(ended + offered);
}

async function offerTo(platform: Platform, wait: ConsultationWait): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const call = await findConsultationAsSystem(db, wait.consultationId);
  if (call?.status !== 'requested') return;
  const from = instant(Math.max(firstToOffer(now), wait.wishedFrom.getTime()));
  // The end of the last day is the beginning of the next, which was not wished for.
  const until = addMilliseconds(instant(Math.min(wait.wishedUntil.getTime(), now + daysAhead * dayMs)), -1);
  if (from > until) return;
  const slots = await findSlots(platform, { language: call.callLanguage, topic: call.topic, from, until });
  const fresh = slots.filter(({ at }) => !wait.offered.includes(slotTime(at))).slice(0, triesOfOne);
  for (const { at, officers } of fresh)
    for (const officerId of officers) {
      try {
        await keep(platform, wait, { at, officerId, until: heldUntil(now, at) });
        return;
      } catch (fault) {
        if (fault instanceof WaitsNoMore) return;
        if (!(fault instanceof SlotTaken)) throw fault;
      }
    }
}

async function keep(
  { db, jobs, clock }: Platform,
  wait: ConsultationWait,
  held: { readonly at: Instant; readonly officerId: string; readonly until: Instant },
): Promise<void> {
  const { consultationId } = wait;
  await transact(db, async (tx) => {
    if (!(await keepForWait(tx, wait, held))) throw new WaitsNoMore();
    await claimSlot(tx, consultationId, held);
    if (!(await lockRequested(tx, consultationId))) throw new WaitsNoMore();
    await jobs.send(tx, consultationMail, { consultationId, template: 'slot-free', version: wait.offered.length + 1 });
    await audit(tx, clock.now(), {
      actor: 'system',
      action: 'consultation.kept',
      subject: `consultations:${consultationId}`,
      detail: { at: slotTime(held.at), until: new Date(held.until).toISOString() },
    });
  });
}

/**
 * Gives back what was kept for somebody, so that the next is told. Who let it pass goes to the end of the list, and who let
 * the last of theirs pass leaves it; whose officer is away keeps their place and is told.
 */
export async function giveUp(
  { db, jobs, clock }: Platform,
  wait: ConsultationWait,
  actor: string,
  why: 'passed' | 'closed' = 'passed',
): Promise<boolean> {
  const { consultationId } = wait;
  const closed = why === 'closed';
  return transact(db, async (tx) => {
    const now = clock.now();
    if (!(await releaseWait(tx, wait, closed ? wait.queuedAt : new Date(now)))) return false;
    await freeSlot(tx, consultationId);
    const last = !closed && wait.offered.length >= mostOffers;
    if (last) await endWait(tx, consultationId);
    const version = wait.offered.length;
    if (closed) await jobs.send(tx, consultationMail, { consultationId, template: 'slot-gone', version });
    if (last) await jobs.send(tx, consultationMail, { consultationId, template: 'wait-over', version });
    await jobs.send(tx, consultationWaitsOffer, {});
    await audit(tx, now, { actor, action: 'consultation.kept-no-more', subject: `consultations:${consultationId}`, detail: { last } });
    return true;
  });
}

/** The days somebody wished for are over. Their call stays with the desk. */
async function letGo({ db, jobs }: Platform, wait: ConsultationWait): Promise<boolean> {
  const { consultationId } = wait;
  return transact(db, async (tx) => {
    if (!(await endWait(tx, consultationId))) return false;
    await jobs.send(tx, consultationMail, { consultationId, template: 'wait-over', version: wait.offered.length });
    return true;
  });
}

/** Whoever waits does not want the time that is kept for them; the next is told of it. */
export async function declineKept(
  platform: Platform,
  call: Pick<Consultation, 'id'>,
  at: Instant,
  actor: string,
): Promise<Outcome<null, 'slot-taken'>> {
  const wait = await findWait(platform.db, call.id);
  if (!wait || keptOf(wait, platform.clock.now())?.at !== at) return refuse('slot-taken');
  return (await giveUp(platform, wait, actor)) ? done(null) : refuse('slot-taken');
}
