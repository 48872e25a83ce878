import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from './clock.server.ts';
import { openFieldCrypto, type FieldCrypto } from './crypto.server.ts';
import { openDatabase, type Db, type OpenDatabase } from './database.server.ts';
import type { Env } from './env.server.ts';
import { armFailpoints } from './failpoint.server.ts';
import { folderFiles, type Files } from './files.server.ts';
import { openJobs, type Jobs } from './jobs.server.ts';
import { openLog, type Log } from './log.server.ts';
import { openMailDoor, type Mail } from './mail-door.server.ts';
import { openMail } from './mail.server.ts';
import { migrate } from './migrate.server.ts';
import { openTexting, type Texting } from './texting.server.ts';
import { openAuth, type Auth, type PasswordHasher } from './session.server.ts';

/** Everything at the edge, opened once per process and handed to use cases. */
export interface Platform {
  readonly env: Env;
  readonly database: OpenDatabase;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly crypto: FieldCrypto;
  readonly auth: Auth;
  readonly jobs: Jobs;
  readonly mail: Mail;
  /** Null where no operator of text messages is connected. */
  readonly texting: Texting | null;
  readonly files: Files;
  /** The installation's secret, for keys that modules derive. */
  readonly secret: string;
  close(): Promise<void>;
}

/** Longer than any statement of a request may take at the server (see `transact`). */
const silentAfterMs = 15_000;

export async function openPlatform(
  env: Env,
  options: { work: boolean | 'own'; database?: OpenDatabase; clock?: Clock; passwords?: PasswordHasher },
): Promise<Platform> {
  armFailpoints(env.FAILPOINTS);
  const log = openLog(env.LOG_LEVEL);
  const clock = options.clock ?? systemClock(env.CLOCK_OFFSET_MS);
  const secret = env.AUTH_SECRET ?? ownSecret(env.DATA_DIR);
  const database =
    options.database ??
    (await openDatabase({
      url: env.DATABASE_URL,
      dataDir: env.DATA_DIR,
      port: env.PORT,
      ...(options.work ? { silentAfterMs } : {}),
    }));
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  const jobs = await openJobs(database, log, { work: options.work, leaseMs: env.LEASE_MS });
  const from = `Rihla <${env.houseMail}>`;
  const transport = openMail({ smtpUrl: env.SMTP_URL, dataDir: env.DATA_DIR, from, now: clock.now });
  const texting = openTexting(transport);
  const crypto = openFieldCrypto(secret);
  return {
    env,
    database,
    db: database.db,
    clock,
    log,
    crypto,
    auth: openAuth(database.db, env, secret, options.passwords),
    jobs,
    mail: openMailDoor({ db: database.db, crypto, clock }, transport, texting),
    texting,
    files: folderFiles(env.DATA_DIR),
    secret,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}

/** A clone has no AUTH_SECRET: one is made on the first start and kept beside the data it protects. */
export function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
