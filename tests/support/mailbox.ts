import { expect, request, type APIRequestContext } from '@playwright/test';
import { demoPassword } from '#seeds/demo.ts';
import { journeyBase } from './journey-servers.ts';

/** Each worker signs in once, without a browser: the folder's page is looked at in its own journey. */
let kept: Promise<APIRequestContext> | null = null;

async function openFolder(): Promise<APIRequestContext> {
  const desk = await request.newContext({ baseURL: journeyBase, extraHTTPHeaders: { origin: journeyBase } });
  const form = { email: 'admin@rihla.example', password: demoPassword };
  const answer = await desk.post('/admin/login?next=%2Fadmin%2Fmail-folder', { form });
  expect(answer.url(), 'staff are let in').toContain('/admin/mail-folder');
  return desk;
}

async function mainOf(desk: APIRequestContext, path: string): Promise<string> {
  const html = await (await desk.get(path)).text();
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

/** The newest message to an address or a number, whose subject has `about`, as staff read it; waits until `wanted` is in it and returns what matched. */
export async function readMail(to: string, wanted: RegExp, about = ''): Promise<string> {
  kept ??= openFolder();
  const desk = await kept;
  let found = '';
  await expect(async () => {
    const links = [...(await mainOf(desk, '/admin/mail-folder')).matchAll(/<a [^>]*href="([^"]*\?mail=[^"]+)"[^>]*>(.*?)<\/a>/gs)];
    const newest = links.find(([, , words]) => words!.includes(to) && words!.includes(about))?.[1] ?? '';
    expect(newest, `a message to ${to}`).not.toBe('');
    const message = await mainOf(desk, newest.replaceAll('&amp;', '&'));
    found = wanted.exec(message)?.[0] ?? '';
    expect(found, `${wanted} in the newest message to ${to}`).not.toBe('');
  }).toPass({ timeout: 60_000, intervals: [100, 250, 500] });
  return found;
}

/** Whether any message to an address is kept. */
export async function hasMail(to: string): Promise<boolean> {
  kept ??= openFolder();
  return (await mainOf(await kept, '/admin/mail-folder')).includes(to);
}
