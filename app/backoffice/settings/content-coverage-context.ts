import { createContext } from 'react-router';
import type { Db } from '#app/platform/database.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** A public text of the house and the languages that its edition is written in. */
export interface CoveredContent {
  readonly id: string;
  /** In English where there is English. */
  readonly title: string;
  readonly languages: readonly LanguageCode[];
}

/** The shop's editorial texts stand behind it: the desk's own modules do not reach into the shop. */
export type ReadCoveredContent = (db: Db) => Promise<readonly CoveredContent[]>;

export const coveredContentContext = createContext<ReadCoveredContent>();
