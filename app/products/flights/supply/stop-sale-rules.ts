/** Something that is not sold for now. A part that is null stands for any. */
export interface StopSale {
  readonly source: string | null;
  readonly airline: string | null;
  readonly fromAirport: string | null;
  readonly toAirport: string | null;
  /** Local dates of departure, YYYY-MM-DD, both included. */
  readonly travelFrom: string | null;
  readonly travelUntil: string | null;
  /** One flight such as EK332. */
  readonly flight: string | null;
}

export interface StoppableFlight {
  readonly airline: string;
  readonly number: number;
  /** Who flies it; a stop of an airline stops its codeshares too. */
  readonly operator: string;
  readonly from: string;
  readonly to: string;
}

/** Whether a stop takes a whole source off sale, whatever it flies and when. */
export function stopsSource(stop: StopSale, source: string): boolean {
  return stop.source === source && isWhole(stop);
}

/** Whether a stop concerns a flight of a source on some day. */
export function stopsFlight(stop: StopSale, source: string, flight: StoppableFlight): boolean {
  if (stop.source !== null && stop.source !== source) return false;
  if (stop.flight !== null && stop.flight !== `${flight.airline}${flight.number}`) return false;
  if (stop.airline !== null && stop.airline !== flight.airline && stop.airline !== flight.operator) return false;
  return (stop.fromAirport === null || stop.fromAirport === flight.from) && (stop.toAirport === null || stop.toAirport === flight.to);
}

export function stopsDate(stop: StopSale, date: string): boolean {
  return (stop.travelFrom === null || stop.travelFrom <= date) && (stop.travelUntil === null || date <= stop.travelUntil);
}

function isWhole(stop: StopSale): boolean {
  const { airline, fromAirport, toAirport, travelFrom, travelUntil, flight } = stop;
  return [flight, airline, fromAirport, toAirport, travelFrom, travelUntil].every((part) => part === null);
}

/** Whether any flight of a journey is stopped. */
export function stopsJourney(
  stops: readonly StopSale[],
  source: string,
  segments: readonly (StoppableFlight & { readonly date: string })[],
): boolean {
  return stops.some(
    (stop) => stopsSource(stop, source) || segments.some((segment) => stopsFlight(stop, source, segment) && stopsDate(stop, segment.date)),
  );
}
