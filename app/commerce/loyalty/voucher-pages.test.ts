import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { findKeyOwner } from '../customers/records/customers-store.server.ts';
import { keepUpCustomers } from '../customers/records/keep-up-customers.server.ts';
import { joinProgramme } from './join-programme.server.ts';
import { findVoucher } from './vouchers-store.server.ts';
import { workOnLoyalty } from './work-on-loyalty.server.ts';

const platform = await openDemoPlatform();
const { db } = platform;
await workOnLoyalty(platform);
const app = await openTestApp(platform);
const traveller = await app.signIn('traveller@rihla.example', demoPassword);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const layla = (await findAccountByEmail(db, 'traveller@rihla.example'))!.id;
const base = '/admin/loyalty/vouchers';

const get = async (path: string, cookie: string) => {
  const answer = await app.send(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};
const send = async (path: string, cookie: string, form: Record<string, string>) => {
  const answer = await app.send(path, { cookie, form });
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
};
const fieldsOf = (html: string, path: string, intent: string): Record<string, string> => {
  const form = readForms(html, new URL(path, 'http://localhost:3999')).find((one) => one.buttons.some(({ value }) => value === intent))!;
  return { ...Object.fromEntries(form.fields), intent };
};

describe('while the switch is off', () => {
  it('no page of vouchers is there, whoever asks', async () => {
    for (const path of [base, `${base}/new`, `${base}/any`]) expect((await get(path, owner)).status).toBe(404);
    expect((await send(`${base}/new`, owner, { intent: 'write' })).status).toBe(404);
  });
});

describe('while the switch is on', () => {
  const written = {
    email: 'traveller@rihla.example',
    occasion: 'apology',
    way: 'amount',
    amount: '250',
    validUntil: '2027-01-31',
    reason: 'Their bag came a day late',
  };
  let page = '';

  beforeAll(async () => {
    await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
    await joinProgramme(platform, layla, 'en');
  });

  it('who may only look sees the list, and no way to give or to take it out', async () => {
    const list = await get(base, finance);
    expect(list.status).toBe(200);
    expect(list.html).not.toContain(`${base}/new`);
    expect(list.html).not.toContain(`${base}/export`);
    expect((await get(`${base}/new`, finance)).status).not.toBe(200);
    expect((await get(base, traveller)).status).not.toBe(200);
  });

  it('a form that is wrong keeps what was typed and says so beside every field', async () => {
    const { html } = await get(`${base}/new`, owner);
    const form = fieldsOf(html, `${base}/new`, 'write');
    const wrong = await send(`${base}/new`, owner, { ...form, ...written, email: 'nobody@example.com', amount: '12x', reason: '' });
    expect(wrong.status).toBe(422);
    for (const field of ['email', 'amount', 'reason']) {
      expect(wrong.html).toContain(`id="${field}-fault"`);
      expect(wrong.html).toContain(`href="#${field}"`);
    }
    expect(wrong.html).toContain('value="12x"');
    expect(wrong.html).toContain('value="nobody@example.com"');
  });

  it('is written, issued above the limit when a second person agrees, and seen by its member', async () => {
    const { html } = await get(`${base}/new`, owner);
    const made = await send(`${base}/new`, owner, { ...fieldsOf(html, `${base}/new`, 'write'), ...written });
    page = made.to!.split('?')[0]!;
    expect(made.to).toMatch(/\?did=drafted$/);
    const draft = await get(page, owner);
    expect(draft.html).toContain('Their bag came a day late');
    const asked = await send(page, owner, fieldsOf(draft.html, page, 'issue'));
    expect(asked.to).toBe(`${page}?did=asked`);
    expect((await get(page, owner)).html).not.toContain('value="agree"');
    // Whoever agrees, like whoever writes, reads how little of it one booking may take.
    for (const told of [html, draft.html, (await get(page, finance)).html]) expect(told).toContain('at most what we earn on it');
    expect((await get('/account/loyalty', traveller)).html).not.toContain('Your vouchers');
    const waits = await get(page, finance);
    const agreed = await send(page, finance, fieldsOf(waits.html, page, 'agree'));
    expect(agreed.to).toBe(`${page}?did=live`);
    const mine = await get('/account/loyalty', traveller);
    const voucher = (await findVoucher(db, page.split('/').at(-1)!))!;
    expect(voucher).toMatchObject({ status: 'live', amount: 25_000 });
    expect(mine.html).toContain('Your vouchers');
    expect(mine.html).toContain(voucher.code);
    expect(mine.html).toMatch(/Up to AED.250\.00/);
    expect(mine.html).toContain('on one booking it can take off less than it is worth');
    await platform.jobs.drain();
    const mail = (await platform.mail.folder!.list()).find(({ text }) => text.includes(voucher.code))!;
    expect(mail.text).toMatch(/Worth: Up to AED.250\.00/);
    expect(mail.text).toContain('on one booking it can take off less than it is worth');
    expect(mine.html).not.toContain('Their bag came a day late');
    expect((await get(`${base}?queue=live&find=${voucher.code}`, owner)).html).toContain(voucher.code);
    expect((await get(`${base}?queue=used`, owner)).html).not.toContain(voucher.code);
    expect((await get(`/admin/loyalty/${layla}`, owner)).html).toContain(voucher.code);
    expect((await get('/admin/loyalty/programme', owner)).html).toContain('Vouchers of members');
  });

  it('stands on the page of the customer, with a way to it', async () => {
    await keepUpCustomers(platform);
    const id = await findKeyOwner(db, 'account', layla);
    const record = await get(`/admin/customers/${id}?show=desk`, owner);
    expect(record.html).toContain('gave a voucher');
    expect(record.html).toContain(page);
  });

  it('is withdrawn with a reason alone, which stays typed where it is too short', async () => {
    const live = await get(page, owner);
    const form = fieldsOf(live.html, page, 'withdraw');
    const short = await send(page, owner, { ...form, why: 'no' });
    expect(short.status).toBe(422);
    expect(short.html).toContain('>no</textarea>');
    const gone = await send(page, owner, { ...form, why: 'Given to the wrong person' });
    expect(gone.to).toBe(`${page}?did=withdrawn`);
    expect((await get('/account/loyalty', traveller)).html).toContain('Withdrawn on');
    expect((await send(page, owner, { ...form, why: 'Given to the wrong person' })).status).toBe(422);
  });

  it('many are tried on one page, given from the next, taken out as a file and called back', async () => {
    const bulk = `${base}/bulk`;
    expect((await get(bulk, finance)).status).not.toBe(200);
    const { html } = await get(bulk, owner);
    const form = readForms(html, new URL(bulk, 'http://localhost:3999')).find(({ fields }) => fields.some(([name]) => name === 'batch'))!;
    const fields: Record<string, string> = { ...Object.fromEntries(form.fields), ...written, amount: '50', choose: 'pasted' };
    const wrong = await send(bulk, owner, { ...fields, campaign: 'x', pasted: '', amount: '12x' });
    expect(wrong.status).toBe(422);
    for (const field of ['campaign', 'pasted', 'amount']) expect(wrong.html).toContain(`id="${field}-fault"`);
    expect(wrong.html).toContain('value="12x"');
    const sent = { ...fields, campaign: 'Spring', pasted: 'traveller@rihla.example\nnobody@example.com' };
    const tried = await send(bulk, owner, sent);
    const there = tried.to!.split('?')[0]!;
    expect(tried.to).toBe(`${bulk}/${fields['batch']}?did=drafted`);
    expect((await send(bulk, owner, sent)).to).toBe(tried.to);
    const draft = await get(there, owner);
    expect(draft.html).toContain('Would get one');
    expect(draft.html).toContain('Of no member, by their line:');
    // Who may only look sees it and has no button.
    expect((await get(there, finance)).html).not.toContain('value="issue"');
    expect((await send(there, owner, fieldsOf(draft.html, there, 'issue'))).to).toBe(`${there}?did=issuing`);
    await platform.jobs.drain();
    const given = await get(`${there}?standing=given`, owner);
    expect(given.html).toContain('Can be used');
    const file = await send(`${there}/export`, owner, {});
    expect(file.html).toContain(`${layla},given`);
    expect(file.html).not.toContain('traveller@rihla.example');
    const back = await send(there, owner, { ...fieldsOf(given.html, there, 'withdraw'), why: 'The wrong feast' });
    expect(back.to).toBe(`${there}?did=withdrawn`);
    await platform.jobs.drain();
    expect((await get(there, owner)).html).toContain('Taken back');
    expect((await get(bulk, owner)).html).toContain('Spring');
  });
});
