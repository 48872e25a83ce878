import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { Colleague } from './orders-filters.tsx';
import type { RecordView } from './record-view.ts';

/** Whose order it is: taken, put back and handed on by whoever works here, given away for others by who may override. */
export function RecordOwner({
  record,
  me,
  mayWork,
  colleagues,
}: {
  record: RecordView;
  me: string;
  mayWork: boolean;
  /** Whom it may be given to; empty for who may not give it away. */
  colleagues: readonly Colleague[];
}) {
  const t = useTexts('staff-orders');
  const rights = useTexts('staff-rights');
  const { owner } = record;
  const mine = owner?.id === me;
  return (
    <section className="fd-card" aria-labelledby="card-owner">
      <header>
        <h2 id="card-owner">{t('columns.owner')}</h2>
        <p>{owner ? mine ? t('owner.you') : <bdi>{owner.name}</bdi> : t('owner.none')}</p>
      </header>
      {mayWork ? (
        <Form method="post" className="fd-owner" key={owner?.id ?? ''} preventScrollReset>
          <input type="hidden" name="intent" value="assign" />
          <input type="hidden" name="from" value={owner?.id ?? ''} />
          <button className="bo-btn" name="to" value={mine ? '' : me}>
            {mine ? t('owner.putBack') : owner ? t('owner.takeOver') : t('owner.take')}
          </button>
        </Form>
      ) : (
        <p className="fd-card__line fd-quiet">{t('locked.permission', { permission: rights('flight-orders.work') })}</p>
      )}
      {colleagues.length > 0 && (
        <Form method="post" className="fd-owner" key={`to-${owner?.id}`} preventScrollReset>
          <input type="hidden" name="intent" value="assign" />
          <input type="hidden" name="from" value={owner?.id ?? ''} />
          <label>
            <span className="sr-only">{t('owner.giveTo')}</span>
            <select name="to" defaultValue={owner?.id ?? ''}>
              <option value="">{t('owner.none')}</option>
              {colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn">{t('owner.give')}</button>
        </Form>
      )}
    </section>
  );
}
