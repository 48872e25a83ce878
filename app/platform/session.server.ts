import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { DatabaseGone, type Db } from './database.server.ts';
import type { Env } from './env.server.ts';
import { credentials, sessions, users, verifications } from './session.tables.ts';
import { endInvitation } from './staff-accounts-store.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { demoPassword, isDemoAddress } from '#app/values/demo-accounts.ts';
import { memberOf } from './access-store.server.ts';
import type { StaffMember, Viewer } from './access.ts';
import { internalUsers } from './access.tables.ts';
import { factorDueAt, type SecondFactorRule } from './second-factor-rule.ts';
import { secondFactors } from './second-factor.tables.ts';
import { settingChanges } from './settings.tables.ts';

export const addressHeader = 'x-rihla-address';

/** Opens a session for somebody who has proved who they are in another way than by a password: a mailed link, Google. */
const openSession = createAuthEndpoint('/open-session', { method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
  const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
  if (!user) throw new Error('A session was asked for an account that does not exist');
  const session = await ctx.context.internalAdapter.createSession(user.id);
  if (!session) throw new APIError('UNAUTHORIZED');
  await setSessionCookie(ctx, { session, user });
  return ctx.json({ sessionId: session.id });
});

export type Auth = ReturnType<typeof openAuth>;

/** How what a password leaves behind is made, and how a password is held against it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/**
 * Accounts and sessions. Called from actions only; its HTTP endpoints are not mounted, so they need no guard. A house takes
 * the library's hash of passwords, which is slow on purpose; only tests give another.
 */
export function openAuth(db: Db, env: Env, secret: string, passwords?: PasswordHasher) {
  const hasher: PasswordHasher = passwords ?? { hash: hashPassword, verify: verifyPassword };
  return betterAuth({
    appName: 'Rihla',
    baseURL: env.publicUrl,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      autoSignIn: true,
      password: env.demoLocked ? withoutDemoPassword(hasher) : hasher,
    },
    // Whichever door an account of a demo comes to, and however it got there: outside a demo there is no session for it.
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => {
            if (!env.demoLocked) return;
            const user = await ctx?.context.internalAdapter.findUserById(session.userId);
            if (!user || isDemoAddress(user.email)) return false;
          },
          // Whoever was invited has come in.
          after: async ({ userId }) => endInvitation(db, userId),
        },
      },
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false },
        lastName: { type: 'string', required: false },
        phone: { type: 'string', required: false },
      },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60, cookieCache: { enabled: false } },
    // Ours is in the database and counts before the password is hashed (limiter.server.ts).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'rihla',
      useSecureCookies: env.publicUrl.startsWith('https://'),
      // Set by our own calls from the connection; what a visitor sends under this name is never passed on.
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => crypto.randomUUID() },
    },
    plugins: [{ id: 'open-session', endpoints: { openSession } }],
    telemetry: { enabled: false },
    // What it would say, a wrong password, is in our audit log.
    logger: { disabled: true },
  });
}

/** The password of the demo is right for nobody, also where an account of the demo has been given another address. */
function withoutDemoPassword({ hash, verify }: PasswordHasher): PasswordHasher {
  // Verified all the same: how long it takes says nothing.
  return { hash, verify: async (kept) => (await verify(kept)) && kept.password !== demoPassword };
}

/**
 * Who sends this request: one look-up of the session, one of what a colleague is judged by, neither when there is no cookie. What a screen
 * asks by itself is no use of a session: it does not keep it alive.
 */
export async function findViewer(auth: Auth, db: Db, headers: Headers, byItself = false): Promise<Viewer> {
  if (!headers.get('cookie')?.includes('rihla.session_token')) return { kind: 'anonymous' };
  const found = await auth.api
    .getSession({ headers, query: { disableRefresh: byItself } })
    .catch((fault: Error & { statusCode?: number }) => {
      // The library answers a lost database with a 500 of its own that does not say why.
      if (fault.statusCode === 500) throw new DatabaseGone('The session could not be read', { cause: fault });
      throw fault;
    });
  if (!found) return { kind: 'anonymous' };
  if (found.user.email === erasedAddress(found.user.id)) {
    // Whoever signed in while the account was being forgotten was quicker than its end: nobody is behind it any more.
    await db.delete(sessions).where(eq(sessions.userId, found.user.id));
    return { kind: 'anonymous' };
  }
  const user = {
    id: found.user.id,
    email: found.user.email,
    emailVerified: found.user.emailVerified,
    fullName: found.user.name || null,
    createdAt: new Date(found.user.createdAt).toISOString(),
  };
  const standing = await findStanding(db, found.session.id, user.id);
  if (!standing?.staff) return { kind: 'customer', user };
  // Who has a second factor is a customer until this session has proved it, by whichever door it came in.
  if (!standing.proved && standing.secondFactor) return { kind: 'customer', user };
  return (await keepStaffSession(db, found.session.id, standing, byItself))
    ? { kind: 'staff', user, staff: standing.staff, ...(standing.factorBy ? { factorBy: standing.factorBy } : {}) }
    : { kind: 'anonymous' };
}

/** What erasing leaves of an address; `app/personal-data.ts` says the same. */
const erasedAddress = (userId: string) => `erased-${userId}@erased.invalid`;

interface Standing {
  /** The specified admin check: at most one row, active, with active employment; null for everybody else. */
  readonly staff: StaffMember | null;
  readonly secondFactor: boolean;
  /** By when they must have one; null where they need not, or have it. */
  readonly factorBy: Instant | null;
  readonly proved: boolean;
  /** By the database's clock: used lately, and begun today. */
  readonly alive: boolean;
  /** Its last use is to be written down. */
  readonly due: boolean;
}

/** What every request of a colleague is judged by, in one question. */
async function findStanding(db: Db, sessionId: string, userId: string): Promise<Standing | null> {
  const [row] = await db
    .select({
      member: internalUsers,
      secondFactor: sql<boolean>`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${userId} and ${secondFactors.confirmedAt} is not null)`,
      resetMs: sql<
        number | null
      >`(select (extract(epoch from ${secondFactors.createdAt}) * 1000)::float8 from ${secondFactors} where ${secondFactors.userId} = ${userId} and ${secondFactors.confirmedAt} is null and ${secondFactors.lastStep} < 0)`,
      rule: sql<SecondFactorRule | null>`(select ${settingChanges.value} from ${settingChanges} where ${settingChanges.section} = 'second-factor' and ${settingChanges.status} = 'applied' order by ${settingChanges.version} desc limit 1)`,
      provedAt: sessions.provedAt,
      alive: sql<boolean>`${sessions.createdAt} > now() - interval '8 hours' and ${sessions.updatedAt} > now() - interval '30 minutes'`,
      due: sql<boolean>`${sessions.updatedAt} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .leftJoin(
      internalUsers,
      and(eq(internalUsers.userId, userId), eq(internalUsers.isActive, true), eq(internalUsers.employmentStatus, 'active')),
    )
    .where(eq(sessions.id, sessionId));
  if (!row) return null;
  const { member, secondFactor, resetMs, rule, provedAt, alive, due } = row;
  const staff = member && memberOf(member);
  const byRule = staff && rule && !secondFactor ? factorDueAt(rule, { roles: staff.roles, rightsSince: new Date(member.changedAt) }) : null;
  // Who had one and lost it has no days: until it is set up anew a password alone would open the desk.
  const factorBy = staff && resetMs !== null ? instant(Math.floor(resetMs)) : byRule;
  return { staff, secondFactor, factorBy, proved: provedAt !== null, alive, due };
}

/** How long a colleague's session still lives, and what ends it: half an hour without use, or the end of its day. */
export interface StaffTime {
  readonly userId: string;
  readonly seconds: number;
  readonly ends: 'idle' | 'day';
}

/** The time of the session that sends this; null where it is none, or is over. Reading it is no use of the session. */
export async function findStaffTime(auth: Auth, db: Db, headers: Headers): Promise<StaffTime | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  const left = (until: SQL) => sql<number>`extract(epoch from ${until} - now())::float8`;
  const [row] = await db
    .select({ idle: left(sql`${sessions.updatedAt} + interval '30 minutes'`), day: left(sql`${sessions.createdAt} + interval '8 hours'`) })
    .from(sessions)
    .where(eq(sessions.id, found.session.id));
  if (!row) return null;
  const seconds = Math.floor(Math.min(row.idle, row.day));
  return seconds > 0 ? { userId: found.user.id, seconds, ends: row.day < row.idle ? 'day' : 'idle' } : null;
}

/**
 * A staff session ends after 30 minutes without a request and after 8 hours in any case, by the database's clock.
 * Its last use is written at most once a minute.
 */
async function keepStaffSession(db: Db, sessionId: string, { alive, due }: Standing, byItself: boolean): Promise<boolean> {
  if (!alive) {
    await db.delete(sessions).where(eq(sessions.id, sessionId));
    return false;
  }
  if (due && !byItself)
    await db
      .update(sessions)
      .set({ updatedAt: sql`now()` })
      .where(eq(sessions.id, sessionId));
  return true;
}
