import { eq } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
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

/** Everything a customer filled in about themselves; fields never filled in are empty. */
export async function readProfile(platform: Pick<Platform, 'db' | 'crypto'>, userId: string): Promise<Profile> {
  const [row] = await platform.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  const open = (part: Part): object => {
    const sealed = row?.[part];
    return sealed ? (JSON.parse(platform.crypto.open(sealed, place(part, userId))) as object) : {};
  };
  return {
    identity: { ...emptyIdentity, ...open('identity') },
    contact: { ...emptyContact, ...open('contact') },
    flightPreferences: { ...emptyPreferences, ...open('flightPreferences') },
  };
}

/** Writes one part and leaves the others as they are. */
export async function saveProfile<Name extends Part>(platform: Platform, userId: string, part: Name, value: Profile[Name]): Promise<void> {
  const now = platform.clock.now();
  const sealed = platform.crypto.seal(JSON.stringify(value), place(part, userId));
  await transact(platform.db, async (tx) => {
    const values = { [part]: sealed, changedAt: new Date(now) };
    await tx
      .insert(customerProfiles)
      .values({ userId, ...values } as typeof customerProfiles.$inferInsert)
      .onConflictDoUpdate({ target: customerProfiles.userId, set: values });
    await audit(tx, now, { actor: `user:${userId}`, action: 'profile.changed', subject: `customer_profiles:${userId}`, detail: { part } });
  });
}
