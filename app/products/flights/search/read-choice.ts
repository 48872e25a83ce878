import type { FlightChoice } from '../booking/choose-flight.server.ts';

/** What the button of a card carries: the total it showed in fils, the fare family, the offer. Anything else is no offer. */
export function readChoice(text: string): FlightChoice {
  const [, seen, brand, offerId] = /^(\d{0,9}) ([\w-]{1,40}) (\S{1,400})$/.exec(text) ?? [];
  return { offerId: offerId ?? '', brand: brand ?? '', seen: seen ? Number(seen) : null };
}
