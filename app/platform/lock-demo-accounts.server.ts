import { demoAddresses } from '#app/values/demo-accounts.ts';
import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { internalUsers } from './access.tables.ts';
import { audit } from './audit.server.ts';
import { transact, type Db } from './database.server.ts';
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

/** Accounts of a demo that somebody could come in with: they have a way to sign in, a session, or rights at the desk. */
export async function findOpenDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const works = and(eq(internalUsers.userId, users.id), eq(internalUsers.isActive, true), eq(internalUsers.employmentStatus, 'active'));
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
      'Or, to go on with it, lock these accounts with "npm run demo:lock", under the same settings, and start again.',
      'If it is to stay a demo, start it with DEMO=true and without NODE_ENV=production.',
    ].join('\n'),
  );
}

/**
 * Takes every way in from the accounts of a demo: passwords, sessions, second factors, rights at the desk. What they
 * ordered, wrote and decided stays as it is and keeps their names. Doing it twice is doing it once.
 */
export async function lockDemoAccounts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<readonly DemoAccount[]> {
  const open = await findOpenDemoAccounts(db);
  if (open.length === 0) return [];
  await transact(db, async (tx) => {
    const now = clock.now();
    const ids = open.map(({ id }) => id);
    const ended = await tx.delete(sessions).where(inArray(sessions.userId, ids)).returning({ userId: sessions.userId });
    await tx.delete(credentials).where(inArray(credentials.userId, ids));
    for (const { id } of open) {
      await deleteSecondFactor(tx, id);
      const staff = await findStaffAccount(tx, id);
      if (staff?.status === 'active' || staff?.status === 'on_leave') {
        const out = { roles: [...staff.roles], employmentStatus: 'suspended' as const, isActive: false };
        if (!(await changeStaffAccount(tx, staff, out, now))) throw new Error(`Somebody else changes colleague ${id}: run this again`);
        const tasks = await releaseTasksOf(tx, id);
        const detail = { tasks };
        await audit(tx, now, { actor: 'system', action: 'staff.suspend', subject: `internal_users:${id}`, reason: 'demo account', detail });
      }
      const detail = { sessions: ended.filter(({ userId }) => userId === id).length };
      await audit(tx, now, { actor: 'system', action: 'account.locked', subject: `users:${id}`, reason: 'demo account', detail });
    }
  });
  return open;
}
