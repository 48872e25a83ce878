import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage } from '#app/ui/texts.tsx';
import type { FirstCardFault } from '../../payments/two-card-rules.ts';
import type { ProductKind } from '../../product-contract.ts';
import type { TwoCardsOffer } from '../pay-with-two-cards.server.ts';
import type { OrderView } from '../show-order.server.ts';
import { clockInDubai, dayInDubai, SeenTotal } from './order-parts.tsx';
import { useOrderWords } from './order-words.ts';
import { OwnClock } from './own-clock.tsx';
import './buyer-fields.css';

/** What was typed for the first card, and what is wrong with it. */
export interface FirstCardTyped {
  readonly typed: string;
  readonly fault: FirstCardFault;
}

/**
 * How much of an order goes on a first card; the rest is for another. `open`: it stands there as the first thing to do,
 * else behind a quiet line. The texts of `orders` must be loaded.
 */
export function TwoCards({
  kind,
  offer,
  reference,
  formKey,
  answer,
  open = false,
}: {
  kind: ProductKind;
  offer: TwoCardsOffer;
  reference: string;
  formKey: string;
  answer: FirstCardTyped | null;
  open?: boolean;
}) {
  const t = useOrderWords(kind);
  const language = useLanguage();
  const { due, least } = offer;
  const most = { ...due, amount: due.amount - least.amount };
  const limits = { least: formatMoney(least, language), most: formatMoney(most, language) };
  const message = answer && t(`refused.${answer.fault}`, limits);
  return (
    <details className="buyer" open={open || answer !== null}>
      <summary>{t('twoCards.title')}</summary>
      <Form method="post" action={`/checkout/${reference}`}>
        <input type="hidden" name="key" value={`${formKey}-first-card`} />
        <SeenTotal total={due} />
        {message && <ErrorSummary faults={[{ field: 'first', message }]} />}
        <p>{t('twoCards.text')}</p>
        <div className="buyer__fields">
          <TextField
            name="first"
            label={t('twoCards.first')}
            hint={t('twoCards.limits', limits)}
            defaultValue={answer?.typed ?? ''}
            error={message || undefined}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={14}
            required
          />
        </div>
        <Button wide name="intent" value="first-card" icon="lock">
          {t('twoCards.button')}
        </Button>
      </Form>
    </details>
  );
}

/** What a first card holds, what is left and until when; and the way back. The texts of `orders` must be loaded. */
export function FirstCardHeld({
  order,
  held,
  formKey,
}: {
  order: Pick<OrderView, 'kind' | 'reference' | 'heldUntil' | 'payLater'>;
  held: NonNullable<OrderView['firstCard']>;
  formKey: string;
}) {
  const t = useOrderWords(order.kind);
  const language = useLanguage();
  return (
    <>
      <Notice
        tone="ok"
        boxed
        live
        title={t(held.ending ? 'twoCards.reservedOn' : 'twoCards.reserved', {
          amount: formatMoney(held.amount, language),
          ending: held.ending ?? '',
        })}
      >
        {t('twoCards.left', { left: formatMoney(held.left, language) })}{' '}
        {order.heldUntil && (
          <>
            {t(order.payLater ? 'twoCards.untilDay' : 'twoCards.until', {
              time: clockInDubai(order.heldUntil, language),
              day: dayInDubai(order.heldUntil, language),
            })}
            <OwnClock at={order.heldUntil} />
          </>
        )}
      </Notice>
      <details className="buyer">
        <summary>{t('twoCards.giveUp')}</summary>
        <Form method="post" action={`/checkout/${order.reference}`}>
          <input type="hidden" name="key" value={`${formKey}-first-card-back`} />
          <p>{t('twoCards.giveUpText', { amount: formatMoney(held.amount, language) })}</p>
          <Button wide name="intent" value="first-card-back">
            {t('twoCards.giveUpButton')}
          </Button>
        </Form>
      </details>
    </>
  );
}
