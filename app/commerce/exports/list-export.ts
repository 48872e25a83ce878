import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readListView, type DeskList, type ListView } from '#app/ui/desk-list/list-address.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { pageAlong } from './page-through.ts';
import type { ExportWriter } from './write-exports.server.ts';

/** The writer of a list that the database cuts into pages: as it is filtered and sorted, to its end. */
export function listExport<Row, Queue extends string, Filter extends string, Column extends string>(file: {
  readonly subject: string;
  /** Of the audit row that says what left. */
  readonly action: string;
  readonly list: DeskList<Queue, Filter, Column>;
  readonly read: (
    platform: Platform,
    asked: { readonly view: ListView<Queue, Filter, Column>; readonly viewer: Clerk; readonly language: LanguageCode },
    most: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: RowCursor | null }>;
  readonly head: string;
  readonly line: (row: Row) => readonly string[];
}): ExportWriter {
  return {
    action: file.action,
    subject: file.subject,
    head: file.head.split(','),
    told(query) {
      const view = readListView(file.list, query);
      return { queue: view.queue, searched: view.find !== '' };
    },
    async *pages(platform, viewer, { query, language }) {
      const view = readListView(file.list, query);
      const pages = pageAlong<Row, RowCursor>((after, most) => file.read(platform, { view: { ...view, after }, viewer, language }, most));
      for await (const rows of pages) yield rows.map(file.line);
    },
  };
}
