import { data, Form, Link, redirect } from 'react-router';
import { productKinds, type ProductKind } from '#app/commerce/product-contract.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { comma, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { approveRule, decideAdjustment, draftRule } from '../run-programme.server.ts';
import { approveTerms, draftTerms } from '../change-terms.server.ts';
import { readTermsValues } from '../read-terms.server.ts';
import { termsFields } from '../terms-rules.ts';
import { openProgramme, type Programme } from './open-programme.server.ts';
import { TermsCard, type RefusedTerms } from './terms-card.tsx';
import type { Route } from './+types/programme-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const did = ['drafted', 'live', 'agreed', 'declined'] as const;
const refusals = ['own-rule', 'own-request', 'own-points', 'held', 'too-few', 'out-of-range', 'changed-meanwhile', 'permission'] as const;
const mostPoints = 1_000;
const isPoints = (typed: string) => /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= mostPoints;

/** A rule whose points could not be read, as it was typed. */
interface RefusedRule {
  readonly kind: ProductKind;
  readonly typed: string;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const refused = url.searchParams.get('refused');
  return {
    programme: await openProgramme(platform, viewer),
    did: did.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: refused === null ? null : (refusals.find((one) => one === refused) ?? 'changed-meanwhile'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  if (form.get('intent') === 'terms') {
    const typed = Object.fromEntries(
      termsFields.map((field) => [field, String(form.get(field) ?? '').slice(0, 20)]),
    ) as RefusedTerms['typed'];
    const read = readTermsValues(typed);
    if (!read.ok) return data<Refused>({ terms: { faults: read.faults, typed }, rule: null }, 422);
    const drafted = await draftTerms(platform, viewer, read.values);
    return redirect(`/admin/loyalty/programme?${drafted.ok ? 'did=drafted' : `refused=${drafted.refused}`}#terms`, 303);
  }
  const kind = productKinds.find((one) => one === form.get('kind'));
  const typed = plainLine(form.get('points'), 20);
  if (form.get('intent') === 'draft' && kind && !isPoints(typed)) return data<Refused>({ terms: null, rule: { kind, typed } }, 422);
  return redirect(`/admin/loyalty/programme?${await press(platform, viewer, form)}`, 303);
}

interface Refused {
  readonly terms: RefusedTerms | null;
  readonly rule: RefusedRule | null;
}

async function press(platform: Platform, viewer: Clerk, form: FormData): Promise<string> {
  const id = String(form.get('id') ?? '');
  switch (form.get('intent')) {
    case 'draft': {
      const kind = productKinds.find((one) => one === form.get('kind'));
      const points = plainLine(form.get('points'), 20);
      if (!kind || !isPoints(points)) return 'refused=out-of-range';
      const drafted = await draftRule(platform, viewer, { kind, points: Number(points) });
      return drafted.ok ? 'did=drafted' : `refused=${drafted.refused}`;
    }
    case 'approve': {
      const approved = await approveRule(platform, viewer, { id, version: plainVersion(form.get('version')) });
      return approved.ok ? 'did=live' : `refused=${approved.refused}`;
    }
    case 'approve-terms': {
      const approved = await approveTerms(platform, viewer, { id, version: plainVersion(form.get('version')) });
      return approved.ok ? 'did=live' : `refused=${approved.refused}`;
    }
    case 'agree':
    case 'decline': {
      const agrees = form.get('intent') === 'agree';
      const decided = await decideAdjustment(platform, viewer, { id, agrees });
      return decided.ok ? `did=${agrees ? 'agreed' : 'declined'}` : `refused=${decided.refused}`;
    }
    default:
      return 'refused=changed-meanwhile';
  }
}

export default function ProgrammePage({ loaderData, actionData }: Route.ComponentProps) {
  const { programme } = loaderData;
  const { did: said, refused } = actionData ? { did: null, refused: null } : loaderData;
  const t = useTexts('staff-loyalty');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('programme')}</h1>
        <p>{t('programmeLead')}</p>
        <Link className="bo-btn" to="/admin/loyalty">
          {t('back')}
        </Link>
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={said && t(`did.${said}`)} />
      <div className="ly-columns">
        {programme.waiting.length > 0 && <Waiting programme={programme} />}
        <Rules programme={programme} refused={actionData?.rule ?? null} />
        <TermsCard programme={programme} refused={actionData?.terms ?? null} />
        <Liability programme={programme} />
      </div>
    </div>
  );
}

function Rules({ programme, refused }: { programme: Programme; refused: RefusedRule | null }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const fault = refused && t('rules.fault', { product: t(`product.${refused.kind}`), most: formatNumber(mostPoints, language) });
  return (
    <section className="dl-card">
      <h2>{t('rules.title')}</h2>
      <p className="dl-quiet">{t('rules.text')}</p>
      {fault && (
        <p className="dl-said dl-said--warn" role="alert">
          <a href={`#points-${refused.kind}`}>{fault}</a>
        </p>
      )}
      <table className="ly-table">
        <thead>
          <tr>
            <th scope="col">{t('rules.kind')}</th>
            <th scope="col">{t('rules.live')}</th>
            <th scope="col">{t('rules.draft')}</th>
          </tr>
        </thead>
        <tbody>
          {programme.kinds.map(({ kind, live, draft }) => (
            <tr key={kind}>
              <th scope="row">{t(`product.${kind}`)}</th>
              <td>
                {live ? (
                  <>
                    <b>{t('rules.per', { count: live.points })}</b>
                    <small>{t('rules.by', { by: live.by, second: live.approvedBy, date: sayDay(live.at, language, 'day') })}</small>
                  </>
                ) : (
                  <span className="dl-quiet">{t('rules.none')}</span>
                )}
              </td>
              <td>
                {draft && (
                  <p>
                    <b>{t('rules.per', { count: draft.points })}</b> <small>{draft.by}</small>
                  </p>
                )}
                {draft && programme.approves && !draft.mine && (
                  <Form method="post">
                    <input type="hidden" name="id" value={draft.id} />
                    <input type="hidden" name="version" value={draft.version} />
                    <button className="bo-btn" name="intent" value="approve" aria-label={`${t('rules.approve')}: ${t(`product.${kind}`)}`}>
                      {t('rules.approve')}
                    </button>
                  </Form>
                )}
                {draft?.mine && <p className="dl-quiet">{t('rules.mine')}</p>}
                {programme.works && (
                  <Form method="post" className="ly-rule" key={`${draft?.version ?? 0} ${refused?.kind === kind ? refused.typed : ''}`}>
                    <input type="hidden" name="kind" value={kind} />
                    <input
                      id={`points-${kind}`}
                      name="points"
                      inputMode="numeric"
                      dir="ltr"
                      maxLength={20}
                      required
                      defaultValue={refused?.kind === kind ? refused.typed : (draft?.points ?? live?.points)}
                      aria-label={`${t('rules.points')}: ${t(`product.${kind}`)}`}
                      {...(refused?.kind === kind && { 'aria-invalid': true, 'aria-describedby': `points-${kind}-fault` })}
                    />
                    <button className="bo-btn" name="intent" value="draft">
                      {t('rules.write')}
                    </button>
                    {refused?.kind === kind && (
                      <small id={`points-${kind}-fault`} className="ly-fault">
                        {fault}
                      </small>
                    )}
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Waiting({ programme }: { programme: Programme }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('waiting')}</h2>
      <ul className="ly-list">
        {programme.waiting.map((one) => (
          <li key={one.id}>
            <p>
              <b>
                <bdi>{`${one.points > 0 ? '+' : '−'}${formatNumber(Math.abs(one.points), language)}`}</bdi>
              </b>{' '}
              <Link to={`/admin/loyalty/${one.userId}`}>
                <bdi>{one.name}</bdi>
              </Link>{' '}
              <span className="dl-quiet">
                <bdi>{one.by}</bdi>
                {comma(language)}
                {sayDay(one.at, language, 'day')}
              </span>
            </p>
            <p dir="auto">{one.reason}</p>
            {programme.approves && (
              <Form method="post" className="ly-decide">
                <input type="hidden" name="id" value={one.id} />
                {!one.mine && (
                  <button className="bo-btn bo-btn--p" name="intent" value="agree">
                    {t('agree')}
                  </button>
                )}
                <button className="bo-btn" name="intent" value="decline">
                  {t('decline')}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Liability({ programme }: { programme: Programme }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const { report } = programme;
  const row = (
    key: string,
    name: string,
    one: { members: number; available: number; pending: number; value: { amount: number; currency: 'AED' } | unknown },
  ) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      <td className="dl-figure">{formatNumber(one.members, language)}</td>
      <td className="dl-figure">{formatNumber(one.available, language)}</td>
      <td className="dl-figure">{formatNumber(one.pending, language)}</td>
      <td className="dl-figure">
        <bdi>{formatMoney(one.value as Parameters<typeof formatMoney>[0], language)}</bdi>
      </td>
    </tr>
  );
  return (
    <section className="dl-card">
      <h2>{t('liability.title')}</h2>
      <p className="dl-quiet">
        {report.rate
          ? t('liability.rate', { points: formatNumber(report.rate.points, language), value: formatMoney(report.rate.value, language) })
          : t('liability.text')}
      </p>
      <table className="ly-table">
        <thead>
          <tr>
            <th scope="col">{t('column.tier')}</th>
            <th scope="col" className="dl-figure">
              {t('liability.members')}
            </th>
            <th scope="col" className="dl-figure">
              {t('column.available')}
            </th>
            <th scope="col" className="dl-figure">
              {t('column.pending')}
            </th>
            <th scope="col" className="dl-figure">
              {t('liability.value')}
            </th>
          </tr>
        </thead>
        <tbody>{report.tiers.map((one) => row(one.tier, t(`tier.${one.tier}`), one))}</tbody>
        <tfoot>{row('all', t('liability.all'), report.all)}</tfoot>
      </table>
      <h3>{t('use.title')}</h3>
      <dl className="ly-ends">
        {(
          [
            ['held', `${formatNumber(report.use.held.points, language)} · ${formatMoney(report.use.held.value, language)}`],
            ['invited', `${formatNumber(report.use.invited.points, language)} · ${formatMoney(report.use.invited.value, language)}`],
            ['burned', `${formatNumber(report.use.burned.points, language)} · ${formatMoney(report.use.burned.value, language)}`],
            ['unspent', formatMoney(report.use.unspent, language)],
            ['expired', `${formatNumber(report.use.expired.points, language)} · ${formatMoney(report.use.expired.value, language)}`],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`use.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('voucher.report.title')}</h3>
      <dl className="ly-ends">
        {report.vouchers.map(({ what, count, value }) => (
          <div key={what}>
            <dt>{t(`voucher.report.${what}`)}</dt>
            <dd>
              <bdi>{`${formatNumber(count, language)} · ${formatMoney(value, language)}`}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {report.ends.length > 0 && (
        <>
          <h3>{t('liability.ends')}</h3>
          <dl className="ly-ends">
            {report.ends.map((one) => (
              <div key={one.quarter}>
                <dt>
                  <bdi>{t('liability.quarter', { quarter: one.quarter.slice(5), year: one.quarter.slice(0, 4) })}</bdi>
                </dt>
                <dd>
                  {formatNumber(one.points, language)} · <bdi>{formatMoney(one.value, language)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
