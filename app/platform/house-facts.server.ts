import type { Db } from './database.server.ts';
import type { Env } from './env.server.ts';
import { deliveredHouseFacts, type HouseFacts } from './house-facts.ts';
import { findSetting } from './settings-store.server.ts';

/** Where the facts of the house are kept, and what counts until they are. */
export interface HouseFactsEdge {
  readonly db: Db;
  readonly env: Pick<Env, 'houseMail'>;
}

export async function readHouseFacts({ db, env }: HouseFactsEdge): Promise<HouseFacts> {
  return ((await findSetting(db, 'public')) as HouseFacts | null) ?? deliveredHouseFacts(env.houseMail);
}
