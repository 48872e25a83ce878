import type { Lead } from './lead-rules.ts';

/** What a visitor did, as a step towards buying: asked for what there is, opened one of it, began to book it. */
export const trafficSteps = ['search', 'open', 'begin'] as const;
export type TrafficStep = (typeof trafficSteps)[number];

export interface Visit {
  readonly step: TrafficStep;
  readonly kind: string;
  /** DXB-LHR of a flight search; else empty. */
  readonly route: string;
}

/** A trailing ".data" is the same page asked for by the browser's own navigation. */
const pages: readonly (readonly [RegExp, TrafficStep, string])[] = [
  [/^\/flight-search-results$/, 'search', 'flight'],
  [/^\/flight-ticket-type$/, 'open', 'flight'],
  [/^\/flight-deal\/[^/]+$/, 'open', 'flight'],
  [/^\/flight-passenger-details$/, 'begin', 'flight'],
  [/^\/e-visa$/, 'search', 'evisa'],
  [/^\/e-visa\/apply\/[^/]+$/, 'begin', 'evisa'],
  [/^\/e-visa\/[^/]+$/, 'open', 'evisa'],
  [/^\/visa-assistance$/, 'search', 'assisted-visa'],
  [/^\/visa-assistance\/apply\/[^/]+$/, 'begin', 'assisted-visa'],
  [/^\/visa-assistance\/(?!consultation)[^/]+$/, 'open', 'assisted-visa'],
  [/^\/holidays$/, 'search', 'holiday'],
  [/^\/tour\/[^/]+$/, 'open', 'holiday'],
  [/^\/booking\/[^/]+$/, 'begin', 'holiday'],
  [/^\/experiences$/, 'search', 'experience'],
  [/^\/experience\/[^/]+$/, 'open', 'experience'],
  [/^\/experience\/[^/]+\/book$/, 'begin', 'experience'],
  [/^\/staycations$/, 'search', 'staycation'],
  [/^\/staycations\/[^/]+$/, 'open', 'staycation'],
  [/^\/staycations\/[^/]+\/book$/, 'begin', 'staycation'],
];

/** Turning a page, sorting and narrowing a list is not a search of its own. */
const refining = /[?&](?:page|sort|stops|max|leaves|lands|airline|alliance|at|into|via|wait|hours|why|compare|view|month|prices)=/;
/** The same of results of flights alone: directions that are chosen, filters, and looking again at what was asked for. */
const refiningFlights = /[?&](?:out|bag|refund|change|aircraft|nights|same|transit|passport|patient|gone)=/;

/** What a search for flights asked and what was laid out for it. */
export interface ShownFlights {
  /** DXB-LHR. */
  readonly route: string;
  readonly cabin: string;
  readonly lead: Lead;
  /** Of each flight that was laid out, the airline of its first leg. */
  readonly airlines: readonly string[];
}

/** Which step an address is; null for every other page. `path` without its query, `query` with its question mark. */
export function visitOf(path: string, query: string): Visit | null {
  const bare = path.endsWith('.data') ? path.slice(0, -5) : path;
  for (const [fits, step, kind] of pages) {
    if (!fits.test(bare)) continue;
    if (step === 'search' && (refining.test(query) || (kind === 'flight' && refiningFlights.test(query)))) return null;
    return { step, kind, route: step === 'search' && kind === 'flight' ? routeOf(query) : '' };
  }
  return null;
}

function routeOf(query: string): string {
  const params = new URLSearchParams(query);
  const [from, to] = [params.get('from') ?? params.get('from1') ?? '', params.get('to') ?? params.get('to1') ?? ''];
  return /^[A-Z]{3}$/.test(from) && /^[A-Z]{3}$/.test(to) ? `${from}-${to}` : '';
}

const machines = /bot\b|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|facebookexternalhit/i;

export interface VisitHeaders {
  readonly userAgent: string | null;
  /** Sec-GPC: the browser asks not to be counted along. */
  readonly privacyControl: string | null;
  /** Sec-Purpose or Purpose: fetched ahead, perhaps never looked at. */
  readonly purpose: string | null;
  /** A choice of cookies that was made without scripts; with scripts it stays in the browser. */
  readonly consent: string | null;
}

/**
 * Is a request counted? Nothing about its sender is kept either way; whoever has said no to being measured is left out
 * nevertheless.
 */
export function isCounted({ userAgent, privacyControl, purpose, consent }: VisitHeaders): boolean {
  if (!userAgent || machines.test(userAgent)) return false;
  if (privacyControl === '1' || (purpose !== null && /prefetch|prerender/.test(purpose))) return false;
  return consent === null || !/"analytics":false/.test(consent);
}

/** So many different people must have asked for the same on a day before their words are kept. */
export const leastPeople = 5;

/** A search for words as it may be kept: short, plain, and nothing that looks like an address, a number or a reference. */
export function keepableWords(typed: string): string | null {
  const words = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  return words.length >= 2 && words.length <= 60 && !/[@\d/\\<>]/.test(words) ? words : null;
}
