import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailKinds } from '#app/commerce/messages/mail-kinds.ts';
import { insertPayment } from '#app/commerce/payments/payments-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import type { CallRefusal } from '#app/commerce/payments/payment-provider.ts';
import type { CaptureRefusal } from '#app/commerce/payments/capture-payment.server.ts';
import { paymentStates, refundStates } from '#app/commerce/payments/payment-status.ts';
import type { SupplierRefusal } from '#app/products/flights/supplier/flight-supplier.ts';
import type { CustodyFault } from '#app/products/visas/assisted/custody-rules.ts';
import { permissions } from '#app/platform/access.ts';
import { disputeStates } from '#app/commerce/disputes/dispute-status.ts';
import { staffPlaces } from '#app/site-map.ts';
import { linesOf, textsFor } from '#app/ui/catalogues.server.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { loadStaycations } from '#app/products/staycations/load-staycations.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { deskPageName } from './desk-places.ts';
import { tellTasks } from './tell-tasks.server.ts';

const platform = await openTestPlatform();
const say = async (language: LanguageCode, textKey: string, detail: Readonly<Record<string, string | number>>) => {
  const task = { textKey: `tasks:${textKey}`, detail };
  return (await tellTasks(platform.db, language, [task]))(task);
};
/** Every job that a module of the house names, as its source has it. */
const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join('app', file), 'utf8'));
const jobs = [
  ...new Set(sources.flatMap((source) => [...source.matchAll(/\bjobKind(?:<[^(]*>)?\(\s*'([^']+)'/g)].map(([, name]) => name!))),
];

/** A code that a task may carry and that is missing here does not compile. */
const whys: Readonly<
  Record<
    | CallRefusal
    | Exclude<CaptureRefusal, 'unknown' | 'let-go'>
    | SupplierRefusal
    | 'not-expected'
    | 'part-not-wanted'
    | 'change-not-wanted'
    | 'passport-out'
    | 'moved-on'
    | 'filed'
    | 'never-arrived'
    | 'never-issued'
    | 'partly-issued'
    | 'not-paid'
    | 'too-late',
    true
  >
> = {
  'not-found': true,
  'not-possible': true,
  'bad-request': true,
  'not-authorised': true,
  'provider-refused': true,
  'not-offered': true,
  'offer-expired': true,
  'sold-out': true,
  departed: true,
  'seat-taken': true,
  'hold-not-allowed': true,
  'hold-expired': true,
  'already-ticketed': true,
  'already-cancelled': true,
  'void-window-closed': true,
  'traveller-refused': true,
  'not-expected': true,
  'part-not-wanted': true,
  'change-not-wanted': true,
  'passport-out': true,
  'moved-on': true,
  filed: true,
  'never-arrived': true,
  'never-issued': true,
  'partly-issued': true,
  'not-paid': true,
  'too-late': true,
};
const faults: Readonly<Record<CustodyFault | 'safe-differs' | 'not-counted', true>> = {
  'broken-chain': true,
  'card-differs': true,
  'state-differs': true,
  'rests-too-long': true,
  'same-seal': true,
  'safe-differs': true,
  'not-counted': true,
};

it.each(languageCodes)('every code that a task can carry has words of its own in %s', (language) => {
  const t = textsFor(language).of('tasks');
  const english = textsFor('en').of('tasks');
  const keys = [
    ...Object.keys(whys).map((why) => `codes.why.${why}`),
    ...Object.keys(faults).map((fault) => `codes.fault.${fault}`),
    ...paymentStates.map((state) => `codes.payment.${state}`),
    ...refundStates.map((state) => `codes.refund.${state}`),
    ...['held', 'ticketing', 'ticketed', 'cancelled', 'voided', 'flown', 'no_show'].map((state) => `codes.booking.${state}`),
  ];
  expect(keys.filter((key) => t(key, { defaultValue: '' }) === '')).toEqual([]);
  if (language !== 'en') expect(keys.filter((key) => t(key) === english(key))).toEqual([]);
});

describe.each(languageCodes)('a task in %s', (language) => {
  const own = (told: readonly string[], english: readonly string[]) =>
    told.filter((words, at) => language !== 'en' && words === english[at]);
  const all = async (codes: readonly string[], textKey: string, name: string) => {
    const tell = (of: LanguageCode) =>
      Promise.all(codes.map((code) => say(of, textKey, { [name]: code, about: '', page: '/admin/tasks' })));
    const told = await tell(language);
    expect(codes.filter((code, at) => told[at]!.includes(code))).toEqual([]);
    expect(own(told, await tell('en'))).toEqual([]);
    return told;
  };

  it('calls every mail by what it is about and by what stands over it', async () => {
    const told = await all(mailKinds, 'mail-wording', 'mail');
    expect(told.filter((words) => words.includes('{{'))).toEqual([]);
    const t = textsFor(language).of('staff-mails');
    const family = (kind: string) => t(`family.${kind.split('.')[0]}.name`);
    expect(mailKinds.filter((kind, at) => !told[at]!.includes(`${family(kind)}: `))).toEqual([]);
  });
  it('calls every right by words of its own, no two alike', async () => {
    const told = await all(permissions, 'access-request', 'permission');
    expect(new Set(told).size).toBe(permissions.length);
  });
  it('calls every job of the house by words of its own', async () => {
    expect(jobs.length).toBeGreaterThan(100);
    const told = await all(jobs, 'job-failed', 'kind');
    const other = await say(language, 'job-failed', { kind: 'no.such-job', about: '' });
    expect(jobs.filter((_job, at) => told[at] === other)).toEqual([]);
    expect(other).not.toContain('no.such-job');
  });
  it('calls every page of the desk by its title or by that of the page above it', () => {
    const texts = textsFor(language);
    const unnamed = staffPlaces.filter(({ path }) => deskPageName(texts, `/${path}?tab=due`).includes('/'));
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });
  it('says states of disputes as their own page does', async () => {
    await all(
      disputeStates.filter((state) => state.includes('_')),
      'payment-difference.dispute',
      'theirs',
    );
  });
  it('leaves no value of a sentence behind in braces', async () => {
    const keys = [...linesOf(language, 'tasks').keys()].filter((key) => !key.startsWith('codes.'));
    const values = { why: 'sold-out', fault: 'same-seal', supplier: '*', page: '/admin/tasks', permission: 'visas:decide' };
    const told = await Promise.all(keys.map((key) => say(language, key, values)));
    expect(told.filter((words) => /[{}*]/.test(words))).toEqual([]);
  });
});

describe('money in a task', () => {
  it.each([
    ['payment-difference.amount', { ours: '1234500 AED', theirs: '1234567 AED' }, ['AED\u00a012,345.00', 'AED\u00a012,345.67']],
    ['payment-difference.captured', { ours: '56000 KWD', theirs: '0 KWD' }, ['KWD\u00a056.000', 'KWD\u00a00.000']],
    // As it was written down before sums had their currency.
    ['payment-difference.disputed', { ours: '56000', theirs: '6000' }, ['AED\u00a0560.00', 'AED\u00a060.00']],
    ['payment-difference.missing-here', { ours: '', theirs: '12345 AED succeeded' }, ['AED\u00a0123.45, paid']],
    ['payment-difference.refund-status', { ours: '', theirs: 'succeeded' }, ['paid back']],
    ['payment-difference.status', { ours: 'requires_capture', theirs: 'succeeded' }, ['authorised', 'theirs paid.']],
    ['supplier-money', { supplier: 'nobody', order: '7K2M9-4QX3D', amount: 'AED 1830.50', days: 14 }, ['AED\u00a01,830.50']],
    ['flight-discount', { reference: '7K2M9-4QX3D', amount: '1500.00' }, ['AED\u00a01,500.00 off']],
    ['change-unpaid', { order: '7K2M9-4QX3D', amount: 123_456, sum: 'AED 1234.56' }, ['AED\u00a01,234.56']],
  ] as const)('is written as the house writes it: %s', async (textKey, detail, sums) => {
    const told = await say('en', textKey, detail);
    for (const sum of sums) expect(told).toContain(sum);
    expect(told).not.toMatch(/\d{5}/);
  });
});

it('says countries, days and bookings in the language of its reader', async () => {
  expect(await say('es', 'visa-overstay', { country: 'TH', reference: 'R' })).toContain('Tailandia');
  expect(await say('ar', 'visa-rule-due', { sheet: 'SCHENGEN', lines: 2 })).toContain(textsFor('ar').of('requirements')('held.SCHENGEN'));
  expect(await say('en', 'visa-rule-gap.unknown', { destination: 'JP', passport: 'PH' })).toContain(
    'passport of Philippines going to Japan',
  );
  expect(await say('en', 'part-unpaid', { order: 'R', due: '2026-11-30' })).toContain('30 Nov 2026');
  expect(await say('en', 'booking-difference.missing-here', { theirs: 'ABC123 ticketed' })).toContain('ABC123 (ticketed)');
  expect(await say('en', 'booking-difference.status', { booking: 'ABC123', order: 'R', ours: 'no_show', theirs: 'voided' })).toContain(
    'no show',
  );
});

it('names a supplier as the register does, and the order that a failed piece of work was for, also by its payment', async () => {
  const { rows } = (await platform.db.execute(sql`select code, name from flight_suppliers order by code limit 1`)) as unknown as {
    rows: { code: string; name: string }[];
  };
  expect(await say('en', 'supplier-bank', { supplier: rows[0]!.code })).toContain(`supplier ${rows[0]!.name} `);
  expect(await say('en', 'job-failed', { kind: 'payment.capture', about: 'gone' })).toBe(
    'Work failed as often as it may be tried: taking reserved money. Find out what waits for it.',
  );
  const { id, reference } = await placeDeskOrder(platform, new ScriptedSupplier({ offers: [anOffer({ flight: 'EK1' })] }), {
    status: 'paid',
  });
  const at = new Date(platform.clock.now());
  const facts = {
    orderVersion: 1,
    provider: 'sandbox',
    amount: 100,
    currency: 'AED',
    language: 'en',
    createdAt: at,
    changedAt: at,
  } as const;
  await transact(platform.db, (tx) =>
    insertPayment(tx, {
      ...facts,
      id: 'paid',
      orderId: id,
      status: 'requires_payment_method',
      returnTo: { success: '/', failure: '/' },
      expiresAt: at,
    }),
  );
  for (const about of [id, 'paid'])
    expect(await say('en', 'job-failed', { kind: 'payment.capture', about })).toContain(`Work on order ${reference} failed`);
});

it('calls what a table of prices was uploaded for by its title, also where a thing of another kind has the same address', async () => {
  const [stay] = readCatalogueFiles('staycations');
  await loadStaycations(platform, [stay!], { replace: false });
  const told = await say('en', 'supply-import', { table: 'room-rates', thing: stay!.id, count: 3 });
  expect(told).toBe(`A table of prices for “${(stay!.words['en'] as { title: string }).title}” waits for a second person to write it.`);
  expect(await say('en', 'supply-import', { table: 'sessions', thing: stay!.id, count: 3 })).toContain(`“${stay!.id}”`);
});
