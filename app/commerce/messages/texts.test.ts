import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { openMailDoor } from '#app/platform/mail-door.server.ts';
import { findMail, findSuppression, insertMail, mailIndexOf, openContent, rowOf } from '#app/platform/mail-log-store.server.ts';
import { decideText } from '#app/platform/mail-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Texting, TextOutcome } from '#app/platform/texting.server.ts';
import { linesOf } from '#app/ui/catalogues.server.ts';
import { addMilliseconds, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { saveProfile } from '../customers/book/profile-store.server.ts';
import { emptyContact, type Contact } from '../customers/book/profile.ts';
import { familyOf, mailKinds, type MailKind } from './mail-kinds.ts';
import { postLetter } from './post-letter.server.ts';
import { readMailView } from './staff/mail-desk-view.ts';
import { findMailRows } from './staff/read-mail-log.server.ts';
import { retryMail, sendAgain, setTextKind, suppressByHand } from './staff/work-mail.server.ts';
import { mailsExport } from './staff/write-mail-log.server.ts';
import { textKeyOf, textKinds } from './text-kinds.ts';
import { sweepMails, workOnMails } from './work-on-mails.server.ts';

const platform = await openTestPlatform();
const { db, crypto, clock, jobs } = platform;
await workOnMails(platform);
const noon = testNow;
/** Half past ten in the evening of Dubai. */
const night = instant(Date.parse('2026-11-23T18:30:00Z'));

const staff = (role: StaffRole): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id: role, email: `${role}@rihla.example`, emailVerified: true, fullName: null, createdAt: '' },
  staff: { userId: role, displayName: role, roles: [role] },
});
const asked = { viewer: staff('marketing'), requestId: 'r' };

let people = 0;
/** Somebody with an account, a number of their own and an order. */
async function somebody(contact: Partial<Contact> = {}) {
  people += 1;
  const [id, phone, now] = [`person-${people}`, `+9715000010${String(people).padStart(2, '0')}`, new Date(noon).toISOString()];
  await db.execute(sql`insert into users (id, name, email) values (${id}, 'X', ${`${id}@example.com`})`);
  await db.execute(sql`
    insert into orders (id, reference, kind, status, user_id, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
    values (${`order-${id}`}, ${`TEXTS-${people}`}, 'flight', 'ticketed', ${id}, 'x', 'x', 'x', 'en', 'AED', 100000, ${`user:${id}`}, 'x', ${now}, ${now}, ${now}, ${now})`);
  const say = (more: Partial<Contact>) =>
    saveProfile(platform, id, 'contact', { ...emptyContact, phone, phoneConfirmed: phone, whatsappService: true, ...contact, ...more });
  await say({});
  return { id, phone, orderId: `order-${id}`, say };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

let letters = 0;
/** Mails something about their order, as often as its job runs; the id of the text that may go beside it. */
async function mailed(
  who: Somebody,
  kind: MailKind = 'orders.flight-cancelled',
  { language = 'en', house = platform, runs = 1, phone }: { language?: LanguageCode; house?: Platform; runs?: number; phone?: string } = {},
): Promise<string> {
  letters += 1;
  const messageId = `letter-${letters}`;
  for (let run = 0; run < runs; run += 1)
    await postLetter(house, {
      kind,
      messageId,
      to: `${who.id}@example.com`,
      subject: 'About your order',
      orderId: who.orderId,
      phone,
      letter: {
        language,
        title: 'About your order',
        paragraphs: ['AED 1,000 for passport N1234567'],
        rows: [],
        button: 'Open',
        link: 'http://localhost/track?order=X&key=abc.def',
        foot: [],
      },
    });
  await jobs.drain();
  return `${messageId}.text`;
}
const inFolder = async (number: string) => (await platform.mail.folder!.list()).filter(({ to }) => to === number).map(({ text }) => text);
const standing = async (id: string) => {
  const row = await findMail(db, id);
  return row && [row.status, row.cause];
};

describe('a text beside a mail', () => {
  test('goes once to the confirmed number of whoever ticked it, and says the reference, what happened and the way of the mail', async () => {
    const who = await somebody();
    const id = await mailed(who, 'orders.flight-cancelled', { runs: 3 });
    expect(await inFolder(who.phone)).toEqual([
      `Rihla TEXTS-${people}: the airline cancelled your flight. Please choose what happens now: http://localhost/track?order=X&key=abc.def&lang=en`,
    ]);
    const row = (await findMail(db, id))!;
    expect(row).toMatchObject({ channel: 'text', status: 'sent', tries: 1, orderId: who.orderId, kind: 'orders.flight-cancelled' });
    expect(JSON.stringify(row)).not.toContain(who.phone.slice(1));
  });

  test('says what its mail says where that is something else than its kind says', async () => {
    const who = await somebody();
    await mailed(who, 'orders.schedule-changed', { phone: 'numberPhone' });
    expect((await inFolder(who.phone))[0]).toMatch(
      /^Rihla TEXTS-\d+: your flight has another number, at the same times\. You need not answer\./,
    );
  });

  test('is in the language of its mail', async () => {
    const who = await somebody();
    await mailed(who, 'orders.order-ticketed', { language: 'ar' });
    expect((await inFolder(who.phone))[0]).toContain('صدرت تذاكرك');
  });

  test('goes to nobody who did not tick it, has no confirmed number, or has another one now', async () => {
    const others = [
      await somebody({ whatsappService: false }),
      await somebody({ phoneConfirmed: '' }),
      await somebody({ phoneConfirmed: '+971500009999' }),
      await somebody({ phone: '', phoneConfirmed: '' }),
    ];
    for (const who of others) expect(await findMail(db, await mailed(who))).toBeNull();
    const guest = await somebody();
    await db.execute(sql`update orders set user_id = null where id = ${guest.orderId}`);
    expect(await findMail(db, await mailed(guest))).toBeNull();
  });

  test('goes beside no other kind of mail, and not beside one that staff send once more', async () => {
    const who = await somebody();
    expect(await findMail(db, await mailed(who, 'orders.order-link'))).toBeNull();
    await postLetter(platform, {
      kind: 'orders.order-ticketed',
      messageId: `order.order-ticketed.3.again-29`,
      to: 'x@example.com',
      subject: 'x',
      orderId: who.orderId,
      letter: { language: 'en', title: 'x', paragraphs: [], rows: [], button: 'x', link: 'http://localhost/track', foot: [] },
    });
    await jobs.drain();
    expect(await inFolder(who.phone)).toEqual([]);
  });

  test('is not noted where no operator is connected', async () => {
    const who = await somebody();
    expect(await findMail(db, await mailed(who, 'orders.flight-cancelled', { house: { ...platform, texting: null } }))).toBeNull();
    expect(await findMail(db, `letter-${letters}`)).toMatchObject({ status: 'sent' });
  });

  test('has words for every kind and language that name the reference and the way and nothing else', () => {
    const kinds = mailKinds.filter((kind) => textKinds[kind]);
    expect(kinds.length).toBe(Object.keys(textKinds).length);
    for (const kind of kinds)
      for (const language of languageCodes) {
        const words = linesOf(language, familyOf(kind).catalogue).get(textKeyOf(kind)) ?? '';
        expect([kind, language, ...words.matchAll(/\{\{\w+\}\}/g)].map(String)).toEqual([kind, language, '{{reference}}', '{{link}}']);
        expect(words.length).toBeLessThanOrEqual(160);
      }
    // Another number and nothing else asks nothing, on the telephone either.
    for (const language of languageCodes) {
      const words = linesOf(language, 'mails').get(textKeyOf('orders.schedule-changed', 'numberPhone')) ?? '';
      expect([language, ...words.matchAll(/\{\{\w+\}\}/g)].map(String)).toEqual([language, '{{reference}}', '{{link}}']);
      expect(words.length).toBeLessThanOrEqual(160);
    }
  });
});

describe('what can wait', () => {
  test('waits for the morning of its number, and goes then; what is urgent goes at night', async () => {
    clock.set(night);
    const who = await somebody();
    const [waits, urgent] = [await mailed(who, 'evisas.delivered'), await mailed(who)];
    expect([await standing(waits), await standing(urgent)]).toEqual([
      ['queued', 'quiet-hours'],
      ['sent', null],
    ]);
    clock.set(addMilliseconds(night, 10 * hourMs));
    await sweepMails(platform);
    await jobs.drain();
    expect(await standing(waits)).toEqual(['sent', null]);
    expect(await inFolder(who.phone)).toHaveLength(2);
    clock.set(noon);
  });

  test('stays behind when its reader takes the wish back, changes the number or loses the account meanwhile', async () => {
    const ends: ((who: Somebody) => Promise<unknown>)[] = [
      (who) => who.say({ whatsappService: false }),
      (who) => who.say({ phone: '+971500008888' }),
      (who) => db.execute(sql`update orders set user_id = null where id = ${who.orderId}`),
    ];
    for (const end of ends) {
      clock.set(night);
      const who = await somebody();
      const id = await mailed(who, 'evisas.delivered');
      await end(who);
      clock.set(addMilliseconds(night, 10 * hourMs));
      await sweepMails(platform);
      await jobs.drain();
      expect([await standing(id), await inFolder(who.phone)]).toEqual([['suppressed', 'not-wanted'], []]);
    }
    clock.set(noon);
  });

  test('is not sent when it is no news any more', async () => {
    clock.set(night);
    const who = await somebody();
    const id = await mailed(who, 'evisas.delivered');
    clock.set(addMilliseconds(night, 38 * hourMs));
    await sweepMails(platform);
    await jobs.drain();
    expect(await standing(id)).toEqual(['suppressed', 'too-late']);
    clock.set(noon);
  });

  test('waits past the number of a day; what is urgent goes up to twice that and is left to its mail after it', async () => {
    const who = await somebody();
    const kinds: MailKind[] = [...Array<MailKind>(6).fill('orders.flight-cancelled'), 'evisas.delivered'];
    const ids: string[] = [];
    for (const kind of kinds) ids.push(await mailed(who, kind));
    expect(await standing(ids.at(-1)!)).toEqual(['queued', 'daily-cap']);
    for (let more = 0; more < 6; more += 1) ids.push(await mailed(who));
    expect(await standing(ids.at(-1)!)).toEqual(['sent', null]);
    expect(await standing(await mailed(who))).toEqual(['suppressed', 'daily-cap']);
    expect(await inFolder(who.phone)).toHaveLength(12);
  });

  test('frees its place when the oldest text is a day old', () => {
    const base = {
      concern: 'courtesy',
      suppressed: null,
      zone: 'Asia/Dubai',
      hours: { quietFrom: 21, quietUntil: 8, textCap: 1 },
      now: noon,
    } as const;
    expect(decideText({ ...base, recent: [addMilliseconds(noon, -5 * hourMs)] })).toEqual({
      does: 'wait',
      cause: 'daily-cap',
      until: addMilliseconds(noon, 19 * hourMs),
    });
    expect(decideText({ ...base, recent: [], suppressed: 'complaint', concern: 'order' })).toEqual({
      does: 'suppress',
      cause: 'complaint',
    });
  });
});

/** An operator that answers what it is told to and keeps what it took. */
function operator(answers: TextOutcome[], knows: () => TextOutcome | { outcome: 'none' } = () => ({ outcome: 'none' })) {
  const took: string[] = [];
  const texting: Texting = {
    async send({ messageId }) {
      took.push(messageId);
      const answer = answers.shift();
      if (!answer) throw new Error('the line is dead');
      return answer;
    },
    lookUp: async () => knows(),
  };
  const folder = { folder: platform.mail.folder, check: async () => undefined, post: async () => 'x' };
  return { took, house: { ...platform, texting, mail: openMailDoor({ db, crypto, clock }, folder, texting) } };
}
/** Notes the text while its job lies in the outbox, and hands it over through another operator. */
async function handed(who: Somebody, { house }: ReturnType<typeof operator>): Promise<string> {
  letters += 1;
  const messageId = `letter-${letters}`;
  const held: Platform = { ...house, jobs: { ...jobs, send: async () => undefined } as unknown as Platform['jobs'] };
  const letter = { language: 'en', title: 'x', paragraphs: [], rows: [], button: 'x', link: 'http://localhost/track', foot: [] } as const;
  await postLetter(held, { kind: 'orders.flight-cancelled', messageId, to: 'x@example.com', subject: 'x', orderId: who.orderId, letter });
  await house.mail.deliver(`${messageId}.text`);
  return `${messageId}.text`;
}
const ok = { outcome: 'ok', providerId: 'op-1' } as const;

describe('an operator', () => {
  test('that refuses a number, or says that its owner wants no more, is not asked for that number again', async () => {
    for (const [reason, kept] of [
      ['no-such-number', 'hard-bounce'],
      ['stopped', 'complaint'],
    ] as const) {
      const who = await somebody();
      const other = operator([{ outcome: 'refused', reason }]);
      expect(await standing(await handed(who, other))).toEqual(['bounced', reason]);
      expect(await findSuppression(db, mailIndexOf(crypto, who.phone))).toMatchObject({ reason: kept, addedBy: 'system' });
      expect(await standing(await mailed(who))).toEqual(['suppressed', kept]);
      expect([await inFolder(who.phone), other.took.length]).toEqual([[], 1]);
    }
  });

  test('that answers nothing is asked what became of it, and the text is not handed over twice', async () => {
    const who = await somebody();
    let known: TextOutcome = { outcome: 'unknown' };
    const other = operator([], () => known);
    const id = await handed(who, other);
    expect(await standing(id)).toEqual(['queued', 'unknown']);
    clock.advance(3 * minuteMs);
    await other.house.mail.deliver(id);
    expect(await standing(id)).toEqual(['queued', 'unknown']);
    // A wish that was taken back meanwhile does not turn what left into what did not.
    await who.say({ whatsappService: false });
    known = ok;
    clock.advance(3 * minuteMs);
    await other.house.mail.deliver(id);
    expect([await standing(id), other.took]).toEqual([['sent', null], [id]]);
    clock.set(noon);
  });

  test('that never took it leaves it to a colleague, who tries once more', async () => {
    const who = await somebody();
    const other = operator([{ outcome: 'unknown' }]);
    const id = await handed(who, other);
    clock.advance(3 * minuteMs);
    await other.house.mail.deliver(id);
    expect([await standing(id), other.took]).toEqual([['failed', 'not-taken'], [id]]);
    expect(await retryMail(platform, { ...asked, id })).toMatchObject({ ok: true });
    await jobs.drain();
    expect([await standing(id), (await inFolder(who.phone)).length]).toEqual([['sent', null], 1]);
    clock.set(noon);
  });

  test('is looked up first where whoever handed a text over is gone before the answer', async () => {
    const who = await somebody();
    const other = operator([], () => ok);
    const id = 'taken-by-somebody.text';
    const standingThen = { status: 'queued', cause: null, tries: 1, notBefore: null } as const;
    const message = { channel: 'text', messageId: id, kind: 'orders.flight-cancelled', concern: 'order', to: who.phone } as const;
    const written = { language: 'en', subject: '', text: 'x', html: '', orderId: who.orderId } as const;
    await insertMail(db, rowOf(crypto, clock.now(), { ...message, ...written }, standingThen));
    await other.house.mail.deliver(id);
    expect(await standing(id)).toEqual(['queued', null]);
    clock.advance(3 * minuteMs);
    await other.house.mail.deliver(id);
    expect([await standing(id), other.took]).toEqual([['sent', null], []]);
    clock.set(noon);
  });
});

describe('the desk', () => {
  test('finds texts by their way and their number, which it shows to nobody whole, also in the file', async () => {
    const who = await somebody();
    const id = await mailed(who);
    const reader = { crypto, judges: false, seesCustomers: true };
    const found = (query: Record<string, string>) => findMailRows(db, reader, readMailView(new URLSearchParams(query)), 200);
    const spaced = `${who.phone.slice(0, 4)} ${who.phone.slice(4)}`;
    expect((await found({ find: spaced })).map((row) => [row.id, row.channel, row.to])).toEqual([
      [id, 'text', `+971•••${who.phone.slice(-2)}`],
    ]);
    const texts = await found({ channel: 'text' });
    expect([texts.every(({ channel }) => channel === 'text'), texts.length > 5]).toEqual([true, true]);
    expect((await found({ channel: 'mail' })).some(({ channel }) => channel === 'text')).toBe(false);
    const lines: string[][] = [];
    const query = new URLSearchParams({ channel: 'text' });
    for await (const page of mailsExport.pages(platform, staff('owner'), { query } as never)) lines.push(...(page as string[][]));
    expect(lines.find(([first]) => first === id)).toContain('text');
    expect(JSON.stringify(lines)).not.toContain(who.phone.slice(4));
  });

  test('sends a text once more with a reason, and not after its reader took the wish back', async () => {
    const who = await somebody();
    const id = await mailed(who);
    clock.advance(minuteMs);
    expect(await sendAgain(platform, { ...asked, id, reason: '' })).toMatchObject({ refused: 'reason' });
    const again = await sendAgain(platform, { ...asked, id, reason: 'Not seen' });
    await jobs.drain();
    expect(await findMail(db, again.ok ? again.value : '')).toMatchObject({ channel: 'text', status: 'sent', againOf: id });
    expect(await inFolder(who.phone)).toHaveLength(2);
    await who.say({ whatsappService: false });
    clock.advance(minuteMs);
    expect(await sendAgain(platform, { ...asked, id, reason: 'Again' })).toMatchObject({ refused: 'text-not-wanted' });
    expect(await sendAgain(platform, { ...asked, viewer: staff('support_agent'), id, reason: 'x' })).toMatchObject({
      refused: 'permission',
    });
    clock.set(noon);
  });

  test('has a kind switched off by the owner alone, with what waits of it, and on again', async () => {
    const kind = 'evisas.delivered' as const;
    expect(await setTextKind(platform, { ...asked, viewer: staff('ops_manager'), kind, to: 'off' })).toMatchObject({
      refused: 'permission',
    });
    expect(await setTextKind(platform, { ...asked, viewer: staff('owner'), kind: 'orders.order-link', to: 'off' })).toMatchObject({
      refused: 'not-possible',
    });
    clock.set(night);
    const who = await somebody();
    const waits = await mailed(who, kind);
    await setTextKind(platform, { ...asked, viewer: staff('owner'), kind, to: 'off' });
    await setTextKind(platform, { ...asked, viewer: staff('owner'), kind, to: 'off' });
    clock.set(addMilliseconds(night, 10 * hourMs));
    await sweepMails(platform);
    await jobs.drain();
    expect(await standing(waits)).toEqual(['suppressed', 'not-wanted']);
    expect(await findMail(db, await mailed(who, kind))).toBeNull();
    await setTextKind(platform, { ...asked, viewer: staff('owner'), kind, to: 'on' });
    expect(await standing(await mailed(who, kind))).toEqual(['sent', null]);
    const { rows } = (await db.execute(
      sql`select action from audit_events where subject = ${`texts_off:${kind}`} order by sequence`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map(({ action }) => action)).toEqual(['text-kind.off', 'text-kind.on']);
    clock.set(noon);
  });

  test('puts a number on the list of those that get none, however it is written', async () => {
    const who = await somebody();
    const address = `${who.phone.slice(0, 4)} ${who.phone.slice(4, 6)} ${who.phone.slice(6)}`;
    expect(await suppressByHand(platform, { ...asked, address: '0501234567', reason: 'by-hand', note: 'x' })).toMatchObject({
      refused: 'address',
    });
    expect(await suppressByHand(platform, { ...asked, address, reason: 'by-hand', note: 'Rang us' })).toMatchObject({ ok: true });
    expect(await standing(await mailed(who))).toEqual(['suppressed', 'by-hand']);
  });

  test('keeps what a text said encrypted, as that of a mail', async () => {
    const who = await somebody();
    const row = (await findMail(db, await mailed(who)))!;
    expect(row.content).not.toContain('Rihla');
    expect(openContent(crypto, row)?.text).toContain('Rihla TEXTS');
  });
});
