import { Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutSelection } from '#app/ui/desk-list/cut-selection.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { changedPrice } from '../tour-content.ts';
import { submitPriceChange } from './edit-tour.server.ts';
import { listToursAsStaff, listToursMatching, type ListedTour } from './open-tour-list.server.ts';
import { tourList } from './tour-list.ts';
import type { Route } from './+types/tour-prices-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-tours', 'staff-lists'] };

const base = '/admin/supply/holiday-packages';
const mostTours = 100;

/** Hundredths of a per cent of what was typed; null for nothing that makes sense. */
function readPercent(typed: string): number | null {
  const found = /^(-?)(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!found) return null;
  const hundredths = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0') || 0);
  return hundredths === 0 || hundredths > 5_000 ? null : found[1] === '-' ? -hundredths : hundredths;
}

/** What a colleague is writing is not mixed with another change. */
function lockedBecause({ edition, status }: Pick<ListedTour, 'edition' | 'status'>) {
  if (edition !== null) return 'open-edition' as const;
  return status === 'published' || status === 'paused' ? null : ('not-on-sale' as const);
}

/** What a change by per cent would make of the prices of many tours; nothing is done yet. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const all = url.searchParams.get('all') === '1';
  const view = readListView(tourList, new URLSearchParams((url.searchParams.get('list') ?? '').slice(0, 600)));
  const picked = new Set(url.searchParams.getAll('tour').slice(0, mostTours));
  const percent = url.searchParams.get('percent') ?? '';
  const hundredths = readPercent(percent);
  const platform = context.get(platformContext);
  const rows = all
    ? await listToursMatching(platform, view, language)
    : (await listToursAsStaff(platform, language)).filter(({ id }) => picked.has(id));
  const { lines, left } = cutSelection(rows, (row) => lockedBecause(row) === null, mostTours);
  return {
    percent: percent.slice(0, 8),
    known: hundredths !== null,
    left,
    list: listAddress(tourList, { ...view, after: null }),
    rows: lines.map((row) => ({
      id: row.id,
      title: row.title,
      before: row.price,
      after: money(hundredths === null ? row.price.amount : changedPrice(row.price.amount, hundredths), row.price.currency),
      locked: lockedBecause(row),
    })),
    sent: Number(url.searchParams.get('sent')) || 0,
  };
}

/** Writes the new prices as an edition of each tour and hands them to a second person. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const hundredths = readPercent(String(form.get('percent') ?? ''));
  if (hundredths === null) return redirect(base, 303);
  let sent = 0;
  for (const tourId of new Set(form.getAll('tour').map(String).slice(0, mostTours)))
    if ((await submitPriceChange(platform, { tourId, staffId: viewer.user.id, hundredths })).ok) sent += 1;
  return redirect(`${base}/prices?sent=${sent}`, 303);
}

export default function TourPricesPage({ loaderData }: Route.ComponentProps) {
  const { rows, left, list, percent, known, sent } = loaderData;
  const t = useTexts('staff-tours');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const ready = rows.filter(({ locked }) => locked === null);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('bulk.title')}</h1>
        <p>{t('bulk.nothingYet')}</p>
        <Link className="bo-btn" to={sent > 0 ? `${base}?state=in_review` : `${base}${list}`}>
          {t('bulk.back')}
        </Link>
      </header>
      {sent > 0 && (
        <p className="dl-said" role="status">
          {t('bulk.sent', { count: sent })}
        </p>
      )}
      {sent === 0 && (rows.length === 0 || !known) ? (
        <p className="dl-none">{t(known ? 'bulk.none' : 'bulk.percentWrong')}</p>
      ) : (
        rows.length > 0 && (
          <>
            {left > 0 && <p className="dl-bulk__said">{lists('bulk.tooMany', { most: mostTours, left: formatNumber(left, language) })}</p>}
            <div className="dl-sheet">
              <table>
                <thead>
                  <tr>
                    {(['title', 'before', 'after', 'what'] as const).map((column) => (
                      <th key={column} scope="col" className={column === 'before' || column === 'after' ? 'td-number' : undefined}>
                        {t(`bulk.column.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td>
                        <Link to={`${base}/${row.id}`}>{row.title}</Link>
                      </td>
                      <td className="td-number">{formatMoney(row.before, language)}</td>
                      <td className="td-number">{row.locked ? '–' : formatMoney(row.after, language)}</td>
                      <td>{row.locked ? t(`bulk.locked.${row.locked}`) : t('bulk.will')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {ready.length > 0 && (
              <Form method="post" className="td-acts">
                <input type="hidden" name="percent" value={percent} />
                {ready.map(({ id }) => (
                  <input key={id} type="hidden" name="tour" value={id} />
                ))}
                <button className="bo-btn bo-btn--p">
                  {t('bulk.go', { percent: percent, count: ready.length, shown: formatNumber(ready.length, language) })}
                </button>
              </Form>
            )}
          </>
        )
      )}
    </div>
  );
}
