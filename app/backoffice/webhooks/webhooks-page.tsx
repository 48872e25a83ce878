import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, FieldGroup, TextField } from '#app/ui/field.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { readEndpoints, readLog, type ListedEndpoint, type LoggedDelivery } from './read-webhooks.server.ts';
import { webhookEvents } from './webhook-rules.ts';
import {
  makeWebhook,
  moveWebhook,
  readWebhookForm,
  sendByHand,
  webhookMoves,
  type FaultyWebhook,
  type WebhookField,
  type WebhookRefusal,
} from './work-webhooks.server.ts';
import type { Route } from './+types/webhooks-page.ts';
import '../settings/settings.css';
import './webhooks.css';

export const handle = { texts: ['staff-webhooks'] };

const base = '/admin/webhooks';
const dids = ['pause', 'resume', 'end', 'sent'] as const;
const wordOf = (event: string) => event.replace('.', '-');

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const endpoints = await readEndpoints(platform);
  const names = await findStaffNames(platform.db, [...new Set(endpoints.map(({ madeBy }) => madeBy))]);
  const asked = Number(url.searchParams.get('page'));
  return {
    works: may(context.get(viewerContext), 'settings:edit'),
    endpoints: endpoints.map((one) => ({ ...one, madeBy: names.get(one.madeBy) ?? null })),
    log: await readLog(platform, endpoints, {
      endpoint: url.searchParams.get('of'),
      page: Number.isInteger(asked) && asked > 0 ? Math.min(asked, 1000) : 1,
    }),
    did: dids.find((one) => one === url.searchParams.get('did')) ?? null,
  };
}

interface Answer {
  /** A secret that was just made: it is in this answer and nowhere else. */
  readonly secret: string | null;
  readonly refused: WebhookRefusal | null;
  readonly wrong: readonly FaultyWebhook[];
  /** Null when nothing was typed, or it was worked on. */
  readonly typed: { readonly name: string; readonly url: string; readonly events: readonly string[] } | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const ask = { viewer: context.get(viewerContext), requestId: context.get(requestContext).requestId };
  const say = (answer: Partial<Answer>, status: number) =>
    data<Answer>({ secret: null, refused: null, wrong: [], typed: null, ...answer }, { status, headers: { 'Cache-Control': 'no-store' } });
  const refuse = (refused: WebhookRefusal, typed: Answer['typed'] = null) =>
    say({ refused, typed }, refused === 'permission' ? 403 : refused === 'too-often' ? 429 : 409);
  const intent = String(form.get('intent') ?? '');
  const id = plainLine(form.get('id'), 60);
  if (intent === 'test' || intent === 'again') {
    const sent = await sendByHand(platform, { ...ask, ...(intent === 'test' ? { test: id } : { again: id }) });
    return sent.ok ? redirect(`${base}?did=sent#log`, 303) : refuse(sent.refused);
  }
  const move = webhookMoves.find((one) => one === intent);
  if (move) {
    const moved = await moveWebhook(platform, { ...ask, id, version: plainVersion(form.get('version')), move });
    if (!moved.ok) return refuse(moved.refused);
    return moved.value === null ? redirect(`${base}?did=${move}`, 303) : say({ secret: moved.value }, 200);
  }
  if (intent !== 'make') throw new Response('Bad request', { status: 400 });
  const typed = {
    name: plainLine(form.get('name'), 100),
    url: plainLine(form.get('url'), 400),
    events: form.getAll('events').map(String).slice(0, 20),
  };
  const read = readWebhookForm(typed);
  if (!read.ask) return say({ wrong: read.wrong, typed }, 422);
  const made = await makeWebhook(platform, { ...ask, webhook: read.ask });
  // Not a redirect: the secret is in this answer and nowhere else.
  return made.ok ? say({ secret: made.value }, 200) : refuse(made.refused, typed);
}

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-webhooks');
  const { endpoints, works, did, log } = loaderData;
  const answer = actionData ?? null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {did && !answer && (
        <p className="dl-said" role="status">
          {t(`did.${did}`)}
        </p>
      )}
      {answer?.secret && (
        <div className="dl-said" role="status">
          <div>
            <p>{t('secretOnce')}</p>
            <p>
              <code className="wh-wide" dir="ltr">
                {answer.secret}
              </code>
            </p>
          </div>
        </div>
      )}
      {answer?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${answer.refused}`)}
        </p>
      )}
      <ErrorSummary faults={(answer?.wrong ?? []).map(({ field, fault }) => ({ field, message: t(`fault.${fault}`) }))} />
      {endpoints.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        endpoints.map((one) => <Endpoint key={one.id} one={one} works={works} />)
      )}
      {works && <MakeWebhook answer={answer} key={endpoints.length} />}
      <Log log={log} works={works} />
      <section className="dl-card" aria-labelledby="how">
        <h2 id="how">{t('how')}</h2>
        <p>{t('howText')}</p>
        <pre className="wh-code" dir="ltr">{`POST https://partner.example/rihla
Rihla-Event: order.ticketed
Rihla-Delivery: 6f1c…
Rihla-Signature: t=1795420800,v1=5257a869…

{"id":"6f1c…","event":"order.ticketed","reference":"7K2M9-4QX3D","happenedAt":"2026-11-23T08:00:00.000Z"}`}</pre>
      </section>
    </div>
  );
}

type Shown = Omit<ListedEndpoint, 'madeBy'> & { readonly madeBy: string | null };

function Endpoint({ one, works }: { one: Shown; works: boolean }) {
  const t = useTexts('staff-webhooks');
  const language = useLanguage();
  const press = (intent: string, label: string) => (
    <button className="bo-btn" name="intent" value={intent} aria-label={t('pressOf', { what: label, name: one.name })}>
      {label}
    </button>
  );
  return (
    <section className="dl-card" aria-labelledby={`e-${one.id}`}>
      <h2 id={`e-${one.id}`}>
        <bdi>{one.name}</bdi>{' '}
        <span className={`dl-state${one.status === 'active' ? ' dl-state--good' : one.status === 'ended' ? '' : ' dl-state--now'}`}>
          {t(`state.${one.status}`)}
        </span>
      </h2>
      <p>
        <bdi className="wh-wide" dir="ltr">
          {one.url}
        </bdi>
      </p>
      {one.status === 'failing' && <p className="dl-said dl-said--warn">{t('failing', { count: one.failures })}</p>}
      <dl className="bo-facts">
        <div>
          <dt>{t('hears')}</dt>
          <dd>
            {one.events.map((event) => (
              <div key={event}>{t(`event.${wordOf(event)}`)}</div>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('secret')}</dt>
          <dd>
            <bdi dir="ltr">…{one.lastFour}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('waiting')}</dt>
          <dd>{formatNumber(one.waiting, language)}</dd>
        </div>
        <div>
          <dt>{t('made')}</dt>
          <dd>
            {sayMoment(one.madeAt, language)} <bdi>{one.madeBy ?? '–'}</bdi>
          </dd>
        </div>
      </dl>
      {works && one.status !== 'ended' && (
        <Form method="post" action={base} className="bo-actions">
          <input type="hidden" name="id" value={one.id} />
          <input type="hidden" name="version" value={one.version} />
          {press('test', t('test'))}
          {one.status === 'active' ? press('pause', t('pause')) : press('resume', t('resume'))}
          <details className="wh-sure">
            <summary>{t('secretNew')}</summary>
            <p className="dl-quiet">{t('secretNewText')}</p>
            {press('secret', t('secretNow'))}
          </details>
          <details className="wh-sure">
            <summary>{t('end')}</summary>
            <p className="dl-quiet">{t('endText')}</p>
            {press('end', t('endNow'))}
          </details>
        </Form>
      )}
    </section>
  );
}

function MakeWebhook({ answer }: { answer: Answer | null }) {
  const t = useTexts('staff-webhooks');
  const typed = answer?.typed;
  const errorOf = (field: WebhookField) => {
    const found = answer?.wrong.find((one) => one.field === field);
    return found && t(`fault.${found.fault}`);
  };
  return (
    <section className="dl-card" aria-labelledby="make">
      <h2 id="make">{t('makeTitle')}</h2>
      <Form method="post" action={base} className="bo-fields" noValidate>
        <TextField
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          defaultValue={typed?.name}
          error={errorOf('name')}
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          name="url"
          type="url"
          label={t('address')}
          hint={t('addressHint')}
          defaultValue={typed?.url}
          error={errorOf('url')}
          maxLength={300}
          autoComplete="off"
        />
        <FieldGroup id="events" legend={t('hears')} error={errorOf('events')}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              name="events"
              id={`event-${wordOf(event)}`}
              value={event}
              label={t(`event.${wordOf(event)}`)}
              defaultChecked={typed?.events.includes(event) ?? false}
            />
          ))}
        </FieldGroup>
        <div className="bo-actions">
          <button className="bo-btn bo-btn--p" name="intent" value="make">
            {t('make')}
          </button>
        </div>
      </Form>
    </section>
  );
}

const columns = ['when', 'to', 'event', 'reference', 'state', 'tries', 'ways'] as const;

function Log({ log, works }: { log: Route.ComponentProps['loaderData']['log']; works: boolean }) {
  const t = useTexts('staff-webhooks');
  const language = useLanguage();
  const answerOf = (answer: string) => (/^\d+$/.test(answer) ? t('answer.status', { status: answer }) : t(`answer.${answer}`));
  const cell = (column: (typeof columns)[number], row: LoggedDelivery) => {
    switch (column) {
      case 'when':
        return sayMoment(row.at, language);
      case 'to':
        return <bdi>{row.to}</bdi>;
      case 'event':
        return t(`event.${wordOf(row.event)}`);
      case 'reference':
        return <bdi dir="ltr">{row.reference}</bdi>;
      case 'state':
        return (
          <>
            <span className={`dl-state${row.state === 'delivered' ? ' dl-state--good' : row.state === 'failed' ? ' dl-state--now' : ''}`}>
              {t(`delivery.${row.state}`)}
            </span>
            {row.answer && <div className="dl-quiet">{answerOf(row.answer)}</div>}
            {row.next && <div className="dl-quiet">{t('nextTry', { when: sayMoment(row.next, language) })}</div>}
          </>
        );
      case 'tries':
        return formatNumber(row.attempts, language);
      case 'ways':
        return row.sendable ? (
          <Form method="post" action={base}>
            <input type="hidden" name="id" value={row.id} />
            <button
              className="bo-btn bo-btn--s"
              name="intent"
              value="again"
              aria-label={t('pressOf', { what: t('again'), name: row.reference })}
            >
              {t('again')}
            </button>
          </Form>
        ) : null;
    }
  };
  const to = (page: number) => `${base}?${new URLSearchParams({ ...(log.of ? { of: log.of } : {}), page: String(page) })}#log`;
  return (
    <section className="dl-card" aria-labelledby="log">
      <h2 id="log">{t('log')}</h2>
      {log.choices.length > 0 && (
        <nav className="wh-of" aria-label={t('log')}>
          <Link to={`${base}#log`} aria-current={log.of === null ? 'true' : undefined}>
            {t('all')}
          </Link>
          {log.choices.map(({ id, name }) => (
            <Link key={id} to={`${base}?of=${id}#log`} aria-current={log.of === id ? 'true' : undefined}>
              <bdi>{name}</bdi>
            </Link>
          ))}
        </nav>
      )}
      {log.rows.length === 0 ? (
        <p className="dl-none">{t('logNone')}</p>
      ) : (
        <DeskTable
          columns={columns.filter((column) => works || column !== 'ways')}
          name={(column) => t(`column.${column}`)}
          rows={log.rows}
          rowKey={({ id }) => id}
          cell={cell}
          figures={['tries']}
          plain={['state', 'ways']}
        />
      )}
      {log.pages > 1 && (
        <nav className="dl-foot" aria-label={t('log')}>
          {log.page > 1 && <Link to={to(log.page - 1)}>{t('newer')}</Link>}
          {log.page < log.pages && <Link to={to(log.page + 1)}>{t('older')}</Link>}
        </nav>
      )}
    </section>
  );
}
