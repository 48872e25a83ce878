import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OfferFilter } from './filter-offers.ts';
import { moneyWords } from './flight-words.tsx';
import { dayWindows, windowOf, type DayWindow } from './results-address.ts';
import { priceSteps, type ResultsList, type ShownFacet } from './results-view.ts';

interface ResultsFiltersProps {
  readonly list: ResultsList;
  readonly filter: OfferFilter;
  /** What the form must carry along besides the filters: the search, the order, what was chosen. */
  readonly carried: readonly (readonly [string, string])[];
  readonly clear: string;
  readonly formKey: string;
}

/** Of a list of values; the others open below them. */
const shownAtOnce = 8;
const waits = [2, 4, 6, 8, 12];
const journeys = [4, 8, 12, 16, 24, 36];

/** A GET form; with a script each change is applied at once. Folded away on a phone. */
export function ResultsFilters({ list, filter, carried, clear, formKey }: ResultsFiltersProps) {
  const t = useTexts('flights');
  const language = useLanguage();
  const navigate = useNavigate();
  const details = useRef<HTMLDetailsElement>(null);
  const count = Object.keys(filter).length;
  const { facets } = list;
  const name = (code: string) => list.names[code] ?? code;

  const send = (form: HTMLFormElement) => {
    const params = new URLSearchParams();
    for (const [key, value] of new FormData(form)) if (typeof value === 'string' && value !== '') params.append(key, value);
    void navigate(`?${params}`, { preventScrollReset: true, replace: true });
  };

  const tick = (field: string, value: string, label: React.ReactNode, number: number | null, checked: boolean) => (
    <label key={value} className="fr-tick">
      <input type="checkbox" name={field} value={value} defaultChecked={checked} />
      <span>{label}</span>
      {number !== null && <bdi>{number}</bdi>}
    </label>
  );
  const ticks = (
    field: string,
    values: readonly ShownFacet[],
    chosen: readonly string[] | undefined,
    label: (value: string) => React.ReactNode,
  ) => {
    const line = (facet: ShownFacet) => tick(field, facet.value, label(facet.value), facet.count, chosen?.includes(facet.value) ?? false);
    const atOnce = values.filter((facet, index) => index < shownAtOnce || chosen?.includes(facet.value));
    const rest = values.filter((facet) => !atOnce.includes(facet));
    return (
      <>
        {atOnce.map(line)}
        {rest.length > 0 && (
          <details className="fr-rest">
            <summary className="link">{t('filter.all', { count: values.length })}</summary>
            {rest.map(line)}
          </details>
        )}
      </>
    );
  };
  const select = (field: string, label: string, value: string, choices: readonly (readonly [string, string])[]) => (
    <label className="fr-select">
      <span>{label}</span>
      <span className="control control--select">
        <select name={field} defaultValue={value}>
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
    </label>
  );
  const windows: [string, string][] = [
    ['', t('filter.anyTime')],
    ...(Object.keys(dayWindows) as DayWindow[]).map((window): [string, string] => [window, t(`filter.${window}`)]),
  ];
  const hours = (choices: readonly number[]): [string, string][] => [
    ['', t('filter.any')],
    ...choices.map((value): [string, string] => [String(value), t('filter.upToHours', { count: value })]),
  ];
  const steps = list.bars ? priceSteps(list.bars) : [];
  const highest = Math.max(1, ...(list.bars?.counts ?? []));
  const most = filter.maxPrice;
  const prices: [string, string][] = [
    ['', t('filter.anyPrice')],
    ...(most !== undefined && !steps.some((step) => step.amount === most)
      ? [[String(most / 100), t('filter.upTo', { price: moneyWords({ amount: most, currency: 'AED' }, language) })] as [string, string]]
      : []),
    ...steps
      .slice(0, -1)
      .map((step): [string, string] => [String(step.amount / 100), t('filter.upTo', { price: moneyWords(step, language) })]),
  ];
  const group = (title: string, open: boolean, content: React.ReactNode) => (
    <details className="fr-group" open={open || undefined}>
      <summary>
        {title}
        <Icon name="chevron-down" small />
      </summary>
      {content}
    </details>
  );

  return (
    <details className="fr-filters" ref={details}>
      <summary className="fr-filters__open">
        <Icon name="filter" small />
        {count > 0 ? t('filter.titleCount', { count }) : t('filter.title')}
      </summary>
      <form
        method="get"
        action="/flight-search-results"
        key={formKey}
        aria-label={t('filter.title')}
        onChange={(event) => send(event.currentTarget)}
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget);
          if (details.current) details.current.open = false;
        }}
      >
        {carried.map(([key, value], index) => (
          <input key={index} type="hidden" name={key} value={value} />
        ))}
        <div className="fr-filters__head">
          <h2>{t('filter.title')}</h2>
          {count > 0 && (
            <a className="link" href={clear} data-stay>
              {t('filter.clear')}
            </a>
          )}
        </div>
        {facets.stops.length > 0 &&
          group(
            t('filter.stops'),
            true,
            ticks('stops', facets.stops, filter.stops?.map(String), (value) => t(`stops.${value}`)),
          )}
        {(list.bars || most !== undefined) &&
          group(
            t('filter.price'),
            true,
            <>
              {list.bars && (
                <div className="fr-hist" aria-hidden="true">
                  {list.bars.counts.map((value, bar) => (
                    <i
                      key={bar}
                      data-over={most !== undefined && (steps[bar]?.amount ?? 0) > most ? '' : undefined}
                      style={
                        {
                          '--h': `${value === 0 ? 2 : Math.max(8, Math.round((value * 100) / highest))}%`,
                        } as React.CSSProperties
                      }
                    />
                  ))}
                </div>
              )}
              {select('max', t('filter.price'), most === undefined ? '' : String(most / 100), prices)}
            </>,
          )}
        {group(
          t('filter.rules'),
          true,
          <>
            {tick('bag', '1', t('filter.bag'), facets.checkedBag, filter.checkedBag === true)}
            {tick('refund', '1', t('filter.refund'), facets.refundable, filter.refundable === true)}
            {tick('change', '1', t('filter.change'), facets.changeable, filter.changeable === true)}
          </>,
        )}
        {group(
          t('filter.times'),
          true,
          <>
            {select('leaves', t('filter.leaves'), windowOf(filter.departs) ?? '', windows)}
            {select('lands', t('filter.lands'), windowOf(filter.arrives) ?? '', windows)}
            {select(
              'hours',
              t('filter.hours'),
              filter.maxMinutes === undefined ? '' : String(Math.floor(filter.maxMinutes / 60)),
              hours(journeys),
            )}
          </>,
        )}
        {group(
          t('filter.layovers'),
          true,
          <>
            {tick('nights', '1', t('filter.nights'), null, filter.noOvernight === true)}
            {tick('same', '1', t('filter.same'), null, filter.noAirportChange === true)}
            {tick('transit', '1', t('filter.transit'), null, filter.visaFree === true)}
            {select('wait', t('filter.wait'), filter.layover === undefined ? '' : String(Math.floor(filter.layover.to / 60)), hours(waits))}
          </>,
        )}
        {facets.airlines.length > 1 && group(t('filter.airlines'), true, ticks('airline', facets.airlines, filter.airlines, name))}
        {facets.from.length + facets.to.length > 2 &&
          group(
            t('filter.airports'),
            true,
            <>
              {facets.from.length > 1 && ticks('at', facets.from, filter.from, (code) => `${name(code)} ${code}`)}
              {facets.to.length > 1 && ticks('into', facets.to, filter.to, (code) => `${name(code)} ${code}`)}
            </>,
          )}
        {facets.alliances.length > 0 &&
          group(
            t('filter.alliances'),
            Boolean(filter.alliances),
            ticks('alliance', facets.alliances, filter.alliances, (value) => t(`filter.${value}`)),
          )}
        {facets.via.length > 0 &&
          group(
            t('filter.via'),
            Boolean(filter.via),
            ticks('via', facets.via, filter.via, (code) => `${list.cities[code] ?? code} ${code}`),
          )}
        {facets.aircraft.length > 1 &&
          group(t('filter.aircraft'), Boolean(filter.aircraft), ticks('aircraft', facets.aircraft, filter.aircraft, name))}
        <button className="btn btn--line btn--wide fr-filters__apply" type="submit">
          {t('filter.apply')}
        </button>
      </form>
    </details>
  );
}
