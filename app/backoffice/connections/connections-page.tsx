import { data, Form, Link, redirect } from 'react-router';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { isTestedService } from './connection-rules.ts';
import { listConnectionTests } from './connections-store.server.ts';
import { readConnections } from './read-connections.server.ts';
import { testConnection, type TestRefusal } from './test-connection.server.ts';
import type { Route } from './+types/connections-page.ts';

export const handle = { texts: ['staff-connections'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const tests = await listConnectionTests(platform.db);
  const names = await findStaffNames(
    platform.db,
    tests.map((test) => test.testedBy),
  );
  const tested = url.searchParams.get('tested') ?? '';
  const viewer = context.get(viewerContext);
  return {
    mayTest: may(viewer, 'settings:edit'),
    readsLog: may(viewer, 'audit:view'),
    tested: isTestedService(tested) ? tested : null,
    connections: readConnections(platform).map((connection) => {
      const test = tests.find((one) => one.service === connection.service);
      return {
        ...connection,
        last: test
          ? {
              outcome: test.outcome,
              detail: test.detail,
              tookMs: test.tookMs,
              at: test.testedAt.toISOString(),
              by: names.get(test.testedBy) ?? null,
              answeredAt: test.answeredAt?.toISOString() ?? null,
            }
          : null,
      };
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const viewer = context.get(viewerContext);
  const service = String(form.get('service') ?? '');
  if (viewer.kind !== 'staff' || !isTestedService(service)) throw new Response('Not found', { status: 404 });
  const tested = await testConnection(
    { platform: context.get(platformContext), provider: context.get(paymentProviderContext) },
    { service, by: viewer.user.id, requestId: context.get(requestContext).requestId },
  );
  if (tested.ok) return redirect(`/admin/connections?tested=${service}#${service}`, 303);
  return data<{ readonly refused: TestRefusal }>({ refused: tested.refused }, { status: tested.refused === 'too-often' ? 429 : 409 });
}

type Shown = Route.ComponentProps['loaderData']['connections'][number];

export default function ConnectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-connections');
  const { connections, mayTest, readsLog, tested } = loaderData;
  const told = actionData ? undefined : connections.find((one) => one.service === tested && one.last);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
      </header>
      <p className="dl-quiet">{t('text')}</p>
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {told && (
        <div className={told.last!.outcome === 'answered' ? 'dl-said' : 'dl-said dl-said--warn'} role="status">
          <p>
            {t(`service.${told.service}`)}: <Said connection={told} />
          </p>
        </div>
      )}
      <section className="dl-card" aria-labelledby="outside">
        <h2 id="outside">{t('list')}</h2>
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('column.service')}</th>
                <th scope="col">{t('column.inUse')}</th>
                <th scope="col">{t('column.secret')}</th>
                <th scope="col">{t('column.last')}</th>
                {mayTest && <th scope="col">{t('column.test')}</th>}
              </tr>
            </thead>
            <tbody>
              {connections.map((connection) => (
                <tr key={connection.service} id={connection.service}>
                  <td>
                    <strong>{t(`service.${connection.service}`)}</strong>
                  </td>
                  <td data-label={t('column.inUse')}>
                    {t(`inUse.${connection.service}.${connection.inUse}`)}
                    {connection.host && (
                      <>
                        <br />
                        <bdi className="dl-quiet">{connection.host}</bdi>
                      </>
                    )}
                  </td>
                  <td data-label={t('column.secret')}>
                    <Secrets connection={connection} />
                  </td>
                  <td data-label={t('column.last')}>
                    <LastTest connection={connection} />
                  </td>
                  {mayTest && (
                    <td>
                      {connection.testable ? (
                        <Form method="post" preventScrollReset>
                          <input type="hidden" name="service" value={connection.service} />
                          <button className="bo-btn" aria-label={t('testOf', { service: t(`service.${connection.service}`) })}>
                            {t('test')}
                          </button>
                        </Form>
                      ) : (
                        <span className="dl-quiet">{t('nothing')}</span>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {readsLog && (
        <p>
          <Link to="/admin/audit-log?action=connection.tested">{t('audit')}</Link>
        </p>
      )}
    </div>
  );
}

function Secrets({ connection }: { connection: Shown }) {
  const t = useTexts('staff-connections');
  if (connection.secrets.length === 0) return <span className="dl-quiet">{connection.inUse === 'none' ? '–' : t('secret.none')}</span>;
  return connection.secrets.map(({ name, lastFour }) => (
    <div key={name}>
      <bdi>{name}</bdi>
      {lastFour && (
        <>
          {' '}
          <bdi>…{lastFour}</bdi>
        </>
      )}
      <br />
      <span className="dl-quiet">{t('secret.environment')}</span>
    </div>
  ));
}

/** What came back, in words, and how long it took. */
function Said({ connection: { service, last } }: { connection: Shown }) {
  const t = useTexts('staff-connections');
  const language = useLanguage();
  if (!last) return null;
  return (
    <>
      {last.outcome === 'answered' ? t(`answered.${service}`) : t(`outcome.${last.outcome}`)}
      {last.detail && (
        <>
          {' '}
          (<bdi>{last.detail}</bdi>)
        </>
      )}{' '}
      {t('took', { ms: formatNumber(last.tookMs, language) })}
    </>
  );
}

function LastTest({ connection }: { connection: Shown }) {
  const t = useTexts('staff-connections');
  const language = useLanguage();
  const { last } = connection;
  if (!last) return <span className="dl-quiet">{connection.testable ? t('never') : '–'}</span>;
  return (
    <>
      <Said connection={connection} />
      <br />
      <span className="dl-quiet">
        {t('testedAt', { at: sayMoment(last.at, language), by: last.by ?? t('somebody') })}
        {last.outcome !== 'answered' && (
          <> {last.answeredAt ? t('lastAnswered', { at: sayMoment(last.answeredAt, language) }) : t('neverAnswered')}</>
        )}
      </span>
    </>
  );
}
