import { Form, Link } from 'react-router';
import { CompareTray } from '#app/commerce/catalogue-search/compare.tsx';
import { SuggestField } from '#app/commerce/catalogue-search/suggest-field.tsx';
import { useDirhamWords } from '#app/commerce/currencies/use-dirham-words.ts';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { CarriedFields } from '#app/ui/carried-fields.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Corrections } from '#app/ui/corrections.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ChosenFilters, FilterGroup, FilterSelect, FilterTick, ListFilters, SortLinks } from '#app/ui/list-filters.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { tourOrders, type TourFilter } from '../filter-tours.ts';
import { findTours, type FoundTours } from '../find-tours.server.ts';
import { TourCards } from '../tour-card.tsx';
import { formatTourSearch, holidaysAddress, readTourSearch, type TourSearch } from '../tour-search-form.ts';
import type { Route } from './+types/holidays-page.ts';
import './holidays.css';

export const handle = { texts: ['holidays', 'list', 'inquiries'] };

/** Dunes without a landmark: nobody is there yet. */
const emptyArt = { scene: 'desert', palette: 'dusk', landmark: null } as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const search = readTourSearch(url.searchParams);
  const found = await findTours(platform, search, language);
  const t = textsFor(language).of('holidays');
  const [region, ...more] = search.filter.regions ?? [];
  return {
    search,
    found,
    // A form is one visitor's own: never on the page without a query, which is kept for everyone.
    inquiry: found.matching === 0 && url.search !== '' ? await openInquiryForm(platform, context.get(viewerContext), url) : null,
    title: region && more.length === 0 ? t('titleRegion', { region: t(`regions.${region}`) }) : t('title'),
  };
}

/** The form under an empty list: a tour that we do not have yet. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const from = { request: context.get(requestContext), viewer: context.get(viewerContext) };
  const page = holidaysAddress(readTourSearch(url.searchParams));
  return receiveInquiry(context.get(platformContext), from, await request.formData(), { kind: 'holiday', about: null, page });
}

export default function HolidaysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, found, inquiry, title } = loaderData;
  const t = useTexts('holidays');
  const language = useLanguage();
  const first = { ...search, page: 1 };
  const chosen = chosenOf(t, language, useDirhamWords(), first, found);
  return (
    <main id="main" className="hol">
      <header className="wrap hol-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="lede">{t('lede')}</p>
        <SearchBox search={first} />
      </header>
      <div className="wrap hol-body">
        <Filters search={first} found={found} />
        <section className="hol-list" aria-label={t('title')}>
          <div className="hol-list__head">
            <p role="status">
              <b>
                {found.matching === found.all
                  ? t('count', { count: found.all })
                  : t('countOf', { count: formatNumber(found.matching, language), all: formatNumber(found.all, language) })}
              </b>
            </p>
            {found.matching > 1 && (
              <SortLinks
                orders={tourOrders.map((order) => ({
                  label: t(`sort.${order}`),
                  to: holidaysAddress({ ...first, order }),
                  chosen: order === search.order,
                }))}
              />
            )}
          </div>
          <ChosenFilters
            chosen={chosen.map(({ label, without }) => ({ label, without }))}
            clear={holidaysAddress({ order: search.order })}
          />
          <Corrections corrections={found.corrections} />
          {found.tours.length > 0 ? (
            <TourCards tours={found.tours} eager={3} level={2} compare />
          ) : (
            <div className="hol-empty">
              <div className="hol-empty__words">
                <div>
                  <h2>{t('empty.title')}</h2>
                  <p className="lede">{t('empty.text')}</p>
                  <WaysOut search={first} found={found} chosen={chosen} />
                </div>
                <Poster place="nowhere" art={emptyArt} crop="landscape" alt="" />
              </div>
              {inquiry && (
                <section className="hol-build" id="inquiry" aria-labelledby="build">
                  <h2 id="build">{t('empty.build')}</h2>
                  <p>{t('empty.buildText')}</p>
                  <InquiryForm
                    kind="holiday"
                    facts={inquiry}
                    answer={actionData}
                    action={holidaysAddress(search)}
                    begin={{
                      message:
                        chosen.length > 0 ? t('empty.chosen', { choices: chosen.map(({ label }) => label).join(comma(language)) }) : '',
                    }}
                  />
                </section>
              )}
            </div>
          )}
          <Pagination page={found.page} pages={found.pages} pageTo={(page) => holidaysAddress({ ...search, page })} label={t('pages')} />
          <CompareTray />
        </section>
      </div>
      {found.matching > 0 && (
        <aside className="wrap hol-own">
          <h2>{t('own.title')}</h2>
          <p>{t('own.text')}</p>
          <Link className="link" to="/contact?about=holiday">
            {t('own.link')}
          </Link>
        </aside>
      )}
    </main>
  );
}

function SearchBox({ search }: { search: TourSearch }) {
  const t = useTexts('holidays');
  const { words, ...filter } = search.filter;
  return (
    <Form method="get" action="/holidays" role="search" className="hol-search" key={words ?? ''}>
      {[...new URLSearchParams(formatTourSearch({ ...search, filter }))].map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <CarriedFields />
      <div className="hol-search__field sg-box">
        <Icon name="search" />
        <label htmlFor="q" className="sr-only">
          {t('search')}
        </label>
        <SuggestField id="q" kind="tour" label={t('search')} defaultValue={words} placeholder={t('searchHint')} />
      </div>
      <Button look="go">{t('searchGo')}</Button>
    </Form>
  );
}

function Filters({ search, found }: { search: TourSearch; found: FoundTours }) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const { filter } = search;
  const { facets } = found;
  const { words, ...own } = filter;
  const amount = useDirhamWords();
  return (
    <ListFilters
      action="/holidays"
      count={Object.keys(own).length}
      clear={holidaysAddress({ ...search, filter: words === undefined ? {} : { words } })}
      carried={[
        ...(words === undefined ? [] : ([['q', words]] as const)),
        ...(search.order === 'house' ? [] : ([['sort', search.order]] as const)),
      ]}
    >
      <FilterGroup title={t('filter.region')} open>
        {facets.regions.map(({ value, count }) => (
          <FilterTick
            key={value}
            name="region"
            value={value}
            label={t(`regions.${value}`)}
            count={count}
            checked={filter.regions?.includes(value) ?? false}
          />
        ))}
      </FilterGroup>
      <FilterGroup title={t('filter.month')} open>
        <FilterSelect
          name="month"
          label={<span className="sr-only">{t('filter.month')}</span>}
          value={filter.month ?? ''}
          choices={[
            ['', t('filter.anyMonth')],
            ...facets.months.map(({ value, count }) => [value, `${formatDate(`${value}-01`, language, 'month')} (${count})`] as const),
          ]}
        />
      </FilterGroup>
      <FilterGroup title={t('filter.length')} open>
        {facets.lengths.map(({ value, count }) => (
          <FilterTick
            key={value}
            name="length"
            value={value}
            label={t(`lengths.${value}`)}
            count={count}
            checked={filter.lengths?.includes(value) ?? false}
          />
        ))}
      </FilterGroup>
      <FilterGroup title={t('filter.budget')} open>
        <FilterSelect
          name="budget"
          label={<span className="sr-only">{t('filter.budget')}</span>}
          value={String(filter.budget ?? '')}
          choices={[
            ['', t('filter.anyBudget')],
            ...facets.budgets.map(
              ({ value, count }) => [String(value), `${t('filter.upTo', { amount: amount(value) })} (${count})`] as const,
            ),
            ...(filter.budget && !facets.budgets.some(({ value }) => value === filter.budget)
              ? ([[String(filter.budget), t('filter.upTo', { amount: amount(filter.budget) })]] as const)
              : []),
          ]}
        />
      </FilterGroup>
      <FilterGroup title={t('filter.style')} open>
        {facets.styles.map(({ value, count }) => (
          <FilterTick
            key={value}
            name="style"
            value={value}
            label={t(`styles.${value}`)}
            count={count}
            checked={filter.styles?.includes(value) ?? false}
          />
        ))}
      </FilterGroup>
      <FilterGroup title={t('filter.group')} open={filter.group !== undefined}>
        <FilterSelect
          name="group"
          label={<span className="sr-only">{t('filter.group')}</span>}
          value={filter.group ?? ''}
          choices={[
            ['', t('filter.anyGroup')],
            ...facets.groups.map(({ value, count }) => [value, `${t(`groups.${value}`)} (${count})`] as const),
          ]}
        />
      </FilterGroup>
      <FilterGroup title={t('filter.country')} open={filter.countries !== undefined}>
        {facets.countries.map(({ value, name, count }) => (
          <FilterTick
            key={value}
            name="country"
            value={value}
            label={name}
            count={count}
            checked={filter.countries?.includes(value) ?? false}
          />
        ))}
      </FilterGroup>
    </ListFilters>
  );
}

interface Chosen {
  readonly part: keyof TourFilter;
  readonly label: string;
  readonly without: string;
}

/** What is chosen, one by one, each with the address without it. */
function chosenOf(
  t: Translate,
  language: LanguageCode,
  amount: (budget: number) => string,
  search: TourSearch,
  found: FoundTours,
): Chosen[] {
  const { filter } = search;
  const chosen = (part: keyof TourFilter, label: string, left?: readonly unknown[]): Chosen => ({
    part,
    label,
    without: holidaysAddress({ ...search, filter: { ...filter, [part]: left && left.length > 0 ? left : undefined } }),
  });
  const each = <Value,>(part: keyof TourFilter, values: readonly Value[] | undefined, label: (value: Value) => string) =>
    (values ?? []).map((value) =>
      chosen(
        part,
        label(value),
        values?.filter((other) => other !== value),
      ),
    );
  const country = (code: string) => found.facets.countries.find(({ value }) => value === code)?.name ?? code;
  return [
    ...(filter.words === undefined ? [] : [chosen('words', t('filter.words', { words: filter.words }))]),
    ...each('regions', filter.regions, (region) => t(`regions.${region}`)),
    ...each('countries', filter.countries, country),
    ...(filter.month === undefined ? [] : [chosen('month', formatDate(`${filter.month}-01`, language, 'month'))]),
    ...each('lengths', filter.lengths, (band) => t(`lengths.${band}`)),
    ...(filter.budget === undefined ? [] : [chosen('budget', t('filter.upTo', { amount: amount(filter.budget) }))]),
    ...each('styles', filter.styles, (style) => t(`styles.${style}`)),
    ...(filter.group === undefined ? [] : [chosen('group', t(`groups.${filter.group}`))]),
  ];
}

/** Up to three single choices whose loss brings tours back. */
function WaysOut({ search, found, chosen }: { search: TourSearch; found: FoundTours; chosen: readonly Chosen[] }) {
  const language = useLanguage();
  const t = useTexts('holidays');
  if (found.waysOut.length === 0) {
    return (
      <p>
        <ButtonLink to="/holidays">{t('tour.all')}</ButtonLink>
      </p>
    );
  }
  return (
    <ul className="hol-ways">
      {found.waysOut.slice(0, 3).map(({ part, count }) => (
        <li key={part}>
          <ButtonLink to={holidaysAddress({ ...search, filter: { ...search.filter, [part]: undefined } })}>
            {t('empty.without', {
              // Its name bears the quotation marks already, as every choice does here.
              choice:
                part === 'words'
                  ? search.filter.words
                  : chosen
                      .filter((one) => one.part === part)
                      .map(({ label }) => label)
                      .join(comma(language)),
            })}
            : {t('count', { count })}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
