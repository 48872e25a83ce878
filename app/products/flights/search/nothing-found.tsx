import { EmptyState } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { formatSearch } from './flight-search-form.ts';
import type { FlightSearch } from '../offer.ts';
import type { ResultsAddress } from './results-address.ts';
import type { ResultsList as List } from './results-view.ts';

export type NamedLeg = Readonly<Record<'from' | 'to' | 'date', string>>;

const nothingHere = (
  <Poster place="empty" art={{ scene: 'desert', palette: 'mist', landmark: null }} crop="landscape" alt="" className="pp-empty" />
);

/** Nothing was found, and somebody did not answer: that is no answer, and it is not said that there are no flights. */
export function NotAnswered({ silent, asked, again }: { silent: number; asked: number; again: string }) {
  const t = useTexts('flights');
  const all = silent === asked;
  return (
    <div role="status">
      <EmptyState
        title={t(all ? 'silent.title' : 'silent.some')}
        art={nothingHere}
        action={
          <a className="btn btn--go" href={again} data-stay rel="nofollow">
            {t('silent.again')}
          </a>
        }
      >
        {all ? t('silent.text') : t('silent.someText', { count: silent })} {t('silent.kept')}
      </EmptyState>
    </div>
  );
}

/** An empty list says which one filter to let go, or what to search instead. */
export function NothingFound({
  list,
  search,
  address,
  to,
  legs,
}: {
  list: List;
  search: FlightSearch;
  address: ResultsAddress;
  to: (change: Partial<ResultsAddress>) => string;
  legs: readonly NamedLeg[];
}) {
  const t = useTexts('flights');
  const language = useLanguage();
  if (list.found > 0) {
    return (
      <EmptyState
        title={t('empty.title')}
        art={nothingHere}
        action={
          <span className="fr-relax">
            {list.relax.slice(0, 4).map(({ name, results }) => {
              const { [name]: _left, ...filter } = address.filter;
              return (
                <a key={name} className="btn btn--line" href={to({ filter, page: 1 })} data-stay>
                  {t(`empty.filters.${name}`)} · {t('head.flights', { count: results })}
                </a>
              );
            })}
            <a className="btn btn--line" href={to({ filter: {}, page: 1 })} data-stay>
              {t('filter.clear')}
            </a>
          </span>
        }
      >
        {t('empty.text', { count: list.found })}
      </EmptyState>
    );
  }
  const other = (change: (each: FlightSearch) => FlightSearch) => `?${formatSearch(change(search))}`;
  const slices = (more: Partial<FlightSearch['slices'][number]>) => (each: FlightSearch) => ({
    ...each,
    slices: each.slices.map((slice) => ({ ...slice, ...more })),
  });
  return (
    <EmptyState
      title={t(list.lacking?.length === 0 ? 'empty.apart' : 'empty.nothing')}
      art={nothingHere}
      action={
        <span className="fr-relax">
          {list.lacking && (
            <a className="btn btn--line" href={`/flights?${formatSearch(search)}`}>
              {t('empty.days')}
            </a>
          )}
          {search.maxStops === 0 && (
            <a className="btn btn--line" href={other((each) => ({ ...each, maxStops: 2 }))}>
              {t('empty.stops')}
            </a>
          )}
          {!search.slices[0]!.nearby && (
            <a className="btn btn--line" href={other(slices({ nearby: true }))}>
              {t('empty.nearby')}
            </a>
          )}
          {!search.slices[0]!.flexDays && (
            <a className="btn btn--line" href={other(slices({ flexDays: 3 }))}>
              {t('empty.flex')}
            </a>
          )}
          {!search.selfTransfer && (
            <a className="btn btn--line" href={other((each) => ({ ...each, selfTransfer: true }))}>
              {t('empty.self')}
            </a>
          )}
        </span>
      }
    >
      {list.lacking?.map((index) => (
        <span key={index} className="fr-lacking">
          {t('empty.lacking', { route: t('route', legs[index]!), date: formatDate(legs[index]!.date, language, 'day') })}{' '}
        </span>
      ))}
      {t(list.lacking?.length === 0 ? 'empty.apartText' : 'empty.nothingText')}
    </EmptyState>
  );
}
