import type { Db } from '#app/platform/database.server.ts';
import { houseSupplierCode } from '../supplier/house-supplier.server.ts';
import type { ScheduleNews, ScheduleNotice } from '../supplier/flight-supplier.ts';
import { disruptDirections, disruptOffer, isCancelled, isDisrupted } from './disruption-rules.ts';
import {
  findBookedOn,
  findDisruptionsOf,
  findDisruptionsSince,
  findStatesOf,
  type BookedContract,
  type DisruptionRow,
} from './disruptions-store.server.ts';
import { ownCode } from './own-offer.ts';

/** Whose seats are ours: a flight of ours that is changed concerns bookings of both. */
export const houseSources: readonly string[] = [houseSupplierCode, ownCode];

/**
 * What staff have said of the house's own flights, booking by booking, as any supplier would tell it: each message says how the
 * whole booking flies now, with everything that was said of its other flights before.
 */
export function houseNews(db: Db): ScheduleNews {
  return {
    sources: houseSources,
    async notices(since) {
      const fresh: Fresh[] = [];
      for (const disruption of await findDisruptionsSince(db, new Date(since)))
        for (const booked of await findBookedOn(db, houseSources, disruption))
          if (segmentsOf(booked).some((segment) => isDisrupted(segment, disruption))) fresh.push({ disruption, booked });
      if (fresh.length === 0) return { outcome: 'ok', value: [] };
      const flights = fresh.flatMap(({ booked }) => segmentsOf(booked));
      const all = await findDisruptionsOf(
        db,
        flights.map(({ flight, departs }) => ({ flight, departsOn: departs.local.slice(0, 10) })),
      );
      const news = fresh.map((one) => ({ ...one, said: saidUntil(one, all) }));
      const names = news.flatMap(({ booked, said }) => said.map((disruption) => nameOf(disruption, booked)));
      const states = await findStatesOf(db, houseSources[0]!, [...new Set(names)]);
      return { outcome: 'ok', value: news.map((one) => noticeOf(one, states)) };
    },
  };
}

interface Fresh {
  readonly disruption: DisruptionRow;
  readonly booked: BookedContract;
}

const segmentsOf = ({ offer }: BookedContract) => offer.slices.flatMap(({ segments }) => segments);
const nameOf = ({ id }: DisruptionRow, { locator }: BookedContract) => `${id}/${locator}`;

/** What was said of a booking's flights since it has them, up to and with one disruption, the oldest first. */
function saidUntil({ disruption, booked }: Fresh, all: readonly DisruptionRow[]): DisruptionRow[] {
  const until = all.findIndex(({ id }) => id === disruption.id) + 1;
  return all
    .slice(0, until)
    .filter((one) => one.id === disruption.id || one.begunAt >= booked.since)
    .filter((one) => segmentsOf(booked).some((segment) => isDisrupted(segment, one)));
}

const sameFlight = (one: DisruptionRow, other: DisruptionRow) =>
  one.flight === other.flight && one.fromAirport === other.fromAirport && one.departsOn === other.departsOn;

function noticeOf(
  { disruption, booked, said }: Fresh & { readonly said: readonly DisruptionRow[] },
  states: Awaited<ReturnType<typeof findStatesOf>>,
): ScheduleNotice {
  const stateOf = (one: DisruptionRow) => states.get(nameOf(one, booked));
  const settled = said.findLastIndex((one) => ['accepted', 'rebooked'].includes(stateOf(one) ?? ''));
  const unsettled = said.slice(settled + 1);
  return {
    id: nameOf(disruption, booked),
    at: disruption.begunAt.toISOString(),
    locator: booked.locator,
    slices: disruptOffer(booked.offer, said),
    gone: segmentsOf(booked).flatMap((segment, at) => (isCancelled(segment, said) ? [at] : [])),
    flies: disruptDirections(booked.offer, said),
    // Seats that were chosen after an earlier loss was settled are not lost with it.
    seatsLost: segmentsOf(booked).flatMap((segment, at) =>
      unsettled.some((one) => one.seatsLost && isDisrupted(segment, one)) ? [at] : [],
    ),
    // What a colleague still holds back is not told by what another says of the same journey, unless that is the last word on
    // the same flight, or that a flight is not flown at all: whoever has to choose anew hears how the others fly.
    heldBack: unsettled.some((one, at) => {
      if (one.id !== disruption.id && (disruption.kind === 'cancelled' || unsettled.slice(at + 1).some((later) => sameFlight(one, later))))
        return false;
      const state = stateOf(one);
      return state === undefined ? one.heldBack : state === 'held';
    }),
  };
}
