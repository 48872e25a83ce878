import type { Airline } from './timetable.ts';

/** Minutes; the house minimum connection times. Real ones are per airport and come with a live supplier. */
export const minimumConnection = {
  domestic: 60,
  international: 75,
  /** Border control between a domestic and an international flight. */
  mixed: 90,
  terminalChange: 30,
  /** Another airport of the same city. */
  airportChange: 180,
  /** Two tickets: bags come off the belt and are dropped again. */
  selfTransfer: 180,
} as const;

export const longestLayover = 12 * 60;
/** Only for journeys that have no option within the usual limit. */
export const longestLayoverIfNothingElse = 24 * 60;
/** Flown distance against the great circle. */
export const longestDetour = 1.9;

/** `domestic` counts flights that stay in the country of the connecting airport. */
export function connectionMinutes(domesticIn: boolean, domesticOut: boolean, terminalChange: boolean, airportChange: boolean): number {
  if (airportChange) return minimumConnection.airportChange;
  const base =
    domesticIn && domesticOut
      ? minimumConnection.domestic
      : domesticIn || domesticOut
        ? minimumConnection.mixed
        : minimumConnection.international;
  return base + (terminalChange ? minimumConnection.terminalChange : 0);
}

export const relation = { none: 0, same: 1, partner: 2 } as const;

/** May two airlines share one ticket? Same airline, same alliance, or either lists the other. */
export function relationOf(a: Airline, b: Airline): number {
  if (a.code === b.code) return relation.same;
  if (a.alliance !== null && a.alliance === b.alliance) return relation.partner;
  if (a.interline.includes(b.code) || b.interline.includes(a.code)) return relation.partner;
  return relation.none;
}

/** [a * airlines + b] -> relation. */
export function relationTable(airlines: readonly Airline[]): Uint8Array {
  const table = new Uint8Array(airlines.length * airlines.length);
  const indexOf = new Map(airlines.map((airline, index) => [airline.code, index]));
  const alliances = new Map<string, number[]>();
  const link = (a: number, b: number) => {
    table[a * airlines.length + b] = relation.partner;
    table[b * airlines.length + a] = relation.partner;
  };
  airlines.forEach((airline, index) => {
    if (airline.alliance) {
      const members = alliances.get(airline.alliance) ?? [];
      for (const other of members) link(index, other);
      alliances.set(airline.alliance, [...members, index]);
    }
    for (const code of airline.interline) {
      const other = indexOf.get(code);
      if (other !== undefined) link(index, other);
    }
  });
  for (let index = 0; index < airlines.length; index++) table[index * airlines.length + index] = relation.same;
  return table;
}

/** What makes a connection worse than its minutes say. */
export type ConnectionRisk = 'closed' | 'last';

/** Longer than this before the last flight of the day, and little is left that could make somebody miss it. Minutes. */
const missedWithin = 60;

/**
 * Whom a night finds at an airport that sleeps has nowhere to be; and who misses the last flight of the day waits for
 * the morning, which is a risk where the time is short, or where nobody has to rebook them.
 */
export function connectionRisk(
  minutes: number,
  minimum: number,
  layover: { readonly overnight: boolean; readonly sleeps: boolean; readonly lastOfDay: boolean; readonly selfTransfer: boolean },
): ConnectionRisk | null {
  if (layover.overnight && layover.sleeps) return 'closed';
  return layover.lastOfDay && (layover.selfTransfer || minutes < minimum + missedWithin) ? 'last' : null;
}

/** How a layover feels: within 30 minutes of the minimum, comfortable, or more than five hours. */
export function layoverGrade(minutes: number, minimum: number): 'tight' | 'ok' | 'long' {
  if (minutes < minimum + 30) return 'tight';
  return minutes > 300 ? 'long' : 'ok';
}
