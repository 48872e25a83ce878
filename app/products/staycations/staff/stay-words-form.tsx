import { Link } from 'react-router';
import { NotWritten } from '#app/commerce/supply/edition-panels.tsx';
import { KeptInput, KeptLeft, KeptText } from '#app/commerce/supply/kept-fields.tsx';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { leastSummary } from '../stay-content.ts';
import type { PartForm } from './stay-forms.tsx';

/** The words of a house in one language, with the English ones beside them. */
export function WordsForm({
  record,
  mayWrite,
  version,
  formKey,
  lang,
  base,
}: PartForm & { readonly lang: LanguageCode; readonly base: string }) {
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  const own = useLanguage();
  const { words, rooms, facts } = record.content;
  const mine = words[lang];
  const english = lang === 'en' ? null : words.en;
  const missing = record.languages.find(({ code }) => code === lang)?.missing ?? [];
  const script = { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' } as const;
  const field = (
    name: string,
    label: string,
    value: string,
    source: string | undefined,
    how: { readonly lacks: boolean; readonly rows?: number; readonly longest: number },
  ) => (
    <div key={name}>
      <label>
        <span>{label}</span>
        {source && (
          <q lang="en" dir="ltr">
            {source}
          </q>
        )}
        {how.rows ? (
          <KeptText name={name} defaultValue={value} rows={how.rows} maxLength={how.longest} {...script} />
        ) : (
          <KeptInput name={name} defaultValue={value} maxLength={how.longest} {...script} />
        )}
      </label>
      {how.lacks && <NotWritten least={name === 'summary' ? leastSummary : undefined} written={value.trim() !== ''} />}
    </div>
  );
  const plain = (name: 'title' | 'area' | 'tagline' | 'summary' | 'children', longest: number, rows?: number) =>
    field(name, t(`field.${name}`), mine[name], english?.[name], {
      lacks: missing.includes(name),
      longest,
      ...(rows ? { rows } : {}),
    });
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
            {plain('title', 120)}
            {plain('area', 80)}
            {plain('tagline', 90)}
            {plain('summary', 1200, 4)}
            {plain('children', 1200, 3)}
          </section>
          {rooms.length > 0 && (
            <section className="dl-card td-words">
              <h2>{t('field.rooms')}</h2>
              {rooms.map(({ key, onSale }, at) => {
                const told = mine.rooms[key];
                const source = english?.rooms[key];
                const lacks = (text: string | undefined) => onSale && (text ?? '').trim() === '';
                return (
                  <fieldset key={key} className="td-words__day">
                    <legend>{words.en.rooms[key]?.name ?? key}</legend>
                    {field(`room-name-${at}`, t('field.name'), told?.name ?? '', source?.name, { lacks: lacks(told?.name), longest: 80 })}
                    {field(`room-text-${at}`, t('field.text'), told?.text ?? '', source?.text, {
                      lacks: lacks(told?.text),
                      longest: 1200,
                      rows: 3,
                    })}
                  </fieldset>
                );
              })}
            </section>
          )}
          {facts.atHotel.length > 0 && (
            <section className="dl-card td-words">
              <h2>{t('field.atHotel')}</h2>
              {facts.atHotel.map(({ key }, at) => {
                const told = mine.atHotel[key] ?? '';
                return field(`charge-name-${at}`, t('words.charge', { number: at + 1 }), told, english?.atHotel[key], {
                  lacks: told.trim() === '',
                  longest: 80,
                });
              })}
            </section>
          )}
          <section className="dl-card td-words">
            <h2>{t('words.lists')}</h2>
            <p className="td-hint">{t('words.perLine')}</p>
            {(['highlights', 'facilities', 'nearby', 'goodToKnow'] as const).map((name) =>
              field(name, t(`field.${name}`), mine[name].join('\n'), english?.[name].join(' · '), {
                lacks: missing.includes(name),
                longest: 3000,
                rows: 5,
              }),
            )}
          </section>
          <KeptLeft
            gone={(name) =>
              (/^room-(?:name|text)-\d+$/.test(name) && Number(name.split('-')[2]) >= rooms.length) ||
              (/^charge-name-\d+$/.test(name) && Number(name.split('-')[2]) >= facts.atHotel.length)
            }
          />
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
