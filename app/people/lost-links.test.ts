import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform({ COMPANY_DOMAIN: 'trips.test' });
const app = await openTestApp(platform);

it.each(['/interview/confirm/cut-short', '/careers/application/cut-short', '/contact'])(
  'says at %s where one may write to',
  async (page) => {
    const words = await (await app.send(page)).text();
    expect(words).toContain('travel@trips.test');
    expect(words).not.toContain('rihla.example');
  },
);
