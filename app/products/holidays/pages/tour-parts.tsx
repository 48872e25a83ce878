import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ShownTour } from '../show-tour.server.ts';

export function Facts({ shown: { tour } }: { shown: ShownTour }) {
  const language = useLanguage();
  const t = useTexts('holidays');
  const facts: readonly (readonly [string, string])[] = [
    [t('days', { count: tour.days }), t('nights', { count: tour.nights })],
    [t('tour.places', { count: tour.route.length }), tour.transport.map((one) => t(`transport.${one}`)).join(comma(language))],
    tour.group === 'private' ? [t('tour.private'), t('tour.privateText')] : [t('tour.upTo', { count: tour.groupSize }), t('tour.people')],
    [t('tour.starsTitle', { count: tour.stars }), t('tour.starsText')],
    tour.minAge > 0 ? [t('tour.age', { count: tour.minAge }), t('tour.ageText')] : [t('tour.allAges'), t('tour.allAgesText')],
  ];
  return (
    <dl className="tour-facts">
      {facts.map(([head, words]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The days as a journal, dated for the departure that is shown. */
export function Journal({ shown }: { shown: ShownTour }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  return (
    <section className="tour-journal" aria-labelledby="journal">
      <h2 id="journal">{t('tour.journal')}</h2>
      {shown.chosen && <p className="muted small">{t('tour.journalDates', { date: formatDate(shown.chosen.from, language, 'long') })}</p>}
      <ol>
        {shown.days.map((day) => (
          <li key={day.number}>
            <p className="tour-journal__when">
              <b>
                <span className="sr-only">{t('tour.day', { number: day.number })}</span>
                <span aria-hidden="true">{day.number}</span>
              </b>
              {day.date && <DateText date={day.date} form="day" />}
            </p>
            <div>
              <h3>{day.title}</h3>
              <p>{day.text}</p>
              <ul className="tour-journal__marks">
                {day.sleepsIn && (
                  <li>
                    <Icon name="staycations" small />
                    {t('tour.night', { place: day.sleepsIn })}
                  </li>
                )}
                <li>
                  <Icon name="meal" small />
                  {day.meals === '' ? t('noMeals') : [...day.meals].map((meal) => t(`meals.${meal}`)).join(comma(language))}
                </li>
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Lines({ title, lines, icon }: { title: string; lines: readonly string[]; icon: 'check' | 'close' }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className={`tour-lines tour-lines--${icon}`}>
        {lines.map((line) => (
          <li key={line}>
            <Icon name={icon} small />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Cancelling({ chosen }: { chosen: NonNullable<ShownTour['chosen']> }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const day = (date: string) => formatDate(date, language, 'short');
  return (
    <section>
      <h2>{t('tour.cancel')}</h2>
      <dl className="tour-cancel">
        {chosen.steps.map((step) => (
          <div key={step.lose}>
            <dt>
              {step.from === null
                ? t('tour.now', { until: day(step.until ?? chosen.from) })
                : step.until === null
                  ? t('tour.since', { from: day(step.from) })
                  : t('tour.between', { from: day(step.from), until: day(step.until) })}
            </dt>
            <dd>{t(`tour.lose.${step.lose}`, { amount: formatMoney(step.amount, language) })}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('tour.cancelFor', { date: formatDate(chosen.from, language, 'short') })}</p>
      <p className="small muted">{t('tour.visaRefused')}</p>
    </section>
  );
}
