import type { Db } from '#app/platform/database.server.ts';
import { houseSupplierCode } from '../supplier/house-supplier.server.ts';
import type { ScheduleNews, ScheduleNotice } from '../supplier/flight-supplier.ts';
import { disruptOffer, isDisrupted } from './disruption-rules.ts';
import { findBookedOn, findDisruptionsSince } from './disruptions-store.server.ts';
import { ownCode } from './own-offer.ts';

/** Whose seats are ours: a flight of ours that is changed concerns bookings of both. */
export const houseSources: readonly string[] = [houseSupplierCode, ownCode];

/** What staff have said of the house's own flights, booking by booking, as any supplier would tell it. */
export function houseNews(db: Db): ScheduleNews {
  return {
    sources: houseSources,
    async notices(since) {
      const notices: ScheduleNotice[] = [];
      for (const disruption of await findDisruptionsSince(db, new Date(since))) {
        for (const booked of await findBookedOn(db, houseSources, disruption)) {
          const segments = booked.offer.slices.flatMap((slice) => slice.segments);
          const touched = segments.flatMap((segment, at) => (isDisrupted(segment, disruption) ? [at] : []));
          if (touched.length === 0) continue;
          notices.push({
            id: `${disruption.id}/${booked.locator}`,
            at: disruption.begunAt.toISOString(),
            locator: booked.locator,
            slices: disruptOffer(booked.offer, disruption),
            seatsLost: disruption.seatsLost ? touched : [],
            heldBack: disruption.heldBack,
          });
        }
      }
      return { outcome: 'ok', value: notices };
    },
  };
}
