import { Link } from 'react-router';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OpenCustomer } from './open-customer.server.ts';

/** Orders of one customer, or of the people of a company, below a heading with the id `orders`. */
export function OrdersTable({ of }: { of: OpenCustomer['trips'] }) {
  const t = useTexts('staff-customers');
  const orders = useTexts('orders');
  const language = useLanguage();
  return (
    <ScrollRegion labelledBy="orders" className="cu-rows">
      <table>
        <thead>
          <tr>
            {(['order', 'what', 'travel', 'state'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`orders.${column}`)}
              </th>
            ))}
            <th scope="col" className="cu-figure">
              {t('orders.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {of.map((order) => (
            <tr key={order.reference}>
              <td>
                <Link to={`/admin/orders/${order.reference}`}>
                  <bdi>{order.reference}</bdi>
                </Link>
              </td>
              <td>{t(`kind.${order.kind}`)}</td>
              <td>{formatDate(order.travels, language)}</td>
              <td>{orders([`${order.kind}.states.${order.status}.title`, `states.${order.status}.title`])}</td>
              <td className="cu-figure">
                <bdi>{formatMoney(order.total, language)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
