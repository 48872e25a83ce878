import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { findAccounts } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { sumCreditOfPoints } from '../../credits/credits-store.server.ts';
import { productKinds } from '../../product-contract.ts';
import type { LoyaltyTerms } from '../loyalty.tables.ts';
import { valueOfPoints } from '../points-rules.ts';
import { sumByEnd, sumByTier } from '../points-store.server.ts';
import { listRules, listWaitingAdjustments } from '../programme-store.server.ts';
import { tierSince } from '../reckon-points.server.ts';
import { termsFields, type TermsValues } from '../terms-rules.ts';
import { listTerms, sumUse } from '../terms-store.server.ts';
import { tiers } from '../tier-rules.ts';
import { sumVouchers } from '../vouchers-store.server.ts';

const valuesOf = (terms: LoyaltyTerms): { readonly values: TermsValues } => ({
  values: Object.fromEntries(termsFields.map((field) => [field, terms[field]])) as unknown as TermsValues,
});

function draftOf(all: readonly LoyaltyTerms[], names: ReadonlyMap<string, string>, me: string) {
  const draft = all.find(({ status }) => status === 'draft');
  return draft
    ? { ...valuesOf(draft), id: draft.id, version: draft.version, by: names.get(draft.madeBy) ?? '–', mine: draft.madeBy === me }
    : null;
}

/** The rules, what waits for a second person, and what the house owes. */
export async function openProgramme(platform: Platform, viewer: Clerk) {
  const { db, crypto, clock } = platform;
  const [rules, waiting, sums, ends, allTerms, year, credit, vouchers] = await Promise.all([
    listRules(db),
    listWaitingAdjustments(db, crypto),
    sumByTier(db),
    sumByEnd(db),
    listTerms(db),
    sumUse(db, tierSince(clock.now())),
    sumCreditOfPoints(db, tierSince(clock.now())),
    sumVouchers(db, tierSince(clock.now())),
  ]);
  const terms = allTerms.find(({ status }) => status === 'live') ?? null;
  const [names, people] = await Promise.all([
    findStaffNames(db, [
      ...new Set([
        ...[...rules, ...allTerms].flatMap(({ madeBy, approvedBy }) => [madeBy, ...(approvedBy ? [approvedBy] : [])]),
        ...waiting.map(({ askedBy }) => askedBy),
      ]),
    ]),
    findAccounts(db, [...new Set(waiting.map(({ userId }) => userId))]),
  ]);
  const me = viewer.user.id;
  const pending = sums.reduce((sum, one) => sum + one.pending, 0);
  const available = sums.reduce((sum, one) => sum + one.available, 0);
  return {
    kinds: productKinds.map((kind) => {
      const live = rules.find((rule) => rule.kind === kind && rule.status === 'live');
      const draft = rules.find((rule) => rule.kind === kind && rule.status === 'draft');
      return {
        kind,
        live: live && {
          points: live.points,
          by: names.get(live.madeBy) ?? '–',
          approvedBy: names.get(live.approvedBy!) ?? '–',
          at: live.liveAt!.toISOString(),
        },
        draft: draft && {
          id: draft.id,
          version: draft.version,
          points: draft.points,
          by: names.get(draft.madeBy) ?? '–',
          mine: draft.madeBy === me,
        },
      };
    }),
    terms: terms && {
      ...valuesOf(terms),
      by: names.get(terms.madeBy) ?? '–',
      approvedBy: names.get(terms.approvedBy!) ?? '–',
      at: terms.liveAt!.toISOString(),
    },
    draft: draftOf(allTerms, names, me),
    waiting: waiting.map(({ id, userId, points, reason, askedBy, askedAt }) => ({
      id,
      userId,
      points,
      reason,
      name: people.get(userId)?.name ?? '–',
      by: names.get(askedBy) ?? '–',
      at: askedAt.toISOString(),
      mine: askedBy === me,
    })),
    report: {
      tiers: tiers.map((tier) => {
        const one = sums.find((sum) => sum.tier === tier) ?? { members: 0, pending: 0, available: 0 };
        return {
          tier,
          members: one.members,
          pending: one.pending,
          available: one.available,
          value: valueOfPoints(one.pending + one.available, terms),
        };
      }),
      all: {
        members: sums.reduce((sum, one) => sum + one.members, 0),
        pending,
        available,
        value: valueOfPoints(pending + available, terms),
      },
      use: {
        held: { members: year.heldMembers, points: year.held, value: valueOfPoints(year.held, terms) },
        invited: { points: year.invited, value: valueOfPoints(year.invited, terms) },
        burned: { points: year.burned, value: money(credit.given, 'AED') },
        unspent: money(credit.unspent, 'AED'),
        expired: { points: year.expired, value: valueOfPoints(year.expired, terms) },
      },
      vouchers: (['given', 'used', 'unspent', 'ended'] as const).map((what) => ({
        what,
        count: vouchers[what].count,
        value: money(vouchers[what].fils, 'AED'),
      })),
      rate: terms && { points: terms.burnStep, value: money(terms.burnFils, 'AED') },
      ends: ends.map(({ quarter, points }) => ({ quarter, points, value: valueOfPoints(points, terms) })),
    },
    works: may(viewer, 'loyalty:work'),
    approves: may(viewer, 'loyalty:approve'),
  };
}

export type Programme = Awaited<ReturnType<typeof openProgramme>>;
