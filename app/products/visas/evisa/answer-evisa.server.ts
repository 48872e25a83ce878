import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { endApplication } from './end-application.server.ts';
import { deliverBy } from './evisa-deadline.ts';
import type { TypedForm } from './evisa-form.ts';
import { findSpeed, findType } from './evisa-offer.ts';
import { askingStates, withdrawableStates, type EvisaActor } from './evisa-status.ts';
import {
  findApplication,
  findEvents,
  lockApplication,
  moveApplication,
  openTyped,
  setDeliverBy,
  updateTyped,
} from './evisa-applications-store.server.ts';
import { pausesOf } from './evisa-deadline.ts';
import { findPapersSince } from './evisa-documents-store.server.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import { answerRequest, findRequests, requestPlace } from './evisa-requests-store.server.ts';
import { stillAsked } from './read-evisa-group.server.ts';
import { keepPassport } from './visa-passports-store.server.ts';
import type { EvisaApplication, EvisaGroup } from './evisa.tables.ts';

export interface WorkedBy {
  readonly applicationId: string;
  readonly by: EvisaActor;
  /** As the audit names people. */
  readonly who: string;
  readonly requestId?: string;
}

export type AnswerRefusal = 'not-possible' | 'order-not-open' | 'paper-missing';

export interface LockedCase {
  readonly group: EvisaGroup;
  readonly application: EvisaApplication;
  readonly orderStatus: string;
}

/** Locks the order, then the application; null when there is no paid case of that id. */
export async function lockCase(tx: Tx, applicationId: string): Promise<LockedCase | null> {
  const known = await findApplication(tx, applicationId);
  const group = known && (await findGroupAsSystem(tx, known.groupId));
  if (!group?.orderId) return null;
  const order = await lockOrder(tx, group.orderId);
  const application = await lockApplication(tx, applicationId);
  return order && application ? { group, application, orderStatus: order.status } : null;
}

/** The promised day counted anew, with every pause so far. */
export async function promiseAnew(
  tx: Tx,
  platform: Platform,
  { group, application }: Pick<LockedCase, 'group' | 'application'>,
): Promise<void> {
  if (!application.receivedAt) return;
  const dayOf = (at: Date) => dateIn('Asia/Dubai', instant(at.getTime()));
  const speed = findSpeed(findType(group.offer, group.typeCode)!, group.speed)!;
  const pauses = pausesOf(await findEvents(tx, application.id), dayOf);
  // By the hours of the day on which it was promised: a holiday that was entered later moves nothing that was said.
  const houseWorks = application.byDeskDays ? await readDeskDays(tx, 'visas', application.receivedAt) : () => true;
  const promised = deliverBy(
    { authority: group.offer.calendar, houseWorks },
    speed.days,
    dayOf(application.receivedAt),
    pauses,
    dateIn('Asia/Dubai', platform.clock.now()),
  );
  await setDeliverBy(tx, application.id, promised);
}

/**
 * Calls whoever has the case to answer the authority; the task ends with the answer. That the traveller has answered
 * takes the place of a call that the day is near.
 */
export async function callForAuthority(
  tx: Tx,
  now: Instant,
  application: Pick<EvisaApplication, 'id' | 'officer'>,
  why: 'answered' | 'due',
): Promise<void> {
  const task = { kind: 'authority-query', subject: `evisa_applications:${application.id}` };
  if (why === 'answered') await closeStaffTask(tx, now, { ...task, by: 'system' });
  // An officer who is away would keep it from everybody else.
  const there = (await listStaffWith(tx, 'visas:decide')).some(({ userId }) => userId === application.officer);
  await openStaffTask(tx, now, {
    ...task,
    textKey: `tasks:authority-query.${why}`,
    ...(application.officer && there ? { for: application.officer } : {}),
  });
}

/** The traveller gave what was asked for: back to the same officer, and the clock goes on. */
export async function answerEvisa(
  platform: Platform,
  answer: WorkedBy & { readonly typed: TypedForm; readonly words: string },
): Promise<Outcome<null, AnswerRefusal>> {
  const { db, crypto, clock } = platform;
  return transact(db, async (tx): Promise<Outcome<null, AnswerRefusal>> => {
    const now = clock.now();
    const found = await lockCase(tx, answer.applicationId);
    if (!found || !askingStates.includes(found.application.status)) return refuse('not-possible');
    const { application } = found;
    const open = (await findRequests(tx, [application.id])).findLast((request) => request.answeredAt === null);
    const forAuthority = application.status === 'authority_query';
    if (forAuthority && !open) return refuse('not-possible');
    if (open) {
      const fresh = await findPapersSince(tx, application.id, open.askedAt);
      if (stillAsked(open, fresh).length > 0) return refuse('paper-missing');
      await answerRequest(tx, now, application.id, answer.words ? crypto.seal(answer.words, requestPlace('answer', open.id)) : null);
      const asked = new Set(open.items.flatMap((item) => (item.kind === 'field' ? [item.code] : [])));
      const changed = Object.fromEntries(Object.entries(answer.typed).filter(([field]) => asked.has(field)));
      if (Object.keys(changed).length > 0) {
        const typed = { ...openTyped(crypto, application), ...changed };
        await updateTyped(tx, crypto, now, application.id, typed);
        if (typed.number && typed.issuedBy)
          await keepPassport(tx, crypto, now, application.id, { number: typed.number, issuedBy: typed.issuedBy });
      }
    }
    const moved = await moveApplication(tx, now, { application, event: 'answer', by: answer.by, who: answer.who, with: { reminded: 0 } });
    if (!moved.ok) return refuse('not-possible');
    await promiseAnew(tx, platform, { group: found.group, application: moved.value });
    // The authority waits for the officer to pass it on.
    if (forAuthority) await callForAuthority(tx, now, application, 'answered');
    return done(null);
  });
}

/** One traveller takes the application back; the others of the group go on. What returns stands in the refund table. */
export async function withdrawEvisa(platform: Platform, ask: WorkedBy): Promise<Outcome<null, AnswerRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, AnswerRefusal>> => {
    const found = await lockCase(tx, ask.applicationId);
    if (!found || !withdrawableStates.includes(found.application.status)) return refuse('not-possible');
    if (found.orderStatus !== 'accepted') return refuse('order-not-open');
    await endApplication(tx, platform, {
      application: found.application,
      event: 'withdraw',
      by: ask.by,
      who: ask.who,
      template: 'withdrawn',
    });
    return done(null);
  });
}
