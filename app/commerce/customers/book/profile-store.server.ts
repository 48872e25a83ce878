import { eq } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { customerProfiles } from './customer-book.tables.ts';
import { emptyContact, emptyIdentity, emptyPreferences, type Contact, type FlightPreferences, type Identity } from './profile.ts';

export interface Profile {
  readonly identity: Identity;
  readonly contact: Contact;
  readonly flightPreferences: FlightPreferences;
}
type Part = keyof Profile;

const place = (part: Part, userId: string) => `customer_profiles.${part}:${userId}`;

const fresh: Profile = { identity: emptyIdentity, contact: emptyContact, flightPreferences: emptyPreferences };

function openPart<Name extends Part>(crypto: FieldCrypto, userId: string, part: Name, sealed: string | null | undefined): Profile[Name] {
  return { ...fresh[part], ...(sealed ? (JSON.parse(crypto.open(sealed, place(part, userId))) as object) : {}) };
}

/** Everything a customer filled in about themselves; fields never filled in are empty. */
export async function readProfile(platform: Pick<Platform, 'db' | 'crypto'>, userId: string): Promise<Profile> {
  const [row] = await platform.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  const open = <Name extends Part>(part: Name) => openPart(platform.crypto, userId, part, row?.[part]);
  return { identity: open('identity'), contact: open('contact'), flightPreferences: open('flightPreferences') };
}

/** Writes one part and leaves the others as they are. */
export async function saveProfile<Name extends Part>(platform: Platform, userId: string, part: Name, value: Profile[Name]): Promise<void> {
  await changeProfile(platform, userId, part, () => value);
}

/**
 * Makes one part of what it was, and leaves the others as they are. A part is one sealed text, so whoever changes a field
 * of it reads it under the lock of its row: a change of that same moment stays. Nothing is written where `change` answers
 * null. Returns what the part was before.
 */
export async function changeProfile<Name extends Part>(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  userId: string,
  part: Name,
  change: (before: Profile[Name]) => Profile[Name] | null,
): Promise<Profile[Name]> {
  return transact(platform.db, (tx) => changeProfileIn(tx, platform, userId, part, change));
}

/** The same in the transaction of something else. */
export async function changeProfileIn<Name extends Part>(
  tx: Tx,
  { clock, crypto }: Pick<Platform, 'clock' | 'crypto'>,
  userId: string,
  part: Name,
  change: (before: Profile[Name]) => Profile[Name] | null,
): Promise<Profile[Name]> {
  const now = clock.now();
  const own = eq(customerProfiles.userId, userId);
  await tx
    .insert(customerProfiles)
    .values({ userId, changedAt: new Date(now) })
    .onConflictDoNothing();
  const [row] = await tx.select().from(customerProfiles).where(own).for('update');
  const before = openPart(crypto, userId, part, row![part]);
  const value = change(before);
  if (value === null) return before;
  const sealed = crypto.seal(JSON.stringify(value), place(part, userId));
  await tx
    .update(customerProfiles)
    .set({ [part]: sealed, changedAt: new Date(now) })
    .where(own);
  await audit(tx, now, { actor: `user:${userId}`, action: 'profile.changed', subject: `customer_profiles:${userId}`, detail: { part } });
  return before;
}
