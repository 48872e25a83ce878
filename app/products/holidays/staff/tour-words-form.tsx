import { KeptInput, KeptLeft, KeptText } from '#app/commerce/supply/kept-fields.tsx';
import { Link } from 'react-router';
import { NotWritten } from '#app/commerce/supply/edition-panels.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { leastSummary } from '../tour-content.ts';
import type { PartForm } from './tour-facts-form.tsx';

/** The words of a tour in one language, with the English ones beside them. */
export function WordsForm({
  record,
  mayWrite,
  version,
  formKey,
  lang,
  base,
}: PartForm & { readonly lang: LanguageCode; readonly base: string }) {
  const t = useTexts('staff-tours');
  const own = useLanguage();
  const { words, facts } = record.content;
  const mine = words[lang];
  const english = lang === 'en' ? null : words.en;
  const direction = lang === 'ar' ? 'rtl' : 'ltr';
  const missing = record.languages.find(({ code }) => code === lang)?.missing ?? [];
  const lacks = (name: string, value: string) =>
    missing.some((field) => field === name) || (/^(?:day-|place-)/.test(name) && value.trim() === '');
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
          lang={lang}
          dir={direction}
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
          lang={lang}
          dir={direction}
        />
      </label>
      {lacks(name, value) && (
        <NotWritten id={`${name}-lacks`} least={name === 'summary' ? leastSummary : undefined} written={value.trim() !== ''} />
      )}
    </div>
  );
  return (
    <>
      <nav className="td-langs" aria-label={t('languages')}>
        {record.languages.map(({ code, percent }) => (
          <Link key={code} to={`${base}?part=words&lang=${code}`} aria-current={code === lang ? 'page' : undefined}>
            {t(`lang.${code}`)} <span className="td-number">{formatNumber(percent, own)} %</span>
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
            {line('tagline', t('field.tagline'), mine.tagline, english?.tagline, 90)}
            {lines('summary', t('field.summary'), mine.summary, english?.summary, 4)}
          </section>
          <section className="dl-card td-words">
            <h2>{t('words.lists')}</h2>
            <p className="td-hint">{t('words.perLine')}</p>
            {(['highlights', 'included', 'notIncluded', 'goodToKnow'] as const).map((field) => (
              <div key={field}>{lines(field, t(`field.${field}`), mine[field].join('\n'), english?.[field].join(' · '), 6)}</div>
            ))}
          </section>
          {facts.stops.length > 0 && (
            <section className="dl-card td-words">
              <h2>{t('field.places')}</h2>
              {facts.stops.map(({ key }) => (
                <div key={key}>{line(`place-${key}`, words.en.places[key] ?? key, mine.places[key] ?? '', undefined, 80)}</div>
              ))}
            </section>
          )}
          <section className="dl-card td-words">
            <h2>{t('field.days')}</h2>
            {facts.meals.map((_, at) => (
              <fieldset key={at} className="td-words__day">
                <legend>{t('days.number', { number: at + 1 })}</legend>
                {line(`day-title-${at}`, t('days.title'), mine.days[at]?.title ?? '', english?.days[at]?.title, 120)}
                {lines(`day-text-${at}`, t('days.text'), mine.days[at]?.text ?? '', english?.days[at]?.text, 3)}
              </fieldset>
            ))}
          </section>
          <KeptLeft
            gone={(name) =>
              (/^day-(?:title|text)-\d+$/.test(name) && Number(name.split('-')[2]) >= facts.meals.length) ||
              (name.startsWith('place-') && !facts.stops.some(({ key }) => name === `place-${key}`))
            }
          />
          {mayWrite && (
            <p className="td-save">
              <button className="bo-btn bo-btn--p">{t('save')}</button>
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
