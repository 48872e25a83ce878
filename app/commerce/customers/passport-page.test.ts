import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);
const send = (fields: Record<string, string>) => app.send('/passport', { form: fields });

it('keeps two countries in the browser and goes back to where it was asked', async () => {
  const kept = await send({ nationality: 'JO', residence: 'AE', intent: 'keep', back: '/e-visa' });
  expect([kept.status, kept.headers.get('location')]).toEqual([303, '/e-visa']);
  expect(kept.headers.get('set-cookie')).toMatch(/^rihla-passport=JO\.AE; Path=\/; Max-Age=31536000/);
  const page = await (await app.send('/passport', { cookie: 'rihla-passport=JO.AE' })).text();
  expect(page).toMatch(/<option value="JO" selected/);
});

it('takes it away on request, and keeps nothing that is no country', async () => {
  for (const fields of [
    { nationality: 'JO', intent: 'forget' },
    { nationality: 'XX', residence: '<b>', intent: 'keep' },
  ])
    expect((await send(fields as Record<string, string>)).headers.get('set-cookie')).toMatch(/^rihla-passport=; Path=\/; Max-Age=0/);
});

it('never leads to another site', async () => {
  expect((await send({ intent: 'forget', back: 'https://evil.example/' })).headers.get('location')).toBe('/');
});
