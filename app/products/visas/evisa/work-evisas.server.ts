import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findCancelQuote, findResting, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { returnPart } from '#app/commerce/orders/return-part.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { keepPaperPromise } from '../compliance/purge-visas.server.ts';
import { acceptEvisa } from './accept-evisa.server.ts';
import { callForAuthority } from './answer-evisa.server.ts';
import { endApplication, passPromise } from './end-application.server.ts';
import { evisaAccept, evisaDaily, evisaMail, evisaRecordsNightly, evisaRelease, evisaSettle } from './evisa-jobs.server.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { askingStates } from './evisa-status.ts';
import { releaseOrder } from './evisa-product.server.ts';
import {
  findApplication,
  findApplications,
  findLate,
  findQueriesDue,
  findWaiting,
  lockApplication,
  setReminded,
} from './evisa-applications-store.server.ts';
import { findStored } from './evisa-documents-store.server.ts';
import { findAbandoned, findGroupAsSystem, removeGroup } from './evisa-groups-store.server.ts';
import { countRecords } from './evisa-records-store.server.ts';
import { findRequests } from './evisa-requests-store.server.ts';
import { findOpenRefunds, findRefunds, markSettled } from './evisa-refunds-store.server.ts';
import { noteOlderPassports } from './note-older-passports.server.ts';
import { publishDueOffers } from './work-offer.server.ts';
import type { EvisaApplication, EvisaGroup, VisaRoute } from './evisa.tables.ts';
import { mailEvisas } from './mail-evisas.server.ts';

/** Days after a question on which it is asked again, and the day on which an application is closed without an answer. */
export const reminderDays = [1, 3, 7] as const;
export const closeAfterDays = 14;
/** Days before an authority's last day on which an officer is called. */
const queryWarningDays = 1;

/** Starts the workers of visa orders. */
export async function workOnEvisas(platform: Platform, product: Product): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(evisaAccept, ({ orderId }) => acceptEvisa(platform, product, orderId));
  await jobs.handle(evisaRelease, async ({ orderId }) => {
    await releaseOrder(platform, orderId);
  });
  await jobs.handle(evisaSettle, ({ applicationId }) => settleRefunds(platform, product, applicationId));
  await jobs.handle(evisaDaily, async () => {
    await publishDueOffers(platform);
    await keepPromises(platform, product);
  });
  await jobs.schedule(evisaDaily, '* * * * *');
  await jobs.handle(evisaRecordsNightly, async () => {
    await transact(platform.db, (tx) => countRecords(tx, platform.clock.now()));
    await noteOlderPassports(platform);
  });
  // Half past two at night in Dubai.
  await jobs.schedule(evisaRecordsNightly, '30 22 * * *');
  await mailEvisas(platform);
}

/** The money is promised and not yet taken: with a basket that may last days. */
export class WaitsForCapture extends Error {}

/** What is owed since before `before`; what waits for its capture is passed over until the next time. */
export async function settleOpenRefunds(platform: Platform, product: Product, before: Instant, route: VisaRoute): Promise<void> {
  const open = everyRow<string>((after) => findOpenRefunds(platform.db, new Date(before), route, after));
  const settle = (applicationId: string) =>
    settleRefunds(platform, product, applicationId).catch((fault: unknown) => {
      if (!(fault instanceof WaitsForCapture)) throw fault;
    });
  await eachRow(platform, 'application', open, settle, stepMs);
}

/** Gives back what is on record for an application. `WaitsForCapture` while the money is still being taken: the job comes again. */
export async function settleRefunds(platform: Platform, product: Product, applicationId: string): Promise<void> {
  const application = (await findApplication(platform.db, applicationId))!;
  const group = (await findGroupAsSystem(platform.db, application.groupId))!;
  for (const { cause, settledAt, lines } of await findRefunds(platform.db, [applicationId])) {
    if (settledAt || !group.orderId) continue;
    const orderId = group.orderId;
    const settled = await transact(platform.db, async (tx) => {
      const order = (await lockOrder(tx, orderId))!;
      const now = platform.clock.now();
      if (!(await markSettled(tx, now, applicationId, cause))) return null;
      const part = {
        orderId,
        key: `evisa:${applicationId}:${cause}`,
        reason: `visa-${cause}`,
        lines: new Map(lines.map((one) => [one.line, one.amount])),
      };
      const returned = await returnPart(tx, platform, product, part);
      if (!returned.ok && returned.refused === 'not-captured')
        throw new WaitsForCapture(`Refund of ${applicationId} waits for its capture`);
      const amount = lines.reduce((sum, one) => sum + one.amount, 0) - (returned.ok ? returned.value : 0);
      // So much went back by hand before that the table cannot be kept: a colleague looks what is owed still.
      if (amount > 0)
        await openStaffTask(tx, now, {
          kind: 'refund-failed',
          subject: `orders:${orderId}`,
          textKey: 'tasks:refund-failed',
          detail: { order: order.reference, amount },
        });
      return returned;
    });
    if (settled?.ok === false) platform.log.warn({ application: applicationId, why: settled.refused }, 'nothing left to return');
  }
}

/**
 * What time brings about. Each step reads how things stand and may run any number of times. What cannot be done for one
 * keeps no other waiting: the run fails only when all had their turn.
 */
export async function keepPromises(platform: Platform, product: Product): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const before = instant(now - platform.env.LEASE_MS);
  const paid = await findResting(db, 'evisa', ['paid'], before);
  await eachRow(platform, 'order', paid, ({ id }) => acceptEvisa(platform, product, id), stepMs);
  await settleOpenRefunds(platform, product, before, 'evisa');
  let failed = 0;
  const each = async <Row extends { readonly id: string }>(
    what: string,
    rows: Iterable<Row> | AsyncIterable<Row>,
    work: (row: Row) => Promise<unknown>,
  ) => {
    failed += await eachRow(platform, what, rows, work, stepMs);
  };
  const late = everyRow<EvisaApplication>((after) => findLate(db, today, after));
  await each('application', late, ({ id }) =>
    transact(db, async (tx) => {
      const group = await groupOf(tx, id);
      if (group?.orderId) await lockOrder(tx, group.orderId);
      const application = await lockApplication(tx, id);
      if (application) await passPromise(tx, platform, application, { tell: true });
    }),
  );
  const waiting = everyRow<EvisaApplication>((after) => findWaiting(db, after));
  await each('application', waiting, ({ id }) => remind(platform, id));
  const queries = everyRow<EvisaApplication>((after) => findQueriesDue(db, addDays(today, queryWarningDays), after));
  await each('application', queries, ({ id }) =>
    transact(db, async (tx) => {
      const application = await lockApplication(tx, id);
      if (application?.status === 'authority_query') await callForAuthority(tx, now, application, 'due');
    }),
  );
  // A question about cancelling that nobody came back to does not hold up the applications.
  await each('order', await findResting(db, 'evisa', ['cancel_quoted'], instant(now - 30 * 60_000)), ({ id }) =>
    transact(db, async (tx) => {
      const current = await lockOrder(tx, id);
      const quoted = await findCancelQuote(tx, id);
      if (current?.status !== 'cancel_quoted' || quoted?.terms.window !== 'by-stage') return;
      await mustMoveOrder(tx, evisaOrderMachine, now, {
        order: current,
        event: 'keep-application',
        by: 'system',
        who: 'system',
        reason: 'not-answered',
      });
    }),
  );
  const abandoned = everyRow<EvisaGroup>((after) => findAbandoned(db, now, after));
  let left = 0;
  await each('group', abandoned, async (group) => {
    const ids = (await findApplications(db, group.id)).map(({ id }) => id);
    for (const { stored } of await findStored(db, ids)) await platform.files.remove(stored);
    await transact(db, (tx) => removeGroup(tx, group.id));
    left += 1;
  });
  await noteRetention(db, now, 'visa-drafts', left);
  await keepPaperPromise(platform);
  mustAllBeTaken(failed);
}

async function remind(platform: Platform, id: string): Promise<void> {
  const { db, jobs, clock } = platform;
  const now = clock.now();
  await transact(db, async (tx) => {
    const group = await groupOf(tx, id);
    if (!group?.orderId) return;
    await lockOrder(tx, group.orderId);
    const application = await lockApplication(tx, id);
    if (!application || !askingStates.includes(application.status)) return;
    const open = (await findRequests(tx, [id])).findLast((request) => request.answeredAt === null);
    if (!open) return;
    const days = Math.floor((now - open.askedAt.getTime()) / dayMs);
    const forAuthority = application.status === 'authority_query';
    // What the authority has is not closed by us: it decides with what it was given.
    if (days >= closeAfterDays && !forAuthority) {
      await endApplication(tx, platform, { application, event: 'give-up-waiting', by: 'system', who: 'system', template: 'closed' });
      return;
    }
    // Its day is behind: whatever is sent now, the officer has to ask the authority for more time first.
    if (forAuthority && application.authorityDue !== null && application.authorityDue < dateIn('Asia/Dubai', now)) return;
    const due = reminderDays.filter((day) => days >= day).length;
    if (due <= application.reminded) return;
    await setReminded(tx, id, due);
    const template = forAuthority ? 'authority-reminder' : 'reminder';
    await jobs.send(tx, evisaMail, { template, groupId: group.id, applicationId: id, number: application.version * 10 + due });
  });
}

async function groupOf(db: Db, applicationId: string) {
  const application = await findApplication(db, applicationId);
  return application && findGroupAsSystem(db, application.groupId);
}
