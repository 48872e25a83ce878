import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { openMailDoor } from '#app/platform/mail-door.server.ts';
import {
  findDueMails,
  findMail,
  findSuppression,
  forgetOldMails,
  insertMail,
  mailIndexOf,
  openContent,
  rowOf,
  settleMail,
  suppressAddress,
} from '#app/platform/mail-log-store.server.ts';
import { decideMail, maskedAddress, msUntilAwake, saysNoMailbox, zoneOfPhone } from '#app/platform/mail-rules.ts';
import { MailBounced, type MailMessage, type PostedMail } from '#app/platform/mail.server.ts';
import { linesOf } from '#app/ui/catalogues.server.ts';
import { addMilliseconds, dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { familyOf, keysOf, mailKinds } from './mail-kinds.ts';
import { mailWords } from './mail-words.server.ts';
import { findWordings } from './mail-wordings-store.server.ts';
import { wordingMachine } from './mail-wording-status.ts';
import { inLanguage } from './post-letter.server.ts';
import { changesOf, problemsOf } from './staff/mail-wording-rules.ts';
import { nameOfMail } from './staff/name-mail.server.ts';
import { readMailView } from './staff/mail-desk-view.ts';
import { findMailRows } from './staff/read-mail-log.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { findSuppressedRows } from './staff/read-mail-log.server.ts';
import { suppressionList } from './staff/suppression-list.ts';
import { readSentMail, sendAgain, suppressByHand } from './staff/work-mail.server.ts';
import { countMails } from '#app/platform/mail-log-list-store.server.ts';
import { goBackTo, moveWording, saveWording } from './staff/work-wording.server.ts';
import { sweepMails, workOnMails } from './work-on-mails.server.ts';

const platform = await openTestPlatform();
const { db, crypto, clock } = platform;
await workOnMails(platform);

const staff = (id: string, role: 'owner' | 'marketing' | 'ops_manager' | 'support_agent' | 'auditor'): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const ines = staff('ines', 'marketing');
const omar = staff('omar', 'ops_manager');
const ask = { requestId: 'r' };

/** A mail server that keeps what it took, and can be told to refuse. */
function server() {
  const took: PostedMail[] = [];
  let fault: Error | null = null;
  const door = openMailDoor(
    { db, crypto, clock },
    {
      folder: null,
      check: async () => undefined,
      async post(message) {
        if (fault) throw fault;
        took.push(message);
        return '250 queued';
      },
    },
  );
  return { door, took, refuse: (with_: Error | null) => void (fault = with_) };
}

let number = 0;
const aMail = (more: Partial<MailMessage> = {}): MailMessage => ({
  messageId: `mail-${(number += 1)}`,
  to: `reader${number}@example.com`,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  language: 'en',
  kind: 'inquiries.received',
  concern: 'service',
  ...more,
});

describe('the door', () => {
  test('hands a mail over once under its id, and keeps what it said encrypted', async () => {
    const { door, took } = server();
    const mail = aMail();
    await door.send(mail);
    await door.send(mail);
    expect(took).toHaveLength(1);
    const row = (await findMail(db, mail.messageId))!;
    expect(row).toMatchObject({ status: 'sent', tries: 1, providerId: '250 queued', kind: 'inquiries.received' });
    expect(JSON.stringify(row)).not.toContain('reader');
    expect(openContent(crypto, row)?.subject).toBe('Hello');
  });

  test('notes a refusal, throws for whoever asked, and sends at the next try', async () => {
    const { door, took, refuse } = server();
    const mail = aMail();
    refuse(Object.assign(new Error('who@example.com is busy'), { responseCode: 451 }));
    await expect(door.send(mail)).rejects.toThrow();
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'failed', cause: '451', tries: 1 });
    refuse(null);
    await door.send(mail);
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'sent', cause: null, tries: 2 });
    expect(took).toHaveLength(1);
  });

  test('counts at once what did not leave, and what did within half a minute', async () => {
    const { door, refuse } = server();
    const before = await countMails(db, clock.now());
    await door.send(aMail());
    refuse(new Error('away'));
    await expect(door.send(aMail())).rejects.toThrow();
    refuse(new MailBounced());
    await door.send(aMail());
    expect(await countMails(db, clock.now())).toMatchObject({ failed: before.failed + 1, bounced: before.bounced + 1 });
    expect(await countMails(db, addMilliseconds(clock.now(), 30_000))).toMatchObject({ sent: before.sent + 1, failed: before.failed + 1 });
    expect(await countMails(db, addMilliseconds(clock.now(), 8 * dayMs))).toEqual({
      queued: 0,
      sent: 0,
      failed: 0,
      bounced: 0,
      suppressed: 0,
    });
  });

  test('writes no more to where a mail came back, not even what is owed', async () => {
    const { door, took, refuse } = server();
    const mail = aMail();
    refuse(new MailBounced());
    await door.send(mail);
    refuse(null);
    expect((await findMail(db, mail.messageId))?.status).toBe('bounced');
    await door.send({ ...aMail(), to: mail.to.toUpperCase(), concern: 'order' });
    expect(took).toHaveLength(0);
    expect((await findSuppression(db, mailIndexOf(crypto, mail.to)))?.reason).toBe('hard-bounce');
  });

  test('does not hand over what somebody else is handing over, until they must be gone', async () => {
    const { door, took } = server();
    const mail = aMail();
    await insertMail(db, rowOf(crypto, clock.now(), mail, { status: 'queued', cause: null, tries: 1, notBefore: null }));
    await expect(door.send(mail)).rejects.toThrow();
    expect(took).toHaveLength(0);
    clock.set(addMilliseconds(testNow, 121_000));
    await door.send(mail);
    expect(took).toHaveLength(1);
    clock.set(testNow);
  });

  it('takes an address for gone only where the other side speaks of the address', () => {
    const said = ['550 5.1.1 User unknown', '553-5.1.3 Bad address', '550 5.7.1 Blocked', '552 5.2.2 Mailbox full', '550 No', undefined];
    expect(said.map((response) => saysNoMailbox({ response }))).toEqual([true, true, false, false, false, false]);
  });

  test('says of a mail that left that it left, whoever decided meanwhile that it should not', async () => {
    const mail = aMail({ concern: 'order' });
    let during: (() => Promise<unknown>) | null = null;
    const took: string[] = [];
    const door = openMailDoor(
      { db, crypto, clock },
      {
        folder: null,
        check: async () => undefined,
        async post({ messageId }) {
          await during?.();
          took.push(messageId);
          return '250 queued';
        },
      },
    );
    during = async () => {
      during = null;
      // While the server takes it, its reader is put on the list, and somebody else comes for what is due.
      await suppressAddress(db, crypto, clock.now(), { address: mail.to, reason: 'hard-bounce', note: '', by: 'system' });
      await expect(door.deliver(mail.messageId)).rejects.toThrow();
      expect((await findMail(db, mail.messageId))!.status).toBe('queued');
      // Whoever took so long that it was thought lost: it is held up, and left all the same.
      clock.advance(200_000);
      await door.deliver(mail.messageId);
      expect((await findMail(db, mail.messageId))!.status).toBe('suppressed');
    };
    await door.send(mail);
    expect([took, (await findMail(db, mail.messageId))!.status]).toEqual([[mail.messageId], 'sent']);
    clock.set(testNow);
  });

  test('believes of a mail whoever has it in hand, not whoever lost it', async () => {
    const held: { fail: (fault: Error) => void }[] = [];
    const door = openMailDoor(
      { db, crypto, clock },
      {
        folder: null,
        check: async () => undefined,
        post: () => new Promise((_, reject) => held.push({ fail: reject })),
      },
    );
    const begun = clock.now();
    const mail = aMail();
    const first = door.send(mail).catch((fault: Error) => fault.message);
    const taken = async (number: number) => {
      while (held.length < number) await db.execute(sql`select 1`);
    };
    await taken(1);
    // Silent for longer than any mail server: it goes to somebody else.
    clock.set(addMilliseconds(begun, 121_000));
    const second = door.send(mail).catch((fault: Error) => fault.message);
    await taken(2);
    held[0]!.fail(Object.assign(new Error('busy'), { responseCode: 421 }));
    expect(await first).toBe('busy');
    // The second one still has it: nobody may take it up a third time.
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'queued', cause: null, tries: 2 });
    const { door: third, took } = server();
    await expect(third.send(mail)).rejects.toThrow();
    expect(took).toEqual([]);
    held[1]!.fail(Object.assign(new Error('full'), { responseCode: 452 }));
    expect(await second).toBe('full');
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'failed', cause: '452' });
    await third.send(mail);
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'sent', tries: 3 });
    clock.set(begun);
  });

  test('keeps what left as sent, whoever says afterwards that it did not', async () => {
    const { door } = server();
    const mail = aMail();
    await door.send(mail);
    expect(await settleMail(db, clock.now(), { id: mail.messageId, tries: 1 }, { status: 'failed', cause: '421' })).toBe(false);
    expect((await findMail(db, mail.messageId))?.status).toBe('sent');
  });

  test('after a complaint sends only what is owed', async () => {
    const { door, took } = server();
    const to = 'complained@example.com';
    await suppressAddress(db, crypto, clock.now(), { address: to, reason: 'complaint', note: '', by: 'system' });
    await door.send(aMail({ to, concern: 'courtesy' }));
    await door.send(aMail({ to, concern: 'service' }));
    await door.send(aMail({ to, concern: 'order' }));
    expect(took.map(({ messageId }) => messageId)).toEqual([`mail-${number}`]);
  });

  test('stands in a list of those who get none, told apart by who put them there and why, the newest first', async () => {
    const add = async (address: string, reason: 'complaint' | 'hard-bounce' | 'by-hand', by: string) => {
      clock.advance(1_000);
      await suppressAddress(db, crypto, clock.now(), { address, reason, note: 'list', by });
    };
    await add('list-one@example.com', 'complaint', 'system');
    await add('list-two@example.com', 'by-hand', 'staff:x');
    await add('list-three@example.com', 'hard-bounce', 'system');
    const read = async (query: string, most = 50) =>
      findSuppressedRows({ db, crypto }, readListView(suppressionList, new URLSearchParams(query)), most);
    const [newest, second] = (await read('')).rows;
    expect([newest!.reason, newest!.by, second!.reason, second!.by]).toEqual(['hard-bounce', null, 'by-hand', 'x']);
    expect((await read('queue=staff')).rows.every(({ by }) => by !== null)).toBe(true);
    expect((await read('why=hard-bounce&find=list-three@example.com')).rows).toHaveLength(1);
    expect((await read('why=complaint&find=list-three@example.com')).rows).toEqual([]);
    // An address is found as a whole alone, and is shown to nobody as a whole.
    expect((await read('find=list-')).rows).toEqual([]);
    expect(newest!.address).not.toContain('list-three');
    const first = await read('', 2);
    const view = readListView(suppressionList, new URLSearchParams(''));
    const rest = await findSuppressedRows({ db, crypto }, { ...view, after: first.next }, 50);
    expect(first.rows.length + rest.rows.length).toBe(first.counts['all']);
  });

  test('lets a courtesy wait for the morning of its reader, and sends it then', async () => {
    const night = instant(Date.parse('2026-11-23T20:30:00Z'));
    clock.set(night);
    const mail = aMail({ concern: 'courtesy', zone: 'Asia/Manila' });
    await platform.mail.send(mail);
    await platform.mail.send(aMail({ concern: 'order' }));
    expect(await findMail(db, mail.messageId)).toMatchObject({ status: 'queued', cause: 'quiet-hours' });
    expect(await findDueMails(db, clock.now(), {}, null)).toEqual([]);
    // Eight o'clock in Manila is four in Dubai.
    clock.set(instant(Date.parse('2026-11-24T00:00:00Z')));
    expect(await findDueMails(db, clock.now(), {}, null)).toEqual([mail.messageId]);
    await platform.mail.deliver(mail.messageId);
    expect((await findMail(db, mail.messageId))?.status).toBe('sent');
    clock.set(testNow);
  });

  test('hands over what was put off past the letters of a held campaign, however many wait there', async () => {
    await db.execute(sql`insert into campaigns (id, name, page, words, status, languages, written_by, approved_by, created_at, changed_at)
      values ('held', 'Held', '/', '{}', 'paused', '{en}', 'ines', 'omar', now(), now())`);
    const put = (messageId: string) =>
      rowOf(crypto, testNow, { ...aMail(), messageId }, { status: 'queued', cause: 'quiet-hours', tries: 0, notBefore: new Date(testNow) });
    for (let letter = 0; letter < 201; letter += 1) await insertMail(db, put(`campaign-held.${letter}`));
    const mail = put('put-off');
    await insertMail(db, mail);
    await sweepMails(platform);
    await platform.jobs.drain();
    expect((await findMail(db, mail.id))?.status).toBe('sent');
    expect((await findMail(db, 'campaign-held.7'))?.status).toBe('queued');
  });

  test('keeps nothing of a mail that opens an account, and nothing of any after a month', async () => {
    const { door } = server();
    const code = aMail({ concern: 'account', kind: 'accounts.code' });
    const other = aMail();
    await door.send(code);
    await door.send(other);
    expect((await findMail(db, code.messageId))?.content).toBeNull();
    await forgetOldMails(db, addMilliseconds(clock.now(), 31 * dayMs), { words: 30, rows: 400 });
    expect(await findMail(db, other.messageId)).toMatchObject({ status: 'sent', content: null });
  });
});

describe('what may hold a mail up', () => {
  const hours = { quietFrom: 21, quietUntil: 8, dailyCap: 2 };
  const noon = instant(Date.parse('2026-11-23T08:00:00Z'));
  const base = { concern: 'courtesy', suppressed: null, zone: 'Asia/Dubai', hours, recent: [] as Instant[], now: noon } as const;

  it('counts courtesies of a day and frees the next place when the oldest is a day old', () => {
    const recent = [addMilliseconds(noon, -5 * hourMs), addMilliseconds(noon, -hourMs)];
    expect(decideMail({ ...base, recent })).toEqual({ does: 'wait', cause: 'daily-cap', until: addMilliseconds(noon, 19 * hourMs) });
    expect(decideMail({ ...base, recent, concern: 'order' })).toEqual({ does: 'send' });
  });

  it('reads the night by the clock of the zone, half hours too', () => {
    expect(msUntilAwake(hours, 'Asia/Kolkata', instant(Date.parse('2026-11-23T16:00:00Z')))).toBe(10.5 * hourMs);
    expect(msUntilAwake(hours, 'America/Sao_Paulo', noon)).toBe(3 * hourMs);
    expect(msUntilAwake({ quietFrom: 8, quietUntil: 8 }, 'Asia/Dubai', noon)).toBe(0);
  });

  it('knows a zone by a telephone number and shows an address only to who knows it', () => {
    expect(['+639171234567', '00447700900123', '+12125550100', '', null].map(zoneOfPhone)).toEqual([
      'Asia/Manila',
      'Europe/London',
      'America/New_York',
      'Asia/Dubai',
      'Asia/Dubai',
    ]);
    expect(maskedAddress('mariam@example.com')).toBe('m•••@example.com');
  });
});

describe('staff', () => {
  test('send a mail once more with a reason; twice within a minute is once', async () => {
    const mail = aMail();
    await platform.mail.send(mail);
    expect(await sendAgain(platform, { ...ask, viewer: ines, id: mail.messageId, reason: '' })).toMatchObject({ refused: 'reason' });
    const again = await sendAgain(platform, { ...ask, viewer: ines, id: mail.messageId, reason: 'Lost in junk' });
    await sendAgain(platform, { ...ask, viewer: ines, id: mail.messageId, reason: 'Lost in junk' });
    await platform.jobs.drain();
    expect(await findMail(db, again.ok ? again.value : '')).toMatchObject({ status: 'sent', againOf: mail.messageId, tries: 1 });
    expect((await platform.mail.folder!.list()).filter(({ to }) => to === mail.to)).toHaveLength(2);
  });

  test('read a mail without the keys in it; those to applicants are read on the application alone', async () => {
    const text = 'http://localhost/track?order=X&key=abc.def_9 http://localhost/proposal/s3cret-1?lang=en http://localhost/holidays/one';
    const [plain, job] = [aMail({ text }), aMail({ kind: 'jobs.received' })];
    await platform.mail.send(plain);
    await platform.mail.send(job);
    const read = (role: 'support_agent' | 'auditor' | 'owner', id: string) =>
      readSentMail(platform, { ...ask, viewer: staff('reads', role), id, reason: 'Asked' });
    expect(await read('support_agent', plain.messageId)).toMatchObject({
      value: { text: 'http://localhost/track?order=X&key=… http://localhost/proposal/…?lang=en http://localhost/holidays/one' },
    });
    expect(await read('auditor', plain.messageId)).toMatchObject({ refused: 'permission' });
    expect(await read('support_agent', job.messageId)).toMatchObject({ refused: 'permission' });
    expect(await read('owner', plain.messageId)).toMatchObject({ ok: true });
    expect(await read('owner', job.messageId)).toMatchObject({ refused: 'permission' });
  });

  test('who may judge applications finds no mail to an applicant by an address, and is told none', async () => {
    const [plain, job] = [aMail(), aMail({ kind: 'jobs.received' })];
    await platform.mail.send(plain);
    await platform.mail.send({ ...job, to: plain.to });
    const found = async (judges: boolean, find: string) => {
      const rows = await findMailRows(
        db,
        { crypto: platform.crypto, judges, seesCustomers: true },
        readMailView(new URLSearchParams({ find })),
        50,
      );
      return rows.map(({ id, to }) => [id, to]).sort();
    };
    const masked = maskedAddress(plain.to);
    expect(await found(true, plain.to)).toEqual([[plain.messageId, masked]]);
    expect(await found(true, job.messageId)).toEqual([[job.messageId, '•••']]);
    expect(await found(false, plain.to)).toEqual(
      [
        [plain.messageId, masked],
        [job.messageId, masked],
      ].sort(),
    );
  });

  test('without the right neither send nor suppress', async () => {
    const viewer = staff('jun', 'support_agent');
    expect(await sendAgain(platform, { ...ask, viewer, id: 'mail-1', reason: 'x' })).toMatchObject({ refused: 'permission' });
    expect(await suppressByHand(platform, { ...ask, viewer, address: 'a@example.com', reason: 'by-hand', note: 'x' })).toMatchObject({
      refused: 'permission',
    });
  });
});

describe('the words of a mail', () => {
  const kind = 'orders.order-held' as const;
  const before = linesOf('en', 'mails').get('order-held.title')!;
  const written = 'We keep your seats until {{time}}, Dubai time';

  it('stand in a catalogue for every kind and language, with something to put in the subject', () => {
    const empty = mailKinds.flatMap((one) =>
      languageCodes
        .filter((language) => keysOf(one, [...linesOf(language, familyOf(one).catalogue).keys()]).length === 0)
        .map((code) => [one, code]),
    );
    expect(empty).toEqual([]);
  });

  it('are refused without a variable that they had, with one that nobody fills, empty, or in one language only', () => {
    const house = { en: { 'a.text': 'Pay {{total}}' }, ar: { 'a.text': 'ادفع {{total}}' } };
    expect(problemsOf(house, { en: { 'a.text': 'Pay {{sum}} now' } }, true)).toEqual([
      { language: 'en', key: 'a.text', problem: 'missing-variable', name: 'total' },
      { language: 'en', key: 'a.text', problem: 'unknown-variable', name: 'sum' },
    ]);
    expect(problemsOf(house, { en: { 'a.text': ' ' } }, true)).toMatchObject([{ problem: 'empty' }]);
    expect(problemsOf(house, { en: { 'a.text': 'Pay {{total}}!' } }, false)).toEqual([
      { language: 'ar', key: 'a.text', problem: 'not-translated' },
    ]);
    expect(problemsOf(house, { en: { 'a.text': 'Pay {{total}} {{' } }, true)).toMatchObject([{ problem: 'unknown-variable', name: '{{' }]);
    expect(changesOf(house, { en: { 'a.text': 'Pay {{total}}', 'b.text': 'x' }, ar: { 'a.text': 'y' } })).toEqual({
      ar: { 'a.text': 'y' },
    });
  });

  test('are written by one, approved by another who answers for it, live at once, and taken back', async () => {
    const save = { ...ask, viewer: ines, kind, language: 'en', lines: { 'order-held.title': written }, note: '' } as const;
    expect(await saveWording(platform, { ...save, sameMeaning: false, version: 0 })).toMatchObject({ ok: true });
    expect(await saveWording(platform, { ...save, sameMeaning: false, version: 0 })).toMatchObject({ refused: 'changed-meanwhile' });
    const move = (viewer: Viewer & { kind: 'staff' }, event: 'submit' | 'approve' | 'send-back', version: number) =>
      moveWording(platform, { ...ask, viewer, kind, event, version, reason: '' });
    expect(await move(ines, 'submit', 1)).toMatchObject({ refused: 'problems' });
    await saveWording(platform, { ...save, sameMeaning: true, version: 1 });
    expect(await move(ines, 'submit', 2)).toMatchObject({ ok: true });
    expect(await move(ines, 'approve', 3)).toMatchObject({ refused: 'permission' });
    expect((await mailWords(db, 'en', 'mails'))('order-held.title', { time: '18:40' })).toBe(before.replace('{{time}}', '18:40'));
    // Two tabs of one who approves: the second finds it done.
    const twice = await Promise.all([move(omar, 'approve', 3), move(omar, 'approve', 3)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    const t = await mailWords(db, 'en', 'mails');
    expect(t('order-held.title', { time: '18:40' })).toBe('We keep your seats until 18:40, Dubai time');
    expect(t('attached', { count: 2 })).toBe('2 files are attached.');
    expect((await mailWords(db, 'ar', 'mails'))('foot.reply')).toBe(linesOf('ar', 'mails').get('foot.reply'));
    expect(await goBackTo(platform, { ...ask, viewer: ines, kind, number: 0, reason: 'x' })).toMatchObject({ refused: 'permission' });
    expect(await goBackTo(platform, { ...ask, viewer: omar, kind, number: 0, reason: 'Misread' })).toMatchObject({ ok: true });
    expect((await mailWords(db, 'en', 'mails'))('order-held.title', { time: '1' })).toBe(before.replace('{{time}}', '1'));
    expect(await goBackTo(platform, { ...ask, viewer: omar, kind, number: 1, reason: 'After all' })).toMatchObject({ ok: true });
    expect((await mailWords(db, 'en', 'mails'))('order-held.title', { time: '1' })).toContain('We keep your seats');
  });

  test('are not approved by their own writer, whatever their role', async () => {
    const own = { ...ask, viewer: omar, kind: 'orders.order-link' as const };
    await saveWording(platform, {
      ...own,
      language: 'en',
      lines: { 'order-link.button': 'Open it' },
      note: '',
      sameMeaning: true,
      version: 0,
    });
    await moveWording(platform, { ...own, event: 'submit', version: 1, reason: '' });
    expect(await moveWording(platform, { ...own, event: 'approve', version: 2, reason: '' })).toMatchObject({ refused: 'second-person' });
  });

  test('are not approved by somebody who wrote at them before another did', async () => {
    const shared = { ...ask, kind: 'orders.order-link' as const };
    const line = { ...shared, language: 'en', note: '', sameMeaning: true } as const;
    const open = (await findWordings(db, shared.kind)).find(({ status }) => status === 'in_review')!;
    await moveWording(platform, { ...shared, viewer: omar, event: 'discard', version: open.version, reason: '' });
    const first = await saveWording(platform, { ...line, viewer: omar, lines: { 'order-link.button': 'Open' }, version: 0 });
    const second = { ...line, viewer: ines, lines: { 'order-link.button': 'Look at it now' } };
    const written = await saveWording(platform, { ...second, version: first.ok ? first.value.version : -1 });
    const version = written.ok ? written.value.version : -1;
    await moveWording(platform, { ...shared, viewer: ines, event: 'submit', version, reason: '' });
    const tasks = async () => (await listOpenStaffTasks(db, 50, ['mail-wording'])).map(({ subject }) => subject);
    expect(await tasks()).toContain(`mail_wordings:${shared.kind}`);
    const decide = { ...shared, version: version + 1, reason: 'Too short' } as const;
    expect(await moveWording(platform, { ...decide, viewer: omar, event: 'approve' })).toMatchObject({ refused: 'second-person' });
    expect((await moveWording(platform, { ...decide, viewer: omar, event: 'send-back' })).ok).toBe(true);
    expect(await tasks()).not.toContain(`mail_wordings:${shared.kind}`);
  });

  it('declares the edges that the database knows', async () => {
    const { rows } = (await db.execute(`select from_status, to_status from status_edges where machine = 'mail-wording'`)) as unknown as {
      rows: { from_status: string; to_status: string }[];
    };
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(
      edgesOf(wordingMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
  });
});

it('opens a link in the language of its mail, and leaves the rest of it alone', () => {
  expect(inLanguage('ar', 'http://localhost/reviews?x=1#R7')).toBe('http://localhost/reviews?x=1&lang=ar#R7');
});

test('every mail has a name in words for the desk, in every language', () => {
  for (const language of languageCodes)
    for (const kind of mailKinds) {
      // Its title is the name that its owner gave it.
      if (kind === 'reports.mail') expect(nameOfMail(kind, language)).toBe(null);
      else expect(nameOfMail(kind, language), `${kind} ${language}`).toMatch(/^(?!.*\{\{).{3,}$/);
    }
  expect(nameOfMail('orders.order-cancelled', 'en')).toBe('Your booking is cancelled');
  expect(nameOfMail('campaigns.letter', 'en')).toBe(null);
});
