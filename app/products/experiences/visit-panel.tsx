import { Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { LiveForm } from '#app/ui/live-form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { agesWords, momentWords } from './experience-words.tsx';
import type { ExperienceView } from './open-experience.server.ts';
import { mostOfBand } from './visit-form.ts';

/** From here on we say how many places a start still has; never fewer than there are. */
const fewLeft = 6;

/** When, how many, what it costs, and until when it can be asked for and cancelled. */
export function VisitPanel({ view, ownHold }: { view: ExperienceView; ownHold: string | null }) {
  const t = useTexts('experiences');
  const language = useLanguage();
  const { currency } = useCurrency();
  const addedWords = useAddedWords();
  const { experience, visit, options, bands, price, from, book } = view;
  const { session, party, days } = visit;
  const path = `/experience/${experience.id}`;
  const dayLink = (day: string) => {
    const params = new URLSearchParams({ date: day, option: visit.option.key });
    for (const [band, count] of Object.entries(party)) params.set(band, String(count));
    return `${path}?${params}`;
  };
  const most = Math.min(mostOfBand, visit.option.groupSize ?? visit.option.capacity);
  return (
    <section className="pp-panel card card--in" aria-labelledby="visit">
      <h2 id="visit" className="pp-panel__from">
        <span>{t('from')}</span> <DisplayPrice value={from} /> <span>{t('perAdult')}</span>
      </h2>
      {days.length === 0 && visit.lost !== 'full' ? (
        <Notice tone="warn" boxed>
          {t('visit.noDays')}
        </Notice>
      ) : (
        <LiveForm action={path} label={t('visit.title')} className="pp-panel__form">
          {visit.lost && (
            <Notice tone="warn" boxed>
              {visit.missed
                ? t(visit.lost === 'full' ? 'visit.allTaken' : 'visit.missed', { date: formatDate(visit.missed, language, 'long') })
                : t(`visit.lost.${visit.lost}`)}
              {visit.lost === 'full' && <FullDay view={view} ownHold={ownHold} />}
            </Notice>
          )}
          {(options.length > 1 || visit.lost === 'option') && (
            <fieldset className="xp-options">
              <legend>{t('option.title')}</legend>
              {options.map((option) => (
                <label key={option.key}>
                  <input
                    type="radio"
                    name="option"
                    value={option.key}
                    defaultChecked={visit.lost !== 'option' && option.key === visit.option.key}
                  />
                  <span>
                    <b>{t([`option.${option.key}`, 'option.standard'])}</b>
                    <small>{option.groupSize === null ? t('option.each') : t('option.group', { number: option.groupSize })}</small>
                  </span>
                  <DisplayPrice value={option.from} />
                </label>
              ))}
            </fieldset>
          )}
          <ul className="xp-days" aria-label={t(visit.missed ? 'visit.daysAround' : 'visit.nextDays')}>
            {days.map((day) => (
              <li key={day}>
                <Link to={dayLink(day)} preventScrollReset replace rel="nofollow" aria-current={day === visit.day ? 'date' : undefined}>
                  <DateText date={day} form="day" />
                </Link>
              </li>
            ))}
          </ul>
          <TextField
            name="date"
            type="date"
            label={t('visit.day')}
            defaultValue={visit.day ?? visit.missed ?? ''}
            min={visit.soonest ?? undefined}
          />
          {visit.sessions.length > 1 || (visit.sessions.length === 1 && !session) ? (
            <fieldset className="xp-starts">
              <legend>{t('visit.start')}</legend>
              {visit.sessions.map(({ start, open, left, stopped }) => (
                <label key={start}>
                  <input type="radio" name="time" value={start} defaultChecked={start === session?.start} disabled={!open} />
                  <bdi>{start}</bdi>
                  {!open ? (
                    <small>{t(left === 0 && !stopped ? 'visit.full' : 'visit.closed')}</small>
                  ) : left <= fewLeft && visit.option.unit === 'person' ? (
                    <small>{t('visit.left', { number: left })}</small>
                  ) : null}
                </label>
              ))}
            </fieldset>
          ) : null}
          <div className="xp-party">
            {bands.map((band) => (
              <SelectField
                key={band.band}
                name={band.band}
                label={t(`bands.${band.band}`)}
                hint={agesWords(t, band)}
                defaultValue={String(party[band.band] ?? 0)}
                data-own={String(party[band.band] ?? 0)}
              >
                {Array.from({ length: most + 1 }, (_, count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
          <noscript>
            <button className="btn btn--line btn--wide" type="submit">
              {t('visit.reckon')}
            </button>
          </noscript>
          <div aria-live="polite" className="pp-panel__sum">
            {visit.fault && (
              <Notice tone="warn" boxed>
                {t(`visit.fault.${visit.fault}`, { number: visit.fault === 'unread' ? mostOfBand : visit.most })}
                {visit.fault === 'group' && (
                  <>
                    {' '}
                    <a className="link" href="#inquiry">
                      {t('visit.askGroup')}
                    </a>
                  </>
                )}
              </Notice>
            )}
            {price && session && (
              <>
                <MoneyList
                  groups={[
                    {
                      title: (
                        <>
                          <DateText date={session.date} form="day" />, <bdi>{session.start}</bdi> {t('visit.to')}{' '}
                          <bdi>{session.end.slice(11)}</bdi>
                        </>
                      ),
                      lines: price.lines.map(({ added, mark, band, count, amount }) => ({
                        label: added
                          ? addedWords({ added, mark })
                          : band === null
                            ? t([`option.${visit.option.key}`, 'option.standard'])
                            : t(`visit.line.${band}`, { count }),
                        value: amount,
                      })),
                    },
                  ]}
                  total={{
                    label: t('visit.total'),
                    value: price.total,
                    note: (
                      <>
                        {t('visit.vat')} {currency !== 'AED' && <DisplayPrice value={price.total} className="xp-approx" />}
                      </>
                    ),
                  }}
                />
                <Notice tone={session.freeUntil ? 'ok' : 'plain'} icon="refund">
                  {session.freeUntil
                    ? t('visit.freeUntil', { moment: momentWords(t, session.freeUntil, language), city: experience.words.city })
                    : t(experience.freeCancelHours === null ? 'cancel.never' : 'cancel.noLonger')}
                </Notice>
                <Notice tone="plain" icon="clock">
                  {t(experience.instant ? 'visit.bookBy' : 'visit.closesAt', {
                    moment: momentWords(t, session.closesAt, language),
                    city: experience.words.city,
                  })}
                </Notice>
              </>
            )}
          </div>
        </LiveForm>
      )}
      {book && (
        <>
          <ButtonLink look="go" wide to={book} rel="nofollow" icon="arrow-end">
            {t(experience.instant ? 'visit.book' : 'visit.request')}
          </ButtonLink>
          <p className="small muted">{t(experience.instant ? 'visit.bookInstant' : 'visit.bookRequest')}</p>
        </>
      )}
      <p className="small">
        <a className="link" href="#inquiry">
          {t('visit.ask')}
        </a>
      </p>
    </section>
  );
}

/** What can be done about a day whose every place is taken. */
function FullDay({ view, ownHold }: { view: ExperienceView; ownHold: string | null }) {
  const t = useTexts('experiences');
  return (
    <ul className="xp-ways">
      {ownHold && (
        <li>
          {t('visit.ownHold')}{' '}
          <Link className="link" to={`/checkout/${ownHold}`}>
            {t('visit.toOwnHold', { reference: ownHold })}
          </Link>
        </li>
      )}
      {view.otherWays.map(({ key, to }) => (
        <li key={key}>
          <Link className="link" to={to} preventScrollReset replace rel="nofollow">
            {t('visit.otherWay', { option: t([`option.${key}`, 'option.standard']) })}
          </Link>
        </li>
      ))}
      <li>
        <a className="link" href="#inquiry">
          {t('visit.askFree')}
        </a>
      </li>
    </ul>
  );
}
