import type { RouterContextProvider } from 'react-router';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readListView, type DeskList, type ListView } from '#app/ui/desk-list/list-address.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { exportTable } from './export-file.server.ts';

/** Answers the form that takes a list out of the house, as it is filtered and sorted. The site map has judged who may. */
export async function answerListExport<Row, Queue extends string, Filter extends string, Column extends string>(
  { context, url }: { readonly context: Readonly<RouterContextProvider>; readonly url: URL },
  file: {
    readonly name: string;
    /** Of the audit row that says what left. */
    readonly action: string;
    readonly list: DeskList<Queue, Filter, Column>;
    readonly read: (
      platform: Platform,
      asked: { readonly view: ListView<Queue, Filter, Column>; readonly viewer: Clerk; readonly language: LanguageCode },
    ) => Promise<readonly Row[]>;
    readonly head: string;
    readonly line: (row: Row) => readonly string[];
  },
): Promise<Response> {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = { ...readListView(file.list, url.searchParams), after: null };
  const rows = await file.read(platform, { view, viewer, language });
  return exportTable(platform, {
    name: file.name,
    by: viewer.user.id,
    action: file.action,
    subject: `${file.name}:list`,
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId,
    lines: [file.head.split(','), ...rows.map(file.line)],
  });
}
