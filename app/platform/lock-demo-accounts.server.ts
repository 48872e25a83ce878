import { and, asc, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm';
import { demoAddresses } from '#app/values/demo-accounts.ts';
import { internalUsers } from './access.tables.ts';
import { listApiKeys, revokeApiKey } from './api-keys-store.server.ts';
import { audit } from './audit.server.ts';
import { transact, type Db, type Tx } from './database.server.ts';
import { EnvironmentFault } from './env.server.ts';
import type { Platform } from './platform.server.ts';
import { deleteSecondFactor } from './second-factor-store.server.ts';
import { credentials, sessions, users } from './session.tables.ts';
import { releaseTasksOf } from './staff-tasks.server.ts';
import { changeStaffAccount, findStaffAccount } from './staff-accounts-store.server.ts';

interface DemoAccount {
  readonly id: string;
  readonly email: string;
}

/** As `isDemoAddress` says it. */
const ofDemo = inArray(sql`lower(${users.email})`, [...demoAddresses]);

/** At the desk, or away from it for a while. */
const worksHere = and(eq(internalUsers.isActive, true), inArray(internalUsers.employmentStatus, ['active', 'on_leave']));

/** Accounts of a demo that somebody could come in with: they have a way to sign in, a session, or rights at the desk. */
export async function findOpenDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const works = and(eq(internalUsers.userId, users.id), worksHere);
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        ofDemo,
        or(
          exists(db.select().from(credentials).where(eq(credentials.userId, users.id))),
          exists(db.select().from(sessions).where(eq(sessions.userId, users.id))),
          exists(db.select().from(internalUsers).where(works)),
        ),
      ),
    )
    .orderBy(asc(users.email));
}

/** A database that was a demo does not go live with the doors of the demo open: everybody can read their password. */
export async function refuseOpenDemoAccounts(db: Db): Promise<void> {
  const open = await findOpenDemoAccounts(db);
  if (open.length === 0) return;
  const named = open.slice(0, 3).map(({ email }) => email);
  const more = open.length - named.length;
  throw new EnvironmentFault(
    [
      `This database was a demo: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} can sign in, with a password that everybody can read.`,
      'Begin with an empty database: this one also holds the made-up orders and the made-up tax number of the demo.',
      'Or, to go on with it, lock these accounts, and every colleague they let in, with "npm run demo:lock", under the same settings, and start again.',
      'If it is to stay a demo, start it with DEMO=true and without NODE_ENV=production.',
    ].join('\n'),
  );
}

/** What was locked: accounts of the demo, whoever else worked at the desk, and keys and addresses of partners, by their names. */
export interface LockedDemo {
  readonly accounts: readonly DemoAccount[];
  readonly colleagues: readonly DemoAccount[];
  readonly keys: readonly string[];
  readonly webhooks: readonly string[];
}

/** Doors that stand in other parts of the house, shut in the same transaction. */
export interface DemoDoors {
  /** What nobody may come in with any more. */
  readonly shutInvitations: (tx: Tx, now: Date) => Promise<void>;
  /** Addresses of partners that heard what happened at the demo; none hears what happens after it. */
  readonly endWebhooks: (tx: Tx, now: Date) => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/**
 * Takes every way in from the accounts of a demo: passwords, sessions, second factors, rights at the desk. Everybody could be
 * its owner and the second person who agrees: so whoever works at the desk was let in by nobody in particular, and invitations,
 * sessions, keys and addresses of partners are over too. What was ordered, written and decided stays as it is and keeps its names. Where no
 * account of a demo is open nothing is done.
 */
export async function lockDemoAccounts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { shutInvitations, endWebhooks }: DemoDoors,
): Promise<LockedDemo> {
  const accounts = await findOpenDemoAccounts(db);
  if (accounts.length === 0) return { accounts, colleagues: [], keys: [], webhooks: [] };
  return transact(db, async (tx) => {
    const now = clock.now();
    const ids = accounts.map(({ id }) => id);
    const others = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .innerJoin(internalUsers, eq(internalUsers.userId, users.id))
      .where(and(worksHere, notInArray(users.id, ids)))
      .orderBy(asc(users.email));
    const ended = await tx.delete(sessions).returning({ userId: sessions.userId });
    await tx.delete(credentials).where(inArray(credentials.userId, ids));
    await shutInvitations(tx, new Date(now));
    for (const { id } of accounts) {
      await deleteSecondFactor(tx, id);
      const detail = { sessions: ended.filter(({ userId }) => userId === id).length };
      await audit(tx, now, { actor: 'system', action: 'account.locked', subject: `users:${id}`, reason: 'demo account', detail });
    }
    for (const { id } of [...accounts, ...others]) {
      const staff = await findStaffAccount(tx, id);
      if (staff?.status !== 'active' && staff?.status !== 'on_leave') continue;
      const out = { roles: [...staff.roles], employmentStatus: 'suspended' as const, isActive: false };
      if (!(await changeStaffAccount(tx, staff, out, now))) throw new Error(`Somebody else changes colleague ${id}: run this again`);
      const detail = { tasks: await releaseTasksOf(tx, id) };
      await audit(tx, now, { actor: 'system', action: 'staff.suspend', subject: `internal_users:${id}`, reason: 'demo account', detail });
    }
    const keys = (await listApiKeys(tx)).filter(({ revokedAt }) => revokedAt === null);
    for (const { id } of keys) {
      await revokeApiKey(tx, now, id, 'system');
      await audit(tx, now, { actor: 'system', action: 'api-key.revoked', subject: `api_keys:${id}`, reason: 'demo account' });
    }
    const webhooks = await endWebhooks(tx, new Date(now));
    for (const { id } of webhooks)
      await audit(tx, now, { actor: 'system', action: 'webhook.end', subject: `webhook_endpoints:${id}`, reason: 'demo account' });
    return { accounts, colleagues: others, keys: keys.map(({ name }) => name), webhooks: webhooks.map(({ name }) => name) };
  });
}
