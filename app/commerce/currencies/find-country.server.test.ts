import { describe, expect, it } from 'vitest';
import { askForCountry, countryFromEdge } from './find-country.server.ts';

describe("the visitor's country", () => {
  it('is read from the edge, which spares a call', () => {
    expect(countryFromEdge(new Headers({ 'CF-IPCountry': 'ae' }))).toBe('AE');
    expect(countryFromEdge(new Headers({ 'CF-IPCountry': 'XX', 'X-Vercel-IP-Country': 'SA' }))).toBe('SA');
    expect(countryFromEdge(new Headers({ 'CF-IPCountry': 'T1<' }))).toBeNull();
  });

  it('is asked of the look-up service by address, as JSON, with a limit on time', async () => {
    const seen: { url: string; accept: string | null; signal: boolean }[] = [];
    const send: typeof fetch = async (url, init) => {
      seen.push({ url: String(url), accept: new Headers(init?.headers).get('accept'), signal: init?.signal instanceof AbortSignal });
      return Response.json({ country_code: 'AE' });
    };
    expect(await askForCountry('https://geo.example/{ip}/json', '2001:db8::1', send)).toBe('AE');
    expect(seen).toEqual([{ url: 'https://geo.example/2001%3Adb8%3A%3A1/json', accept: 'application/json', signal: true }]);
  });

  it.each([
    ['refuses', async () => new Response('', { status: 429 })],
    ['answers no JSON', async () => new Response('AE')],
    ['names no country', async () => Response.json({ country_code: 'Emirates' })],
    ['cannot be reached', async () => Promise.reject(new TypeError('unreachable'))],
  ])('is unknown when the service %s', async (_how, send) => {
    expect(await askForCountry('https://geo.example', '192.0.2.1', send as typeof fetch)).toBeNull();
  });
});
