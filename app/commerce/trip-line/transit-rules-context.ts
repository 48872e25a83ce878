import { createContext } from 'react-router';
import type { CalendarDate } from '#app/values/dates.ts';

/** A change of flights in a country. Who collects bags or goes to another airport enters it; others stay airside. */
export interface TransitAsk {
  readonly passport: string;
  readonly residence: string | null;
  readonly country: string;
  /** Where the direction begins and ends: passing through either is no transit of its own. */
  readonly from: string;
  readonly to: string;
  readonly enters: boolean;
}

/** `unknown` is a value of its own: nobody has read it, or not lately. It never counts as free. */
export type TransitNeed = 'free' | 'needed' | 'unknown';

export interface TransitAnswer {
  readonly need: TransitNeed;
  /** `home`: where one is a citizen or lives. Null: the register, or nobody. */
  readonly because: 'home' | null;
  /** The authority it was read from, and when. */
  readonly source: string | null;
  readonly checkedOn: CalendarDate | null;
}

/** Null where there is nothing to pass through: the country is where the direction begins or ends. */
export type AnswerTransit = (ask: TransitAsk) => TransitAnswer | null;

/** Who knows visas stands behind it; read once for a whole list. */
export type ReadTransitRules = () => Promise<AnswerTransit>;

export const transitRulesContext = createContext<ReadTransitRules>();
