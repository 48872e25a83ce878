import { data, Form, Link, redirect } from 'react-router';
import { findOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { fingerprintOf, newFormKey, readFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { flightProduct } from '../flight-product.server.ts';
import { flightsContext } from '../flights-context.ts';
import type { FlightOrderState } from '../flight-order-status.ts';
import { bulkActions, formatOutcome, mostAtOnce, readOutcomes, type BulkOutcome } from './bulk-rules.ts';
import { choicesFor } from './desk-action-rules.ts';
import { oneOf } from './read-staff.server.ts';
import { deskCase } from './show-flight-order.server.ts';
import { StateChip } from './state-chip.tsx';
import { workFlightOrder } from './work-flight-order.server.ts';
import type { Route } from './+types/flight-bulk-page.ts';
import './flight-desk.css';

export const handle = { texts: ['staff-orders'] };

const here = '/admin/orders/flights/bulk';

/** Without `done`, a dry run: what one press would do to each order, and why not. With it, what became of each. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const action = oneOf(bulkActions, url.searchParams.get('action')) ?? 'ticket';
  const references = [...new Set(url.searchParams.getAll('ref'))];
  const rows = [];
  for (const reference of references.slice(0, mostAtOnce)) {
    const order = await findOrderAsStaff(platform.db, viewer, reference);
    if (!order) continue;
    const choice = choicesFor(await deskCase(platform, viewer, order)).find((one) => one.action === action);
    rows.push({
      reference: order.reference,
      status: order.status as FlightOrderState,
      locked: choice ? choice.locked : ('not-possible' as const),
    });
  }
  return {
    action,
    rows,
    left: Math.max(0, references.length - mostAtOnce),
    outcomes: readOutcomes(url.searchParams.getAll('done')),
    key: newFormKey(),
  };
}

/** Does it order by order, each by itself: one that is refused does not hold up the others. A second press is the first one. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wanted = oneOf(bulkActions, String(form.get('intent') ?? ''));
  const references = form.getAll('ref').map(String).slice(0, mostAtOnce);
  const refuse = (refused: string, status: number) => data({ refused }, { status });
  const key = readFormKey(form);
  if (!key) return refuse('form-keyless', 400);
  if (!wanted || references.length === 0) return refuse('not-possible', 400);
  const flights = context.get(flightsContext);
  const product = flightProduct(platform, flights);
  const note = String(form.get('note') ?? '');
  const answer = await withIdempotency<readonly BulkOutcome[]>(
    platform,
    { actor: `staff:${viewer.user.id}`, key, fingerprint: fingerprintOf({ wanted, references, note }) },
    async () => {
      const outcomes: BulkOutcome[] = [];
      for (const [at, reference] of references.entries()) {
        const order = await findOrderAsStaff(platform.db, viewer, reference);
        if (!order) continue;
        const ask = { viewer, orderId: order.id, action: wanted, reason: '', key: `${key.slice(0, 90)}-${at}` };
        const done = await workFlightOrder(platform, flights, product, ask);
        outcomes.push({ reference: order.reference, ok: done.ok, said: done.ok ? done.status : done.refused });
      }
      return outcomes;
    },
  );
  if (answer.kind === 'other-request') return refuse('form-reused', 422);
  if (answer.kind === 'running') return refuse('in-progress', 409);
  const query = new URLSearchParams([
    ['action', wanted],
    ...answer.value.map((outcome): [string, string] => ['done', formatOutcome(outcome)]),
  ]);
  return redirect(`${here}?${query}`);
}

export default function FlightBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-orders');
  const { action, rows, left, outcomes, key } = loaderData;
  const ready = rows.filter(({ locked }) => locked === null);
  const locked = rows.filter((row) => row.locked !== null);
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>{outcomes.length > 0 ? t('bulk.result') : t('bulk.dryRun', { what: t(`actions.${action}.name`) })}</h1>
        <p className="fd-head__sub">
          {outcomes.length > 0
            ? t('bulk.resultSub', { done: outcomes.filter(({ ok }) => ok).length, all: outcomes.length })
            : t('bulk.dryRunSub', { ready: ready.length, skipped: locked.length })}
        </p>
        <Link to="/admin/orders/flights">{t('bulk.back')}</Link>
      </header>
      {actionData?.refused && (
        <p className="fd-bulk__said" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {left > 0 && <p className="fd-bulk__said">{t('bulk.tooMany', { most: mostAtOnce, left })}</p>}
      {outcomes.length > 0 ? (
        <Rows title={t('bulk.outcomes')}>
          {outcomes.map((outcome) => (
            <tr key={outcome.reference}>
              <Ref reference={outcome.reference} />
              <td>
                <Icon name={outcome.ok ? 'done' : 'fault'} small /> {outcome.ok ? t('bulk.done') : t('bulk.notDone')}
              </td>
              <td>
                {outcome.ok ? (
                  t(`states.${outcome.said}`, { defaultValue: outcome.said })
                ) : (
                  <span>{t(`refused.${outcome.said}`, { defaultValue: outcome.said })}</span>
                )}
              </td>
            </tr>
          ))}
        </Rows>
      ) : (
        <>
          {ready.length > 0 && (
            <Rows title={t('bulk.will', { n: ready.length })}>
              {ready.map((row) => (
                <tr key={row.reference}>
                  <Ref reference={row.reference} />
                  <td>
                    <StateChip state={row.status} />
                  </td>
                  <td>{t(`actions.${action}.name`)}</td>
                </tr>
              ))}
            </Rows>
          )}
          {locked.length > 0 && (
            <Rows title={t('bulk.skipped', { n: locked.length })}>
              {locked.map((row) => (
                <tr key={row.reference}>
                  <Ref reference={row.reference} />
                  <td>
                    <StateChip state={row.status} />
                  </td>
                  <td>{t(`refused.${row.locked}`)}</td>
                </tr>
              ))}
            </Rows>
          )}
          {rows.length === 0 && <p className="fd-bulk__said">{t('bulk.none')}</p>}
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
        </>
      )}
    </div>
  );
}

function Rows({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="fd-card fd-bulk__card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="fd-bulk__rows">
        <table className="fd-list">
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

function Ref({ reference }: { reference: string }) {
  return (
    <td>
      <Link to={`/admin/orders/flights/${reference}`}>
        <bdi>{reference}</bdi>
      </Link>
    </td>
  );
}
