import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { findQuoteRows, type QuoteRow } from './quote-list-store.server.ts';
import { readQuoteListView, type QuoteListView } from './quote-list-view.ts';

const head =
  'quote,state,origin,destination,departs_local,travellers,options,lowest,currency,valid_until_utc,language,order,made_by,changed_utc';

/** The filtered list of quotes as a table: flights, prices and states, nobody's name but the clerk's. */
export const flightQuotesExport = {
  action: 'flight-quotes.exported',
  subject: 'flight_quotes:list',
  head: head.split(','),
  told(query) {
    const view = readQuoteListView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, viewer, { query }) => quotePages(platform, readQuoteListView(query), viewer.user.id),
} as const satisfies ExportWriter;

async function* quotePages({ db, crypto, clock }: Platform, view: QuoteListView, me: string) {
  const now = clock.now();
  let next: QuoteListView['after'] = null;
  const pages = pageThrough<QuoteRow, NonNullable<QuoteListView['after']>>(
    async (after, most) => {
      const page = await findQuoteRows(db, crypto, { ...view, after }, { now, most, me });
      next = page.next;
      return page.rows;
    },
    () => next,
  );
  for await (const rows of pages) {
    const names = await findStaffNames(db, [...new Set(rows.map(({ by }) => by))]);
    yield rows.map((row) => [
      row.reference,
      row.standing,
      row.origin,
      row.destination,
      row.departs,
      String(row.travellers),
      String(row.options),
      decimalString(money(row.lowest, row.currency)),
      row.currency,
      row.validUntil,
      row.language,
      row.order ?? '',
      names.get(row.by) ?? '',
      row.changed,
    ]);
  }
}
