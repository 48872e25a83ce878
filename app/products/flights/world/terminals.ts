import type { Airline } from '../engine/timetable.ts';
import { seedLines } from './seed-files.ts';

interface AirportTerminals {
  readonly byAirline: ReadonlyMap<string, string>;
  readonly byAlliance: ReadonlyMap<string, string>;
  readonly rest: string | null;
}

export type Terminals = ReadonlyMap<string, AirportTerminals>;

/** Reads seeds/world/terminals.txt: "LHR 2: @star EI". */
export function readTerminals(text: string): Terminals {
  const terminals = new Map<string, { byAirline: Map<string, string>; byAlliance: Map<string, string>; rest: string | null }>();
  for (const line of seedLines(text)) {
    const [head, users] = line.split(': ');
    const [airport, terminal] = head!.split(' ') as [string, string];
    const known = terminals.get(airport) ?? { byAirline: new Map(), byAlliance: new Map(), rest: null };
    terminals.set(airport, known);
    for (const user of users!.split(' ')) {
      if (user === '*') known.rest = terminal;
      else if (user.startsWith('@')) known.byAlliance.set(user.slice(1), terminal);
      else known.byAirline.set(user, terminal);
    }
  }
  return terminals;
}

/** Terminal an airline uses at an airport; null where it is not known. Pass the operating airline. */
export function terminalOf(terminals: Terminals, iata: string, airline: Pick<Airline, 'code' | 'alliance'>): string | null {
  const known = terminals.get(iata);
  if (!known) return null;
  const byAlliance = airline.alliance ? known.byAlliance.get(airline.alliance) : undefined;
  return known.byAirline.get(airline.code) ?? byAlliance ?? known.rest;
}
