import { expect, it } from 'vitest';
import { EnvironmentFault, readEnv } from './env.server.ts';

const live = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/rihla',
  AUTH_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://rihla.example',
  PAYMENTS: 'sandbox',
};

function faultOf(source: Record<string, string | undefined>): string {
  try {
    readEnv(source);
  } catch (fault) {
    if (fault instanceof EnvironmentFault) return fault.message;
    throw fault;
  }
  return 'none';
}

it('runs a clone on the embedded database with demo accounts and nothing set', () => {
  expect(readEnv({})).toMatchObject({ embedded: true, demo: true, PORT: 3000, DATA_DIR: '.data', publicUrl: 'http://localhost:3000' });
});

it('makes no demo accounts in production, and none on a PostgreSQL that is not said to be a demo', () => {
  expect(readEnv(live)).toMatchObject({ embedded: false, demo: false });
  expect(readEnv({ ...live, DATABASE_URL: 'pglite:/var/rihla' })).toMatchObject({ embedded: true, demo: false });
  expect(readEnv({ DATABASE_URL: 'postgres://db/rihla' }).demo).toBe(false);
  expect(readEnv({ DATABASE_URL: 'postgres://db/rihla', DEMO: 'true' }).demo).toBe(true);
});

it('keeps accounts of a demo outside of a house that is live, on either engine, and of no other', () => {
  const locked = [live, { ...live, DATABASE_URL: 'pglite:/var/rihla' }];
  expect(locked.map((source) => readEnv(source).demoLocked)).toEqual([true, true]);
  const open = [{}, { DATABASE_URL: 'postgres://db/rihla', DEMO: 'true' }, { DATABASE_URL: 'postgres://db/rihla' }];
  expect(open.map((source) => readEnv(source).demoLocked)).toEqual([false, false, false]);
});

it('is a demo without DATABASE_URL, whatever the machine sets NODE_ENV to', () => {
  expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({ embedded: true, demo: true });
});

it.each([
  ['AUTH_SECRET', { ...live, AUTH_SECRET: undefined }],
  ['AUTH_SECRET', { ...live, DATABASE_URL: 'pglite:/var/rihla', AUTH_SECRET: undefined }],
  ['DEMO', { ...live, DATABASE_URL: 'pglite:/var/rihla', DEMO: 'true' }],
  ['PUBLIC_URL', { ...live, PUBLIC_URL: undefined }],
  ['DEMO', { ...live, DEMO: 'true' }],
  ['FAILPOINTS', { ...live, FAILPOINTS: 'place.after-commit:exit' }],
  ['no-such.point', { FAILPOINTS: 'place.after-commit:exit,no-such.point:exit' }],
  ['CLOCK_OFFSET_MS', { ...live, CLOCK_OFFSET_MS: '420000' }],
  ['PORT', { PORT: 'eighty' }],
  ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
  ['DATABASE_URL', { DATABASE_URL: 'pglite:' }],
  ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe' }],
  ['PAYMENTS=stripe', { ...live, PAYMENTS: undefined }],
  ['PAYMENTS=sandbox', { ...live, PAYMENTS: '' }],
  ['PAYMENTS', { ...live, PAYMENTS: 'cash' }],
  ['COMPANY_DOMAIN', { ...live, SMTP_URL: 'smtp://mail.trips.test' }],
])('refuses to start and names %s', (name, source) => {
  expect(faultOf(source)).toContain(name);
});

it('refuses a live payment key on the embedded database, which does not survive a power cut', () => {
  expect(faultOf({ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec' })).toContain('DATABASE_URL');
});

it('takes the pretend bank unasked only where nobody can be charged: a clone, or a PostgreSQL that is not production', () => {
  expect(readEnv({}).PAYMENTS).toBe('sandbox');
  expect(readEnv({ DATABASE_URL: 'postgres://db/rihla' }).PAYMENTS).toBe('sandbox');
  expect(readEnv(live).PAYMENTS).toBe('sandbox');
  expect(readEnv({ ...live, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec' }).PAYMENTS).toBe('stripe');
});
