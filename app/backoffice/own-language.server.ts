import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { changeStaffLanguage } from '#app/platform/staff-accounts-store.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Keeps in which language a colleague wants the house's mails to them. Choosing the same again leaves no second trace. */
export async function chooseOwnLanguage(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  choice: { readonly userId: string; readonly language: LanguageCode; readonly requestId: string },
): Promise<void> {
  const { userId, language, requestId } = choice;
  await transact(db, async (tx) => {
    if (!(await changeStaffLanguage(tx, userId, language))) return;
    await audit(tx, clock.now(), {
      actor: `staff:${userId}`,
      action: 'staff.language-chosen',
      subject: `users:${userId}`,
      requestId,
      detail: { language },
    });
  });
}
