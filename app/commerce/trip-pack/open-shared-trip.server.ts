import { sha256 } from '#app/platform/crypto.server.ts';
import { giveTryBack, networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findOrdersByIds, readWhoTravels } from '../orders/orders-store.server.ts';
import type { ProductCounters } from '../product-counter.ts';
import { firstNameOf, sharedStateOf } from './trip-share-rules.ts';
import { findShareByHash, noteLook } from './trip-shares-store.server.ts';
import { timelineOf, type TimelineEntry } from './trip-timeline.ts';

export interface SharedTrip {
  /** First names of those who travel, each once. */
  readonly travellers: readonly string[];
  readonly entries: readonly TimelineEntry[];
  /** Cities of the first and the last flight; null where nobody flies. */
  readonly route: { readonly from: string; readonly to: string } | null;
  /** What the first part is, where nobody flies. */
  readonly title: string;
}

/** Links that open nothing, tried from one network. */
const wrongLinks = { name: 'trip-share:wrong', most: 30, perMs: hourMs };

/**
 * The trip behind a link, read anew at every look. Never there, withdrawn and over are one answer; a network that tries too
 * many of them waits. A look is noted, unless the owner's own.
 */
export async function openSharedTrip(
  platform: Platform,
  counters: ProductCounters,
  ask: { readonly token: string; readonly address: string; readonly viewer: Viewer; readonly language: LanguageCode },
): Promise<Outcome<SharedTrip, 'none' | 'too-often'>> {
  const { db, clock, crypto } = platform;
  const network = networkOf(ask.address);
  // Taken before the look, so that tries side by side cannot pass together.
  if ((await takeTry(db, clock, wrongLinks, network)) > 0) return refuse('too-often');
  const now = clock.now();
  const share = /^[\w-]{43}$/.test(ask.token) ? await findShareByHash(db, now, sha256(ask.token)) : null;
  if (!share) return refuse('none');
  await giveTryBack(db, clock, wrongLinks, network);
  // What has another owner by now is not this one's to show.
  const orders = (await findOrdersByIds(db, share.orderIds)).filter((order) => order.userId === share.userId);
  if (orders.length === 0) return refuse('none');
  orders.sort((a, b) => a.travelStarts.getTime() - b.travelStarts.getTime());
  const read = await Promise.all(
    orders.map(async (order) => ({
      status: order.status,
      departsAt: order.travelStarts.toISOString(),
      description: await counters.of(order.kind).describe(order.id, ask.language),
      travellers: await readWhoTravels(db, crypto, order.id),
    })),
  );
  if (ask.viewer.kind === 'anonymous' || ask.viewer.user.id !== share.userId) await noteLook(db, now, share.id);
  const standing = read.filter(({ status }) => sharedStateOf(status) !== 'off');
  const names = (standing.length > 0 ? standing : read).flatMap(({ travellers }) =>
    travellers.map(({ givenNames }) => firstNameOf(givenNames)),
  );
  const slices = read.flatMap(({ description }) => description.slices);
  return done({
    travellers: [...new Set(names)].filter((name) => name !== ''),
    entries: timelineOf(read),
    route:
      slices.length > 0
        ? { from: slices[0]!.from, to: slices.length > 1 && slices.at(-1)!.to === slices[0]!.from ? slices[0]!.to : slices.at(-1)!.to }
        : null,
    title: read[0]!.description.title,
  });
}
