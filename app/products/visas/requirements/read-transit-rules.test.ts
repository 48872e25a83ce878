import { describe, expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadRegister } from './load-register.server.ts';
import { readTransitRules } from './read-transit-rules.server.ts';

const platform = await openTestPlatform();
const text = [
  'GB https://www.gov.uk/check-uk-visa 2026-11-19 60d passport ?',
  '  airside-visa: sticker-visa 1 for PK purpose transit',
  '  airside: not-needed 1 for JO purpose transit',
  '  visit: sticker-visa 180 for JO PK',
  '',
  'SCHENGEN https://home-affairs.ec.europa.eu 2026-11-19 60d passport departure+3m',
  '  airside: not-needed 1 for JO PK purpose transit',
  '',
].join('\n');
await loadRegister(platform, [{ name: 'test.txt', text }]);
const ask = (passport: string, country: string, more: { residence?: string; to?: string; enters?: boolean } = {}) => ({
  passport,
  residence: more.residence ?? null,
  country,
  from: 'AE',
  to: more.to ?? 'US',
  enters: more.enters ?? false,
});

describe('what a change of flights asks of a passport', () => {
  it('is free, needed or unknown by the register, with the authority and the day it was read', async () => {
    const answer = await readTransitRules(platform);
    const read = { because: null, source: 'gov.uk', checkedOn: '2026-11-19' };
    expect(answer(ask('JO', 'GB'))).toEqual({ need: 'free', ...read });
    expect(answer(ask('PK', 'GB'))).toEqual({ need: 'needed', ...read });
    expect(answer(ask('JO', 'FJ'))).toEqual({ need: 'unknown', because: null, source: null, checkedOn: null });
  });
  it('is what an entry asks where bags are collected or the airport is changed', async () => {
    const answer = await readTransitRules(platform);
    expect(answer(ask('JO', 'GB', { enters: true }))).toMatchObject({ need: 'needed' });
  });
  it('is nothing at home, where one lives, and in the country or area that one flies to', async () => {
    const answer = await readTransitRules(platform);
    expect(answer(ask('GB', 'GB'))).toMatchObject({ need: 'free', because: 'home' });
    expect(answer(ask('PK', 'GB', { residence: 'GB' }))).toMatchObject({ need: 'free', because: 'home' });
    expect(answer(ask('PK', 'GB', { to: 'GB' }))).toBeNull();
    expect(answer(ask('PK', 'DE', { to: 'ES' }))).toBeNull();
  });
  it('is unknown once the line is stale, and says when it was read', async () => {
    platform.clock.advance(70 * 86_400_000);
    expect((await readTransitRules(platform))(ask('JO', 'GB'))).toMatchObject({ need: 'unknown', checkedOn: '2026-11-19' });
  });
});
