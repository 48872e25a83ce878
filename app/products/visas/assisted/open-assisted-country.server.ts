import { showDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, dateIn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { DocumentCode } from '../evisa/evisa-offer.ts';
import { posterOfCountry, type EvisaCountryCard } from '../evisa/list-evisa-countries.server.ts';
import { findRequirement } from '../requirements/find-requirement.server.ts';
import type { VisaNeed, VisitPurpose } from '../requirements/requirement.ts';
import {
  counterFor,
  isRegion,
  packages,
  papersFor,
  regions,
  type AssistedCountry,
  type AssistedPurpose,
  type AssistedPurposeCode,
  type Counter,
  type PackageCode,
  type Region,
} from './assisted-country.ts';
import { findAssistedCountry } from './assisted-store.server.ts';
import { caseRefundColumns, caseRefundRows } from './assisted-words.server.ts';
import { returnCourierFee } from './assisted-price.ts';
import { findWaits, type CounterWait } from './find-waits.server.ts';
import { allIn } from './list-assisted-countries.server.ts';
import { timelineBackFrom, timelineFrom, type Timeline } from './timeline-rules.ts';

/** Who asks, as the address says it; empty where it does not. */
export interface AssistedQuestion {
  readonly passport: string;
  readonly region: string;
  readonly purpose: string;
  readonly travel: string;
}

export interface PackageView {
  readonly code: PackageCode;
  readonly government: Money;
  readonly centre: Money;
  readonly service: Money;
  readonly total: Money;
}

/** A country's page; plain data for the browser. */
export interface AssistedCountryView {
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly poster: EvisaCountryCard['poster'];
  readonly authority: string;
  readonly site: string;
  readonly asOf: CalendarDate;
  readonly terms: Pick<
    AssistedCountry,
    'biometrics' | 'kept' | 'interview' | 'passportMonths' | 'earliest' | 'refusals' | 'rejectedService'
  >;
  readonly purposes: readonly AssistedPurpose[];
  readonly purpose: AssistedPurpose;
  readonly region: Region;
  readonly regions: readonly Region[];
  readonly counter: Counter;
  readonly counters: readonly (Counter & { readonly wait: CounterWait })[];
  readonly wait: CounterWait;
  readonly processingDays: number;
  readonly papers: readonly DocumentCode[];
  readonly packages: readonly PackageView[];
  /** What its card says. */
  readonly allIn: Money;
  readonly childFees: readonly { readonly under: number; readonly fee: Money }[];
  readonly courier: Money;
  /** Were it begun today. */
  readonly forward: Timeline;
  /** Backward from the day that was asked for: "apply by". Null without one. */
  readonly backward: (Timeline & { readonly late: boolean }) | null;
  readonly refund: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** What the register says of the passport that was told. */
  readonly answer: {
    readonly need: VisaNeed;
    readonly isStale: boolean;
    readonly passport: string;
    readonly checkedOn: string | null;
  } | null;
  readonly asked: AssistedQuestion;
  readonly firstTravel: CalendarDate;
}

const visitOf: Readonly<Record<AssistedPurposeCode, VisitPurpose>> = {
  tourist: 'tourism',
  business: 'business',
  family: 'family',
  student: 'study',
};

/** What the page of a country shows today; null for a country that is not sold. */
export async function openAssistedCountry(
  platform: Platform,
  slug: string,
  language: LanguageCode,
  asked: AssistedQuestion,
): Promise<AssistedCountryView | null> {
  const country = await findAssistedCountry(platform.db, slug);
  if (!country) return null;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const served = regions.filter((region) => counterFor(country, region) !== null);
  const region = isRegion(asked.region) && served.includes(asked.region) ? asked.region : served[0]!;
  const counter = counterFor(country, region)!;
  const purpose = country.purposes.find(({ code }) => code === asked.purpose) ?? country.purposes[0]!;
  const waits = (await findWaits(platform, [country])).get(country.code)!;
  const waitAt = (city: string) => waits.find((wait) => wait.city === city)!;
  const pace = { waitDays: waitAt(counter.city).days, processingDays: country.processingDays };
  const counted = { authority: country.calendar, houseWorks: await showDeskDays(platform, 'visas') };
  const forward = timelineFrom(counted, today, pace);
  const travel = parseCalendarDate(asked.travel);
  const backward = travel && travel > today ? timelineBackFrom(counted, travel, pace) : null;
  const residence = region.slice(0, 2);
  const answer = asked.passport
    ? await findRequirement(platform, {
        passports: [asked.passport],
        residence,
        heldVisas: [],
        destination: country.code,
        purpose: visitOf[purpose.code],
        arrives: null,
        leaves: null,
        via: [],
        passportExpires: null,
      })
    : null;
  const { biometrics, kept, interview, passportMonths, earliest, refusals, rejectedService } = country;
  return {
    code: country.code,
    slug: country.slug,
    name: countryName(country.code, language),
    poster: posterOfCountry(country.code, country.slug),
    authority: country.authority,
    site: country.site,
    asOf: country.asOf,
    terms: { biometrics, kept, interview, passportMonths, earliest, refusals, rejectedService },
    purposes: country.purposes,
    purpose,
    region,
    regions: served,
    counter,
    counters: country.counters.map((one) => ({ ...one, wait: waitAt(one.city) })),
    wait: waitAt(counter.city),
    processingDays: country.processingDays,
    // Who lives at home has no residence permit to show.
    papers: papersFor(country, purpose.code).filter((code) => code !== 'residence' || asked.passport !== residence),
    packages: packages.map((code) => packageView(country, purpose, code)),
    allIn: allIn(country),
    childFees: country.childFees.map(({ under, governmentFee }) => ({ under, fee: money(governmentFee, 'AED') })),
    courier: money(returnCourierFee, 'AED'),
    forward,
    backward: backward && { ...backward, late: backward.start < today },
    refund: { columns: caseRefundColumns(language), rows: caseRefundRows(country, language) },
    answer: answer && {
      need: answer.need,
      isStale: answer.isStale,
      passport: countryName(asked.passport, language),
      checkedOn: answer.rule?.checkedOn ?? null,
    },
    asked,
    firstTravel: addDays(today, 1),
  };
}

function packageView(country: AssistedCountry, purpose: AssistedPurpose, code: PackageCode): PackageView {
  // Who only has the file checked pays the mission and the centre at the counter.
  const government = money(code === 'check' ? 0 : purpose.governmentFee, 'AED');
  const centre = money(code === 'check' ? 0 : country.centreFee, 'AED');
  const service = money(country.fees[code], 'AED');
  return { code, government, centre, service, total: addMoney(addMoney(government, centre), service) };
}
