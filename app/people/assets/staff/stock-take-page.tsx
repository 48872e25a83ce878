import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { listCounts } from '../asset-counts-store.server.ts';
import { assetPlaces } from '../asset-kinds.ts';
import { beginCount } from '../count-assets.server.ts';
import type { Route } from './+types/stock-take-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets'] };

const base = '/admin/hr/asset-management';

export async function loader({ context }: Route.LoaderArgs) {
  const counts = await listCounts(context.get(platformContext).db);
  return {
    mayWork: may(context.get(viewerContext), 'hr:work'),
    counts: counts.map(({ id, place, status, begunAt, expected, found, strange }) => ({
      id,
      place,
      status,
      day: begunAt.toISOString(),
      expected,
      found,
      strange,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const place = assetPlaces.find((one) => one === form.get('place'));
  if (!place) return data({ refused: 'no-place' as const }, 422);
  const begun = await beginCount(context.get(platformContext), {
    place,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!begun.ok) return data({ refused: 'open-already' as const }, 422);
  return redirect(`${base}/stock-take/${begun.value.id}`, 303);
}

export default function StockTakePage({ loaderData, actionData }: Route.ComponentProps) {
  const { counts, mayWork } = loaderData;
  const t = useTexts('staff-assets');
  const language = useLanguage();
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('count.title')}</h1>
        <p>{t('count.lead')}</p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`count.refused.${actionData.refused}`)}
        </p>
      )}
      {mayWork && (
        <Form method="post" className="dl-filters">
          <label>
            <span className="sr-only">{t('field.place')}</span>
            <select name="place" defaultValue="store-room">
              {assetPlaces.map((place) => (
                <option key={place} value={place}>
                  {t(`place.${place}`)}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn bo-btn--p">{t('count.begin')}</button>
        </Form>
      )}
      {counts.length === 0 ? (
        <p className="dl-none">{t('count.none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['place', 'day', 'state', 'found', 'missing', 'strange'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`count.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((one) => (
                <tr key={one.id}>
                  <td>
                    <Link to={`${base}/stock-take/${one.id}`}>{t(`place.${one.place}`)}</Link>
                  </td>
                  <td>{sayDay(one.day, language)}</td>
                  <td>
                    <span className={`dl-state${one.status === 'open' ? ' dl-state--now' : ''}`}>{t(`count.state.${one.status}`)}</span>
                  </td>
                  <td>{t('count.foundOf', { found: one.found, expected: one.expected })}</td>
                  <td className={one.expected > one.found ? 'dl-late' : 'dl-quiet'}>
                    {t('count.missing', { n: one.expected - one.found })}
                  </td>
                  <td className="dl-quiet">{t('count.strange', { n: one.strange })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
