import { Link } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { HouseRecord } from './open-stay-desk.server.ts';

/** How the open edition reads in a language, missing words marked. */
export function Preview({ record, lang, base }: { record: HouseRecord; lang: LanguageCode; base: string }) {
  const t = useTexts('staff-stays');
  const editions = useTexts('staff-editions');
  const shop = useTexts('staycations');
  const { facts, words, rooms, plans } = record.content;
  const mine = words[lang];
  const told = (text: string | undefined) => (text ? text : <mark lang="en">{editions('preview.missing')}</mark>);
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
          {told(mine.area)} · {shop('stars', { count: facts.stars })} ·{' '}
          <bdi>
            {facts.checkIn} – {facts.checkOut}
          </bdi>
        </p>
        <p>{told(mine.summary)}</p>
        <ul>
          {rooms
            .filter(({ onSale }) => onSale)
            .map(({ key, from }) => (
              <li key={key}>
                <b>{told(mine.rooms[key]?.name)}</b> <bdi>{formatMoney(from, lang)}</bdi> – {told(mine.rooms[key]?.text)}
              </li>
            ))}
        </ul>
        <ul>
          {plans
            .filter(({ onSale }) => onSale)
            .map(({ key, board, percent }) => (
              <li key={key}>
                {shop(`board.${board}`)} <bdi>{percent} %</bdi>
              </li>
            ))}
        </ul>
        <div className="td-preview__lists">
          {(['highlights', 'facilities', 'nearby', 'goodToKnow'] as const).map((field) => (
            <section key={field}>
              <h3 lang={undefined}>{t(`field.${field}`)}</h3>
              {mine[field].length === 0 ? (
                <p>{told('')}</p>
              ) : (
                <ul>
                  {mine[field].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          {facts.atHotel.length > 0 && (
            <section>
              <h3 lang={undefined}>{t('field.atHotel')}</h3>
              <ul>
                {facts.atHotel.map(({ key, amount, per }) => (
                  <li key={key}>
                    {told(mine.atHotel[key])} <bdi>{formatMoney(amount, lang)}</bdi> {shop(`atHotel.per.${per}`)}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {words.en.children && (
            <section>
              <h3 lang={undefined}>{t('field.children')}</h3>
              <p>{told(mine.children)}</p>
            </section>
          )}
        </div>
      </article>
    </>
  );
}
