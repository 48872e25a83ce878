import { Link } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import { durationWords } from '../experience-words.tsx';
import type { ExperienceRecord } from './open-experience-desk.server.ts';

/** How the open edition reads in a language, missing words marked. */
export function Preview({ record, lang, base }: { record: ExperienceRecord; lang: LanguageCode; base: string }) {
  const t = useTexts('staff-activities');
  const editions = useTexts('staff-editions');
  const shop = useTexts('experiences');
  const { facts, words } = record.content;
  const mine = words[lang];
  const told = (text: string | undefined) => (text ? text : <mark lang="en">{editions('preview.missing')}</mark>);
  const lists = [
    ['highlights', mine.highlights],
    ['included', mine.included],
    ['notIncluded', mine.notIncluded],
    ['bring', mine.bring],
    ['goodToKnow', mine.goodToKnow],
  ] as const;
  return (
    <>
      <nav className="td-langs" aria-label={editions('languages')}>
        {record.languages.map(({ code }) => (
          <Link key={code} to={`${base}?part=preview&lang=${code}`} aria-current={code === lang ? 'page' : undefined}>
            {editions(`lang.${code}`)}
          </Link>
        ))}
      </nav>
      <article className="td-preview" lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
        <Poster place={record.id} art={facts.poster} crop="wide" phone="landscape" alt="" />
        <h2>{told(mine.title)}</h2>
        <p className="td-preview__tagline">{told(mine.tagline)}</p>
        <p>
          {told(mine.city)} · {durationWords(shop, facts.durationMinutes)} · <bdi>{facts.startTimes.join(' · ') || '–'}</bdi>
        </p>
        <ul>
          {facts.ageBands.map(({ band, from, to, price }) => (
            <li key={band}>
              {shop(`bands.${band}`)} <bdi>{to === null ? `${from}+` : `${from}–${to}`}</bdi>: <bdi>{formatMoney(price, lang)}</bdi>
            </li>
          ))}
        </ul>
        <p>{told(mine.summary)}</p>
        <ol className="td-preview__days">
          {mine.plan.map(({ title, text }, at) => (
            <li key={at}>
              <h3>
                <span>{at + 1}</span> {told(title)}
              </h3>
              <p>{told(text)}</p>
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
          <section>
            <h3 lang={undefined}>{t('field.meeting')}</h3>
            <p>{told(mine.meeting)}</p>
          </section>
        </div>
      </article>
    </>
  );
}
