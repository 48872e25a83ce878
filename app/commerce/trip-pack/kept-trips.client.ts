import type { LanguageCode } from '#app/values/preferences.ts';
import { packAddress } from './kept-trip-rules.ts';

/*
 * What this device keeps of trips, in the browser's own store: one cache for the account, in it the page of each trip and
 * its papers. public/trip-worker.js shows them without a network (docs/decisions/0030).
 */

const prefix = 'rihla-trips-';
const scope = '/bookings-trips';
/** A copy that was not made anew for so long is too old to travel by. */
const longestMs = 30 * 86_400_000;
/** Older than this it is made anew when its owner opens the trip. */
const renewMs = 3_600_000;

/** What the device is told beside a kept page. */
interface KeptFacts {
  readonly title: string;
  readonly language: LanguageCode;
  /** Over a list of several trips that is shown without a network. */
  readonly heading: string;
  /** Addresses of its papers. */
  readonly papers: readonly string[];
}

export interface TripToKeep extends KeptFacts {
  readonly reference: string;
  /** Last instant at which it is of use, ISO in UTC. */
  readonly until: string;
}

export interface KeptTrip {
  readonly reference: string;
  readonly title: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly keptAt: number;
  readonly bytes: number;
  readonly papers: number;
}

export function canKeep(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

const nameOf = (account: string) => `${prefix}${account}`;
const factsOf = (answer: Response) => JSON.parse(decodeURIComponent(answer.headers.get('X-Kept-Facts') ?? '%7B%7D')) as KeptFacts;

/** Lets go of what any account but this one keeps here. */
async function forgetOthers(account: string): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== nameOf(account)) await caches.delete(name);
}

/** What the account keeps on this device, the latest on top; what is another's goes on the way. */
export async function readKeptTrips(account: string): Promise<KeptTrip[]> {
  await forgetOthers(account);
  if (!(await caches.has(nameOf(account)))) return [];
  const cache = await caches.open(nameOf(account));
  const found: KeptTrip[] = [];
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('/pack')) continue;
    const answer = (await cache.match(request))!;
    const facts = factsOf(answer);
    const reference = pathname.split('/').at(-2)!;
    if (Date.now() >= Number(answer.headers.get('X-Kept-Until'))) {
      await dropKeptTrip(account, reference);
      continue;
    }
    const number = (name: string) => Number(answer.headers.get(name));
    found.push({ reference, title: facts.title, keptAt: number('X-Kept-At'), bytes: number('X-Kept-Bytes'), papers: facts.papers.length });
  }
  return found.sort((a, b) => b.keptAt - a.keptAt);
}

/** Fetches one thing for keeping. Throws where the server did not give just that. */
async function take(address: string, account: string): Promise<{ readonly body: Blob; readonly answer: Response }> {
  const answer = await fetch(address, { cache: 'no-store', redirect: 'error' });
  if (!answer.ok || answer.headers.get('X-Kept-For') !== account) throw new Error(`${address} cannot be kept: ${answer.status}`);
  return { body: await answer.blob(), answer };
}

const passedOn = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'X-Content-Type-Options', 'Referrer-Policy'];

/**
 * Puts a trip's page and papers on this device, all or nothing, and the worker that shows them. Throws without a network,
 * without room, and when somebody else has signed in meanwhile.
 */
export async function keepTrip(account: string, trip: TripToKeep): Promise<void> {
  await forgetOthers(account);
  const pack = await take(`${packAddress(trip.reference)}?keep`, account);
  const papers = await Promise.all(trip.papers.map(async (address) => ({ address, ...(await take(address, account)) })));
  const now = Date.now();
  const until = Math.min(now + longestMs, Date.parse(trip.until));
  const kept = (body: Blob, answer: Response, more: Record<string, string> = {}) => {
    const headers = new Headers({ 'X-Kept-Until': String(until), ...more });
    for (const name of passedOn) {
      const value = answer.headers.get(name);
      if (value) headers.set(name, value);
    }
    return new Response(body, { headers });
  };
  const cache = await caches.open(nameOf(account));
  await takeOut(cache, trip.reference);
  try {
    for (const { address, body, answer } of papers) await cache.put(address, kept(body, answer));
    const { title, language, heading } = trip;
    const facts: KeptFacts = { title, language, heading, papers: trip.papers };
    await cache.put(
      packAddress(trip.reference),
      kept(pack.body, pack.answer, {
        'X-Kept-At': String(now),
        'X-Kept-Bytes': String([pack, ...papers].reduce((sum, { body }) => sum + body.size, 0)),
        'X-Kept-Facts': encodeURIComponent(JSON.stringify(facts)),
      }),
    );
    await navigator.serviceWorker.register('/trip-worker.js', { scope });
  } catch (fault) {
    for (const address of [...trip.papers, packAddress(trip.reference)]) await cache.delete(address);
    throw fault;
  }
}

/** Makes an older copy of a trip anew, while its owner looks at it; tells whether it did. Without a network the copy stays as it is. */
export async function renewKeptTrip(account: string, trip: TripToKeep): Promise<boolean> {
  const here = (await readKeptTrips(account)).find(({ reference }) => reference === trip.reference);
  if (!here || Date.now() - here.keptAt <= renewMs) return false;
  return keepTrip(account, trip).then(
    () => true,
    () => false,
  );
}

async function takeOut(cache: Cache, reference: string): Promise<void> {
  const answer = await cache.match(packAddress(reference));
  if (answer) for (const address of [...factsOf(answer).papers, packAddress(reference)]) await cache.delete(address);
}

/** Takes one trip from this device, and the worker with the last one. */
export async function dropKeptTrip(account: string, reference: string): Promise<void> {
  const cache = await caches.open(nameOf(account));
  await takeOut(cache, reference);
  if ((await cache.keys()).length > 0) return;
  await caches.delete(nameOf(account));
  await (await navigator.serviceWorker.getRegistration(scope))?.unregister();
}
