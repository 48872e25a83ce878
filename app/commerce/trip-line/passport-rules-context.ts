import { createContext } from 'react-router';
import type { CalendarDate } from '#app/values/dates.ts';

/** A stay in a country of somebody with a passport, in local dates; `leaves` is null when the journey ends there. */
export interface PassportAsk {
  readonly passport: string;
  readonly residence: string | null;
  readonly country: string;
  readonly arrives: CalendarDate;
  readonly leaves: CalendarDate | null;
  /** Flights are changed there without entering the country: only what the register says of that counts. */
  readonly airside?: true;
}

/**
 * How long a passport must last. `home`: where one is a citizen or lives, any valid passport will do; `unknown`: nobody
 * has read it lately. `issuedFrom`: it may not have been issued before; null where its age does not matter. `source` is the authority the answer was read from.
 */
export type PassportAnswer =
  | { readonly kind: 'home' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'rule'; readonly until: CalendarDate; readonly issuedFrom: CalendarDate | null; readonly source: string };

export type AnswerPassport = (ask: PassportAsk) => PassportAnswer;

/** Who knows visas stands behind it: what is sold asks the one register, read once for a whole form. */
export type ReadPassportRules = () => Promise<AnswerPassport>;

export const passportRulesContext = createContext<ReadPassportRules>();
