import { redirect, type RouterContextProvider } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatParameter } from '#app/values/file-format.ts';
import { exportTable } from './export-file.server.ts';
import { mostAtOnce, type ExportList } from '../export-status.ts';
import { askForExport, exportName, type ExportWriter } from '../write-exports.server.ts';

/**
 * Answers the form that takes a list out of the house: with the table, or, when it is longer than one answer carries, with
 * the way to the file that a job writes of it. The site map has judged that the viewer may take it.
 */
export async function answerExport(
  list: ExportList,
  writer: ExportWriter,
  { context, url }: { readonly context: Readonly<RouterContextProvider>; readonly url: URL },
): Promise<Response> {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const query = new URLSearchParams(url.searchParams);
  const lines: (readonly string[])[] = [];
  for await (const page of writer.pages(platform, viewer, { query, language })) {
    lines.push(...page);
    if (lines.length <= mostAtOnce) continue;
    // A written file is a table or a workbook as it is taken, not as it was asked for.
    query.delete(formatParameter);
    await askForExport(platform, { list, query: query.toString(), language, userId: viewer.user.id, requestId });
    return redirect('/admin/exports?asked', 303);
  }
  const { action, subject, head } = writer;
  return exportTable(platform, {
    name: exportName(list, query),
    by: viewer.user.id,
    action,
    subject,
    detail: { rows: lines.length, ...writer.told(query) },
    requestId,
    lines: [head, ...lines],
  });
}
