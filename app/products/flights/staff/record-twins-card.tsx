import { Form, Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { RecordView } from './record-view.ts';
import { StateChip } from './state-chip.tsx';

/** Orders that may be this trip bought twice, and the word of whoever looked that one is not. */
export function TwinsCard({ record, mayWork, formKey }: { record: RecordView; mayWork: boolean; formKey: string }) {
  const t = useTexts('staff-orders');
  if (record.twins.length === 0) return null;
  return (
    <section className="fd-card" aria-labelledby="card-twins">
      <header>
        <h2 id="card-twins">{t('twins.title')}</h2>
        <p>{t('twins.sub')}</p>
      </header>
      {record.twins.map(({ reference, status }) => (
        <div key={reference} className="fd-twin">
          <p className="fd-card__line">
            <Link className="fd-ref" to={`/admin/orders/flights/${reference}`}>
              <bdi>{reference}</bdi>
            </Link>{' '}
            <StateChip state={status} />
          </p>
          {mayWork && (
            <Form method="post" className="fd-refund__form" preventScrollReset>
              <input type="hidden" name="intent" value="dismiss-twin" />
              <input type="hidden" name="key" value={`${formKey}-${reference}`} />
              <input type="hidden" name="other" value={reference} />
              <label className="fd-refund__field">
                <span>{t('twins.reason')}</span>
                <input name="reason" required minLength={3} maxLength={500} autoComplete="off" />
              </label>
              <button className="bo-btn" type="submit">
                {t('twins.dismiss')}
              </button>
            </Form>
          )}
        </div>
      ))}
    </section>
  );
}
