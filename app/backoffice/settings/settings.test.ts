import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliveredDeskHours } from '#app/commerce/inquiries/answer-time-rules.ts';
import { readDeskDays, readDeskHours } from '#app/commerce/inquiries/desk-hours.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { readSeller } from '#app/commerce/invoices/invoices-store.server.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { openTicketByHand } from '#app/commerce/tickets/open-ticket.server.ts';
import { findTicketAsStaff } from '#app/commerce/tickets/tickets-store.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { staffRoles, type StaffRole, type Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { deliveredHouseFacts } from '#app/platform/house-facts.ts';
import { deliveredRefundLimits, refundLimitOf, rolesWithLimits } from '#app/platform/refund-limits.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { settingMachine } from '#app/platform/setting-status.ts';
import { findOpenSetting } from '#app/platform/settings-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { deliveredDiscountLimits } from '#app/products/flights/quotes/discount-limits.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { differences, linesOf, needsSecond, readSettingForm, typedOf } from './setting-forms.ts';
import { withUntaken } from './payments-setting.ts';
import { decideSetting, draftSetting, putBackSetting } from './work-setting.server.ts';

const platform = await openDemoPlatform();
const { db } = platform;
const delivered = deliveredHouseFacts(platform.env.houseMail);
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);

const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
async function personOf(email: string, role: StaffRole): Promise<Viewer> {
  const account = (await findAccountByEmail(db, email))!;
  const staff = (await findStaffMember(db, account.id))!;
  const user = { id: account.id, email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { ...staff, roles: [role] } };
}
const huda = await personOf('admin@rihla.example', 'owner');
const otherOwner = await personOf('pricing@rihla.example', 'owner');
const farah = await personOf('finance@rihla.example', 'finance');
const requestId = 'request';
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const lowered = { ...deliveredRefundLimits, flight_agent: 10_000 };
const waiting = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'setting-change');
const draftLimits = (viewer: Viewer, value = lowered, version = 0) =>
  draftSetting(platform, { viewer, section: 'limits', value, reason: 'A quiet month', requestId, version });
const decide = (viewer: Viewer, decision: 'apply' | 'agree' | 'send-back' | 'drop', version: number, answer = '') =>
  decideSetting(platform, { viewer, section: 'limits', decision, version, answer, requestId });

const post = (section: string, cookie: string, fields: Record<string, string>) =>
  app.send(`/admin/settings/${section}`, { cookie, form: fields });

beforeEach(async () => {
  await db.execute(sql`delete from staff_tasks where kind = 'setting-change'`);
  await db.execute(sql`delete from setting_changes`);
});

describe('a form of settings', () => {
  it('comes back as it was typed, and says all that is wrong at once', () => {
    const hours = typedOf('hours', deliveredDeskHours);
    expect(readSettingForm('hours', formOf({ ...hours, reason: 'As it was' }))).toMatchObject({
      ok: true,
      value: { value: deliveredDeskHours },
    });
    const typed = { ...hours, weekdaysFrom: '25:00', saturdayUntil: '09:00', ramadanFrom: '', ramadanUntil: '' };
    const read = readSettingForm('hours', formOf({ ...typed, reason: '' }));
    expect(read).toMatchObject({ ok: false, typed: { weekdaysFrom: '25:00', saturdayUntil: '09:00' } });
    expect(read.ok ? [] : read.wrong).toEqual([
      { field: 'weekdaysFrom', fault: 'time' },
      { field: 'saturdayUntil', fault: 'order' },
      { field: 'ramadanFrom', fault: 'open' },
      { field: 'reason', fault: 'reason' },
    ]);
  });

  it('takes hours of single desks, none where nothing of them is typed, and asks for a whole week otherwise', () => {
    const hours = typedOf('hours', deliveredDeskHours);
    const read = (more: Record<string, string>) => readSettingForm('hours', formOf({ ...hours, reason: 'Desks', ...more }));
    const week = {
      'visas.weekdaysFrom': '8:00',
      'visas.weekdaysUntil': '15:00',
      'visas.ramadanFrom': '09:00',
      'visas.ramadanUntil': '14:00',
    };
    const visas = {
      weekdays: { from: '08:00', until: '15:00' },
      ramadan: { from: '09:00', until: '14:00' },
      saturday: null,
      sunday: null,
    };
    const value = { ...deliveredDeskHours, desks: { visas } };
    expect(read(week)).toEqual({ ok: true, value: { value, reason: 'Desks' } });
    expect(readSettingForm('hours', formOf({ ...typedOf('hours', value), reason: 'Desks' }))).toEqual(read(week));
    const wrong = read({ 'flights.saturdayFrom': '16:00', 'flights.saturdayUntil': '10:00' });
    expect(wrong.ok ? [] : wrong.wrong).toEqual([
      { field: 'flights.weekdaysFrom', fault: 'open' },
      { field: 'flights.saturdayUntil', fault: 'order' },
      { field: 'flights.ramadanFrom', fault: 'open' },
    ]);
    const changes = differences(linesOf('hours', deliveredDeskHours), linesOf('hours', value));
    expect(changes[0]).toEqual({
      name: { text: 'hours.weekdays', of: 'hours.desk.visas' },
      before: null,
      after: { kind: 'hours', from: '08:00', until: '15:00' },
    });
    expect(changes.at(-1)).toEqual({ name: { text: 'hours.desk.visas' }, before: { kind: 'key', text: 'hours.asHouse' }, after: null });
  });

  it('takes holidays of a day or several, and refuses those that are backwards, too long, nameless or there already', () => {
    const hours = typedOf('hours', deliveredDeskHours);
    const holidays = (more: Record<string, string>) => readSettingForm('hours', formOf({ ...hours, reason: 'Holidays', ...more }));
    expect(
      holidays({
        holiday0Name: 'Eid al Etihad',
        holiday0From: '2026-12-02',
        holiday0Until: '2026-12-03',
        holiday1Name: '',
        holiday1From: '',
        holiday1Until: '',
        holiday2Name: 'New Year',
        holiday2From: '2026-01-01',
        holiday2Until: '',
      }),
    ).toMatchObject({
      ok: true,
      value: {
        value: {
          holidays: [
            { name: 'New Year', from: '2026-01-01', until: '2026-01-01' },
            { name: 'Eid al Etihad', from: '2026-12-02', until: '2026-12-03' },
          ],
        },
      },
    });
    const one = (name: string, from: string, until: string) => ({ holiday0Name: name, holiday0From: from, holiday0Until: until });
    const wrong = (more: Record<string, string>) => {
      const read = holidays(more);
      return read.ok ? [] : read.wrong.map(({ fault }) => fault);
    };
    expect(wrong(one('Eid', '2026-12-03', '2026-12-02'))).toEqual(['order']);
    expect(wrong(one('Eid', '2026-12-03', '2027-12-02'))).toEqual(['long']);
    expect(wrong(one('', '2026-02-30', ''))).toEqual(['name', 'date']);
    expect(
      wrong({ ...one('Eid', '2026-12-01', '2026-12-03'), holiday1Name: 'Again', holiday1From: '2026-12-03', holiday1Until: '' }),
    ).toEqual(['twice']);
  });

  it('reads limits as amounts, an empty one as none, and refuses what is no amount or far too much', () => {
    const typed = typedOf('limits', deliveredRefundLimits);
    expect(Object.keys(typed)).toEqual([...rolesWithLimits]);
    expect(
      readSettingForm('limits', formOf({ ...typed, owner: '١٢٬٠٠٠'.replace('٬', ''), finance: '', reason: 'New year' })),
    ).toMatchObject({
      ok: true,
      value: { value: { owner: 1_200_000, flight_agent: 30_000 } },
    });
    const read = readSettingForm('limits', formOf({ ...typed, owner: '-1', finance: '1000000.01', reason: 'New year' }));
    expect(read.ok ? [] : read.wrong.map(({ field }) => field)).toEqual(['owner', 'finance']);
  });

  it('takes no limit for discounts above what a second person always decides', () => {
    const typed = typedOf('discounts', deliveredDiscountLimits);
    const read = (more: Record<string, string>) => readSettingForm('discounts', formOf({ ...typed, reason: 'A fair', ...more }));
    expect(read({ flight_agent: '75.50' })).toMatchObject({ ok: true, value: { value: { owner: 50_000, flight_agent: 7_550 } } });
    expect(read({ owner: '1000' }).ok).toBe(true);
    expect(read({ owner: '1000.01' })).toMatchObject({ ok: false, wrong: [{ field: 'owner', fault: 'discount' }] });
    expect(Object.keys(typed)).not.toContain('finance');
  });

  it('offers ways of paying for what they exist for, and leaves each product one that ends with its money', () => {
    const typed = typedOf('payments', deliveredWays);
    const read = (change: Record<string, string | null>) => {
      const form = formOf({ ...typed, reason: 'The bank is closed' });
      for (const [name, value] of Object.entries(change))
        if (value === null) form.delete(name);
        else form.set(name, value);
      return readSettingForm('payments', form);
    };
    expect(read({})).toMatchObject({ ok: true, value: { value: deliveredWays } });
    expect(read({ 'later.flight': null, 'later.holiday': 'on', 'card.least': '10', 'card.most': '5000.50' })).toMatchObject({
      ok: true,
      value: { value: { later: { kinds: [] }, card: { least: 1_000, most: 500_050 } } },
    });
    const wrong = (change: Record<string, string | null>) => {
      const answer = read(change);
      return answer.ok ? [] : answer.wrong;
    };
    expect(wrong({ 'card.flight': null })).toEqual([]);
    expect(wrong({ 'card.flight': null, 'credit.flight': null })).toEqual([{ field: 'card.flight', fault: 'last-way' }]);
    // Who collects in four must agree each time: it leaves nothing by itself.
    expect(wrong({ 'card.flight': null, 'credit.flight': null, 'four.flight': 'on' })).toHaveLength(1);
    expect(read({ 'four.flight': null, 'four.least': '', 'four.most': '2500' })).toMatchObject({
      ok: true,
      value: { value: { four: { kinds: deliveredWays.four.kinds.filter((kind) => kind !== 'flight'), least: null, most: 250_000 } } },
    });
    expect(wrong({ 'parts.least': '20', 'parts.most': '10', 'later.most': 'much' })).toEqual([
      { field: 'later.most', fault: 'amount' },
      { field: 'parts.most', fault: 'sizes' },
    ]);
  });

  it('tells of four parts what the provider in use can take, whatever is ticked for them', () => {
    const lines = linesOf('payments', deliveredWays);
    const says = (methods: readonly ('card' | 'four')[]) => withUntaken('payments', lines, methods).find(({ key }) => key === 'four')!.says;
    expect(says(['card', 'four'])).toEqual({ kind: 'way', ...deliveredWays.four });
    expect(says(['card'])).toEqual({ kind: 'key', text: 'payments.untaken' });
    // A change that was made before there were four parts is read as it was meant: it says nothing of them.
    const { four, ...older } = deliveredWays;
    expect(linesOf('payments', older as typeof deliveredWays)).toEqual(lines);
    expect(typedOf('payments', older as typeof deliveredWays)).toMatchObject({ 'four.least': String(four.least! / 100) });
    expect(withUntaken('payments', lines, ['card']).filter(({ key }) => key !== 'four')).toEqual(lines.filter(({ key }) => key !== 'four'));
  });

  it('reads what the public is told, empty ones as nothing told, and refuses what is no address or number', () => {
    const read = (more: Record<string, string>) =>
      readSettingForm('public', formOf({ ...typedOf('public', delivered), reason: 'Licensed', ...more }));
    expect(read({})).toMatchObject({ ok: true, value: { value: delivered } });
    expect(read({ phone: '+971 4 123 4567', licence: ' 1234567 ' })).toMatchObject({
      ok: true,
      value: { value: { phone: '+971 4 123 4567', licence: '1234567', accreditation: null } },
    });
    const wrong = read({ email: 'travel@', phone: '04 1234567', licence: 'x'.repeat(81) });
    expect(wrong.ok ? [] : wrong.wrong.map(({ field, fault }) => [field, fault])).toEqual([
      ['email', 'mail'],
      ['phone', 'phone'],
      ['licence', 'too-long'],
    ]);
  });

  it('shows what changes, line by line', () => {
    const lines = differences(linesOf('limits', deliveredRefundLimits), linesOf('limits', lowered));
    expect(lines).toEqual([
      { name: { text: 'role.flight_agent' }, before: { kind: 'money', amount: 30_000 }, after: { kind: 'money', amount: 10_000 } },
    ]);
  });
});

describe('a change of the settings', () => {
  it('has the moves that the database knows', async () => {
    const known = await rows<{ from: string; to: string }>(
      sql`select from_status as from, to_status as to from status_edges where machine = 'setting-change' order by 1, 2`,
    );
    const declared = edgesOf(settingMachine).map(([from, to]) => ({ from, to }));
    const order = (edges: readonly { from: string; to: string }[]) => edges.map(({ from, to }) => `${from}>${to}`).toSorted();
    expect(order(known)).toEqual(order(declared));
  });

  it('counts only when a second person has agreed, and no hand that wrote it is that person', async () => {
    expect(await draftLimits(farah)).toEqual({ ok: false, refused: 'permission' });
    expect(await draftLimits(huda)).toMatchObject({ ok: true });
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(30_000);
    // Another owner goes on with the draft: now both wrote it.
    const version = (await findOpenSetting(db, 'limits'))!.rowVersion;
    expect(await draftLimits(otherOwner, { ...lowered, finance: 100_000 }, version)).toMatchObject({ ok: true });
    expect(await decide(otherOwner, 'apply', version + 1)).toEqual({ ok: true, value: 'asked' });
    expect(await waiting()).toHaveLength(1);
    for (const own of [huda, otherOwner]) expect(await decide(own, 'agree', version + 2)).toEqual({ ok: false, refused: 'own' });
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(30_000);
    expect(await decide(farah, 'agree', version + 2)).toEqual({ ok: true, value: 'applied' });
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(10_000);
    expect(await waiting()).toHaveLength(0);
    const [said] = await rows<{ detail: { before: object; value: object } }>(
      sql`select detail from audit_events where action = 'setting.applied' order by at desc limit 1`,
    );
    expect(said!.detail).toMatchObject({ before: deliveredRefundLimits, value: { flight_agent: 10_000, finance: 100_000 } });
  });

  it('is decided once though two press at the same time, and never from an old page', async () => {
    await draftLimits(huda);
    expect(await decide(huda, 'apply', 7)).toEqual({ ok: false, refused: 'changed' });
    await decide(huda, 'apply', 1);
    const both = await Promise.all([decide(farah, 'agree', 2), decide(farah, 'agree', 2)]);
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const [{ versions }] = (await rows<{ versions: number }>(
      sql`select count(*)::int as versions from setting_changes where status = 'applied'`,
    )) as [{ versions: number }];
    expect(versions).toBe(1);
  });

  it('goes back with a reason, waits no more, and can be dropped', async () => {
    await draftLimits(huda);
    await decide(huda, 'apply', 1);
    expect(await draftLimits(otherOwner, lowered, 2)).toEqual({ ok: false, refused: 'under-way' });
    expect(await decide(farah, 'send-back', 2)).toEqual({ ok: false, refused: 'no-reason' });
    expect(await decide(farah, 'send-back', 2, 'Too low for Friday')).toEqual({ ok: true, value: 'sent-back' });
    expect(await waiting()).toHaveLength(0);
    expect((await findOpenSetting(db, 'limits'))!.answer).toBe('Too low for Friday');
    expect(await decide(farah, 'agree', 3)).toEqual({ ok: false, refused: 'not-now' });
    expect(await decide(huda, 'drop', 3)).toEqual({ ok: true, value: 'dropped' });
    expect(await findOpenSetting(db, 'limits')).toBeNull();
  });

  it('can be put back, which is a change like any other', async () => {
    await draftLimits(huda);
    await decide(huda, 'apply', 1);
    await decide(farah, 'agree', 2);
    const [applied] = await rows<{ id: string }>(sql`select id from setting_changes where status = 'applied'`);
    const back = { viewer: huda, section: 'limits', id: applied!.id, reason: 'Put back', requestId } as const;
    expect(await putBackSetting(platform, { ...back, section: 'hours' })).toEqual({ ok: false, refused: 'not-now' });
    expect(await putBackSetting(platform, back)).toMatchObject({ ok: true });
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(10_000);
    await decide(huda, 'apply', 1);
    await decide(farah, 'agree', 2);
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(30_000);
  });

  it('of the hours counts at once, in promises and on the contact page', async () => {
    const value = { ...deliveredDeskHours, saturday: null, sunday: { from: '11:00', until: '15:00' } };
    const drafted = await post('hours', owner, { intent: 'draft', version: '0', ...typedOf('hours', value), reason: 'Sundays' });
    expect(drafted.headers.get('location')).toContain('did=drafted');
    expect(await (await app.send('/contact')).text()).toContain('10:00 – 16:00');
    expect((await post('hours', owner, { intent: 'apply', version: '1' })).headers.get('location')).toContain('did=applied');
    expect(await readDeskHours(db)).toEqual(value);
    const page = await (await app.send('/contact')).text();
    expect(page).toContain('11:00 – 15:00');
    expect(page).not.toContain('10:00 – 16:00');
  });

  it('of a holiday moves what is promised after it and nothing that was promised before', async () => {
    const { clock } = platform;
    const then = clock.now();
    clock.set(instant(Date.parse('2026-11-30T08:00:00Z')));
    const asked = async (kind: 'e-visa' | 'holiday') => {
      const reference = await transact(db, (tx) =>
        takeInquiry(tx, platform, {
          kind,
          contact: { name: 'Omar Said', email: 'omar@example.com', phone: null },
          message: 'When do I hear from you?',
          language: 'en',
          userId: null,
          country: 'IN',
        }),
      );
      return {
        reference,
        by: async () => (await rows<{ by: string }>(sql`select answer_by as by from inquiries where reference = ${reference}`))[0]!.by,
      };
    };
    const said = async (one: { by: () => Promise<string> }) => new Date(await one.by()).toISOString();
    const ticket = () =>
      openTicketByHand(platform, {
        subject: 'The bag did not arrive',
        channel: 'phone',
        contact: { name: 'Omar Said', email: null, phone: '+971501234567' },
        words: 'It stayed in Istanbul.',
        language: 'en',
        priority: 'normal',
        orderId: null,
        userId: null,
        staffId: huda.kind === 'staff' ? huda.user.id : '',
      });
    const firstDue = async (reference: string) => (await findTicketAsStaff(db, reference))!.firstDueAt.toISOString();
    const [before, ticketBefore] = [await asked('e-visa'), await ticket()];
    expect(await said(before)).toBe('2026-12-01T14:00:00.000Z');
    expect(await firstDue(ticketBefore)).toBe('2026-12-01T08:00:00.000Z');
    const value = {
      ...deliveredDeskHours,
      holidays: [{ name: 'Eid al Etihad', from: calendarDate('2026-12-01'), until: calendarDate('2026-12-02') }],
      desks: {
        visas: { weekdays: { from: '09:00', until: '15:00' }, ramadan: { from: '09:00', until: '13:00' }, saturday: null, sunday: null },
      },
    };
    await draftSetting(platform, { viewer: huda, section: 'hours', value, reason: 'Announced', requestId, version: 0 });
    await decideSetting(platform, { viewer: huda, section: 'hours', decision: 'apply', version: 1, answer: '', requestId });
    expect(await said(before)).toBe('2026-12-01T14:00:00.000Z');
    expect(await firstDue(ticketBefore)).toBe('2026-12-01T08:00:00.000Z');
    expect(await said(await asked('e-visa'))).toBe('2026-12-03T11:00:00.000Z');
    expect(await said(await asked('holiday'))).toBe('2026-12-03T14:00:00.000Z');
    expect(await firstDue(await ticket())).toBe('2026-12-03T08:00:00.000Z');
    // The day of an e-visa that was paid before the holiday was entered is counted as it was then.
    const tuesday = calendarDate('2026-12-01');
    expect((await readDeskDays(db, 'visas', new Date('2026-11-30T07:00:00Z')))(tuesday)).toBe(true);
    expect((await readDeskDays(db, 'visas'))(tuesday)).toBe(false);
    clock.set(then);
  });

  it('of the company needs a second person where tax documents say it, and documents say it from then on', async () => {
    const before = await readSeller(db);
    expect(needsSecond('company', before, { ...before, address: 'Deira' })).toBe(false);
    expect(needsSecond('company', before, { ...before, trn: null })).toBe(true);
    const ask = { viewer: huda, section: 'company', requestId } as const;
    await draftSetting(platform, { ...ask, value: { ...before, address: 'Deira, Dubai' }, reason: 'Moved', version: 0 });
    await decideSetting(platform, { ...ask, decision: 'apply', version: 1, answer: '' });
    expect((await readSeller(db)).address).toBe('Deira, Dubai');
  });
});

it('limits stand for roles that give money back, and the highest of somebody counts', () => {
  expect(staffRoles.filter((role) => deliveredRefundLimits[role] && !rolesWithLimits.includes(role))).toEqual([]);
  expect(refundLimitOf(deliveredRefundLimits, ['support_agent', 'flight_agent'])).toBe(30_000);
  expect(refundLimitOf(deliveredRefundLimits, ['marketing'])).toBe(0);
});

describe('the pages of the settings', () => {
  it('lead an owner from the form to what changes to what counts, with plain forms', async () => {
    const typed = typedOf('limits', deliveredRefundLimits);
    const wrong = await post('limits', owner, { intent: 'draft', version: '0', ...typed, owner: 'plenty', reason: 'x' });
    expect(wrong.status).toBe(422);
    const said = await wrong.text();
    expect(said).toContain('value="plenty"');
    expect(said).toContain('href="#owner"');
    const drafted = await post('limits', owner, { intent: 'draft', version: '0', ...typed, flight_agent: '250', reason: 'Season' });
    expect(drafted.headers.get('location')).toBe('/admin/settings/limits?did=drafted');
    expect((await post('limits', owner, { intent: 'apply', version: '1' })).headers.get('location')).toContain('did=asked');
    expect(await (await app.send('/admin/settings/limits', { cookie: finance })).text()).toContain('value="agree"');
    expect(await (await app.send('/admin/settings/limits', { cookie: owner })).text()).not.toContain('value="agree"');
    expect((await post('limits', finance, { intent: 'agree', version: '2' })).headers.get('location')).toContain('did=applied');
    expect(await findRefundLimit(db, ['flight_agent'])).toBe(25_000);
    expect(await (await app.send('/admin/settings', { cookie: owner })).text()).toContain('Version 1');
  });

  it('take a way of paying away with the agreement of finance, tell it line by line, and put it back', async () => {
    const typed: Record<string, string> = { ...typedOf('payments', deliveredWays) };
    delete typed['later.flight'];
    const { 'card.flight': _, 'credit.flight': __, ...none } = typed;
    const refused = await post('payments', owner, { intent: 'draft', version: '0', ...none, reason: 'A quiet month' });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('could not be paid at all')]);
    await post('payments', owner, { intent: 'draft', version: '0', ...typed, reason: 'Flights are paid at once' });
    expect(await (await app.send('/admin/settings/payments', { cookie: owner })).text()).toContain('not offered');
    expect((await post('payments', owner, { intent: 'apply', version: '1' })).headers.get('location')).toContain('did=asked');
    expect(await readOfferedWays(db)).toEqual(deliveredWays);
    expect((await post('payments', finance, { intent: 'agree', version: '2' })).headers.get('location')).toContain('did=applied');
    expect((await readOfferedWays(db)).later.kinds).toEqual([]);
    const [applied] = await rows<{ id: string }>(sql`select id from setting_changes where status = 'applied'`);
    await post('payments', owner, { intent: 'put-back', change: applied!.id, reason: 'Put back', version: '0' });
    await post('payments', owner, { intent: 'apply', version: '1' });
    await post('payments', finance, { intent: 'agree', version: '2' });
    expect(await readOfferedWays(db)).toEqual(deliveredWays);
  });

  it('tell the public what was applied: licence and channels, and the company by its name', async () => {
    const about = async () => (await app.send('/about', { cookie: auditor })).text();
    expect(await about()).toContain('Shown here once it is registered');
    const typed = { ...typedOf('public', delivered), phone: '+971 4 123 4567', licence: 'TL-778899' };
    await post('public', owner, { intent: 'draft', version: '0', ...typed, reason: 'The licence came' });
    expect(await about()).not.toContain('TL-778899');
    expect((await post('public', owner, { intent: 'apply', version: '1' })).headers.get('location')).toContain('did=applied');
    expect(await about()).toContain('TL-778899');
    const contact = await (await app.send('/contact', { cookie: 'language=ar' })).text();
    expect(contact).toContain('href="tel:+97141234567"');
    expect(contact).toContain((await readSeller(db)).legalNameAr);
    expect(contact).not.toContain('Rihla Travel LLC');
  });

  it('refuse in words: what is the same, whom it does not belong to, and what is not there', async () => {
    const typed = typedOf('limits', deliveredRefundLimits);
    const same = await post('limits', owner, { intent: 'draft', version: '0', ...typed, reason: 'Nothing' });
    expect(same.status).toBe(422);
    expect(await same.text()).toContain('Nothing in it differs');
    expect((await post('limits', finance, { intent: 'draft', version: '0', ...typed, owner: '1', reason: 'Mine' })).status).toBe(403);
    expect((await post('limits', owner, { intent: 'apply', version: '1' })).status).toBe(409);
    expect((await post('limits', owner, { intent: 'anything' })).status).toBe(400);
    expect((await app.send('/admin/settings/secrets', { cookie: owner })).status).toBe(404);
  });

  it('leave the house as a file without a secret, on record', async () => {
    const file = await app.send('/admin/settings/export', { cookie: auditor, form: {} });
    expect(file.headers.get('content-disposition')).toContain('settings-');
    const told = (await file.json()) as { sections: Record<string, { version: number; value: unknown }>; earlyAccess: object };
    expect(told.sections.limits).toEqual({ version: 0, value: deliveredRefundLimits });
    expect(Object.keys(told.earlyAccess)).toEqual(['staycations', 'tickets', 'loyalty']);
    const [{ times }] = (await rows<{ times: number }>(
      sql`select count(*)::int as times from audit_events where action = 'setting.exported'`,
    )) as [{ times: number }];
    expect(times).toBe(1);
  });
});
