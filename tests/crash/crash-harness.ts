import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import type { Failpoint } from '#app/platform/failpoint.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { createDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { withFlights } from '#app/products/flights/booking/booking-draft.ts';
import { aDraft } from '#app/products/flights/order/flight-order-testing.ts';
import { openHouseInventory } from '#app/products/flights/supplier/house-inventory.server.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { instant } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { readBankJournal } from '#server/promises/bank-journal.ts';
import { freePort } from '../support/free-port.ts';
import { readForms, type PageForm } from '../support/http-traveller.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';

/*
 * Real server processes on a real PostgreSQL, killed in the middle of a sale by a failpoint and started again. The bank
 * and the supplier are processes with journals of their own: the witnesses outlive whatever happens to the shop.
 */

export const drillSecret = 'a secret for drills only, 0123456789abcdef';
const webhookSecret = 'a webhook secret for drills only';
const leaseMs = 2_000;
/** Longer than anything takes on a busy machine; what does not come by then never does. */
const patienceMs = 240_000;

/** What a traveller sets out to do. */
export const stories = ['sold', 'declined', 'left'] as const;
export type Story = (typeof stories)[number];

/** The story that passes a point. */
export function storyOf(point: Failpoint): Story {
  if (point.startsWith('release.')) return 'left';
  return point.startsWith('payment.cancel.') || point.startsWith('supply.cancel.') ? 'declined' : 'sold';
}

const cardOf: Readonly<Record<Story, string>> = { sold: 'approved', declined: 'do-not-honour', left: 'none' };
const endOf: Readonly<Record<Story, string>> = { sold: 'refunded', declined: 'cancelled', left: 'expired' };

export interface Outcome {
  readonly status: string;
  /** How often the server died and was started again. */
  readonly deaths: number;
  /** Of each death: milliseconds to the end of the step it happened in, restart included. */
  readonly recoveredMs: readonly number[];
  readonly orders: number;
  readonly captures: number;
  readonly refunds: number;
  readonly broken: readonly string[];
}

export interface CrashYard {
  readonly postgres: RunningPostgres;
  /** Plays a story on a database of its own. The server dies once at each of its failpoints; `disturb` decides what else happens. */
  play(story: Story, failpoints: string, disturb?: Disturb): Promise<Outcome>;
  close(): Promise<void>;
}

/** Something that happens while the traveller waits for an order to reach a state. */
export type Disturb = (scene: {
  readonly status: string;
  readonly server: ServerProcess;
  readonly databaseUrl: string;
  readonly bankJournal: string;
}) => Promise<void>;

/** A server and, once, everything that costs time: a database with its tables and drafts, which each story copies. */
export async function openCrashYard(options: { drafts?: number } = {}): Promise<CrashYard> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'rihla-crash-'));
  const template = await postgres.createDatabase('template_sale');
  const cookies = await prepare(template, folder, options.drafts ?? 1);
  let played = 0;
  return {
    postgres,
    async play(story, failpoints, disturb) {
      played += 1;
      const name = `play_${played}`;
      const url = await postgres.createDatabase(name, 'template_sale');
      const home = join(folder, name);
      mkdirSync(home);
      try {
        return await playStory({ story, failpoints, url, home, cookie: cookies[0]!, disturb });
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function prepare(url: string, folder: string, drafts: number): Promise<string[]> {
  const env = readEnv({
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'template'),
    AUTH_SECRET: drillSecret,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
  const database = await openDatabase({ url, dataDir: env.DATA_DIR, poolSize: 2 });
  const platform = await openPlatform(env, { work: false, database });
  try {
    const house = openHouseInventory(platform, await theWorld());
    const date = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    const search = {
      slices: [{ from: 'DXB', to: 'LHR', date }],
      passengers: { adults: 1, children: 0, infants: 0 },
      cabin: 'economy' as const,
      maxStops: 0 as const,
    };
    const found = await house.search({ search, chosen: [] }, { now: Date.now() });
    if (found.outcome !== 'ok') throw new Error('No flights found');
    const offer = found.value.offer(found.value.facts[0]!.at);
    const cookies: string[] = [];
    for (let index = 0; index < drafts; index += 1) {
      const whole = aDraft(offer).booking;
      const chosen = withFlights(whole, whole.searchParams!, [offer], offer.brands[0]!.code).selectedOutboundFlight;
      const made = await createDraft(platform, { booking: { ...whole, selectedOutboundFlight: chosen }, checkedBags: {} });
      cookies.push(made.cookie.split(';')[0]!);
    }
    return cookies;
  } finally {
    await platform.close();
  }
}

export interface ServerProcess {
  readonly base: string;
  readonly pid: number;
  /** Null while it runs. */
  ended(): { readonly code: number | null; readonly signal: NodeJS.Signals | null } | null;
  kill(signal: NodeJS.Signals): void;
  readonly exit: Promise<void>;
}

/** The built server as `npm start` runs it, on a port of its own. */
export function launchServer(env: Readonly<Record<string, string>>, port: number, logFile: string): ServerProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [join(process.cwd(), 'server/main.ts')], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      AUTH_SECRET: drillSecret,
      WEBHOOK_SECRET: webhookSecret,
      ...env,
    },
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    base: `http://localhost:${port}`,
    pid: child.pid!,
    ended: () => (child.exitCode === null && child.signalCode === null ? null : { code: child.exitCode, signal: child.signalCode }),
    kill: (signal) => void child.kill(signal),
    exit,
  };
}

/** The pretend bank or the pretend supplier as a process of its own: what it knows is there with or without the shop. */
export interface PretendParty {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

async function launchParty(file: string, env: Readonly<Record<string, string>>): Promise<PretendParty> {
  const child = spawn(process.execPath, [join(process.cwd(), file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} ended before it was ready`)));
    createInterface({ input: child.stdout! }).on('line', (line) => resolve(Object.values(JSON.parse(line) as Record<string, string>)[0]!));
  });
  return {
    url,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

export const launchBank = (journal: string, webhookUrl: string): Promise<PretendParty> =>
  launchParty('sandbox/main.ts', { SANDBOX_JOURNAL: journal, WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: webhookSecret });

export const launchSupplier = (journal: string, port = 0): Promise<PretendParty> =>
  launchParty('sandbox/supplier/main.ts', { SUPPLIER_JOURNAL: journal, PORT: String(port) });

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Until the server can be asked; false when it has ended first. */
export async function isReady(server: ServerProcess): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (server.ended()) return false;
    const answer = await fetch(`${server.base}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (answer?.ok) return true;
    await pause(50);
  }
  throw new Error(`The server on ${server.base} was not ready in ${patienceMs / 1000} s`);
}

interface Scene {
  readonly story: Story;
  readonly failpoints: string;
  readonly url: string;
  readonly home: string;
  readonly cookie: string;
  readonly disturb: Disturb | undefined;
}

async function playStory(scene: Scene): Promise<Outcome> {
  const { story, url, home } = scene;
  const port = await freePort();
  const journal = join(home, 'bank.jsonl');
  const log = join(home, 'server.log');
  const bookings = join(home, 'supplier.jsonl');
  const [bank, supplier] = await Promise.all([launchBank(journal, `http://127.0.0.1:${port}/webhooks/payments`), launchSupplier(bookings)]);
  // A pool opens a new connection where one was cut.
  const data = new pg.Pool({ connectionString: url, max: 1, application_name: 'harness', connectionTimeoutMillis: 5_000 });
  data.on('error', () => undefined);
  const env: Record<string, string> = {
    DATABASE_URL: url,
    DATA_DIR: join(home, 'data'),
    SANDBOX_URL: bank.url,
    SUPPLIER_URL: supplier.url,
    LEASE_MS: String(leaseMs),
    PUBLIC_URL: `http://localhost:${port}`,
  };
  let deaths = 0;
  let diedAt: number | null = null;
  const recoveredMs: number[] = [];
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  const words = () => said().slice(-3_000);
  /** Those at which it has not died yet. */
  const armed = () => {
    const before = said();
    const left = scene.failpoints.split(',').filter((each) => each && !before.includes(`failpoint ${each.split(':')[0]}\n`));
    return { FAILPOINTS: left.join(',') };
  };
  let server = launchServer(story === 'left' ? env : { ...env, ...armed() }, port, log);

  /** Starts it again whenever it has died, and says whether it is there. */
  const standing = async (): Promise<void> => {
    for (let starts = 0; starts < 6; starts += 1) {
      if (!server.ended() && (await isReady(server))) return;
      deaths += 1;
      diedAt ??= performance.now();
      server = launchServer({ ...env, ...armed() }, port, log);
    }
    throw new Error(`The server does not stay up: ${words()}`);
  };
  const status = async () =>
    (await data.query('select status from orders')).rows.map((row: { status: string }) => row.status).join(' ') || 'none';
  /** Does a step again, as a person would, until what it is for is true. */
  const until = async (what: string, done: () => Promise<boolean>, step: () => Promise<void> = async () => undefined): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      await standing();
      await step().catch((fault: unknown) => {
        if (!(fault instanceof TypeError) && !(fault instanceof NotYet)) throw fault;
      });
      if (await done().catch(() => false)) {
        if (diedAt !== null) recoveredMs.push(performance.now() - diedAt);
        diedAt = null;
        return;
      }
      await scene.disturb?.({ status: await status().catch(() => 'unknown'), server, databaseUrl: url, bankJournal: journal });
      await pause(150);
    }
    const { rows } = await data.query(
      "select event || ' to ' || to_status || coalesce(', ' || reason, '') as said from order_events order by at",
    );
    const told = rows.map(({ said }: { said: string }) => said).join('; ');
    throw new Error(`Not ${what} in ${patienceMs / 1000} s; the order is ${await status()}: ${told}.\n${words()}`);
  };

  try {
    const traveller = visitor(port, scene.cookie);
    let bankPage = '';
    await until(
      'at the bank',
      async () => bankPage !== '',
      async () => {
        bankPage = await traveller.press('/checkout', 'pay');
      },
    );
    const { reference } = (await data.query('select reference from orders')).rows[0] as { reference: string };
    if (cardOf[story] !== 'none')
      await fetch(bankPage, { method: 'POST', body: new URLSearchParams({ action: 'pay', card: cardOf[story] }), redirect: 'manual' });
    if (story === 'left') {
      // Twenty minutes later: everything stops and starts again with the clock put forward and the drill armed.
      server.kill('SIGTERM');
      await server.exit;
      env['CLOCK_OFFSET_MS'] = String(20 * 60_000);
      server = launchServer({ ...env, ...armed() }, port, log);
      await until('expired', async () => (await status()) === 'expired');
    } else {
      const before = story === 'sold' ? 'ticketed' : 'held';
      // Who cancels before the money was taken has the reservation released, which is another story than a refund.
      const isTaken = async () => (await data.query(`select 1 from payments where status = 'succeeded'`)).rows.length > 0;
      await until(before, async () => {
        const now = await status();
        return ['cancel_quoted', endOf[story]].includes(now) || (now === before && (story !== 'sold' || (await isTaken())));
      });
      // What is not paid is let go at once; of what is sold it is asked first what comes back.
      await until(
        'asked',
        async () => (await status()) !== before,
        () => traveller.press(`/track?order=${reference}`, story === 'sold' ? 'ask-cancel' : 'let-go').then(() => undefined),
      );
      await until(
        endOf[story],
        async () => (await status()) === endOf[story],
        async () => {
          if ((await status()) === 'cancel_quoted')
            await traveller.press(`/track?order=${reference}`, story === 'sold' ? 'confirm-cancel' : 'let-go');
        },
      );
    }
    await until('at rest', () => isAtRest(data));
    server.kill('SIGTERM');
    await server.exit;
    const stopped = server.ended()!;
    if (stopped.code !== 0)
      throw new Error(`The server ended with ${stopped.code ?? stopped.signal} when it was asked to stop.\n${words()}`);
    await Promise.all([bank.stop(), supplier.stop()]);
    return { ...(await judge(url, { bank: journal, supplier: bookings }, home, env)), status: await status(), deaths, recoveredMs };
  } finally {
    await data.end().catch(() => undefined);
    if (!server.ended()) server.kill('SIGKILL');
    await server.exit;
    await Promise.all([bank.stop(), supplier.stop()]);
  }
}

/** No job that is due, no attempt that hangs, and nothing the bank said that was not heard. */
export async function isAtRest(data: pg.Pool): Promise<boolean> {
  const found = await data.query(`
    select (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() + interval '20 seconds' and name not like '__pgboss%' and data <> '{}'::jsonb)
      + (select count(*) from payment_attempts where applied_at is null and outcome is distinct from 'refused')
      + (select count(*) from payment_inbox where processed_at is null)
      + (select count(*) from flight_contracts c join orders o on o.id = c.order_id where o.status in ('expired', 'cancelled') and c.locator is not null
          and not exists (select 1 from order_events e where e.order_id = o.id and e.to_status = 'ticketed') and o.status = 'expired')
      + (select count(*) from payments p join orders o on o.id = p.order_id where o.status in ('expired', 'cancelled') and p.status not in ('canceled', 'succeeded')) as open`);
  return Number((found.rows[0] as { open: string }).open) === 0;
}

async function judge(
  url: string,
  journals: { readonly bank: string; readonly supplier: string },
  home: string,
  env: Readonly<Record<string, string>>,
) {
  const database = await openDatabase({ url, dataDir: home, poolSize: 2 });
  try {
    const now = instant(Date.now() + Number(env['CLOCK_OFFSET_MS'] ?? 0));
    const findings = await askInvariants(
      database.db,
      { now, holdTtlMs: 15 * 60_000, settleMs: 0 },
      { bankJournal: journals.bank, supplierJournal: journals.supplier, mailFolder: join(home, 'data', 'mail') },
    );
    const payments = readBankJournal(journals.bank);
    const orders = (await database.pool!.query('select count(*)::int as orders from orders')).rows[0] as { orders: number };
    return {
      orders: orders.orders,
      captures: payments.reduce((sum, payment) => sum + payment.captures, 0),
      refunds: payments.reduce((sum, payment) => sum + payment.refunds.length, 0),
      broken: brokenLines(findings),
    };
  } finally {
    await database.close();
  }
}

/** The page has no such form at this moment: pressed again later. */
class NotYet extends Error {}

function visitor(port: number, cookie: string) {
  const base = `http://localhost:${port}`;
  const jar = new Map<string, string>();
  const keep = (line: string) => {
    const [pair] = line.split(';');
    const at = pair!.indexOf('=');
    jar.set(pair!.slice(0, at), pair!.slice(at + 1));
  };
  keep(cookie);
  /** A form whose answer was lost is sent again as it was: its key makes it one and the same. */
  const unanswered = new Map<string, { path: string; body: string }>();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      Accept: 'text/html',
      Origin: base,
      ...(init.headers as Record<string, string>),
    };
    const answer = await fetch(base + path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
    for (const line of answer.headers.getSetCookie()) keep(line);
    return answer;
  };
  const formOn = async (page: string, intent: string): Promise<{ path: string; body: string }> => {
    const answer = await send(page);
    const html = await answer.text();
    const isIt = (form: PageForm) =>
      form.fields.some(([name, value]) => name === 'intent' && value === intent) ||
      form.buttons.some((button) => ['intent', 'go'].includes(button.name) && button.value === intent);
    const form = readForms(html, new URL(page, base)).find(isIt);
    if (!form) throw new NotYet(`No form ${intent} on ${page}: ${answer.status}`);
    const button = form.buttons.find((each) => each.value === intent);
    const fields = new URLSearchParams(form.fields.map(([name, value]) => [name, value]));
    if (button) fields.set(button.name, intent);
    return { path: form.action, body: fields.toString() };
  };
  return {
    /** Where the answer leads. Throws what fetch throws when the server dies over it. */
    async press(page: string, intent: string): Promise<string> {
      const key = `${page} ${intent}`;
      const form = unanswered.get(key) ?? (await formOn(page, intent));
      unanswered.set(key, form);
      const answer = await send(form.path, {
        method: 'POST',
        body: form.body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      await answer.arrayBuffer();
      const location = answer.headers.get('location');
      // Its twin still holds the lease: the same form again, a little later.
      if (answer.status === 409) throw new NotYet('running');
      unanswered.delete(key);
      if (!location) throw new NotYet(`${intent} on ${page}: ${answer.status}`);
      return location;
    },
  };
}
