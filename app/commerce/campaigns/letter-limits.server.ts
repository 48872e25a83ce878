import type { Db } from '#app/platform/database.server.ts';
import { findSetting } from '#app/platform/settings-store.server.ts';

export interface LetterLimits {
  /** So many readers whoever wrote a letter may write to without a second person; 0: none. */
  readonly alone: number;
}

/** As the house is delivered: a second person reads every letter. */
const deliveredLetterLimits: LetterLimits = { alone: 0 };

export async function readLetterLimits(db: Db): Promise<LetterLimits> {
  return ((await findSetting(db, 'letters')) as LetterLimits | null) ?? deliveredLetterLimits;
}
