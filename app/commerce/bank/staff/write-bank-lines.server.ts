import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { findLineRows, openDetails, placeOfLine, type LineRow } from '../bank-store.server.ts';
import { readBankView, type BankView } from '../bank-view.ts';

/** The list of lines as a table. */
export const bankLinesExport = {
  action: 'bank-lines.exported',
  subject: 'bank_lines:list',
  head: ['account', 'booked_on', 'amount', 'currency', 'other_side', 'text', 'orders_named', 'state', 'note', 'to_return_amount'],
  told: (query) => ({ queue: readBankView(query).queue }),
  pages: (platform, _viewer, { query }) => linePages(platform, readBankView(query)),
} as const satisfies ExportWriter;

async function* linePages({ db, crypto }: Platform, view: BankView) {
  const pages = pageThrough<LineRow, NonNullable<BankView['after']>>(
    (after, most) => findLineRows(db, { ...view, after }, most),
    (last) => placeOfLine(view, last),
  );
  for await (const rows of pages)
    yield rows.map((row) => {
      const { party, text } = openDetails(crypto, row);
      return [
        row.account,
        row.bookedOn,
        decimalString(money(row.amount, row.currency)),
        row.currency,
        party,
        text,
        row.named.join(' '),
        row.status,
        row.note ?? '',
        decimalString(money(row.toReturn, row.currency)),
      ];
    });
}
