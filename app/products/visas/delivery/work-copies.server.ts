import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { lockGroup, openContact } from '../evisa/evisa-groups-store.server.ts';
import { evisaMail } from '../evisa/evisa-jobs.server.ts';
import { findRefunds } from '../evisa/evisa-refunds-store.server.ts';
import { grantedStates } from '../evisa/evisa-status.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import { findCopies, insertCopies, setCopiesBack, setCopiesSent } from './copies-store.server.ts';

/** The task of a party hangs on the first of it who was granted a visa: there its page is. */
async function callForCopies(tx: Tx, now: Instant, groupId: string): Promise<void> {
  const first = (await findApplications(tx, groupId)).find(({ status }) => grantedStates.includes(status));
  if (!first) return;
  await openStaffTask(tx, now, {
    kind: 'visa-copies',
    subject: `evisa_applications:${first.id}`,
    textKey: 'tasks:visa-copies',
    detail: {},
  });
}

/** Everybody of a party is decided: its printed visas are due, unless what was paid for the courier has gone back. */
export async function openCopies(tx: Tx, now: Instant, group: Pick<EvisaGroup, 'id' | 'courier' | 'orderId' | 'route'>): Promise<void> {
  if (group.route !== 'evisa' || !group.courier || !group.orderId) return;
  const order = (await lockOrder(tx, group.orderId))!;
  const courier = (await getQuote(tx, order)).lines.findIndex(({ kind }) => kind === 'courier');
  const applications = await findApplications(tx, group.id);
  const returned = (
    await findRefunds(
      tx,
      applications.map(({ id }) => id),
    )
  ).some(({ lines }) => lines.some(({ line, amount }) => line === courier && amount > 0));
  if (!returned && (await insertCopies(tx, now, group.id))) await callForCopies(tx, now, group.id);
}

export interface CopiesAsk {
  readonly groupId: string;
  readonly staffId: string;
  readonly requestId: string;
}
export type CopiesRefusal = 'not-due' | 'waybill' | 'address-missing';

/** The courier has them: the traveller is sent the waybill. */
export async function sendCopies(platform: Platform, ask: CopiesAsk & { readonly waybill: string }): Promise<Outcome<null, CopiesRefusal>> {
  if (!/^[\w-]{5,40}$/.test(ask.waybill)) return refuse('waybill');
  return transact(platform.db, async (tx): Promise<Outcome<null, CopiesRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, ask.groupId);
    const copies = group && (await findCopies(tx, group.id));
    if (!group || !copies || copies.sentAt) return refuse('not-due');
    if (!openContact(platform.crypto, group)?.address) return refuse('address-missing');
    const by = `staff:${ask.staffId}`;
    const sent = await setCopiesSent(tx, now, { groupId: group.id, waybill: ask.waybill, by: ask.staffId });
    for (const { id } of await findApplications(tx, group.id))
      await closeStaffTask(tx, now, { kind: 'visa-copies', subject: `evisa_applications:${id}`, by });
    await platform.jobs.send(tx, evisaMail, { template: 'copies-sent', groupId: group.id, applicationId: null, number: sent.sends });
    await note(tx, now, ask, 'evisa.copies-sent');
    return done(null);
  });
}

/** Nobody was there: they wait for the courier again, and a colleague is called. */
export async function takeCopiesBack(platform: Platform, ask: CopiesAsk): Promise<Outcome<null, CopiesRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, CopiesRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, ask.groupId);
    const copies = group && (await findCopies(tx, group.id));
    if (!group || !copies?.sentAt) return refuse('not-due');
    await setCopiesBack(tx, now, group.id);
    await callForCopies(tx, now, group.id);
    await note(tx, now, ask, 'evisa.copies-back');
    return done(null);
  });
}

const note = (tx: Tx, now: Instant, { groupId, staffId, requestId }: CopiesAsk, action: string) =>
  audit(tx, now, { actor: `staff:${staffId}`, action, subject: `evisa_groups:${groupId}`, detail: {}, requestId });
