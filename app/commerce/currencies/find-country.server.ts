import { locationTimeoutMs } from './display-conversion.ts';

/** What the usual edges call the country they saw; with one of these no third party learns the visitor's address. */
const edgeHeaders = ['cf-ipcountry', 'x-vercel-ip-country', 'cloudfront-viewer-country', 'fly-client-country', 'x-country-code'];

const isCountry = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX';

export function countryFromEdge(headers: Headers): string | null {
  for (const name of edgeHeaders) {
    const value = headers.get(name)?.toUpperCase();
    if (isCountry(value)) return value;
  }
  return null;
}

/**
 * Asks the configured look-up service (`{ip}` in its address stands for the visitor's) and reads `country_code`.
 * Null when it refuses, answers nonsense, or has not answered within three seconds.
 */
export async function askForCountry(lookupUrl: string, address: string, send: typeof fetch = fetch): Promise<string | null> {
  try {
    const answer = await send(lookupUrl.replaceAll('{ip}', encodeURIComponent(address)), {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(locationTimeoutMs),
    });
    if (!answer.ok) return null;
    const { country_code: code } = (await answer.json()) as { country_code?: unknown };
    return isCountry(code) ? code : null;
  } catch {
    return null;
  }
}
