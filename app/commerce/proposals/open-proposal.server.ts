import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { ladderOf } from '../bookings/cancellation-ladder-rules.ts';
import { planOf } from '../bookings/payment-plan-rules.ts';
import { linkKey } from '../orders/order-visit.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import { productKinds, type ProductKind } from '../product-contract.ts';
import type { OfferedItem, ProductCounters } from '../product-counter.ts';
import { localTime } from '#app/values/local-time.ts';
import { orderStands } from './accept-proposal.server.ts';
import { priceOfLine } from './proposal-price.ts';
import { standingOf, type Standing } from './proposal-status.ts';
import { planOfVersion, proposalZone, tailorMadeLadder, tripClocks } from './proposal-terms-rules.ts';
import { findRemarks, findVersions, type ProposalVersion, type Remark } from './proposals-store.server.ts';
import type { Proposal } from './proposals.tables.ts';

/** What an address of our shop offers now, and which kind of product it is. */
export async function findOffer(
  counters: ProductCounters,
  item: string,
  language: LanguageCode,
): Promise<{ readonly kind: ProductKind; readonly offered: OfferedItem; readonly onForm: boolean } | null> {
  for (const kind of productKinds) {
    const { offers } = counters.of(kind);
    const offered = (await offers?.read(item, language)) ?? null;
    if (offers && offered) return { kind, offered, onForm: 'begin' in offers };
  }
  return null;
}

export interface ShownVersion {
  readonly number: number;
  readonly standing: Standing;
  readonly title: string;
  readonly words: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly people: number;
  readonly lines: readonly { readonly words: string; readonly quantity: number; readonly amount: Money }[];
  /** Of a thing of the shop. */
  readonly facts: OfferedItem['facts'];
  readonly vat: Money | null;
  readonly total: Money;
  /** What the shop asks now, where that is not what was proposed; `gone`: it cannot be had any more. */
  readonly now: Money | 'gone' | null;
  /** Who travels is asked for on a form of its own before it is kept. */
  readonly onForm: boolean;
  readonly parts: readonly { readonly amount: Money; readonly dueOn: string | null }[];
  /** What cancelling keeps until when; null where the shop's own terms hold, which stand on the next page. */
  readonly ladder: readonly { readonly until: string | null; readonly kept: Money }[] | null;
  readonly validUntil: string;
  readonly remarks: readonly { readonly line: number | null; readonly ours: boolean; readonly words: string; readonly at: string }[];
}

export interface ShownProposal {
  readonly versions: readonly ShownVersion[];
  /** The order that stands, with the way to it. */
  readonly order: { readonly reference: string; readonly status: string; readonly to: string } | null;
}

/** What the holder of the link sees: every version that was sent, with its lines, terms and what was said about it. */
export async function showProposal(
  platform: Platform,
  counters: ProductCounters,
  proposal: Proposal,
  language: LanguageCode,
  viewer: Viewer,
): Promise<ShownProposal> {
  const { db, crypto } = platform;
  const now = platform.clock.now();
  const [versions, remarks] = await Promise.all([findVersions(db, crypto, proposal.id), findRemarks(db, crypto, proposal.id)]);
  const orders = await Promise.all(versions.map(async ({ orderId }) => ((await orderStands(db, orderId)) ? orderId : null)));
  const orderId = orders.find((id) => id !== null);
  const order = orderId ? await findOrderAsSystem(db, orderId) : null;
  const shown = await Promise.all(
    versions.map(async (version, index) => {
      const standing = standingOf(version, now);
      if (standing === null) return null;
      // Accepted, not paid in time, and still good: it can be accepted once more.
      const again = standing === 'accepted' && orders[index] === null;
      const today = again ? (version.expiresAt.getTime() > now ? 'open' : 'expired') : standing;
      return showVersion(counters, version, today, remarks, language, now);
    }),
  );
  return {
    versions: shown.filter((version) => version !== null).toReversed(),
    order: order && {
      reference: order.reference,
      status: order.status,
      // The link of a proposal is passed round: it opens the way to pay, not an order that is paid, and nothing for a colleague.
      to: `/track?order=${order.reference}${order.status === 'held' && viewer.kind !== 'staff' ? `&key=${linkKey(platform, order, now)}` : ''}`,
    },
  };
}

async function showVersion(
  counters: ProductCounters,
  version: ProposalVersion,
  standing: Standing,
  remarks: readonly Remark[],
  language: LanguageCode,
  now: Instant,
): Promise<ShownVersion> {
  const { content, item } = version;
  const total = money(version.total, 'AED');
  const prices = content.lines.map(priceOfLine);
  const found = item !== null && standing === 'open' ? await findOffer(counters, item, language) : null;
  const start = { startsLocal: localTime(version.startsOn, tripClocks.starts), zone: proposalZone };
  const plan =
    version.depositPercent > 0 ? planOf('deposit', total, planOfVersion(version), version.startsOn, dateIn(proposalZone, now)) : [];
  return {
    number: version.number,
    standing,
    title: found?.offered.title ?? content.title,
    words: content.words,
    startsOn: version.startsOn,
    endsOn: version.endsOn,
    people: version.adults + version.children,
    lines: content.lines.map(({ words, quantity }, index) => ({ words, quantity, amount: money(prices[index]!.gross, 'AED') })),
    facts: found?.offered.facts ?? [],
    vat:
      item === null
        ? money(
            prices.reduce((sum, { vat }) => sum + vat, 0),
            'AED',
          )
        : null,
    total,
    now:
      item === null || standing !== 'open'
        ? null
        : !found
          ? 'gone'
          : found.offered.total.amount === version.total
            ? null
            : found.offered.total,
    onForm: found?.onForm ?? false,
    parts: plan.length > 1 ? plan.map(({ amount, dueOn }) => ({ amount, dueOn })) : [],
    ladder:
      item === null
        ? ladderOf(tailorMadeLadder(version.freeDays), start, total, now).map(({ until, kept }) => ({
            until: until === null ? null : dateIn(proposalZone, instant(until - 1)),
            kept,
          }))
        : null,
    validUntil: dateIn(proposalZone, instant(version.expiresAt.getTime() - 1)),
    remarks: remarks
      .filter(({ number }) => number === version.number)
      .map(({ line, actor, words, at }) => ({ line, ours: actor !== 'customer', words, at: at.toISOString() })),
  };
}
