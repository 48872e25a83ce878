import type { IconName } from '#app/ui/icon-names.ts';
import type { DescribedEnd, DescribedFact, OrderDescription } from '../orders/order-description.ts';
import { sharedStateOf, sharedStateOfFlight, type SharedState } from './trip-share-rules.ts';

type Place = Pick<DescribedEnd, 'code' | 'city' | 'airport' | 'terminal' | 'local'>;

interface Entry {
  /** Local date under which it stands, YYYY-MM-DD. */
  readonly day: string;
  readonly state: SharedState;
}

export interface TimelineFlight extends Entry {
  readonly kind: 'flight';
  /** Such as EK 332. */
  readonly flight: string;
  readonly airline: string;
  /** Null when it is the airline itself. */
  readonly operator: string | null;
  readonly from: Place;
  readonly to: Place;
  readonly minutes: number;
  /** When it left and landed as it was sold, where its airline changed that and nobody has answered. */
  readonly was: { readonly from: string | null; readonly to: string | null } | null;
}

export interface TimelineThing extends Entry {
  readonly kind: 'thing';
  readonly title: string;
  readonly icon: IconName;
  readonly facts: readonly Omit<DescribedFact, 'told'>[];
}

export type TimelineEntry = TimelineFlight | TimelineThing;

export interface TimelineOrder {
  readonly status: string;
  /** Instant, ISO in UTC. */
  readonly departsAt: string;
  readonly description: Pick<OrderDescription, 'title' | 'starts' | 'slices' | 'parts'>;
}

const placeOf = ({ code, city, airport, terminal, local }: DescribedEnd): Place => ({ code, city, airport, terminal, local });

/**
 * What happens on a trip in the order of time: flights, and of everything else the facts that its product tells to those at
 * home. Prices, people and codes have no field here.
 */
export function timelineOf(orders: readonly TimelineOrder[]): TimelineEntry[] {
  const entries = orders.flatMap(({ status, departsAt, description }): { at: number; entry: TimelineEntry }[] => {
    const state = sharedStateOf(status);
    const segments = description.slices.flatMap((slice) => slice.segments);
    const changed = segments.some((segment) => segment.changed);
    const flights = segments.map((segment) => ({
      at: Date.parse(segment.from.utc),
      entry: {
        kind: 'flight' as const,
        day: segment.from.local.slice(0, 10),
        state: sharedStateOfFlight(state, segment, changed),
        flight: segment.flight,
        airline: segment.airline,
        operator: segment.operator,
        from: placeOf(segment.from),
        to: placeOf(segment.to),
        minutes: segment.minutes,
        was: segment.changed ? { from: segment.changed.from, to: segment.changed.to } : null,
      },
    }));
    const things = description.parts.flatMap(({ icon, facts }) => {
      const told = facts.filter((fact) => fact.told).map(({ name, value }) => ({ name, value }));
      if (told.length === 0) return [];
      return [
        {
          at: Date.parse(departsAt),
          entry: { kind: 'thing' as const, day: description.starts, state, title: description.title, icon, facts: told },
        },
      ];
    });
    return [...flights, ...things];
  });
  return entries.sort((a, b) => a.at - b.at).map(({ entry }) => entry);
}
