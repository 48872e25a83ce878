import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { places } from '#app/site-map.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);
const text = async (path: string, cookie?: string) => (await app.send(path, cookie ? { cookie } : {})).text();

describe('the frame', () => {
  it('has the specified labels, footer links and copyright line', async () => {
    const html = await text('/help');
    for (const label of ['Flights', 'Holidays', 'Visa Services', 'Activities', 'Staycations', 'E-Visa', 'Visa Assistance', 'Sign In'])
      expect(html).toContain(`>${label}<`);
    for (const link of [
      'Privacy policy',
      'Terms of service',
      'Cookie policy',
      'Employee login',
      'Help center',
      'Contact us',
      'Track booking',
      'About us',
      'Careers',
      'Press',
      'Partners',
      'Blog',
    ])
      expect(html).toContain(`>${link}<`);
    expect(html).toContain('© 2025 Rihla. All rights reserved.');
    expect(html).toContain('href="#main"');
  });

  it('leads nowhere but to addresses of the site map', async () => {
    const html = await text('/help');
    const patterns = places.map((place) => new RegExp(`^/${place.path.replace(/:\w+\??/g, '[^/]+')}$`));
    const broken = [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)]
      .map((match) => match[1]!)
      .filter((path) => !patterns.some((pattern) => pattern.test(path)));
    expect(broken).toEqual([]);
  });

  it('stands around a missing page, which is a 404', async () => {
    const answer = await app.send('/nowhere/at/all');
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain('This page is not here');
    expect(html).toContain('© 2025 Rihla');
  });
});

describe('language and currency', () => {
  it('are stored by a plain form and lead back to the page', async () => {
    const answer = await app.send('/preferences', { form: { language: 'ar', back: '/flights?from=DXB' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/flights?from=DXB']);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^language=ar; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    expect((await app.send('/preferences', { form: { currency: 'BRL', back: '//evil.example' } })).headers.get('location')).toBe('/');
  });

  it('leave unknown codes alone', async () => {
    const answer = await app.send('/preferences', { form: { language: 'xx', currency: 'GBP', back: '/' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('start as English and USD', async () => {
    const html = await text('/help');
    expect(html).toContain('<html lang="en" dir="ltr"');
    expect(html).toContain('<bdi>USD</bdi>');
    expect(await text('/help', 'selectedCurrency=SAR')).toContain('<bdi>SAR</bdi>');
    expect(await text('/help', 'language=pt')).toContain('>Ajuda · Rihla</title>');
    expect(await text('/help', 'language=ar')).toContain(' · رحلة</title>');
  });
});

describe('a page that is not there', () => {
  it.each(['/checkout/ZZZZZ-ZZZZZ', '/careers/nope', '/blog/nope', '/flight-deal/nope', '/nowhere'])(
    'is titled so instead of as the page of %s',
    async (path) => {
      const html = await text(path);
      expect(html.match(/<title[^>]*>[^<]*<\/title>/g)).toEqual([expect.stringContaining('>Page not found · Rihla</title>')]);
      expect(await text(path, 'language=ar')).not.toContain('Page not found');
    },
  );

  it('has a heading of the first level where a country has no e-visa of ours', async () => {
    expect(await text('/e-visa/atlantis')).toMatch(/<h1[^>]*>We do not sell/);
  });
});

describe('the calls for currencies', () => {
  it('give target and rate of the active rows with base AED', async () => {
    await platform.db.execute(
      sql`insert into currency_settings (base_currency, target_currency, exchange_rate, is_active) values ('AED', 'USD', 9.9, false), ('USD', 'AED', 3.7, true)`,
    );
    expect(await (await app.send('/api/rates')).json()).toEqual([
      { target_currency: 'AED', exchange_rate: 1 },
      { target_currency: 'BRL', exchange_rate: 1.48 },
      { target_currency: 'EUR', exchange_rate: 0.25 },
      { target_currency: 'SAR', exchange_rate: 1.02 },
      { target_currency: 'USD', exchange_rate: 0.27 },
    ]);
  });

  it('allow one living rate per pair', async () => {
    await expect(
      platform.db.execute(sql`insert into currency_settings (base_currency, target_currency, exchange_rate) values ('AED', 'USD', 0.3)`),
    ).rejects.toThrow();
  });

  it('read the country from the edge, and say nothing where nobody knows', async () => {
    expect(await (await app.send('/api/location', { headers: { 'CF-IPCountry': 'AE' } })).json()).toEqual({ country_code: 'AE' });
    expect(await (await app.send('/api/location')).json()).toEqual({ country_code: null });
  });
});
