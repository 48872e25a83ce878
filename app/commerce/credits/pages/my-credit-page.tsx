import { Form, Link, redirect } from 'react-router';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { findByReference } from '../../orders/orders-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { takeMoneyInstead } from '../give-credit.server.ts';
import { openMyCredit } from '../open-my-credit.server.ts';
import type { Route } from './+types/my-credit-page.ts';
import './my-credit.css';

export const handle = { texts: ['credit', 'my'] };

const refusals = ['not-possible', 'put-aside'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const credit = await openMyCredit(platform, viewer.user.id);
  const returned = credit.moves.find(({ kind, order }) => kind === 'paid-out' && order === url.searchParams.get('returned'));
  return {
    ...credit,
    returned: returned?.amount ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
    formKey: newFormKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const order = await findByReference(platform.db, parseReference(String(form.get('order') ?? '')) ?? '-');
  if (form.get('intent') !== 'take-money' || form.get('sure') !== 'yes' || order?.userId !== viewer.user.id)
    throw new Response('Bad request', { status: 400 });
  const product = context.get(productCountersContext).product(order.kind);
  const who = `user:${viewer.user.id}`;
  const to = await onceForForm(platform, { actor: `${who}:${order.id}`, form, about: 'credit' }, async () => {
    const back = await takeMoneyInstead(platform, product, { orderId: order.id, userId: viewer.user.id, who });
    return back.ok ? `/account/credit?returned=${order.reference}` : `/account/credit?refused=${back.refused}`;
  });
  return redirect(to);
}

export default function MyCreditPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('credit');
  const language = useLanguage();
  const { available, money, bonus, grants, ofPoints, moves, returned, refused, formKey } = loaderData;
  const said = (value: typeof available) => formatMoney(value, language);
  return (
    <AccountFrame title={t('title')} lede={t('lede')}>
      {returned && (
        <Notice tone="ok" boxed live>
          {t('done', { amount: said({ ...returned, amount: -returned.amount }) })}
        </Notice>
      )}
      {refused && (
        <Notice tone="danger" boxed live>
          {t(`refused.${refused}`)}
        </Notice>
      )}
      {moves.length === 0 && (
        <EmptyState
          title={t('noneTitle')}
          art={<Poster place="nothing-yet" art={{ scene: 'beach', palette: 'day', landmark: null }} crop="landscape" alt="" />}
          action={<ButtonLink to="/order-management">{t('noneGo')}</ButtonLink>}
        >
          {t('none')}
        </EmptyState>
      )}
      {moves.length > 0 && (
        <dl className="credit-sum">
          {(
            [
              ['available', available],
              ['money', money],
              ['bonus', bonus],
            ] as const
          ).map(([words, value]) => (
            <div key={words}>
              <dt>{t(words)}</dt>
              <dd>
                <Price value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {grants
        .filter((grant) => grant.money.amount + grant.bonus.amount > 0)
        .map((grant) => (
          <section className="mine__part" key={grant.order}>
            <h2>{t('of', { order: grant.order })}</h2>
            <p>{t('left', { money: said(grant.money), bonus: said(grant.bonus) })}</p>
            <p className="muted">{t('until', { date: formatDate(grant.endsOn, language, 'long') })}</p>
            {grant.returnable && (
              <details className="credit-back">
                <summary className="link">{t('back', { amount: said(grant.money) })}</summary>
                <Form method="post">
                  <input type="hidden" name="key" value={`${formKey}-${grant.order}`} />
                  <input type="hidden" name="order" value={grant.order} />
                  <p>{t('backText', { amount: said(grant.money), bonus: said(grant.bonus) })}</p>
                  <label>
                    <input type="checkbox" name="sure" value="yes" required /> {t('sure')}
                  </label>
                  <Button name="intent" value="take-money" icon="refund">
                    {t('back', { amount: said(grant.money) })}
                  </Button>
                </Form>
              </details>
            )}
          </section>
        ))}
      {ofPoints.map((lot) => (
        <section className="mine__part" key={lot.id}>
          <h2>{t('fromPoints')}</h2>
          <p>{t('leftOfPoints', { amount: said(lot.left) })}</p>
          <p className="muted">{t('untilPoints', { date: formatDate(lot.endsOn, language, 'long') })}</p>
        </section>
      ))}
      {moves.length > 0 && (
        <section className="mine__part">
          <h2>{t('history')}</h2>
          <ul className="credit-moves">
            {moves.map((move) => (
              <li key={move.id}>
                <span>
                  {t(`kind.${move.kind}`)}{' '}
                  {move.order && (
                    <Link className="link" to={`/track?order=${move.order}`}>
                      <bdi>{move.order}</bdi>
                    </Link>
                  )}
                  <small className="muted">
                    {sayDay(move.at, language, 'long')}
                    {move.part === 'bonus' && `, ${t(move.ofPoints ? 'pointsPart' : 'bonusPart')}`}
                  </small>
                </span>
                <Price value={move.amount} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </AccountFrame>
  );
}
