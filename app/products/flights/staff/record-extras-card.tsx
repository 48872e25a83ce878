import { Form } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { ExtraAction } from './extra-actions.ts';
import type { RecordExtra, RecordView } from './record-view.ts';

/** Refusals that stand beside the field they are about. */
export const extraFaults: readonly string[] = ['extra-number', 'extra-number-taken', 'reason-missing'];

/** What was typed about an extra and what is wrong with it, when the form comes back. */
export interface ExtraTyped {
  readonly extra: string;
  readonly action: ExtraAction;
  readonly number: string;
  readonly reason: string;
  readonly fault: string;
}

/** What was paid beside the fare, document by document; those that could not be issued are worked on here. */
export function ExtrasCard({
  record,
  mayWork,
  formKey,
  typed,
}: {
  record: RecordView;
  mayWork: boolean;
  formKey: string;
  typed: ExtraTyped | null;
}) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const { addition } = record;
  if (record.extras.length === 0 && !addition) return null;
  return (
    <section className="fd-card" aria-labelledby="card-extras">
      <header>
        <h2 id="card-extras">{t('extras.title')}</h2>
        <p>{t('extras.sub')}</p>
      </header>
      {addition && (
        <p className="fd-card__line">
          {t(addition.desk ? 'extras.offered' : 'extras.chosen', { amount: formatMoney(addition.amount, language) })}{' '}
          <DeskMoment at={addition.until} />
        </p>
      )}
      <div className="fd-scroll" hidden={record.extras.length === 0}>
        <table className="fd-table">
          <thead>
            <tr>
              <th scope="col">{t('extras.traveller')}</th>
              <th scope="col">{t('extras.what')}</th>
              <th scope="col">{t('extras.price')}</th>
              <th scope="col">{t('extras.state')}</th>
            </tr>
          </thead>
          <tbody>
            {record.extras.map((extra) => (
              <tr key={extra.id}>
                <td>
                  <bdi>{extra.traveller}</bdi>
                </td>
                <td>
                  <bdi>{extra.what}</bdi>
                </td>
                <td className="fd-nowrap">
                  <bdi>{formatMoney(extra.price, language)}</bdi>
                </td>
                <td>
                  <b data-extra={extra.status}>{t(`extras.${extra.status}`)}</b> {extra.document && <bdi dir="ltr">{extra.document}</bdi>}
                  {extra.replaces && <small> {t('extras.replaces', { number: extra.replaces })}</small>}
                  {extra.renamed && <small> {t('extras.renamed')}</small>}
                  {extra.status === 'failed' && extra.why && <small> {t(`reasons.${extra.why}`, { defaultValue: extra.why })}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayWork &&
        record.extras
          .filter(({ status }) => status === 'failed')
          .map((extra) => <Work key={extra.id} extra={extra} formKey={formKey} typed={typed?.extra === extra.id ? typed : null} />)}
    </section>
  );
}

/** Three ways out: a number that somebody got from the airline, the airline once more, or the money back. */
function Work({ extra, formKey, typed }: { extra: RecordExtra; formKey: string; typed: ExtraTyped | null }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const fault = (action: ExtraAction) => (typed?.action === action ? typed.fault : null);
  const hidden = (action: ExtraAction) => (
    <>
      <input type="hidden" name="intent" value={action} />
      <input type="hidden" name="extra" value={extra.id} />
      <input type="hidden" name="key" value={`${formKey}-${action}-${extra.id.slice(0, 8)}`} />
    </>
  );
  return (
    <details className="fd-refund" open={typed !== null}>
      <summary>{t('extras.work', { what: extra.what, name: extra.traveller })}</summary>
      <Form method="post" preventScrollReset className="fd-refund__form">
        {hidden('extra-issue')}
        <Field
          name="number"
          label={t('extras.number')}
          id={`number-${extra.id}`}
          typed={typed?.number ?? ''}
          fault={fault('extra-issue')}
          more={{ maxLength: 60, dir: 'ltr', inputMode: extra.airline ? 'numeric' : 'text' }}
        />
        <button className="bo-btn bo-btn--p" type="submit">
          {t('extras.issue')}
        </button>
      </Form>
      {extra.airline && (
        <Form method="post" preventScrollReset className="fd-refund__form">
          {hidden('extra-retry')}
          <button className="bo-btn" type="submit">
            {t('extras.retry')}
          </button>
        </Form>
      )}
      <Form method="post" preventScrollReset className="fd-refund__form">
        {hidden('extra-void')}
        <Field
          name="reason"
          label={t('extras.reason')}
          id={`reason-${extra.id}`}
          typed={typed?.reason ?? ''}
          fault={fault('extra-void')}
          more={{ maxLength: 500 }}
        />
        <button className="bo-btn bo-btn--danger" type="submit">
          {t('extras.void-it', { amount: formatMoney(extra.price, language) })}
        </button>
      </Form>
    </details>
  );
}

function Field({
  name,
  label,
  id,
  typed,
  fault,
  more,
}: {
  name: string;
  label: string;
  id: string;
  typed: string;
  fault: string | null;
  more: { maxLength: number; dir?: 'ltr'; inputMode?: 'numeric' | 'text' };
}) {
  const t = useTexts('staff-orders');
  return (
    <label className="fd-refund__field">
      <span>{label}</span>
      <input
        name={name}
        defaultValue={typed}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-wrong` : undefined}
        {...more}
      />
      {fault && (
        <span id={`${id}-wrong`} className="bo-wrong">
          {t(`refused.${fault}`)}
        </span>
      )}
    </label>
  );
}
