import type { KeptMail } from '#app/platform/mail.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { shownRow, type Person, type PersonRows } from './person-rows-store.server.ts';

/**
 * Messages about a person that the pretend mail server still keeps: those to their addresses and numbers, and those to
 * whatever other contact an order or message of theirs names, if they speak of it. A real server keeps none here.
 */
export async function mailsAbout(
  platform: Pick<Platform, 'crypto' | 'mail'>,
  person: Person,
  found: readonly PersonRows[],
): Promise<KeptMail[]> {
  const { folder } = platform.mail;
  if (!folder) return [];
  const own = new Set<string>(person.emails);
  /** Addresses they had, until the hour after they left them: somebody else may have them now. */
  const former = new Map<string, number>();
  const others = new Map<string, string[]>();
  for (const each of found)
    for (const stored of each.rows) {
      const row = shownRow(platform.crypto, each, stored);
      const contact = row['contact'] as { email?: unknown; phone?: unknown } | null | undefined;
      if (each.table === 'users' || each.table === 'customer_profiles')
        for (const number of [row['phone'], contact?.phone]) if (typeof number === 'string' && number !== '') own.add(number);
      if (each.table === 'account_codes') {
        const until = row['purpose'] === 'told' ? new Date(String(row['created_at'])).getTime() + hourMs : Infinity;
        former.set(String(row['target']), Math.max(until, former.get(String(row['target'])) ?? 0));
      }
      if (typeof contact?.email === 'string' && typeof row['reference'] === 'string') {
        const key = contact.email.toLowerCase();
        others.set(key, [...(others.get(key) ?? []), row['reference']]);
      }
    }
  return (await folder.list()).filter((mail) => {
    const to = mail.to.toLowerCase();
    return (
      own.has(to) ||
      Date.parse(mail.sentAt) <= (former.get(to) ?? 0) ||
      (others.get(to) ?? []).some((reference) => `${mail.subject}\n${mail.text}`.includes(reference))
    );
  });
}
