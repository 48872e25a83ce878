import { Form, Link, redirect } from 'react-router';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { openMyPoints } from '../open-my-points.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { joinProgramme } from '../run-programme.server.ts';
import type { Route } from './+types/my-points-page.ts';
import './my-points.css';

export const handle = { texts: ['loyalty', 'my'] };

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  return openMyPoints(platform, viewer.user.id);
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  if (form.get('intent') === 'join') await joinProgramme(platform, viewer.user.id, context.get(requestContext).language);
  return redirect('/account/loyalty', 303);
}

export default function MyPointsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('loyalty');
  const language = useLanguage();
  const points = (count: number) => formatNumber(count, language);
  const { member, rates } = loaderData;
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
          <Form method="post">
            <p className="pt-join">
              <Button look="go" name="intent" value="join">
                {t('join.go')}
              </Button>
            </p>
          </Form>
        </section>
        {earns}
      </AccountFrame>
    );
  const sign = (count: number) => `${count > 0 ? '+' : '−'}${points(Math.abs(count))}`;
  return (
    <AccountFrame title={t('title')} lede={t('tierLede', { tier: t(`tier.${member.tier}`) })}>
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
                  <small className="muted">{formatDate(line.at, language, 'long')}</small>
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
