import { Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { FiguresNav } from './figure-parts.tsx';
import { readQuestion } from './figure-view.ts';
import { periods } from './period-rules.ts';
import { listReports } from './reports-store.server.ts';
import { dropReport, setReport } from './work-reports.server.ts';
import type { Route } from './+types/reports-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const reports = await listReports(db, viewer.user.id);
  const names = await findStaffNames(db, [...new Set(reports.map(({ owner }) => owner))]);
  return {
    kept: url.searchParams.has('kept'),
    reports: reports.map(({ id, name, query, shared, weekly, version, owner }) => {
      const params = new URLSearchParams(query);
      const { measure, by } = readQuestion(params);
      const period = periods.find((one) => one === params.get('period')) ?? '28d';
      return {
        id,
        name,
        query,
        shared,
        weekly,
        version,
        measure,
        by,
        period,
        mine: owner === viewer.user.id,
        owner: names.get(owner) ?? '–',
      };
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const platform = context.get(platformContext);
  const by = { userId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const done = await (async () => {
    switch (text('do')) {
      case 'drop':
        return dropReport(platform, by, text('id'));
      case 'set':
        return setReport(platform, by, {
          id: text('id'),
          version: /^\d{1,9}$/.test(text('version')) ? Number(text('version')) : -1,
          shared: form.get('shared') === 'on',
          weekly: form.get('weekly') === 'on',
        });
      default:
        throw new Response('Unknown form', { status: 400 });
    }
  })();
  return done.ok ? redirect('/admin/analytics/reports', 303) : done;
}

export default function ReportsPage({ loaderData: { reports, kept }, actionData }: Route.ComponentProps) {
  const t = useTexts('analytics');
  return (
    <div className="dl an">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('nav.reports')}</h1>
        <p>{t('reports.lead')}</p>
      </header>
      <FiguresNav here="reports" />
      {kept && (
        <p className="dl-said" role="status">
          {t('reports.kept')}
        </p>
      )}
      {actionData && !actionData.ok && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {reports.length === 0 ? (
        <p className="dl-none">
          {t('reports.none')} <Link to="/admin/analytics/explore">{t('reports.begin')}</Link>
        </p>
      ) : (
        <section className="an-part an-part--full">
          <h2 className="sr-only" id="reports">
            {t('nav.reports')}
          </h2>
          <ScrollRegion labelledBy="reports" className="an-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('keep.name')}</th>
                  <th scope="col">{t('reports.asks')}</th>
                  <th scope="col">{t('reports.by')}</th>
                  <th scope="col">{t('reports.sent')}</th>
                </tr>
              </thead>
              <tbody>
                {reports.map((report) => (
                  <tr key={report.id}>
                    <th scope="row">
                      <Link to={`/admin/analytics/explore?${report.query}`}>
                        <bdi>{report.name}</bdi>
                      </Link>
                    </th>
                    <td>
                      {t('explore.by', { measure: t(`measure.${report.measure}.name`), split: t(`split.${report.by}`) })}
                      <small>{t(`period.${report.period}`)}</small>
                    </td>
                    <td>{report.mine ? t('reports.you') : <bdi>{report.owner}</bdi>}</td>
                    <td>
                      {report.mine ? (
                        <Form method="post" className="an-line">
                          <input type="hidden" name="id" value={report.id} />
                          <input type="hidden" name="version" value={report.version} />
                          <label className="an-tick">
                            <input type="checkbox" name="weekly" defaultChecked={report.weekly} /> {t('keep.weekly')}
                          </label>
                          <label className="an-tick">
                            <input type="checkbox" name="shared" defaultChecked={report.shared} /> {t('keep.shared')}
                          </label>
                          <button className="bo-btn" name="do" value="set">
                            {t('reports.save')}
                          </button>
                          <button className="bo-btn" name="do" value="drop">
                            {t('reports.drop')}
                          </button>
                        </Form>
                      ) : (
                        t(report.weekly ? 'keep.weekly' : 'reports.notSent')
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      )}
    </div>
  );
}
