import type { LanguageCode } from '#app/values/preferences.ts';
import type { Instant } from '#app/values/dates.ts';
import { formatParameter } from '#app/values/file-format.ts';
import { workbookOf, workbookType } from './write-workbook.server.ts';

/**
 * A table that leaves the house is written as CSV, by whichever page it is asked for; the address says when it is to be a
 * workbook instead. It is made of the same rows, behind the same gate and with the same row of the audit. Every other answer
 * stays as it is.
 */
export function inFormatAsked(
  response: Response,
  url: URL,
  { now, language }: { readonly now: Instant; readonly language: LanguageCode },
): Response {
  const table = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  if (!table || !response.body || url.searchParams.get(formatParameter) !== 'xlsx') return response;
  const headers = new Headers(response.headers);
  const named = /^attachment; filename="(.+)\.csv"$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'table';
  headers.set('Content-Type', workbookType);
  headers.set('Content-Disposition', `attachment; filename="${named}.xlsx"`);
  headers.delete('content-length');
  // The day that ends a file's name says nothing of what is in it.
  const name = named.replace(/-\d{4}-\d{2}-\d{2}(?:-\d{2}-\d{2})?$/, '');
  const book = workbookOf(response.body, { name, fromRight: language === 'ar', at: new Date(now) });
  return new Response(book, { status: response.status, headers });
}
