import { Form, Link } from 'react-router';
import { CompareTray } from '#app/commerce/catalogue-search/compare.tsx';
import { SuggestField } from '#app/commerce/catalogue-search/suggest-field.tsx';
import { readCatalogueSearch, searchAddress, type FacetName } from '#app/commerce/catalogue-search/search-form.ts';
import { noteUnansweredSearch } from '#app/commerce/traffic/note-unanswered.server.ts';
import { useDirhamWords } from '#app/commerce/currencies/use-dirham-words.ts';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { CarriedFields } from '#app/ui/carried-fields.tsx';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Corrections } from '#app/ui/corrections.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ChosenFilters, SortLinks } from '#app/ui/list-filters.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { EmptyList, ListMap } from '#app/ui/product-page.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/search-page.ts';
import { findWays } from './find-ways.server.ts';
import { openSearch, type SearchView } from './open-search.server.ts';
import { SearchFilters } from './search-filters.tsx';
import { ThingRow } from './thing-row.tsx';
import './search.css';

export const handle = { texts: ['search', 'list'] };

/** Where nobody is yet: the road goes on. */
const emptyArt = { scene: 'desert', palette: 'mist', landmark: null } as const;

export async function loader({ url, context, request }: Route.LoaderArgs) {
  const { language, address } = context.get(requestContext);
  const platform = context.get(platformContext);
  const { words } = readCatalogueSearch(url.searchParams);
  const [found, ways] = await Promise.all([
    openSearch(platform, url.searchParams, language, shopperOf(context.get(viewerContext))),
    words === undefined ? [] : findWays(platform, context.get(flightsContext), words, language),
  ]);
  const view = { ...found, ways };
  if (words !== undefined && view.total === 0 && view.chosen.length === 0 && ways.length === 0)
    noteUnansweredSearch(platform, request, address, words);
  return words === undefined ? view : { ...view, title: textsFor(language).t('search:titleFor', { words }) };
}

export default function SearchPage({ loaderData: view }: Route.ComponentProps) {
  const language = useLanguage();
  const t = useTexts('search');
  const shared = useTexts('list');
  const nameOf = useChoiceNames();
  const { search, tiles, total } = view;
  const { words } = search;
  const silent = view.chosen.map(({ facet, value, name, to }) => ({ label: nameOf(facet, value, name), without: to }));
  const chosen = [
    ...(words === undefined
      ? []
      : [{ label: t('filter.words', { words }), without: searchAddress({ ...search, words: undefined, page: 1 }) }]),
    ...silent,
  ];
  const without = (facet: FacetName | 'words') =>
    facet === 'words'
      ? t('filter.words', { words: apart(words ?? '') })
      : view.chosen
          .filter((one) => one.facet === facet)
          .map(({ value, name }) => nameOf(facet, value, name))
          .join(comma(language));
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </div>
      <Form method="get" action="/search" role="search" className="sr-ask" key={words ?? ''}>
        {[...new URLSearchParams(searchAddress({ ...search, words: undefined, page: 1 }).split('?')[1] ?? '')].map(
          ([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ),
        )}
        <CarriedFields />
        <div className="sr-ask__field sg-box">
          <Icon name="search" />
          <label htmlFor="q" className="sr-only">
            {t('label')}
          </label>
          <SuggestField id="q" label={t('label')} defaultValue={words} placeholder={t('hint')} />
        </div>
        <Button look="go">{t('go')}</Button>
      </Form>
      <div className="pp-lay">
        <SearchFilters view={view} />
        <section aria-labelledby="found">
          <div className="pp-head">
            <h2 id="found">{t('found', { count: total })}</h2>
            {total > 1 && (
              <SortLinks
                orders={view.orders.map(({ order, to }) => ({ label: t(`order.${order}`), to, chosen: order === search.order }))}
              />
            )}
          </div>
          {view.ways.length > 0 && (
            <ul className="sr-ways" aria-label={t('ways.title')}>
              {view.ways.map(({ icon, words: said, to }) => (
                <li key={to}>
                  <Link className="link" to={to}>
                    <Icon name={icon} small /> {said}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <ListMap show={t('map.show')} places={view.map} label={t('map.label')} />
          <ChosenFilters chosen={chosen} clear="/search" />
          {/* Of words that lead elsewhere, and here to nothing, no guess is told. */}
          {(total > 0 || view.ways.length === 0) && <Corrections corrections={view.corrections} />}
          <Missing view={view} />
          {total === 0 ? (
            <EmptyList
              art={emptyArt}
              title={t('empty.title')}
              text={t(view.loosen.length > 0 ? 'empty.text' : 'empty.textAll')}
              ways={
                view.loosen.length > 0
                  ? view.loosen.slice(0, 3).map(({ facet, count, words: left, to }) => ({
                      to,
                      words:
                        facet === 'word'
                          ? t('empty.only', { words: apart(left), count })
                          : t('empty.without', { choice: without(facet), count }),
                    }))
                  : [{ to: '/search', words: shared('clear') }]
              }
              ask={{ to: '/contact', words: t('empty.ask') }}
            />
          ) : (
            <ol className="pp-rows">
              {tiles.map((tile, index) => (
                <ThingRow key={tile.key} tile={tile} eager={index < 2} />
              ))}
            </ol>
          )}
          <Pagination page={view.page} pages={view.pages} pageTo={(page) => searchAddress({ ...search, page })} label={t('pages')} />
          <CompareTray />
        </section>
      </div>
    </main>
  );
}

/** Words of any script inside a sentence of another. */
function apart(words: string): string {
  return `\u2068${words}\u2069`;
}

/** Words nothing is called by, and what may have been meant. */
function Missing({ view }: { view: SearchView }) {
  const t = useTexts('search');
  return view.missing.map(({ typed, near }) => (
    <p key={typed} className="sr-note">
      {t('missing', { typed: apart(typed) })}
      {near.length > 0 && (
        <>
          {' '}
          {t('meant')}{' '}
          {near.map(({ word, to }, index) => (
            <span key={word}>
              {index > 0 && ', '}
              <Link className="link" to={to}>
                <bdi>{word}</bdi>
              </Link>
            </span>
          ))}
        </>
      )}
    </p>
  ));
}

/** A choice in words; `name` is a country, or the first day of a month. */
function useChoiceNames(): (facet: FacetName, value: string, name?: string) => string {
  const t = useTexts('search');
  const language = useLanguage();
  const dirhams = useDirhamWords();
  return (facet, value, name) => {
    switch (facet) {
      case 'country':
        return name ?? value;
      case 'month':
        return name ? formatDate(name, language, 'month') : value;
      case 'price':
        return t('filter.upTo', { amount: dirhams(Number(value)) });
      default:
        return t(`${{ kind: 'kinds', theme: 'themes', length: 'lengths', promise: 'promises' }[facet]}.${value}`);
    }
  };
}
