import { createContext } from 'react-router';
import type { PassportChoice } from '../customers/passport-choice.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { TripLineSaid, TripPlaces } from './trip-line.ts';

/** Says a trip's line. Who knows visas stands behind it; pages that sell trips are given it. Null where nothing can be said. */
export type SayTripLine = (trip: TripPlaces, whom: Traveller, language: LanguageCode) => Promise<TripLineSaid | null>;

export interface Traveller extends PassportChoice {
  /** Last day of the passport, where it is known. */
  readonly passportExpires?: string | null;
}

export const tripLineContext = createContext<SayTripLine>();
