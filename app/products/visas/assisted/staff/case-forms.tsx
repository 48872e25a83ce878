import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { conditions } from '../custody-rules.ts';
import type { CaseAction } from './case-work.ts';
import { visaEntries } from '../../evisa/evisa-offer.ts';
import type { CaseRecord } from './open-case.server.ts';

const withFiles: readonly CaseAction[] = ['book', 'decide', 'add-refusal', 'read-sticker'];
const against: readonly CaseAction[] = ['withdraw', 'miss', 'give-up-slot', 'come-back', 'ask', 'ask-extra', 'attempt', 'add-refusal'];

/** What an officer may do next, each step a form of its own; below them the steps that are not open, and why. */
export function CaseForms({ record, formKey }: { record: CaseRecord; formKey: string }) {
  const t = useTexts('staff-assisted');
  const open = record.actions.filter(({ locked }) => locked === null);
  const locked = record.actions.filter((one) => one.locked !== null);
  return (
    <>
      {open.map(({ action }) => (
        <Form
          method="post"
          className="dl-card sv-form"
          key={`${action}-${record.version}-${record.attempts.length}-${record.requests.length}`}
          {...(withFiles.includes(action) ? { encType: 'multipart/form-data' as const } : {})}
        >
          <input type="hidden" name="key" value={`${formKey}-${action}`} />
          <input type="hidden" name="version" value={record.version} />
          <Fields action={action} record={record} />
          <button
            className={`bo-btn bo-btn--wide${action === 'withdraw' ? ' bo-btn--danger' : against.includes(action) ? '' : ' bo-btn--p'}`}
            name="event"
            value={action}
            type="submit"
          >
            {t(`act.${action}`)}
          </button>
        </Form>
      ))}
      {locked.length > 0 && (
        <section className="dl-card">
          <h2>{t('locked')}</h2>
          {locked.map(({ action, locked: why }) => (
            <p key={action} className="sv-locked">
              <b>{t(`act.${action}`)}</b>
              <span>{t(`refused.${why}`)}</span>
            </p>
          ))}
        </section>
      )}
    </>
  );
}

export function ConditionField() {
  const t = useTexts('staff-assisted');
  return (
    <label>
      {t('field.condition')}
      <select name="condition" defaultValue="good">
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {t(`condition.${condition}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Fields({ action, record }: { action: CaseAction; record: CaseRecord }): ReactNode {
  const t = useTexts('staff-assisted');
  const words = useTexts('evisas');
  const field = (name: string, more: { type?: string; required?: boolean; max?: number; step?: string } = {}) => (
    <label key={name}>
      {t(`field.${name}`)}
      <input
        name={name}
        type={more.type ?? 'text'}
        required={more.required ?? true}
        maxLength={more.max ?? 60}
        autoComplete="off"
        {...(more.step ? { step: more.step } : {})}
      />
    </label>
  );
  switch (action) {
    case 'confirm-file':
      return <p className="dl-quiet">{t('hint.second')}</p>;
    case 'ask':
    case 'ask-extra':
      return (
        <>
          <h2>{t(`act.${action}`)}</h2>
          <fieldset className="sv-items">
            <legend className="sr-only">{t('hint.ask')}</legend>
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
            {t('hint.words')}
            <textarea name="words" rows={3} maxLength={1000} dir="auto" />
          </label>
        </>
      );
    case 'attempt':
      return (
        <>
          <h2>{t('attempts.title')}</h2>
          <label>
            {t('field.outcome')}
            <select name="outcome" defaultValue="nothing">
              {(['nothing', 'seen', 'lost'] as const).map((outcome) => (
                <option key={outcome} value={outcome}>
                  {t(`attempts.${outcome}`)}
                </option>
              ))}
            </select>
          </label>
          {field('firstFree', { type: 'date', required: false })}
        </>
      );
    case 'book':
      return (
        <>
          {field('at', { type: 'datetime-local' })}
          <p className="dl-quiet">{t('hint.counterClock')}</p>
          {field('reference', { max: 40 })}
          <label>
            {t('field.letter')}
            <input name="letter" type="file" accept="application/pdf,image/jpeg,image/png" />
          </label>
        </>
      );
    case 'attend':
      return field('biometricsOn', { type: 'date', required: false });
    case 'lodge':
      return (
        <>
          {field('reference', { max: 40 })}
          <ConditionField />
        </>
      );
    case 'decide':
      return (
        <>
          <label>
            {t('field.decision')}
            <select name="outcome" required defaultValue="">
              <option value="">{words('choose')}</option>
              <option value="granted">{t('granted')}</option>
              <option value="refused">{t('refusedWord')}</option>
            </select>
          </label>
          <label>
            {t('field.refusalLetter')}
            <input name="refusal" type="file" accept="application/pdf,image/jpeg,image/png" />
          </label>
        </>
      );
    case 'add-refusal':
      return (
        <>
          <h2>{t('refusal')}</h2>
          <p className="dl-quiet">{t('hint.refusal')}</p>
          <label>
            {t('field.refusalFile')}
            <input name="refusal" type="file" accept="application/pdf,image/jpeg,image/png" required />
          </label>
        </>
      );
    case 'collect':
      return (
        <>
          {field('proof', { max: 80 })}
          {field('seal', { max: 40 })}
          {field('spot')}
          <ConditionField />
        </>
      );
    case 'read-sticker':
      return (
        <>
          <h2>{t('stickerTitle')}</h2>
          {field('number')}
          {field('surname')}
          {field('givenNames', { required: false })}
          {field('passport')}
          {field('validFrom', { type: 'date' })}
          {field('validUntil', { type: 'date' })}
          {field('stay', { type: 'number' })}
          <label>
            {t('field.entries')}
            <select name="entries" required defaultValue="">
              <option value="">{words('choose')}</option>
              {visaEntries.map((one) => (
                <option key={one} value={one}>
                  {words(`types.entries.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('field.photo')}
            <input name="photo" type="file" accept="image/jpeg,image/png" required />
          </label>
        </>
      );
    case 'dispatch':
      return (
        <>
          {field('tracking', { max: 40 })}
          {field('insured', { type: 'number', step: '0.01' })}
          <ConditionField />
        </>
      );
    case 'come-back':
      return (
        <>
          {field('seal', { max: 40 })}
          {field('spot')}
          <ConditionField />
        </>
      );
    case 'hand-over':
    case 'deliver':
      return (
        <>
          {field('proof', { max: 80 })}
          <p className="dl-quiet">{t('hint.door')}</p>
          <ConditionField />
        </>
      );
    case 'withdraw':
      return <p className="dl-quiet">{t('hint.withdraw')}</p>;
    default:
      return null;
  }
}
