import { describe, expect, it, test } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { addMilliseconds, hourMs, type Instant } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { askForLetter } from '../newsletter/ask-for-letter.server.ts';
import { confirmReader, leaveList } from '../newsletter/keep-reader.server.ts';
import { mailNewsletter } from '../newsletter/mail-newsletter.server.ts';
import { findReader } from '../newsletter/newsletter-store.server.ts';
import { newsletterReaders } from '../newsletter/newsletter.tables.ts';
import { countAudience, findAudience } from './audience-store.server.ts';
import { campaignProblems } from './campaign-rules.ts';
import { campaignMachine } from './campaign-status.ts';
import { countLetters, findCampaign } from './campaigns-store.server.ts';
import { watchCampaigns, workOnCampaigns } from './send-campaign.server.ts';
import { isLetterWanted } from '../messages/wanted-letters.server.ts';
import { beginCampaign, moveCampaign, saveCampaign, tryCampaign } from './staff/work-campaign.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
await mailNewsletter(platform);
await workOnCampaigns(platform);

const staff = (id: string, role: 'owner' | 'marketing'): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const ines = staff('ines', 'marketing');
const huda = staff('huda', 'owner');
/** The pages of the shop, as far as these tests know them. */
const isPage = async (page: string) => page === '/holidays';
const words = { subject: 'Cool evenings', title: 'Cool evenings', text: 'One.\n\nTwo.', button: 'See' };
const draft = {
  name: 'Eid',
  words: { en: words },
  page: '/holidays',
  interests: ['holidays'],
  languages: ['en'],
  customers: null,
  startsAt: new Date(addMilliseconds(testNow, hourMs)),
} as const;

async function reader(email: string, interests: ('holidays' | 'visas')[], language: 'en' | 'ar' = 'en') {
  const before = new Set((await db.select({ id: newsletterReaders.id }).from(newsletterReaders)).map(({ id }) => id));
  await askForLetter(platform, { email, interests, language, address: '10.0.0.1' } as Parameters<typeof askForLetter>[1]);
  const [made] = (await db.select({ id: newsletterReaders.id }).from(newsletterReaders)).filter(({ id }) => !before.has(id));
  return (await findReader(db, made!.id))!;
}

describe('a campaign', () => {
  it('must be whole in each of its languages, lead to a page of ours and have its hour ahead', () => {
    const now: Instant = testNow;
    expect(campaignProblems(draft, now, true)).toEqual([]);
    expect(campaignProblems({ ...draft, languages: ['en', 'ar'] }, now, true)).toHaveLength(4);
    expect(campaignProblems({ ...draft, page: '//elsewhere.example' }, now, true)).toEqual([{ problem: 'page-elsewhere' }]);
    expect(campaignProblems({ ...draft, page: '/nowhere-at-all' }, now, false)).toEqual([{ problem: 'no-page' }]);
    const written = (text: string) => campaignProblems({ ...draft, words: { en: { ...words, text } } }, now, true);
    for (const text of ['Dear {{name}}, come.', 'It is <b>cool</b>.'])
      expect(written(text)).toEqual([{ problem: 'markup', language: 'en', part: 'text' }]);
    expect(written('Two for 3 < 5, says {Sara}.')).toEqual([]);
    expect(campaignProblems({ ...draft, startsAt: new Date(now - 1) }, now, true)).toEqual([{ problem: 'start-over' }]);
  });

  test('is not let go by whoever wrote it, whatever their rights', async () => {
    const begun = await beginCampaign(platform, { viewer: huda, name: 'Mine', requestId: 'r' });
    const id = begun.ok ? begun.value : '';
    await saveCampaign(platform, { viewer: huda, id, version: 1, draft, requestId: 'r' });
    const move = async (viewer: typeof huda, event: 'submit' | 'approve' | 'cancel') =>
      moveCampaign(platform, { viewer, id, event, version: (await findCampaign(db, id))!.version, requestId: 'r', isPage });
    expect(await move(huda, 'submit')).toMatchObject({ ok: true });
    expect(await move(huda, 'approve')).toMatchObject({ refused: 'second-person' });
    expect(await move(staff('samir', 'owner'), 'approve')).toMatchObject({ ok: true });
    // The same press once more, as from a second tab.
    expect(await move(staff('samir', 'owner'), 'approve')).toMatchObject({ refused: 'not-possible' });
    expect(await move(huda, 'cancel')).toMatchObject({ ok: true });
  });

  test('goes to those who asked twice and still read, with one press to leave, after a second person said yes', async () => {
    const [wants, all, other, gone, unsure] = [
      await reader('wants@example.com', ['holidays']),
      await reader('all@example.com', []),
      await reader('visas@example.com', ['visas']),
      await reader('gone@example.com', ['holidays']),
      await reader('unsure@example.com', ['holidays']),
    ];
    for (const one of [wants, all, other, gone]) await confirmReader(platform, one);
    expect(unsure.status).toBe('pending');
    const audience = { ...draft, interests: [...draft.interests], languages: [...draft.languages] };
    expect(await countAudience(db, platform.crypto, audience)).toMatchObject({
      readers: new Map([['en', 3]]),
      all: 3,
      leftOut: { interest: 1 },
    });
    expect((await findAudience(db, platform.crypto, audience)).toSorted()).toEqual([wants.id, all.id, gone.id].toSorted());

    const begun = await beginCampaign(platform, { viewer: ines, name: 'Eid', requestId: 'r' });
    const id = begun.ok ? begun.value : '';
    const move = async (viewer: Viewer & { kind: 'staff' }, event: 'submit' | 'approve' | 'pause' | 'go-on', version?: number) =>
      moveCampaign(platform, { viewer, id, event, version: version ?? (await findCampaign(db, id))!.version, requestId: 'r', isPage });
    expect(await move(ines, 'submit')).toMatchObject({ refused: 'problems' });
    await saveCampaign(platform, { viewer: ines, id, version: 1, draft, requestId: 'r' });
    expect(await saveCampaign(platform, { viewer: ines, id, version: 1, draft, requestId: 'r' })).toMatchObject({
      refused: 'changed-meanwhile',
    });
    await saveCampaign(platform, { viewer: ines, id, version: 2, draft: { ...draft, page: 'elsewhere' }, requestId: 'r' });
    expect(await tryCampaign(platform, { viewer: ines, id, requestId: 'r' })).toMatchObject({ refused: 'page-elsewhere' });
    await saveCampaign(platform, { viewer: ines, id, version: 3, draft: { ...draft, page: '/nowhere-at-all' }, requestId: 'r' });
    expect(await move(ines, 'submit')).toMatchObject({ refused: 'problems' });
    await saveCampaign(platform, { viewer: ines, id, version: 4, draft, requestId: 'r' });
    await tryCampaign(platform, { viewer: ines, id, requestId: 'r' });
    expect((await platform.mail.folder!.list()).filter(({ to }) => to === 'ines@rihla.example')).toHaveLength(1);
    expect(await move(ines, 'submit')).toMatchObject({ ok: true });
    const calls = async () => (await listOpenStaffTasks(db, 99, ['campaign'])).map(({ subject }) => subject);
    expect(await calls()).toContain(`campaigns:${id}`);
    expect(await move(ines, 'approve')).toMatchObject({ refused: 'permission' });
    expect(await move(huda, 'approve')).toMatchObject({ ok: true });
    expect(await calls()).not.toContain(`campaigns:${id}`);

    await watchCampaigns(platform);
    expect((await findCampaign(db, id))?.status).toBe('approved');
    clock.set(addMilliseconds(testNow, 2 * hourMs));
    await watchCampaigns(platform);
    expect((await countLetters(db, [id])).get(id)).toEqual({ waiting: 3 });
    await leaveList(platform, gone);
    expect(await move(ines, 'pause')).toMatchObject({ ok: true });
    await platform.jobs.drain();
    expect((await countLetters(db, [id])).get(id)).toEqual({ waiting: 3 });
    expect(await move(ines, 'go-on')).toMatchObject({ ok: true });
    clock.set(addMilliseconds(testNow, 2 * hourMs + 120_000));
    await watchCampaigns(platform);
    await platform.jobs.drain();
    expect((await countLetters(db, [id])).get(id)).toEqual({ sent: 2, left: 1 });
    expect((await findCampaign(db, id))?.status).toBe('sent');
    const letters = (await platform.mail.folder!.list()).filter(({ subject }) => subject === words.subject);
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['all@example.com', 'wants@example.com']);
    expect(letters[0]!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(letters[0]!.text).toContain('/holidays?lang=en');
    // Noted once more, and left the list before it went.
    const noted = { id: `campaign-${id}.${wants.id}`, kind: 'campaigns.letter' };
    expect(await isLetterWanted(db, noted)).toBe('yes');
    await leaveList(platform, (await findReader(db, wants.id))!);
    expect(await isLetterWanted(db, noted)).toBe('no');
  });

  it('declares the edges that the database knows', async () => {
    const { rows } = (await db.execute(`select from_status, to_status from status_edges where machine = 'campaign'`)) as unknown as {
      rows: { from_status: string; to_status: string }[];
    };
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(
      edgesOf(campaignMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
  });
});
