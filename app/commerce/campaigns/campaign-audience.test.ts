import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { openMailDoor } from '#app/platform/mail-door.server.ts';
import { findMail, suppressAddress } from '#app/platform/mail-log-store.server.ts';
import { MailBounced, type PostedMail } from '#app/platform/mail.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import type { CustomersWanted } from '../customers/records/customer-kinds.ts';
import { transact } from '#app/platform/database.server.ts';
import { claimKey, insertCustomer, saveFacts } from '../customers/records/customers-store.server.ts';
import type { Customer } from '../customers/records/customers.tables.ts';
import { findCustomerRows } from '../customers/staff/customer-desk-store.server.ts';
import { readCustomerView } from '../customers/staff/customer-list-view.ts';
import { isLetterWanted } from '../messages/wanted-letters.server.ts';
import { sweepMails, workOnMails } from '../messages/work-on-mails.server.ts';
import { changeTaste, keepProvedReader, leaveList } from '../newsletter/keep-reader.server.ts';
import { findReader, findReaderByIndex, readerIndexOf } from '../newsletter/newsletter-store.server.ts';
import { readerToken } from '../newsletter/reader-link.server.ts';
import { countAudience, findAudience } from './audience-store.server.ts';
import { campaignProblems, sayTold, toldCount, toldResults, type CampaignDraft } from './campaign-rules.ts';
import { countLeavings, countLetters, findCampaign, noteLetter } from './campaigns-store.server.ts';
import { sendBatch, watchCampaigns, workOnCampaigns } from './send-campaign.server.ts';
import { tellLetters } from './staff/tell-results.ts';
import { readCampaigns } from './staff/read-campaigns.server.ts';
import { beginCampaign, moveCampaign, saveCampaign } from './staff/work-campaign.server.ts';

const platform = await openTestPlatform();
const { db, clock, crypto } = platform;
await workOnCampaigns(platform);
await workOnMails(platform);
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);

const staff = (id: string, role: 'owner' | 'marketing'): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const ines = staff('ines', 'marketing');
const huda = staff('huda', 'owner');

const everyCustomer: CustomersWanted = { account: '', country: '', tag: '', orders: '', from: '', until: '' };
const words = { subject: 'Cool evenings', title: 'Cool evenings', text: 'One.\n\nTwo.', button: 'See' };
const draftOf = (more: Partial<CampaignDraft>, now: Instant = clock.now()): CampaignDraft => ({
  name: 'Eid',
  words: { en: words, ar: words },
  page: '/holidays',
  interests: [],
  languages: ['en', 'ar'],
  customers: null,
  startsAt: new Date(addMilliseconds(now, hourMs)),
  ...more,
});

async function reader(email: string, language: 'en' | 'ar' | 'pt' = 'en') {
  return transact(db, async (tx) => {
    await keepProvedReader(tx, platform, clock.now(), { email, language, interests: [] });
    return (await findReaderByIndex(tx, readerIndexOf(crypto, email)))!;
  });
}

async function customer(email: string, facts: Partial<Customer> = {}) {
  return transact(db, async (tx) => {
    const person = { name: email.replace(/@.*/, ''), email, phone: null };
    const id = await insertCustomer(tx, crypto, { person, hasAccount: false, seenAt: new Date(clock.now()) });
    await claimKey(tx, crypto, id, { mail: email });
    await saveFacts(tx, id, facts);
    return id;
  });
}

const nobodyReads = () => db.execute(sql`update newsletter_readers set status = 'left' where status = 'reading'`);

/** A campaign as its writer has written it. */
async function written(draft: CampaignDraft, viewer = ines): Promise<string> {
  const begun = await beginCampaign(platform, { viewer, name: 'Eid', requestId: 'r' });
  const id = begun.ok ? begun.value : '';
  expect(await saveCampaign(platform, { viewer, id, version: 1, draft, requestId: 'r' })).toMatchObject({ ok: true });
  return id;
}
const move = async (id: string, viewer: typeof ines, event: Parameters<typeof moveCampaign>[1]['event']) =>
  moveCampaign(platform, { viewer, id, event, version: (await findCampaign(db, id))!.version, requestId: 'r', isPage: async () => true });
/** How many pieces of a campaign lie in the queue, done or not. */
const piecesAskedFor = async (id: string) =>
  (
    (await db.execute(
      sql`select count(*)::int as n from pgboss.job where name = 'campaign.batch' and data->>'campaignId' = ${id}`,
    )) as unknown as { rows: { n: number }[] }
  ).rows[0]!.n;
const lettersOf = async (id: string) => (await countLetters(db, [id])).get(id);

/** A mail server that keeps every letter it took, the same one twice as two. */
function server() {
  const took: PostedMail[] = [];
  const door = (post: (mail: PostedMail) => Promise<string>) =>
    openMailDoor({ db, crypto, clock }, { folder: null, check: async () => undefined, post });
  const takes = async (mail: PostedMail) => {
    took.push(mail);
    return 'ok';
  };
  return { took, takes, door };
}

describe('whom a campaign goes to', () => {
  it('is those of the customers meant who asked for the letter; the others are counted with why', async () => {
    for (const [email, language] of [
      ['vip@example.com', 'en'],
      ['vip-ar@example.com', 'ar'],
      ['vip-pt@example.com', 'pt'],
      ['no-vip@example.com', 'en'],
      ['blocked@example.com', 'en'],
      ['bounced@example.com', 'en'],
      ['stranger@example.com', 'en'],
    ] as const)
      await reader(email, language);
    for (const email of ['vip@example.com', 'vip-ar@example.com', 'vip-pt@example.com', 'bounced@example.com'])
      await customer(email, { tags: ['vip'], country: 'AE' });
    await customer('no-vip@example.com', { tags: ['press'] });
    await customer('blocked@example.com', {
      tags: ['vip'],
      blockedAt: new Date(clock.now()),
      blockedReason: 'abuse',
      blockedBy: 'staff:x',
    });
    // A customer who never asked for the letter.
    await customer('silent@example.com', { tags: ['vip'] });
    await suppressAddress(db, crypto, clock.now(), { address: 'bounced@example.com', reason: 'hard-bounce', note: '', by: 'system' });
    const audience = { languages: ['en', 'ar'] as ('en' | 'ar')[], interests: [], customers: { ...everyCustomer, tag: 'vip' as const } };
    expect(await countAudience(db, crypto, audience)).toEqual({
      readers: new Map([
        ['en', 1],
        ['ar', 1],
      ]),
      all: 2,
      leftOut: { 'no-letter': 1, language: 1, interest: 0, 'other-customer': 2, blocked: 1, suppressed: 1 },
    });
    expect(await findAudience(db, crypto, audience)).toHaveLength(2);
    const all = async (customers: Partial<CustomersWanted> | null) =>
      (await countAudience(db, crypto, { ...audience, customers: customers && { ...everyCustomer, ...customers } })).all;
    expect(await all(null)).toBe(4);
    expect(await all({})).toBe(3);
    expect(await all({ tag: 'vip', country: 'AE' })).toBe(2);
    expect(await all({ tag: 'vip', country: 'PT' })).toBe(0);
    expect(await all({ account: 'with' })).toBe(0);
    expect(await all({ orders: 'no', from: '2026-11-01' })).toBe(3);
    expect(await all({ until: '2026-11-01' })).toBe(0);
  });

  it('is known of readers from before once a job has opened their addresses, in the list of customers as well', async () => {
    const reads = async () =>
      (await findCustomerRows(db, crypto, readCustomerView(new URLSearchParams('find=no-vip@example.com&letter=yes')), 9)).length;
    expect(await reads()).toBe(1);
    await db.execute(sql`update newsletter_readers set customer_index = null`);
    expect(await reads()).toBe(0);
    await watchCampaigns(platform);
    expect(await reads()).toBe(1);
  });

  it('has results that are told as a few where they are, and then how many left in tens only', () => {
    const none = { bounced: 0, failed: 0 };
    const say = (sent: number, others: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(toldResults(sent, others)).map(([result, told]) => [result, sayTold(told)]));
    expect(say(98, none)).toEqual({ bounced: '0', failed: '0', sent: '98' });
    expect(say(98, { ...none, bounced: 2 })).toEqual({ bounced: '<5', failed: '0', sent: '>=90' });
    expect(say(8, { ...none, failed: 4 })).toEqual({ bounced: '0', failed: '<5', sent: '<12' });
    // Whoever knows how many letters there were is told the same of every number that a few can be.
    for (const all of [7, 12, 51, 53, 100, 104]) {
      const told = [1, 2, 3, 4].map((bounced) => JSON.stringify(say(all - bounced, { ...none, bounced })));
      expect(new Set(told).size).toBe(1);
      const two = [1, 2, 3, 4].map((bounced) => JSON.stringify(say(all - bounced - 1, { bounced, failed: 1 })));
      expect(new Set(two).size).toBe(1);
    }
    expect(say(3, none)).toEqual({ bounced: '0', failed: '0', sent: '<5' });
    expect(say(95, { ...none, bounced: 5 })).toEqual({ bounced: '5', failed: '0', sent: '95' });
  });

  it('is told to nobody as a number that could be somebody', () => {
    expect([0, 1, 4, 5].map((count) => toldCount(count, true))).toEqual([0, null, null, 5]);
    expect(toldCount(1, false)).toBe(1);
  });

  it('is refused where its days cross', () => {
    const crossed = draftOf({ customers: { ...everyCustomer, from: '2026-11-02', until: '2026-11-01' } });
    expect(campaignProblems(crossed, clock.now(), true)).toEqual([{ problem: 'days-crossed' }]);
  });
});

describe('a campaign without a second person', () => {
  test('is refused above the number of readers that the settings say, and held back where more joined since', async () => {
    await nobodyReads();
    const id = await written(draftOf({}));
    expect(await move(id, ines, 'let-go')).toMatchObject({ refused: 'too-many-alone' });
    for (const one of ['a', 'b']) await reader(`${one}@alone.example`);
    // As the house is delivered: nobody, however few.
    expect(await move(id, ines, 'let-go')).toMatchObject({ refused: 'too-many-alone' });
    await applySetting(db, 'letters', { alone: 1 });
    expect(await move(id, ines, 'let-go')).toMatchObject({ refused: 'too-many-alone' });
    expect((await findCampaign(db, id))?.status).toBe('draft');
    await applySetting(db, 'letters', { alone: 2 });
    expect(await move(id, ines, 'let-go')).toMatchObject({ ok: true });
    // The same press once more, as from a second tab.
    expect(await move(id, ines, 'let-go')).toMatchObject({ refused: 'not-possible' });
    expect(await findCampaign(db, id)).toMatchObject({ status: 'approved', aloneUpTo: 2, approvedBy: 'ines' });

    await reader('c@alone.example');
    clock.set(addMilliseconds(clock.now(), 2 * hourMs));
    await watchCampaigns(platform);
    expect(await findCampaign(db, id)).toMatchObject({ status: 'in_review', aloneUpTo: null });
    expect(await lettersOf(id)).toBeUndefined();
    expect((await listOpenStaffTasks(db, 99, ['campaign'])).map(({ subject }) => subject)).toContain(`campaigns:${id}`);
    // Its hour is over by now: agreed to, it leaves with the next minute.
    expect(await move(id, ines, 'approve')).toMatchObject({ refused: 'permission' });
    expect(await move(id, huda, 'approve')).toMatchObject({ ok: true });
    await watchCampaigns(platform);
    expect(await findCampaign(db, id)).toMatchObject({ status: 'sending', aloneUpTo: null });
    expect(await move(id, huda, 'cancel')).toMatchObject({ ok: true });
  });

  test('is not reached by many small letters of one colleague, nor by a limit that was lowered meanwhile', async () => {
    clock.set(addMilliseconds(clock.now(), 2 * dayMs));
    await nobodyReads();
    for (const one of ['a', 'b', 'c']) await reader(`${one}@parts.example`);
    await reader('ar@parts.example', 'ar');
    await applySetting(db, 'letters', { alone: 3 });
    const one = await written(draftOf({ languages: ['en'] }));
    expect(await move(one, ines, 'let-go')).toMatchObject({ ok: true });
    const other = await written(draftOf({ languages: ['ar'] }));
    expect(await move(other, ines, 'let-go')).toMatchObject({ refused: 'too-many-alone' });
    await applySetting(db, 'letters', { alone: 0 });
    clock.set(addMilliseconds(clock.now(), 2 * hourMs));
    await watchCampaigns(platform);
    expect((await findCampaign(db, one))?.status).toBe('in_review');
    for (const id of [one, other]) await move(id, huda, 'cancel');
  });

  test('is agreed to by nobody who wrote at it, whoever saved it last', async () => {
    const id = await written(draftOf({}), huda);
    const { version } = (await findCampaign(db, id))!;
    await saveCampaign(platform, { viewer: ines, id, version, draft: draftOf({ name: 'A comma' }), requestId: 'r' });
    expect(await move(id, ines, 'submit')).toMatchObject({ ok: true });
    expect(await move(id, huda, 'approve')).toMatchObject({ refused: 'second-person' });
    expect(await move(id, staff('samir', 'owner'), 'approve')).toMatchObject({ ok: true });
    expect(await move(id, huda, 'cancel')).toMatchObject({ ok: true });
  });
});

describe('the letters of a campaign', () => {
  const leaveAt = async (draft: CampaignDraft) => {
    const id = await written(draft, huda);
    await move(id, huda, 'submit');
    expect(await move(id, staff('samir', 'owner'), 'approve')).toMatchObject({ ok: true });
    clock.set(addMilliseconds(clock.now(), 2 * hourMs));
    await watchCampaigns(platform);
    return id;
  };

  test('wait for the morning where they are, and go to nobody who withdrew between the start and their turn', async () => {
    clock.set(addMilliseconds(testNow, dayMs));
    await nobodyReads();
    await reader('stays@x.example');
    const [goes, goesLater] = [await reader('goes@x.example'), await reader('later@x.example')];
    // Ten at night: nothing of it is asked for, and what was asked for before does nothing.
    clock.set(instant(Date.parse('2026-11-24T16:30:00Z')));
    const id = await leaveAt(draftOf({}));
    await leaveList(platform, goes);
    const { took, takes, door } = server();
    const house = { ...platform, mail: door(takes) };
    for (let minute = 0; minute < 10; minute += 1) {
      clock.set(addMilliseconds(clock.now(), minuteMs));
      await watchCampaigns(platform);
    }
    expect(await piecesAskedFor(id)).toBe(0);
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ waiting: 3 });
    expect(took).toEqual([]);
    // As long as letters are to come it is under way, and can be held.
    expect(await move(id, huda, 'pause')).toMatchObject({ ok: true });
    expect(await move(id, huda, 'go-on')).toMatchObject({ ok: true });
    await leaveList(platform, goesLater);
    clock.set(instant(Date.parse('2026-11-25T05:00:00Z')));
    // The mail server is away first: the letter waits once more.
    const away = door(async () => {
      throw Object.assign(new Error('busy'), { responseCode: 421 });
    });
    for (let piece = 0; piece < 3; piece += 1) {
      await sendBatch({ ...platform, mail: away }, id);
      clock.set(addMilliseconds(clock.now(), minuteMs));
    }
    expect(await lettersOf(id)).toEqual({ waiting: 1, left: 2 });
    await watchCampaigns(platform);
    expect(await piecesAskedFor(id)).toBe(1);
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 1, left: 2 });
    expect((await findCampaign(db, id))?.status).toBe('sent');
    expect(took.map(({ to }) => to)).toEqual(['stays@x.example']);
    await platform.jobs.drain();
  });

  test('that were put off for other letters of the day go with their campaign, at its pace, and are asked for by nothing else', async () => {
    clock.set(instant(Date.parse('2026-11-24T06:00:00Z')));
    await nobodyReads();
    const readers = 60;
    for (let one = 0; one < readers; one += 1) await reader(`${one}@capped.example`);
    await db.execute(sql`update mail_hours set daily_cap = 1`);
    try {
      const { took, takes, door } = server();
      const house = { ...platform, mail: door(takes) };
      const pieces = async (id: string, most: number) => {
        for (let piece = 0; piece < most; piece += 1) {
          await sendBatch(house, id);
          clock.set(addMilliseconds(clock.now(), minuteMs));
        }
      };
      const first = await leaveAt(draftOf({}));
      await pieces(first, 2);
      expect(await lettersOf(first)).toEqual({ sent: readers });
      const second = await leaveAt(draftOf({}));
      await pieces(second, 2);
      expect(await lettersOf(second)).toEqual({ later: readers });
      expect(took).toHaveLength(readers);
      // A day later all of them are due at once.
      clock.set(addMilliseconds(clock.now(), dayMs));
      const asked = async () =>
        (
          (await db.execute(
            sql`select count(*)::int as n from pgboss.job where name = 'mail.deliver' and data->>'mailId' like ${`campaign-${second}.%`}`,
          )) as unknown as { rows: { n: number }[] }
        ).rows[0]!.n;
      await sweepMails(platform);
      expect(await asked()).toBe(0);
      await watchCampaigns(platform);
      expect(await piecesAskedFor(second)).toBeGreaterThan(0);
      await pieces(second, 1);
      expect(await lettersOf(second)).toEqual({ sent: 50, later: 10 });
      await pieces(second, 1);
      expect(await lettersOf(second)).toEqual({ sent: readers });
      expect((await findCampaign(db, second))?.status).toBe('sent');
      expect(took).toHaveLength(2 * readers);
    } finally {
      await db.execute(sql`update mail_hours set daily_cap = 3`);
      await platform.jobs.drain();
    }
  });

  test('leave one piece a minute, however often and by how many it is asked for', async () => {
    clock.set(instant(Date.parse('2026-11-25T10:00:00Z')));
    await nobodyReads();
    for (let one = 0; one < 120; one += 1) await reader(`${one}@paced.example`);
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    const house = { ...platform, mail: door(takes) };
    // The watch of another process in the same minute: the queue takes the same work twice.
    await watchCampaigns(platform);
    expect(await piecesAskedFor(id)).toBe(2);
    await Promise.all([sendBatch(house, id), sendBatch(house, id), sendBatch(house, id)]);
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 50, waiting: 70 });
    // It is the claim alone that holds them back.
    await db.execute(sql`update campaigns set piece_at = null where id = ${id}`);
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 100, waiting: 20 });
    // The clock that asks is a few seconds early.
    clock.set(addMilliseconds(clock.now(), minuteMs - 5_000));
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 120 });
    expect(took).toHaveLength(120);
    await platform.jobs.drain();
  });

  test('are what whoever handed them over says, whatever another process takes them for', async () => {
    clock.set(instant(Date.parse('2026-11-25T14:00:00Z')));
    await nobodyReads();
    const { id: readerId } = await reader('one@said.example');
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    await sendBatch({ ...platform, mail: door(takes) }, id);
    for (const late of ['waiting', 'failed', 'unsure', 'later', 'suppressed'] as const)
      await noteLetter(db, clock.now(), { campaignId: id, readerId }, late);
    expect(await lettersOf(id)).toEqual({ sent: 1 });
    await db.execute(sql`update campaign_letters set status = 'unsure' where campaign_id = ${id}`);
    await noteLetter(db, clock.now(), { campaignId: id, readerId }, 'sent');
    expect(await lettersOf(id)).toEqual({ sent: 1 });
    expect(took).toHaveLength(1);
  });

  test('taken for lost while a mail server was silent are what it says at last', async () => {
    clock.set(instant(Date.parse('2026-11-25T17:00:00+04:00')));
    await nobodyReads();
    const slow = await reader('slow@silent.example');
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    let refuse = (_fault: Error) => undefined as void;
    const silent = door(() => new Promise<string>((_, reject) => (refuse = reject)));
    const begun = sendBatch({ ...platform, mail: silent }, id);
    const inHand = async () =>
      ((await db.execute(sql`select tries from mail_log where id = ${`campaign-${id}.${slow.id}`}`)) as unknown as { rows: unknown[] }).rows
        .length;
    while ((await inHand()) === 0) await db.execute(sql`select 1`);
    clock.set(addMilliseconds(clock.now(), 3 * minuteMs));
    const house = { ...platform, mail: door(takes) };
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ unsure: 1 });
    refuse(Object.assign(new Error('busy'), { responseCode: 421 }));
    await begun;
    // The campaign is over meanwhile: that the letter was not taken is seen in its results.
    expect(await lettersOf(id)).toEqual({ failed: 1 });
    expect(took).toEqual([]);
  });

  test('that were put off stay behind when their reader is kept out at their turn, for good', async () => {
    clock.set(instant(Date.parse('2026-11-25T14:00:00+04:00')));
    await nobodyReads();
    const kept = await reader('kept@late.example');
    await reader('goes@late.example');
    await db.execute(sql`update mail_hours set daily_cap = 1`);
    try {
      const { took, takes, door } = server();
      const house = { ...platform, mail: door(takes) };
      const first = await leaveAt(draftOf({}));
      await sendBatch(house, first);
      const second = await leaveAt(draftOf({}));
      await sendBatch(house, second);
      expect(await lettersOf(second)).toEqual({ later: 2 });
      await customer('kept@late.example', { blockedAt: new Date(clock.now()), blockedReason: 'abuse', blockedBy: 'staff:x' });
      clock.set(addMilliseconds(clock.now(), 22 * hourMs));
      await sendBatch(house, second);
      expect(await lettersOf(second)).toEqual({ sent: 1, suppressed: 1 });
      expect((await findCampaign(db, second))?.status).toBe('sent');
      // Over, its letters are the sweep's: none of what was left out is sent after all.
      const noted = { id: `campaign-${second}.${kept.id}`, kind: 'campaigns.letter' };
      expect(await isLetterWanted(db, noted)).toBe('no');
      expect((await findMail(db, noted.id))?.status).toBe('suppressed');
      await sweepMails(platform);
      await platform.jobs.drain();
      expect(took.map(({ to }) => to).toSorted()).toEqual(['goes@late.example', 'goes@late.example', 'kept@late.example']);
    } finally {
      await db.execute(sql`update mail_hours set daily_cap = 3`);
    }
  });

  test('go on in the same minute when a piece came to nothing, and to nobody twice', async () => {
    clock.set(instant(Date.parse('2026-11-26T16:00:00+04:00')));
    await nobodyReads();
    for (const one of ['a', 'b']) await reader(`${one}@nothing.example`);
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    const house = { ...platform, mail: door(takes) };
    await db.execute(sql`create function refuse_letter() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`);
    await db.execute(sql`create trigger refuse_letter before update on campaign_letters for each row execute function refuse_letter()`);
    for (let again = 0; again < 2; again += 1) await expect(sendBatch(house, id)).rejects.toThrow();
    await db.execute(sql`drop trigger refuse_letter on campaign_letters`);
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 2 });
    expect(took.map(({ to }) => to).toSorted()).toEqual(['a@nothing.example', 'b@nothing.example']);
    expect((await findCampaign(db, id))?.status).toBe('sent');
  });

  test('go to nobody twice where the work was killed in the middle, whether or not they had left', async () => {
    clock.set(instant(Date.parse('2026-11-26T06:00:00Z')));
    await nobodyReads();
    for (const one of ['a', 'b', 'c', 'd']) await reader(`${one}@killed.example`);
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    // The second letter is taken by the mail server, and whoever handed it over is gone before it hears so.
    const died = new Promise<void>((resolve) => {
      const house = {
        ...platform,
        mail: door(async (mail) => {
          await takes(mail);
          if (took.length < 2) return 'ok';
          resolve();
          return new Promise<string>(() => undefined);
        }),
      };
      void sendBatch(house, id);
    });
    await died;
    expect(await lettersOf(id)).toEqual({ sent: 1, waiting: 3 });
    clock.set(addMilliseconds(clock.now(), 10 * minuteMs));
    const house = { ...platform, mail: door(takes) };
    await sendBatch(house, id);
    clock.set(addMilliseconds(clock.now(), minuteMs));
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 3, unsure: 1 });
    expect(took.map(({ to }) => to).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((one) => `${one}@killed.example`));
    expect((await findCampaign(db, id))?.status).toBe('sent');
  });

  test('ask at their turn what a reader wants: another language by now, or kept out, and none goes', async () => {
    clock.set(instant(Date.parse('2026-11-26T12:00:00Z')));
    await nobodyReads();
    const moves = await reader('moves@turn.example');
    await reader('kept-out@turn.example');
    await reader('stays@turn.example');
    const id = await leaveAt(draftOf({ languages: ['en'] }));
    // Written, but not among those it goes to.
    await changeTaste(platform, (await findReader(db, moves.id))!, { language: 'ar', interests: [] });
    await customer('kept-out@turn.example', { blockedAt: new Date(clock.now()), blockedReason: 'abuse', blockedBy: 'staff:x' });
    const { took, takes, door } = server();
    await sendBatch({ ...platform, mail: door(takes) }, id);
    expect(took.map(({ to }) => to)).toEqual(['stays@turn.example']);
    expect(await lettersOf(id)).toEqual({ sent: 1, suppressed: 2 });
  });

  test('are written in English to whose language the shop does not offer any more, and counted so', async () => {
    clock.set(instant(Date.parse('2026-11-26T14:00:00Z')));
    await nobodyReads();
    await reader('one@offered.example', 'ar');
    await reader('two@offered.example');
    const arabic = { languages: ['ar'] as 'ar'[], interests: [], customers: null };
    expect((await countAudience(db, crypto, arabic)).readers).toEqual(new Map([['ar', 1]]));
    const id = await leaveAt(draftOf({ languages: ['en', 'ar'] }));
    await applySetting(db, 'languages', { offered: ['en'] });
    try {
      expect((await countAudience(db, crypto, arabic)).all).toBe(0);
      expect((await countAudience(db, crypto, { ...arabic, languages: ['en'] })).readers).toEqual(new Map([['en', 2]]));
      const { took, takes, door } = server();
      await sendBatch({ ...platform, mail: door(takes) }, id);
      expect(took.map(({ language }) => language)).toEqual(['en', 'en']);
    } finally {
      await applySetting(db, 'languages', { offered: ['en', 'ar', 'tl', 'es', 'pt'] });
    }
  });

  test('are stopped for good while they leave', async () => {
    clock.set(instant(Date.parse('2026-11-27T06:00:00Z')));
    await nobodyReads();
    for (const one of ['a', 'b', 'c']) await reader(`${one}@stopped.example`);
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    const house = {
      ...platform,
      mail: door(async (mail) => {
        if (took.length === 0) await move(id, huda, 'cancel');
        return takes(mail);
      }),
    };
    await sendBatch(house, id);
    clock.set(addMilliseconds(clock.now(), minuteMs));
    await sendBatch(house, id);
    expect(took).toHaveLength(1);
    expect(await lettersOf(id)).toEqual({ sent: 1, waiting: 2 });
    expect((await findCampaign(db, id))?.status).toBe('cancelled');
  });

  test('are counted by what became of them: sent, come back, and left by with one press that counts at once', async () => {
    clock.set(instant(Date.parse('2026-11-30T06:00:00Z')));
    await nobodyReads();
    const leaves = await reader('leaves@counted.example');
    await reader('gone@counted.example');
    const left = await reader('left@counted.example');
    const id = await leaveAt(draftOf({}));
    const { took, takes, door } = server();
    const house = {
      ...platform,
      mail: door(async (mail) => {
        if (mail.to === 'gone@counted.example') throw new MailBounced();
        return takes(mail);
      }),
    };
    await sendBatch(house, id);
    expect(await lettersOf(id)).toEqual({ sent: 2, bounced: 1 });
    const out = took.find(({ to }) => to === 'leaves@counted.example')!.oneClickLeave!;
    expect(out).toBe(`http://localhost:3999/newsletter/leave/${readerToken(platform.secret, leaves.id, { purpose: 'keep' })}?letter=${id}`);
    // Out of another letter: it is not this one's doing.
    await leaveList(platform, left);
    const oneClick = (address: string) =>
      app.send(address.replace('http://localhost:3999', ''), {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { Origin: 'https://mail.example' },
      });
    for (const one of took) expect((await oneClick(one.oneClickLeave!)).status).toBe(200);
    expect((await oneClick(out)).status).toBe(200);
    expect((await oneClick(`${out}%00x`)).status).toBe(200);
    expect((await countLeavings(db, [id])).get(id)).toBe(1);
    // Two that left and one that came back: the list, which is the file as well, says no more than that there are a few.
    const listed = (await readCampaigns(platform)).campaigns.find((one) => one.id === id)!;
    expect(listed.all).toEqual({ is: 'exact', number: 3 });
    // To customers of a kind, how many there were is a few as well, as it was before it left.
    expect(tellLetters({ waiting: 2 }, true)).toEqual({
      all: { is: 'under', number: 5 },
      waiting: { is: 'under', number: 5 },
      later: { is: 'exact', number: 0 },
    });
    const told = Object.fromEntries(Object.entries(listed.results).map(([result, number]) => [result, sayTold(number)]));
    expect(told).toMatchObject({ sent: '<5', bounced: '<5', failed: '0', unsubscribed: '<5' });
    const audience = { languages: ['en'] as 'en'[], interests: [], customers: null };
    expect((await countAudience(db, crypto, audience)).all).toBe(0);
    // Who asks anew and confirms is a reader again, and stays counted as having left by it.
    await reader('leaves@counted.example');
    expect((await countLeavings(db, [id])).get(id)).toBe(1);
  });
});
