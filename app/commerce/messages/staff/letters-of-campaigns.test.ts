import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { openMailDoor } from '#app/platform/mail-door.server.ts';
import { MailBounced, type PostedMail } from '#app/platform/mail.server.ts';
import { addMilliseconds, hourMs } from '#app/values/dates.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import type { CampaignDraft } from '../../campaigns/campaign-rules.ts';
import { countLetters, findCampaign } from '../../campaigns/campaigns-store.server.ts';
import { sendBatch, watchCampaigns, workOnCampaigns } from '../../campaigns/send-campaign.server.ts';
import { beginCampaign, moveCampaign, saveCampaign } from '../../campaigns/staff/work-campaign.server.ts';
import { keepProvedReader, leaveList } from '../../newsletter/keep-reader.server.ts';
import { findReaderByIndex, readerIndexOf } from '../../newsletter/newsletter-store.server.ts';
import { workOnMails } from '../work-on-mails.server.ts';
import { mailQuery, readMailView } from './mail-desk-view.ts';
import { findLetterCampaigns, findMailRecord, findMailRows } from './read-mail-log.server.ts';
import { retryMail } from './work-mail.server.ts';
import { mailsExport } from './write-mail-log.server.ts';

const platform = await openTestPlatform();
const { db, clock, crypto } = platform;
await workOnCampaigns(platform);
await workOnMails(platform);

const staff = (id: string, role: 'owner' | 'marketing'): Viewer & { readonly kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const huda = staff('huda', 'owner');
const everything = { crypto, judges: true, seesCustomers: true };
const marketing = { crypto, judges: false, seesCustomers: false };
const words = { subject: 'Cool evenings', title: 'Cool evenings', text: 'One.', button: 'See' };

async function reader(email: string) {
  return transact(db, async (tx) => {
    await keepProvedReader(tx, platform, clock.now(), { email, language: 'en', interests: [] });
    return (await findReaderByIndex(tx, readerIndexOf(crypto, email)))!;
  });
}

/** A campaign that has begun with the readers of this moment. */
async function begun(name: string, more: Partial<CampaignDraft> = {}): Promise<string> {
  const made = await beginCampaign(platform, { viewer: huda, name, requestId: 'r' });
  const id = made.ok ? made.value : '';
  const draft: CampaignDraft = {
    name,
    words: { en: words },
    page: '/holidays',
    interests: [],
    languages: ['en'],
    customers: null,
    startsAt: new Date(addMilliseconds(clock.now(), hourMs)),
    ...more,
  };
  expect(await saveCampaign(platform, { viewer: huda, id, version: 1, draft, requestId: 'r' })).toMatchObject({ ok: true });
  for (const [viewer, event] of [
    [huda, 'submit'],
    [staff('samir', 'owner'), 'approve'],
  ] as const) {
    const { version } = (await findCampaign(db, id))!;
    const ask = { viewer, id, event, version, requestId: 'r', isPage: async () => true };
    expect(await moveCampaign(platform, ask)).toMatchObject({ ok: true });
  }
  clock.set(addMilliseconds(clock.now(), 2 * hourMs));
  await watchCampaigns(platform);
  return id;
}

const house = (post: (mail: PostedMail) => Promise<string>) => ({
  ...platform,
  mail: openMailDoor({ db, crypto, clock }, { folder: null, check: async () => undefined, post }),
});
const view = (query: string) => readMailView(new URLSearchParams(query));
const rowsOf = (query: string, who = everything, most = 50) => findMailRows(db, who, view(query), most);

describe('the letters of a campaign in the delivery log', () => {
  let eid = '';

  test('stand there one by one, each with what became of it, whoever was left out among them', async () => {
    clock.set(addMilliseconds(testNow, hourMs));
    const goes = await reader('goes@x.example');
    for (const one of ['sent', 'back', 'away']) await reader(`${one}@x.example`);
    eid = await begun('Eid');
    await leaveList(platform, goes);
    await sendBatch(
      house(async ({ to }) => {
        if (to === 'back@x.example') throw new MailBounced('no such mailbox');
        if (to === 'away@x.example') throw Object.assign(new Error('no'), { responseCode: 554 });
        return 'ok';
      }),
      eid,
    );
    expect((await countLetters(db, [eid])).get(eid)).toEqual({ sent: 1, bounced: 1, failed: 1, left: 1 });
    const rows = await rowsOf(`campaign=${eid}`);
    expect(rows.map(({ to, status, cause }) => [to, status, cause]).toSorted()).toEqual([
      // Who has left is not written down once more.
      ['', 'suppressed', 'not-wanted'],
      ['a•••@x.example', 'failed', '554'],
      ['b•••@x.example', 'bounced', 'hard-bounce'],
      ['s•••@x.example', 'sent', null],
    ]);
    expect(new Set(rows.map(({ campaign }) => campaign?.name))).toEqual(new Set(['Eid']));
    expect((await rowsOf(`campaign=${eid}&state=failed`)).map(({ to }) => to)).toEqual(['a•••@x.example']);
  });

  test('are those of that campaign alone, and go on behind the last of a page', async () => {
    const second = await begun('Summer');
    await sendBatch(
      house(async () => 'ok'),
      second,
    );
    expect((await rowsOf(`campaign=${second}`)).every(({ campaign }) => campaign?.id === second)).toBe(true);
    expect(await rowsOf(`campaign=${eid}`)).toHaveLength(4);
    const whole = await rowsOf(`campaign=${eid}`);
    const [first, rest] = [await rowsOf(`campaign=${eid}`, everything, 3), await rowsOf(`campaign=${eid}&after=${whole[2]!.id}`)];
    expect([...first, ...rest].map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect((await findLetterCampaigns(db, everything, '')).map(({ name }) => name)).toEqual(['Summer', 'Eid']);
  });

  test('one that was not taken is tried once more from there, and its campaign hears of it', async () => {
    const [failed] = await rowsOf(`campaign=${eid}&state=failed`);
    expect(await retryMail(platform, { viewer: staff('ines', 'marketing'), requestId: 'r', id: failed!.id })).toMatchObject({ ok: true });
    await platform.jobs.drain();
    expect((await findMailRecord(db, everything, failed!.id))!.row).toMatchObject({ status: 'sent', campaign: { id: eid, name: 'Eid' } });
    expect((await countLetters(db, [eid])).get(eid)).toEqual({ sent: 2, bounced: 1, left: 1 });
    // What was never handed over has nothing that could be sent.
    const [leftOut] = await rowsOf(`campaign=${eid}&state=suppressed`);
    expect((await findMailRecord(db, everything, leftOut!.id))!.mail.content).toBeNull();
  });

  test('leave the house as the list shows them', async () => {
    const lines: (readonly string[])[] = [];
    for await (const page of mailsExport.pages(platform, huda, { query: new URLSearchParams({ campaign: eid }) } as never))
      lines.push(...page);
    expect(lines).toHaveLength(4);
    const [to, name] = [mailsExport.head.indexOf('to'), mailsExport.head.indexOf('campaign')];
    expect(new Set(lines.map((line) => line[name]))).toEqual(new Set(['Eid']));
    expect(lines.map((line) => line[to]).toSorted()).toEqual(['', 'a•••@x.example', 'b•••@x.example', 's•••@x.example']);
  });

  test('are listed for whoever sees customers alone; to others one to customers of a kind does not say whose it is', async () => {
    const everyCustomer = { account: '', country: '', tag: '', orders: '', from: '', until: '' } as const;
    const narrowed = await begun('Families', { customers: everyCustomer });
    await db.execute(sql`insert into campaign_letters (campaign_id, reader_id, status, at)
      select ${narrowed}, id, 'waiting', now() from newsletter_readers where status = 'reading' on conflict do nothing`);
    await sendBatch(
      house(async () => 'ok'),
      narrowed,
    );
    expect((await rowsOf(`campaign=${narrowed}`)).length).toBeGreaterThan(0);
    expect(await rowsOf(`campaign=${narrowed}`, marketing)).toEqual([]);
    expect(await findLetterCampaigns(db, marketing, narrowed)).toEqual([]);
    const seen = await rowsOf('kind=campaigns.letter', marketing);
    expect(seen.filter(({ id }) => id.includes(narrowed)).map(({ campaign }) => campaign)).not.toContainEqual(expect.anything());
    // Those of the others are named, without an address, and are not listed by their campaign either.
    expect(seen.filter(({ id }) => id.includes(eid)).map(({ to, campaign }) => [to, campaign?.name])).toContainEqual(['•••', 'Eid']);
    expect(await rowsOf(`campaign=${eid}`, marketing)).toEqual([]);
  });

  it('are read by an index of their own, however many there are', async () => {
    await db.execute(sql`insert into mail_log (id, kind, concern, language, recipient, email_index, status, queued_at, changed_at)
      select 'campaign-big.' || n, 'campaigns.letter', 'letter', 'en', '', 'none', case when n = 9 then 'failed' else 'sent' end,
        now(), now() from generate_series(1, 5000) n`);
    await db.execute(sql`analyze mail_log`);
    const plan = async (condition: string) =>
      JSON.stringify(
        await db.execute(
          sql.raw(`explain select * from mail_log where kind = 'campaigns.letter' and split_part(id, '.', 1) = 'campaign-big' ${condition}
            order by queued_at desc, id desc limit 51`),
        ),
      );
    expect(await plan('')).toContain('mail_log_letters');
    expect(await plan(`and status = 'failed' and status <> 'sent'`)).toContain('mail_log_letters_kept_back');
  });

  it('keep their campaign in the address of the list', () => {
    expect(mailQuery(view(`campaign=${eid}&state=failed`))).toBe(`?state=failed&campaign=${eid}`);
    for (const bad of ['a b', "x'", 'x'.repeat(61)]) expect(view(`campaign=${encodeURIComponent(bad)}`).campaign).toBe('');
  });
});
