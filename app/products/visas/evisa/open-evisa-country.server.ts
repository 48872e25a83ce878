import { showDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { deliverBy, firstDelivery } from './evisa-deadline.ts';
import { askRegister } from './ask-register.server.ts';
import { mayApply, type PassportAnswer } from './evisa-eligibility.ts';
import type { VisaCountry, VisaSpeed, VisaType } from './evisa-offer.ts';
import { courierFee } from './evisa-price.ts';
import { toldRecord, type ToldRecord } from './evisa-record-rules.ts';
import { findRecords } from './evisa-records-store.server.ts';
import { findOfferBySlug } from './evisa-offers-store.server.ts';
import { refundColumns, refundRows } from './evisa-words.server.ts';
import { posterOfCountry, type EvisaCountryCard } from './list-evisa-countries.server.ts';

interface ForWhom {
  /** ISO 3166 alpha-2, or empty. */
  readonly passport: string;
  readonly residence: string;
}

export interface ChoiceView {
  readonly type: string;
  readonly speed: VisaSpeed['code'];
  readonly purpose: VisaType['purpose'];
  readonly entries: VisaType['entries'];
  readonly stay: number;
  readonly validity: number;
  readonly official: string;
  readonly government: Money;
  readonly service: Money;
  readonly total: Money;
  readonly days: number;
  /** Were it paid today. */
  readonly by: CalendarDate;
}

/** A country's page; plain data for the browser. */
export interface EvisaCountryView {
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly poster: EvisaCountryCard['poster'];
  readonly authority: string;
  readonly site: string;
  readonly asOf: CalendarDate;
  readonly paused: boolean;
  readonly choices: readonly ChoiceView[];
  readonly from: Money;
  readonly offer: Pick<
    VisaCountry,
    'documents' | 'passportMonths' | 'earliest' | 'shown' | 'ports' | 'extendable' | 'refusals' | 'rejectedService'
  >;
  readonly courier: Money;
  /** What ours really took; null where too few were decided. */
  readonly record: ToldRecord | null;
  readonly refund: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** What the passport that was told may do here; null when none was. */
  readonly answer: { readonly passport: string; readonly is: PassportAnswer } | null;
  readonly firstArrival: CalendarDate;
  readonly lastArrival: CalendarDate;
}

/** What the page of a country shows today; null for a country that is not sold. */
export async function openEvisaCountry(
  platform: Platform,
  slug: string,
  language: LanguageCode,
  whom: ForWhom,
): Promise<EvisaCountryView | null> {
  const standing = await findOfferBySlug(platform.db, slug);
  if (!standing) return null;
  const { offer, paused } = standing;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const houseWorks = await showDeskDays(platform, 'visas');
  const choices = offer.types.flatMap((type) =>
    type.speeds.map((speed): ChoiceView => {
      const government = money(type.governmentFee + speed.governmentExtra, 'AED');
      const service = money(type.serviceFee + speed.serviceExtra, 'AED');
      return {
        type: type.code,
        speed: speed.code,
        purpose: type.purpose,
        entries: type.entries,
        stay: type.stay,
        validity: type.validity,
        official: type.official,
        government,
        service,
        total: addMoney(government, service),
        days: speed.days,
        by: deliverBy({ authority: offer.calendar, houseWorks }, speed.days, today),
      };
    }),
  );
  const { documents, passportMonths, earliest, shown, ports, extendable, refusals, rejectedService } = offer;
  return {
    code: offer.code,
    slug: offer.slug,
    name: countryName(offer.code, language),
    poster: posterOfCountry(offer.code, offer.slug),
    authority: offer.authority,
    site: offer.site,
    asOf: offer.asOf,
    paused,
    choices,
    from: choices.map(({ total }) => total).sort((a, b) => a.amount - b.amount)[0]!,
    offer: { documents, passportMonths, earliest, shown, ports, extendable, refusals, rejectedService },
    courier: money(courierFee, 'AED'),
    record: toldRecord((await findRecords(platform.db, offer.code)).get(offer.code)),
    refund: { columns: refundColumns(language), rows: refundRows(offer, language) },
    answer: whom.passport
      ? {
          passport: countryName(whom.passport, language),
          is: mayApply(offer, whom.passport, whom.residence, await askRegister(platform, offer.code, { ...whom, arrival: null })),
        }
      : null,
    firstArrival: firstDelivery(offer, houseWorks, today),
    lastArrival: addDays(today, offer.earliest),
  };
}
