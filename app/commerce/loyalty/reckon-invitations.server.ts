import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import { moveOn } from '#app/values/status-table.ts';
import { moneyPosition, moneyPositions } from '../ledger/ledger-store.server.ts';
import { lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { isTravelled, netOf, restMs } from './earning-rules.ts';
import { holdByRule } from './hold-member.server.ts';
import {
  countCounted,
  findInvitation,
  findInvitationsToReckon,
  findLotsOfInvitation,
  findOrdersSince,
  lockInvitation,
  saveInvitation,
} from './invitations-store.server.ts';
import { invitationMachine, type InvitationStatus } from './loyalty-status.ts';
import type { Invitation, Member } from './loyalty.tables.ts';
import { postings, type PointsEntry, type PointsKind } from './points-postings.ts';
import { hasBurned, insertLot, lockMember, postPoints } from './points-store.server.ts';
import { isSamePerson } from './same-person.server.ts';
import { endFrom, takeBack } from './take-points.server.ts';
import { findLiveTerms } from './terms-store.server.ts';

const mostAtOnce = 500;
/** What counts together as a year. */
const yearMs = 365 * dayMs;

/** An invitation under way: everything of it is locked. */
interface Matter {
  readonly tx: Tx;
  readonly now: Instant;
  readonly invitation: Invitation;
  readonly inviter: Member;
  readonly friend: Member;
  /** The trip that it goes by, and what of it is paid and not given back, in fils. */
  readonly order: Order | null;
  readonly net: number;
}

/** The first trip of somebody since they came that costs enough. */
async function findFirstTrip({ db }: Platform, invitation: Invitation): Promise<string | null> {
  const terms = await findLiveTerms(db);
  if (!terms) return null;
  const orders = await findOrdersSince(db, invitation.userId, invitation.madeAt);
  const positions = await moneyPositions(db, new Map(orders.map(({ id }) => [id, undefined])));
  return orders.find((order) => netOf(order, positions.get(order.id)!) >= terms.tripLeast)?.id ?? null;
}

/** One movement for each of the two; `kind` is one of those of invitations. */
async function postBoth(matter: Matter, kind: PointsKind, entriesOf: (points: number) => readonly PointsEntry[]): Promise<void> {
  const { tx, now, invitation, inviter, friend } = matter;
  for (const [who, points] of [
    [inviter, invitation.inviterPoints],
    [friend, invitation.friendPoints],
  ] as const) {
    if (points === 0) continue;
    const { userId } = who;
    const key = `invite:${invitation.userId}:${invitation.version}:${userId}`;
    const transferId = (await postPoints(tx, now, { key, kind, userId, orderId: null, entries: entriesOf(points) }))!;
    if (kind === 'invite-release') await insertLot(tx, { transferId, userId, points, expiresOn: endFrom(now) });
  }
}

async function move(
  matter: Matter,
  event: Parameters<typeof moveOn<InvitationStatus, 'count' | 'refuse' | 'call-off' | 'give' | 'reverse', 'system'>>[2],
  set: Parameters<typeof saveInvitation>[3] = {},
): Promise<void> {
  const { tx, now, invitation } = matter;
  const moved = moveOn(invitationMachine, invitation.status, event, 'system');
  if (!moved.ok) throw new Error(`Invitation of ${invitation.userId} is ${invitation.status} and cannot ${event}`);
  await saveInvitation(tx, now, invitation.userId, { ...set, status: moved.to });
  await audit(tx, now, {
    actor: 'system',
    action: `loyalty.invitation-${moved.to}`,
    subject: `loyalty_members:${invitation.userId}`,
    detail: { inviter: invitation.inviterId },
  });
}

/** The first trip is paid: what it brings each of them waits for its end. Somebody who invited themselves brings nothing. */
async function count(matter: Matter): Promise<void> {
  const { tx, now, inviter, friend, order } = matter;
  const terms = await findLiveTerms(tx);
  if (!terms || !order || matter.net < terms.tripLeast) return;
  if (await isSamePerson(tx, friend.userId, inviter.userId)) return move(matter, 'refuse');
  const counted = await countCounted(tx, inviter.userId, addMilliseconds(now, -yearMs));
  const inviterPoints = counted < terms.invitesAYear ? terms.inviterPoints : 0;
  const set = { orderId: order.id, inviterPoints, friendPoints: terms.friendPoints, tripLeast: terms.tripLeast, countedAt: new Date(now) };
  await postBoth({ ...matter, invitation: { ...matter.invitation, ...set } }, 'invite', postings.earn);
  await move(matter, 'count', set);
}

/** The money of the trip went back after its points had come: they go as well, as far as they are there. */
async function takeBackGiven(matter: Matter): Promise<void> {
  const { tx, now, invitation, inviter, friend } = matter;
  for (const [who, points] of [
    [inviter, invitation.inviterPoints],
    [friend, invitation.friendPoints],
  ] as const) {
    const { userId } = who;
    const taken = await takeBack(tx, userId, await findLotsOfInvitation(tx, invitation.userId, userId), points, now);
    const key = `invite:${invitation.userId}:${invitation.version}:${userId}`;
    const entries = postings.reverseAvailable(taken);
    if (taken > 0) await postPoints(tx, now, { key, kind: 'invite-reverse', userId, orderId: null, entries });
    if (taken < points && (await hasBurned(tx, userId))) await holdByRule(tx, now, who, 'short-reversal');
  }
  await move(matter, 'reverse');
}

/** One step of an invitation; true when another may follow at once. */
async function step(matter: Matter): Promise<boolean> {
  const { invitation, inviter, friend, order, net, now } = matter;
  if (invitation.status === 'waiting') {
    await count(matter);
    return false;
  }
  const stands = order !== null && net >= invitation.tripLeast;
  if (invitation.status === 'pending' && !stands) {
    await postBoth(matter, 'invite-reverse', postings.reversePending);
    await move(matter, 'call-off', { orderId: null, inviterPoints: 0, friendPoints: 0, tripLeast: 0, countedAt: null });
    return true;
  }
  if (invitation.status === 'given' && !stands) await takeBackGiven(matter);
  // While somebody looks into one of the two, it waits for both.
  const held = inviter.heldAt !== null || friend.heldAt !== null;
  if (invitation.status === 'pending' && !held && isTravelled(order!, now)) {
    await postBoth(matter, 'invite-release', postings.release);
    await move(matter, 'give');
  }
  return false;
}

/**
 * Brings an invitation to what the first trip of who was invited says: it counts when that trip is paid, gives its points when
 * the trip is over, and goes back with a refund. Said twice it changes nothing.
 */
export async function reckonInvitation(platform: Platform, userId: string): Promise<void> {
  const { db, clock } = platform;
  const seen = await findInvitation(db, userId);
  if (!seen || seen.status === 'reversed' || seen.status === 'refused') return;
  const orderId = seen.orderId ?? (await findFirstTrip(platform, seen));
  if (orderId === null) return;
  const again = await transact(db, async (tx): Promise<boolean> => {
    const order = await lockOrder(tx, orderId);
    const members = new Map<string, Member>();
    for (const id of [seen.inviterId, userId].toSorted()) members.set(id, (await lockMember(tx, id))!);
    const invitation = await lockInvitation(tx, userId);
    if (invitation?.version !== seen.version) return true;
    const net = order ? netOf(order, await moneyPosition(tx, orderId)) : 0;
    const [inviter, friend] = [members.get(seen.inviterId)!, members.get(userId)!];
    return step({ tx, now: clock.now(), invitation, inviter, friend, order, net });
  });
  if (again) await reckonInvitation(platform, userId);
}

/** Every invitation whose trip may say something new; how many could not be reckoned. */
export async function reckonInvitations(platform: Platform, since: Instant): Promise<number> {
  const { db, clock, log } = platform;
  const ended = addMilliseconds(clock.now(), -restMs);
  let failed = 0;
  for (let after = ''; ;) {
    const found = await findInvitationsToReckon(db, { since, ended, after, most: mostAtOnce });
    for (const userId of found)
      try {
        await reckonInvitation(platform, userId);
      } catch (fault) {
        failed += 1;
        log.error({ userId, fault: (fault as Error).stack }, 'invitation not reckoned');
      }
    after = found.at(-1) ?? '';
    if (found.length < mostAtOnce) return failed;
  }
}
