import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isKeptKind, type KeptKind } from '#app/platform/retention-rules.ts';
import { listRetentionDays } from '#app/platform/retention-store.server.ts';
import { TextField } from '#app/ui/field.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import {
  askRetention,
  decideRetention,
  readRetentionAsk,
  retentionDecisions,
  type RetentionField,
  type RetentionRefusal,
} from './change-retention.server.ts';
import { readKeptData } from './kept-data.server.ts';
import { readRetentionSetting } from './read-retention-setting.server.ts';
import { RetentionWishes } from './retention-wishes.tsx';
import type { Route } from './+types/kept-kind-page.ts';

export const handle = { texts: ['staff-retention'] };

const base = '/admin/retention';
const dids = ['asked', ...retentionDecisions] as const;

function kindIn(params: Route.LoaderArgs['params']): KeptKind {
  if (!isKeptKind(params.kind)) throw new Response('Not found', { status: 404 });
  return params.kind;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const kind = kindIn(params);
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const [[line], ledger] = await Promise.all([readKeptData(platform, [kind]), listRetentionDays(platform.db, kind)]);
  return {
    line: line!,
    ledger: ledger.map(({ day, runs, gone, lastAt }) => ({ day, runs, gone, lastAt: lastAt.toISOString() })),
    works: may(viewer, 'settings:edit'),
    setting: line!.policy && (await readRetentionSetting(platform, kind, line!.policy, viewer.kind === 'staff' ? viewer.user.id : '')),
    did: dids.find((one) => one === url.searchParams.get('did')) ?? null,
  };
}

interface Refused {
  readonly faults: readonly RetentionField[];
  readonly refused: 'invalid' | RetentionRefusal;
  /** Null when a decision was refused: nothing was typed. */
  readonly typed: Readonly<Record<RetentionField, string>> | null;
}
const statusOf = (refused: RetentionRefusal) => (refused === 'permission' ? 403 : 409);

export async function action({ request, context, params }: Route.ActionArgs) {
  const kind = kindIn(params);
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const [line] = await readKeptData(platform, [kind]);
  const policy = line!.policy;
  // A period that is part of the program is changed nowhere.
  if (!policy) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const decision = retentionDecisions.find((one) => one === form.get('intent'));
  if (decision) {
    const decided = await decideRetention(platform, { viewer, policy, id: String(form.get('wish') ?? ''), decision, requestId });
    if (!decided.ok) return data<Refused>({ faults: [], refused: decided.refused, typed: null }, { status: statusOf(decided.refused) });
    return redirect(`${base}/${kind}?did=${decision}`, 303);
  }
  if (form.get('intent') !== 'ask') throw new Response('Bad request', { status: 400 });
  const typed = { days: plainLine(form.get('days'), 10), reason: plainLine(form.get('reason'), 300) };
  const read = readRetentionAsk(policy, typed);
  if (!read.ok) return data<Refused>({ faults: read.faults, refused: read.refused, typed }, { status: 422 });
  const asked = await askRetention(platform, { viewer, policy, wish: read.value, version: plainVersion(form.get('version')), requestId });
  if (!asked.ok) return data<Refused>({ faults: [], refused: asked.refused, typed }, { status: statusOf(asked.refused) });
  return redirect(`${base}/${kind}?did=asked`, 303);
}

export default function KeptKindPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-retention');
  const language = useLanguage();
  const { line, ledger, setting, works, did } = loaderData;
  const refused = actionData ?? null;
  const asks = works && setting && !setting.waiting;
  const faultOf = (field: RetentionField) =>
    setting && refused?.faults.includes(field) ? t(`fault.${field}`, { ...setting.range }) : undefined;
  return (
    <div className="dl">
      <p>
        <Link to={base}>{t('back')}</Link>
      </p>
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`kind.${line.kind}.name`)}</h1>
        <p>{t(`kind.${line.kind}.why`)}</p>
      </header>
      {did && !refused && (
        <p className="dl-said" role="status">
          {t(`did.${did}`)}
        </p>
      )}
      {refused && (
        <div className="dl-said dl-said--warn" role="alert">
          {refused.refused === 'invalid' ? (
            <ul>
              {refused.faults.map((field) => (
                <li key={field}>
                  <a href={`#${field}`}>{faultOf(field)}</a>
                </li>
              ))}
            </ul>
          ) : (
            <p>{t(`refused.${refused.refused}`)}</p>
          )}
        </div>
      )}
      <section className="dl-card" aria-labelledby="period">
        <h2 id="period">{t('column.period')}</h2>
        <p>
          <strong>{line.days === null ? t('chosen') : t('days', { count: line.days })}</strong>{' '}
          <span className="dl-quiet">{t(`kind.${line.kind}.from`)}</span>
        </p>
        {!asks && <p className="dl-quiet">{setting ? t('between', { ...setting.range }) : t('fixed')}</p>}
        {asks && (
          <Form method="post" className="bo-fields" key={setting.version}>
            <input type="hidden" name="version" value={setting.version} />
            <TextField
              name="days"
              label={t('field.days')}
              hint={t('between', { ...setting.range })}
              inputMode="numeric"
              autoComplete="off"
              required
              maxLength={4}
              defaultValue={refused?.typed?.days ?? String(setting.days)}
              error={faultOf('days')}
            />
            <TextField
              name="reason"
              label={t('field.reason')}
              autoComplete="off"
              required
              maxLength={200}
              defaultValue={refused?.typed?.reason ?? ''}
              error={faultOf('reason')}
            />
            <div className="bo-actions">
              <button className="bo-btn bo-btn--p" name="intent" value="ask">
                {t('ask')}
              </button>
            </div>
          </Form>
        )}
      </section>
      {setting && <RetentionWishes setting={setting} works={works} />}
      <section className="dl-card" aria-labelledby="ledger">
        <h2 id="ledger">{t('ledger')}</h2>
        <p className="dl-quiet">
          {t('ledgerText')} <bdi>{line.job}</bdi>
        </p>
        <p>
          {t('dueNow', { count: line.due })} {t('dueSoon', { count: line.soon })}
        </p>
        {line.proof && (
          <p>
            <Link to={line.proof}>{t('proof')}</Link>
          </p>
        )}
        {ledger.length === 0 ? (
          <p className="dl-none">{t('noRuns')}</p>
        ) : (
          <div className="dl-sheet dl-sheet--cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('column.day')}</th>
                  <th scope="col">{t('column.last')}</th>
                  <th scope="col" className="dl-figure">
                    {t('column.runs')}
                  </th>
                  <th scope="col" className="dl-figure">
                    {t('column.went')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {ledger.map((one) => (
                  <tr key={one.day}>
                    <td>{formatDate(one.day, language, 'long')}</td>
                    <td data-label={t('column.last')}>{sayMoment(one.lastAt, language)}</td>
                    <td className="dl-figure" data-label={t('column.runs')}>
                      {formatNumber(one.runs, language)}
                    </td>
                    <td className="dl-figure" data-label={t('column.went')}>
                      {formatNumber(one.gone, language)}
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
