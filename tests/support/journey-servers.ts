import type { Page } from '@playwright/test';
import { consentKey, onlyNecessary } from '#app/storefront/consent/consent.ts';

/** Where the journeys find their servers; one that already runs may stand in for the first. */
export const journeyPort = Number(process.env['JOURNEY_PORT'] ?? 4390);
export const runningServer = process.env['JOURNEY_SERVER'];
export const journeyBase = runningServer ?? `http://localhost:${journeyPort}`;
/** A second server on which holds end after a moment, and the outside services are switched on (and must be kept from the browser). */
export const shortHoldsPort = journeyPort + 1;
export const shortHoldsBase = process.env['JOURNEY_SERVER_SHORT'] ?? `http://localhost:${shortHoldsPort}`;
/** The airline whose first ticketing of a booking fails on the first server. */
export const stubbornAirline = { code: 'MS', name: 'EgyptAir' };
/** The cookie of a browser that allowed nothing but the necessary: it mirrors the choice. */
export const answeredConsent = { name: consentKey, value: encodeURIComponent(JSON.stringify(onlyNecessary)) };
/** A browser that has been here before. By a cookie alone: what is to be stored is written by a page opened for each address. */
export const returningVisitor = {
  cookies: [{ ...answeredConsent, domain: 'localhost', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
  origins: [],
};

/** Keeps a browser from every address but ours, as a blocker does. Returns what it was kept from. */
export async function onlyOurs(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== 'localhost',
    (route) => {
      refused.push(new URL(route.request().url()).hostname);
      return route.abort('blockedbyclient');
    },
  );
  return refused;
}
