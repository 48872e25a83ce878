import type { ReactNode } from 'react';
import { data, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeedAnswer } from '#app/ui/desk-list/deed-parts.tsx';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { pricingPage } from '../../staff/rule-list.ts';
import { readTerms, readTyped, type TermFault, type TypedTerms } from '../experiment-form.ts';
import { experimentProducts } from '../experiment-rules.ts';
import { draftExperiment, type ExperimentRefusal } from '../work-experiment.server.ts';
import { ExperimentFields } from './experiment-fields.tsx';
import { experimentList, experimentsPage, type ExperimentColumn, type ListedExperiment } from './experiment-list.ts';
import { ExperimentState } from './experiment-parts.tsx';
import { openExperimentForm, readExperiments, rightsOf } from './read-experiments.server.ts';
import type { Route } from './+types/experiments-page.ts';
import '../../staff/pricing-engine.css';
import './experiments.css';

export const handle = { texts: ['staff-experiments', 'staff-pricing', 'staff-lists'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const [experiments, form] = await Promise.all([readExperiments(platform), openExperimentForm(platform)]);
  return {
    ...rightsOf(viewer),
    form,
    list: await openShortList(platform.db, 'price-experiments', experimentList, experiments, {
      viewer,
      search: url.searchParams,
      language,
    }),
  };
}

interface Answer {
  readonly typed: TypedTerms;
  readonly faults: readonly TermFault[];
  readonly refused: ExperimentRefusal | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = readTyped(form);
  const id = readFormKey(form);
  const read = readTerms(typed);
  if (!read.ok) return data<Answer>({ typed, faults: read.faults, refused: null }, { status: 422 });
  if (id === null) return data<Answer>({ typed, faults: [], refused: 'changed-meanwhile' }, { status: 409 });
  const drafted = await draftExperiment(platform, { id, staffId: viewer.user.id, terms: read.terms });
  if (!drafted.ok) return data<Answer>({ typed, faults: [], refused: drafted.refused }, { status: 409 });
  return redirect(`${experimentsPage}/${drafted.value}?did=draft`, 303);
}

export default function ExperimentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-experiments');
  const { list, form, mayDraft } = loaderData;
  return (
    <div className="dl pe">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        <Link className="bo-btn" to={pricingPage}>
          {t('engine')}
        </Link>
      </header>
      <DeedAnswer texts="staff-experiments" did={null} answer={actionData ?? null} />
      {mayDraft && (
        <details className="dl-card px-new" open={Boolean(actionData)}>
          <summary className="bo-btn">{t('new.title')}</summary>
          <p className="dl-quiet">
            {form.control
              ? t('new.control', { number: form.control.number, title: `\u2068${form.control.title}\u2069` })
              : t('new.noControl')}
          </p>
          {form.challengers.length === 0 && <p className="pe-wrong">{t('new.noChallenger')}</p>}
          <ExperimentFields
            action={experimentsPage}
            intent="draft"
            hidden={{ name: 'key', value: form.key }}
            typed={actionData?.typed ?? form.typed}
            faults={actionData?.faults ?? []}
            challengers={form.challengers}
          />
        </details>
      )}
      <ShortListSheet
        base={experimentsPage}
        list={experimentList}
        open={list}
        queueName={(queue) => t(`state.${queue}`)}
        find={t('column.experiment')}
        filters={{
          product: {
            label: t('column.products'),
            any: t('anyProduct'),
            options: experimentProducts.map((id) => ({ id, name: t(`product.${id}`) })),
          },
        }}
        none={t('none')}
        exports={`${experimentsPage}/export`}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column) => (column === 'experiment' ? 'px-question' : undefined)}
        figures={['share', 'visitors', 'sales']}
        plain={['experiment', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: ExperimentColumn; row: ListedExperiment }): ReactNode {
  const t = useTexts('staff-experiments');
  const language = useLanguage();
  switch (column) {
    case 'experiment':
      return (
        <Link to={`${experimentsPage}/${row.id}`}>
          {formatNumber(row.number, language)} · <bdi>{row.question}</bdi>
        </Link>
      );
    case 'state':
      return <ExperimentState status={row.status} over={row.over} />;
    case 'products':
      return row.products.map((product) => t(`product.${product}`)).join(comma(language));
    case 'policies':
      return row.control === null
        ? t('policies.one', { challenger: row.challenger })
        : t('policies.both', row as { control: number; challenger: number });
    case 'share':
      return `${formatNumber(row.share, language)} %`;
    case 'starts':
      return formatDate(row.startsOn, language);
    case 'ends':
      return formatDate(row.endsOn, language);
    case 'visitors':
    case 'sales':
      return (
        <>
          {formatNumber(row.figures.control[column], language)} <small className="dl-quiet">{t('against')}</small>{' '}
          {formatNumber(row.figures.challenger[column], language)}
        </>
      );
    case 'verdict':
      return row.verdict === null ? '–' : t(`verdict.${row.verdict}`);
  }
}
