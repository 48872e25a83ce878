import type { Offer } from '../offer.ts';
import type { SupplierOutcome } from '../supplier/flight-supplier.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { stopsJourney, stopsSource } from './stop-sale-rules.ts';
import type { StopSales } from './stop-sales.server.ts';

const notOffered = { outcome: 'refused', refused: 'not-offered' } as const;

/**
 * A source as the shop may use it: what is stopped is neither found nor priced. Orders that were placed before a stop
 * are ticketed, looked up, exchanged, cancelled and voided as ever.
 */
export function gateSource(source: BookableSupplier, stops: StopSales): BookableSupplier {
  const { code } = source;
  const isOff = async () => (await stops.all()).some((stop) => stopsSource(stop, code));
  return {
    code,
    ...(source.keep ? { keepsMs: source.keepsMs, keep: (request, call) => source.keep!(request, call) } : {}),
    search: async (request, call) => ((await isOff()) ? notOffered : source.search(request, call)),
    ...(source.calendar ? { calendar: async (request, call) => ((await isOff()) ? notOffered : source.calendar!(request, call)) } : {}),
    async price(offerId, passengers, call): Promise<SupplierOutcome<Offer>> {
      stops.forget();
      if (await isOff()) return notOffered;
      const priced = await source.price(offerId, passengers, call);
      return priced.outcome === 'ok' && stopsJourney(await stops.all(), code, flightsOf(priced.value)) ? notOffered : priced;
    },
    revision: async (call) => `${(await source.revision?.(call)) ?? ''}/${await stops.revision()}`,
    seatMap: (query, call) => source.seatMap(query, call),
    hold: (request, call) => source.hold(request, call),
    ticket: (request, call) => source.ticket(request, call),
    lookUp: (attemptId, call) => source.lookUp(attemptId, call),
    exchange: (request, call) => source.exchange(request, call),
    ...(source.divide ? { divide: (request, call) => source.divide!(request, call) } : {}),
    ...(source.writeExtras ? { writeExtras: (request, call) => source.writeExtras!(request, call) } : {}),
    cancel: (request, call) => source.cancel(request, call),
    void: (request, call) => source.void(request, call),
    ...(source.stock ? { stock: source.stock } : {}),
  };
}

function flightsOf({ slices }: Offer) {
  return slices.flatMap(({ segments }) => segments).map((segment) => ({ ...segment, date: segment.departs.local.slice(0, 10) }));
}
