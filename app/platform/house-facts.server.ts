import type { Db } from './database.server.ts';
import { deliveredHouseFacts, type HouseFacts } from './house-facts.ts';
import { findSetting } from './settings-store.server.ts';

export async function readHouseFacts(db: Db): Promise<HouseFacts> {
  return ((await findSetting(db, 'public')) as HouseFacts | null) ?? deliveredHouseFacts;
}
