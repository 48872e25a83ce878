import { FilterGroup, FilterSelect, FilterTick, ListFilters } from '#app/ui/list-filters.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { listAddress } from './experience-search-form.ts';
import type { Choice, ExperienceFlag } from './filter-experiences.ts';
import type { ExperiencesView } from './open-experiences.server.ts';

/** Steps of the price filter, in dirhams. */
const priceSteps = [100, 150, 200, 300, 500, 1000];
const bookingFlags: readonly ExperienceFlag[] = ['free', 'instant', 'private'];

/** The filters beside the list; where and when are asked above it and only carried along. */
export function ExperienceFilters({ view }: { view: ExperiencesView }) {
  const t = useTexts('experiences');
  const language = useLanguage();
  const { search, facets, guides } = view;
  const { filter, order, at } = search;
  const { words, city, date, ...own } = filter;
  const asked = { ...(words ? { q: words } : {}), ...(city ? { city } : {}), ...(date ? { date } : {}) };
  const carried: [string, string][] = [
    ...Object.entries(asked),
    ...(at ? [['at', `${at.latitude},${at.longitude}`] as [string, string]] : []),
    ...(order === 'near' ? [] : [['sort', order] as [string, string]]),
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
  const flags = (booking: boolean) =>
    facets.flags
      .filter(({ value }) => bookingFlags.includes(value) === booking)
      .map(({ value, count }) => (
        <FilterTick key={value} name={value} value="1" label={t(`flag.${value}`)} count={count} checked={filter[value] === true} />
      ));
  const most = filter.maxPrice === undefined ? '' : String(filter.maxPrice / 100);
  const steps = [...new Set([...priceSteps.map(String), ...(most ? [most] : [])])].sort((a, b) => Number(a) - Number(b));
  return (
    <ListFilters
      action="/experiences"
      count={Object.keys(own).length}
      clear={listAddress({
        ...search,
        page: 1,
        filter: { ...(words ? { words } : {}), ...(city ? { city } : {}), ...(date ? { date } : {}) },
      })}
      carried={carried}
    >
      <FilterGroup title={t('filter.kind')} open>
        {ticks('kind', facets.categories, filter.categories, (value) => t(`category.${value}`))}
      </FilterGroup>
      <FilterGroup title={t('filter.booking')} open>
        {flags(true)}
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
      <FilterGroup title={t('filter.time')} open>
        {ticks('time', facets.parts, filter.parts, (value) => t(`part.${value}`))}
      </FilterGroup>
      <FilterGroup title={t('filter.lasts')} open>
        {ticks('lasts', facets.lasts, filter.lasts, (value) => t(`lasts.${value}`))}
      </FilterGroup>
      <FilterGroup title={t('filter.needs')} open>
        {flags(false)}
      </FilterGroup>
      <FilterGroup title={t('filter.guide')} open={Boolean(filter.guides)}>
        {ticks('guide', facets.guides, filter.guides, (value) => guides[value] ?? value)}
      </FilterGroup>
    </ListFilters>
  );
}
