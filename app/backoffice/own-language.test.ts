import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailReport } from './analytics/mail-reports.server.ts';
import { insertReport } from './analytics/reports-store.server.ts';
import { chooseOwnLanguage } from './own-language.server.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
await mailAccounts(platform);
const { db, clock } = platform;
const id = async (email: string) => (await findAccountByEmail(db, email))!.id;
const languageOf = async (userId: string) => (await findStaffAccount(db, userId))!.language;
async function traces(userId: string): Promise<unknown[]> {
  const found = await db.execute(
    sql`select detail from audit_events where action = 'staff.language-chosen' and subject = ${`users:${userId}`} order by sequence`,
  );
  return (found as unknown as { rows: { detail: unknown }[] }).rows.map(({ detail }) => detail);
}

describe('the language of mails to a colleague', () => {
  it('is English until they choose another, which is noted once however often it is sent', async () => {
    const userId = await id('finance@rihla.example');
    const other = await id('hr@rihla.example');
    expect(await languageOf(userId)).toBe('en');
    const browser = openBrowser(app);
    await browser.post('/admin/login', { email: 'finance@rihla.example', password: demoPassword });
    const chosen = await browser.post('/admin/security', { act: 'language', language: 'pt' });
    expect(chosen.status).toBe(200);
    expect(await chosen.text()).toContain('Kept. Mails to you come in this language from now on.');
    expect((await browser.post('/admin/security', { act: 'language', language: 'pt' })).status).toBe(200);
    expect(await (await browser.get('/admin/security')).text()).toMatch(/<option[^>]*value="pt"[^>]*selected/);
    expect([await languageOf(userId), await languageOf(other)]).toEqual(['pt', 'en']);
    expect(await traces(userId)).toEqual([{ language: 'pt' }]);
  });

  it('is refused in words when the house does not write it, and stays as it was', async () => {
    const userId = await id('auditor@rihla.example');
    const browser = openBrowser(app);
    await browser.post('/admin/login', { email: 'auditor@rihla.example', password: demoPassword });
    const wrong: Record<string, string>[] = [{ act: 'language', language: 'fr' }, { act: 'language' }];
    for (const form of wrong) {
      const refused = await browser.post('/admin/security', form);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('Choose one of the languages.');
    }
    expect(await languageOf(userId)).toBe('en');
    expect(await traces(userId)).toEqual([]);
  });

  it('is that of the letters of Monday, with their figures and days', async () => {
    const owner = await id('admin@rihla.example');
    const letterIn = async (language: 'ar' | 'es') => {
      await chooseOwnLanguage(platform, { userId: owner, language, requestId: 'test' });
      const name = `Weekly ${language}`;
      const report = await transact(db, (tx) => insertReport(tx, clock.now(), { owner, name, query: '', shared: false, weekly: true }));
      await mailReport(platform, report);
      return (await platform.mail.folder!.list()).find(({ subject }) => subject === name)!;
    };
    const [spanish, arabic] = [await letterIn('es'), await letterIn('ar')];
    expect([spanish.language, arabic.language]).toEqual(['es', 'ar']);
    expect(spanish.text).toContain('Abrir el informe');
    expect(arabic.text).toContain('فتح التقرير');
  });
});
