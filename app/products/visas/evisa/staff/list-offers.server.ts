import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listCountries, listWaiting } from '../evisa-editions-store.server.ts';
import { mayApply } from '../evisa-eligibility.ts';
import { findRecords } from '../evisa-records-store.server.ts';
import { offerToday } from '../work-offer.server.ts';
import type { ListedOffer } from './offer-list.ts';

/** Days after which an authority's page should have been read again. */
const freshDays = 90;
/** The countries of the catalogue as a list shows them to whoever would apply with a passport. */
export async function listOffers(
  platform: Platform,
  { passport, residence }: { readonly passport: string; readonly residence: string },
  language: LanguageCode,
): Promise<readonly ListedOffer[]> {
  const [countries, waiting, records] = await Promise.all([listCountries(platform.db), listWaiting(platform.db), findRecords(platform.db)]);
  const staleBefore = addDays(offerToday(platform), -freshDays);
  return countries.map(({ code: id, status, offer, version }) => {
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
}
