import { Form } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { decimalString } from '#app/values/money.ts';
import type { RecordView } from './record-view.ts';

/** What the supplier owes for tickets that it took back, since when, and the word of whoever saw it come. */
export function SupplierCard({ record, mayReceive, formKey }: { record: RecordView; mayReceive: boolean; formKey: string }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  if (record.returns.length === 0) return null;
  return (
    <section className="fd-card" aria-labelledby="card-supplier-money">
      <header>
        <h2 id="card-supplier-money">{t('supplierMoney.title')}</h2>
        <p>{t('supplierMoney.sub')}</p>
      </header>
      {record.returns.map((one) => {
        const supplier = one.supplier === 'house' ? t('house') : one.supplierName;
        const owed = formatMoney(one.owed, language);
        if (one.received && one.receivedAt)
          return (
            <p key={one.part} className="fd-card__line">
              {t('supplierMoney.came', {
                supplier,
                owed,
                amount: formatMoney(one.received, language),
                date: sayDay(one.receivedAt, language),
              })}{' '}
              {one.note && <bdi className="fd-quiet">{one.note}</bdi>}
            </p>
          );
        return (
          <div key={one.part} className="fd-twin">
            <p className="fd-card__line">{t('supplierMoney.owes', { supplier, amount: owed, date: sayDay(one.askedAt, language) })}</p>
            {mayReceive && (
              <Form method="post" className="fd-refund__form" preventScrollReset>
                <input type="hidden" name="intent" value="supplier-paid" />
                <input type="hidden" name="key" value={`${formKey}-supplier-${one.part}`} />
                <input type="hidden" name="part" value={one.part} />
                <label className="fd-refund__field">
                  <span>
                    {t('supplierMoney.amount')} <small className="fd-quiet">{one.owed.currency}</small>
                  </span>
                  <input
                    name="amount"
                    required
                    inputMode="decimal"
                    maxLength={14}
                    defaultValue={decimalString(one.owed)}
                    autoComplete="off"
                  />
                </label>
                <label className="fd-refund__field">
                  <span>{t('supplierMoney.note')}</span>
                  <input name="note" maxLength={500} autoComplete="off" />
                </label>
                <button className="bo-btn" type="submit">
                  {t('supplierMoney.go')}
                </button>
              </Form>
            )}
          </div>
        );
      })}
    </section>
  );
}
