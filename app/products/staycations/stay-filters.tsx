import { SuggestField } from '#app/commerce/catalogue-search/suggest-field.tsx';
import { FilterGroup, FilterSelect, FilterTick, ListFilters } from '#app/ui/list-filters.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Choice } from './filter-staycations.ts';
import type { StaycationsView } from './open-staycations.server.ts';
import { planParams, stayListAddress } from './stay-search-form.ts';

/** Steps of the price filter, in dirhams a night. */
const priceSteps = [400, 600, 800, 1000, 1500, 2500];

/** The filters beside the list; place, days and guests are asked above it and only carried along. */
export function StayFilters({ view }: { view: StaycationsView }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const { search, facets } = view;
  const { filter } = search;
  const { country, area, ...own } = filter;
  const place = country ?? area;
  const carried: [string, string][] = [
    ...(place ? [['where', place] as [string, string]] : []),
    ...planParams(search),
    ...(search.order === 'near' ? [] : [['sort', search.order] as [string, string]]),
  ];
  const ticks = <Value extends string>(
    name: string,
    choices: readonly Choice<Value>[],
    chosen: readonly Value[] = [],
    label: (value: Value) => string,
  ) =>
    choices.map(({ value, count }) => (
      <FilterTick key={value} name={name} value={value} label={label(value)} count={count} checked={chosen.includes(value)} />
    ));
  const most = filter.maxNight === undefined ? '' : String(filter.maxNight / 100);
  const steps = [...new Set([...priceSteps.map(String), ...(most ? [most] : [])])].sort((a, b) => Number(a) - Number(b));
  return (
    <ListFilters
      action="/staycations"
      count={Object.keys(own).length}
      clear={stayListAddress({ ...search, page: 1, filter: { ...(country ? { country } : {}), ...(area ? { area } : {}) } })}
      carried={carried}
    >
      <FilterGroup title={t('filter.words')} open>
        <div className="lf-field">
          <label htmlFor="q">{t('filter.wordsLabel')}</label>
          <SuggestField id="q" kind="stay" label={t('filter.wordsLabel')} defaultValue={filter.words} />
        </div>
      </FilterGroup>
      <FilterGroup title={t('filter.kind')} open>
        {ticks('kind', facets.kinds, filter.kinds, (value) => t(`kind.${value}`))}
      </FilterGroup>
      <FilterGroup title={t('filter.price')} open>
        <FilterSelect
          name="max"
          label={t('filter.priceLabel')}
          value={most}
          choices={[
            ['', t('filter.anyPrice')],
            ...steps.map((step) => [step, t('filter.upTo', { amount: formatNumber(Number(step), language) })] as const),
          ]}
        />
      </FilterGroup>
      <FilterGroup title={t('filter.has')} open>
        {facets.flags.map(({ value, count }) => (
          <FilterTick key={value} name={value} value="1" label={t(`flag.${value}`)} count={count} checked={filter[value] === true} />
        ))}
      </FilterGroup>
      <FilterGroup title={t('filter.board')} open>
        {ticks('board', facets.boards, filter.boards, (value) => t(`board.${value}`))}
      </FilterGroup>
    </ListFilters>
  );
}
