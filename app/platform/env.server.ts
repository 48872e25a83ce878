import { z } from 'zod';
import { unknownFailpoints } from './failpoint.server.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const count = z.coerce.number().int().nonnegative();

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/|pglite:.)/, 'must begin with postgres://, or be pglite: and a folder')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  // Any OpenID Connect provider that gives verified addresses.
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GEO_LOOKUP_URL: z.url().optional(),
  /** The central bank's daily file of reference rates. */
  RATES_URL: z.url().optional(),
  /** Where ranges of hashes of stolen passwords are read; `none` for a house that asks nobody. */
  BREACHED_PASSWORDS_URL: z.union([z.literal('none'), z.url({ protocol: /^https?$/ })]).optional(),
  CHAT_APP_ID: z.string().optional(),
  CHAT_REGION: z.enum(['us', 'eu', 'ap']).default('us'),
  ANALYTICS_ID: z.string().optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  /** Under which the house's own mailboxes stand, unless one is named. */
  COMPANY_DOMAIN: z.hostname().default('rihla.example'),
  /** Where letters to partners and houses without an address of their own go. */
  OPERATORS_MAIL: z.email().optional(),
  RESERVATIONS_MAIL: z.email().optional(),
  // The harness: for tests and drills, refused in production where they would weaken a promise.
  SANDBOX_URL: z.url().optional(),
  SANDBOX_JOURNAL: z.string().optional(),
  // The airline's side of flight bookings as a process of its own; without it a twin in our database plays it.
  SUPPLIER_URL: z.url().optional(),
  SUPPLIER_JOURNAL: z.string().optional(),
  WEBHOOK_SECRET: z.string().min(16).optional(),
  NODE_ID: z.string().default('node-1'),
  // Past one machine: `web` serves and does only what its own requests give rise to; letters, clocks and what others
  // left behind are for a process that is not `web`.
  ROLE: z.enum(['all', 'web']).default('all'),
  // How many proxies of ours stand before us; each adds the address it was called from to X-Forwarded-For.
  PROXY_HOPS: count.max(5).default(0),
  // How long we go on serving after we were asked to stop, so that a balancer sees it before anybody is turned away.
  DRAIN_MS: count.max(60_000).optional(),
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  LEASE_MS: count.default(30_000),
  HOLD_TTL_MS: count.default(15 * 60_000),
  FAILPOINTS: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Env = Omit<z.infer<typeof schema>, 'PAYMENTS' | 'RATES_URL' | 'BREACHED_PASSWORDS_URL'> & {
  readonly RATES_URL: string;
  /** Null where nobody is asked: in a demo, unless an address is set. */
  readonly breachedPasswordsUrl: string | null;
  /** Whether the daily file is fetched without being asked for: not by a demo, which leaves the outside alone. */
  readonly fetchesRates: boolean;
  readonly PAYMENTS: 'sandbox' | 'stripe';
  readonly embedded: boolean;
  /** Demo accounts and sample data: a clone without DATABASE_URL, or a database that is explicitly a demo; never production. */
  readonly demo: boolean;
  /** Accounts of a demo stay outside of a house that is live: everybody can read their password. */
  readonly demoLocked: boolean;
  readonly publicUrl: string;
  /** Where the house's mails come from, and where one may write to it. */
  readonly houseMail: string;
  readonly operatorsMail: string;
  readonly reservationsMail: string;
  readonly drainMs: number;
};

/** Raised at start-up; its message is a list of sentences for the person who runs the server. */
export class EnvironmentFault extends Error {}

/** Reads the environment once. Throws an EnvironmentFault that names every variable that is wrong and what to do. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    throw new EnvironmentFault(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join('\n'));
  }
  const env = parsed.data;
  const embedded = !env.DATABASE_URL || env.DATABASE_URL.startsWith('pglite:');
  const live = env.NODE_ENV === 'production' && env.DATABASE_URL !== undefined;
  const faults: string[] = [];
  if (live && !env.AUTH_SECRET)
    faults.push('AUTH_SECRET is missing. Set it to at least 32 random characters; sessions and stored personal fields depend on it.');
  if (live && !env.PUBLIC_URL)
    faults.push(
      'PUBLIC_URL is missing. Set it to the address travellers use, for example https://rihla.example; links in mails are built from it.',
    );
  if (live && env.DEMO) faults.push('DEMO cannot be switched on in production: demo accounts have a known password.');
  if (live && env.FAILPOINTS) faults.push('FAILPOINTS is for tests and cannot be set in production.');
  const strange = unknownFailpoints(env.FAILPOINTS ?? '');
  if (strange.length > 0) faults.push(`FAILPOINTS names ${strange.join(', ')}, which no code knows.`);
  if (live && env.CLOCK_OFFSET_MS !== 0) faults.push('CLOCK_OFFSET_MS is for tests and cannot be set in production.');
  if (embedded && env.ROLE === 'web')
    faults.push('ROLE=web needs DATABASE_URL: the embedded database has one process, and that one must do all the work.');
  if (live && !env.PAYMENTS)
    faults.push(
      'PAYMENTS is missing. Set PAYMENTS=stripe, with STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, to take money; or PAYMENTS=sandbox to say that the pretend bank is meant, which charges nobody.',
    );
  if (live && env.SMTP_URL && /(^|\.)example$/i.test(env.COMPANY_DOMAIN))
    faults.push(
      `COMPANY_DOMAIN is missing. Set it to the domain that mails are sent from: they would come from travel@${env.COMPANY_DOMAIN}, which nobody can have.`,
    );
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither.');
  if (live && !env.GOOGLE_ISSUER.startsWith('https://')) faults.push('GOOGLE_ISSUER must be an https address in production.');
  if (env.PAYMENTS === 'stripe' && !env.STRIPE_SECRET_KEY) faults.push('PAYMENTS=stripe needs STRIPE_SECRET_KEY.');
  if (env.PAYMENTS === 'stripe' && !env.STRIPE_WEBHOOK_SECRET) faults.push('PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET.');
  if (embedded && env.STRIPE_SECRET_KEY?.startsWith('sk_live_')) {
    faults.push('A live payment key needs a real database: set DATABASE_URL. The embedded one does not survive a power cut.');
  }
  if (faults.length > 0) throw new EnvironmentFault(faults.join('\n'));
  return {
    ...env,
    PAYMENTS: env.PAYMENTS ?? 'sandbox',
    RATES_URL: env.RATES_URL ?? 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    breachedPasswordsUrl: breachedPasswordsUrl(env.BREACHED_PASSWORDS_URL, live),
    fetchesRates: live || env.RATES_URL !== undefined,
    embedded,
    demo: !live && (embedded || env.DEMO === true),
    demoLocked: live,
    // Where no balancer asks whether we are ready nobody would see us wait.
    drainMs: env.DRAIN_MS ?? (env.PROXY_HOPS > 0 ? 5_000 : 0),
    houseMail: `travel@${env.COMPANY_DOMAIN}`,
    operatorsMail: env.OPERATORS_MAIL ?? `operators@${env.COMPANY_DOMAIN}`,
    reservationsMail: env.RESERVATIONS_MAIL ?? `reservations@${env.COMPANY_DOMAIN}`,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  };
}

function breachedPasswordsUrl(said: string | undefined, live: boolean): string | null {
  if (said === 'none') return null;
  return said ?? (live ? 'https://api.pwnedpasswords.com/range/' : null);
}
