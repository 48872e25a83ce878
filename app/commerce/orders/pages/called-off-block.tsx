import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMoney, type Money } from '#app/values/money.ts';
import type { CreditOfOrder } from '../../credits/give-credit.server.ts';
import type { DescribedLink } from '../order-description.ts';
import { OrderBlock } from './order-parts.tsx';

interface CalledOff {
  readonly reference: string;
  /** Where another date is chosen. */
  readonly instead: DescribedLink;
  readonly credit: CreditOfOrder | null;
  /** What comes back as money. */
  readonly moneyBack: Money;
  readonly formKey: string;
}

/** What the holder of a cancelled booking may choose, each way with its own button beside the others. */
export function CalledOffBlock({ reference, instead, credit, moneyBack, formKey }: CalledOff) {
  const t = useTexts('orders');
  const language = useLanguage();
  const action = `/checkout/${reference}`;
  const amount = formatMoney(moneyBack, language);
  const offered = credit?.kind === 'offered' ? credit : null;
  const words = offered && {
    total: formatMoney(addMoney(offered.paid, offered.bonus), language),
    paid: formatMoney(offered.paid, language),
    bonus: formatMoney(offered.bonus, language),
    date: formatDate(offered.endsOn, language, 'long'),
  };
  return (
    <OrderBlock title={t('credit.choice')} id="choice">
      <p>{t('calledOff.text')}</p>
      <ul className="order-choices">
        <li>
          <h3>{t('calledOff.date')}</h3>
          <p>{t('calledOff.dateText')}</p>
          <ButtonLink to={instead.to} icon="calendar">
            {instead.words}
          </ButtonLink>
        </li>
        {credit && (
          <li>
            <h3>{t('credit.given')}</h3>
            {offered && words ? (
              <>
                <p>{t('calledOff.creditText', words)}</p>
                <Form method="post" action={action}>
                  <input type="hidden" name="key" value={`${formKey}-credit`} />
                  <input type="hidden" name="terms" value={offered.terms} />
                  <Button name="intent" value="take-credit">
                    {t('credit.take', words)}
                  </Button>
                </Form>
                <p className="small muted">{t('credit.note', words)}</p>
              </>
            ) : (
              <p>{t(credit.kind === 'no-account' ? 'credit.guest' : 'credit.waits')}</p>
            )}
          </li>
        )}
        <li>
          <h3>{t('calledOff.money')}</h3>
          <p>{t('calledOff.moneyText', { amount })}</p>
          <Form method="post" action={action}>
            <input type="hidden" name="key" value={`${formKey}-money`} />
            <Button name="intent" value="take-money" icon="refund">
              {t('calledOff.take', { amount })}
            </Button>
          </Form>
        </li>
      </ul>
    </OrderBlock>
  );
}
