import { Form } from 'react-router';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { documentCodes, fieldCodes, rejectionCodes, visaEntries, visaPurposes, type VisaCountry } from '../evisa-offer.ts';
import { mostTypes, portWays, shownWays, type OfferField } from './evisa-offer-form.ts';

const dirhams = (fils: number | undefined) => (fils === undefined ? '' : (fils / 100).toFixed(2));
/** 6 January 2025 was a Monday. */
const weekOf = Array.from({ length: 7 }, (_, day) => `2025-01-${String(6 + day).padStart(2, '0')}`);

/** Everything that is sold of a country, as one form; what was typed comes back when something is wrong. */
export function OfferForm({
  begin,
  typed,
  wrong,
  note,
  today,
  moving,
}: {
  begin: VisaCountry;
  /** What was sent, by name, when it came back; null at first. */
  typed: Readonly<Record<string, readonly string[]>> | null;
  wrong: readonly OfferField[];
  note: string;
  today: string;
  moving: readonly { readonly holiday: string; readonly next: string | null }[];
}) {
  const t = useTexts('staff-evisa-offers');
  const words = useTexts('evisas');
  const language = useLanguage();
  const value = (name: string, initial: string) => (typed ? (typed[name]?.[0] ?? '') : initial);
  const ticked = (name: string, one: string, initial: boolean) => (typed ? (typed[name]?.includes(one) ?? false) : initial);
  const text = (name: OfferField, initial: string, more: Readonly<Record<string, string | number | boolean>> = {}) => (
    <label>
      {t(`field.${name}`)}
      <input name={name} defaultValue={value(name, initial)} aria-invalid={wrong.includes(name) || undefined} {...more} />
    </label>
  );
  const ticks = (
    name: 'documents' | 'fields' | 'refusals',
    all: readonly string[],
    on: readonly string[],
    say: (code: string) => string,
  ) => (
    <fieldset aria-invalid={wrong.includes(name as OfferField) || undefined}>
      <legend>{t(`field.${name}`)}</legend>
      <div className="eo-ticks">
        {all.map((code) => (
          <label key={code} className="eo-tick">
            <input type="checkbox" name={name} value={code} defaultChecked={ticked(name, code, on.includes(code))} /> {say(code)}
          </label>
        ))}
      </div>
    </fieldset>
  );
  return (
    <Form method="post" className="dl-card eo-form" id="draft-form" preventScrollReset>
      <h2>{t('form.title')}</h2>
      {wrong.length > 0 && (
        <p className="dl-late" role="alert">
          {t('form.wrong', { fields: wrong.map((field) => t(`field.${field}`)).join(comma(language)) })}
        </p>
      )}
      <fieldset>
        <legend>{t('form.authority')}</legend>
        <div className="eo-pair">
          {text('authority', begin.authority, { maxLength: 120 })}
          {text('site', begin.site, { type: 'url', dir: 'ltr' })}
          {text('asOf', begin.asOf, { type: 'date', max: today })}
          {text('slug', begin.slug, { dir: 'ltr', maxLength: 60 })}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('form.calendar')}</legend>
        <div className="eo-pair">{text('zone', begin.calendar.zone, { dir: 'ltr' })}</div>
        <div className="eo-ticks">
          {weekOf.map((date, day) => (
            <label key={date} className="eo-tick">
              <input
                type="checkbox"
                name="weekend"
                value={day}
                defaultChecked={ticked('weekend', String(day), begin.calendar.weekend.includes(day))}
              />{' '}
              {t('form.weekend', { day: formatDate(date, language, 'day').split(/[\s,،]/)[0] ?? '' })}
            </label>
          ))}
        </div>
        <label>
          {t('field.holidays')}
          <textarea
            name="holidays"
            rows={3}
            dir="ltr"
            defaultValue={value('holidays', begin.calendar.holidays.join(' '))}
            aria-invalid={wrong.includes('holidays') || undefined}
          />
        </label>
        <p className="dl-quiet">
          {t('form.holidaysHint')}{' '}
          {moving.map(({ holiday, next }, index) => (
            <span key={holiday}>
              {index > 0 && ' · '}
              <bdi>{holiday}</bdi> {next && `(${formatDate(next, language)})`}
            </span>
          ))}
        </p>
      </fieldset>
      <fieldset>
        <legend>{t('form.who')}</legend>
        <div className="eo-pair">
          {text('open', begin.open === 'all' ? 'all' : begin.open.join(' '), { dir: 'ltr' })}
          {text('closed', begin.closed.join(' '), { dir: 'ltr' })}
          {text('residents', begin.residents.join(' '), { dir: 'ltr' })}
          {text('passportMonths', String(begin.passportMonths), { inputMode: 'numeric' })}
          {text('earliest', String(begin.earliest), { inputMode: 'numeric' })}
          {text('rejectedService', String(begin.rejectedService), { inputMode: 'numeric' })}
        </div>
      </fieldset>
      {ticks('documents', documentCodes, begin.documents, (code) => words(`documents.${code}`))}
      {ticks('fields', fieldCodes, begin.fields, (code) => words(`fields.${code}`))}
      {ticks('refusals', rejectionCodes, begin.refusals, (code) => words(`rejections.${code}.title`))}
      <fieldset>
        <legend>{t('form.border')}</legend>
        <div className="eo-pair">
          {(
            [
              ['shown', shownWays, begin.shown],
              ['ports', portWays, begin.ports],
            ] as const
          ).map(([name, all, on]) => (
            <label key={name}>
              {t(`field.${name}`)}
              <select name={name} defaultValue={value(name, on)}>
                {all.map((one) => (
                  <option key={one} value={one}>
                    {t(`${name}.${one}`)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <label className="eo-tick">
            <input type="checkbox" name="extendable" value="yes" defaultChecked={ticked('extendable', 'yes', begin.extendable)} />{' '}
            {t('field.extendable')}
          </label>
        </div>
      </fieldset>
      <fieldset aria-invalid={wrong.includes('types') || undefined}>
        <legend>{t('field.types')}</legend>
        <p className="dl-quiet">{t('form.typesHint')}</p>
        {Array.from({ length: Math.min(mostTypes, begin.types.length + 2) }, (_, row) => {
          const type = begin.types[row];
          const [standard, express] = type?.speeds ?? [];
          const cell = (name: string, initial: string) => (
            <label key={name}>
              {t(`type.${name}`)}
              <input
                name={`type-${row}-${name}`}
                defaultValue={value(`type-${row}-${name}`, initial)}
                inputMode={name === 'official' ? 'text' : 'decimal'}
                dir="ltr"
              />
            </label>
          );
          return (
            <div className="eo-type eo-pair" key={row} role="group" aria-label={t('form.type', { number: row + 1 })}>
              <label>
                {t('type.purpose')}
                <select name={`type-${row}-purpose`} defaultValue={value(`type-${row}-purpose`, type?.purpose ?? 'tourist')}>
                  {visaPurposes.map((one) => (
                    <option key={one} value={one}>
                      {words(`types.purpose.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {t('type.entries')}
                <select name={`type-${row}-entries`} defaultValue={value(`type-${row}-entries`, type?.entries ?? 'single')}>
                  {visaEntries.map((one) => (
                    <option key={one} value={one}>
                      {words(`types.entries.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              {cell('stay', String(type?.stay ?? ''))}
              {cell('validity', String(type?.validity ?? ''))}
              {cell('official', type?.official ?? '')}
              {cell('governmentFee', dirhams(type?.governmentFee))}
              {cell('serviceFee', dirhams(type?.serviceFee))}
              {cell('days', String(standard?.days ?? ''))}
              {cell('expressDays', String(express?.days ?? ''))}
              {cell('expressGovernment', express ? dirhams(express.governmentExtra) : '')}
              {cell('expressService', express ? dirhams(express.serviceExtra) : '')}
            </div>
          );
        })}
      </fieldset>
      {text('note', note, { maxLength: 300, required: true })}
      <button className="bo-btn bo-btn--p" name="act" value="draft" type="submit">
        {t('act.draft')}
      </button>
    </Form>
  );
}
