import type { Db } from '#app/platform/database.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { listContentAsStaff } from '../content-store.server.ts';
import type { ListedContent } from './content-list.ts';

/** Every text of the house as its list shows it, by its title in the language of whoever reads. */
export async function readContent(db: Db, language: LanguageCode): Promise<readonly ListedContent[]> {
  const rows = await listContentAsStaff(db, { kind: null, status: null, language });
  return rows.map(({ item, title, languages, useful, useless }) => ({
    id: item.id,
    slug: item.slug,
    kind: item.kind,
    topic: item.topic,
    status: item.status,
    live: item.liveEdition !== null,
    changed: item.changedAt.toISOString(),
    title,
    languages,
    useful,
    useless,
  }));
}
