import type { Offer } from '../offer.ts';

/** One item of an order for each direction. */
export function flightItems(offers: readonly Pick<Offer, 'slices'>[]) {
  return offers.flatMap(({ slices }) =>
    slices.map((slice) => ({
      kind: 'flight',
      words: {
        key: 'orders:item.flight',
        values: { from: slice.from, to: slice.to, flights: slice.segments.map(({ flight }) => flight).join(', ') },
      },
      startsAt: new Date(slice.segments[0]!.departs.utc),
      endsAt: new Date(slice.segments.at(-1)!.arrives.utc),
    })),
  );
}
