import { Link } from 'react-router';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { RecordCheck } from './record-check.ts';

/** Why an order waits for a colleague before anything binding is done for it. The page names the `staff-orders` catalogue. */
export function OrderCheckCard({ check }: { check: RecordCheck | null }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  if (!check) return null;
  return (
    <section className="dl-card" aria-labelledby="card-check">
      <h2 id="card-check">{t('check.title')}</h2>
      {check.causes.map((cause) => (
        <p key={cause}>{t(`check.cause.${cause}`)}</p>
      ))}
      <p className="dl-quiet">
        {t('check.begun')} {sayMoment(check.begunAt, language)}
        {check.decision && (
          <>
            {' '}
            · {t('check.decision')}: {t(`check.${check.decision}`)}
          </>
        )}
      </p>
      {check.decision === null && <p>{t('check.waits')}</p>}
      {check.mayDecide && (
        <p>
          <Link to={`/admin/orders/${check.reference}/payment-check`}>{t('check.look')}</Link>
        </p>
      )}
    </section>
  );
}
