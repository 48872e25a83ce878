import type { DerivedFiles } from '#app/platform/derived-file.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Flights, Geography } from './flights-context.ts';
import { FlightDesk } from './search/ask-flights.server.ts';
import { KeptAnswers } from './search/kept-answers.ts';
import type { FlightShopping, FlightSupplier, ScheduleNews } from './supplier/flight-supplier.ts';
import { openOwnSources } from './supplier/house-inventory.server.ts';
import { houseNews } from './supply/house-news.server.ts';
import { theWorld, type World } from './world/open-world.server.ts';
import { airportName, placeName } from './world/places.ts';

/** Opens the world and the sources of flights: about two seconds, once per process; a tenth where the world is kept. */
export async function openFlights(platform: Pick<Platform, 'db' | 'clock' | 'crypto' | 'env'>, kept?: DerivedFiles): Promise<Flights> {
  const world = await theWorld(kept);
  const { house, own, stops, bookings } = openOwnSources(platform, world);
  return {
    ...flightsOver(world, [house, own]),
    supplyChanged: () => stops.forget(),
    listBookings: (since, call) => bookings.list(since, call),
    scheduleNews: [houseNews(platform.db)],
  };
}

/** The same over given sources, for tests that script them. */
export function flightsOver(world: World, sources: readonly FlightShopping[]): Flights {
  return {
    world,
    geography: geographyOf(world),
    desk: new FlightDesk(sources),
    suggestions: new KeptAnswers(2000, Infinity),
    supplyChanged: () => undefined,
    listBookings: async () => ({ outcome: 'ok', value: [] }),
    scheduleNews: sources.filter((source) => 'notices' in source) as unknown as ScheduleNews[],
    supplierOf: (offerId) => (sources.find((source) => belongsTo(offerId, source.code)) as FlightSupplier | undefined) ?? null,
  };
}

/** Ids of the house begin with `h1.`, all others with the code of their source. */
function belongsTo(offerId: string, code: string): boolean {
  return code === 'house' ? offerId.startsWith('h1.') : offerId.startsWith(`${code}.`);
}

function geographyOf(world: World): Geography {
  const airlines = new Map(world.timetable.airlines.map((airline) => [airline.code, airline.name]));
  const byMetro = Map.groupBy(world.places.airports.values(), ({ metro }) => metro);
  const aircraft = new Map(world.timetable.equipment.map((equipment) => [equipment.code, equipment.name]));
  return {
    country: (code) => world.places.airports.get(code)?.country ?? world.places.byCode.get(code)?.airports[0]?.country ?? null,
    city: (airport, language) => placeName(world.places, airport, language),
    metro: (airport) => world.places.airports.get(airport)?.metro ?? airport,
    airportsOf: (code) => byMetro.get(code)?.map(({ iata }) => iata) ?? [code],
    airport: (code, language) => airportName(world.places, code, language),
    airline: (code) => airlines.get(code) ?? code,
    aircraft: (code) => aircraft.get(code) ?? code,
  };
}
