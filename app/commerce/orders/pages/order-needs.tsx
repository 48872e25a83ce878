import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { ListedOrder } from '../list-orders.server.ts';
import { useNeedWords } from './need-words.ts';
import { RefundWords } from './order-money.tsx';

/** What of an order waits for its holder beside paying it, and what of its money is on its way back. */
export function OrderNeeds({ order }: { order: ListedOrder }) {
  const t = useTexts('orders');
  const inWords = useNeedWords();
  const needs = order.needs.filter(({ what }) => what !== 'pay');
  return (
    <>
      {needs.length > 0 && (
        <ul className="order-needs" aria-label={t('needs.label')}>
          {needs.map((need) => {
            const { say, go } = inWords(order, need);
            return (
              <li key={need.what} className={need.late ? 'order-needs__late' : undefined}>
                <Icon name="warning" small />
                <span>
                  {say}{' '}
                  <Link className="link" to={need.to}>
                    {go}
                    <span className="sr-only">
                      {' '}
                      <bdi>{order.reference}</bdi>
                    </span>
                  </Link>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {order.awaited.length > 0 && (
        <ul className="order-needs" aria-label={t('refunds.awaited')}>
          {order.awaited.map((refund, index) => (
            <li key={index}>
              <Icon name={refund.state === 'failed' ? 'warning' : 'refund'} small />
              <span>
                <RefundWords refund={refund} />{' '}
                <Link className="link" to={`/track?order=${order.reference}#refund`}>
                  {t('refunds.track')}
                  <span className="sr-only">
                    {' '}
                    <bdi>{order.reference}</bdi>
                  </span>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
