import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { besideBoxes, quarterOf, readPeriod, vatBoxes, vatReturnOf, type TaxPeriod } from './vat-return-rules.ts';
import { findDocumentsBehind, sumVat, type BoxDocument } from './vat-store.server.ts';

const documentsAtOnce = 2_000;

/** What an address asks for: a period, or the quarter that runs. */
export function periodAsked(query: URLSearchParams, now: Instant): TaxPeriod {
  return readPeriod(query.get('period') ?? '') ?? readPeriod(quarterOf(dateIn(houseZone, now)))!;
}

/** The VAT return of a period as text/csv: each box, then every document behind it; AED. */
export const vatReturnExport = {
  action: 'vat-return.exported',
  subject: 'vat_returns:list',
  head: ['box', 'document', 'issued_on', 'customer', 'net', 'vat'],
  told: (query) => ({ period: readPeriod(query.get('period') ?? '')?.id ?? '' }),
  pages: (platform, _viewer, { query }) => returnPages(platform, periodAsked(query, platform.clock.now())),
} as const satisfies ExportWriter;

const aed = (fils: number) => decimalString(money(fils, 'AED'));

async function* returnPages({ db }: Platform, period: TaxPeriod) {
  const { boxes, total } = vatReturnOf(await sumVat(db, period));
  yield [
    ...[...vatBoxes, ...besideBoxes].map((box) => [box, '', '', '', aed(boxes[box].net), aed(boxes[box].vat)]),
    ['8', '', '', '', aed(total.net), aed(total.vat)],
  ];
  // A document has a line for each box that it stands in, so a page is so many documents and not so many lines.
  for (let after = ''; ;) {
    const rows: readonly BoxDocument[] = await findDocumentsBehind(db, period, after, documentsAtOnce);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((one) => [one.box, one.number, one.issuedOn, one.buyer, aed(one.net), aed(one.vat)]);
    after = last.number;
  }
}
