import { searchAddress, type FacetName } from '#app/commerce/catalogue-search/search-form.ts';
import { useDirhamWords } from '#app/commerce/currencies/use-dirham-words.ts';
import { FilterGroup, FilterSelect, FilterTick, ListFilters } from '#app/ui/list-filters.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { FacetChoice, SearchView } from './open-search.server.ts';

/** Every facet with how many results each choice leaves. */
export function SearchFilters({ view }: { view: SearchView }) {
  const t = useTexts('search');
  const language = useLanguage();
  const dirhams = useDirhamWords();
  const { search, facets } = view;
  const chosen = (name: FacetName) => search.chosen[name] ?? [];
  const ticks = (name: FacetName, choices: readonly FacetChoice[], label: (choice: FacetChoice) => string) =>
    choices.map((choice) => (
      <FilterTick
        key={choice.value}
        name={name}
        value={choice.value}
        label={label(choice)}
        count={choice.count}
        checked={chosen(name).includes(choice.value)}
      />
    ));
  const group = (name: FacetName, words: string) => {
    const shown = facets[name].filter(({ count, value }) => count > 0 || chosen(name).includes(value));
    if (shown.length === 0) return null;
    return (
      <FilterGroup title={t(`filter.${name}`)} open={name !== 'promise' || chosen(name).length > 0}>
        {ticks(name, shown, ({ value }) => t(`${words}.${value}`))}
      </FilterGroup>
    );
  };
  return (
    <ListFilters
      action="/search"
      count={Object.keys(search.chosen).length}
      clear={searchAddress({ words: search.words, order: search.order })}
      carried={[
        ...(search.words === undefined ? [] : ([['q', search.words]] as const)),
        ...(search.order === 'fit' ? [] : ([['sort', search.order]] as const)),
      ]}
    >
      {group('kind', 'kinds')}
      <FilterGroup title={t('filter.price')} open>
        <FilterSelect
          name="price"
          label={t('filter.priceLabel')}
          value={chosen('price')[0] ?? ''}
          choices={[
            ['', t('filter.anyPrice')],
            ...facets.price.map(
              ({ value, count }) => [value, `${t('filter.upTo', { amount: dirhams(Number(value)) })} (${count})`] as const,
            ),
          ]}
        />
      </FilterGroup>
      <FilterGroup title={t('filter.month')} open>
        <FilterSelect
          name="month"
          label={<span className="sr-only">{t('filter.month')}</span>}
          value={chosen('month')[0] ?? ''}
          choices={[
            ['', t('filter.anyMonth')],
            ...facets.month.map(({ value, count, name }) => [value, `${formatDate(name!, language, 'month')} (${count})`] as const),
          ]}
        />
      </FilterGroup>
      {group('theme', 'themes')}
      {group('length', 'lengths')}
      <FilterGroup title={t('filter.country')} open>
        {ticks('country', facets.country, ({ name, value }) => name ?? value)}
        {view.moreCountries.length > 0 && (
          <details className="sr-more">
            <summary>{t('filter.countries')}</summary>
            {ticks('country', view.moreCountries, ({ name, value }) => name ?? value)}
          </details>
        )}
      </FilterGroup>
      {group('promise', 'promises')}
    </ListFilters>
  );
}
