import { KeptInput, KeptLeft, KeptText, useRows } from '#app/commerce/supply/kept-fields.tsx';
import { Link } from 'react-router';
import { NotWritten } from '#app/commerce/supply/edition-panels.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { leastSummary } from '../experience-content.ts';
import { mostSteps } from './experience-form.ts';
import type { PartForm } from './experience-forms.tsx';

/** The words of an experience in one language, with the English ones beside them. */
export function WordsForm({
  record,
  mayWrite,
  version,
  formKey,
  lang,
  base,
}: PartForm & { readonly lang: LanguageCode; readonly base: string }) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const own = useLanguage();
  const { words } = record.content;
  const mine = words[lang];
  const english = lang === 'en' ? null : words.en;
  const missing = record.languages.find(({ code }) => code === lang)?.missing ?? [];
  const lacks = (name: string, value: string) =>
    missing.some((field) => field === name) || (english !== null && name.startsWith('step-') && value.trim() === '');
  const script = { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' } as const;
  const line = (name: string, label: string, value: string, source: string | undefined, longest: number) => (
    <div>
      <label>
        <span>{label}</span>
        {source && (
          <q lang="en" dir="ltr">
            {source}
          </q>
        )}
        <KeptInput
          name={name}
          aria-describedby={lacks(name, value) ? `${name}-lacks` : undefined}
          defaultValue={value}
          maxLength={longest}
          {...script}
        />
      </label>
      {lacks(name, value) && <NotWritten id={`${name}-lacks`} written={value.trim() !== ''} />}
    </div>
  );
  const lines = (name: string, label: string, value: string, source: string | undefined, rows: number) => (
    <div>
      <label>
        <span>{label}</span>
        {source && (
          <q lang="en" dir="ltr">
            {source}
          </q>
        )}
        <KeptText
          name={name}
          aria-describedby={lacks(name, value) ? `${name}-lacks` : undefined}
          defaultValue={value}
          rows={rows}
          maxLength={3000}
          {...script}
        />
      </label>
      {lacks(name, value) && (
        <NotWritten id={`${name}-lacks`} least={name === 'summary' ? leastSummary : undefined} written={value.trim() !== ''} />
      )}
    </div>
  );
  const more = english ? Number(english.plan.length === 0) : Math.min(2, Math.max(0, mostSteps - mine.plan.length));
  const steps = useRows((english ?? mine).plan, more, 'step-title');
  return (
    <>
      <nav className="td-langs" aria-label={editions('languages')}>
        {record.languages.map(({ code, percent }) => (
          <Link key={code} to={`${base}?part=words&lang=${code}`} aria-current={code === lang ? 'page' : undefined}>
            {editions(`lang.${code}`)} <span className="td-number">{formatNumber(percent, own)} %</span>
          </Link>
        ))}
      </nav>
      <DeskForm sends={mayWrite} facts method="post" className="td-form" key={`${lang}-${formKey}`}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="part" value="words" />
        <input type="hidden" name="language" value={lang} />
        <fieldset className="td-form__body">
          <legend className="sr-only">{t('part.words')}</legend>
          <section className="dl-card td-words">
            <h2>{t('words.about')}</h2>
            {line('title', t('field.title'), mine.title, english?.title, 120)}
            {line('city', t('field.city'), mine.city, english?.city, 80)}
            {line('tagline', t('field.tagline'), mine.tagline, english?.tagline, 90)}
            {lines('summary', t('field.summary'), mine.summary, english?.summary, 4)}
            {line('meeting', t('field.meeting'), mine.meeting, english?.meeting, 300)}
          </section>
          <section className="dl-card td-words">
            <h2>{t('field.plan')}</h2>
            {english === null && lacks('plan', '') && <NotWritten written={false} />}
            {steps.map((_, at) => (
              <fieldset key={at} className="td-words__day">
                <legend>{t('words.step', { number: at + 1 })}</legend>
                {line(`step-title-${at}`, t('field.title'), mine.plan[at]?.title ?? '', english?.plan[at]?.title, 120)}
                {lines(`step-text-${at}`, t('field.text'), mine.plan[at]?.text ?? '', english?.plan[at]?.text, 3)}
              </fieldset>
            ))}
          </section>
          <section className="dl-card td-words">
            <h2>{t('words.lists')}</h2>
            <p className="td-hint">{t('words.perLine')}</p>
            {(['highlights', 'included', 'notIncluded', 'bring', 'goodToKnow'] as const).map((field) => (
              <div key={field}>{lines(field, t(`field.${field}`), mine[field].join('\n'), english?.[field].join(' · '), 5)}</div>
            ))}
          </section>
          <KeptLeft gone={(name) => /^step-(?:title|text)-\d+$/.test(name) && Number(name.split('-')[2]) >= steps.length} />
          {mayWrite && (
            <p className="td-save">
              <button className="bo-btn bo-btn--p">{editions('save')}</button>
              <Link className="bo-btn" to={`${base}?part=preview&lang=${lang}`}>
                {t('part.preview')}
              </Link>
            </p>
          )}
        </fieldset>
      </DeskForm>
    </>
  );
}
