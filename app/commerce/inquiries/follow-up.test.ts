import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { suppressAddress } from '#app/platform/mail-log-store.server.ts';
import { followUp } from './follow-up.server.ts';
import { followUpOf } from './follow-up-rules.ts';
import { findInquiryAsStaff, findInquiryEvents, moveInquiry, silenceOf } from './inquiries-store.server.ts';
import type { InquiryKind } from './inquiry-kinds.ts';
import { mailInquiries } from './mail-inquiries.server.ts';
import { takeInquiry } from './take-inquiry.server.ts';
import { workInquiry } from './work-inquiry.server.ts';

const platform = await openDemoPlatform();
const { db, clock, crypto } = platform;
const staffId = (await listStaffWith(db, 'inquiries:work'))[0]!.userId;
let app: TestApp;
beforeAll(async () => {
  await mailInquiries(platform);
  app = await openTestApp(platform);
  // Half past ten in Dubai, far behind what the demo world asked.
  clock.set(instant(Date.parse('2027-05-03T06:30:00Z')));
  await followUp(platform);
  await platform.jobs.drain();
}, 120_000);

const fresh = async ({ reference }: { reference: string }) => (await findInquiryAsStaff(db, reference))!;
async function asked(email: string, kind: InquiryKind = 'visa-assistance') {
  const reference = await transact(db, (tx) =>
    takeInquiry(tx, platform, {
      kind,
      contact: { name: 'Omar Said', email, phone: '+971501234567' },
      message: 'We would like to see Athens in June.',
      language: 'en',
      userId: null,
      country: null,
    }),
  );
  return fresh({ reference });
}
async function answered(email: string, kind?: InquiryKind) {
  const inquiry = await asked(email, kind);
  expect((await workInquiry(platform, { inquiry, event: 'answer', staffId, words: 'Ten days at the centre.' })).ok).toBe(true);
  return fresh(inquiry);
}
const mailsTo = async (email: string) => {
  await platform.jobs.drain();
  return (await platform.mail.folder!.list()).filter(({ to }) => to === email).map(({ subject }) => subject.replace(/[A-Z0-9-]{11}/, ''));
};

describe('silence after an answer', () => {
  it('is reminded of once, then ends, each on its day', () => {
    const now = instant(Date.parse('2027-05-20T06:00:00Z'));
    const ago = (days: number) => instant(now - days * dayMs);
    const due = (last: 'answer' | 'remind' | 'contact', days: number, unasked = false) =>
      followUpOf({ last, since: ago(days), unasked }, now);
    expect([due('answer', 4), due('answer', 5), due('answer', 30), due('answer', 31)]).toEqual([null, 'remind', 'remind', 'close']);
    expect([due('remind', 6), due('remind', 7)]).toEqual([null, 'close']);
    expect([due('answer', 11, true), due('answer', 12, true)]).toEqual([null, 'close']);
    expect(due('contact', 90)).toBeNull();
  });

  it('brings one reminder, then the end with its notice', async () => {
    const email = 'silent@example.com';
    const inquiry = await answered(email);
    clock.advance(4 * dayMs);
    expect(await followUp(platform)).toEqual({ reminded: 0, ended: 0 });
    clock.advance(dayMs);
    expect(await followUp(platform)).toEqual({ reminded: 1, ended: 0 });
    expect(await followUp(platform)).toEqual({ reminded: 0, ended: 0 });
    expect(await mailsTo(email)).toContain('Did our answer reach you? ');
    clock.advance(7 * dayMs);
    expect(await followUp(platform)).toEqual({ reminded: 0, ended: 1 });
    expect(await fresh(inquiry)).toMatchObject({ status: 'lost', lostReason: 'no-answer' });
    expect((await mailsTo(email)).filter((subject) => subject.startsWith('We close your inquiry'))).toHaveLength(1);
    expect((await findInquiryEvents(db, crypto, inquiry.id)).map(({ event }) => event)).toEqual(['asked', 'answer', 'remind', 'lose']);
    expect(await followUp(platform)).toEqual({ reminded: 0, ended: 0 });
  });

  it('is none where they spoke to us, asked anew, or only wanted to know something', async () => {
    const spoken = await answered('spoken@example.com');
    await workInquiry(platform, { inquiry: spoken, event: 'contact', staffId, words: 'They think it over.' });
    await answered('anew@example.com');
    clock.advance(60_000);
    await asked('anew@example.com');
    await answered('press@example.com', 'press');
    clock.advance(20 * dayMs);
    expect(await followUp(platform)).toEqual({ reminded: 0, ended: 0 });
  });

  it('is reminded of although it was given to a colleague meanwhile, and not once they asked anew', async () => {
    const given = await answered('given@example.com');
    const anew = await answered('anew-late@example.com');
    clock.advance(5 * dayMs);
    await asked('anew-late@example.com');
    const quiet = await fresh(anew);
    expect(await transact(db, (tx) => silenceOf(tx, quiet))).toBeNull();
    expect(await followUp(platform)).toEqual({ reminded: 1, ended: 0 });
    const inquiry = await fresh(given);
    const assign = { inquiry, event: 'assign', to: inquiry.status, actor: `staff:${staffId}`, set: { ownerId: staffId } } as const;
    expect(await transact(db, (tx) => moveInquiry(tx, crypto, clock.now(), assign))).toBe(true);
    expect(await mailsTo('given@example.com')).toContain('Did our answer reach you? ');
    clock.advance(20 * dayMs);
    await followUp(platform);
  });

  it('waits for the morning of its reader, and is kept from an address that is not written to', async () => {
    await answered('night@example.com');
    await answered('barred@example.com');
    await suppressAddress(db, crypto, clock.now(), { address: 'barred@example.com', reason: 'by-hand', note: '', by: 'system' });
    clock.set(instant(Date.parse(`${new Date(clock.now() + 6 * dayMs).toISOString().slice(0, 10)}T22:30:00Z`)));
    expect(await followUp(platform)).toEqual({ reminded: 2, ended: 0 });
    expect(await mailsTo('night@example.com')).not.toContain('Did our answer reach you? ');
    expect(await mailsTo('barred@example.com')).not.toContain('Did our answer reach you? ');
  });

  it('ends without a word once its reader has pressed the link, from a mail program or from our page', async () => {
    clock.set(instant(Date.parse('2027-08-02T06:30:00Z')));
    await followUp(platform);
    const email = 'enough@example.com';
    await answered(email);
    clock.advance(5 * dayMs);
    expect((await followUp(platform)).reminded).toBe(1);
    await platform.jobs.drain();
    const mail = (await platform.mail.folder!.list()).find(({ to, subject }) => to === email && subject.startsWith('Did our'))!;
    const path = new URL(/https?:\/\/\S+\/inquiry\/stop\/[\w.-]+/.exec(mail.text)![0]).pathname;
    expect((await app.send(`${path}x`)).status).toBe(404);
    expect(await (await app.send(path)).text()).toContain('Shall we stop reminding you?');
    expect((await app.send(path, { form: { 'List-Unsubscribe': 'One-Click' } })).status).toBe(303);
    expect(await (await app.send(path)).text()).toContain('We will not remind you again');
    const count = (await mailsTo(email)).length;
    clock.advance(7 * dayMs);
    await followUp(platform);
    expect(await mailsTo(email)).toHaveLength(count);
    const second = await answered(email);
    const heard = (await mailsTo(email)).length;
    clock.advance(12 * dayMs);
    expect((await followUp(platform)).ended).toBe(1);
    expect([(await fresh(second)).status, (await mailsTo(email)).length]).toEqual(['lost', heard]);
  });
});
