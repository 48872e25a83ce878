import { Link } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { TourRecord } from './open-tour-desk.server.ts';

/** How the open edition reads in a language, missing words marked. */
export function Preview({ record, lang, base }: { record: TourRecord; lang: LanguageCode; base: string }) {
  const t = useTexts('staff-tours');
  const editions = useTexts('staff-editions');
  const { facts, words } = record.content;
  const mine = words[lang];
  const told = (text: string | undefined) => (text ? text : <mark lang="en">{editions('preview.missing')}</mark>);
  const lists = [
    ['highlights', mine.highlights],
    ['included', mine.included],
    ['notIncluded', mine.notIncluded],
    ['goodToKnow', mine.goodToKnow],
  ] as const;
  return (
    <>
      <nav className="td-langs" aria-label={t('languages')}>
        {record.languages.map(({ code }) => (
          <Link key={code} to={`${base}?part=preview&lang=${code}`} aria-current={code === lang ? 'page' : undefined}>
            {t(`lang.${code}`)}
          </Link>
        ))}
      </nav>
      <article className="td-preview" lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
        <Poster place={record.id} art={facts.poster} crop="wide" phone="landscape" alt="" />
        <h2>{told(mine.title)}</h2>
        <p className="td-preview__tagline">{told(mine.tagline)}</p>
        <p>
          <bdi>{formatMoney(facts.price, lang)}</bdi>
        </p>
        <p>{told(mine.summary)}</p>
        <p>{facts.stops.map(({ key }) => mine.places[key] || words.en.places[key] || key).join(' – ')}</p>
        <ol className="td-preview__days">
          {facts.meals.map((meals, at) => (
            <li key={at}>
              <h3>
                <span>{at + 1}</span> {told(mine.days[at]?.title)}
              </h3>
              <p>{told(mine.days[at]?.text)}</p>
              {meals && <p className="td-hint">{meals}</p>}
            </li>
          ))}
        </ol>
        <div className="td-preview__lists">
          {lists.map(([field, lines]) => (
            <section key={field}>
              <h3 lang={undefined}>{t(`field.${field}`)}</h3>
              {lines.length === 0 ? (
                <p>{told('')}</p>
              ) : (
                <ul>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      </article>
    </>
  );
}
