import { Form, Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMoney } from '#app/values/money.ts';
import { OrderBlock } from '../orders/pages/order-parts.tsx';
import type { CreditOfOrder } from './give-credit.server.ts';

/** On the page of an order: the choice of credit where its operator cancelled, or what became of it. */
export function CreditBlock({ credit, reference, formKey }: { credit: CreditOfOrder; reference: string; formKey: string }) {
  const t = useTexts('orders');
  const language = useLanguage();
  if (!('paid' in credit))
    return (
      <OrderBlock title={t('credit.choice')} id="credit">
        <p>{t(credit.kind === 'no-account' ? 'credit.guest' : 'credit.waits')}</p>
      </OrderBlock>
    );
  const words = {
    total: formatMoney(addMoney(credit.paid, credit.bonus), language),
    paid: formatMoney(credit.paid, language),
    bonus: formatMoney(credit.bonus, language),
    date: formatDate(credit.endsOn, language, 'long'),
  };
  if (credit.kind === 'given')
    return (
      <OrderBlock title={t('credit.given')} id="credit">
        <p>{t('credit.givenText', words)}</p>
        <p className="order-actions">
          <Link className="link" to="/account/credit">
            {t('credit.mine')}
          </Link>
        </p>
      </OrderBlock>
    );
  return (
    <OrderBlock title={t('credit.choice')} id="credit">
      <p>{t('credit.choiceText', words)}</p>
      <Form method="post" action={`/checkout/${reference}`} className="order-actions">
        <input type="hidden" name="key" value={`${formKey}-credit`} />
        <input type="hidden" name="terms" value={credit.terms} />
        <Button name="intent" value="take-credit">
          {t('credit.take', words)}
        </Button>
      </Form>
      <p className="small muted">{t('credit.note', words)}</p>
    </OrderBlock>
  );
}
