import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord, visaParts } from '#app/commerce/record-notes/record-kinds.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findGroupOfApplication } from '../evisa-groups-store.server.ts';

/** Notes and files of one traveller's visa, of either route; null when there is none of this id on it. The caller has judged access. */
export async function openVisaNotes(platform: Platform, viewer: Viewer, kind: 'evisa' | 'assisted', id: string) {
  const group = await findGroupOfApplication(platform.db, id);
  return group?.route === kind ? openNotes(platform, viewer, deskRecord(kind, { id, handle: id, parts: visaParts(id, group) })) : null;
}
