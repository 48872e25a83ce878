import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform, type Platform } from '#app/platform/platform.server.ts';
import { formatSearch } from '#app/products/flights/search/flight-search-form.ts';
import type { FlightSearch } from '#app/products/flights/offer.ts';
import { openHouseInventory } from '#app/products/flights/supplier/house-inventory.server.ts';
import type { BookableSupplier } from '#app/products/flights/supplier/own-stock.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import type { Sale } from '#tests/support/rush-traveller.ts';

/** The database of a cluster as a test looks into it, with the secrets of the cluster. */
export async function lookInto(url: string, folder: string, secret = 'a secret for demonstrations only, 0123456789'): Promise<Platform> {
  const env = readEnv({
    DATABASE_URL: url,
    DATA_DIR: folder,
    AUTH_SECRET: secret,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
  return openPlatform(env, { work: false, database: await openDatabase({ url, dataDir: folder, poolSize: 4 }) });
}

/** The first direct flight between each two cities, two months from now. */
export async function findSales(
  platform: Platform,
  pairs: readonly (readonly [string, string])[],
): Promise<{ house: BookableSupplier; sales: Sale[] }> {
  const house = openHouseInventory(platform, await theWorld());
  const now = platform.clock.now();
  const date = new Date(now + 60 * 86_400_000).toISOString().slice(0, 10);
  const sales: Sale[] = [];
  for (const [from, to] of pairs) {
    const search: FlightSearch = {
      slices: [{ from, to, date }],
      passengers: { adults: 1, children: 0, infants: 0 },
      cabin: 'economy',
      maxStops: 0,
    };
    const found = await house.search({ search, chosen: [] }, { now });
    if (found.outcome !== 'ok' || found.value.facts.length === 0) throw new Error(`No flight from ${from} to ${to}`);
    sales.push({ offer: found.value.offer(found.value.facts[0]!.at), search, query: formatSearch(search).toString() });
  }
  return { house, sales };
}
