import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { listMacros } from '../macros-store.server.ts';
import type { ListedMacro } from './macro-list.ts';

/** The ready answers with who changed each of them last. */
export async function readMacros(db: Db): Promise<readonly ListedMacro[]> {
  const macros = await listMacros(db);
  const names = await findStaffNames(
    db,
    macros.flatMap(({ changedBy }) => changedBy ?? []),
  );
  return macros.map(({ id, name, words, isOn, changedBy, changedAt }) => ({
    id,
    name,
    words,
    isOn,
    changedBy: changedBy && (names.get(changedBy) ?? null),
    changedAt: changedAt?.toISOString() ?? null,
  }));
}
