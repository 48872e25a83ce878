import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { RecordDisputes } from './record-disputes.ts';

/**
 * A cardholder's bank holds money of the order back: why it is frozen, and where finance works on it. `look` is how the
 * cards of the record look. The page names the `staff-orders` catalogue.
 */
export function DisputeCard({ disputes, look }: { disputes: RecordDisputes; look: 'fd-card' | 'dl-card' }) {
  const t = useTexts('staff-orders');
  if (!disputes.open) return null;
  return (
    <section className={look} aria-labelledby="card-dispute">
      <header>
        <h2 id="card-dispute">{t('dispute.title')}</h2>
        <p>{t('dispute.sub')}</p>
      </header>
      {disputes.ids.map((id) => (
        <p key={id} className={look === 'fd-card' ? 'fd-card__line' : undefined}>
          <Link to={`/admin/invoices/disputes/${id}`}>{t('dispute.open')}</Link>
        </p>
      ))}
    </section>
  );
}
