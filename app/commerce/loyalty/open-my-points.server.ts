import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { listInvited } from './invitations-store.server.ts';
import type { LoyaltyTerms, Member, Voucher } from './loyalty.tables.ts';
import { creditOfPoints, mostBurned } from './points-rules.ts';
import { earnedSince, findLots, findMember, listPoints } from './points-store.server.ts';
import { listRules } from './programme-store.server.ts';
import { tierSince } from './reckon-points.server.ts';
import { findLiveTerms } from './terms-store.server.ts';
import { nextTier } from './tier-rules.ts';
import { findGivenTo } from './vouchers-store.server.ts';

const mostLines = 50;
const mostInvited = 50;

/** What an invitation brings and asks for; null while it brings nothing. */
function showInvitations(terms: LoyaltyTerms | null) {
  if (!terms || terms.inviterPoints + terms.friendPoints === 0) return null;
  const { inviterPoints, friendPoints, invitesAYear } = terms;
  return { inviterPoints, friendPoints, aYear: invitesAYear, least: money(terms.tripLeast, 'AED') };
}

/** What points can become. Only what has not ended and nobody looks into can be turned. */
function showBurn(terms: LoyaltyTerms | null, member: Member, usable: number) {
  if (!terms) return null;
  const most = member.heldAt === null ? mostBurned(usable, terms) : 0;
  return {
    terms: terms.id,
    least: terms.burnLeast,
    step: terms.burnStep,
    ofStep: money(terms.burnFils, 'AED'),
    months: terms.creditMonths,
    most,
    ofMost: creditOfPoints(most, terms),
  };
}

/** A voucher as its member reads it. Why it was given is told in what it is for; what colleagues wrote of it is theirs. */
function showVoucher(voucher: Voucher, today: string, orders: ReadonlyMap<string, string>) {
  const { id, code, occasion, amount, basisPoints, most, kinds, least, validUntil, status, orderId, changedAt } = voucher;
  return {
    id,
    code,
    occasion,
    amount: amount === null ? null : money(amount, 'AED'),
    percent: basisPoints === null ? null : basisPoints / 100,
    most: money(most, 'AED'),
    kinds,
    least: money(least, 'AED'),
    validUntil,
    // The night's work may not have come by yet.
    state: status === 'live' && validUntil < today ? ('expired' as const) : status,
    order: orderId && (orders.get(orderId) ?? null),
    changedAt: changedAt.toISOString(),
  };
}
export type MyVoucher = ReturnType<typeof showVoucher>;

/** Those that can be used, what ends first before the others; then the others. */
const inTurn = (vouchers: readonly MyVoucher[]) => [
  ...vouchers.filter(({ state }) => state === 'live').sort((a, b) => a.validUntil.localeCompare(b.validUntil)),
  ...vouchers.filter(({ state }) => state !== 'live'),
];

/** The programme as somebody sees it from their account: what they have, what earns how much, and what it is good for. */
export async function openMyPoints({ db, clock }: Platform, userId: string) {
  const [member, rules, terms] = await Promise.all([findMember(db, userId), listRules(db), findLiveTerms(db)]);
  const rates = rules.filter(({ status }) => status === 'live').map(({ kind, points }) => ({ kind, points }));
  const invitations = showInvitations(terms);
  if (!member) return { member: null, rates, invitations };
  const [lines, lots, earned, invited, given] = await Promise.all([
    listPoints(db, userId, mostLines),
    findLots(db, userId),
    earnedSince(db, userId, tierSince(clock.now())),
    listInvited(db, userId, mostInvited),
    findGivenTo(db, userId),
  ]);
  const orders = await findReferences(db, [...new Set([...lines, ...given].flatMap(({ orderId }) => orderId ?? []))]);
  const today = dateIn('Asia/Dubai', clock.now());
  const usable = lots.filter(({ expiresOn }) => expiresOn > today).reduce((sum, lot) => sum + lot.remaining, 0);
  const first = lots[0];
  return {
    rates,
    invitations,
    member: {
      tier: member.tier,
      held: member.heldAt !== null,
      available: member.available,
      pending: member.pending,
      earned,
      next: nextTier(earned),
      burn: showBurn(terms, member, usable),
      vouchers: inTurn(given.map((voucher) => showVoucher(voucher, today, orders))),
      inviteCode: member.inviteCode,
      // Who they are is theirs to tell.
      invited: invited.map(({ status, inviterPoints, madeAt }, place) => ({
        place,
        status,
        points: status === 'pending' || status === 'given' ? inviterPoints : 0,
        at: madeAt.toISOString(),
      })),
      ending: first
        ? {
            on: first.expiresOn,
            points: lots.filter(({ expiresOn }) => expiresOn === first.expiresOn).reduce((sum, lot) => sum + lot.remaining, 0),
          }
        : null,
      lines: lines.map((line) => ({ ...line, order: line.orderId && (orders.get(line.orderId) ?? null), at: line.at.toISOString() })),
    },
  };
}
