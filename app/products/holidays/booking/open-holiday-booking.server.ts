import { ladderOf } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { openChoices, planOf, type PlanChoice } from '#app/commerce/bookings/payment-plan-rules.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay } from '#app/commerce/payments/payment-ways.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { answerPromo, openPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import type { PromoAnswer } from '#app/commerce/pricing/promo-code.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { rememberShownQuote, shownBegun } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { summarise, type SummaryLine } from '#app/commerce/pricing/quote-summary.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, parseCalendarDate, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Tour } from '../tour.ts';
import { checkForm, type CheckedForm } from './check-holiday-form.server.ts';
import { listDepartures, type Departure } from './departures-store.server.ts';
import { extraForEach, houseTerms, quoteHoliday } from './holiday-price.ts';
import { ladderOfTour, optionAllowed, planTermsOf, startOf, zoneOfTour } from './holiday-terms.ts';
import { wantedPeople, type HolidayForm, type TypedPerson } from './holiday-form.ts';
import { extraCodes, type ExtraCode } from '../tour.ts';
import { partyFaults, placesOf, suggestRooms } from './party-rules.ts';
import { deskZone } from './place-holiday-order.server.ts';
import { roomWords } from './room-words.server.ts';

export interface HolidayBookingView {
  readonly form: HolidayForm;
  readonly returns: CalendarDate;
  readonly checked: CheckedForm;
  readonly departures: readonly Departure[];
  /** The one that is chosen; null when it is not sold any more. */
  readonly departure: Departure | null;
  readonly places: number;
  readonly wanted: ReturnType<typeof wantedPeople>;
  readonly rooms: string;
  /** Null while the trip itself does not fit. */
  readonly price: { readonly lines: readonly SummaryLine[]; readonly total: Money } | null;
  /** What became of the code in the address; null without one. */
  readonly promo: PromoAnswer | null;
  readonly plans: readonly {
    readonly choice: PlanChoice;
    readonly parts: readonly { readonly amount: Money; readonly dueOn: CalendarDate | null }[];
  }[];
  readonly ladder: readonly { readonly until: CalendarDate | null; readonly kept: Money }[];
  readonly option: boolean;
  readonly extras: readonly { readonly code: ExtraCode; readonly amount: Money; readonly each: boolean }[];
  readonly book: readonly { readonly id: string; readonly name: string }[];
}

/** The form of a visitor who has chosen nothing yet: two grown-ups in a double on the day they came for. */
export function emptyForm(setsOff: CalendarDate): HolidayForm {
  const party = { adults: 2, childAges: [] };
  return {
    setsOff,
    trip: { ...party, rooms: suggestRooms(party), extras: [] },
    people: [],
    contact: { email: '', phone: '' },
    plan: 'full',
  };
}

/**
 * The day an address asks for, even where the tour does not set off on it any more: none is chosen in its place, and
 * what is no day stands as today, on which no tour sets off. Without one the first with a place; null when there is none.
 */
export function chooseDeparture(departures: readonly Departure[], asked: string | null, today: CalendarDate): CalendarDate | null {
  const open = departures.find(({ state }) => state === 'open') ?? departures[0];
  return open && asked ? (parseCalendarDate(asked) ?? today) : (open?.setsOff ?? null);
}

/** A booking as far as it is filled in, priced anew; plain data for the browser. What is shown of a draft is kept. */
export async function openHolidayBooking(
  platform: Platform,
  viewer: Viewer,
  tour: Tour,
  form: HolidayForm,
  language: LanguageCode,
  { code = null, draft = null }: { readonly code?: string | null; readonly draft?: string | null } = {},
): Promise<HolidayBookingView> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn(deskZone, now);
  const departures = await listDepartures(db, now, tour, today);
  const departure = departures.find(({ setsOff }) => setsOff === form.setsOff) ?? null;
  const checked = checkForm(form, tour);
  const rules = await getPricingRules(db, now);
  const promo = await openPromo(db, rules, code);
  const fits = departure !== null && partyFaults(form.trip, tour).length === 0;
  const quote = fits
    ? quoteHoliday(
        { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip: form.trip },
        rules,
        { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now).toISOString() },
        { travel: form.setsOff, language, promo: promo.fact },
      )
    : null;
  if (quote && draft) await rememberShownQuote(db, now, shownBegun('holiday', draft), quote);
  const terms = planTermsOf(tour.depositPercent);
  const inParts =
    quote !== null && !refusedWay(await readOfferedWays(platform.db), 'parts', { kind: 'holiday', total: quote.total.amount });
  const zone = zoneOfTour(tour);
  const start = { startsLocal: startOf(form.setsOff), zone };
  return {
    form,
    returns: addDays(form.setsOff, tour.days - 1),
    checked,
    departures,
    departure,
    places: placesOf(form.trip),
    wanted: wantedPeople(form.trip),
    rooms: roomWords(form.trip, language),
    promo: answerPromo(promo, quote),
    price: quote && { lines: summarise(quote), total: quote.total },
    plans: quote
      ? openChoices(terms, form.setsOff, today)
          .filter((choice) => choice === 'full' || inParts)
          .map((choice) => ({
            choice,
            parts: planOf(choice, quote.total, terms, form.setsOff, today).map(({ amount, dueOn }) => ({ amount, dueOn })),
          }))
      : [],
    ladder: quote
      ? ladderOf(ladderOfTour(tour.depositPercent), start, quote.total, now).map(({ until, kept }) => ({
          until: until === null ? null : dateIn(zone, (until - 1) as Instant),
          kept,
        }))
      : [],
    option: optionAllowed(form.setsOff, today),
    extras: extraCodes.flatMap((code) => {
      const amount = (tour.terms ?? houseTerms).extras[code];
      return amount === null ? [] : [{ code, amount: money(amount, 'AED'), each: extraForEach[code] }];
    }),
    book:
      viewer.kind === 'anonymous'
        ? []
        : (await listTravellersOf(platform, viewer.user.id)).map((person) => ({ id: person.id, name: spokenName(person) })),
  };
}

/** A traveller of the viewer's own book, as the form would have been typed. */
export async function personFromBook(platform: Platform, viewer: Viewer, travellerId: string): Promise<TypedPerson | null> {
  if (viewer.kind === 'anonymous') return null;
  const person = (await listTravellersOf(platform, viewer.user.id)).find((one) => one.id === travellerId);
  if (!person) return null;
  const passport = person.documents.find((document) => document.kind === 'passport');
  return {
    surname: person.surname,
    givenNames: person.givenNames,
    birthDate: person.birthDate,
    ...(person.nationalities[0] ? { nationality: person.nationalities[0] } : {}),
    ...(passport ? { number: passport.number, expires: passport.expires } : {}),
  };
}
