/**
 * Where a journey goes, as a heading says it after "from": the place of a return, every stop of a trip through several cities, and
 * never the home that it comes back to. Takes codes or names, as long as both ends of each direction are told in the same.
 */
export function journeyStops(directions: readonly { readonly from: string; readonly to: string }[]): string[] {
  const home = directions[0]?.from;
  const stops = directions.map(({ to }) => to);
  if (stops.length > 1 && stops.at(-1) === home) stops.pop();
  return [...new Set(stops)];
}

/** Needs no word between the stops, which each language would join in another way; no line begins with the sign. */
export const joinStops = (stops: readonly string[]): string => stops.join('\u00A0· ');
