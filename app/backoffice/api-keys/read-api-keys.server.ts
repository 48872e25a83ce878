import { findStaffNames } from '#app/platform/access-store.server.ts';
import { isApiScope, stateOfKey } from '#app/platform/api-key-rules.ts';
import { listApiKeys } from '#app/platform/api-keys-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { ListedKey } from './api-key-list.ts';

/** More keys than will ever be made. */
const most = 5_000;

/** Every key that was made, with who made and who revoked it. */
export async function readApiKeys({ db, clock }: Platform): Promise<ListedKey[]> {
  const today = dateIn('Asia/Dubai', clock.now());
  const keys = await listApiKeys(db, most);
  const names = await findStaffNames(
    db,
    keys.flatMap(({ madeBy, revokedBy }) => [madeBy, ...(revokedBy ? [revokedBy] : [])]),
  );
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    lastFour: key.lastFour,
    scopes: key.scopes.filter(isApiScope),
    endsOn: key.endsOn,
    state: stateOfKey(key, today),
    madeBy: names.get(key.madeBy) ?? null,
    madeAt: key.madeAt.toISOString(),
    usedAt: key.usedAt?.toISOString() ?? null,
    revokedBy: key.revokedBy && (names.get(key.revokedBy) ?? null),
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }));
}
