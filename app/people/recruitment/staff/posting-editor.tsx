import { useMemo } from 'react';
import { Form, Link } from 'react-router';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { departments, employments, places, questionKinds, salaryCurrencies, salaryPeriods } from '../job-posting-kinds.ts';
import { missingIn, openRows, wordParts, type PostingFields } from '../posting-fields.ts';
import type { PostingFinding } from '../posting-check-rules.ts';
import type { PostingErrors } from '../posting-form.ts';
import { PostingFindings } from './posting-findings.tsx';
import { Choice, Tick, told, Wrong, type Shown } from './posting-controls.tsx';
import { WayFields } from './way-fields.tsx';
import './postings.css';

interface EditorProps {
  readonly fields: PostingFields;
  readonly errors: PostingErrors;
  readonly version: number | null;
  /** Of a new posting: pressed twice it makes one. */
  readonly formKey?: string;
  readonly requisitions: readonly { readonly id: string; readonly title: string }[];
  readonly back: string;
  /** Nobody outside reads it yet: it is kept as far as it is written. */
  readonly draft: boolean;
  readonly opens?: LanguageCode | null;
  /** What the check warns of anew in a posting that is out: saved with a reason. */
  readonly findings?: readonly PostingFinding[];
}

const ownName = { en: 'English', ar: 'العربية', tl: 'Tagalog', es: 'Español', pt: 'Português' } as const;
const direction = (language: string) => (language === 'ar' ? 'rtl' : 'ltr');

/** How a field is called in the summary; null where what is wrong names it. */
export function labelOf(name: string, t: ReturnType<typeof useTexts>): string | null {
  const [stem = '', which = ''] = name.split('-');
  const language = languageCodes.find((one) => one === which);
  if (language && wordParts.some((part) => part === stem)) return `${t(`part.${stem}`)} (\u2068${ownName[language]}\u2069)`;
  if (stem === 'round') return t('way.round');
  if (stem === 'question') return t('question', { n: Number(which) + 1 });
  if (stem === 'criterion') return t('field.criterion', { n: Number(which) + 1 });
  return stem === 'days' ? null : t(`field.${name}`);
}

/** A posting as a form: its terms, its words in five languages with what is missing, questions and criteria. */
export function PostingEditor({ fields, errors, version, formKey, requisitions, back, draft, opens, findings = [] }: EditorProps) {
  const t = useTexts('staff-postings');
  const shown = { fields, errors };
  const faults = useMemo(
    () =>
      Object.entries(errors).map(([name, error]) => ({
        field: name,
        message: [labelOf(name, t), t(`error.${error}`)].filter(Boolean).join(': '),
      })),
    [errors, t],
  );
  return (
    <Form method="post" className="po-form" noValidate>
      {version !== null && <input type="hidden" name="version" value={version} />}
      {formKey && <input type="hidden" name="key" value={formKey} />}
      <ErrorSummary title={t('wrong', { count: faults.length })} faults={faults} />
      <Terms {...shown} requisitions={requisitions} />
      <WayFields {...shown} />
      {languageCodes.map((language) => (
        <Words key={language} {...shown} language={language} opens={opens ?? 'en'} />
      ))}
      <Questions {...shown} />
      <Criteria {...shown} />
      {findings.length > 0 && (
        <section className="dl-card">
          <h2>{t('check.title')}</h2>
          <PostingFindings findings={findings} />
          <label>
            <span>{t('check.reason')}</span>
            <input
              name="check-reason"
              id="check-reason"
              defaultValue={fields['check-reason']}
              maxLength={300}
              dir="auto"
              autoComplete="off"
              aria-invalid
              aria-describedby="check-reason-wrong"
            />
            <small className="bo-wrong" id="check-reason-wrong">
              {t('refused.check-reason')}
            </small>
          </label>
        </section>
      )}
      <div className="bo-actions">
        <button className="bo-btn bo-btn--p">{t('save')}</button>
        <Link to={back}>{t('cancel')}</Link>
        <span className="dl-quiet">{t(draft ? 'draftHint' : 'saveHint')}</span>
      </div>
    </Form>
  );
}

function Terms({ fields, errors, requisitions }: Shown & Pick<EditorProps, 'requisitions'>) {
  const t = useTexts('staff-postings');
  const words = useTexts('careers');
  const shown = { fields, errors };
  return (
    <section className="dl-card">
      <h2>{t('terms')}</h2>
      <div className="po-fields">
        <Choice
          {...shown}
          name="department"
          label={t('field.department')}
          options={departments.map((id) => ({ id, name: words(`department.${id}`) }))}
        />
        <Choice {...shown} name="place" label={t('field.place')} options={places.map((id) => ({ id, name: words(`place.${id}`) }))} />
        <Choice
          {...shown}
          name="employment"
          label={t('field.employment')}
          options={employments.map((id) => ({ id, name: words(`employment.${id}`) }))}
        />
        <label>
          <span>{t('field.closesOn')}</span>
          <input type="date" name="closesOn" id="closesOn" defaultValue={fields['closesOn']} {...told(errors, 'closesOn')} />
          <Wrong errors={errors} name="closesOn" />
        </label>
        <Choice
          {...shown}
          name="requisition"
          label={t('field.requisition')}
          options={requisitions.map(({ id, title }) => ({ id, name: title }))}
        />
        {(['salaryLeast', 'salaryMost'] as const).map((name) => (
          <label key={name}>
            <span>{t(`field.${name}`)}</span>
            <input
              inputMode="numeric"
              name={name}
              id={name}
              defaultValue={fields[name]}
              maxLength={12}
              autoComplete="off"
              {...told(errors, name)}
            />
            <Wrong errors={errors} name={name} />
          </label>
        ))}
        <Choice
          {...shown}
          name="salaryCurrency"
          label={t('field.salaryCurrency')}
          options={salaryCurrencies.map((id) => ({ id, name: id }))}
        />
        <Choice
          {...shown}
          name="salaryPeriod"
          label={t('field.salaryPeriod')}
          options={salaryPeriods.map((id) => ({ id, name: words(`terms.${id}`) }))}
        />
        {(['look', 'talks', 'offer'] as const).map((step) => (
          <label key={step}>
            <span>{t('field.days', { step: words(`steps.${step}.title`) })}</span>
            <input
              inputMode="numeric"
              name={`days-${step}`}
              id={`days-${step}`}
              defaultValue={fields[`days-${step}`]}
              maxLength={2}
              autoComplete="off"
              {...told(errors, `days-${step}`)}
            />
            <Wrong errors={errors} name={`days-${step}`} />
          </label>
        ))}
      </div>
      <fieldset className="po-ticks" id="languages" {...told(errors, 'languages')}>
        <legend>{t('field.languages')}</legend>
        {languageCodes.map((one) => (
          <Tick key={one} fields={fields} name={`works-${one}`} label={words(`language.${one}`)} />
        ))}
        <Wrong errors={errors} name="languages" />
      </fieldset>
      <div className="po-ticks">
        {(['remote', 'visaSupport', 'blind'] as const).map((name) => (
          <Tick key={name} fields={fields} name={name} label={t(`field.${name}`)} />
        ))}
      </div>
      <p className="dl-quiet">{t('field.blindLater')}</p>
    </section>
  );
}

function Words({ fields, errors, language, opens }: Shown & { language: LanguageCode; opens: LanguageCode }) {
  const t = useTexts('staff-postings');
  const reads = useLanguage();
  const missing = missingIn(fields, language);
  const lacks = [
    ...missing.parts.map((part) => t(`part.${part}`)),
    ...(missing.questions > 0 ? [t('missing.questions', { count: missing.questions })] : []),
  ];
  const wrong = wordParts.some((part) => errors[`${part}-${language}`]);
  return (
    <details className="dl-card po-words" open={language === opens || wrong}>
      <summary>
        <h2>
          <bdi lang={language}>{ownName[language]}</bdi>
        </h2>
        <span className={`dl-state${lacks.length === 0 ? ' dl-state--good' : ' dl-state--now'}`}>
          {lacks.length === 0 ? t('missing.nothing') : t('missing.some', { parts: lacks.join(comma(reads)) })}
        </span>
      </summary>
      <div className="po-text">
        {wordParts.map((part) => {
          const name = `${part}-${language}`;
          const given = { name, id: name, defaultValue: fields[name], lang: language, dir: direction(language), ...told(errors, name) };
          return (
            <label key={part}>
              <span>
                {t(`part.${part}`)}
                {part !== 'title' && part !== 'summary' && <small className="dl-quiet"> {t('oneALine')}</small>}
              </span>
              {part === 'title' ? (
                <input {...given} maxLength={80} autoComplete="off" />
              ) : (
                <textarea
                  {...given}
                  rows={part === 'summary' ? 2 : part === 'extras' ? 3 : 5}
                  maxLength={part === 'summary' ? 300 : 4_000}
                />
              )}
              <Wrong errors={errors} name={name} />
            </label>
          );
        })}
      </div>
    </details>
  );
}

function Questions({ fields, errors }: Shown) {
  const t = useTexts('staff-postings');
  return (
    <section className="dl-card">
      <h2>{t('questions')}</h2>
      <p className="dl-quiet">{t('questionsHint')}</p>
      {Array.from({ length: openRows(fields, 'question') }, (_, index) => {
        const at = `question-${index}`;
        return (
          <fieldset key={at} className="po-row">
            <legend>{t('question', { n: index + 1 })}</legend>
            <input type="hidden" name={`${at}-id`} value={fields[`${at}-id`] ?? ''} />
            <div className="po-fields">
              {languageCodes.map((language) => (
                <label key={language}>
                  <span>
                    <bdi lang={language}>{ownName[language]}</bdi>
                  </span>
                  <input
                    name={`${at}-${language}`}
                    id={`${at}-${language}`}
                    defaultValue={fields[`${at}-${language}`]}
                    maxLength={200}
                    lang={language}
                    dir={direction(language)}
                    autoComplete="off"
                    {...told(errors, `${at}-${language}`)}
                  />
                  <Wrong errors={errors} name={`${at}-${language}`} />
                </label>
              ))}
              <label>
                <span>{t('field.kind')}</span>
                <select name={`${at}-kind`} defaultValue={fields[`${at}-kind`] ?? 'yes-no'}>
                  {questionKinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`kind.${kind}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                <span>{t('field.wanted')}</span>
                <input
                  name={`${at}-wanted`}
                  id={`${at}-wanted`}
                  defaultValue={fields[`${at}-wanted`]}
                  maxLength={4}
                  autoComplete="off"
                  {...told(errors, `${at}-wanted`)}
                />
                <Wrong errors={errors} name={`${at}-wanted`} />
              </label>
            </div>
            <Tick fields={fields} name={`${at}-required`} label={t('field.required')} />
          </fieldset>
        );
      })}
    </section>
  );
}

function Criteria({ fields, errors }: Shown) {
  const t = useTexts('staff-postings');
  return (
    <section className="dl-card">
      <h2>{t('criteria')}</h2>
      <p className="dl-quiet">{t('criteriaHint')}</p>
      {Array.from({ length: openRows(fields, 'criterion') }, (_, index) => {
        const at = `criterion-${index}`;
        return (
          <div key={at} className="po-pair">
            <input type="hidden" name={`${at}-id`} value={fields[`${at}-id`] ?? ''} />
            <label>
              <span>{t('field.criterion', { n: index + 1 })}</span>
              <input
                name={`${at}-name`}
                id={`${at}-name`}
                defaultValue={fields[`${at}-name`]}
                maxLength={120}
                dir="auto"
                autoComplete="off"
                {...told(errors, `${at}-name`)}
              />
              <Wrong errors={errors} name={`${at}-name`} />
            </label>
            <label>
              <span>{t('field.weight')}</span>
              <select name={`${at}-weight`} defaultValue={fields[`${at}-weight`] ?? '3'}>
                {[1, 2, 3, 4, 5].map((weight) => (
                  <option key={weight}>{weight}</option>
                ))}
              </select>
            </label>
          </div>
        );
      })}
    </section>
  );
}
