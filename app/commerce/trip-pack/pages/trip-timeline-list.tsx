import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Tag, type Tone } from '#app/ui/notice.tsx';
import { sayBefore } from '#app/ui/say-before.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { Duration } from '../../orders/pages/order-journey.tsx';
import type { SharedState } from '../trip-share-rules.ts';
import type { TimelineEntry, TimelineFlight, TimelineThing } from '../trip-timeline.ts';
import './trip-pack.css';

const tones: Readonly<Record<SharedState, Tone>> = {
  planned: 'ok',
  moving: 'info',
  changed: 'warn',
  calledOff: 'danger',
  over: 'plain',
  off: 'danger',
};

/** A trip day by day, each thing by the clock of its place. */
export function TripTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const days = [...new Set(entries.map(({ day }) => day))];
  return (
    <ol className="trip-days">
      {days.map((day) => (
        <li key={day} className="trip-day">
          <h2>
            <DateText date={day} form="long" />
          </h2>
          <ul>
            {entries
              .filter((entry) => entry.day === day)
              .map((entry, index) => (
                <li key={index} className={`trip-day__entry${entry.state === 'off' ? ' trip-day__entry--off' : ''}`}>
                  {entry.kind === 'flight' ? <Flight entry={entry} /> : <Thing entry={entry} />}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function State({ state }: { state: SharedState }) {
  const t = useTexts('trip-pack');
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>;
}

function Flight({ entry: { flight, airline, operator, from, to, minutes, state, was } }: { entry: TimelineFlight }) {
  const t = useTexts('orders');
  const plusDays = dayNumber(to.local.slice(0, 10) as CalendarDate) - dayNumber(from.local.slice(0, 10) as CalendarDate);
  return (
    <>
      <p className="trip-day__head">
        <Icon name="plane" small />
        <b>
          {airline} <bdi>{flight}</bdi>
        </b>
        <State state={state} />
      </p>
      {operator && <p className="small muted">{t('journey.operatedBy', { airline: operator })}</p>}
      <dl className="trip-day__ends">
        {(
          [
            ['leaves', from, 0, was?.from],
            ['lands', to, plusDays, was?.to],
          ] as const
        ).map(([word, end, days, before]) => (
          <End key={word} word={word} end={end} plusDays={days} before={before ?? null} />
        ))}
      </dl>
      <p className="small muted">
        <Duration minutes={minutes} />
      </p>
    </>
  );
}

function End({
  word,
  end,
  plusDays,
  before,
}: {
  word: 'leaves' | 'lands';
  end: TimelineFlight['from'];
  plusDays: number;
  before: string | null;
}) {
  const t = useTexts('trip-pack');
  const language = useLanguage();
  const orders = useTexts('orders');
  return (
    <div>
      <dt>{t(`timeline.${word}`)}</dt>
      <dd>
        <b className="num">
          <LocalClock time={end.local} plusDays={plusDays} />
        </b>{' '}
        {before && <>{t('timeline.was', { time: sayBefore(before, end.local, language) })} · </>}
        {end.city}
        <small className="muted">
          {end.airport} (<bdi>{end.code}</bdi>){end.terminal && <> · {orders('journey.terminal', { terminal: end.terminal })}</>}
        </small>
      </dd>
    </div>
  );
}

function Thing({ entry: { title, icon, facts, state } }: { entry: TimelineThing }) {
  return (
    <>
      <p className="trip-day__head">
        <Icon name={icon} small />
        <b>{title}</b>
        <State state={state} />
      </p>
      <dl className="trip-day__facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
