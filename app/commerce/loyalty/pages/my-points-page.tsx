import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { burnPoints } from '../burn-points.server.ts';
import { joinProgramme, takeInviteCode } from '../join-programme.server.ts';
import { openMyPoints } from '../open-my-points.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { MyVouchers } from './my-vouchers.tsx';
import { BurnForm, Invitations, JoinForm, type RefusedPoints } from './points-forms.tsx';
import type { Route } from './+types/my-points-page.ts';
import './my-points.css';

export const handle = { texts: ['loyalty', 'my', 'vouchers'] };

const base = '/account/loyalty';
const longestCode = 24;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  return {
    ...(await openMyPoints(platform, viewer.user.id)),
    origin: platform.env.publicUrl,
    code: plainLine(url.searchParams.get('friend'), longestCode).slice(0, longestCode),
    turned: url.searchParams.get('did') === 'turned',
    formKey: newFormKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const userId = viewer.user.id;
  const line = (name: string) => plainLine(form.get(name), longestCode).slice(0, longestCode);
  const refused = (fault: RefusedPoints) => data(fault, 422);
  switch (form.get('intent')) {
    case 'join': {
      const code = line('code');
      const joined = await joinProgramme(platform, userId, context.get(requestContext).language, code || null);
      return joined.ok ? redirect(base, 303) : refused({ form: 'join', why: joined.refused, typed: code });
    }
    case 'invite':
      await takeInviteCode(platform, userId);
      return redirect(`${base}#invite`, 303);
    case 'burn': {
      const typed = line('points');
      const ask = { userId, points: /^\d{1,9}$/.test(typed) ? Number(typed) : 0, terms: String(form.get('terms') ?? '') };
      const burned = await onceForForm<Awaited<ReturnType<typeof burnPoints>>>(
        platform,
        { actor: `user:${userId}`, form, about: 'points to credit' },
        (progress) => burnPoints(platform, ask, progress.answer),
      );
      return burned.ok ? redirect(`${base}?did=turned`) : refused({ form: 'burn', why: burned.refused, typed });
    }
    default:
      throw new Response('Bad request', { status: 400 });
  }
}

/** What was refused is sent again under a key of its own; the router would keep the old one, which has its answer. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 0) >= 400 || defaultShouldRevalidate;
}

export default function MyPointsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('loyalty');
  const language = useLanguage();
  const points = (count: number) => formatNumber(count, language);
  const { member, rates, invitations } = loaderData;
  const refused = actionData ?? null;
  const earns = rates.length > 0 && (
    <section className="mine__part">
      <h2>{t('earn.title')}</h2>
      <ul className="pt-rates">
        {rates.map(({ kind, points: per }) => (
          <li key={kind}>
            <span>{t(`product.${kind}`)}</span> <b>{t('earn.per', { count: per })}</b>
          </li>
        ))}
      </ul>
      <p className="muted small">{t('earn.text')}</p>
    </section>
  );
  if (!member)
    return (
      <AccountFrame title={t('title')} lede={t('lede')}>
        <section className="mine__part">
          <h2>{t('join.title')}</h2>
          <p>{t('join.text')}</p>
          <JoinForm invitations={invitations} code={loaderData.code} refused={refused} />
        </section>
        {earns}
      </AccountFrame>
    );
  const sign = (count: number) => `${count > 0 ? '+' : '−'}${points(Math.abs(count))}`;
  return (
    <AccountFrame title={t('title')} lede={t('tierLede', { tier: t(`tier.${member.tier}`) })}>
      {loaderData.turned && !refused && (
        <Notice tone="ok" boxed live>
          {t('burn.done')}{' '}
          <Link className="link" to="/account/credit">
            {t('burn.credit')}
          </Link>
        </Notice>
      )}
      {member.held && (
        <Notice tone="warn" boxed>
          {t('held')}
        </Notice>
      )}
      <dl className="pt-sum">
        <div>
          <dt>{t('available')}</dt>
          <dd>
            <bdi>{points(member.available)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('pending')}</dt>
          <dd>
            <bdi>{points(member.pending)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('earned')}</dt>
          <dd>
            <bdi>{points(member.earned)}</bdi>
          </dd>
        </div>
      </dl>
      <div className="pt-notes">
        <p className="muted">
          {member.next ? t('next', { points: points(member.next.left), tier: t(`tier.${member.next.tier}`) }) : t('top')}
        </p>
        {member.ending && (
          <p>
            {t('ending', {
              points: points(member.ending.points),
              date: formatDate(member.ending.on, language, 'long'),
              count: member.ending.points,
            })}
          </p>
        )}
      </div>
      {member.vouchers.length > 0 && <MyVouchers vouchers={member.vouchers} />}
      {member.burn && <BurnForm burn={member.burn} held={member.held} formKey={loaderData.formKey} refused={refused} />}
      {invitations && <Invitations terms={invitations} code={member.inviteCode} origin={loaderData.origin} invited={member.invited} />}
      <section className="mine__part">
        <h2>{t('history')}</h2>
        {member.lines.length === 0 ? (
          <p className="muted">{t('historyNone')}</p>
        ) : (
          <ul className="pt-lines">
            {member.lines.map((line) => (
              <li key={line.id}>
                <span>
                  {t(`kind.${line.kind}`)}{' '}
                  {line.order && (
                    <Link className="link" to={`/track?order=${line.order}`}>
                      <bdi>{line.order}</bdi>
                    </Link>
                  )}
                  <small className="muted">{sayDay(line.at, language, 'long')}</small>
                </span>
                <b>
                  <bdi>{sign(line.available === 0 ? line.pending : line.available)}</bdi>
                </b>
              </li>
            ))}
          </ul>
        )}
      </section>
      {earns}
    </AccountFrame>
  );
}
