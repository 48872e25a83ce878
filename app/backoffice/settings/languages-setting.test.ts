import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailFeedback } from '#app/commerce/feedback/work-feedback.server.ts';
import { deliveredShopLanguages } from '#app/platform/shop-languages.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { addMilliseconds } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { loadContent } from '#app/storefront/content/load-content.server.ts';
import { readContentFolders } from '#seeds/catalogue.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readSettingForm } from './setting-forms.ts';
import { decideSetting, draftSetting } from './work-setting.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const app = await openTestApp(platform);
await mailFeedback(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const support = await app.signIn('support@rihla.example', demoPassword);

const page = async (path: string, cookie = '', headers: Record<string, string> = {}) => (await app.send(path, { cookie, headers })).text();
const choices = (html: string) =>
  [...html.matchAll(/<button[^>]*>/g)].flatMap(([tag]) => (tag.includes('name="language"') ? (/value="(\w\w)"/.exec(tag)?.[1] ?? []) : []));
const post = (fields: Record<string, string>) => app.send('/admin/settings/languages', { cookie: owner, form: fields });
const boxes = (offered: readonly LanguageCode[]) => Object.fromEntries(offered.map((code) => [code, 'on']));

/** An owner turns all languages but these off, on the page. */
async function offer(offered: readonly LanguageCode[], version = '0') {
  await post({ intent: 'draft', version, ...boxes(offered), reason: 'Nobody answers in it' });
  expect((await post({ intent: 'apply', version: '1' })).headers.get('location')).toContain('did=applied');
}

beforeEach(async () => {
  await db.execute(sql`delete from setting_changes`);
  // What the pages keep is over.
  clock.set(addMilliseconds(clock.now(), 120_000));
});

describe('languages of the shop', () => {
  it('always have English among them, whatever the form says', () => {
    const form = new FormData();
    form.set('pt', 'on');
    form.set('reason', 'Two are enough');
    expect(readSettingForm('languages', form)).toEqual({ ok: true, value: { value: { offered: ['en', 'pt'] }, reason: 'Two are enough' } });
  });

  it('that are off are in no menu, no head and no sitemap, and come back when they are put back', async () => {
    const arabic = 'language=ar';
    expect(await page('/contact', arabic)).toContain('<html lang="ar" dir="rtl"');
    await offer(['tl', 'es']);
    const html = await page('/contact');
    expect(html.match(/hreflang="[a-z-]+"/gi)!.map((one) => one.slice(10, -1))).toEqual(['en', 'tl', 'es', 'x-default']);
    expect(choices(html)).toEqual(['en', 'tl', 'es', 'en', 'tl', 'es']);
    const sitemap = await page('/sitemap.xml');
    expect(sitemap).toContain('?lang=tl');
    expect(sitemap).not.toMatch(/lang=(ar|pt)|hreflang="(ar|pt)"/);
    const [applied] = (
      (await db.execute(sql`select id from setting_changes where status = 'applied'`)) as unknown as { rows: { id: string }[] }
    ).rows;
    await post({ intent: 'put-back', change: applied!.id, reason: 'A colleague is back', version: '0' });
    await post({ intent: 'apply', version: '1' });
    expect(await page('/contact', arabic)).toContain('<html lang="ar" dir="rtl"');
    expect(await page('/sitemap.xml')).toContain('?lang=ar');
  });

  it('that are off are answered in English at once, by cookie, address or header, and the choice itself is left alone', async () => {
    await offer(['es']);
    for (const path of ['/', '/contact', '/flights']) expect(await page(path, 'language=ar'), path).toContain('<html lang="en" dir="ltr"');
    const asked = await app.send('/contact?lang=ar', { cookie: 'language=es' });
    expect(await asked.text()).toContain('<html lang="en" dir="ltr"');
    expect(asked.headers.getSetCookie().filter((line) => line.startsWith('language='))).toEqual([]);
    expect(await page('/contact', '', { 'Accept-Language': 'ar' })).toContain('<html lang="en" dir="ltr"');
    expect(await page('/contact', 'language=es')).toContain('<html lang="es" dir="ltr"');
    expect((await app.send('/contact', { cookie: 'language=ar' })).headers.getSetCookie()).toEqual([]);
  });

  it('do not count at the desk, where a colleague still chooses any of them', async () => {
    await offer([]);
    const html = await page('/admin/security', `${support}; language=ar`);
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(choices(html)).toEqual(['en', 'ar', 'tl', 'es', 'pt']);
    const chosen = await app.send('/preferences', { cookie: support, form: { language: 'tl', back: '/admin/security' } });
    expect(chosen.headers.getSetCookie().join()).toContain('language=tl');
    expect(await page('/admin/security', `${support}; language=tl`)).toContain('<html lang="tl"');
    expect(await page('/account', `${support}; language=tl`)).toContain('<html lang="en"');
  });

  it('are followed by a process that did not change them, kept pages too, within half a minute', async () => {
    expect(await page('/contact', 'language=pt')).toContain('<html lang="pt"');
    // The application under test is a build of its own: what this file changes directly, it hears of as another process does.
    const account = (await findAccountByEmail(db, 'admin@rihla.example'))!;
    const staff = (await findStaffMember(db, account.id))!;
    const user = { id: account.id, email: account.email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
    const viewer: Viewer = { kind: 'staff', user, staff: { ...staff, roles: ['owner'] } };
    const ask = { viewer, section: 'languages', requestId: 'request', version: 0 } as const;
    await draftSetting(platform, { ...ask, value: { offered: ['en', 'ar'] }, reason: 'Two are enough' });
    await decideSetting(platform, { ...ask, decision: 'apply', version: 1, answer: '' });
    clock.set(addMilliseconds(clock.now(), 30_001));
    expect(await page('/contact', 'language=pt')).toContain('<html lang="en"');
    expect(await page('/contact')).not.toContain('hrefLang="pt"');
  });

  it('that are off are not written in: whoever told us something in Arabic reads our answer in English, with a link to English', async () => {
    const key = /name="key" value="([^"]*)"/.exec(await page('/feedback', 'language=ar'))![1]!;
    const form = { key, kind: 'complaint', words: 'The calendar forgets my return day.', email: 'amal@example.com' };
    const told = await app.send('/feedback', { cookie: 'language=ar', form });
    const reference = /told=([0-9A-Z-]{11})/.exec(told.headers.get('location') ?? '')![1]!;
    await offer(['tl']);
    const { rows } = (await db.execute(sql`select id from feedback where reference = ${reference}`)) as unknown as {
      rows: { id: string }[];
    };
    await app.send('/admin/feedback', { cookie: support, form: { id: rows[0]!.id, event: 'answer', answer: 'It is mended.' } });
    await platform.jobs.drain();
    const [mail] = (await platform.mail.folder!.list()).filter(({ to }) => to === 'amal@example.com');
    expect(mail!.subject).toBe(`Our answer, ${reference}`);
    expect(mail!.html).toContain('<html lang="en" dir="ltr">');
    expect(mail!.text).toContain('/feedback?lang=en');
  });
});

describe('the meter of the languages', () => {
  beforeAll(() => loadContent(platform, readContentFolders(), { replace: false }));

  it('counts what each language has, and names with its page what is published without it', async () => {
    const { rows } = (await db.execute(
      sql`select item_id from content_texts where live_number is not null and language = 'en' limit 1`,
    )) as unknown as {
      rows: { item_id: string }[];
    };
    const id = rows[0]!.item_id;
    await db.execute(sql`update content_texts set live_number = null where item_id = ${id} and language = 'pt'`);
    const html = await page('/admin/settings/languages', owner);
    expect(html).toContain(`href="/admin/content/${id}"`);
    const counts = [...html.matchAll(/<span class="num">([\d,]+) of ([\d,]+)<\/span>/g)].map(([, has, of]) => [has, of]);
    expect(counts).toHaveLength(15);
    // Texts and mails of the house are complete; of the content one is missing in Portuguese.
    expect(counts.filter(([has, of]) => has !== of)).toHaveLength(1);
    expect(counts[14]).not.toEqual([counts[14]![1], counts[14]![1]]);
  });

  it('is delivered with all five', () => {
    expect(deliveredShopLanguages.offered).toEqual(['en', 'ar', 'tl', 'es', 'pt']);
  });
});
