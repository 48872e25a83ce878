import { isDeepStrictEqual } from 'node:util';
import { redirect, type RouterContextProvider } from 'react-router';
import { rememberShownQuote } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { summarise } from '#app/commerce/pricing/quote-summary.ts';
import { passportRulesContext } from '#app/commerce/trip-line/passport-rules-context.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { changeDraft, findDraft, keepAgreedPrice } from './booking-draft-store.server.ts';
import {
  chosenOffers,
  missingBefore,
  mirrorOf,
  passengerTypes,
  stepNumbers,
  stepPaths,
  type BookingStep,
  type DraftChange,
  type FlightBooking,
  type FlightDraft,
} from './booking-draft.ts';
import { basisBySegment, contractsOf } from '../fares/fare-rules.ts';
import { formatSearch, readSearchFields } from '../search/flight-search-form.ts';
import { flightsContext, type Flights } from '../flights-context.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';
import { journeyFacts, type JourneyFacts } from '../journey-facts.ts';
import { joinTickets } from '../join-tickets.ts';
import { passengersStandUp, type FormWorld } from './passenger-form.ts';
import { priceDraft, type PricedDraft } from './price-draft.server.ts';
import { isPhoneCountry, readPhone } from './read-phone.server.ts';
import { wordsIn } from '../search/open-results.server.ts';
import { airportNames, cardSlice } from '../search/results-view.ts';
import { ticketingOffice } from '../tickets/ticket-deadline.ts';
import { weighDraft, type PriceRise } from './price-rise-rules.ts';
import { shownChanges } from './price-rise.tsx';
import type { BookingPageView, WereFlights } from './booking-view.ts';
import { findNearestFlights, type NearestFlights } from './nearest-flights.server.ts';

export interface OpenBooking {
  readonly open: true;
  readonly platform: Platform;
  readonly flights: Flights;
  readonly language: LanguageCode;
  readonly draft: FlightDraft;
  readonly priced: PricedDraft;
  /** How much dearer the chosen flights are than their traveller agreed to; null where they are not. */
  readonly rise: PriceRise | null;
  readonly journey: JourneyFacts;
  readonly world: FormWorld;
  readonly view: BookingPageView;
}

/** The flights cannot be shown: sold out since, or nobody answers. */
export interface ClosedBooking {
  readonly open: false;
  readonly view: ClosedView;
}

/** What the browser gets in place of a step whose flights are gone. */
export interface ClosedView {
  readonly why: 'gone' | 'silent';
  readonly resultsPath: string;
  /** What is sold in their place; null where nothing is, and where nobody looks. */
  readonly nearest: NearestFlights | null;
}

/**
 * Opens the booking of a request for a step, priced afresh. Sends the visitor to the first missing step instead, by a
 * thrown redirect, when one before it is not done.
 */
export async function openBooking(
  context: Readonly<RouterContextProvider>,
  request: Request,
  step: BookingStep,
  /** `draft`: as this request has just saved it, whatever another tab saved since. */
  /** `sent`: the form of this request, which may be of flights that another tab has replaced. */
  options: { readonly seatMapOf?: number; readonly draft?: FlightDraft; readonly sent?: FormData } = {},
): Promise<OpenBooking | ClosedBooking> {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const draft = options.draft ?? (await findDraft(platform, request, viewer));
  if (!draft) throw redirect(`${stepPaths.search}?booking=none`);
  const missing = missingBefore(draft.booking, step);
  if (missing) {
    // The step is missing because other flights were chosen in another tab: the page it leads to says so.
    const replaced = options.sent && missing !== 'results' && !isForTheseFlights(options.sent, draft) ? sentWere(options.sent) : null;
    if (replaced !== null) throw redirect(`${stepPaths[missing as BookingStep]}?${new URLSearchParams({ were: replaced })}`);
    throw redirect(missing === 'results' ? resultsPath(draft.booking) : stepPaths[missing]);
  }
  const flights = context.get(flightsContext);
  const outcome = await priceDraft(platform, flights, draft, { ...options, viewer });
  if (!outcome.ok) {
    if (outcome.refused === 'draft-incomplete') throw redirect(stepPaths.search);
    const why = outcome.refused === 'offer-gone' ? 'gone' : 'silent';
    const shown = why === 'gone' && request.method === 'GET';
    const nearest = shown ? await findNearestFlights(platform, flights, draft.booking, context.get(requestContext).language) : null;
    return { open: false, view: { why, resultsPath: resultsPath(draft.booking), nearest } };
  }
  const priced = outcome.value;
  // What is shown is kept, so that a rise can be told line by line. A press of a button shows nothing yet.
  const { agreed, rise } = weighDraft(draft.agreed, priced);
  if (request.method === 'GET') {
    await rememberShownQuote(platform.db, platform.clock.now(), `draft:${draft.id}`, priced.quote);
    if (!isDeepStrictEqual(agreed, draft.agreed)) await keepAgreedPrice(platform, draft.id, agreed);
  }
  const { language } = context.get(requestContext);
  const journey = journeyFacts(
    priced.contracts.map(({ offer }) => offer),
    passengerTypes(draft.booking.searchParams!.passengers),
    (airport) => flights.geography.country(airport),
  );
  const world: FormWorld = {
    journey,
    today: dateIn(ticketingOffice.zone, platform.clock.now()),
    isCountry: isPhoneCountry,
    phone: readPhone,
    namesOf: nameRulesOf,
    passport: await context.get(passportRulesContext)(),
  };
  // Rules may have been tightened, or a birthday passed, since the travellers were saved.
  if (stepNumbers[step] > stepNumbers.passengers && !passengersStandUp(draft, world)) throw redirect(`${stepPaths.passengers}?check=1`);
  return {
    open: true,
    platform,
    flights,
    language,
    draft,
    priced,
    rise,
    journey,
    world,
    view: {
      ...viewOf(draft, priced, rise, flights, language),
      were: wereOf(new URL(request.url).searchParams.get('were'), draft, flights, language),
    },
  };
}

/** Saves a change to the opened draft. Throws a redirect when the draft is gone, as after another tab's reset. */
export async function saveBooking(booking: OpenBooking, change: (draft: FlightDraft) => DraftChange): Promise<FlightDraft> {
  const saved = await changeDraft(booking.platform, booking.draft.id, change);
  if (!saved) throw redirect(`${stepPaths.search}?booking=none`);
  return saved;
}

/** A form that was made for other flights must not write on these: another tab has chosen anew. */
export function isForTheseFlights(form: FormData, draft: FlightDraft): boolean {
  return form.get('flights') === flightsOf(draft.booking);
}

/** The search of the flights that a form was made for; null where it names none. */
function sentWere(form: FormData): string | null {
  const sent = form.get('were');
  return typeof sent === 'string' && sent.length <= longestSearch ? sent : null;
}

/** The flights that another tab has replaced, as the page that was made for them says it. */
export function replacedFlights({ draft, flights, language }: OpenBooking, form: FormData): WereFlights | null {
  return wereOf(sentWere(form), draft, flights, language);
}

const longestSearch = 600;

/** The way back to flights that were chosen before; null where the words name no search, or the one that is chosen now. */
function wereOf(query: string | null, draft: FlightDraft, flights: Flights, language: LanguageCode): WereFlights | null {
  if (query === null || query.length > longestSearch) return null;
  const { from, to } = readSearchFields(new URLSearchParams(query)).legs[0]!;
  const path = `${stepPaths.results}?${new URLSearchParams(query)}`;
  if (![from, to].every((code) => /^[A-Z]{3}$/.test(code)) || path === resultsPath(draft.booking)) return null;
  return { from: flights.geography.city(from, language), to: flights.geography.city(to, language), path };
}

/** The furthest step grows, never shrinks, when a step is done. */
export function reach(booking: FlightBooking, step: BookingStep): FlightBooking {
  return { ...booking, currentStep: Math.max(booking.currentStep, stepNumbers[step]) };
}

/** Address of the search behind a booking; the search form without one. */
export function resultsPath(booking: FlightBooking): string {
  return booking.searchParams ? `${stepPaths.results}?${formatSearch(booking.searchParams)}` : stepPaths.search;
}

function flightsOf(booking: FlightBooking): string {
  return chosenOffers(booking)
    .map((offer) => offer.offerId)
    .join(' ');
}

function viewOf(
  draft: FlightDraft,
  priced: PricedDraft,
  rise: PriceRise | null,
  flights: Flights,
  language: LanguageCode,
): Omit<BookingPageView, 'were'> {
  const { geography } = flights;
  const offers = priced.contracts.map(({ offer }) => offer);
  const words = wordsIn(flights, language);
  const bases = basisBySegment(priced.contracts);
  const slices = joinTickets(offers).map((slice) => cardSlice(slice, words, { bases }));
  return {
    mirror: { ...mirrorOf(draft.booking), totalPrice: Math.round(priced.quote.total.amount / 100) },
    reached: draft.booking.currentStep,
    flights: flightsOf(draft.booking),
    resultsPath: resultsPath(draft.booking),
    slices: slices.map((slice) => ({
      fromCity: geography.city(slice.from, language),
      toCity: geography.city(slice.to, language),
      slice,
    })),
    airports: airportNames(slices, words),
    contracts: contractsOf(offers),
    money: { lines: summarise(priced.quote), total: priced.quote.total, travellers: priced.purchase.travellers.length },
    rise: rise && { by: money(rise.by, priced.quote.currency), changes: shownChanges(rise.changes) },
  };
}
