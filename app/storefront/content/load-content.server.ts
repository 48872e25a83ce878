import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { readContentFiles, type ContentFiles } from './content-files.ts';
import type { ContentKind } from './content-kinds.ts';
import {
  addContent,
  addEdition,
  addVersion,
  changeContent,
  contentId,
  findContentAsStaff,
  findDrafts,
  listContentIds,
} from './content-store.server.ts';

const actor = 'system';

/**
 * Adds the texts that are not there yet, published; with `replace` the words of those that are there become a new
 * edition where they differ, so that the history stays whole. Returns how many were written. Throws on a file that is
 * not right, before anything is written.
 */
export async function loadContent(platform: Platform, files: readonly ContentFiles[], options: { replace: boolean }): Promise<number> {
  const now = platform.clock.now();
  let written = 0;
  const there = options.replace ? new Set<string>() : await listContentIds(platform.db);
  // A kind that there is not has no texts either: it is refused with the file's other faults.
  const wanted = files.filter(({ kind, slug }) => !there.has(contentId(kind as ContentKind, slug)));
  for (const { item, words } of wanted.map(readContentFiles)) {
    const id = contentId(item.kind, item.slug);
    const known = await findContentAsStaff(platform.db, id);
    if (known && !options.replace) continue;
    const drafts = known ? await findDrafts(platform.db, id) : {};
    const fresh = languageCodes.flatMap((language) => {
      const [text, old] = [words[language], drafts[language]];
      const same = text && old && (['title', 'summary', 'body'] as const).every((name) => text[name] === old[name]);
      return text && !same ? [{ language, text }] : [];
    });
    if (known && fresh.length === 0) continue;
    await transact(platform.db, async (tx) => {
      if (!known) await addContent(tx, now, item);
      for (const { language, text } of fresh) await addVersion(tx, now, { itemId: id, language, ...text, actor });
      const liveEdition = await addEdition(tx, now, { itemId: id, languages: languageCodes, actor });
      const { kind: _kind, slug: _slug, ...facts } = item;
      // The moves are those staff would make: the database refuses a leap.
      let version = known?.version ?? 1;
      const state = known?.status ?? 'draft';
      if (state === 'archived') await changeContent(tx, now, { id, version: version++ }, { status: 'draft' });
      if (state === 'draft' || state === 'archived') await changeContent(tx, now, { id, version: version++ }, { status: 'review' });
      await changeContent(tx, now, { id, version }, { ...facts, status: 'published', liveEdition });
    });
    written += 1;
  }
  return written;
}
