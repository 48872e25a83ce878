import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { decidePurge } from '../purge-visas.server.ts';
import { findCertificate, findCertificateOfRun, findCasesOfRun, findRun } from '../retention-store.server.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import type { Route } from './+types/visa-purge-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance'] };

const list = '/admin/visa-compliance/retention';

/** A run by its id, or a certificate of the clock by its own. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !/^[\w-]{8,64}$/.test(params.id)) throw new Response('Not found', { status: 404 });
  const found = await findRun(db, params.id);
  const certificate = found ? await findCertificateOfRun(db, params.id) : await findCertificate(db, params.id);
  if (!found && !certificate) throw new Response('Not found', { status: 404 });
  const people = [
    ...(found ? [`staff:${found.run.proposedBy}`, `staff:${found.run.decidedBy ?? ''}`] : []),
    ...(certificate ? [certificate.proposedBy, certificate.carriedOutBy] : []),
  ];
  const names = await findStaffNames(
    db,
    people.flatMap((who) => (who.startsWith('staff:') ? [who.slice(6)] : [])),
  );
  const nameOf = (who: string | null) => (who?.startsWith('staff:') ? (names.get(who.slice(6)) ?? '–') : null);
  const cases = found ? await findCasesOfRun(db, params.id) : [];
  return {
    policy: found?.run.policy ?? certificate!.policy,
    days: found?.run.days ?? certificate!.days,
    status: found?.run.status ?? ('done' as const),
    proposed: {
      by: nameOf(found ? `staff:${found.run.proposedBy}` : certificate!.proposedBy),
      at: (found?.run.proposedAt ?? certificate!.at).toISOString(),
    },
    decided: found?.run.decidedBy
      ? { by: nameOf(`staff:${found.run.decidedBy}`), at: found.run.decidedAt!.toISOString() }
      : certificate
        ? { by: nameOf(certificate.carriedOutBy), at: certificate.at.toISOString() }
        : null,
    isMine: found?.run.proposedBy === viewer.user.id,
    works: may(viewer, 'visas:decide'),
    did: url.searchParams.get('did'),
    cases: cases.map(({ reference, position, outcome, reason }) => ({ reference, traveller: position + 1, outcome, reason })),
    certificate: certificate && {
      id: certificate.id,
      cases: certificate.cases,
      kept: certificate.kept,
      files: certificate.files,
      keys: certificate.keys,
      digest: certificate.digest,
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const say = (await request.formData()).get('act');
  if (say !== 'approve' && say !== 'drop') return data({ refused: 'not-possible-from-here' }, { status: 400 });
  const { requestId } = context.get(requestContext);
  const decided = await decidePurge(context.get(platformContext), { runId: params.id, say, staffId: viewer.user.id, requestId });
  return decided.ok ? redirect(`${list}/${params.id}?did=${say}`, 303) : data({ refused: decided.refused as string }, { status: 409 });
}

export default function VisaPurgePage({ loaderData: run, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-compliance');
  const language = useLanguage();
  const by = ({ by: name, at }: { by: string | null; at: string }) => (
    <>
      <bdi>{name ?? t('byHouse')}</bdi>
      {comma(language)}
      {sayDay(at, language)}
    </>
  );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`retention.policy.${run.policy}.title`)}</h1>
        <p>
          <span className={`dl-state${run.status === 'done' ? ' dl-state--good' : ''}`}>{t(`retention.status.${run.status}`)}</span>{' '}
          {t('retention.afterEnd', { count: run.days })}
        </p>
        <Link className="bo-btn" to={list}>
          {t('retention.back')}
        </Link>
      </header>
      <ComplianceTabs here="retention" />
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t([`refused.${actionData.refused}`, 'refused.other'])}
        </p>
      )}
      {!actionData && run.did && (
        <p className="dl-said" role="status">
          <Icon name="done" /> {t(run.did === 'drop' ? 'retention.dropped' : 'retention.approved')}
        </p>
      )}
      <div className="dl-record">
        <div>
          {run.certificate && (
            <section className="dl-card vc-certificate">
              <h2>{t('retention.certificate')}</h2>
              <p>
                {t('retention.certifies', { cases: run.certificate.cases, keys: run.certificate.keys.length, kept: run.certificate.kept })}
              </p>
              <dl className="vc-facts">
                <div>
                  <dt>{t('retention.number')}</dt>
                  <dd>
                    <bdi className="vc-hash">{run.certificate.id}</bdi>
                  </dd>
                </div>
                <div>
                  <dt>{t('retention.column.digest')}</dt>
                  <dd>
                    <bdi className="vc-hash">{run.certificate.digest}</bdi>
                  </dd>
                </div>
              </dl>
              <details>
                <summary>{t('retention.keys', { count: run.certificate.keys.length })}</summary>
                <ol className="vc-keys" dir="ltr">
                  {run.certificate.keys.map((key) => (
                    <li key={key}>{key}</li>
                  ))}
                </ol>
              </details>
            </section>
          )}
          {run.cases.length > 0 && (
            <section className="dl-card">
              <h2>{t('retention.cases', { count: run.cases.length })}</h2>
              <ul className="vc-history">
                {run.cases.map((one) => (
                  <li key={`${one.reference}${one.traveller}`}>
                    <bdi>
                      {one.reference} / {one.traveller}
                    </bdi>
                    <span>{one.reason && t(`retention.reason.${one.reason}`)}</span>
                    <span className="dl-quiet">
                      {t(`retention.outcome.${one.outcome ?? (run.status === 'dropped' ? 'dropped' : 'waits')}`)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('retention.two')}</h2>
            <dl className="vc-facts">
              <div>
                <dt>{t('retention.column.proposed')}</dt>
                <dd>{by(run.proposed)}</dd>
              </div>
              <div>
                <dt>{t(run.status === 'dropped' ? 'retention.column.dropped' : 'retention.column.carriedOut')}</dt>
                <dd>{run.decided ? by(run.decided) : '–'}</dd>
              </div>
            </dl>
            {run.works && run.status === 'proposed' && (
              <Form method="post" className="vc-act">
                <p className={run.isMine ? 'dl-late' : 'dl-quiet'}>{t(run.isMine ? 'refused.same-person' : 'retention.forGood')}</p>
                {!run.isMine && (
                  <button className="bo-btn bo-btn--danger" name="act" value="approve">
                    {t('retention.carryOut')}
                  </button>
                )}
                <button className="bo-btn" name="act" value="drop">
                  {t('retention.drop')}
                </button>
              </Form>
            )}
          </section>
        </aside>
      </div>
    </div>
  );
}
