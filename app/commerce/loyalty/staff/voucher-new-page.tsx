import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { findAccount, findAccountByEmail } from '#app/platform/account-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { draftVoucher } from '../give-voucher.server.ts';
import { findMember } from '../points-store.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { readVoucher, typedVoucher, type VoucherField, type VoucherTyped } from '../voucher-form.ts';
import { lastVoucherDay, voucherLimit } from '../voucher-rules.ts';
import { VoucherFaults, VoucherFields } from './voucher-fields.tsx';
import { voucherRefusal, type SaidRefusal } from './voucher-said.ts';
import type { Route } from './+types/voucher-new-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty'] };

const base = '/admin/loyalty/vouchers';
/** What a new voucher is good for unless another day is chosen. */
const usualDays = 90;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const asked = url.searchParams.get('member');
  const member = asked === null ? null : await findMember(platform.db, asked);
  if (asked !== null && !member) throw new Response('Not found', { status: 404 });
  const today = dateIn('Asia/Dubai', platform.clock.now());
  return {
    member: member && { id: member.userId, name: (await findAccount(platform.db, member.userId))?.name ?? '–' },
    days: { first: today, last: lastVoucherDay(today), usual: addDays(today, usualDays) },
    key: newFormKey(),
  };
}

interface Refused {
  readonly typed: VoucherTyped;
  readonly faults: readonly VoucherField[];
  readonly refused: SaidRefusal | null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = typedVoucher(form);
  const asked = url.searchParams.get('member');
  const found = asked ?? (typed.email ? ((await findAccountByEmail(platform.db, typed.email.toLowerCase()))?.id ?? null) : null);
  const whom = found !== null && (await findMember(platform.db, found)) ? found : null;
  const read = readVoucher(typed, dateIn('Asia/Dubai', platform.clock.now()));
  const faults: readonly VoucherField[] = [...(whom === null ? (['email'] as const) : []), ...(read.ok ? [] : read.faults)];
  if (whom === null || !read.ok) return data<Refused>({ typed, faults, refused: null }, 422);
  const drafted = await onceForForm<Awaited<ReturnType<typeof draftVoucher>>>(
    platform,
    { actor: `user:${viewer.user.id}`, form, about: 'voucher' },
    (progress) => draftVoucher(platform, viewer, { userId: whom, values: read.values }, progress.answer),
  );
  return drafted.ok
    ? redirect(`${base}/${drafted.value}?did=drafted`)
    : data<Refused>({ typed, faults: [], refused: voucherRefusal(drafted.refused) }, 422);
}

/** What was refused is sent again under a key of its own; the router would keep the old one, which has its answer. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 0) >= 400 || defaultShouldRevalidate;
}

export default function VoucherNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, days, key } = loaderData;
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const typed: VoucherTyped = actionData?.typed ?? {
    email: '',
    occasion: 'apology',
    way: 'amount',
    amount: '',
    percent: '',
    most: '',
    kinds: [],
    least: '',
    validUntil: days.usual,
    reason: '',
  };
  const faults = actionData?.faults ?? [];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('voucher.new')}</h1>
        <p>{t('voucher.newLead', { limit: formatMoney(money(voucherLimit, 'AED'), language) })}</p>
        <Link className="bo-btn" to={member ? `/admin/loyalty/${member.id}` : base}>
          {t(member ? 'voucher.backToMember' : 'voucher.back')}
        </Link>
      </header>
      <DeskSaid refused={actionData?.refused && t(`voucher.refused.${actionData.refused}`)} did={null} />
      {faults.length > 0 && <VoucherFaults faults={faults} />}
      <section className="dl-card ly-voucher">
        {member && (
          <p>
            {t('voucher.for')}{' '}
            <b>
              <bdi>{member.name}</bdi>
            </b>
          </p>
        )}
        <DeskForm method="post" className="ly-form" noValidate>
          <input type="hidden" name="key" value={key} />
          <VoucherFields typed={typed} faults={faults} asksWhom={member === null} days={days} />
          <button className="bo-btn bo-btn--p" name="intent" value="write">
            {t('voucher.write')}
          </button>
        </DeskForm>
      </section>
    </div>
  );
}
