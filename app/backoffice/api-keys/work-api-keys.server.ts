import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { may, type Viewer } from '#app/platform/access.ts';
import { apiScopes, keyEnds, type ApiScope } from '#app/platform/api-key-rules.ts';
import { insertApiKey, revokeApiKey } from '#app/platform/api-keys-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret, sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';

export interface KeyAsk {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly endsOn: CalendarDate;
}
export const keyFields = ['name', 'scopes', 'endsOn'] as const;
export type KeyField = (typeof keyFields)[number];

/** What was typed; the names of the fields that are wrong, in their order, otherwise. */
export function readKeyForm(
  typed: { readonly name: string; readonly scopes: readonly string[]; readonly endsOn: string },
  today: CalendarDate,
): Outcome<KeyAsk, 'invalid'> & { readonly faults: readonly KeyField[] } {
  const { first, last } = keyEnds(today);
  const form = z.object({
    name: z.string().trim().min(3).max(60),
    scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
    endsOn: z.string().transform((text, context) => {
      const day = parseCalendarDate(text);
      if (day && day >= first && day <= last) return day;
      context.addIssue('not a day on which a key may end');
      return z.NEVER;
    }),
  });
  const read = form.safeParse(typed);
  if (read.success) return { ...done({ ...read.data, scopes: [...new Set(read.data.scopes)] }), faults: [] };
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return { ...refuse('invalid' as const), faults: keyFields.filter((field) => wrong.has(field)) };
}

export type KeyRefusal = 'permission' | 'name-taken' | 'not-possible';

/** Makes a key and answers with it: the only time that it is seen. */
export async function makeApiKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly key: KeyAsk; readonly requestId: string },
): Promise<Outcome<string, KeyRefusal>> {
  const { viewer, key } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'settings:edit')) return refuse('permission');
  const by = viewer.user.id;
  const id = randomUUID();
  const secret = `rihla_${newSecret()}`;
  return transact(db, async (tx): Promise<Outcome<string, KeyRefusal>> => {
    const now = clock.now();
    const made = await insertApiKey(tx, {
      id,
      name: key.name,
      hash: sha256(secret),
      lastFour: secret.slice(-4),
      scopes: [...key.scopes],
      endsOn: key.endsOn,
      madeBy: by,
      madeAt: new Date(now),
      revokedBy: null,
      revokedAt: null,
      usedAt: null,
    });
    if (!made) return refuse('name-taken');
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'api-key.made',
      subject: `api_keys:${id}`,
      detail: { name: key.name, scopes: key.scopes, endsOn: key.endsOn },
      requestId: ask.requestId,
    });
    return done(secret);
  });
}

/** From the next request on the key opens nothing; there is no way back. */
export async function endApiKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly id: string; readonly requestId: string },
): Promise<Outcome<null, KeyRefusal>> {
  const { viewer, id } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'settings:edit')) return refuse('permission');
  const by = viewer.user.id;
  return transact(db, async (tx): Promise<Outcome<null, KeyRefusal>> => {
    const now = clock.now();
    const revoked = await revokeApiKey(tx, now, id, by);
    if (!revoked) return refuse('not-possible');
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'api-key.revoked',
      subject: `api_keys:${id}`,
      detail: { name: revoked.name },
      requestId: ask.requestId,
    });
    return done(null);
  });
}
