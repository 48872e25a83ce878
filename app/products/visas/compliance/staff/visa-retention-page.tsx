import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { getPolicy } from '#app/platform/retention-store.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { findDue, isPurgePolicy, proposePurge } from '../purge-visas.server.ts';
import { orderYears, promisedDays, purgePolicies } from '../retention-rules.ts';
import { countKept, findCertificates, findOpenRuns } from '../retention-store.server.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import type { Route } from './+types/visa-retention-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance'] };

const here = '/admin/visa-compliance/retention';
const mostCertificates = 30;

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { db } = platform;
  const [policies, runs, certificates] = await Promise.all([
    Promise.all(purgePolicies.map(async (code) => ({ ...(await getPolicy(db, code)), code }))),
    findOpenRuns(db),
    findCertificates(db, mostCertificates),
  ]);
  const people = [
    ...policies.map(({ changedBy }) => changedBy),
    ...certificates.flatMap((one) => [one.proposedBy, one.carriedOutBy]),
    ...runs.map(({ proposedBy }) => `staff:${proposedBy}`),
  ];
  const names = await findStaffNames(
    db,
    people.flatMap((who) => (who.startsWith('staff:') ? [who.slice(6)] : [])),
  );
  const nameOf = (who: string) => (who.startsWith('staff:') ? (names.get(who.slice(6)) ?? '–') : null);
  return {
    works: may(viewer, 'visas:decide'),
    settings: may(viewer, 'settings:view'),
    promisedDays,
    orderYears,
    policies: await Promise.all(
      policies.map(async ({ code, days, changedBy, changedAt }) => ({
        code,
        days,
        by: nameOf(changedBy),
        since: changedAt.toISOString(),
        kept: await countKept(db, code),
        due: (await findDue(platform, code, days)).length,
        run: runs.find((run) => run.policy === code)?.id ?? null,
      })),
    ),
    runs: runs.map((run) => ({
      id: run.id,
      policy: run.policy,
      status: run.status,
      cases: run.cases,
      by: nameOf(`staff:${run.proposedBy}`),
      at: run.proposedAt.toISOString(),
    })),
    certificates: certificates.map((one) => ({
      id: one.id,
      to: one.runId ?? one.id,
      policy: one.policy,
      cases: one.cases,
      files: one.files,
      digest: one.digest,
      at: one.at.toISOString(),
      proposed: nameOf(one.proposedBy),
      carriedOut: nameOf(one.carriedOutBy),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 80);
  const policy = text('policy');
  const actor = { staffId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const said = (refused: string) => data({ refused }, { status: 409 });
  if (!isPurgePolicy(policy)) return said('not-possible-from-here');
  if (text('act') !== 'propose') return said('not-possible-from-here');
  const proposed = await proposePurge(platform, { ...actor, policy });
  return proposed.ok ? redirect(`${here}/${proposed.value}`, 303) : said(proposed.refused);
}

export default function VisaRetentionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { policies, runs, certificates, works, settings } = loaderData;
  const t = useTexts('staff-compliance');
  const language = useLanguage();
  const day = (at: string) => sayDay(at, language);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('retention.title')}</h1>
        <p>{t('retention.lede', { days: loaderData.promisedDays })}</p>
      </header>
      <ComplianceTabs here="retention" />
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t([`refused.${actionData.refused}`, 'refused.other'])}
        </p>
      )}
      <div className="vc-policies">
        {policies.map((policy) => (
          <section className="dl-card" key={policy.code} aria-labelledby={`policy-${policy.code}`}>
            <h2 id={`policy-${policy.code}`}>{t(`retention.policy.${policy.code}.title`)}</h2>
            <p className="dl-quiet">{t(`retention.policy.${policy.code}.text`)}</p>
            <dl className="vc-facts">
              <div>
                <dt>{t('retention.keptFor')}</dt>
                <dd>{t('retention.afterEnd', { count: policy.days })}</dd>
              </div>
              <div>
                <dt>{t('retention.keptNow')}</dt>
                <dd>{t('retention.cases', { count: policy.kept })}</dd>
              </div>
              <div>
                <dt>{t('retention.due')}</dt>
                <dd className={policy.due > 0 ? 'dl-late' : undefined}>{t('retention.cases', { count: policy.due })}</dd>
              </div>
            </dl>
            {works &&
              (policy.run ? (
                <Link className="bo-btn" to={`${here}/${policy.run}`}>
                  {t('retention.openRun')}
                </Link>
              ) : (
                policy.due > 0 && (
                  <Form method="post">
                    <input type="hidden" name="policy" value={policy.code} />
                    <button className="bo-btn bo-btn--p" name="act" value="propose">
                      {t('retention.propose')}
                    </button>
                  </Form>
                )
              ))}
            {settings && (
              <p>
                <Link to={`/admin/retention/visa-${policy.code}`}>{t('retention.change')}</Link>
              </p>
            )}
            <p className="dl-quiet">
              {t('retention.since', { day: day(policy.since) })} <bdi>{policy.by ?? t('byHouse')}</bdi>
            </p>
          </section>
        ))}
        <section className="dl-card" aria-labelledby="policy-orders">
          <h2 id="policy-orders">{t('retention.policy.orders.title')}</h2>
          <p className="dl-quiet">{t('retention.policy.orders.text', { years: loaderData.orderYears })}</p>
        </section>
      </div>
      {runs.length > 0 && (
        <section className="dl-card">
          <h2>{t('retention.runs')}</h2>
          <ul className="vc-history">
            {runs.map((run) => (
              <li key={run.id}>
                <span className="dl-quiet">{day(run.at)}</span>
                <Link to={`${here}/${run.id}`}>
                  {t(`retention.policy.${run.policy}.title`)}
                  {comma(language)}
                  {t('retention.cases', { count: run.cases })}
                </Link>
                <span>
                  <span className="dl-state">{t(`retention.status.${run.status}`)}</span> <bdi>{run.by}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="dl-card">
        <h2>{t('retention.certificates')}</h2>
        {certificates.length === 0 ? (
          <p className="dl-quiet">{t('retention.noCertificates')}</p>
        ) : (
          <div className="dl-sheet">
            <table>
              <thead>
                <tr>
                  {(['at', 'what', 'cases', 'files', 'proposed', 'carriedOut', 'digest'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`retention.column.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {certificates.map((one) => (
                  <tr key={one.id}>
                    <td>{day(one.at)}</td>
                    <td>
                      <Link to={`${here}/${one.to}`}>{t(`retention.policy.${one.policy}.title`)}</Link>
                    </td>
                    <td>{formatNumber(one.cases, language)}</td>
                    <td>{formatNumber(one.files, language)}</td>
                    <td>
                      <bdi>{one.proposed ?? t('byHouse')}</bdi>
                    </td>
                    <td>
                      <bdi>{one.carriedOut ?? t('byHouse')}</bdi>
                    </td>
                    <td>
                      <bdi className="vc-hash">{one.digest.slice(0, 16)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  );
}
