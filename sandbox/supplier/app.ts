import { Hono, type Context } from 'hono';
import type { Lines } from '../lines.ts';
import { openAirline, type Answer } from './airline.ts';
import type { AskedExtra, ExchangeTerms, Fact, HoldTerms, Operation, RequestAnswer, Rules } from './facts.ts';

export interface SupplierOptions {
  readonly journal: Lines<Fact>;
  readonly now?: () => number;
}

/** Longer than any client waits. */
const silenceMs = 15_000;
const statusOf = (refused: string) => (refused === 'not-found' ? 404 : refused === 'bad-request' ? 400 : 409);

/** The pretend supplier over HTTP: bookings for the store, and a control for drills. */
export function openSupplier({ journal, now = Date.now }: SupplierOptions) {
  const airline = openAirline(journal, now);
  const app = new Hono();
  const matched = new Map<string, number>();

  /** The fault that a drill wants for this call. */
  function faultFor(operation: Operation) {
    for (const [index, rule] of (airline.rules().api ?? []).entries()) {
      if (rule.operation !== operation && rule.operation !== 'any') continue;
      const name = `${index}:${JSON.stringify(rule)}`;
      const count = (matched.get(name) ?? 0) + 1;
      const every = rule.every ?? 1;
      if (count > rule.times * every) continue;
      matched.set(name, count);
      if (count % every === 0) return rule;
    }
    return null;
  }

  async function call(c: Context, attempt: string, operation: Operation, work: (late: boolean) => Answer): Promise<Response> {
    const rule = faultFor(operation);
    const fault = rule?.fault;
    if (fault === 'error-before') return c.json({ error: 'broken' }, 500);
    if (fault === 'silent-before') return silence(c);
    if (fault === 'slow') await new Promise((resume) => setTimeout(resume, rule?.ms ?? 1_000));
    const answer = work(fault === 'pending');
    if (fault === 'twice') work(false);
    if (fault === 'error-after') return c.json({ error: 'broken' }, 500);
    if (fault === 'silent-after') return silence(c);
    if (fault === 'garbage') return c.body('{"booking":{"locator":"', 200, { 'Content-Type': 'application/json' });
    if ('refused' in answer) return c.json({ attempt, refused: answer.refused }, statusOf(answer.refused));
    const other = fault === 'other-booking' ? airline.anotherThan(answer.booking.locator) : null;
    if (other) return c.json({ attempt: other.attempts[0], booking: other });
    const waits = operation === 'ticket' && answer.booking.status === 'ticketing';
    return c.json({ attempt, booking: answer.booking, ...(waits ? { ask_again_after: 2 } : {}) }, waits ? 202 : 200);
  }

  app.get('/healthz', (c) => c.json({ ok: true }));
  app.post('/v1/bookings', async (c) => {
    const asked = readHold(await c.req.json().catch(() => null));
    if (!asked) return c.json({ error: 'bad-request' }, 400);
    return call(c, asked.attempt, 'hold', () => airline.hold(asked.attempt, asked.terms));
  });
  app.post('/v1/bookings/:locator/:operation{ticket|cancel|void}', async (c) => {
    const { locator } = c.req.param();
    const operation = c.req.param('operation') as 'ticket' | 'cancel' | 'void';
    const body = (await c.req.json().catch(() => null)) as { attempt?: unknown } | null;
    if (typeof body?.attempt !== 'string' || body.attempt === '') return c.json({ error: 'bad-request' }, 400);
    const { attempt } = body as { attempt: string };
    return call(c, attempt, operation, (late) => airline[operation](attempt, locator, late));
  });
  app.post('/v1/bookings/:locator/extras', async (c) => {
    const asked = readExtras(await c.req.json().catch(() => null));
    if (!asked) return c.json({ error: 'bad-request' }, 400);
    return call(c, asked.attempt, 'extras', () => airline.writeExtras(asked.attempt, c.req.param('locator'), asked.extras));
  });
  app.post('/v1/bookings/:locator/exchange', async (c) => {
    const asked = readExchange(await c.req.json().catch(() => null));
    if (!asked) return c.json({ error: 'bad-request' }, 400);
    return call(c, asked.attempt, 'exchange', () => airline.exchange(asked.attempt, c.req.param('locator'), asked.terms));
  });
  app.post('/v1/bookings/:locator/divide', async (c) => {
    const asked = readDivision(await c.req.json().catch(() => null));
    if (!asked) return c.json({ error: 'bad-request' }, 400);
    return call(c, asked.attempt, 'divide', () => airline.divide(asked.attempt, c.req.param('locator'), asked.travellers, asked.as));
  });
  app.get('/v1/attempts/:attempt', (c) => {
    const { attempt } = c.req.param();
    return call(c, attempt, 'lookup', () => airline.lookUp(attempt));
  });
  app.get('/v1/bookings', (c) => c.json({ bookings: airline.changedSince(Number(c.req.query('since') ?? 0)) }));

  app.get('/control', (c) => c.json(airline.rules()));
  app.post('/control', async (c) => {
    const rules = (await c.req.json().catch(() => null)) as Rules | null;
    if (!rules || typeof rules !== 'object') return c.json({ error: 'bad-request' }, 400);
    matched.clear();
    airline.control(rules);
    return c.json(airline.rules());
  });

  return { app, airline, close: () => journal.close() };
}

async function silence(c: Context): Promise<Response> {
  await new Promise((resume) => setTimeout(resume, silenceMs).unref());
  return c.body(null, 504);
}

function readExchange(body: unknown): { readonly attempt: string; readonly terms: ExchangeTerms } | null {
  if (!body || typeof body !== 'object') return null;
  const { attempt, offer_id, brand, terms, departs, flights, only } = body as Record<string, unknown>;
  const texts = [attempt, offer_id, brand, terms];
  if (!texts.every((text) => typeof text === 'string' && text.length > 0) || !Number.isSafeInteger(departs) || !isFlights(flights))
    return null;
  const named = only as { readonly id?: unknown; readonly surname?: unknown } | null | undefined;
  if (named !== undefined && (typeof named?.id !== 'string' || typeof named.surname !== 'string' || named.surname === '')) return null;
  return {
    attempt: attempt as string,
    // Whose it is alone is written down, as of a hold.
    terms: {
      offer_id,
      brand,
      terms,
      departs,
      ...(flights !== undefined && { flights }),
      ...(named && { only: named.id }),
    } as ExchangeTerms,
  };
}

function readDivision(body: unknown): { attempt: string; travellers: readonly string[]; as: 'void' | 'cancel' } | null {
  if (!body || typeof body !== 'object') return null;
  const { attempt, travellers, as } = body as Record<string, unknown>;
  if (typeof attempt !== 'string' || attempt === '' || (as !== 'void' && as !== 'cancel')) return null;
  if (!Array.isArray(travellers) || travellers.length === 0 || travellers.length > 18) return null;
  return travellers.every((one) => typeof one === 'string') ? { attempt, travellers: travellers as string[], as } : null;
}

function readExtras(body: unknown): { readonly attempt: string; readonly extras: readonly AskedExtra[] } | null {
  if (!body || typeof body !== 'object') return null;
  const { attempt, extras } = body as { attempt?: unknown; extras?: unknown };
  if (typeof attempt !== 'string' || attempt === '' || !Array.isArray(extras) || extras.length === 0 || extras.length > 500) return null;
  const asked = extras as ({ readonly extra?: unknown; readonly replaces?: unknown } | null)[];
  const read = asked.flatMap((one): AskedExtra[] => {
    if (typeof one?.extra !== 'string') return [];
    if (one.replaces === undefined) return [{ extra: one.extra }];
    return typeof one.replaces === 'string' && /^\d{13}$/.test(one.replaces) ? [{ extra: one.extra, replaces: one.replaces }] : [];
  });
  return read.length === asked.length ? { attempt, extras: read } : null;
}

/** How many flights a booking has: four are on a ticket. Older stores do not say. */
const isFlights = (flights: unknown) =>
  flights === undefined || (Number.isSafeInteger(flights) && Number(flights) > 0 && Number(flights) <= 20);

interface Asked {
  readonly attempt: string;
  readonly terms: HoldTerms;
}

function readHold(body: unknown): Asked | null {
  if (!body || typeof body !== 'object') return null;
  const { attempt, airline, accounting, offer_id, brand, terms, departs, flights, travellers } = body as Record<string, unknown>;
  const texts = [attempt, airline, accounting, offer_id, brand, terms];
  if (!texts.every((text) => typeof text === 'string' && text.length > 0)) return null;
  if (!Number.isSafeInteger(departs) || !isFlights(flights) || !/^\d{3}$/.test(accounting as string)) return null;
  if (!Array.isArray(travellers) || travellers.length === 0 || travellers.length > 18) return null;
  const people = travellers as AskingTraveller[];
  if (!people.every((person) => person && typeof person.id === 'string')) return null;
  return {
    attempt: attempt as string,
    terms: {
      airline,
      accounting,
      offer_id,
      brand,
      terms,
      departs,
      ...(flights !== undefined && { flights }),
      travellers: people.map(({ id }) => id),
      answers: people.flatMap(answersTo),
    } as HoldTerms,
  };
}

interface AskingTraveller {
  readonly id?: unknown;
  readonly frequent_flyer?: { readonly airline?: unknown } | null;
  readonly assistance?: unknown;
  readonly meals?: unknown;
}

/** Miles are credited to any programme and kitchens take every meal; assistance is decided by people at the airport. */
function answersTo(person: AskingTraveller): RequestAnswer[] {
  const traveller = String(person.id);
  const codes = Array.isArray(person.assistance) ? person.assistance.map(String) : [];
  const meals = Array.isArray(person.meals) ? (person.meals as { flight?: unknown; code?: unknown }[]) : [];
  const { airline } = person.frequent_flyer ?? {};
  return [
    ...(airline ? [{ traveller, kind: 'loyalty' as const, code: String(airline), state: 'confirmed' as const }] : []),
    ...codes.map((code) => ({ traveller, kind: 'assistance' as const, code, state: 'requested' as const })),
    ...meals.map(({ flight, code }) => ({ traveller, kind: 'meal' as const, code: `${code}.${flight}`, state: 'confirmed' as const })),
  ];
}
