import { describe, expect, it } from 'vitest';
import { places } from '#app/site-map.ts';
import { routePolicies } from '#server/route-policies.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from './support/test-app.ts';
import { openDemoPlatform } from './support/test-platform.ts';

/* What holds for every address there is: its headers, who may send it a form, and where it never leads. */
const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);

const pathOf = (path: string) =>
  `/${path
    .replace('/:orderId?', '')
    .replace(/:(\w+)\??/g, 'sample')
    .replace('*', 'no-such-page')}`;
const addresses = [...new Set(places.map((place) => pathOf(place.path)))].filter((path) => path !== '/sign-out');

/** Mail programs post to these by themselves (RFC 8058): what they hold is the token, not a session. */
const oneClick = routePolicies.filter((policy) => policy.methods.includes('POST')).map((policy) => pathOf(policy.path.slice(1)));

/** What is missing or too lax in the head of an answer; empty when all is as it must be. */
function laxIn(response: Response): string[] {
  const csp = response.headers.get('content-security-policy') ?? '';
  const script = /script-src ([^;]*)/.exec(csp)?.[1] ?? '';
  const must: readonly [string, boolean][] = [
    ['no nonce', /'nonce-[\w+/=]{20,}'/.test(script)],
    ['scripts of anybody', !/unsafe-inline|unsafe-eval|\*/.test(script)],
    ['may be framed', csp.includes("frame-ancestors 'none'")],
    ['plugins', csp.includes("object-src 'none'")],
    ['base may be moved', csp.includes("base-uri 'none'")],
    ['types are guessed', response.headers.get('x-content-type-options') === 'nosniff'],
    ['window may be held', response.headers.get('cross-origin-opener-policy') === 'same-origin'],
    ['no request id', (response.headers.get('x-request-id') ?? '').length >= 8],
    ['tells its software', response.headers.get('x-powered-by') === null && response.headers.get('server') === null],
  ];
  return must.filter(([, holds]) => !holds).map(([fault]) => fault);
}

describe('every address', () => {
  it('answers with the same strict head, whether it opens, sends on, refuses or is not there', async () => {
    const lax: string[] = [];
    const nonces = new Set<string>();
    let answers = 0;
    for (const path of [...addresses, '/no/such/page', '/%E0%A4%A', '/admin/no-such-page']) {
      for (const cookie of ['', owner]) {
        const response = await app.send(path, { cookie });
        await response.arrayBuffer();
        answers += 1;
        nonces.add(/'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? path);
        for (const fault of laxIn(response)) lax.push(`${path} (${response.status}): ${fault}`);
        if (response.status >= 500) lax.push(`${path}: ${response.status}`);
      }
    }
    expect(lax).toEqual([]);
    expect(nonces.size).toBe(answers);
  }, 180_000);

  it('takes a body of nothing, of no type, as an empty form', async () => {
    const faults: string[] = [];
    for (const path of addresses) {
      const response = await app.send(path, { method: 'POST', cookie: owner, headers: { 'Content-Type': '' } });
      await response.arrayBuffer();
      if (response.status >= 500) faults.push(`${path}: ${response.status}`);
    }
    expect(faults).toEqual([]);
  }, 180_000);

  it('says of a form that is sent to a page without one that nothing was changed, and not that something broke', async () => {
    for (const path of ['/payment-success', '/payment-failed', '/flights']) {
      const response = await app.send(path, { form: { order: '7K2M9-4QX3D' } });
      const html = await response.text();
      expect(response.status, path).toBe(405);
      expect(html, path).toContain('nothing was changed');
      expect(html, path).not.toContain('broke on our side');
    }
  });

  it('with the sign zero in it leads nowhere, and is no fault of the house', async () => {
    const found: [string, number][] = [];
    const asked = async (path: string) => {
      for (const cookie of ['', owner]) found.push([path, (await app.send(path, { cookie })).status]);
    };
    for (const path of ['/careers/a%00b', '/careers/%00.data', '/admin/job-applications/%00']) await asked(path);
    expect(found.filter(([, status]) => status !== 404)).toEqual([]);
    // In a question it is a character like another, which nothing is found by.
    for (const path of ['/?utm_source=%00', '/admin/customers?find=%00', '/admin/audit?find=a%00b', '/experiences?city=%00'])
      await asked(path);
    expect(found.filter(([, status]) => status >= 500)).toEqual([]);
  });

  it('with another control character in it leads nowhere, whether it is read or sent to', async () => {
    const found: [string, number][] = [];
    for (const path of ['/careers/a%0Ab', '/careers/%0d%0aSet-Cookie:x', '/admin/job-applications/%7F', '/account/%1b', '/track/%09'])
      for (const cookie of ['', owner]) {
        found.push([path, (await app.send(path, { cookie })).status]);
        found.push([path, (await app.send(path, { cookie, form: { act: 'x' } })).status]);
      }
    expect(found.filter(([, status]) => status !== 404)).toEqual([]);
  });

  it('takes no form from another site, a sibling of ours, a file, or nobody', async () => {
    const strangers: readonly Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: 'http://localhost:3998' },
      { Origin: 'https://localhost:3999' },
      { Origin: 'http://localhost.evil.example:3999' },
      { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: '', 'Sec-Fetch-Site': 'same-site' },
    ];
    const taken: string[] = [];
    for (const path of addresses) {
      if (oneClick.includes(path)) continue;
      for (const headers of strangers) {
        const response = await app.send(path, { cookie: owner, form: { key: 'x'.repeat(24) }, headers });
        await response.arrayBuffer();
        if (response.status !== 403) taken.push(`${path} ${JSON.stringify(headers)}: ${response.status}`);
      }
    }
    expect(taken).toEqual([]);
  }, 180_000);

  it('never leads to another site, whatever its address or its form says about the way back', async () => {
    const ways = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      'javascript:alert(1)',
      '\t//evil.example',
      '/..//evil.example',
      'https:evil.example',
    ];
    const led: string[] = [];
    for (const path of [
      '/auth',
      '/admin/login',
      '/preferences',
      '/sign-out',
      '/account',
      '/admin',
      '/track',
      '/set-password',
      '/verify-email',
    ].filter((each) => addresses.includes(each) || each === '/sign-out')) {
      for (const way of ways) {
        const asked = await app.send(
          `${path}?next=${encodeURIComponent(way)}&to=${encodeURIComponent(way)}&returnTo=${encodeURIComponent(way)}`,
        );
        const sent = await app.send(path, {
          form: { next: way, to: way, returnTo: way, back: way, email: 'traveller@rihla.example', password: demoPassword },
        });
        for (const response of [asked, sent]) {
          await response.arrayBuffer();
          const location = response.headers.get('location');
          if (location && new URL(location, 'http://localhost:3999').hostname !== 'localhost') led.push(`${path} ${way}: ${location}`);
        }
      }
    }
    expect(led).toEqual([]);
  }, 120_000);

  it('builds no link from the host that was asked', async () => {
    for (const path of ['/', '/flights', '/auth', '/forgot-password'].filter((each) => addresses.includes(each))) {
      const response = await app.send(path, {
        headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
      });
      expect(await response.text()).not.toContain('evil.example');
    }
  });
});
