import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';

/** What the rules need of each order; the same shape as a counter's part of a trip, with its order. */
export interface PartFacts {
  readonly reference: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly role: 'sleeps' | 'carries' | 'visits' | 'opens';
  readonly returns: boolean;
  readonly countries: readonly string[];
  readonly decides: { readonly who: 'operator' | 'authority'; readonly by: CalendarDate; readonly lost: Money } | null;
}

/** Two orders that do not go together, by their references; words stand in the catalogue under `clash`. */
export interface Clash {
  readonly kind: 'nights-twice' | 'visa-late' | 'before-arrival' | 'after-return';
  readonly one: string;
  readonly other: string | null;
  /** The day it is about. */
  readonly on: CalendarDate;
}

const shares = (a: PartFacts, b: PartFacts) => a.countries.some((country) => b.countries.includes(country));
const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

/** Everything about a trip that somebody should look at before paying, in the order of its days. Nothing here forbids. */
export function findClashes(parts: readonly PartFacts[]): Clash[] {
  const found: Clash[] = [];
  const sleeping = parts.filter(({ role }) => role === 'sleeps');
  for (const [at, one] of sleeping.entries())
    for (const other of sleeping.slice(at + 1))
      if (one.from < other.until && other.from < one.until)
        found.push({ kind: 'nights-twice', one: one.reference, other: other.reference, on: later(one.from, other.from) });
  for (const visa of parts.filter(({ role }) => role === 'opens')) {
    const first = parts
      .filter((part) => part !== visa && part.role !== 'opens' && shares(visa, part))
      .toSorted((a, b) => a.from.localeCompare(b.from))[0];
    if (first && visa.decides && visa.decides.by >= first.from)
      found.push({ kind: 'visa-late', one: visa.reference, other: first.reference, on: visa.decides.by });
  }
  for (const flight of parts.filter(({ role }) => role === 'carries'))
    for (const part of parts.filter((one) => one.role !== 'carries' && one.role !== 'opens' && shares(one, flight))) {
      if (part.from < flight.from) found.push({ kind: 'before-arrival', one: part.reference, other: flight.reference, on: part.from });
      if (flight.returns && part.until > flight.until)
        found.push({ kind: 'after-return', one: part.reference, other: flight.reference, on: part.until });
    }
  return found.toSorted((a, b) => a.on.localeCompare(b.on));
}

/** In the order of their days; what opens a country stands before what begins there on the same day. */
export function inTripOrder<Part extends Pick<PartFacts, 'from' | 'until' | 'role'>>(parts: readonly Part[]): Part[] {
  const rank = { opens: 0, carries: 1, sleeps: 2, visits: 3 } as const;
  return parts.toSorted((a, b) => a.from.localeCompare(b.from) || rank[a.role] - rank[b.role] || a.until.localeCompare(b.until));
}
