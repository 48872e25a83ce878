import { summariseWatching } from '#app/commerce/price-alerts/price-alerts-store.server.ts';
import { readRates } from '#app/commerce/currencies/currency-store.server.ts';
import { contentChanges } from '#app/commerce/supply/content-changes.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { houseTerms } from '../booking/holiday-price.ts';
import { completeness, contentOf, costPerPerson, marginOf, tourCode, tourFaults, type TourContent } from '../tour-content.ts';
import { tourSupplyMachine, type TourState } from '../tour-supply-status.ts';
import { houseWriter, readCatalogueTourOf } from '../tours-store.server.ts';
import { filsAt, writersOf } from './edit-tour.server.ts';
import { findDeskTour, listEditions } from './tour-editions-store.server.ts';

/** One tour as the desk writes it: what the open edition says, else what is on sale; null when there is none of this id. */
export async function openTourRecord(platform: Platform, id: string, compared: number | null) {
  const { db, clock } = platform;
  if (!isSlug(id)) return null;
  const [desk, live, editions, rates, watching] = await Promise.all([
    findDeskTour(db, id),
    readCatalogueTourOf(db, id),
    listEditions(db, id),
    readRates(db, clock),
    summariseWatching(db, id),
  ]);
  const open = editions.find(({ status }) => status === 'draft' || status === 'in_review') ?? null;
  const onSale = editions.find(({ status }) => status === 'published') ?? null;
  const selling = live && { ...contentOf(live.tour), ...(onSale ? { costs: onSale.content.costs } : {}) };
  const content: TourContent | null = open?.content ?? selling ?? editions[0]?.content ?? null;
  if (!content) return null;
  const names = await findStaffNames(db, [...new Set(editions.flatMap((one) => [one.writtenBy, one.changedBy, one.decidedBy ?? '']))]);
  const writers = open ? await writersOf(db, id, open) : [];
  const nameOf = (who: string | null) => (who === null || who === 'catalogue' || who === houseWriter ? null : (names.get(who) ?? '–'));
  const status: TourState = desk?.status ?? 'published';
  const cost = costPerPerson(content.costs, filsAt(rates));
  const prices = [content.facts.price.amount, ...(content.terms?.seasons ?? []).map(({ price }) => price)];
  // A chosen edition is compared with the one before it, the open one with what is on sale.
  const chosen = editions.find(({ number }) => number === compared) ?? open;
  const before = chosen && (chosen === open ? selling : (editions.find(({ number }) => number === chosen.number - 1)?.content ?? null));
  return {
    id,
    code: tourCode(id, content.facts.days),
    status,
    content,
    house: houseTerms,
    watching: { count: watching.count, highest: watching.highest === null ? null : money(watching.highest, 'AED') },
    onSale: live !== null && live !== undefined && status === 'published',
    edition: open && {
      number: open.number,
      status: open.status,
      version: open.version,
      writers: [...writers],
      lastBy: open.changedBy,
      changedBy: nameOf(open.changedBy),
      reason: open.reason,
    },
    moves: movesFrom(tourSupplyMachine, status, 'staff').filter(
      (event) =>
        event === 'pause' ||
        event === 'resume' ||
        event === 'archive' ||
        (event === 'take-back' && live !== null) ||
        (event === 'begin-again' && live === null),
    ),
    faults: tourFaults(content, cost),
    languages: languageCodes.map((code) => ({ code, ...completeness(content, code) })),
    cost: cost === null ? null : money(cost, 'AED'),
    margins: cost === null ? [] : [...new Set(prices)].map((price) => ({ price: money(price, 'AED'), ...marginOf(price, cost) })),
    versions: editions.map((one) => ({
      number: one.number,
      status: one.status,
      writtenBy: nameOf(one.writtenBy),
      writtenAt: one.writtenAt.toISOString(),
      decidedBy: nameOf(one.decidedBy),
      decidedAt: one.decidedAt?.toISOString() ?? null,
    })),
    compared: chosen?.number ?? null,
    changes: chosen && before ? contentChanges(before, chosen.content) : [],
  };
}
export type TourRecord = NonNullable<Awaited<ReturnType<typeof openTourRecord>>>;
