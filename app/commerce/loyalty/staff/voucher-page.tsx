import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { dateIn } from '#app/values/dates.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { decideVoucher, issueVoucher, rewriteVoucher, withdrawVoucher } from '../give-voucher.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { longestReason, readVoucher, typedVoucher, type VoucherField, type VoucherTyped } from '../voucher-form.ts';
import { lastVoucherDay } from '../voucher-rules.ts';
import { openVoucher, type OpenVoucher } from './open-vouchers.server.ts';
import { VoucherFaults, VoucherFields } from './voucher-fields.tsx';
import { voucherRefusal, type SaidRefusal } from './voucher-said.ts';
import type { Route } from './+types/voucher-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const base = '/admin/loyalty/vouchers';
const did = ['drafted', 'rewritten', 'live', 'asked', 'declined', 'withdrawn', 'thrown-away'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const voucher = viewer.kind === 'staff' && (await isLoyaltyOn(platform)) ? await openVoucher(platform, viewer, params.voucher) : null;
  if (!voucher) throw new Response('Not found', { status: 404 });
  const today = dateIn('Asia/Dubai', platform.clock.now());
  return {
    voucher,
    days: { first: today, last: lastVoucherDay(today) },
    did: did.find((one) => one === url.searchParams.get('did')) ?? null,
    title: voucher.code,
  };
}

interface Refused {
  readonly intent: string;
  readonly refused: SaidRefusal | null;
  /** What was written stays in its form. */
  readonly typed: VoucherTyped | null;
  readonly faults: readonly VoucherField[];
  readonly why: string;
}

async function press(platform: Platform, viewer: Clerk, id: string, form: FormData, why: string) {
  const seen = { id, version: plainVersion(form.get('version')) };
  switch (form.get('intent')) {
    case 'issue':
      return issueVoucher(platform, viewer, seen);
    case 'agree':
      return decideVoucher(platform, viewer, seen, { agrees: true });
    case 'decline':
      return decideVoucher(platform, viewer, seen, { agrees: false, why });
    case 'withdraw':
    case 'throw-away':
      return withdrawVoucher(platform, viewer, seen, { event: form.get('intent') === 'withdraw' ? 'withdraw' : 'throw-away', why });
    default:
      throw new Response('Bad request', { status: 400 });
  }
}

const said: Readonly<Record<string, (typeof did)[number]>> = {
  agree: 'live',
  decline: 'declined',
  withdraw: 'withdrawn',
  'throw-away': 'thrown-away',
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const here = `${base}/${encodeURIComponent(params.voucher)}`;
  const why = plainText(form.get('why'), longestReason).slice(0, longestReason);
  const refuse = (more: Partial<Refused>) => data<Refused>({ intent, refused: null, typed: null, faults: [], why, ...more }, 422);
  if (intent === 'rewrite') {
    const typed = typedVoucher(form);
    const read = readVoucher(typed, dateIn('Asia/Dubai', platform.clock.now()));
    if (!read.ok) return refuse({ typed, faults: read.faults });
    const seen = { id: params.voucher, version: plainVersion(form.get('version')) };
    const kept = await rewriteVoucher(platform, viewer, seen, read.values);
    return kept.ok ? redirect(`${here}?did=rewritten`, 303) : refuse({ typed, refused: voucherRefusal(kept.refused) });
  }
  const pressed = await press(platform, viewer, params.voucher, form, why);
  if (!pressed.ok) return refuse({ refused: voucherRefusal(pressed.refused) });
  return redirect(`${here}?did=${said[intent] ?? pressed.value}`, 303);
}

export default function VoucherPage({ loaderData, actionData }: Route.ComponentProps) {
  const { voucher, days } = loaderData;
  const t = useTexts('staff-loyalty');
  const refused = actionData?.refused ?? null;
  const faults = actionData?.faults ?? [];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {t('voucher.one')} <bdi className="num">{voucher.code}</bdi>
        </h1>
        <span className={`dl-state${voucher.status === 'live' ? ' dl-state--good' : voucher.status === 'asked' ? ' dl-state--now' : ''}`}>
          {t(`voucher.state.${voucher.status}`)}
        </span>
        <p>
          {t('voucher.for')}{' '}
          <Link to={`/admin/loyalty/${voucher.memberId}`}>
            <bdi>{voucher.member}</bdi>
          </Link>
        </p>
        <Link className="bo-btn" to={base}>
          {t('voucher.back')}
        </Link>
      </header>
      <DeskSaid
        refused={refused && t(`voucher.refused.${refused}`)}
        did={!actionData && loaderData.did ? t(`voucher.did.${loaderData.did}`) : null}
      />
      {faults.length > 0 && <VoucherFaults faults={faults} />}
      <div className="dl-record">
        <div>
          <Terms voucher={voucher} />
          {voucher.status === 'draft' && voucher.works && !voucher.own && (
            <section className="dl-card">
              <h2>{t('voucher.rewrite')}</h2>
              <Form method="post" className="ly-form" noValidate key={voucher.version}>
                <input type="hidden" name="version" value={voucher.version} />
                <VoucherFields typed={actionData?.typed ?? typedOf(voucher)} faults={faults} asksWhom={false} days={days} />
                <button className="bo-btn" name="intent" value="rewrite">
                  {t('voucher.rewriteGo')}
                </button>
              </Form>
            </section>
          )}
        </div>
        <aside>
          <Presses voucher={voucher} answer={actionData ?? null} />
          <Happened voucher={voucher} />
        </aside>
      </div>
    </div>
  );
}

const dirhams = (fils: number) => String(fils / 100);

function typedOf(voucher: OpenVoucher): VoucherTyped {
  return {
    email: '',
    occasion: voucher.occasion,
    way: voucher.amount === null ? 'share' : 'amount',
    amount: voucher.amount === null ? '' : dirhams(voucher.amount.amount),
    percent: voucher.percent === null ? '' : String(voucher.percent),
    most: voucher.amount === null ? dirhams(voucher.most.amount) : '',
    kinds: voucher.kinds,
    least: voucher.least.amount === 0 ? '' : dirhams(voucher.least.amount),
    validUntil: voucher.validUntil,
    reason: voucher.reason,
  };
}

function Terms({ voucher }: { voucher: OpenVoucher }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'worth',
      voucher.amount
        ? formatMoney(voucher.amount, language)
        : t('voucher.share', { percent: formatNumber(voucher.percent ?? 0, language), most: formatMoney(voucher.most, language) }),
    ],
    ['occasion', t(`voucher.occasion.${voucher.occasion}`)],
    ['products', voucher.kinds.length === 0 ? t('voucher.all') : voucher.kinds.map((kind) => t(`product.${kind}`)).join(comma(language))],
    ['least', voucher.least.amount === 0 ? '–' : formatMoney(voucher.least, language)],
    ['until', formatDate(voucher.validUntil, language, 'long')],
    [
      'reason',
      <span key="reason" dir="auto">
        {voucher.reason}
      </span>,
    ],
    ['by', <bdi key="by">{voucher.madeBy}</bdi>],
    ...(voucher.approvedBy ? [['second', <bdi key="second">{voucher.approvedBy}</bdi>] as const] : []),
    ...(voucher.withdrawnBy ? [['withdrawnBy', <bdi key="gone">{voucher.withdrawnBy}</bdi>] as const] : []),
    ...(voucher.why
      ? [
          [
            'why',
            <span key="why" dir="auto">
              {voucher.why}
            </span>,
          ] as const,
        ]
      : []),
    ...(voucher.order
      ? [
          [
            'order',
            <Link key="order" to={`/admin/orders/${voucher.order}`}>
              <bdi>{voucher.order}</bdi>
            </Link>,
          ] as const,
        ]
      : []),
    ...(voucher.taken ? [['taken', formatMoney(voucher.taken, language)] as const] : []),
  ];
  return (
    <section className="dl-card">
      <h2>{t('voucher.terms')}</h2>
      <dl className="ly-ends">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`voucher.column.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {voucher.status === 'asked' && <p className="dl-quiet">{t('voucher.takes')}</p>}
    </section>
  );
}

/** What can be done with it as it stands, by whoever looks at it. */
function Presses({ voucher, answer }: { voucher: OpenVoucher; answer: Refused | null }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const { status, works, approves, declines, own } = voucher;
  if (own) return <p className="dl-quiet">{t('voucher.refused.own-voucher')}</p>;
  const version = <input type="hidden" name="version" value={voucher.version} />;
  const withReason = (intent: 'decline' | 'withdraw') => (
    <section className="dl-card">
      <h2>{t(`voucher.${intent}.title`)}</h2>
      <p className="dl-quiet">{t(`voucher.${intent}.text`)}</p>
      <Form method="post" className="ly-form">
        {version}
        <label>
          {t('adjust.reason')}
          <textarea
            name="why"
            rows={2}
            minLength={5}
            maxLength={longestReason}
            required
            dir="auto"
            defaultValue={answer?.intent === intent ? answer.why : ''}
          />
        </label>
        <button className="bo-btn" name="intent" value={intent}>
          {t(`voucher.${intent}.go`)}
        </button>
      </Form>
    </section>
  );
  if (status === 'draft' && works)
    return (
      <section className="dl-card">
        <h2>{t('voucher.issue.title')}</h2>
        <p className="dl-quiet">{t('voucher.issue.text', { limit: formatMoney(voucher.limit, language) })}</p>
        <Form method="post" className="ly-decide">
          {version}
          <button className="bo-btn bo-btn--p" name="intent" value="issue">
            {t('voucher.issue.go')}
          </button>
          <button className="bo-btn" name="intent" value="throw-away">
            {t('voucher.throwAway')}
          </button>
        </Form>
      </section>
    );
  if (status === 'asked')
    return (
      <>
        {approves && (
          <section className="dl-card">
            <h2>{t('waiting')}</h2>
            <Form method="post" className="ly-decide">
              {version}
              <button className="bo-btn bo-btn--p" name="intent" value="agree">
                {t('agree')}
              </button>
            </Form>
          </section>
        )}
        {!approves && <p className="dl-quiet">{t('voucher.waits')}</p>}
        {declines && withReason('decline')}
      </>
    );
  return status === 'live' && works ? withReason('withdraw') : null;
}

function Happened({ voucher }: { voucher: OpenVoucher }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('voucher.happened')}</h2>
      <dl className="ly-ends">
        {voucher.happened.map((one) => (
          <div key={one.place}>
            <dt>
              {t(`voucher.event.${one.what}`)}
              {one.by && (
                <>
                  {' '}
                  · <bdi>{one.by}</bdi>
                </>
              )}
            </dt>
            <dd>{sayDay(one.at, language, 'day')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
