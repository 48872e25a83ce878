import { findAccountsByEmail } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findChosen, findMembersAmong } from './voucher-batches-store.server.ts';
import { activitySince, pastedLines, type ChoiceTyped } from './voucher-choice-form.ts';
import { mostInBatch } from './voucher-rules.ts';

export interface Chosen {
  /** Each once; one more than may be chosen where there are too many. */
  readonly members: readonly string[];
  /** Lines of what was pasted that are of no member. */
  readonly unknownLines: readonly number[];
}

/** Who is meant: by what the list of members tells, or by addresses and references, each of which is looked up. */
export async function chooseMembers({ db, clock }: Pick<Platform, 'db' | 'clock'>, typed: ChoiceTyped): Promise<Chosen> {
  if (typed.choose === 'filter') {
    const filter = { tier: typed.tier === '' ? null : typed.tier, since: activitySince(typed.activity, clock.now()) };
    return { members: await findChosen(db, filter, mostInBatch + 1), unknownLines: [] };
  }
  const lines = pastedLines(typed.pasted);
  const addresses = lines.map(({ word }) => word.toLowerCase()).filter((word) => word.includes('@'));
  const byAddress = await findAccountsByEmail(db, addresses);
  const asked = lines.map(({ line, word }) => ({ line, userId: word.includes('@') ? (byAddress.get(word.toLowerCase()) ?? '') : word }));
  const known = await findMembersAmong(
    db,
    asked.map(({ userId }) => userId),
  );
  return {
    members: [...new Set(asked.flatMap(({ userId }) => (known.has(userId) ? [userId] : [])))].slice(0, mostInBatch + 1),
    unknownLines: [...new Set(asked.flatMap(({ line, userId }) => (known.has(userId) ? [] : [line])))],
  };
}
