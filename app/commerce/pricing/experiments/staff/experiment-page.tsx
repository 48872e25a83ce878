import { data, Form, Link, redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeedAnswer, Press } from '#app/ui/desk-list/deed-parts.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { readTerms, readTyped, type TermFault, type TypedTerms } from '../experiment-form.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { experimentMachine } from '../experiment-status.ts';
import { beginExperiment, changeExperiment, decideExperiment, stopExperiment, type ExperimentRefusal } from '../work-experiment.server.ts';
import { ExperimentFields } from './experiment-fields.tsx';
import { experimentsPage } from './experiment-list.ts';
import { ExperimentState, FiguresCard } from './experiment-parts.tsx';
import { openExperiment, rightsOf, type OpenExperiment } from './read-experiments.server.ts';
import type { Route } from './+types/experiment-page.ts';
import '../../staff/pricing-engine.css';
import './experiments.css';

export const handle = { texts: ['staff-experiments', 'staff-pricing', 'staff-lists'] };

const intents = ['change', 'approve', 'send-back', 'call-off', 'begin', 'stop'] as const;
type Intent = (typeof intents)[number];
const dids = ['draft', ...intents] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const experiment = viewer.kind === 'staff' ? await openExperiment(context.get(platformContext), viewer, params.experiment) : null;
  if (!experiment) throw new Response('Not found', { status: 404 });
  return { experiment, ...rightsOf(viewer), did: dids.find((one) => one === url.searchParams.get('did')) ?? null };
}

interface Answer {
  readonly typed: TypedTerms | null;
  readonly reason: string;
  readonly faults: readonly TermFault[];
  readonly refused: ExperimentRefusal | null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = intents.find((one) => one === form.get('intent'));
  if (!intent) throw new Response('Bad request', { status: 400 });
  const here = `${experimentsPage}/${params.experiment}`;
  const { mayDraft, mayPublish, mayStop } = rightsOf(viewer);
  if (!(intent === 'change' ? mayDraft : intent === 'approve' || intent === 'begin' ? mayPublish : mayStop))
    throw redirect(`/admin/unauthorized?from=${here}`);
  const reason = plainLine(form.get('reason'), 300);
  const ask = { id: params.experiment, staffId: viewer.user.id, version: plainVersion(form.get('version')) };
  const by = mayPublish ? ('publisher' as const) : ('drafter' as const);
  const typed = intent === 'change' ? readTyped(form) : null;
  const work = (one: Exclude<Intent, 'change'>) => {
    if (one === 'begin') return beginExperiment(platform, ask);
    if (one === 'stop') return stopExperiment(platform, { ...ask, by, reason });
    return decideExperiment(platform, { ...ask, event: one, by, reason });
  };
  const change = async () => {
    const read = readTerms(typed!);
    return read.ok ? changeExperiment(platform, { ...ask, terms: read.terms }) : read.faults;
  };
  const worked = await (intent === 'change' ? change() : work(intent));
  if (!('ok' in worked)) return data<Answer>({ typed, reason, faults: worked, refused: null }, { status: 422 });
  if (worked.ok) return redirect(`${here}?did=${intent}`, 303);
  if (worked.refused === 'not-found') throw new Response('Not found', { status: 404 });
  return data<Answer>({ typed, reason, faults: [], refused: worked.refused }, { status: 409 });
}

export default function ExperimentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { experiment, mayDraft, did } = loaderData;
  const t = useTexts('staff-experiments');
  const answer = actionData ?? null;
  const { form } = experiment;
  return (
    <div className="dl pe">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{experiment.question}</bdi>
        </h1>
        <p>
          {t('record', { number: experiment.number })} · <ExperimentState status={experiment.status} over={experiment.over} />
        </p>
        <Link className="bo-btn" to={experimentsPage}>
          {t('back')}
        </Link>
      </header>
      <DeedAnswer texts="staff-experiments" did={answer ? null : did} answer={answer} />
      <div className="dl-record">
        <div>
          {experiment.status !== 'drafted' && <FiguresCard experiment={experiment} />}
          <Terms experiment={experiment} />
          {experiment.status === 'drafted' && mayDraft && (
            <details className="dl-card px-new" open={Boolean(answer?.typed)}>
              <summary className="bo-btn">{t('change.title')}</summary>
              <ExperimentFields
                key={`${experiment.version} ${Boolean(answer?.typed)}`}
                action={`${experimentsPage}/${experiment.id}`}
                intent="change"
                hidden={{ name: 'version', value: experiment.version }}
                typed={answer?.typed ?? form.typed}
                faults={answer?.faults ?? []}
                challengers={form.challengers}
              />
            </details>
          )}
          <Deeds experiment={experiment} />
        </div>
        <aside>
          <Next experiment={experiment} rights={loaderData} reason={answer?.reason ?? ''} />
        </aside>
      </div>
    </div>
  );
}

/** What was drafted. */
function Terms({ experiment }: { experiment: OpenExperiment }) {
  const t = useTexts('staff-experiments');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const policy = (one: OpenExperiment['control']) =>
    one === null ? t('new.noControl') : `${number(one.number)} · \u2068${one.title}\u2069`;
  const facts = [
    ['control', policy(experiment.control)],
    ['challenger', policy(experiment.challenger)],
    ['products', experiment.products.map((product) => t(`product.${product}`)).join(comma(language))],
    ['share', t('terms.share', { share: number(experiment.share) })],
    ['days', t('terms.days', { from: formatDate(experiment.startsOn, language), until: formatDate(experiment.endsOn, language) })],
    [
      'prices',
      experiment.pricesFrom &&
        experiment.pricesUntil &&
        t('terms.prices', { from: sayMoment(experiment.pricesFrom, language), until: sayMoment(experiment.pricesUntil, language) }),
    ],
    [
      'guards',
      t('terms.guards', {
        least: number(experiment.leastSales),
        margin: number(experiment.marginFall),
        conversion: number(experiment.conversionFall),
      }),
    ],
    ['writers', experiment.writers.map((name) => `\u2068${name}\u2069`).join(comma(language))],
  ] as const;
  return (
    <section className="dl-card" aria-labelledby="terms">
      <h2 id="terms">{t('terms.title')}</h2>
      <dl className="px-terms">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{t(`terms.name.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="dl-quiet">{t('terms.fair')}</p>
    </section>
  );
}

function Deeds({ experiment }: { experiment: OpenExperiment }) {
  const t = useTexts('staff-experiments');
  const language = useLanguage();
  return (
    <section className="dl-card" aria-labelledby="deeds">
      <h2 id="deeds">{t('deeds.title')}</h2>
      <ol className="px-deeds">
        {experiment.deeds.map((deed) => (
          <li key={deed.id}>
            <b>{t(`deed.${deed.deed}`)}</b>
            <span className="dl-quiet">
              <bdi>{deed.by ?? t('deeds.system')}</bdi> · {sayMoment(deed.at, language)}
            </span>
            {deed.reason && <span dir="auto">{deed.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What may be done now, and by whom. */
function Next({
  experiment,
  rights,
  reason,
}: {
  experiment: OpenExperiment;
  rights: { readonly mayDraft: boolean; readonly mayPublish: boolean; readonly mayStop: boolean };
  reason: string;
}) {
  const t = useTexts('staff-experiments');
  const { status, version, mine } = experiment;
  const possible = movesFrom(experimentMachine, status, rights.mayPublish ? 'publisher' : 'drafter');
  const pressed = (['approve', 'begin'] as const).filter((event) => possible.includes(event) && rights.mayPublish);
  const reasoned = (['stop', 'send-back', 'call-off'] as const).filter((event) => possible.includes(event) && rights.mayStop);
  return (
    <section className="dl-card" aria-labelledby="next">
      <h2 id="next">{t('next.title')}</h2>
      <p>{t(status === 'running' && !experiment.counts ? 'next.waiting' : `next.${status}`)}</p>
      {mine && (status === 'drafted' || status === 'approved') && <p className="dl-quiet">{t('next.second')}</p>}
      {!mine && pressed.map((event) => <Press key={event} texts="staff-experiments" version={version} intent={event} primary />)}
      {reasoned.length > 0 && (
        <Form method="post" className="px-reason">
          <input type="hidden" name="version" value={version} />
          <label className="pe-field">
            <span>{t('next.reason')}</span>
            <input name="reason" required minLength={3} maxLength={300} dir="auto" defaultValue={reason} />
          </label>
          <div className="px-acts">
            {reasoned.map((event) => (
              <button key={event} className={`bo-btn${event === 'send-back' ? '' : ' bo-btn--danger'}`} name="intent" value={event}>
                {t(`act.${event}`)}
              </button>
            ))}
          </div>
        </Form>
      )}
    </section>
  );
}
