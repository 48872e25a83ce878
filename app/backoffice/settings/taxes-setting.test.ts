import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findTaxedVersion, getPricingRules, getPricingVersion, readTaxes } from '#app/commerce/pricing/pricing-store.server.ts';
import { rulesForChange } from '#app/commerce/pricing/promo-codes.server.ts';
import { quote, vatWithin, withMore, type Charge, type PriceLine, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { deliveredTaxes, taxedBy, taxedKinds, type TaxSetting } from '#app/commerce/pricing/tax-rules.ts';
import { readVersion } from '#app/commerce/proposals/proposal-form.ts';
import { priceOfLine } from '#app/commerce/proposals/proposal-price.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { findOpenSetting, listSettingChanges } from '#app/platform/settings-store.server.ts';
import { changeFees } from '#app/products/flights/change/change-rules.ts';
import { rulesToChange } from '#app/products/flights/booking/rules-of-quote.server.ts';
import { priceOfParty } from '#app/products/experiences/experience-price.ts';
import { priceOfStay, stayCharges } from '#app/products/staycations/staycation-price.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { differences, linesOf, readSettingForm, typedOf } from './setting-forms.ts';
import { decideSetting, draftSetting, putBackSetting } from './work-setting.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const requestId = 'request';
const today = clock.now();
async function personOf(email: string, role: StaffRole): Promise<Viewer> {
  const account = (await findAccountByEmail(db, email))!;
  const staff = (await findStaffMember(db, account.id))!;
  const user = { id: account.id, email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { ...staff, roles: [role] } };
}
const huda = await personOf('admin@rihla.example', 'owner');
const otherOwner = await personOf('pricing@rihla.example', 'owner');
const farah = await personOf('finance@rihla.example', 'finance');
const someRule = { permission: 'allowed', penalty: money(10_600, 'AED') } as const;
const delivered = await readTaxes(db, today);
const from = calendarDate('2027-01-01');
const coming: TaxSetting = {
  now: delivered.now,
  next: { from, standard: 600, kinds: { ...delivered.now.kinds, fare: 'standard', insurance: 'exempt' } },
};
const formOf = (fields: object) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
};
const draft = (value: TaxSetting) =>
  draftSetting(platform, { viewer: huda, section: 'taxes', value, reason: 'The new law', requestId, version: 0 });
const decide = (viewer: Viewer, decision: 'apply' | 'agree', version: number) =>
  decideSetting(platform, { viewer, section: 'taxes', decision, version, answer: '', requestId });
async function apply(value: TaxSetting) {
  await draft(value);
  await decide(huda, 'apply', 1);
  expect(await decide(farah, 'agree', 2)).toEqual({ ok: true, value: 'applied' });
}
const newYear = instant(Date.parse('2026-12-31T20:00:00Z'));
const eve = instant(newYear - 1);
const iso = (at: number) => new Date(at).toISOString();
const sold = (rules: PricingRules) =>
  quote({
    charges: (['fare', 'visa-fee', 'insurance'] as const).map((kind) => ({
      kind,
      code: kind,
      nameKey: `price:line.${kind}`,
      travellers: [0],
      each: money(10_600, 'AED'),
    })),
    travellers: ['adult'],
    rules: { ...rules, rules: [] },
    quotedAt: iso(today),
    expiresAt: iso(today),
  }).lines.map(({ kind, vatCategory, vatBasisPoints, vat }) => [kind, vatCategory, vatBasisPoints, vat.amount]);
const before = [
  ['fare', 'zero-rated', 0, 0],
  ['visa-fee', 'standard', 500, 505],
  ['insurance', 'standard', 500, 505],
];
const after = [
  ['fare', 'standard', 600, 600],
  ['visa-fee', 'standard', 600, 600],
  ['insurance', 'exempt', 0, 0],
];

beforeEach(async () => {
  clock.set(today);
  await db.execute(sql`delete from staff_tasks where kind = 'setting-change'`);
  await db.execute(sql`delete from setting_changes`);
});

describe('the form of taxes', () => {
  it('comes back as it was typed, with a change from a day on that names only what differs', () => {
    for (const value of [delivered, coming])
      expect(readSettingForm('taxes', formOf({ ...typedOf('taxes', value), reason: 'As it was' }))).toEqual({
        ok: true,
        value: { value, reason: 'As it was' },
      });
    expect(differences(linesOf('taxes', delivered), linesOf('taxes', coming))).toEqual([
      { name: { text: 'taxes.from' }, before: null, after: { kind: 'days', from, until: from } },
      { name: { text: 'taxes.standard', of: 'taxes.next' }, before: null, after: { kind: 'text', text: '6 %' } },
      { name: { text: 'line.fare', of: 'taxes.next' }, before: null, after: { kind: 'key', text: 'taxes.category.standard' } },
      { name: { text: 'line.insurance', of: 'taxes.next' }, before: null, after: { kind: 'key', text: 'taxes.category.exempt' } },
    ]);
  });

  it('refuses what is no rate or treatment, a change without its day, and a day without a change', () => {
    const wrong = (more: object) => {
      const read = readSettingForm('taxes', formOf({ ...typedOf('taxes', delivered), reason: 'The new law', ...more }));
      return read.ok ? [] : read.wrong.map(({ field, fault }) => `${field} ${fault}`);
    };
    for (const standard of ['0', '15', '-5', 'much', '5.555', '']) expect(wrong({ standard })).toContain('standard rate');
    expect(wrong({ standard: '٥٫٥ %' })).toEqual([]);
    expect(wrong({ 'now.fare': 'free' })).toEqual(['now.fare category']);
    expect(wrong({ 'next.fare': 'free' })).toEqual(['next.fare category']);
    expect(wrong({ nextStandard: '6' })).toEqual(['from date']);
    expect(wrong({ 'next.fare': 'standard' })).toEqual(['from date']);
    // A rate that cannot be read says nothing of a change, nor of its day.
    expect(wrong({ standard: '250' })).toEqual(['standard rate']);
    expect(wrong({ standard: '250', from: '2027-01-01' })).toEqual(['standard rate']);
    expect(wrong({ nextStandard: '250' })).toEqual(['nextStandard rate']);
    expect(wrong({ from: '2027-02-30', nextStandard: '6' })).toEqual(['from date']);
    expect(wrong({ from: '2027-01-01', nextStandard: '5', 'next.fare': 'zero-rated' })).toEqual(['nextStandard no-change']);
  });
});

describe('a change of taxes', () => {
  it('counts when finance has agreed; another owner is no second person for it', async () => {
    await draft(coming);
    expect(await decide(huda, 'apply', 1)).toEqual({ ok: true, value: 'asked' });
    expect(await decide(otherOwner, 'agree', 2)).toEqual({ ok: false, refused: 'finance' });
    expect(await readTaxes(db, today)).toEqual(delivered);
    expect(await decide(farah, 'agree', 2)).toEqual({ ok: true, value: 'applied' });
    expect(await readTaxes(db, today)).toEqual(coming);
  });

  it('never begins on a day behind, neither when it is drafted nor when it is agreed to', async () => {
    const next = { ...coming.next!, from: calendarDate('2026-11-23') };
    expect(await draft({ ...coming, next })).toEqual({ ok: false, refused: 'past-day' });
    await draft(coming);
    clock.set(eve);
    expect(await decide(huda, 'apply', 1)).toEqual({ ok: true, value: 'asked' });
    clock.set(newYear);
    expect(await decide(farah, 'agree', 2)).toEqual({ ok: false, refused: 'begun' });
    expect(await readTaxes(db, newYear)).toEqual(delivered);
  });

  it('is not asked for once its day has come', async () => {
    await draft(coming);
    clock.set(newYear);
    expect(await decide(huda, 'apply', 1)).toEqual({ ok: false, refused: 'begun' });
  });

  it('stands as what holds once it has begun, and another after it begins there', async () => {
    await apply(coming);
    clock.set(instant(Date.parse('2027-02-01T08:00:00Z')));
    const begun = { standard: 600, kinds: coming.next!.kinds };
    expect(await readTaxes(db, clock.now())).toEqual({ now: begun, next: null });
    const page = await (await app.send('/admin/settings/taxes', { cookie: await app.signIn('admin@rihla.example', demoPassword) })).text();
    expect(page).toMatch(/name="standard"[^>]*value="6"|value="6"[^>]*name="standard"/);
    const stale = { ...coming, next: { ...coming.next!, standard: 700 } };
    expect(await draft(stale)).toEqual({ ok: false, refused: 'past-day' });
    const summer = { now: begun, next: { ...begun, from: calendarDate('2027-07-01'), standard: 700 } };
    await apply(summer);
    expect(sold(await getPricingRules(db, clock.now()))).toEqual(after);
  });

  it('that would end one which began meanwhile, without saying so, is not agreed to', async () => {
    await apply(coming);
    await draft({ now: delivered.now, next: { ...delivered.now, from: calendarDate('2027-07-01'), standard: 700 } });
    await decide(huda, 'apply', 1);
    clock.set(newYear);
    expect(await decide(farah, 'agree', 2)).toEqual({ ok: false, refused: 'begun' });
    expect(sold(await getPricingRules(db, newYear))).toEqual(after);
  });

  it('is put back as what holds where what stood before has begun since', async () => {
    await apply(coming);
    clock.set(instant(today + 60_000));
    await apply({ ...delivered, now: { ...delivered.now, standard: 550 } });
    const [last] = (await listSettingChanges(db, 'taxes', { size: 1, number: 1 })).rows;
    clock.set(newYear);
    expect(await putBackSetting(platform, { viewer: huda, section: 'taxes', id: last!.id, reason: 'After all', requestId })).toEqual({
      ok: true,
      value: null,
    });
    expect((await findOpenSetting(db, 'taxes'))?.value).toEqual({ now: { standard: 600, kinds: coming.next!.kinds }, next: null });
  });

  it('holds from its day in Dubai: a quote says the rate it used, before and after', async () => {
    await apply(coming);
    expect(sold(await getPricingRules(db, eve))).toEqual(before);
    expect(sold(await getPricingRules(db, newYear))).toEqual(after);
    expect((await findTaxedVersion(db, newYear)).vat.insurance).toEqual({ category: 'exempt', basisPoints: 0 });
  });

  it('leaves what was priced before as it was, though a setting says another rate for all days', async () => {
    const { version } = await getPricingRules(db, today);
    clock.set(instant(today + 60_000));
    await apply({
      now: { ...delivered.now, standard: 600, kinds: { ...delivered.now.kinds, fare: 'standard', insurance: 'exempt' } },
      next: null,
    });
    expect(sold(await getPricingVersion(db, version, today))).toEqual(before);
    expect(sold(await getPricingVersion(db, version, clock.now()))).toEqual(after);
  });

  it('reaches what is enjoyed here, and nothing of what is enjoyed elsewhere', async () => {
    await apply(coming);
    const [old, fresh] = [await getPricingRules(db, eve), await getPricingRules(db, newYear)];
    const tour = (country: string, rules: PricingRules) => {
      const facts = { country, ageBands: [{ band: 'adult' as const, from: 12, to: 99, price: money(10_600, 'AED') }] };
      const [line] = priceOfParty(facts as Parameters<typeof priceOfParty>[0], { adult: 1 }, { ...rules, rules: [] }, iso(today)).lines;
      return [line!.vatBasisPoints, line!.vat.amount, line!.vatPlace];
    };
    expect([tour('AE', old), tour('AE', fresh), tour('OM', fresh)]).toEqual([
      [500, 505, undefined],
      [600, 600, undefined],
      [500, 505, 'OM'],
    ]);
    const room = { key: 'deluxe', from: money(100_000, 'AED') };
    const wish = { room, rooms: 1, nights: 1, arrival: null, plan: { key: 'saver', percent: 100 }, changes: [] } as unknown as Parameters<
      typeof stayCharges
    >[1];
    const night = (country: 'AE' | 'SA', rules: PricingRules) => stayCharges({ country, stars: 5 }, wish, rules.standardVat)[0]!.vat;
    expect(night('AE', old)).toEqual({ category: 'standard', basisPoints: 500 });
    expect(night('AE', fresh)).toEqual({ category: 'standard', basisPoints: 600 });
    expect(night('SA', fresh)).toEqual({ category: 'standard', basisPoints: 1500, place: 'SA' });
  });

  it('leaves the lines of a flight that was sold as they were, through one change after the other', async () => {
    const { version } = await getPricingRules(db, eve);
    await apply(coming);
    const charge = (kind: 'fare' | 'insurance' | 'visa-fee', code: string) =>
      ({ kind, code, nameKey: `price:line.${kind}`, travellers: [0], each: money(10_600, 'AED') }) as const;
    const priced = (charges: readonly Charge[], rules: PricingRules, at: number) =>
      quote({ charges, travellers: ['adult'], rules: { ...rules, rules: [] }, quotedAt: iso(at), expiresAt: iso(at) });
    const rates = (of: Quote) => Object.fromEntries(of.lines.map(({ code, vatBasisPoints }) => [code, vatBasisPoints]));
    const [fare, cover, visa] = [charge('fare', '0.saver.adult'), charge('insurance', 'travel'), charge('visa-fee', 'visa')];
    const december = priced([fare, cover], await getPricingVersion(db, version, eve), eve);
    expect(rates(december)).toEqual({ '0.saver.adult': 0, travel: 500 });
    const later = (await rulesToChange(db, newYear, december)).rules;
    const more = withMore(december, [visa], later, { quotedAt: iso(newYear), expiresAt: iso(newYear) });
    expect(rates(more)).toEqual({ '0.saver.adult': 0, travel: 500, visa: 600 });
    const again = (await rulesToChange(db, instant(newYear + 60_000), more)).rules;
    const fees = changeFees({ number: 1, rule: someRule, travellers: [0], carriage: again.vat.fare });
    expect(rates(priced([fare, cover, visa, ...fees], again, newYear))).toEqual({
      '0.saver.adult': 0,
      travel: 500,
      visa: 600,
      '1.airline': 600,
      '1.ours': 600,
    });
  });

  it('takes a stay that is moved apart by the rate at which it was bought', async () => {
    await apply(coming);
    const house = { country: 'AE', stars: 5 } as const;
    const room = { key: 'deluxe', from: money(100_000, 'AED') };
    const wish = { room, rooms: 1, nights: 1, arrival: null, plan: { key: 'saver', percent: 100 }, changes: [] } as unknown as Parameters<
      typeof priceOfStay
    >[1];
    const bought = priceOfStay(house, wish, { ...(await getPricingRules(db, eve)), rules: [] }, iso(eve));
    const order = { id: 'none', createdAt: new Date(eve) };
    const moved = priceOfStay(house, wish, { ...(await rulesForChange(db, newYear, order, bought)).rules, rules: [] }, iso(newYear));
    expect(moved.lines).toEqual(bought.lines);
  });

  it('taxes what is paid later otherwise, line by line, and leaves what another country taxes', async () => {
    const facts = { on: 'insurance' };
    const line = (kind: PriceLine['kind'], basisPoints: number, more: Partial<PriceLine> = {}): PriceLine => {
      const amount = money(10_600, 'AED');
      const vat = vatWithin(amount, basisPoints);
      const vatCategory = basisPoints > 0 ? 'standard' : 'zero-rated';
      const plain = { code: kind, nameKey: '', travellers: [0], each: amount, amount, vat, ruleId: null, facts: {} };
      return { kind, ...plain, vatCategory, vatBasisPoints: basisPoints, ...more };
    };
    const lines = [line('fare', 0), line('activity', 500), line('activity', 500, { vatPlace: 'OM' }), line('insurance', 500)];
    const agreed = { currency: 'AED', lines: [...lines, line('discount', 500, { facts })] } as unknown as Quote;
    const taxed = taxedBy(agreed, coming.next!);
    expect(taxed.lines.map(({ vatCategory, vatBasisPoints, vat }) => [vatCategory, vatBasisPoints, vat.amount])).toEqual([
      ['standard', 600, 600],
      ['standard', 600, 600],
      ['standard', 500, 505],
      ['exempt', 0, 0],
      ['exempt', 0, 0],
    ]);
    expect(taxed.vatTotal.amount).toBe(1705);
    expect(taxedBy(agreed, delivered.now)).toBe(agreed);
  });

  it('is written into the lines of a proposal, which keep the rate at which they were offered', () => {
    const form = formOf({
      title: 'Liwa',
      startsOn: '2027-02-01',
      endsOn: '2027-02-03',
      adults: '2',
      validUntil: '2026-12-20',
      'words.0': 'A guide',
      'net.0': '100',
      'vat.0': 'standard',
    });
    const [was] = readVersion(form, calendarDate('2026-11-23'), null).version!.content.lines;
    const [is] = readVersion(form, calendarDate('2026-11-23'), null, 600).version!.content.lines;
    expect([priceOfLine(was!).vat, priceOfLine(is!).vat]).toEqual([500, 600]);
  });

  it('is written on a page of its own with every kind of line by its name', async () => {
    const page = await (await app.send('/admin/settings/taxes', { cookie: owner })).text();
    expect(page).toContain('Taxes and airport charges');
    expect(taxedKinds.filter((kind) => !page.includes(`name="next.${kind}"`))).toEqual([]);
    const refused = await app.send('/admin/settings/taxes', {
      cookie: owner,
      form: { ...typedOf('taxes', coming), intent: 'draft', version: '0', from: '2026-11-01', reason: 'The new law' },
    });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('The day lies behind or is today.');
    expect(deliveredTaxes((await findTaxedVersion(db, today)).vat)).toEqual(delivered);
  });
});
