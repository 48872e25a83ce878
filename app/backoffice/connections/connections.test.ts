import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { hostOf, lastFour, probeOfStatus } from './connection-rules.ts';
import { readConnections } from './read-connections.server.ts';

const currencies = ['USD', 'JPY', 'GBP', 'CHF', 'SEK', 'INR', 'PHP', 'BRL', 'MXN', 'TRY'];
const dailyFile = `<?xml version="1.0"?><Envelope><Cube><Cube time="2026-11-20">
  ${currencies.map((code) => `<Cube currency="${code}" rate="1.0512"/>`).join('')}</Cube></Cube></Envelope>`;
/** The central bank: says what it is told to. */
let says: { status: number; text: string } = { status: 200, text: dailyFile };
const bank = createServer((_, answer) => answer.writeHead(says.status).end(says.text));
await new Promise<void>((ready) => bank.listen(0, '127.0.0.1', ready));
const ratesUrl = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`;
afterAll(() => void bank.close());

const opened = await openDemoPlatform();
const platform = { ...opened, env: { ...opened.env, RATES_URL: ratesUrl } };
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const here = '/admin/connections';
const test = (service: string, cookie = owner) => app.send(here, { cookie, form: { service } });
const rowOf = async (service: string) =>
  (
    (await platform.db.execute(sql`select * from connection_tests where service = ${service}`)) as unknown as {
      rows: { outcome: string; detail: string | null; answered_at: unknown }[];
    }
  ).rows[0];

describe('the page of connections', () => {
  it('names every service, what of it is in use, and offers no test where there is nothing to call', async () => {
    const html = await (await app.send(here, { cookie: owner })).text();
    expect(html).toContain('The pretend bank: charges nobody');
    expect(html).toContain('A folder: nothing leaves');
    expect(html).toContain('name="service" value="rates"');
    expect(html).not.toContain('name="service" value="google"');
    expect((await test('google')).status).toBe(409);
    expect((await test('moon')).status).toBe(404);
  });

  it('tells what came back of a test, who asked for it, and keeps an audit row', async () => {
    const answer = await test('rates');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${here}?tested=rates#rates`]);
    const html = await (await app.send(`${here}?tested=rates`, { cookie: owner })).text();
    expect(html).toContain('It gave a file that we can read.');
    expect(html).toContain('2026-11-20');
    const audits = (await platform.db.execute(
      sql`select detail ->> 'outcome' as outcome from audit_events where action = 'connection.tested' and subject = 'connection_tests:rates'`,
    )) as unknown as { rows: { outcome: string }[] };
    expect(audits.rows).toEqual([{ outcome: 'answered' }]);
  });

  it('tells a refusal from an answer without sense, and keeps when the service last answered', async () => {
    const { answered_at } = (await rowOf('rates'))!;
    says = { status: 403, text: 'no' };
    await test('rates');
    expect(await rowOf('rates')).toMatchObject({ outcome: 'refused', detail: '403', answered_at });
    says = { status: 200, text: '<html>Down for maintenance</html>' };
    await test('rates');
    expect(await rowOf('rates')).toMatchObject({ outcome: 'unreadable', answered_at });
    const html = await (await app.send(here, { cookie: owner })).text();
    expect(html).toContain('It answered, but not with what we expect.');
    expect(html).toContain('Last answered');
  });

  it('sees whether mails can be handed over without handing one over', async () => {
    const before = await platform.mail.folder!.list();
    await test('mail');
    expect(await rowOf('mail')).toMatchObject({ outcome: 'answered' });
    expect(await platform.mail.folder!.list()).toEqual(before);
  });

  it('is tested by those who may change settings, six times a minute', async () => {
    const recruiter = await app.signIn('hr@rihla.example', demoPassword);
    const before = await rowOf('payments');
    expect((await test('payments', recruiter)).headers.get('location')).not.toContain('tested=');
    expect(await rowOf('payments')).toEqual(before);
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await test('mail')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('what is told of a secret', () => {
  it('is its last four characters, and nothing of a short one', () => {
    expect(lastFour('sk_test_abcdefghijklmnopWXYZ')).toBe('WXYZ');
    expect(lastFour('sixteen-letters!')).toBeNull();
    expect(lastFour(undefined)).toBeNull();
  });

  it('never leaves the environment whole, neither alone nor within an address', () => {
    const key = 'sk_test_0123456789abcdefghijWXYZ';
    const env = {
      ...platform.env,
      PAYMENTS: 'stripe' as const,
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
      SMTP_URL: 'smtps://rihla:hush-hush@mail.example:465',
      GEO_LOOKUP_URL: 'https://where.example/{ip}?key=hush-hush',
    };
    const told = JSON.stringify(readConnections({ env, texting: null }));
    expect(told).toContain('WXYZ');
    expect(told).toContain('mail.example:465');
    expect(told).toContain('where.example');
    for (const secret of [key, 'whsec_', 'hush-hush']) expect(told).not.toContain(secret);
  });

  it('leaves the host of an address alone', () => {
    expect(hostOf('https://a:b@bank.example/v1?key=c')).toBe('bank.example');
    expect(hostOf(undefined)).toBeNull();
  });
});

describe('an answer of the web', () => {
  it('is refused where it says that we did wrong, and makes no sense where the other side did', () => {
    expect(probeOfStatus(200)).toBeNull();
    expect(probeOfStatus(401)).toEqual({ outcome: 'refused', detail: '401' });
    expect(probeOfStatus(429)).toEqual({ outcome: 'unreadable', detail: '429' });
    expect(probeOfStatus(503)).toEqual({ outcome: 'unreadable', detail: '503' });
  });
});
