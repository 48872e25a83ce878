import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { personalData } from '#app/personal-data.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { openTicketByHand } from '../open-ticket.server.ts';
import { workOnTickets } from '../work-on-tickets.server.ts';
import { readTag } from '../ticket-tags.ts';

const platform = await openDemoPlatform();
const { db } = platform;
await workOnTickets(platform);
await db.execute(sql`update early_access set is_on = true, changed_at = '2026-01-01T00:00:00Z' where feature = 'tickets'`);
const app = await openTestApp(platform);
const [support, auditor, flights, owner] = [
  await app.signIn('support@rihla.example', demoPassword),
  await app.signIn('auditor@rihla.example', demoPassword),
  await app.signIn('flights@rihla.example', demoPassword),
  await app.signIn('admin@rihla.example', demoPassword, true),
];
const staffId = (await findAccountByEmail(db, 'support@rihla.example'))!.id;

async function aTicket(email = 'omar@example.com') {
  return openTicketByHand(platform, {
    subject: 'The bag did not arrive',
    channel: 'phone',
    contact: { name: 'Omar Said', email, phone: null },
    words: 'It stayed in Istanbul.',
    language: 'en',
    priority: 'normal',
    orderId: null,
    userId: null,
    staffId,
  });
}
const read = async (path: string, cookie = support) => (await app.send(path, { cookie })).text();
const stored = async (reference: string) =>
  (
    (await db.execute(sql`select id, version, tags from tickets where reference = ${reference}`)) as unknown as {
      rows: { id: string; version: number; tags: string[] }[];
    }
  ).rows[0]!;
const press = async (reference: string, event: 'tag' | 'untag', tag: string, cookie = support, version?: number) =>
  (
    await app.send(`/admin/tickets/${reference}`, {
      cookie,
      form: { event, tag, version: String(version ?? (await stored(reference)).version) },
    })
  ).headers.get('location') ?? '';

describe('the way to somebody', () => {
  it('is masked for who works on the ticket until they say why, which the audit keeps; and nobody else is shown it', async () => {
    const reference = await aTicket('masked@example.com');
    const path = `/admin/tickets/${reference}`;
    const page = await read(path);
    expect([page.includes('m…@example.com'), page.includes('masked@example.com')]).toEqual([true, false]);
    expect(await read(path, auditor)).not.toContain('m…@example.com');
    const looks = async () =>
      (await listAuditOf(db, `tickets:${(await stored(reference)).id}`, 20)).filter(({ action }) => action === 'ticket.contact-revealed');
    const without = await app.send(path, { cookie: support, form: { event: 'reveal', reason: '' } });
    expect([without.status, (await without.text()).includes('masked@example.com'), await looks()]).toEqual([422, false, []]);
    const shown = await app.send(path, { cookie: support, form: { event: 'reveal', reason: 'complaint' } });
    expect([shown.status, (await shown.text()).includes('masked@example.com')]).toEqual([200, true]);
    expect(await looks()).toMatchObject([{ actor: `staff:${staffId}`, reason: 'complaint' }]);
    expect(await read(path)).not.toContain('masked@example.com');
    const stranger = await app.send(path, { cookie: auditor, form: { event: 'reveal', reason: 'complaint' } });
    expect((await stranger.text()).includes('masked@example.com')).toBe(false);
    expect(await looks()).toHaveLength(1);
  });
});

describe('a tag', () => {
  it('is written in one way, in any script, and is no sentence', () => {
    expect(['  Lost  Bag ', 'lost_bag', 'حقيبة', 'A320', 'über'].map(readTag)).toEqual(['lost-bag', 'lost-bag', 'حقيبة', 'a320', 'über']);
    expect(['', 'x', '-', 'omar@example.com', 'a'.repeat(25), '<b>', 'one, two'].map(readTag)).toEqual(Array(7).fill(null));
  });

  it('is added and taken off on the ticket, told in its history, and leads to all that have it', async () => {
    const [first, second] = [await aTicket(), await aTicket()];
    expect(await press(first, 'tag', 'Lost bag')).toContain('did=tag');
    expect((await stored(first)).tags).toEqual(['lost-bag']);
    const page = await read(`/admin/tickets/${first}`);
    expect(page).toContain('href="/admin/tickets?state=all&amp;tag=lost-bag"');
    expect(page).toContain('Tagged');
    const list = await read('/admin/tickets?state=all&tag=lost-bag');
    expect(list).toContain(first);
    expect(list).not.toContain(second);
    expect(await press(first, 'untag', 'lost-bag')).toContain('did=untag');
    expect((await stored(first)).tags).toEqual([]);
    expect(await read('/admin/tickets?state=all&tag=lost-bag')).toContain('<option value="lost-bag" selected="">');
  });

  it('is offered as a filter as soon as a ticket has it, and no more when none does', async () => {
    const reference = await aTicket();
    const offered = async () => (await read('/admin/tickets')).includes('<option value="new-trouble">');
    expect(await offered()).toBe(false);
    await press(reference, 'tag', 'new trouble');
    expect(await offered()).toBe(true);
    await press(reference, 'untag', 'new-trouble');
    expect(await offered()).toBe(false);
  });

  it('that is there already is not written twice, nor by somebody who looked at an older state', async () => {
    const reference = await aTicket();
    await press(reference, 'tag', 'refund');
    const { version } = await stored(reference);
    expect(await press(reference, 'tag', 'Refund')).toContain('did=tag');
    expect((await stored(reference)).version).toBe(version);
    expect(await press(reference, 'tag', 'late', support, version - 1)).toContain('refused=changed-meanwhile');
  });

  it('is refused in words when it is none, when there are eight, and to whoever only reads', async () => {
    const reference = await aTicket();
    expect(await press(reference, 'tag', 'what a mess!')).toContain('refused=no-tag');
    for (const tag of ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8']) await press(reference, 'tag', tag);
    expect(await press(reference, 'tag', 't9')).toContain('refused=too-many-tags');
    expect(await read(`/admin/tickets/${reference}`)).toContain('eight tags at most');
    expect(await press(reference, 'untag', 't1', auditor)).toContain('/admin/unauthorized');
    const seen = await read(`/admin/tickets/${reference}`, auditor);
    expect(seen).toContain('tag=t1');
    expect(seen).not.toContain('value="untag"');
  });

  it('is put on many at once and taken off again, after a dry run that says who has it', async () => {
    const [one, other] = [await aTicket(), await aTicket()];
    await press(one, 'tag', 'strike');
    const many = async (deed: string, aim: string) => {
      const page = await read(`/admin/tickets/bulk?deed=${deed}&aim=${encodeURIComponent(aim)}&ticket=${one}&ticket=${other}`);
      const field = (name: string) => [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value!);
      return { page, lines: field('line'), key: field('key')[0] ?? '', aim: field('aim').at(-1) ?? '' };
    };
    expect((await many('tag', 'no tag at all!')).page).toContain('A tag has 2 to 24 letters');
    const tried = await many('tag', 'Strike');
    expect(tried.page).toContain('Has this tag already');
    expect(tried.lines).toEqual([`${other} ${(await stored(other)).version}`]);
    expect(tried.aim).toBe('strike');
    const go = async (deed: string, { key, aim, lines }: Awaited<ReturnType<typeof many>>) => {
      const answer = await app.send('/admin/tickets/bulk', { cookie: support, form: { intent: deed, key, aim, line: lines } });
      await platform.jobs.drain();
      return read(answer.headers.get('location')!);
    };
    expect(await go('tag', tried)).toContain('Tagged');
    expect([(await stored(one)).tags, (await stored(other)).tags]).toEqual([['strike'], ['strike']]);
    expect(await go('untag', await many('untag', 'strike'))).toContain('Tag taken off');
    expect([(await stored(one)).tags, (await stored(other)).tags]).toEqual([[], []]);
  });

  it('stands in the file of the list', async () => {
    const reference = await aTicket();
    await press(reference, 'tag', 'vip');
    const file = await (await app.send('/admin/tickets/export?state=all&tag=vip', { cookie: support, form: {} })).text();
    expect(file).toMatch(new RegExp(`${reference}.*vip`));
  });
});

describe('beside a ticket', () => {
  const letter = new File([new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')], 'tag receipt.pdf', {
    type: 'application/pdf',
  });
  const keep = (reference: string, cookie: string, key: string) => {
    const body = new FormData();
    body.set('intent', 'file');
    body.set('key', key);
    body.set('file', letter);
    return app.send(`/admin/records/ticket/${reference}`, { method: 'POST', cookie, body });
  };

  it('files are kept by whoever works on tickets, and go with the person it is about', async () => {
    const reference = await aTicket('leyla@example.com');
    expect((await keep(reference, support, 'ticket-file-key-1')).headers.get('location')).toBe(`/admin/tickets/${reference}#files`);
    expect(await read(`/admin/tickets/${reference}`)).toContain('tag receipt.pdf');
    expect((await keep(reference, auditor, 'ticket-file-key-2')).headers.get('location')).toContain('/admin/unauthorized');
    expect((await keep(reference, flights, 'ticket-file-key-3')).status).toBe(404);
    await erasePerson(platform, personalData, { userId: null, emails: ['leyla@example.com'] }, { actor: 'guest' });
    const { rows } = (await db.execute(sql`select 1 from record_files where record_id = ${(await stored(reference)).id}`)) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([]);
  });

  it('a colleague is told who changed it and who else looks; its notes stay among what was said', async () => {
    const reference = await aTicket();
    const news = async (cookie: string, since = 0) =>
      (await (await app.send(`/admin/records/ticket/${reference}/news?since=${since}`, { cookie })).json()) as {
        change: { by: string | null; own: boolean } | null;
        others: string[];
      };
    await news(owner);
    await press(reference, 'tag', 'live');
    expect(await news(support)).toMatchObject({ change: { own: true }, others: [expect.any(String)] });
    expect(await news(owner)).toMatchObject({ change: { own: false, by: expect.any(String) } });
    const note = await app.send(`/admin/records/ticket/${reference}`, {
      cookie: support,
      form: { intent: 'note', key: 'k'.repeat(20), words: 'x' },
    });
    expect(note.status).toBe(404);
  });
});
