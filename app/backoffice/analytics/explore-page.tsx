import { Form, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { Change, Defined, FiguresHead, FiguresNav, Part, PeriodForm, RowsTable, useFinding, useSay } from './figure-parts.tsx';
import { questionAddress } from './figure-view.ts';
import { LineChart } from './line-chart.tsx';
import { measureNames, measureOf } from './measure-rules.ts';
import { nameMember, readSupplierNames } from './name-member.server.ts';
import { openExplorer } from './open-explorer.server.ts';
import { keepReport } from './work-reports.server.ts';
import type { Route } from './+types/explore-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const t = textsFor(language).of('analytics');
  const platform = context.get(platformContext);
  const view = await openExplorer(platform, url.searchParams);
  const { by } = view.question;
  const suppliers = await readSupplierNames(platform.db, by);
  return { ...view, names: view.rows.map(({ member }) => nameMember(t, language, by, member, suppliers)) };
}

/** Keeps the question under a name. */
export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  if (text('do') !== 'keep') throw new Response('Unknown form', { status: 400 });
  const by = { userId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const kept = await keepReport(context.get(platformContext), by, {
    name: text('name'),
    query: text('query'),
    shared: form.get('shared') === 'on',
    weekly: form.get('weekly') === 'on',
  });
  return kept.ok ? redirect('/admin/analytics/reports?kept=1', 303) : kept;
}

export default function ExplorePage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const say = useSay();
  const finding = useFinding();
  const { ask, kind, question, whole } = page;
  const { measure, by } = question;
  const address = questionAddress(ask, { measure, by, kind });
  const names = new Map(page.rows.map(({ member }, index) => [member, page.names[index]!]));
  return (
    <div className="dl an">
      <FiguresHead title={t('explore.title')} head={page}>
        {!page.missing && <ExportMenu to={`/admin/analytics/export?${address}`} />}
      </FiguresHead>
      <FiguresNav here="explore" />
      <PeriodForm head={page}>
        <label>
          {t('ask.measure')}
          <select name="measure" defaultValue={measure} key={measure}>
            {measureNames.map((one) => (
              <option key={one} value={one}>
                {t(`measure.${one}.name`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('ask.by')}
          <select name="by" defaultValue={by} key={measure + by}>
            {measureOf(measure).splits.map((one) => (
              <option key={one} value={one}>
                {t(`split.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </PeriodForm>
      <div className="an-grid">
        <Part wide="full" title={finding(whole)} lead={t(`measure.${measure}.meaning`)}>
          <p className="an-whole">
            <Defined measure={measure} />
            <b>
              <bdi>{say.value(measure, whole.value)}</bdi>
            </b>
            <Change figure={whole} />
            <a href={`/admin/analytics/records?${address}`}>{t('records.link')}</a>
          </p>
          <LineChart wide series={page.series} measure={measure} head={page} finding={finding(whole)} />
        </Part>
        <Part wide="full" title={t('explore.by', { measure: t(`measure.${measure}.name`), split: t(`split.${by}`) })}>
          <RowsTable
            rows={page.rows}
            measure={measure}
            by={t(`split.${by}`)}
            label={t('explore.by', { measure: t(`measure.${measure}.name`), split: t(`split.${by}`) })}
            name={(member) => names.get(member) ?? member}
            toOf={(member) => `/admin/analytics/records?${questionAddress(ask, { measure, by, kind, member })}`}
          />
          {page.hidden && <p className="an-note">{t('hidden')}</p>}
        </Part>
        <Part title={t('keep.title')} lead={t('keep.lead')}>
          <Form method="post" className="an-keep">
            <input type="hidden" name="query" value={address} />
            <label>
              {t('keep.name')}
              <input
                name="name"
                maxLength={80}
                required
                defaultValue={t('explore.by', { measure: t(`measure.${measure}.name`), split: t(`split.${by}`) })}
                key={address}
              />
            </label>
            <label className="an-tick">
              <input type="checkbox" name="weekly" /> {t('keep.weekly')}
            </label>
            <label className="an-tick">
              <input type="checkbox" name="shared" /> {t('keep.shared')}
            </label>
            {actionData && !actionData.ok && (
              <p className="dl-said dl-said--warn" role="alert">
                {t(`refused.${actionData.refused}`)}
              </p>
            )}
            <button className="bo-btn" name="do" value="keep">
              {t('keep.do')}
            </button>
          </Form>
        </Part>
      </div>
    </div>
  );
}
