import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { findMember } from './points-store.server.ts';
import { shownValue, termsFields, type TermsValues } from './terms-rules.ts';
import { findLiveTerms } from './terms-store.server.ts';

const platform = await openDemoPlatform();
const { db } = platform;
const app = await openTestApp(platform);
const traveller = await app.signIn('traveller@rihla.example', demoPassword);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const mine = '/account/loyalty';
const programme = '/admin/loyalty/programme';

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
const values: TermsValues = {
  burnLeast: 500,
  burnStep: 100,
  burnFils: 100,
  creditMonths: 12,
  inviterPoints: 1_000,
  friendPoints: 500,
  tripLeast: 50_000,
  invitesAYear: 10,
  holdInvites: 5,
  holdDays: 30,
  holdAdjusted: 5_000,
};
const typedTerms = Object.fromEntries(termsFields.map((field) => [field, shownValue(field, values[field])]));

describe('while the switch is off', () => {
  it('nothing of the programme is shown, whoever asks and whatever is sent', async () => {
    expect((await get('/admin/loyalty', owner)).html).toContain('Loyalty Program - Coming Soon');
    for (const [path, cookie] of [
      [mine, traveller],
      [`${mine}?friend=ABCD2345`, traveller],
      [programme, owner],
    ] as const)
      expect((await get(path, cookie)).status).toBe(404);
    expect((await send(mine, traveller, { intent: 'join' })).status).toBe(404);
    expect((await send(programme, owner, { intent: 'terms', ...typedTerms })).status).toBe(404);
    expect(wordsOf((await get('/account/credit', traveller)).html)).not.toMatch(/points/i);
  });
});

describe('while the switch is on', () => {
  beforeAll(async () => void (await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`)));

  it('terms that are wrong keep what was typed and say so beside every field; right ones wait for a second person', async () => {
    const wrong = await send(programme, owner, { intent: 'terms', ...typedTerms, burnLeast: '550', creditMonths: 'soon' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="550"');
    expect(wrong.html).toContain('value="soon"');
    expect(wrong.html).toContain('id="burnLeast-fault"');
    expect(wrong.html).toContain('href="#creditMonths"');
    expect((await send(programme, owner, { intent: 'terms', ...typedTerms })).to).toBe(`${programme}?did=drafted#terms`);
    expect((await get(programme, owner)).html).not.toContain('value="approve-terms"');
    const { html } = await get(programme, finance);
    const approved = await send(programme, finance, fieldsOf(html, programme, 'approve-terms'));
    expect(approved.to).toBe(`${programme}?did=live`);
    expect(await findLiveTerms(db)).toMatchObject(values);
  });

  it('points of a rule that are none are kept in its field, with the product and what may be written there', async () => {
    for (const points of ['-5', '10.5', '1e9', '1e2']) {
      const refused = await send(programme, owner, { intent: 'draft', kind: 'flight', points });
      expect([points, refused.status]).toEqual([points, 422]);
      expect(refused.html).toContain(`value="${points}"`);
      expect(refused.html).toContain('id="points-flight-fault"');
      expect(wordsOf(refused.html)).toContain('Flights: a whole number from 1 to 1,000.');
    }
    expect((await send(programme, owner, { intent: 'draft', kind: 'flight', points: '90' })).to).toBe(`${programme}?did=drafted`);
  });

  it('a code that is good for nothing is kept in its field with the reason, and nobody has joined', async () => {
    const invited = await get(`${mine}?friend=abcd-2345`, traveller);
    expect(fieldsOf(invited.html, mine, 'join')).toEqual({ intent: 'join', code: 'abcd-2345' });
    const refused = await send(mine, traveller, { intent: 'join', code: 'abcd-2345' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="abcd-2345"');
    expect(refused.html).toContain('We do not know this code');
    const { id } = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
    expect(await findMember(db, id)).toBeNull();
    expect((await send(mine, traveller, { intent: 'join', code: '' })).to).toBe(mine);
    expect((await get(mine, traveller)).html).toContain(`friend=${(await findMember(db, id))!.inviteCode}`);
  });

  it('points that cannot be turned are kept in their field with the reason; what can be is credit at once', async () => {
    const { id } = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
    expect((await get(mine, traveller)).html).toContain('From 500 points on.');
    await db.execute(sql`with moved as (insert into loyalty_transfers (key, kind, user_id, posted_at)
        values ('given', 'adjust', ${id}, '2026-11-01T00:00:00Z') returning id),
      sides as (insert into loyalty_entries (transfer_id, account, points)
        select moved.id, side.account, side.points from moved, (values ('adjusted', -1300), ('available', 1300)) as side (account, points) returning id)
      insert into loyalty_lots (transfer_id, user_id, points, remaining, expires_on) select id, ${id}, 1300, 1300, '2028-01-01' from moved`);
    await db.execute(sql`update loyalty_members set available = 1300 where user_id = ${id}`);
    const form = fieldsOf((await get(mine, traveller)).html, mine, 'burn');
    expect(form).toMatchObject({ points: '1300' });
    for (const points of ['650', '-500', '1e3', '', '99999999999']) {
      const refused = await send(mine, traveller, { ...form, key: `${form.key}${points.length}${points.charCodeAt(0) || 0}`, points });
      expect([points, refused.status]).toEqual([points, 422]);
      expect(refused.html).toContain('Enter 500 points or more, in steps of 100.');
      if (points) expect(refused.html).toContain(`value="${points}"`);
    }
    expect((await send(mine, traveller, { ...form, points: '1400', key: `${form.key}-more` })).html).toContain('that many points');
    const turned = await send(mine, traveller, form);
    expect(turned.to).toBe(`${mine}?did=turned`);
    expect((await get(turned.to!, traveller)).html).toContain('Your points are credit now.');
    const credit = await get('/account/credit', traveller);
    expect(credit.html).toContain('From your points');
    expect(credit.html).toContain('13.00');
    const desk = await get('/admin/invoices/credit', finance);
    expect(desk.html).toContain('Points');
    expect(desk.html).not.toContain('/admin/orders/null');
  });
});
