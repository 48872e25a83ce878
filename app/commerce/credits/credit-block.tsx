import { Link } from 'react-router';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { OrderBlock } from '../orders/pages/order-parts.tsx';
import type { CreditOfOrder } from './give-credit.server.ts';

/** On the page of an order: the credit that it became. */
export function CreditBlock({ credit }: { credit: Extract<CreditOfOrder, { readonly kind: 'given' }> }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const words = {
    paid: formatMoney(credit.paid, language),
    bonus: formatMoney(credit.bonus, language),
    date: formatDate(credit.endsOn, language, 'long'),
  };
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
}
