import { useMemo } from 'react';
import { Form } from 'react-router';
import { stopsOf, tripQuery } from '#app/commerce/trip-line/trip-line.ts';
import { Icon } from '#app/ui/icon.tsx';
import { later } from '#app/ui/later.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { formatSearch, tripOf } from './flight-search-form.ts';
import { familyWishes, type OfferFilter } from './filter-offers.ts';
import type { FlightSearch } from '../offer.ts';
import { chooseForm, FlightCard } from './flight-card.tsx';
import { clockWords, durationWords, figureWords, whoWords } from './flight-words.tsx';
import type { NamedLeg } from './nothing-found.tsx';
import { unpackList, type PackedList } from './packed-list.ts';
import { formatResultsAddress, mostCompared, type ResultsAddress } from './results-address.ts';
import { ResultsFilters } from './results-filters.tsx';
import type { ResultsList as List } from './results-view.ts';
import { ShareLink } from './share-link.tsx';

const NothingFound = later(async () => (await import('./nothing-found.tsx')).NothingFound);
const NotAnswered = later(async () => (await import('./nothing-found.tsx')).NotAnswered);
const CompareTable = later(async () => (await import('./compare-table.tsx')).CompareTable);

interface ResultsListProps {
  readonly list: List;
  readonly search: FlightSearch;
  readonly address: ResultsAddress;
  readonly title: string;
  readonly note: string | null;
  readonly more: boolean;
  /** The finder of visas for this trip; null within one country. */
  readonly visas: string | null;
  /** Address of the month view; null where there is none. */
  readonly month: string | null;
  /** Names of the countries that layovers are judged for. */
  readonly whom: { readonly passport: string; readonly residence: string } | null;
  /** Each direction with the names of its places. */
  readonly legs: readonly NamedLeg[];
}

/** Asks for another passport, and comes back to judge the layovers by it. */
const changePassport = (list: string) => `/passport?back=${encodeURIComponent(`/flight-search-results${list}&transit=told`)}`;

function withoutTransit({ visaFree: _left, ...filter }: OfferFilter): OfferFilter {
  return filter;
}

/** The list as it arrives from the loader. */
export function PackedResults({ list, ...others }: Omit<ResultsListProps, 'list'> & { readonly list: PackedList }) {
  const unpacked = useMemo(() => unpackList(list), [list]);
  return <ResultsList {...others} list={unpacked} />;
}

/** Filters, order, cards and pages of one direction. */
function ResultsList({ list, search, address, title, note, more, visas, month, whom, legs }: ResultsListProps) {
  const t = useTexts('flights');
  const form = useTexts('flight-search');
  const language = useLanguage();
  const to = (change: Partial<ResultsAddress>) => `?${formatResultsAddress({ ...address, why: null, ...change }, formatSearch(search))}`;
  const here = to({ why: address.why });
  const closed = to({});
  const uncompared = to({ compare: [] });
  const last = address.chosen.length >= search.slices.length - 1;
  // What is asked of the fare and of a passport holds for every direction.
  const { visaFree } = address.filter;
  const wishes: ResultsAddress = {
    ...plain,
    filter: { ...familyWishes(address.filter), ...(visaFree ? { visaFree } : {}) },
    chosen: address.chosen,
    passport: address.passport,
  };
  const onward = last ? null : `?${formatResultsAddress(wishes, formatSearch(search))}&out=`;
  const best = address.sort === 'best' && list.page === 1;
  const toggled = (key: string) =>
    address.compare.includes(key) ? address.compare.filter((each) => each !== key) : [...address.compare, key].slice(-mostCompared);
  const compared = list.compared.length;
  const compareWords = t('compare.count', { count: compared, most: mostCompared });
  const abroad = visas ? tripOf(search) : null;
  const step = Math.min(address.chosen.length, search.slices.length - 1);
  const stay = {
    to: search.slices[abroad === 'multi' ? step : 0]!.to,
    arrives: search.slices[abroad === 'multi' ? step : 0]!.date,
    leaves: abroad === 'return' ? search.slices[1]!.date : null,
  };
  // Where nothing is sold there is nothing to narrow.
  const nothing = list.found === 0 && !more;
  const silent = more ? 0 : list.asked - list.answered;
  const carried = [...formatResultsAddress({ ...address, filter: {}, page: 1, why: null }, formatSearch(search))];
  return (
    <div className={`wrap fr-lay${nothing ? ' fr-lay--nothing' : ''}`} id="results">
      {!nothing && (
        <ResultsFilters list={list} filter={address.filter} carried={carried} clear={to({ filter: {}, page: 1 })} formKey={here} />
      )}
      <section aria-labelledby="results-title">
        <div className="fr-head">
          <h2 id="results-title">{title}</h2>
          {note && <p>{note}</p>}
        </div>
        <div className="fr-status">
          <output className="fr-sources">
            <i aria-hidden="true">
              {Array.from({ length: list.asked }, (_, source) => (
                <u key={source} data-in={source < list.answered ? '' : undefined} />
              ))}
            </i>
            <span>
              {t('head.sources', { count: list.asked, answered: list.answered })}
              {/* None are counted before everybody has said so. */}
              {(list.found > 0 || list.answered === list.asked) && (
                <>
                  {' · '}
                  {list.matching === list.found
                    ? t('head.flights', { count: list.found })
                    : t('head.matching', { matching: list.matching, found: list.found })}
                </>
              )}
            </span>
          </output>
          {month && (
            <a className="link" href={month} rel="nofollow">
              {t('strip.month')}
            </a>
          )}
          <span>{t('head.prices', { who: whoWords(form, search.passengers), trip: t(`head.trips.${tripOf(search)}`) })}</span>
        </div>
        {more && (
          <Notice tone="info" live>
            {t('head.more')}{' '}
            <a className="link" href={`${here}&patient=1`} rel="nofollow">
              {t('head.wait')}
            </a>
          </Notice>
        )}
        {silent > 0 && list.found > 0 && (
          <Notice
            tone="warn"
            live
            end={
              <a className="btn btn--line btn--s" href={here} data-stay rel="nofollow">
                {t('silent.again')}
              </a>
            }
          >
            {t('head.failed', { count: silent })}
          </Notice>
        )}
        {list.tabs.length > 0 && (
          <nav className="fr-sort" aria-label={t('sort.label')}>
            {list.tabs.map((tab) => (
              <a
                key={tab.order}
                href={to({ sort: tab.order, page: 1 })}
                data-stay
                aria-current={tab.order === address.sort ? 'true' : undefined}
                rel="nofollow"
              >
                <b>{t(`sort.${tab.order}`)}</b>
                <bdi>
                  {tab.order === 'earliest' ? clockWords(tab.departs) : durationWords(t, tab.minutes)} · {figureWords(tab.total, language)}
                </bdi>
              </a>
            ))}
          </nav>
        )}
        {list.compared.length > 1 && (
          <CompareTable
            cards={list.compared}
            clear={uncompared}
            without={(key) => to({ compare: address.compare.filter((each) => each !== key) })}
          />
        )}
        {whom && address.passport && (
          <p className="fr-whom small">
            <Icon name="passport" small /> {t(whom.residence ? 'head.whomLiving' : 'head.whom', whom)}{' '}
            <a className="link" href={changePassport(to({ passport: null, filter: withoutTransit(address.filter) }))}>
              {t('head.whomChange')}
            </a>
          </p>
        )}
        {visas && list.cards.length > 0 && (
          <a className="link fr-visas" href={visas} rel="nofollow">
            {t('head.visa')}
          </a>
        )}
        {/* One form for all cards: each has a button of it that carries its offer. */}
        {last && <Form method="post" action={here} id={chooseForm} preventScrollReset />}
        <div className="fr-cards">
          {list.cards.map((card, index) => (
            <FlightCard
              key={card.key}
              card={card}
              passengers={search.passengers}
              best={best && index === 0}
              first={index === 0}
              compared={address.compare.includes(card.key)}
              bars={list.bars}
              airports={list.airports}
              visas={
                visas &&
                tripQuery({
                  ...stay,
                  ...stopsOf([card.slice, ...card.included].flatMap((slice) => slice.layovers)),
                })
              }
              links={{
                why: `${closed}&why=${card.key}`,
                noWhy: closed,
                compare: [uncompared, ...toggled(card.key)].join('&compare='),
                choose: onward && onward + card.key,
              }}
            />
          ))}
        </div>
        {/* Said where the choice is made; the bar below it is not there before something is chosen. */}
        <p className="sr-only" role="status">
          {compared > 0 && compareWords}
        </p>
        {compared > 0 && (
          <aside className="cmp-tray" aria-label={t('compare.title')}>
            <p>
              <b>{compareWords}</b>
              {compared === 1 && <small>{t('compare.hint')}</small>}
            </p>
            <a className="link" href={uncompared} data-stay>
              {t('compare.clear')}
            </a>
            {compared > 1 && (
              <a className="btn btn--ink" href="#compare">
                {t('card.compare')}
              </a>
            )}
          </aside>
        )}
        {nothing && silent > 0 && <NotAnswered silent={silent} asked={list.asked} again={here} />}
        {list.cards.length === 0 && !more && (list.found > 0 || silent === 0) && (
          <NothingFound list={list} search={search} address={address} to={to} legs={legs} />
        )}
        <Pagination page={list.page} pages={list.pages} pageTo={(page) => to({ page })} label={t('pages')} />
        {list.cards.length > 0 && (
          <div className="fr-foot">
            <details className="fr-how">
              <summary>
                <Icon name="info" small />
                {t('sort.how')}
              </summary>
              <p>{t('sort.formula')}</p>
            </details>
            {/* Which passport somebody has is theirs to tell, and what was judged by it goes with it. */}
            <ShareLink to={to({ page: 1, compare: [], passport: null, filter: withoutTransit(address.filter) })} />
          </div>
        )}
      </section>
    </div>
  );
}

/** A fresh list: no filter but what is asked of the fare, best first. */
const plain: ResultsAddress = {
  filter: {},
  sort: 'best',
  page: 1,
  chosen: [],
  why: null,
  compare: [],
  view: 'list',
  month: null,
  passport: null,
};
