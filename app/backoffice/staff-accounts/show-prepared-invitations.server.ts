import type { Platform } from '#app/platform/platform.server.ts';
import { readApplicant } from '#app/people/recruitment/job-applications-store.server.ts';
import { jobTitle } from '#app/people/recruitment/job-mails.server.ts';
import { listPrepared } from '#app/people/recruitment/joiners-store.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Who was hired and is not invited yet, the first day next first, as the form of an invitation begins with it. */
export async function showPreparedInvitations({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, language: LanguageCode) {
  const rows = await listPrepared(db);
  return Promise.all(
    rows.map(async ({ joiner, application }) => {
      const { name, email } = readApplicant(crypto, application);
      return {
        reference: application.reference,
        version: joiner.version,
        startsOn: joiner.startsOn,
        roles: joiner.roles,
        name,
        email,
        language: application.language,
        job: await jobTitle(db, application, language),
      };
    }),
  );
}
