import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvLine } from '#app/values/csv.ts';
import { decimalString } from '#app/values/money.ts';
import { listOffers } from './list-offers.server.ts';
import { readOfferList } from './offer-list-view.ts';
import type { Route } from './+types/evisa-offers-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The catalogue of e-visas as its list is filtered, a country a line: fees in AED, promised and real days, editions. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ask = readOfferList(url.searchParams);
  const { rows } = await listOffers(platform, ask, 'en');
  const now = platform.clock.now();
  await transact(platform.db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'evisa-offers.exported',
      subject: 'evisa_countries:list',
      detail: { rows: rows.length, view: ask.view, searched: ask.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const head = [
    'code',
    'country',
    'standing',
    'types',
    'from_aed',
    'promised_days_least',
    'promised_days_most',
    'real_days_least',
    'real_days_median',
    'real_days_nine_in_ten',
    'granted',
    'decided',
    'as_of',
    'stale',
    'waiting_edition',
    'waiting_from',
    'version',
    'answer_for_passport',
  ];
  const lines = rows.map((row) => [
    row.code,
    row.name,
    row.status,
    String(row.types),
    decimalString(row.from),
    String(row.days[0]),
    String(row.days[1]),
    String(row.took?.days?.least ?? ''),
    String(row.took?.days?.median ?? ''),
    String(row.took?.days?.most ?? ''),
    String(row.took?.granted ?? ''),
    String(row.took?.decided ?? ''),
    row.asOf,
    row.stale ? 'yes' : 'no',
    row.waiting?.status ?? '',
    row.waiting?.from ?? '',
    String(row.version),
    row.answer ?? '',
  ]);
  return new Response(`\uFEFF${[head, ...lines].map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="e-visa-offers-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
