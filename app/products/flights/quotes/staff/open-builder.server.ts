import { findCustomer, readPerson } from '#app/commerce/customers/records/customers-store.server.ts';
import { maskedEmail } from '#app/commerce/customers/records/customer-rules.ts';
import { findInquiryAsStaff, readContact } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { houseLanguage, type LanguageCode } from '#app/values/preferences.ts';
import { brandOf } from '../../fares/fare-rules.ts';
import { isBlankSearch, mostSeats, readSearchFields } from '../../search/flight-search-form.ts';
import { quoteOffer } from '../../flight-price.ts';
import type { Flights } from '../../flights-context.ts';
import type { Passengers } from '../../offer.ts';
import { openResults } from '../../search/open-results.server.ts';
import { readResultsAddress } from '../../search/results-address.ts';
import { checkFields, formFactsOf } from '../../search/search-world.server.ts';
import { lastDayOf, quoteZone, type TypedQuote } from '../flight-quote-form.ts';
import { findFlightQuoteAsStaff, type FlightQuote, type PickedOption } from '../flight-quotes-store.server.ts';
import { priceOption, type OptionGone } from '../price-option.server.ts';
import { showOption } from '../show-option.server.ts';
import { readPicks, type Picked } from './quote-picks.ts';

const usualDays = 2;

/** What a quote is begun from, found for whoever may see it; the words of its form as far as they are known. */
export interface QuoteSource {
  readonly inquiry: { readonly id: string; readonly reference: string } | null;
  readonly customer: { readonly id: string; readonly email: string; readonly phone: string; readonly masked: string } | null;
  readonly of: FlightQuote | null;
  readonly typed: TypedQuote;
  /** What an inquiry says of the journey, for a search that nobody has begun. */
  readonly search: Readonly<Record<string, string>>;
  /** How many the inquiry asks for, where a quote does not hold as many. */
  readonly larger?: number | null;
}

export async function findSource(platform: Platform, viewer: Viewer, query: URLSearchParams): Promise<QuoteSource> {
  const { db, crypto, clock } = platform;
  const today = dateIn(quoteZone, clock.now());
  const none: TypedQuote = { name: '', email: '', phone: '', language: houseLanguage, message: '', validUntil: addDays(today, usualDays) };
  const reference = parseReference(query.get('inquiry') ?? '');
  const asked = reference && may(viewer, 'inquiries:view') ? await findInquiryAsStaff(db, reference) : null;
  const customerId = /^[\w-]{1,64}$/.exec(query.get('customer') ?? '')?.[0];
  const record = customerId && may(viewer, 'customers:view') ? await findCustomer(db, customerId) : null;
  const of = await findFlightQuoteAsStaff(db, crypto, parseReference(query.get('of') ?? '') ?? '');
  if (of) {
    const { contact, language, message } = of;
    return { inquiry: null, customer: null, of, typed: { ...none, ...contact, language, message }, search: {} };
  }
  if (asked) {
    const { name, email, phone } = readContact(crypto, asked);
    const search: Record<string, string> = {};
    const put = (key: string, value: string | number | null) => value !== null && value !== '' && (search[key] = String(value));
    put('from', asked.fromPlace);
    put('to', asked.toPlace);
    put('depart', asked.startsOn);
    put('return', asked.endsOn);
    const [adults, children, infants] = [asked.adults ?? 1, asked.children ?? 0, asked.infants ?? 0];
    put('adults', Math.min(adults, mostSeats));
    put('children', Math.min(children, Math.max(0, mostSeats - adults)));
    put('infants', Math.min(infants, adults, mostSeats));
    put('cabin', asked.cabin);
    return {
      inquiry: { id: asked.id, reference: asked.reference },
      customer: null,
      of: null,
      larger: adults + children > mostSeats ? adults + children + infants : null,
      typed: { ...none, name, email, phone: phone ?? '', language: asked.language },
      search,
    };
  }
  if (record) {
    const person = readPerson(crypto, record);
    return {
      inquiry: null,
      customer: { id: record.id, email: person.email, phone: person.phone ?? '', masked: maskedEmail(person.email) },
      of: null,
      // How to reach them stays masked on their record: it is taken from there unless something else is typed.
      typed: { ...none, name: person.name, language: (record.language as LanguageCode | null) ?? houseLanguage },
      search: {},
    };
  }
  return { inquiry: null, customer: null, of: null, typed: none, search: {} };
}

export type PricedPick =
  | { readonly pick: Picked; readonly gone: OptionGone }
  | { readonly pick: Picked; readonly gone: null; readonly option: PickedOption };

/** The picks of an address by the stock and the prices of this moment, for the party that the address names. */
export async function pricePicks(
  platform: Platform,
  flights: Flights,
  query: URLSearchParams,
  language: LanguageCode,
): Promise<PricedPick[]> {
  const now = platform.clock.now();
  const rules = await getPricingRules(platform.db, now, 'desk');
  const party = partyOf(flights, query, language, now);
  return Promise.all(
    readPicks(query).map(async (pick): Promise<PricedPick> => {
      const priced = party ? await priceOption(flights, rules, pick, party, now) : 'gone';
      return typeof priced === 'string' ? { pick, gone: priced } : { pick, gone: null, option: priced };
    }),
  );
}

/** The travellers of the search, whatever else of it is wrong; null where they are. */
function partyOf(
  flights: Flights,
  query: URLSearchParams,
  language: LanguageCode,
  now: Parameters<typeof checkFields>[3],
): Passengers | null {
  const fields = readSearchFields(query);
  const checked = checkFields(flights, fields, language, now);
  if (checked.ok) return checked.search.passengers;
  const wrong = ['adults', 'children', 'infants', 'ages'].some((name) => Object.hasOwn(checked.errors, name));
  if (wrong) return null;
  const ages = fields.ages.map(Number).slice(0, Number(fields.children));
  return {
    adults: Number(fields.adults),
    children: Number(fields.children),
    infants: Number(fields.infants),
    ...(ages.length > 0 ? { childAges: ages } : {}),
  };
}

/** The picks as the builder shows them, each with what its other fare families would cost. */
export async function showPicks(platform: Platform, flights: Flights, priced: readonly PricedPick[], language: LanguageCode) {
  const rules = await getPricingRules(platform.db, platform.clock.now(), 'desk');
  return priced.map((each, index) =>
    each.gone !== null
      ? { pick: each.pick, gone: each.gone, shown: null, families: [] }
      : {
          pick: each.pick,
          gone: null,
          shown: showOption(flights, index + 1, each.option, language),
          families: each.option.offer.brands.map(({ code, nameKey }) => ({
            code,
            nameKey,
            total: quoteOffer(each.option.offer, brandOf(each.option.offer, code), rules).total,
            here: code === each.option.brand,
          })),
        },
  );
}

/** The first local day on which any of them leaves. */
export function firstDeparture(options: readonly PickedOption[]): CalendarDate | null {
  const days = options.map(({ offer }) => offer.slices[0]!.segments[0]!.departs.local.slice(0, 10)).toSorted();
  return (days[0] as CalendarDate | undefined) ?? null;
}

/** The search of the builder: nothing asked, faults beside their fields, or a page of flights. */
export async function openSearch(
  platform: Platform,
  flights: Flights,
  query: URLSearchParams,
  before: Readonly<Record<string, string>>,
  language: LanguageCode,
) {
  const now = platform.clock.now();
  const asked = readSearchFields(query);
  if (isBlankSearch(asked)) {
    const fields = readSearchFields(new URLSearchParams({ ...before, ...(query.get('adults') ? Object.fromEntries(query) : {}) }));
    return { form: formFactsOf(flights, fields, null, language, now), found: null, gone: false };
  }
  const checked = checkFields(flights, asked, language, now);
  const form = formFactsOf(flights, asked, checked, language, now);
  if (!checked.ok) return { form, found: null, gone: false };
  const rules = await flights.desk.pricingRules(platform.db, now, 'desk');
  const address = { ...readResultsAddress(query), filter: {}, compare: [], why: null };
  const opened = await openResults(flights, rules, checked.search, address, { language, now, judge: null });
  if (!opened) return { form, found: null, gone: true };
  const list = opened.rest ? await opened.rest : opened.list;
  const step = Math.min(opened.chosen.length, checked.search.slices.length - 1);
  return {
    form,
    gone: false,
    found: {
      cards: list.cards,
      matching: list.matching,
      failed: list.failed,
      page: list.page,
      pages: list.pages,
      chosen: opened.chosen,
      chosenKeys: address.chosen.slice(0, opened.chosen.length),
      step,
      last: step === checked.search.slices.length - 1,
      legs: checked.search.slices.map(({ from, to, date }) => ({
        from: flights.geography.city(from, language),
        to: flights.geography.city(to, language),
        date,
      })),
    },
  };
}

/** The form of a quote as it was kept. */
export function typedOf(quote: FlightQuote): TypedQuote {
  const { language, message, expiresAt } = quote;
  // Of a quote whose caller is forgotten nobody is copied.
  const contact = quote.forgottenAt ? { name: '', email: '', phone: '' } : quote.contact;
  return { ...contact, language, message, validUntil: lastDayOf(expiresAt) };
}
