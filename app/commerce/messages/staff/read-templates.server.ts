import type { Clerk } from '#app/platform/access.ts';
import { countByKind } from '#app/platform/mail-log-list-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { familyOf, isTransactional, mailKinds } from '../mail-kinds.ts';
import { findOpenWordings } from '../mail-wordings-store.server.ts';
import { textKinds } from '../text-kinds.ts';
import { findTextsOff } from '../texts-off-store.server.ts';
import type { ListedTemplate } from './template-list.ts';
import { problemsIn, subjectOf } from './work-wording.server.ts';

/** Every kind of mail with its words and what became of it in the last seven days. */
export async function readTemplates({ db, clock }: Platform, _viewer: Clerk, language: LanguageCode): Promise<ListedTemplate[]> {
  const [wordings, counts, off] = await Promise.all([findOpenWordings(db), countByKind(db, clock.now()), findTextsOff(db)]);
  return mailKinds.map((kind) => {
    const own = wordings.filter((one) => one.kind === kind);
    const open = own.find(({ status }) => status !== 'live');
    // A draft with a gap in a language counts without it, until it is filled or said to mean the same.
    const gaps = new Set(open ? problemsIn(open).map((problem) => problem.language) : []);
    return {
      kind,
      family: familyOf(kind).name,
      subject: subjectOf(kind, language),
      transactional: isTransactional(kind),
      live: own.find(({ status }) => status === 'live')?.number ?? null,
      open: open ? { number: open.number, status: open.status } : null,
      phone: off.has(kind) ? 'off' : (textKinds[kind] ?? null),
      languages: languageCodes.filter((code) => !gaps.has(code)),
      sent: counts.get(kind)?.sent ?? 0,
      failed: counts.get(kind)?.failed ?? 0,
    };
  });
}
