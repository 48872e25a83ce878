import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { TripLine } from '#app/commerce/trip-line/trip-line.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { later } from '#app/ui/later.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayArrival } from '#app/ui/say-arrival.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Passengers } from '../offer.ts';
import { FlightByFlight, type AirportNames } from './flight-by-flight.tsx';
import { FlightLeg, LegNotes, spaced } from './flight-leg.tsx';
import { bagsWords, fareName, moneyWords, ruleWords } from './flight-words.tsx';
import { co2AgainstUsual, type CardSlice, type FlightCard as Card, type PriceBars } from './results-view.ts';

const WhyThisPrice = later(async () => (await import('./why-this-price.tsx')).WhyThisPrice);

export interface CardLinks {
  readonly why: string;
  readonly noWhy: string;
  readonly compare: string;
  /** Null when choosing this one ends the choosing: then the form `chooseForm` is posted. */
  readonly choose: string | null;
}

/** The id of the form that the buttons of all cards belong to. */
export const chooseForm = 'choose';

interface FlightCardProps {
  readonly card: Card;
  readonly passengers: Passengers;
  readonly links: CardLinks;
  readonly best: boolean;
  readonly first: boolean;
  readonly compared: boolean;
  readonly bars: PriceBars | null;
  readonly airports: AirportNames;
  /** Asks what the journey needs for a told passport; null within one country. */
  readonly visas: string | null;
}

/** An offer in three bands: times and price, rules in words, what else the price holds or what to mind. */
export function FlightCard({ card, passengers, links, best, first, compared, bars, airports, visas }: FlightCardProps) {
  const t = useTexts('flights');
  const fares = useTexts('fares');
  const language = useLanguage();
  const { currency } = useCurrency();
  const travellers = passengers.adults + passengers.children + passengers.infants;
  const flights = card.slice.segments.map((segment) => spaced(segment.flight)).join(comma(language));
  const total = moneyWords(card.total, language);
  const chooseLabel = t('card.chooseLabel', { flights, price: total });
  const look = `btn ${first ? 'btn--go' : 'btn--line'}`;
  const against = co2AgainstUsual(card);
  const open = card.lines !== null;
  return (
    <article className="card fr-card" id={card.key} aria-label={flights}>
      {best && <span className="fr-best">{t('sort.best')}</span>}
      <div className="fr-card__main">
        <FlightLeg slice={card.slice} />
        <LegNotes slice={card.slice} />
        <FlightByFlight slices={[card.slice, ...card.included]} airports={airports} />
        <ul className="fr-facts">
          <li>
            <Icon name="tag" />
            <span>
              <b>{fareName(fares, card.brandNameKey)}</b>
              {t(card.lifted ? 'card.familyLifted' : 'card.family')}
            </span>
          </li>
          <li>
            <Icon name={card.checkedBag ? 'bag' : 'cabin-bag'} />
            <span>
              <b>{bagsWords(t, card.cabinBag, card.checkedBag)}</b>
              {card.checkedBag ? t('card.bagsEach') : t('card.noChecked')}
            </span>
          </li>
          <li>
            <Icon name="refund" />
            <span>
              <b>{ruleWords(t, 'refund', card.refund, language)}</b>
              {ruleWords(t, 'change', card.change, language)}
            </span>
          </li>
          <li>
            <Icon name="leaf" />
            <span>
              <b>{t('card.co2', { kilograms: card.co2 })}</b>
              {against === null
                ? t('card.co2Unknown')
                : against === 0
                  ? t('card.co2Usual')
                  : t(against < 0 ? 'card.co2Under' : 'card.co2Over', { percent: Math.abs(against) })}
            </span>
          </li>
        </ul>
      </div>
      <div className="fr-card__price">
        <bdi className="price fr-total">{total}</bdi>
        {currency !== card.total.currency && <DisplayPrice value={card.total} className="fr-display" />}
        <small>{travellers === 1 ? t('card.totalOne') : t('card.total', { count: travellers })}</small>
        {travellers > 1 && <small>{t('card.each', { amount: moneyWords(card.each, language) })}</small>}
        <div className="fr-card__links">
          <a className="link" href={open ? links.noWhy : links.why} data-stay aria-expanded={open} rel="nofollow">
            {t('why.open')}
          </a>
          <a className="fr-compare" href={links.compare} data-stay aria-current={compared ? 'true' : undefined} rel="nofollow">
            {compared && <Icon name="check" small />}
            {t(compared ? 'card.compared' : 'card.compare')}
          </a>
        </div>
        {card.seatsLeft !== null && card.seatsLeft <= 5 && <small className="fr-seats">{t('card.seats', { count: card.seatsLeft })}</small>}
        <div className="fr-card__act">
          {links.choose ? (
            <a className={look} href={links.choose} aria-label={chooseLabel} rel="nofollow">
              {t('card.choose')}
            </a>
          ) : (
            <button
              className={look}
              form={chooseForm}
              name="choice"
              value={`${card.total.amount} ${card.brand} ${card.offerId}`}
              aria-label={chooseLabel}
            >
              {t('card.choose')}
            </button>
          )}
        </div>
      </div>
      <CardBand card={card} />
      {visas && <TripLine query={visas} />}
      {card.lines && <WhyThisPrice card={card} lines={card.lines} close={links.noWhy} bars={bars} />}
    </article>
  );
}

/** The third band: one thing to mind, or the way back that the price includes. */
function CardBand({ card }: { card: Card }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const warning = warningOf(card.slice);
  const next = card.included[0];
  if (!warning && !next && card.tickets === 1) return null;
  const date = (slice: CardSlice) => formatDate(slice.segments[0]!.departs, language, 'day');
  const words = (slice: CardSlice) => ({
    date: date(slice),
    departs: slice.segments[0]!.departs.slice(11),
    arrives: sayArrival(slice.segments[0]!.departs, slice.segments.at(-1)!.arrives, language),
    airline: slice.segments[0]!.airlineName,
    stops: t(`stops.${slice.stops}`),
    route: `${slice.from}–${slice.to}`,
  });
  return (
    <div className={`fr-card__say${warning || card.tickets > 1 ? ' fr-card__say--warn' : ''}`}>
      {warning && (
        <p className="say say--warn">
          <Icon name="warning" />
          <span className="say__words">
            <b>{t('card.warn')}</b> {t(warning.key, warning.values)}
          </span>
        </p>
      )}
      {card.tickets > 1 && (
        <p className="say say--warn">
          <Icon name="info" />
          <span className="say__words">{t('card.tickets', { count: card.tickets })}</span>
        </p>
      )}
      {next && (
        <p className="say">
          <Icon name="landing" />
          <span className="say__words">
            {card.included.length === 1
              ? t('card.included', words(next))
              : card.included.map((slice) => t('card.includedLeg', words(slice))).join(' ')}{' '}
            {t('card.includedNote')}
          </span>
        </p>
      )}
    </div>
  );
}

/** The gravest thing about a journey, if any. */
function warningOf(slice: CardSlice): { key: string; values: Record<string, string> } | null {
  const self = slice.layovers.find((layover) => layover.selfTransfer);
  if (self) return { key: 'card.warnSelf', values: { place: self.placeName } };
  const change = slice.layovers.find((layover) => layover.airportChange);
  if (change) return { key: 'card.warnAirport', values: { from: change.airport, to: change.departsFrom } };
  const risky = slice.layovers.find((layover) => layover.risk);
  if (risky) return { key: risky.risk === 'closed' ? 'card.warnClosed' : 'card.warnLast', values: { place: risky.placeName } };
  const night = slice.layovers.find((layover) => layover.overnight);
  if (night) return { key: 'card.warnNight', values: { place: night.placeName } };
  const tight = slice.layovers.find((layover) => layover.grade === 'tight');
  return tight ? { key: 'card.warnTight', values: { place: tight.placeName } } : null;
}
