import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { places } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from './support/test-app.ts';
import { openDemoPlatform } from './support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);

/** Texts that have broken forms before: other scripts, controls, markup, SQL, numbers that are none, very long ones. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'NaN',
    '99999999999999999999',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '2027-13-45',
    'DXB',
    'ZZZ',
    'dxb,lhr',
    'دبي',
    'محمد عبد الله',
    "O'Neil -- ; drop table orders",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\u202Eabc',
    '\uD800',
    'null',
    'undefined',
    'true',
    '[]',
    '{"a":1}',
    '__proto__',
    'constructor',
    '//evil.example',
    'javascript:alert(1)',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }).map((text) => text.repeat(60)),
);

const names = fc.oneof(
  fc.constantFrom(
    'from',
    'to',
    'depart',
    'return',
    'trip',
    'adults',
    'children',
    'infants',
    'ages',
    'cabin',
    'stops',
    'page',
    'sort',
    'why',
    'out',
    'offer',
    'key',
    'intent',
    'next',
    'tab',
    'email',
    'password',
    'reference',
    'name',
    'lang',
    'language',
    'currency',
    'q',
    'query',
    'find',
    'status',
    'p0.title',
    'p0.given',
    'p0.surname',
    'p0.birthDay',
    'p0.birthYear',
    'seat',
    'brand',
    'extras',
    'from1',
    'to1',
    'date1',
    'reason',
    'go',
    'view',
    'cursor',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);

const fields = fc.array(fc.tuple(names, nasty), { maxLength: 8 });
const parameter = fc.constantFrom(
  'sample',
  'AAAAA-AAAAA',
  '7K2M9-4QX3D',
  '%20',
  '%E2%80%AE',
  "a'b",
  '0',
  '-',
  'x'.repeat(300),
  '%3Cscript%3E',
);
const place = fc.constantFrom(...places.filter((one) => one.path !== '*'));

describe('whatever is sent', () => {
  it('gets an answer that is not a fault, on every address, read or written, signed in or not', async () => {
    await fc.assert(
      fc.asyncProperty(place, parameter, fields, fc.boolean(), fc.boolean(), async (one, value, pairs, writes, signedIn) => {
        const path = `/${one.path.replace(/:\w+\??/g, value)}`;
        const text = new URLSearchParams();
        for (const [name, content] of pairs) text.append(name, content.toWellFormed());
        const cookie = signedIn && one.id !== 'sign-out' ? owner : '';
        const response = writes
          ? await app.send(path, {
              method: 'POST',
              body: text.toString(),
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
              cookie,
            })
          : await app.send(`${path}?${text.toString().slice(0, 3000)}`, { cookie });
        const body = await response.text();
        expect({
          path,
          status: response.status,
          fault: response.status >= 500 || /at \w+ \(file:|node_modules\//.test(body),
        }).toMatchObject({ fault: false });
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1500), seed: 20261123, endOnFailure: true },
    );
  }, 300_000);

  it('is refused in words when it is larger than a page can take, and when its address is too long', async () => {
    const large = await app.send('/auth', {
      method: 'POST',
      body: `email=${'a'.repeat(1024 * 1024)}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(large.status).toBe(413);
    expect(await large.text()).toContain('Nothing was saved or charged');
    expect((await app.send(`/flights?from=${'a'.repeat(5000)}`)).status).toBe(414);
    // A staff list of fifty links asks for more routes than an address of ours may be long.
    expect((await app.send(`/__manifest?version=x&paths=%2F${'a'.repeat(5000)}`)).status).not.toBe(414);
    expect((await app.send(`/__manifest?version=x&paths=%2F${'a'.repeat(9000)}`)).status).toBe(414);
  });

  it('is not read to its end when ten megabytes come without a word of their length', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 640) controller.close();
        else controller.enqueue(new Uint8Array(16 * 1024).fill(97));
      },
    });
    for (const path of ['/contact', '/webhooks/payments', '/newsletter/leave/x']) {
      sent = 0;
      const init = { method: 'POST', body: path === '/contact' ? body : 'a'.repeat(10 * 1024 * 1024), duplex: 'half' } as RequestInit;
      const large = await app.send(path, { ...init, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
      expect({ path, status: large.status }).toEqual({ path, status: expect.toSatisfy((status: number) => status >= 400 && status < 500) });
      expect(sent).toBeLessThan(20);
    }
  });

  it.each([
    '/admin/consultations?week=9999-12-31',
    '/admin/consultations?week=0001-01-01',
    '/admin/orders/holidays?after=2026-02-30T10:00:00Z~x',
    '/admin/orders/evisa?after=2026-02-30~x',
    '/admin/orders/evisa?sort=received&after=2026-02-30T10:00:00Z~x',
    '/admin/sticker-visa-management?after=2026-02-28%20(x)~x',
    '/admin/sticker-visa-management?sort=travel&after=2026-02-30~x',
    '/admin/hr/asset-management?sort=due&after=2026-02-30~x',
    '/admin/hr/asset-management?sort=due&after=9999-12-31~x',
    '/admin/work?after=2026-02-30T10:00:00.000000Z~task~x',
    '/admin/analytics/records?fact=placed&after=2026-02-30T10:00:00.000Z~x',
  ])('is no fault and comes to an end where a day that nobody can mean is asked for: %s', async (path) => {
    expect((await app.send(path, { cookie: owner })).status).toBeLessThan(500);
  });

  const elsewhere = [
    '//evil.example',
    'https://evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '///evil.example',
  ];

  it('never leads to another site, wherever a form or an address names the way back', async () => {
    const ways = ['next', 'back', 'return', 'to', 'from', 'url', 'redirect', 'continue', 'page'];
    // Pages that are known to lead back are tried with each, all others with one.
    const leadBack = ['auth', 'preferences', 'sign-out', 'auth-google', 'favorites-api', 'staff-login', 'staff-second-step'];
    for (const [index, one] of places.filter((place) => place.path !== '*').entries())
      for (const evil of leadBack.includes(one.id) ? elsewhere : [elsewhere[index % elsewhere.length]!]) {
        const path = `/${one.path.replace(/:\w+\??/g, 'sample')}`;
        const fields = Object.fromEntries(ways.map((way) => [way, evil]));
        const answers = [
          await app.send(`${path}?${new URLSearchParams(fields)}`),
          await app.send(path, { form: { ...fields, language: 'en', currency: 'AED' } }),
        ];
        for (const answer of answers) {
          const to = answer.headers.get('location');
          if (to)
            expect({ path, evil, to: new URL(to, 'http://localhost:3999').origin }).toEqual({ path, evil, to: 'http://localhost:3999' });
        }
      }
  }, 120_000);

  it.each(['xx', 'EN', 'en-GB', 'العربية', '<b>', '%00', 'GBP', 'usd', '__proto__'])(
    'is English in dollars when a browser has kept %s for its language and its currency',
    async (kept) => {
      const cookie = `language=${encodeURIComponent(kept)}; selectedCurrency=${encodeURIComponent(kept)}`;
      for (const path of ['/', '/flights', '/auth']) {
        const answer = await app.send(path, { cookie });
        const html = await answer.text();
        expect([path, answer.status]).toEqual([path, 200]);
        expect(html).toContain('<html lang="en" dir="ltr"');
        expect(html).toMatch(/<summary[^>]*>(?:(?!<\/summary>).)*USD/);
      }
    },
  );

  it.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=', 'x/y'])(
    'is turned away in words when a form says it is %s',
    async (type) => {
      for (const path of ['/auth', '/flight-search-results', '/flight-passenger-details', '/track-booking', '/preferences']) {
        const response = await app.send(path, { method: 'POST', body: '{"a":', headers: { 'Content-Type': type } });
        expect({ path, status: response.status }).toEqual({ path, status: 415 });
      }
    },
  );
});
