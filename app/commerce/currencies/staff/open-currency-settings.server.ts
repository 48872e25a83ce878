import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Permission, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import { bookingLists, listedKinds } from '../../bookings/staff/booking-lists.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import { findLiveVersion } from '../../pricing/pricing-store.server.ts';
import { countByShownCurrency } from '../../orders/orders-store.server.ts';
import type { ProductKind } from '../../product-contract.ts';
import { findFeed, findNewestFeed, listNewestChanges, listOpenChanges, listPoints, listPolicies } from '../rate-changes-store.server.ts';
import type { RateFeed } from '../rate-changes.tables.ts';
import { faultOf, isFirstPerson, isStale, moveBetween, needsSecondPerson } from '../rate-rules.ts';
import { compareFeed } from '../work-rates.server.ts';
import { rateDids, rateRefusals, readOpenCurrency } from './rates-list.ts';

const chartDays = 90;
const newestShown = 10;

/** Lists of orders that can be narrowed to a currency, and who may open them. */
const lists: Partial<Readonly<Record<ProductKind, { readonly sees: Permission; readonly at: (currency: DisplayCurrency) => string }>>> = {
  flight: { sees: 'flight-orders:view', at: (currency) => `/admin/orders/flights?shown-in=${currency}` },
  ...Object.fromEntries(
    listedKinds.map((kind) => [
      kind,
      { sees: 'booking-orders:view', at: (currency: DisplayCurrency) => `${bookingLists[kind].path}?queue=all&shown-in=${currency}` },
    ]),
  ),
};

export interface Charging {
  /** What whoever takes the payments is called. */
  readonly provider: PaymentProvider['name'];
  readonly takes: PaymentProvider['currencies'];
}

/** Everything the page of exchange rates shows. */
export async function openCurrencySettings(platform: Platform, viewer: Viewer, query: URLSearchParams, charging: Charging) {
  const { db, clock } = platform;
  const now = clock.now();
  const target = readOpenCurrency(query);
  const asked = query.get('feed');
  const feedId = asked && /^[0-9a-f-]{36}$/.test(asked) ? asked : null;
  const since = addMilliseconds(now, -chartDays * dayMs);
  const [policies, open, points, newest, feed, history, used, published] = await Promise.all([
    listPolicies(db),
    listOpenChanges(db),
    listPoints(db, since),
    findNewestFeed(db),
    feedId ? findFeed(db, feedId) : null,
    listNewestChanges(db, target, newestShown),
    countByShownCurrency(db),
    findLiveVersion(db, now),
  ]);
  const feeds = new Map<string, RateFeed>();
  for (const { feedId: id, status } of open)
    if (id !== null && status === 'proposed' && !feeds.has(id)) feeds.set(id, (await findFeed(db, id))!);
  const actors = [...open, ...history].flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? '']);
  const names = await findStaffNames(
    db,
    actors.filter((actor) => actor.startsWith('staff:')).map((actor) => actor.replace('staff:', '')),
  );
  /** Null is the house's own machinery. */
  const name = (actor: string | null) => (actor?.startsWith('staff:') ? (names.get(actor.replace('staff:', '')) ?? '–') : null);
  const me = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  const dayAgo = addMilliseconds(now, -dayMs);
  const shown = (change: (typeof open)[number]) => ({
    id: change.id,
    target: change.target,
    rate: Number(change.rate),
    spread: change.spread,
    moved: change.moved,
    source: change.source,
    status: change.status,
    reason: change.reason,
    proposedBy: name(change.proposedBy),
    proposedAt: change.proposedAt.toISOString(),
    decidedBy: name(change.decidedBy),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    endsAt: change.endsAt?.toISOString() ?? null,
    mine: isFirstPerson(me, change, feeds.get(change.feedId ?? '') ?? null),
  });
  /** Whether anything is charged in a currency, and if not, what stands in the way. */
  const chargedIn = (currency: DisplayCurrency) =>
    charging.takes.includes(currency)
      ? currency === published.currency
        ? ('charged' as const)
        : ('house' as const)
      : ('provider' as const);
  /** Orders whose total was shown in a currency, by kind; `to` is their list, where there is one that this person may open. */
  const ordersIn = (currency: DisplayCurrency) =>
    used
      .filter((one) => one.currency === currency)
      .map(({ kind, all }) => {
        const list = lists[kind];
        return { kind, all, to: list && may(viewer, list.sees) ? list.at(currency) : null };
      });
  const waiting = open.filter((change) => change.status === 'proposed').map(shown);
  const compared = feed ? await compareFeed(platform, feed) : [];
  return {
    target,
    mayEdit: may(viewer, 'currencies:edit'),
    today: dateIn('Asia/Dubai', now),
    lines: policies.map((policy) => {
      const live = open.find((change) => change.target === policy.target && change.status === 'live')!;
      const own = points.filter((point) => point.target === policy.target);
      // Of a rate younger than a day the move is that since its first.
      const before = own.findLast((point) => point.at.getTime() <= dayAgo) ?? own[0];
      return {
        ...shown(live),
        follows: policy.follows,
        policySpread: policy.spread,
        version: policy.version,
        isShown: policy.isShown,
        rounding: policy.rounding,
        charge: chargedIn(policy.target),
        held: waiting.find((change) => change.target === policy.target)?.rate ?? null,
        orders: ordersIn(policy.target),
        day: before ? moveBetween(before.rate, Number(live.rate)) : 0,
      };
    }),
    ordersInDirhams: ordersIn('AED'),
    waiting,
    provider: charging.provider,
    takes: charging.takes,
    dirhams: chargedIn('AED'),
    newest: newest && { day: newest.day, readAt: newest.readAt.toISOString(), stale: isStale(newest.day, now) },
    feed: feed && {
      id: feed.id,
      day: feed.day,
      old: newest !== null && newest.day > feed.day,
      lines: compared.map((line) => {
        const live = Number(open.find((change) => change.target === line.target && change.status === 'live')!.rate);
        const moved = moveBetween(live, line.next);
        const fault = faultOf(live, line.next);
        return { ...line, live, moved, becomes: line.kept ?? (fault ? fault : needsSecondPerson(moved) ? 'waits' : 'live') };
      }),
    },
    history: history.map(shown),
    chart: target
      ? {
          points: points.filter((point) => point.target === target).map(({ rate, at }) => ({ rate, at: at.getTime() })),
          since: Number(since),
          to: Number(now),
        }
      : null,
    did: rateDids.find((word) => word === query.get('did')) ?? null,
    refused: rateRefusals.find((word) => word === query.get('refused')) ?? null,
  };
}

export type CurrencySettings = Awaited<ReturnType<typeof openCurrencySettings>>;
