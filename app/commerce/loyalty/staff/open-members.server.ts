import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { findAccount, findAccountByEmail, findAccounts } from '#app/platform/account-store.server.ts';
import { keptCount } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { Member } from '../loyalty.tables.ts';
import { listInvited, findInvitation } from '../invitations-store.server.ts';
import { adjustLimit, valueOfPoints } from '../points-rules.ts';
import {
  burnedBy,
  earnedSince,
  endingBy,
  findLots,
  findMember,
  lastMoves,
  listMembers,
  listPoints,
  sumByTier,
  type TierSum,
} from '../points-store.server.ts';
import { listAdjustmentsOf, openHold } from '../programme-store.server.ts';
import { isLoyaltyOn, tierSince } from '../reckon-points.server.ts';
import { findLiveTerms } from '../terms-store.server.ts';
import { nextTier, tiers } from '../tier-rules.ts';
import { listVouchersOf } from '../vouchers-store.server.ts';
import { readMemberAfter, readMemberView, tierOfQueue, type MemberView } from './member-list.ts';

const pageSize = 50;
/** What ends within a quarter of a year stands in the list. */
const endingDays = 90;
/** Invitations that the record of a member shows. */
const mostInvited = 100;
/** Nobody's: no account has it. */
const nobody = '-';

async function findMembers(platform: Platform, view: MemberView, size: number, after: string | null): Promise<Member[]> {
  const person = view.find ? await findAccountByEmail(platform.db, view.find) : null;
  const filter = {
    tier: view.find ? null : tierOfQueue(view.queue),
    held: !view.find && view.queue === 'held',
    userId: view.find ? (person?.id ?? nobody) : null,
  };
  return listMembers(platform.db, filter, { sort: view.sort, after: readMemberAfter(after), size });
}

/** The place behind a member, as the address of the list carries it. */
const placeOf = (view: MemberView, last: Member): string =>
  `${view.sort === 'balance' ? last.available : last.changedAt.getTime()}_${last.userId}`;

async function memberRows({ db, clock }: Pick<Platform, 'db' | 'clock'>, found: readonly Member[]) {
  const ids = found.map(({ userId }) => userId);
  const [people, moves, burned, ending] = await Promise.all([
    findAccounts(db, ids),
    lastMoves(db, ids),
    burnedBy(db, ids),
    endingBy(db, ids, addDays(dateIn('Asia/Dubai', clock.now()), endingDays)),
  ]);
  return found.map((member) => ({
    id: member.userId,
    name: people.get(member.userId)?.name ?? '–',
    tier: member.tier,
    available: member.available,
    pending: member.pending,
    ending: ending.get(member.userId) ?? 0,
    last: moves.get(member.userId)?.kind ?? null,
    lastAt: moves.get(member.userId)?.at.toISOString() ?? null,
    joined: member.joinedAt.toISOString(),
    burned: burned.get(member.userId) ?? 0,
    held: member.heldAt?.toISOString() ?? null,
    /** Which rule holds them; null where a colleague does, or nobody. */
    rule: member.heldAt && member.holdRule,
  }));
}

export type MemberRow = Awaited<ReturnType<typeof memberRows>>[number];

const sums = keptCount<readonly TierSum[]>();

/** One page of the members with the counts of its tabs, which may be half a minute old but for who is held. */
export async function openMemberList(platform: Platform, viewer: Clerk, view: MemberView) {
  const [found, byTiers, held] = await Promise.all([
    findMembers(platform, view, pageSize, view.after),
    sums.read(platform.db, 'tiers', platform.clock.now(), () => sumByTier(platform.db)),
    listMembers(platform.db, { tier: null, held: true, userId: null }, { sort: 'recent', after: null, size: 999 }),
  ]);
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  const byTier = Object.fromEntries(tiers.map((tier) => [tier, byTiers.find((one) => one.tier === tier)?.members ?? 0]));
  return {
    view,
    works: may(viewer, 'loyalty:work'),
    counts: { ...byTier, all: byTiers.reduce((sum, one) => sum + one.members, 0), held: held.length } as Record<string, number>,
    rows: await memberRows(platform, shown),
    next: found.length > pageSize && last ? placeOf(view, last) : null,
  };
}

const head = [
  'member',
  'tier',
  'available',
  'pending',
  'ending_90_days',
  'last_event',
  'last_event_utc',
  'turned_into_credit',
  'joined_utc',
  'held_since_utc',
  'held_by_rule',
];

/** The members as a table, by their account and without name or address. Empty while the programme is off. */
export const membersExport = {
  action: 'loyalty.exported',
  subject: 'loyalty_members:list',
  head,
  told(query) {
    const view = readMemberView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => memberPages(platform, readMemberView(query)),
} as const satisfies ExportWriter;

async function* memberPages(platform: Platform, view: MemberView) {
  if (!(await isLoyaltyOn(platform))) return;
  const pages = pageThrough<Member, string>(
    // One more than is asked for says whether there are others.
    async (after, most) => (await findMembers(platform, view, most, after)).slice(0, most),
    (last) => placeOf(view, last),
  );
  for await (const found of pages)
    yield (await memberRows(platform, found)).map((row) => [
      row.id,
      row.tier,
      String(row.available),
      String(row.pending),
      String(row.ending),
      row.last ?? '',
      row.lastAt ?? '',
      String(row.burned),
      row.joined,
      row.held ?? '',
      row.rule ?? '',
    ]);
}

/** The record of a member; null when they are none. */
export async function openMember(platform: Platform, viewer: Clerk, userId: string) {
  const { db, crypto, clock } = platform;
  const member = await findMember(db, userId);
  if (!member) return null;
  const [person, lines, lots, adjustments, earned, terms, came, invited, burned, vouchers] = await Promise.all([
    findAccount(db, userId),
    listPoints(db, userId, 100),
    findLots(db, userId),
    listAdjustmentsOf(db, crypto, userId),
    earnedSince(db, userId, tierSince(clock.now())),
    findLiveTerms(db),
    findInvitation(db, userId),
    listInvited(db, userId, mostInvited),
    burnedBy(db, [userId]),
    listVouchersOf(db, userId),
  ]);
  const [orders, names, friends] = await Promise.all([
    findReferences(db, [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))]),
    findStaffNames(db, [
      ...new Set([
        ...adjustments.flatMap(({ askedBy, decidedBy }) => [askedBy, ...(decidedBy ? [decidedBy] : [])]),
        ...(member.heldBy ? [member.heldBy] : []),
      ]),
    ]),
    findAccounts(db, [...(came ? [came.inviterId] : []), ...invited.map((one) => one.userId)]),
  ]);
  return {
    id: userId,
    name: person?.name ?? '–',
    email: may(viewer, 'customers:reveal') ? (person?.email ?? null) : null,
    tier: member.tier,
    earned,
    next: nextTier(earned),
    available: member.available,
    pending: member.pending,
    value: valueOfPoints(member.available, terms),
    burned: burned.get(userId) ?? 0,
    joined: member.joinedAt.toISOString(),
    version: member.version,
    hold: member.heldAt && {
      at: member.heldAt.toISOString(),
      by: member.heldBy && (names.get(member.heldBy) ?? '–'),
      mine: member.heldBy === viewer.user.id,
      rule: member.holdRule,
      reason: member.holdReason === null ? null : openHold(crypto, userId, member.holdReason),
    },
    came: came && { id: came.inviterId, name: friends.get(came.inviterId)?.name ?? '–', status: came.status },
    invited: invited.map((one) => ({
      id: one.userId,
      name: friends.get(one.userId)?.name ?? '–',
      status: one.status,
      points: one.inviterPoints,
      at: one.madeAt.toISOString(),
    })),
    lines: lines.map((line) => ({ ...line, order: line.orderId && (orders.get(line.orderId) ?? null), at: line.at.toISOString() })),
    lots: lots.map(({ transferId, remaining, expiresOn }) => ({ id: transferId, points: remaining, expiresOn })),
    adjustments: adjustments.map(({ id, points, reason, status, askedBy, askedAt, decidedBy }) => ({
      id,
      points,
      reason,
      status,
      by: names.get(askedBy) ?? '–',
      at: askedAt.toISOString(),
      decidedBy: decidedBy && decidedBy !== askedBy ? (names.get(decidedBy) ?? '–') : null,
    })),
    vouchers: vouchers.map(({ id, code, status, amount, basisPoints, most, validUntil }) => ({
      id,
      code,
      status,
      amount: amount === null ? null : money(amount, 'AED'),
      percent: basisPoints === null ? null : basisPoints / 100,
      most: money(most, 'AED'),
      validUntil,
    })),
    mayGive: may(viewer, 'loyalty:work') && userId !== viewer.user.id,
    limit: adjustLimit,
    works: may(viewer, 'loyalty:work'),
    approves: may(viewer, 'loyalty:approve'),
  };
}
