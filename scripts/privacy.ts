import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { exportPerson } from '#app/commerce/privacy/export-person.server.ts';
import { personOfAccount } from '#app/commerce/privacy/request-privacy.server.ts';
import { personalData } from '#app/personal-data.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { openTexts, type Catalogue } from '#app/ui/translate.ts';
import { isLanguageCode } from '#app/values/preferences.ts';

/**
 * `npm run privacy:export -- --email X --out FILE.zip [--language en]` writes down everything held on a person.
 * `npm run privacy:erase -- --email X` forgets them; refused while a trip is ahead or money is due.
 * Whoever runs it answers for the mailbox being the person's own: bookings made without an account are found by it.
 */
const [act] = process.argv.slice(2, 3);
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { email: { type: 'string' }, out: { type: 'string' }, language: { type: 'string' } },
});
const email = values.email?.trim().toLowerCase() ?? '';
if (!/^\S+@\S+\.\S+$/.test(email) || (act === 'export' && !values.out) || (act !== 'export' && act !== 'erase')) {
  console.error(
    'Usage: npm run privacy:export -- --email you@example.com --out copy.zip\n       npm run privacy:erase -- --email you@example.com',
  );
  process.exit(2);
}

const platform = await openPlatform(readEnv(process.env), { work: false });
try {
  const account = await findAccountByEmail(platform.db, email);
  const person = account ? personOfAccount({ ...account, emailVerified: true }) : { userId: null, emails: [email] };
  if (act === 'export') {
    const language = isLanguageCode(values.language) ? values.language : 'en';
    const file = new URL(`../app/catalogues/${language}/privacy.json`, import.meta.url);
    const t = openTexts(language, { privacy: JSON.parse(readFileSync(file, 'utf8')) as Catalogue }).of('privacy');
    const zip = await exportPerson(platform, personalData, person, { language, t });
    writeFileSync(values.out!, zip, { mode: 0o600 });
    await transact(platform.db, (tx) =>
      audit(tx, platform.clock.now(), {
        actor: 'system',
        action: 'person.exported',
        subject: account ? `users:${account.id}` : 'guest',
        reason: 'command',
      }),
    );
    console.log(`Wrote ${zip.length} bytes to ${values.out}.`);
  } else {
    const erased = await erasePerson(platform, personalData, person, { actor: 'system' });
    if (erased.ok) {
      const { deleted, blanked, mails, files } = erased.value;
      console.log(`Forgotten: ${deleted} rows deleted, ${blanked} blanked, ${mails} mails and ${files} files removed.`);
    } else {
      for (const { kind, reference } of erased.hindrances ?? []) console.error(`Not now: ${kind}${reference ? ` ${reference}` : ''}`);
      process.exitCode = 1;
    }
  }
} finally {
  await platform.close();
}
