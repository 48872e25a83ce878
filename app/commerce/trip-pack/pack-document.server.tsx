import type { Brand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { sayBefore } from '#app/ui/say-before.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ListedOrder } from '../orders/list-orders.server.ts';
import { checkedInOf } from '../orders/order-description.ts';
import type { MyTrip } from './find-my-trip.server.ts';
import { mayKeep, packPaperAddress } from './kept-trip-rules.ts';
import { tripDocument } from './trip-document.server.tsx';
import { timelineOf, type TimelineEntry } from './trip-timeline.ts';

interface Words {
  readonly t: Translate;
  readonly orders: Translate;
  readonly language: LanguageCode;
}

/** A trip with its times, codes, tasks and papers in one file. It says for what moment it was made; prices are not in it. */
export function packDocument(trip: MyTrip, language: LanguageCode, brand: Pick<Brand, 'name' | 'nameAr'>, now: Instant) {
  const texts = textsFor(language);
  const words: Words = { t: texts.of('trip-pack'), orders: texts.of('orders'), language };
  const { t, orders } = words;
  const flown = trip.orders.filter(({ description }) => description.slices.length > 0);
  const title =
    flown.length > 0 ? orders('journey.route', { from: flown[0]!.from, to: flown.at(-1)!.to }) : trip.orders[0]!.description.title;
  const made = localTimeIn('Asia/Dubai', now);
  const asOf = { date: formatDate(made, language, 'long'), time: `${made.slice(11, 16)} ${orders('clock.dubai')}` };
  const days = Map.groupBy(timelineOf(trip.orders), ({ day }) => day);
  return tripDocument({
    language,
    brand,
    title,
    body: (
      <main>
        <p className="offline" role="status">
          <b>{t('pack.offline', asOf)}</b> {t('pack.mayHaveChanged')}
        </p>
        <h1>{title}</h1>
        <p className="small">{t('pack.asOf', asOf)}</p>
        {[...days].map(([day, entries]) => (
          <section key={day}>
            <h2>{formatDate(day, language, 'long')}</h2>
            {entries.map((entry, index) => (
              <Entry key={index} entry={entry} words={words} />
            ))}
          </section>
        ))}
        {trip.orders.map((order) => (
          <OrderFacts key={order.reference} order={order} words={words} />
        ))}
        <p className="online">
          <a href={`/bookings-trips/${trip.orders[0]!.reference}`}>{t('pack.back')}</a>
        </p>
      </main>
    ),
  });
}

function Entry({ entry, words: { t, orders, language } }: { entry: TimelineEntry; words: Words }) {
  if (entry.kind === 'thing')
    return (
      <>
        <h3>{entry.title}</h3>
        <p>{t(`state.${entry.state}`)}</p>
        <dl>
          {entry.facts.map(({ name, value }) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>
              <bdi>{value}</bdi>
            </dd>,
          ])}
        </dl>
      </>
    );
  return (
    <>
      <h3>
        {entry.airline} <bdi>{entry.flight}</bdi>
      </h3>
      <p>{t(`state.${entry.state}`)}</p>
      {entry.operator && <p className="small">{orders('journey.operatedBy', { airline: entry.operator })}</p>}
      <dl>
        {(['leaves', 'lands'] as const).map((word) => {
          const end = word === 'leaves' ? entry.from : entry.to;
          const before = word === 'leaves' ? entry.was?.from : entry.was?.to;
          return [
            <dt key={`${word} name`}>{t(`timeline.${word}`)}</dt>,
            <dd key={word}>
              <b>
                <bdi>{end.local.slice(11, 16)}</bdi>
              </b>{' '}
              {end.local.slice(0, 10) !== entry.day && `(${formatDate(end.local, language, 'day')}) `}
              {before && `${t('timeline.was', { time: sayBefore(before, end.local, language) })} · `}
              {end.city} · {end.airport} (<bdi>{end.code}</bdi>)
              {end.terminal && ` · ${orders('journey.terminal', { terminal: end.terminal })}`}
            </dd>,
          ];
        })}
      </dl>
    </>
  );
}

function OrderFacts({ order, words: { t, orders, language } }: { order: ListedOrder; words: Words }) {
  const { description, papers, reference } = order;
  const kept = papers.filter(mayKeep);
  const paperWords = (kind: string, name: string | null) => orders([`${order.kind}.papers.${kind}`, `papers.${kind}`], { name });
  return (
    <section>
      <h2>{description.title}</h2>
      <dl>
        <dt>{t('pack.order')}</dt>
        <dd>
          <bdi>{reference}</bdi>
        </dd>
        {description.contracts.map(({ airline, locator, flights }, index) => [
          <dt key={`${index} name`}>
            {orders('trips.locator')} · {airline}
            {flights && (
              <>
                {' · '}
                <bdi dir="ltr">{flights}</bdi>
              </>
            )}
          </dt>,
          <dd key={index}>
            <b>
              <bdi>{locator ?? '–'}</bdi>
            </b>
          </dd>,
        ])}
        {description.slices.flatMap(checkedInOf).map(
          ({ checkIn, from, to }, index) =>
            checkIn && [
              <dt key={`in ${index} name`}>{t('pack.checkIn', { from, to })}</dt>,
              <dd key={`in ${index}`}>
                {t('pack.checkInTimes', {
                  opens: `${formatDate(checkIn.opens.local, language, 'day')} ${checkIn.opens.local.slice(11, 16)}`,
                  closes: `${formatDate(checkIn.closes.local, language, 'day')} ${checkIn.closes.local.slice(11, 16)}`,
                  place: from,
                })}
              </dd>,
            ],
        )}
      </dl>
      {description.travellers.length > 0 && (
        <ul>
          {description.travellers.map(({ name }, index) => (
            <li key={index}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {(description.tasks ?? []).map((task) => (
        <p key={task.title}>
          <b>{task.title}.</b> {task.text} <bdi>{task.link}</bdi>
        </p>
      ))}
      {kept.length > 0 && (
        <ul aria-label={orders('papers.title')}>
          {kept.map((paper) => (
            <li key={paper.name}>
              <a href={packPaperAddress(reference, paper.name)}>
                {paperWords(paper.kind, paper.traveller)}
                {paper.flights && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{paper.flights}</bdi>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
