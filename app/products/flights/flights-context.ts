import { createContext } from 'react-router';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { FlightDesk } from './search/ask-flights.server.ts';
import type { FoundPlace } from './search/found-place.ts';
import type { KeptAnswers } from './search/kept-answers.ts';
import type { BookingJournal, FlightSupplier, ScheduleNews } from './supplier/flight-supplier.ts';
import type { World } from './world/open-world.server.ts';

/** What pages ask of the world: names in the visitor's language and the country of an airport. */
export interface Geography {
  /** ISO 3166 alpha-2; null for a code that is not known. */
  country(airportOrCity: string): string | null;
  city(airport: string, language: LanguageCode): string;
  /** The code of the city of an airport; the code itself where that is one, or is not known. */
  metro(airport: string): string;
  /** The airports of a city by its code; of an airport itself. */
  airportsOf(code: string): readonly string[];
  /** Of the airport itself. */
  airport(code: string, language: LanguageCode): string;
  airline(code: string): string;
  /** In plain words, such as Airbus A380-800. */
  aircraft(code: string): string;
}

/** Everything the flight pages stand on, opened once per process. */
export interface Flights {
  /** The source an offer id belongs to; null for an id of nobody. */
  supplierOf(offerId: string): FlightSupplier | null;
  /** To be told when stops were begun or lifted: this process sees them at once, others within two seconds. */
  supplyChanged(): void;
  /** What the airline's side of our own sources has, of what changed since an instant. */
  listBookings: BookingJournal['list'];
  /** Those who tell of changed schedules. */
  readonly scheduleNews: readonly ScheduleNews[];
  readonly geography: Geography;
  readonly world: World;
  /** Asks every source of flights. */
  readonly desk: FlightDesk;
  /** What people typed into place fields lately; the places themselves never change while a process runs. */
  readonly suggestions: KeptAnswers<readonly FoundPlace[]>;
}

export const flightsContext = createContext<Flights>();
