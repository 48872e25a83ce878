import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#app/platform/database.server.ts';
import type { Log } from '#app/platform/log.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { addFlightSearches, addPageViews, addVisits, noteWords } from './traffic-store.server.ts';
import type { FlightSearchDay, ViewedKind } from './traffic.tables.ts';
import { keepableWords, leastPeople, type ShownFlights, type Visit } from './visit-rules.ts';

/** Different counters a process holds at most; beyond it they are written at once. */
const mostCounters = 5_000;
/** Different words and people of a day that are remembered; more is not needed to find what many ask for. */
const mostWords = 2_000;
const mostPeople = 200;

/**
 * Counts in memory: one addition a visit, and one statement for all of them now and then. What was not written when a
 * process is killed is lost; these are measures, not accounts.
 */
export class Tally {
  #counts = new Map<string, number>();
  #views = new Map<string, number>();
  #flights = new Map<string, FlightSearchDay>();
  #day: CalendarDate | null = null;
  /** People of today who asked for words without an answer, as marks that nobody can lead back to them tomorrow. */
  #words = new Map<string, Set<string>>();
  #salt = randomBytes(32);
  #flushing: Promise<void> = Promise.resolve();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** `language` and `currency` as shown; empty where nothing was chosen. */
  count(now: Instant, { step, kind, route }: Visit, language: string, currency: string): void {
    const key = `${this.#today(now)}|${step}|${kind}|${route}|${language}|${currency}`;
    const before = this.#counts.size;
    add(this.#counts, key, 1);
    if (before < mostCounters && this.#counts.size === mostCounters) void this.flush().catch(() => undefined);
  }

  /** One look at a page that is counted by itself, by the name of what it is of. */
  countPage(now: Instant, kind: ViewedKind, name: string): void {
    add(this.#views, `${this.#today(now)}|${kind}|${name}`, 1);
  }

  /** A search for flights with what was laid out for it: once, and once for each airline among it. */
  countFlights(now: Instant, { route, cabin, lead, airlines }: ShownFlights): void {
    const day = this.#today(now);
    const shown = new Map([['', airlines.length]]);
    for (const airline of airlines) shown.set(airline, (shown.get(airline) ?? 0) + 1);
    const before = this.#flights.size;
    for (const [airline, offers] of shown) this.#addFlights({ day, route, airline, cabin, lead, searches: 1, offers });
    if (before < mostCounters && this.#flights.size >= mostCounters) void this.flush().catch(() => undefined);
  }

  #addFlights(counted: FlightSearchDay): void {
    const { day, route, airline, cabin, lead } = counted;
    const key = `${day}|${route}|${airline}|${cabin}|${lead}`;
    const known = this.#flights.get(key);
    if (!known && this.#flights.size >= 2 * mostCounters) return;
    this.#flights.set(key, {
      ...counted,
      searches: counted.searches + (known?.searches ?? 0),
      offers: counted.offers + (known?.offers ?? 0),
    });
  }

  /** Words without an answer and the network they were asked from, of which only a mark of today is remembered. */
  noteUnanswered(now: Instant, typed: string, network: string): void {
    const words = keepableWords(typed);
    if (!words) return;
    this.#today(now);
    let people = this.#words.get(words);
    if (!people) {
      if (this.#words.size >= mostWords) return;
      this.#words.set(words, (people = new Set()));
    }
    if (people.size < mostPeople) people.add(createHmac('sha256', this.#salt).update(network).digest('base64url').slice(0, 12));
  }

  #today(now: Instant): CalendarDate {
    const day = dateIn('Asia/Dubai', now);
    if (this.#day === day) return day;
    // Yesterday's marks are forgotten with the salt that made them.
    this.#words.clear();
    this.#salt = randomBytes(32);
    this.#day = day;
    return day;
  }

  /** Writes what was counted; what could not be written is counted again. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    const visits = [...counts].map(([key, count]) => {
      const [day, step, kind, route, language, currency] = key.split('|') as [CalendarDate, Visit['step'], string, string, string, string];
      return { day, step, kind, route, language, currency, count };
    });
    try {
      await addVisits(this.#db, visits);
    } catch (fault) {
      for (const [key, count] of counts) add(this.#counts, key, count);
      throw fault;
    }
    await this.#writeViews();
    await this.#writeFlights();
    const enough = [...this.#words].filter(([, people]) => people.size >= leastPeople);
    if (this.#day)
      await noteWords(
        this.#db,
        this.#day,
        enough.map(([words, people]) => ({ words, people: people.size })),
      );
  }

  async #writeFlights(): Promise<void> {
    const counted = [...this.#flights.values()];
    this.#flights = new Map();
    try {
      await addFlightSearches(this.#db, counted);
    } catch (fault) {
      for (const one of counted) this.#addFlights(one);
      throw fault;
    }
  }

  async #writeViews(): Promise<void> {
    const counters = this.#views;
    this.#views = new Map();
    const views = [...counters].map(([key, count]) => {
      const [day, kind, name] = key.split('|') as [CalendarDate, ViewedKind, string];
      return { day, kind, name, views: count };
    });
    try {
      await addPageViews(this.#db, views);
    } catch (fault) {
      for (const [key, count] of counters) add(this.#views, key, count);
      throw fault;
    }
  }
}

function add(counters: Map<string, number>, key: string, count: number): void {
  const known = counters.get(key);
  // While nothing can be written, what is new is let go: addresses are made up faster than memory grows.
  if (known === undefined && counters.size >= 2 * mostCounters) return;
  counters.set(key, (known ?? 0) + count);
}

const flushEveryMs = 20_000;
const tallies = new WeakMap<Db, Tally>();

/** The counters of this process for a database. */
export function tallyOf(db: Db): Tally {
  let tally = tallies.get(db);
  if (!tally) tallies.set(db, (tally = new Tally(db)));
  return tally;
}

/** Writes the counters now and then for as long as the process serves; the answer ends it, with a last writing. */
export function flushNowAndThen(db: Db, log: Log): () => Promise<void> {
  const write = () =>
    tallyOf(db)
      .flush()
      .catch((fault: Error) => log.warn({ fault: fault.message }, 'visits not counted'));
  const timer = setInterval(() => void write(), flushEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}
