import { useEffect } from 'react';
import { data, Form, Link, redirect, useRevalidator } from 'react-router';
import { fingerprintOf, newFormKey, readFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { startBulk, tryBulk, type TriedOrder } from './bulk-orders.server.ts';
import { bulkActions, mostAtOnce } from './bulk-rules.ts';
import { findBulkRun } from './bulk-runs-store.server.ts';
import { deskAddress, readDeskView } from './desk-address.ts';
import { DeskMoment } from './desk-time.tsx';
import { findMatchingReferences } from './flight-desk-store.server.ts';
import { oneOf } from './read-staff.server.ts';
import { StateChip } from './state-chip.tsx';
import type { Route } from './+types/flight-bulk-page.ts';
import './flight-desk.css';

export const handle = { texts: ['staff-orders'] };

const list = '/admin/orders/flights';
const here = `${list}/bulk`;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 10_000;
const askAgainMs = 2_000;

/** With a run, how far it is; without one, a dry run of the picked orders or of everything a list matches. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const runId = asked.get('run');
  if (runId !== null) {
    const found = await findBulkRun(platform.db, runId);
    if (!found) throw new Response('Not found', { status: 404 });
    const { run, lines } = found;
    return {
      kind: 'run' as const,
      action: run.action,
      startedAt: run.startedAt.toISOString(),
      lines: lines.map(({ reference, ok, said }) => ({ reference, ok, said })),
      back: list,
    };
  }
  const view = { ...readDeskView(new URLSearchParams((asked.get('list') ?? '').slice(0, 600))), after: null };
  const references =
    asked.get('all') === '1'
      ? await findMatchingReferences(platform.db, platform.crypto, view, { most: mostMatching, me: viewer.user.id })
      : [...new Set(asked.getAll('ref'))];
  const action = oneOf(bulkActions, asked.get('action')) ?? 'ticket';
  return {
    kind: 'try' as const,
    action,
    rows: await tryBulk(platform, viewer, action, references),
    left: Math.max(0, references.length - mostAtOnce),
    key: newFormKey(),
    back: `${list}${deskAddress(view)}`,
  };
}

/** Starts a run of what the dry run said is ready. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const refuse = (refused: string, status: number) => data({ refused }, { status });
  const wanted = oneOf(bulkActions, String(form.get('intent') ?? ''));
  const references = form.getAll('ref').map(String);
  const key = readFormKey(form);
  if (!key) return refuse('form-keyless', 400);
  if (!wanted) return refuse('not-possible', 400);
  const { requestId } = context.get(requestContext);
  const answer = await withIdempotency(
    platform,
    { actor: `staff:${viewer.user.id}`, key, fingerprint: fingerprintOf({ wanted, references, note: String(form.get('note') ?? '') }) },
    () => startBulk(platform, viewer, { action: wanted, references, requestId }),
  );
  if (answer.kind === 'other-request') return refuse('form-reused', 422);
  if (answer.kind === 'running') return refuse('in-progress', 409);
  return answer.value === null ? refuse('not-possible', 400) : redirect(`${here}?run=${answer.value}`);
}

type Loaded = Route.ComponentProps['loaderData'];

export default function FlightBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="fd">
      {loaderData.kind === 'run' ? <Result run={loaderData} /> : <DryRun tried={loaderData} refused={actionData?.refused ?? null} />}
    </div>
  );
}

function DryRun({ tried, refused }: { tried: Extract<Loaded, { kind: 'try' }>; refused: string | null }) {
  const t = useTexts('staff-orders');
  const { action, rows, left, key } = tried;
  const ready = rows.filter(({ locked }) => locked === null);
  const skipped = Map.groupBy(
    rows.filter(({ locked }) => locked !== null),
    ({ locked }) => locked!,
  );
  return (
    <>
      <header className="fd-head">
        <h1 tabIndex={-1}>{t('bulk.dryRun', { what: t(`actions.${action}.name`) })}</h1>
        <p className="fd-head__sub">{t('bulk.dryRunSub')}</p>
        <Link to={tried.back}>{t('bulk.back')}</Link>
      </header>
      {refused && (
        <p className="fd-bulk__said" role="alert">
          {t(`refused.${refused}`)}
        </p>
      )}
      {left > 0 && <p className="fd-bulk__said">{t('bulk.tooMany', { most: mostAtOnce, left })}</p>}
      {rows.length === 0 ? (
        <p className="fd-bulk__said">{t('bulk.none')}</p>
      ) : (
        <>
          <dl className="fd-bulk__counts">
            <Count label={t('bulk.picked')} n={rows.length} />
            <Count label={t('bulk.ready')} n={ready.length} good />
            {[...skipped].map(([locked, those]) => (
              <Count key={locked} label={t(`refused.${locked}`)} n={those.length} />
            ))}
          </dl>
          {ready.length > 0 && (
            <Form method="post" className="fd-bulk__go">
              <input type="hidden" name="key" value={key} />
              {ready.map((row) => (
                <input key={row.reference} type="hidden" name="ref" value={row.reference} />
              ))}
              <button className="bo-btn bo-btn--p" name="intent" value={action}>
                {t('bulk.go', { what: t(`actions.${action}.name`), n: ready.length })}
              </button>
            </Form>
          )}
          {ready.length > 0 && <Orders title={t('bulk.will')} rows={ready} />}
          {[...skipped].map(([locked, those]) => (
            <Orders key={locked} title={t(`refused.${locked}`)} rows={those} />
          ))}
        </>
      )}
    </>
  );
}

/** What became of each order so far. The page asks again by itself until the last one is done. */
function Result({ run }: { run: Extract<Loaded, { kind: 'run' }> }) {
  const t = useTexts('staff-orders');
  const { revalidate } = useRevalidator();
  const { lines } = run;
  const open = lines.filter(({ ok }) => ok === null).length;
  useEffect(() => {
    if (open === 0) return;
    const again = setInterval(() => void revalidate(), askAgainMs);
    return () => clearInterval(again);
  }, [open, revalidate]);
  return (
    <>
      <header className="fd-head">
        <h1 tabIndex={-1}>{t('bulk.result', { what: t(`actions.${run.action}.name`) })}</h1>
        <p className="fd-head__sub">
          {t('bulk.startedAt')} <DeskMoment at={run.startedAt} />
        </p>
        {open > 0 && (
          <Link to="" reloadDocument>
            {t('bulk.look')}
          </Link>
        )}
        <Link to={run.back}>{t('bulk.back')}</Link>
      </header>
      <div role="status">
        <dl className="fd-bulk__counts">
          <Count label={t('bulk.done')} n={lines.filter(({ ok }) => ok).length} good />
          <Count label={t('bulk.notDone')} n={lines.filter(({ ok }) => ok === false).length} />
          {open > 0 && <Count label={t('bulk.underWay')} n={open} />}
        </dl>
      </div>
      <section className="fd-card fd-bulk__card">
        <header>
          <h2>{t('bulk.outcomes')}</h2>
        </header>
        <div className="fd-bulk__rows">
          <table className="fd-list">
            <tbody>
              {lines.map(({ reference, ok, said }) => (
                <tr key={reference}>
                  <Ref reference={reference} />
                  <td>
                    {ok === null ? (
                      t('bulk.underWay')
                    ) : (
                      <>
                        <Icon name={ok ? 'done' : 'fault'} small /> {t(ok ? 'bulk.done' : 'bulk.notDone')}
                      </>
                    )}
                  </td>
                  <td>{said && t(`${ok ? 'states' : 'refused'}.${said}`, { defaultValue: said })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function Count({ label, n, good }: { label: string; n: number; good?: boolean }) {
  return (
    <div className={good ? 'fd-bulk__count fd-bulk__count--good' : 'fd-bulk__count'}>
      <dt>{label}</dt>
      <dd>{formatNumber(n, useLanguage())}</dd>
    </div>
  );
}

function Orders({ title, rows }: { title: string; rows: readonly TriedOrder[] }) {
  return (
    <section className="fd-card fd-bulk__card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="fd-bulk__rows">
        <table className="fd-list">
          <tbody>
            {rows.map((row) => (
              <tr key={row.reference}>
                <Ref reference={row.reference} />
                <td>
                  <StateChip state={row.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Ref({ reference }: { reference: string }) {
  return (
    <td>
      <Link to={`${list}/${reference}`}>
        <bdi>{reference}</bdi>
      </Link>
    </td>
  );
}
