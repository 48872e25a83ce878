import { expect, request, type APIRequestContext } from '@playwright/test';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { journeyBase } from './journey-servers.ts';

/** Each worker signs in once at a server, without a browser: the folder's page is looked at in its own journey. */
const kept = new Map<string, Promise<APIRequestContext>>();

function folderOf(base: string): Promise<APIRequestContext> {
  const known = kept.get(base) ?? openFolder(base);
  kept.set(base, known);
  return known;
}

async function openFolder(base: string): Promise<APIRequestContext> {
  const desk = await request.newContext({ baseURL: base, extraHTTPHeaders: { origin: base } });
  const form = { email: 'admin@rihla.example', password: demoPassword };
  const answer = await desk.post('/admin/login?next=%2Fadmin%2Fmail-folder', { form });
  expect(answer.url(), 'staff are let in').toContain('/admin/mail-folder');
  return desk;
}

async function mainOf(desk: APIRequestContext, path: string): Promise<string> {
  const html = await (await desk.get(path)).text();
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

/**
 * What matches in the newest message to an address or a number that has it, as staff read them; `about` is in its subject.
 * Waits for it, and looks past the others: mails of one moment come in any order.
 */
export async function readMail(to: string, wanted: RegExp, about = '', base = journeyBase): Promise<string> {
  const desk = await folderOf(base);
  let found = '';
  await expect(async () => {
    const links = [...(await mainOf(desk, '/admin/mail-folder')).matchAll(/<a [^>]*href="([^"]*\?mail=[^"]+)"[^>]*>(.*?)<\/a>/gs)];
    const theirs = links.filter(([, , words]) => words!.includes(to) && words!.includes(about));
    for (const [, link] of theirs) {
      // The message alone: beside it stands the list, with the subjects of everybody's mails.
      const page = await mainOf(desk, link!.replaceAll('&amp;', '&'));
      const message = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
      found = wanted.exec(message)?.[0] ?? '';
      if (found) return;
    }
    const subjects = theirs.map(([, , words]) => words!.replaceAll(/<[^>]*>|\s+/g, ' ').trim());
    expect(subjects, `${wanted} in a message to ${to}`).toBe('one that has it');
  }).toPass({ timeout: 60_000, intervals: [100, 250, 500] });
  return found;
}

/** Whether any message to an address is kept. */
export async function hasMail(to: string): Promise<boolean> {
  return (await mainOf(await folderOf(journeyBase), '/admin/mail-folder')).includes(to);
}
