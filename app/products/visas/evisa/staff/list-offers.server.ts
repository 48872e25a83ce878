import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listCountries, listWaiting } from '../evisa-editions-store.server.ts';
import { mayApply } from '../evisa-eligibility.ts';
import { findRecords } from '../evisa-records-store.server.ts';
import { offerToday } from '../work-offer.server.ts';
import { offerViews, type OfferListAsk, type OfferListView } from './offer-list-view.ts';

/** Days after which an authority's page should have been read again. */
const freshDays = 90;
/** The countries of the catalogue as a list shows them, and how many each of its views has. */
export async function listOffers(platform: Platform, { view, find, passport, residence }: OfferListAsk, language: LanguageCode) {
  const [countries, waiting, records] = await Promise.all([listCountries(platform.db), listWaiting(platform.db), findRecords(platform.db)]);
  const staleBefore = addDays(offerToday(platform), -freshDays);
  const all = countries.map(({ code: id, status, offer, version }) => {
    const speeds = offer.types.flatMap((type) => type.speeds.map(({ days }) => days));
    const open = waiting.find((edition) => edition.code === id);
    return {
      code: id,
      name: countryName(id, language),
      status,
      version,
      types: offer.types.length,
      from: money(Math.min(...offer.types.map((type) => type.governmentFee + type.serviceFee)), 'AED'),
      days: [Math.min(...speeds), Math.max(...speeds)] as const,
      took: records.get(id) ?? null,
      asOf: offer.asOf,
      stale: offer.asOf < staleBefore,
      waiting: open ? { status: open.status, from: open.inForceFrom } : null,
      answer: passport ? mayApply(offer, passport, residence) : null,
    };
  });
  const inView = (row: (typeof all)[number], one: OfferListView) =>
    one === 'all' || (one === 'waiting' ? row.waiting !== null : one === 'stale' ? row.stale : row.status === one);
  const sought = foldText(find);
  return {
    counts: Object.fromEntries(offerViews.map((one) => [one, all.filter((row) => inView(row, one)).length])) as Record<
      OfferListView,
      number
    >,
    known: countries.map(({ code }) => code),
    rows: all
      .filter((row) => inView(row, view) && (sought === '' || foldText(row.name).includes(sought) || row.code === find.toUpperCase()))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  };
}
