import type { Platform } from '#app/platform/platform.server.ts';
import { readPeople } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';

/** The first traveller's first name as people write it, LAYLA MARIAM as Layla; to be changed at will. */
export async function suggestFirstName(platform: Pick<Platform, 'db' | 'crypto'>, order: Order): Promise<string> {
  const { travellers } = await readPeople(platform.db, platform.crypto, order);
  const [name = ''] = (travellers[0]?.givenNames ?? '').trim().split(/\s+/);
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
}
