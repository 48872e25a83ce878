import { readCookie } from '#app/platform/cookies.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { passportCookie, readPassportChoice, type PassportChoice } from '../customers/passport-choice.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import { staysOf, type TripLineSaid, type TripPlaces } from './trip-line.ts';
import type { SayTripLine, Traveller } from './trip-line-context.ts';

/** Whom this browser told of; null when nobody did. */
export function toldPassport(request: Request): PassportChoice | null {
  return readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
}

/** The line of one trip on a page that is made for its visitor. */
export async function drawTripLine(
  say: SayTripLine,
  request: Request,
  trip: TripPlaces,
  language: LanguageCode,
): Promise<TripLineSaid | null> {
  const whom = toldPassport(request);
  return whom?.nationality ? say(trip, whom, language) : null;
}

const mostLines = 3;

/**
 * The lines of an order before it is paid: for each passport that its travellers gave, else for the one this browser
 * told of. A residence that was told counts for its own passport only.
 */
export async function drawOrderLines(
  say: SayTripLine,
  request: Request,
  description: OrderDescription,
  language: LanguageCode,
): Promise<TripLineSaid[]> {
  return linesOfTravellers(say, description, language, toldPassport(request));
}

/** The same where no browser asks: of the passports that were given, and of one that was told. */
export async function linesOfTravellers(
  say: SayTripLine,
  description: OrderDescription,
  language: LanguageCode,
  told: PassportChoice | null = null,
): Promise<TripLineSaid[]> {
  const given = new Map<string, Traveller>();
  for (const { passport } of description.travellers)
    if (passport?.code && (given.get(passport.code)?.passportExpires ?? '9') > passport.expires)
      given.set(passport.code, {
        nationality: passport.code,
        residence: told?.nationality === passport.code ? told.residence : null,
        passportExpires: passport.expires,
      });
  const travellers = given.size > 0 ? [...given.values()] : told?.nationality ? [told] : [];
  const said = await Promise.all(travellers.flatMap((whom) => staysOf(description).map((trip) => say(trip, whom, language))));
  return [...new Map(said.flatMap((line) => (line ? [[line.text, line] as const] : []))).values()].slice(0, mostLines);
}
