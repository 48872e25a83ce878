import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openMail } from './mail.server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'rihla-mail-folder-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('shows the newest mail first, also among those of one moment', async () => {
  let now = Date.parse('2026-11-23T07:42:00Z');
  const mail = openMail({ smtpUrl: undefined, dataDir, from: 'travel@trips.test', now: () => now });
  const post = (subject: string) =>
    mail.post({ messageId: `folder-${subject}`, to: 'layla@example.com', subject, text: subject, html: subject, language: 'en' });
  const numbered = Array.from({ length: 12 }, (_, at) => `mail ${at}`);
  for (const subject of numbered) await post(subject);
  now -= 1;
  await post('of the moment before');
  const listed = (await mail.folder!.list()).map(({ subject }) => subject);
  expect(listed).toEqual([...numbered.toReversed(), 'of the moment before']);
});
