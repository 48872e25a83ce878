import { Form } from 'react-router';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useFields, Version, type Record, type Sent } from './application-fields.tsx';

/** Offers in their versions: written by one, approved by another, withdrawn by whoever may write one. */
export function Offers({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'offer');
  const language = useLanguage();
  const writes = record.works && (record.moves.includes('offer') || record.status === 'offer');
  if (record.offers.length === 0 && !writes) return null;
  const [latest] = record.offers;
  return (
    <section className="dl-card">
      <h2>{t('offers')}</h2>
      {record.offers.map((offer) => (
        <p key={offer.number}>
          {offer.number}. <bdi>{formatMoney(offer.salary, language)}</bdi> · <bdi>{formatDate(offer.startsOn, language)}</bdi> ·{' '}
          {t(`offer.${offer.status}`)}{' '}
          <span className="dl-quiet">
            <bdi>{[offer.by, offer.decidedBy].filter(Boolean).join(comma(language))}</bdi>
          </span>
        </p>
      ))}
      {latest?.status === 'draft' && (
        <DeskForm sends={record.publishes && !latest.mine} method="post" action="." className="hr-moves">
          <Version record={record} />
          <button className="bo-btn bo-btn--p" name="intent" value="approve-offer" type="submit">
            {t('offer.approve')}
          </button>
        </DeskForm>
      )}
      {latest?.status === 'draft' && (latest.mine || !record.publishes) && <p className="dl-quiet">{t('refused.same-person')}</p>}
      {record.works && record.status === 'offer' && (latest?.status === 'draft' || latest?.status === 'sent') && (
        <details>
          <summary>{t('offer.withdraw')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <p className="dl-quiet">{t(latest.status === 'sent' ? 'offer.withdrawSent' : 'offer.withdrawDraft')}</p>
            <button className="bo-btn bo-btn--danger" name="intent" value="withdraw-offer" type="submit">
              {t('offer.withdraw')}
            </button>
          </Form>
        </details>
      )}
      {writes && (
        <details open={open}>
          <summary>{t('offer.write')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <label>
              {t('offer.salary')}
              <input {...field('salary')} inputMode="numeric" maxLength={8} required dir="ltr" />
              {said('salary')}
            </label>
            <label>
              {t('offer.currency')}
              <select {...field('currency', 'AED')}>
                <option>AED</option>
                <option>PHP</option>
              </select>
            </label>
            <label>
              {t('offer.starts')}
              <input type="date" {...field('startsOn')} required />
              {said('startsOn')}
            </label>
            <label>
              {t('offer.answerBy')}
              <input type="date" {...field('answerBy')} required />
              {said('answerBy')}
            </label>
            <label>
              {t('offer.terms')}
              <textarea {...field('terms')} rows={4} dir="auto" maxLength={4000} />
            </label>
            <button className="bo-btn" name="intent" value="offer" type="submit">
              {t('offer.ask')}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}
