import { Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import {
  Change,
  Defined,
  FiguresHead,
  FiguresNav,
  Part,
  PeriodForm,
  RowsTable,
  Tiles,
  useFinding,
  useSay,
  width,
} from './figure-parts.tsx';
import { questionAddress, type Figure } from './figure-view.ts';
import { LineChart } from './line-chart.tsx';
import { openOverview, type Overview } from './open-overview.server.ts';
import type { Route } from './+types/analytics-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const view = await openOverview(context.get(platformContext), url.searchParams);
  return { ...view, names: Object.fromEntries(view.languages.map(({ member }) => [member, member && languageName(member, language)])) };
}

export default function AnalyticsPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const say = useSay();
  const finding = useFinding();
  const { ask, kind } = page;
  const revenue = page.tiles[0]!;
  const explore = (more: Readonly<Record<string, string>>) => `/admin/analytics/explore?${questionAddress(ask, { kind, ...more })}`;
  return (
    <div className="dl an">
      <FiguresHead title={t('title')} head={page} />
      <FiguresNav here="overview" />
      <PeriodForm head={page} />
      <Tiles figures={page.tiles} ask={ask} kind={kind} />
      <div className="an-grid">
        <Part wide="half" title={<FunnelFinding funnel={page.funnel} />} lead={t('funnel.lead')}>
          <Funnel page={page} />
        </Part>
        <Part wide="half" title={finding(revenue)} lead={t('revenue.lead')}>
          <LineChart series={page.revenue} measure="revenue" head={page} finding={finding(revenue)} />
          <p className="an-note">
            <Defined measure="margin-share" /> <b>{say.value('margin-share', page.marginShare.value)}</b>{' '}
            <Change figure={page.marginShare} />
            <span aria-hidden="true"> · </span>
            <Defined measure="refund-share" /> <b>{say.value('refund-share', page.refundShare.value)}</b>{' '}
            <Change figure={page.refundShare} />
          </p>
        </Part>
        <Part wide="half" title={<MixFinding page={page} />} lead={t('mix.lead')}>
          <RowsTable
            rows={page.products}
            measure="revenue"
            by={t('split.kind')}
            label={t('mix.label')}
            name={(member) => t(member === '' ? 'kind.none' : `kind.${member}`)}
            toOf={(member) => (member === '' ? null : explore({ measure: 'revenue', kind: member, by: 'language' }))}
            extra={{
              head: t('measure.margin-share.name'),
              cell: (row) => <bdi>{say.value('margin-share', (row as Overview['products'][number]).margin.value)}</bdi>,
            }}
          />
        </Part>
        <Part wide="half" title={t('service.title')} lead={t('service.lead')}>
          <dl className="an-service">
            {page.service.map((figure) => (
              <div key={figure.measure}>
                <dt>
                  <Defined measure={figure.measure} />
                </dt>
                <dd>
                  <Link to={`/admin/analytics/records?${questionAddress(ask, { kind, measure: figure.measure })}`}>
                    <bdi>{say.value(figure.measure, figure.value)}</bdi>
                  </Link>
                  <small>{t('cases', { count: figure.cases, n: formatNumber(figure.cases, language) })}</small>
                  <small>
                    <Change figure={figure} />
                  </small>
                </dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={t('languages.title')} lead={t('languages.lead')}>
          <RowsTable
            rows={page.languages}
            measure="paid"
            by={t('split.language')}
            label={t('languages.title')}
            name={(member) => (member === '' ? t('few') : (page.names[member] ?? member))}
            toOf={(member) => `/admin/analytics/records?${questionAddress(ask, { kind, measure: 'paid', by: 'language', member })}`}
          />
        </Part>
        <Part title={t('currencies.title')} lead={t('currencies.lead')}>
          <RowsTable
            rows={page.currencies}
            measure="searches"
            by={t('split.currency')}
            label={t('currencies.title')}
            name={(member) => (member === '' ? t('few') : member)}
          />
        </Part>
        <Part title={t('words.title')} lead={t('words.lead')}>
          {page.unanswered.length === 0 ? (
            <p className="dl-quiet an-none">{t('words.none')}</p>
          ) : (
            <ol className="an-words">
              {page.unanswered.map(({ words, people }) => (
                <li key={words}>
                  <bdi>{words}</bdi>
                  <span>{formatNumber(people, language)}</span>
                </li>
              ))}
            </ol>
          )}
        </Part>
      </div>
    </div>
  );
}

/** The step at which most are lost, as a sentence. */
function FunnelFinding({ funnel }: { funnel: readonly Figure[] }) {
  const t = useTexts('analytics');
  const say = useSay();
  const steps = funnel.flatMap((figure, index) => {
    const before = funnel[index - 1]?.value ?? 0;
    return index === 0 || before === 0 || figure.value === null ? [] : [{ measure: figure.measure, share: (figure.value / before) * 100 }];
  });
  const worst = steps.filter(({ share }) => share < 100).toSorted((a, b) => a.share - b.share)[0];
  if (!worst) return t(steps.length > 0 ? 'funnel.noneLost' : 'funnel.empty');
  return t('funnel.finding', { share: say.value('conversion', worst.share), step: t(`funnel.step.${worst.measure}`) });
}

function Funnel({ page: { funnel, ask, kind } }: { page: Overview }) {
  const t = useTexts('analytics');
  const say = useSay();
  const most = Math.max(1, ...funnel.map(({ value }) => value ?? 0));
  return (
    <table className="an-funnel">
      <caption className="sr-only">{t('funnel.lead')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('funnel.stage')}</th>
          <th scope="col">{t('funnel.count')}</th>
          <th scope="col">{t('funnel.rate')}</th>
          <th scope="col">{t('column.change')}</th>
        </tr>
      </thead>
      <tbody>
        {funnel.map((figure, index) => {
          const before = funnel[index - 1]?.value ?? 0;
          // By the square root, so that the small steps at the end can be seen.
          const size = Math.sqrt((figure.value ?? 0) / most) * 100;
          return (
            <tr key={figure.measure}>
              <th scope="row">
                <Defined measure={figure.measure} />
              </th>
              <td>
                <span className="an-funnel__bar" style={width(size * 0.78)} />
                <Link to={`/admin/analytics/explore?${questionAddress(ask, { measure: figure.measure, kind })}`}>
                  <bdi>{say.value(figure.measure, figure.value)}</bdi>
                </Link>
              </td>
              <td className="an-num">
                <bdi>{index > 0 && before > 0 ? say.value('conversion', ((figure.value ?? 0) / before) * 100) : ''}</bdi>
              </td>
              <td className="an-num">
                <Change figure={figure} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function MixFinding({ page }: { page: Overview }) {
  const t = useTexts('analytics');
  const say = useSay();
  const [first] = page.products;
  if (!first || first.share === null) return t('mix.empty');
  return t('mix.finding', { kind: t(`kind.${first.member}`), share: say.value('margin-share', first.share) });
}
