import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isFiltered, readMailView, type MailView } from './mail-desk-view.ts';
import { findMailRows, type MailRow } from './read-mail-log.server.ts';

/** The log of mails as a table, addresses masked. */
export const mailsExport = {
  action: 'mail-log.exported',
  subject: 'mail_log:list',
  head: ['mail', 'kind', 'language', 'to', 'order', 'state', 'cause', 'tries', 'queued_at_utc', 'changed_at_utc', 'channel', 'campaign'],
  told: (query) => ({ filtered: isFiltered(readMailView(query)) }),
  pages: (platform, viewer, { query }) => mailPages(platform, viewer, readMailView(query)),
} as const satisfies ExportWriter;

async function* mailPages({ db, crypto }: Platform, viewer: Clerk, view: MailView) {
  const reader = { crypto, judges: may(viewer, 'applications:view'), seesCustomers: may(viewer, 'customers:view') };
  const pages = pageThrough<MailRow, string>(
    (after, most) => findMailRows(db, reader, { ...view, after }, most),
    ({ id }) => id,
  );
  for await (const rows of pages) yield rows.map(lineOf);
}

const lineOf = (row: MailRow): string[] => [
  row.id,
  row.kind,
  row.language,
  row.to,
  row.order ?? '',
  row.status,
  row.cause ?? '',
  String(row.tries),
  row.queuedAt,
  row.changedAt,
  row.channel,
  row.campaign?.name ?? '',
];
