import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { rejectionCodes, visaEntries } from '../evisa-offer.ts';
import type { EvisaEvent } from '../evisa-status.ts';
import { ReviewFields, type Review } from './review-fields.tsx';
import type { EvisaCaseView } from './open-evisa-case.server.ts';

const plainMoves: readonly EvisaEvent[] = ['claim', 'look-again', 'release', 'find-fault', 'answer-authority'];

/** What an officer may do next, each step a form of its own. */
export function CaseForms({ record, review, formKey }: { record: EvisaCaseView; review: Review | null; formKey: string }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const may = (event: EvisaEvent) => record.moves.includes(event);
  const step = (event: EvisaEvent, look: 'p' | 'danger' | 'plain', children?: ReactNode, files = false) =>
    may(event) && (
      <Form
        method="post"
        className="dl-card ed-form"
        key={`${event}-${record.version}`}
        {...(files ? { encType: 'multipart/form-data' as const } : {})}
      >
        <input type="hidden" name="key" value={`${formKey}-${event}`} />
        <input type="hidden" name="version" value={record.version} />
        {children}
        <button className={`bo-btn bo-btn--wide${look === 'plain' ? '' : ` bo-btn--${look}`}`} name="event" value={event} type="submit">
          {t(`act.${event}`)}
        </button>
      </Form>
    );
  const field = (name: string, value: string, type = 'text') => (
    <label>
      {t(`issued.${name}`)}
      <input name={name} type={type} defaultValue={value} maxLength={60} required />
    </label>
  );
  const entries = (
    <label>
      {t('issued.entries')}
      <select name="entries" required defaultValue="">
        <option value="">{words('choose')}</option>
        {visaEntries.map((one) => (
          <option key={one} value={one}>
            {words(`types.entries.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
  const issued = (
    <>
      <h2>{t('issuedVisa')}</h2>
      {field('number', '')}
      {field('surname', '')}
      <label>
        {t('issued.givenNames')}
        <input name="givenNames" maxLength={60} />
      </label>
      {field('passport', '')}
      {field('validFrom', '', 'date')}
      {field('validUntil', '', 'date')}
      {field('stay', '', 'number')}
      {entries}
      <label>
        {t('visaFile')}
        <input name="visa" type="file" accept="application/pdf,image/jpeg,image/png" required />
      </label>
    </>
  );
  const receipt = (required: boolean) => (
    <>
      <label>
        {t(required ? 'receiptFile' : 'receiptOptional')}
        <input name="receipt" type="file" accept="application/pdf,image/jpeg,image/png" required={required} />
      </label>
      <label className="ed-tick">
        <input name="share" type="checkbox" value="1" /> {t('receiptShare')}
      </label>
    </>
  );
  const refusal = (required: boolean) => (
    <label>
      {t(required ? 'refusalFile' : 'refusalOptional')}
      <input name="refusal" type="file" accept="application/pdf,image/jpeg,image/png" required={required} />
    </label>
  );
  const items = (
    <>
      <fieldset className="ed-items">
        <legend className="sr-only">{t('ask')}</legend>
        {record.asks.documents.map((code) => (
          <label key={code}>
            <input type="checkbox" name="item" value={`document.${code}`} /> {words(`documents.${code}`)}
          </label>
        ))}
        {record.asks.fields.map((code) => (
          <label key={code}>
            <input type="checkbox" name="item" value={`field.${code}`} /> {words(`fields.${code}`)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('askWords')}
        <textarea name="words" rows={3} maxLength={1000} dir="auto" />
      </label>
    </>
  );
  return (
    <>
      {plainMoves.map((event) => step(event, event === 'find-fault' || event === 'look-again' ? 'plain' : 'p'))}
      {review && step('confirm', 'p', <ReviewFields review={review} mine={record.mine} />)}
      {step(
        'ask-more',
        'plain',
        <>
          <h2>{t('ask')}</h2>
          <p className="dl-quiet">{t('askHint')}</p>
          {items}
        </>,
      )}
      {step(
        'authority-asks',
        'plain',
        <>
          <h2>{t('query')}</h2>
          <label>
            {t('authorityDue')}
            <input name="answerBy" type="date" required min={record.today} />
          </label>
          <p className="dl-quiet">{t('queryHint')}</p>
          {items}
        </>,
      )}
      {step(
        'file',
        'p',
        <>
          <label>
            {t('authorityReference')}
            <input name="reference" required maxLength={40} autoComplete="off" />
          </label>
          {receipt(false)}
        </>,
        true,
      )}
      {record.takesReceipt && (
        <Form method="post" encType="multipart/form-data" className="dl-card ed-form" key={`receipt-${record.version}`}>
          <input type="hidden" name="version" value={record.version} />
          <h2>{t('receipt')}</h2>
          {receipt(true)}
          <button className="bo-btn bo-btn--wide" name="event" value="add-receipt" type="submit">
            {t('act.add-receipt')}
          </button>
        </Form>
      )}
      {step(
        'read-entries',
        'p',
        <>
          <p className="dl-quiet">{t('entriesHint')}</p>
          {entries}
        </>,
      )}
      {step('approve', 'p', issued, true)}
      {step('corrected', 'p', issued, true)}
      {step(
        'reject',
        'danger',
        <>
          <label>
            {t('reason')}
            <select name="reason" required defaultValue="">
              <option value="">{words('choose')}</option>
              {rejectionCodes.map((code) => (
                <option key={code} value={code}>
                  {words(`rejections.${code}.title`)}
                </option>
              ))}
            </select>
          </label>
          {refusal(false)}
        </>,
        true,
      )}
      {record.takesRefusal && (
        <Form method="post" encType="multipart/form-data" className="dl-card ed-form" key={`refusal-${record.version}`}>
          <input type="hidden" name="version" value={record.version} />
          <h2>{t('refusal')}</h2>
          <p className="dl-quiet">{t('refusalHint')}</p>
          {refusal(true)}
          <button className="bo-btn bo-btn--wide" name="event" value="add-refusal" type="submit">
            {t('act.add-refusal')}
          </button>
        </Form>
      )}
      {record.colleagues.length > 0 && (
        <Form method="post" className="dl-card ed-form" key={`assign-${record.version}`}>
          <input type="hidden" name="key" value={`${formKey}-assign`} />
          <input type="hidden" name="version" value={record.version} />
          <label>
            {t('give')}
            <select name="to" required defaultValue="">
              <option value="">{words('choose')}</option>
              {record.colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn bo-btn--wide" name="event" value="assign" type="submit">
            {t('act.assign')}
          </button>
        </Form>
      )}
      {step('withdraw', 'danger', <p className="dl-quiet">{t('withdrawHint')}</p>)}
    </>
  );
}
