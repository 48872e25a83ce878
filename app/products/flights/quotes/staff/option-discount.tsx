import { Form, Link, useNavigation } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ShownQuote } from './show-flight-quote.server.ts';

/** What was taken off an option or waits for a second person, and the way to ask for it. */
export function OptionDiscount({
  number,
  discount,
  quote,
  here,
}: {
  number: number;
  discount: ShownQuote['options'][number]['discount'];
  quote: Pick<ShownQuote, 'living' | 'mayWork' | 'mayDecide'>;
  here: string;
}) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const busy = useNavigation().state === 'submitting';
  const works = quote.living && quote.mayWork;
  const asks = `${here}/discount?option=${number}`;
  if (!discount)
    return works ? (
      <p>
        <Link className="bo-btn" to={asks}>
          {t('discount.ask')} <span className="sr-only">{t('option', { number })}</span>
        </Link>
      </p>
    ) : null;
  const amount = `\u2066${formatMoney(discount.amount, language)}\u2069`;
  return (
    <div className="fq-discounted">
      <p>
        <span className={`dl-state ${discount.waits ? 'dl-state--now' : 'dl-state--good'}`}>
          {t(discount.waits ? 'discount.state.asked' : 'discount.state.granted')}
        </span>{' '}
        {t('discount.says', { amount, id: discount.id })}
        <small className="dl-quiet">
          <bdi>{discount.reason}</bdi> · <bdi>{discount.by}</bdi>
        </small>
      </p>
      {quote.mayDecide && (
        <Link className="bo-btn" to={`${here}/discounts/${discount.id}`}>
          {t(discount.waits ? 'discount.decide' : 'discount.look')}
        </Link>
      )}
      {works && (
        <Form method="post" action={asks}>
          <button className="bo-btn" name="intent" value="withdraw" disabled={busy}>
            {t('discount.withdraw')} <span className="sr-only">{discount.id}</span>
          </button>
        </Form>
      )}
    </div>
  );
}
