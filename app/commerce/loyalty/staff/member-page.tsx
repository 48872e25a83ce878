import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { plainLine, plainText, plainVersion } from '#app/values/plain-text.ts';
import { mostAdjusted } from '../points-rules.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { holdMember } from '../hold-member.server.ts';
import { adjustPoints } from '../run-programme.server.ts';
import { openMember } from './open-members.server.ts';
import type { Route } from './+types/member-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const did = ['done', 'asked', 'held', 'lifted'] as const;
const refusals = ['held', 'too-few', 'out-of-range', 'no-reason', 'own-points', 'own-hold', 'changed-meanwhile', 'permission'] as const;
const longestReason = 500;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const record = viewer.kind === 'staff' && (await isLoyaltyOn(platform)) ? await openMember(platform, viewer, params.member) : null;
  if (!record) throw new Response('Not found', { status: 404 });
  return {
    record,
    key: newFormKey(),
    did: did.find((one) => one === url.searchParams.get('did')) ?? null,
    title: record.name,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const userId = params.member;
  const reason = plainText(form.get('reason'), longestReason).slice(0, longestReason);
  const intent = form.get('intent');
  const line = (name: string) => plainLine(form.get(name), 12).slice(0, 12);
  // What was typed stays in its form.
  const answer = (done: { readonly ok: true; readonly did: string } | { readonly ok: false; readonly refused: string }) =>
    done.ok
      ? redirect(`/admin/loyalty/${encodeURIComponent(userId)}?did=${done.did}`, 303)
      : data(
          {
            refused: refusals.find((one) => one === done.refused) ?? ('changed-meanwhile' as const),
            typed: { intent, way: line('way'), points: line('points'), reason },
          },
          422,
        );
  if (intent !== 'lift' && reason.length < 5) return answer({ ok: false, refused: 'no-reason' });
  if (intent === 'hold' || intent === 'lift') {
    const held = await holdMember(platform, viewer, {
      userId,
      reason: intent === 'hold' ? reason : null,
      version: plainVersion(form.get('version')),
    });
    return answer(held.ok ? { ok: true, did: intent === 'hold' ? 'held' : 'lifted' } : held);
  }
  if (intent !== 'adjust') return answer({ ok: false, refused: 'changed-meanwhile' });
  const points = Number(form.get('points')) * (form.get('way') === 'take' ? -1 : 1);
  const adjusted = await onceForForm<Awaited<ReturnType<typeof adjustPoints>>>(
    platform,
    { actor: `user:${viewer.user.id}`, form, about: `points ${userId}` },
    (progress) => adjustPoints(platform, viewer, { userId, points, reason }, progress.answer),
  );
  return answer(adjusted.ok ? { ok: true, did: adjusted.value } : adjusted);
}

/** What was refused is sent again under a key of its own; the router would keep the old one, which has its answer. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 0) >= 400 || defaultShouldRevalidate;
}

type Record = Route.ComponentProps['loaderData']['record'];
type Typed = NonNullable<Route.ComponentProps['actionData']>['typed'] | undefined;

export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, key, did: told } = loaderData;
  const refused = actionData?.refused;
  const said = refused ? null : told;
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const points = (count: number) => formatNumber(count, language);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.name}</bdi>
        </h1>
        <span className="dl-state">{t(`tier.${record.tier}`)}</span>
        {record.hold && <span className="dl-state dl-state--now">{t('held')}</span>}
        <p>{record.email && <bdi>{record.email}</bdi>}</p>
        <Link className="bo-btn" to="/admin/loyalty">
          {t('back')}
        </Link>
      </header>
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={said && t(`did.${said}`)} />
      {record.hold && (
        <p className="dl-said dl-said--warn">
          <Icon name="lock" />
          <span>
            {record.hold.rule
              ? t('holdByRule', { date: sayDay(record.hold.at, language, 'day') })
              : t('holdText', { by: record.hold.by ?? '–', date: sayDay(record.hold.at, language, 'day') })}{' '}
            {record.hold.rule ? t(`ruleText.${record.hold.rule}`) : <bdi>{record.hold.reason ?? '–'}</bdi>}
          </span>
        </p>
      )}
      <dl className="ly-figures">
        {(
          [
            ['available', points(record.available), formatMoney(record.value, language)],
            ['pending', points(record.pending), t('pendingText')],
            [
              'earned',
              points(record.earned),
              record.next ? t('toNext', { points: points(record.next.left), tier: t(`tier.${record.next.tier}`) }) : t('top'),
            ],
            ['burned', points(record.burned), t('burnedText')],
          ] as const
        ).map(([name, value, under]) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>
              <b>
                <bdi>{value}</bdi>
              </b>
              <span>{under}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="dl-record">
        <div>
          <Ledger record={record} />
          {(record.vouchers.length > 0 || record.mayGive) && <Vouchers record={record} />}
          {record.adjustments.length > 0 && <Adjustments record={record} />}
          {(record.came || record.invited.length > 0) && <Invitations record={record} />}
        </div>
        <aside>
          {record.works && <AdjustForm record={record} formKey={key} typed={actionData?.typed} />}
          {record.lots.length > 0 && (
            <section className="dl-card">
              <h2>{t('ends')}</h2>
              <dl className="ly-ends">
                {record.lots.map((lot) => (
                  <div key={lot.id}>
                    <dt>{formatDate(lot.expiresOn, language, 'long')}</dt>
                    <dd>{points(lot.points)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {(record.hold ? record.approves && !record.hold.mine : record.works) && <HoldForm record={record} typed={actionData?.typed} />}
        </aside>
      </div>
    </div>
  );
}

function Ledger({ record }: { record: Record }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const sign = (count: number) => (count === 0 ? '–' : `${count > 0 ? '+' : '−'}${formatNumber(Math.abs(count), language)}`);
  return (
    <section className="dl-card">
      <h2>{t('ledger')}</h2>
      {record.lines.length === 0 ? (
        <p className="dl-quiet">{t('ledgerNone')}</p>
      ) : (
        <table className="ly-table">
          <thead>
            <tr>
              <th scope="col">{t('column.day')}</th>
              <th scope="col">{t('column.what')}</th>
              <th scope="col" className="dl-figure">
                {t('column.pending')}
              </th>
              <th scope="col" className="dl-figure">
                {t('column.available')}
              </th>
            </tr>
          </thead>
          <tbody>
            {record.lines.map((line) => (
              <tr key={line.id}>
                <td>{sayDay(line.at, language, 'day')}</td>
                <td>
                  {t(`kind.${line.kind}`)}{' '}
                  {line.order && (
                    <Link to={`/admin/orders/${line.order}`}>
                      <bdi>{line.order}</bdi>
                    </Link>
                  )}
                </td>
                <td className="dl-figure">
                  <bdi>{sign(line.pending)}</bdi>
                </td>
                <td className="dl-figure">
                  <bdi>{sign(line.available)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Adjustments({ record }: { record: Record }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('adjustments')}</h2>
      <ul className="ly-list">
        {record.adjustments.map((one) => (
          <li key={one.id}>
            <p>
              <b>
                <bdi>{`${one.points > 0 ? '+' : '−'}${formatNumber(Math.abs(one.points), language)}`}</bdi>
              </b>{' '}
              <span className="dl-quiet">
                {t(`adjustment.${one.status}`)} · <bdi>{one.by}</bdi>
                {comma(language)}
                {sayDay(one.at, language, 'day')}
                {one.decidedBy && (
                  <>
                    {' '}
                    · {t('second')} <bdi>{one.decidedBy}</bdi>
                  </>
                )}
              </span>
            </p>
            <p dir="auto">{one.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Vouchers({ record }: { record: Record }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('voucher.title')}</h2>
      {record.vouchers.length > 0 && (
        <table className="ly-table">
          <thead>
            <tr>
              <th scope="col">{t('voucher.column.voucher')}</th>
              <th scope="col">{t('voucher.column.state')}</th>
              <th scope="col">{t('voucher.column.until')}</th>
              <th scope="col" className="dl-figure">
                {t('voucher.column.worth')}
              </th>
            </tr>
          </thead>
          <tbody>
            {record.vouchers.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={`/admin/loyalty/vouchers/${one.id}`}>
                    <bdi>{one.code}</bdi>
                  </Link>
                </td>
                <td>{t(`voucher.state.${one.status}`)}</td>
                <td>{formatDate(one.validUntil, language, 'day')}</td>
                <td className="dl-figure">
                  {one.amount
                    ? formatMoney(one.amount, language)
                    : t('voucher.share', { percent: formatNumber(one.percent ?? 0, language), most: formatMoney(one.most, language) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {record.mayGive && (
        <p className="ly-send">
          <Link className="bo-btn" to={`/admin/loyalty/vouchers/new?member=${record.id}`}>
            {t('voucher.new')}
          </Link>
        </p>
      )}
    </section>
  );
}

function Invitations({ record }: { record: Record }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const member = (id: string, name: string) => (
    <Link to={`/admin/loyalty/${id}`}>
      <bdi>{name}</bdi>
    </Link>
  );
  return (
    <section className="dl-card">
      <h2>{t('invitations')}</h2>
      {record.came && (
        <p>
          {t('cameBy')} {member(record.came.id, record.came.name)} · {t(`invitation.${record.came.status}`)}
        </p>
      )}
      {record.invited.length > 0 && (
        <table className="ly-table">
          <thead>
            <tr>
              <th scope="col">{t('column.member')}</th>
              <th scope="col">{t('column.joined')}</th>
              <th scope="col">{t('column.what')}</th>
              <th scope="col" className="dl-figure">
                {t('column.available')}
              </th>
            </tr>
          </thead>
          <tbody>
            {record.invited.map((one) => (
              <tr key={one.id}>
                <td>{member(one.id, one.name)}</td>
                <td>{sayDay(one.at, language, 'day')}</td>
                <td>{t(`invitation.${one.status}`)}</td>
                <td className="dl-figure">{one.points > 0 ? formatNumber(one.points, language) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function AdjustForm({ record, formKey, typed: sent }: { record: Record; formKey: string; typed: Typed }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const typed = sent?.intent === 'adjust' ? sent : null;
  return (
    <section className="dl-card">
      <h2>{t('adjust.title')}</h2>
      <p className="dl-quiet">{t('adjust.text', { limit: formatNumber(record.limit, language) })}</p>
      <Form method="post" className="ly-form">
        <input type="hidden" name="key" value={formKey} />
        <label>
          {t('adjust.way')}
          <select name="way" defaultValue={typed?.way === 'take' ? 'take' : 'give'}>
            <option value="give">{t('adjust.give')}</option>
            <option value="take">{t('adjust.take')}</option>
          </select>
        </label>
        <label>
          {t('adjust.points')}
          <input name="points" type="number" min={1} max={mostAdjusted} step={1} required defaultValue={typed?.points ?? ''} />
        </label>
        <label>
          {t('adjust.reason')}
          <textarea name="reason" rows={3} minLength={5} maxLength={longestReason} required dir="auto" defaultValue={typed?.reason ?? ''} />
        </label>
        <button className="bo-btn bo-btn--p" name="intent" value="adjust">
          {t('adjust.go')}
        </button>
      </Form>
    </section>
  );
}

function HoldForm({ record, typed }: { record: Record; typed: Typed }) {
  const t = useTexts('staff-loyalty');
  return (
    <section className="dl-card">
      <h2>{t(record.hold ? 'lift.title' : 'hold.title')}</h2>
      <p className="dl-quiet">{t(record.hold ? 'lift.text' : 'hold.text')}</p>
      <Form method="post" className="ly-form">
        <input type="hidden" name="version" value={record.version} />
        {!record.hold && (
          <label>
            {t('adjust.reason')}
            <textarea
              name="reason"
              rows={2}
              minLength={5}
              maxLength={longestReason}
              required
              dir="auto"
              defaultValue={typed?.intent === 'hold' ? typed.reason : ''}
            />
          </label>
        )}
        <button className="bo-btn" name="intent" value={record.hold ? 'lift' : 'hold'}>
          {t(record.hold ? 'lift.go' : 'hold.go')}
        </button>
      </Form>
    </section>
  );
}
