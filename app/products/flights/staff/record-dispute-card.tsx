import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { RecordView } from './record-view.ts';

/** A cardholder's bank holds money of the order back: why it is frozen, and where finance works on it. */
export function DisputeCard({ record }: { record: RecordView }) {
  const t = useTexts('staff-orders');
  if (!record.disputes.open) return null;
  return (
    <section className="fd-card" aria-labelledby="card-dispute">
      <header>
        <h2 id="card-dispute">{t('dispute.title')}</h2>
        <p>{t('dispute.sub')}</p>
      </header>
      {record.disputes.ids.map((id) => (
        <p key={id} className="fd-card__line">
          <Link to={`/admin/invoices/disputes/${id}`}>{t('dispute.open')}</Link>
        </p>
      ))}
    </section>
  );
}
