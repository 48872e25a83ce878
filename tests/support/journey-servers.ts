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
/** A browser that has been here before and allowed nothing but the necessary. */
export const answeredConsent = { name: consentKey, value: JSON.stringify(onlyNecessary) };

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
