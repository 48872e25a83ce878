import { Form, Link } from 'react-router';
import { SuggestField } from '#app/commerce/catalogue-search/suggest-field.tsx';
import { CompareTray } from '#app/commerce/catalogue-search/compare.tsx';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { CarriedFields } from '#app/ui/carried-fields.tsx';
import { Corrections } from '#app/ui/corrections.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { ChosenFilters, SortLinks } from '#app/ui/list-filters.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { ExperienceFilters } from '../experience-filters.tsx';
import { listAddress } from '../experience-search-form.ts';
import { ExperienceRow } from '../experience-tile.tsx';
import { filterName, filterWords } from '../experience-words.tsx';
import { NearMe } from '../near-me.tsx';
import { openExperiences } from '../open-experiences.server.ts';
import type { Route } from './+types/experiences-page.ts';
import { EmptyList, ListMap } from '#app/ui/product-page.tsx';
import './experiences.css';

export const handle = { texts: ['experiences', 'list'] };

export async function loader({ url, context }: Route.LoaderArgs) {
  return openExperiences(context.get(platformContext), url.searchParams, context.get(requestContext).language);
}

export default function ExperiencesPage({ loaderData: view }: Route.ComponentProps) {
  const t = useTexts('experiences');
  const shared = useTexts('list');
  const language = useLanguage();
  const { search, tiles, total } = view;
  const { words, city, date, ...own } = search.filter;
  const chosen = view.chosen.map(({ key, value, to }) => ({ label: filterWords(t, { key, value }, view, language), without: to }));
  // What the question above the list carries along: every filter it does not ask for.
  const kept = new URLSearchParams(listAddress({ ...search, filter: own, page: 1 }).split('?')[1] ?? '');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </div>
      <Form method="get" action="/experiences" className="pp-ask card" role="search" key={`${words}|${city}|${date}`}>
        {[...kept].map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <CarriedFields />
        <SelectField name="city" label={t('ask.where')} defaultValue={city ?? ''}>
          <option value="">{t('ask.anywhere')}</option>
          {view.places.map(({ country, cities }) => (
            <optgroup key={country} label={country}>
              {cities.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <TextField name="date" type="date" label={t('ask.when')} defaultValue={date} min={view.today} />
        <div className="field">
          <label className="field__label" htmlFor="q">
            {t('ask.what')}
          </label>
          <SuggestField
            className="control"
            id="q"
            kind="experience"
            label={t('ask.what')}
            placeholder={t('ask.whatHint')}
            defaultValue={words}
          />
        </div>
        <Button look="go" icon="search">
          {t('ask.go')}
        </Button>
      </Form>
      <div className="pp-lay">
        <ExperienceFilters view={view} />
        <section aria-labelledby="found">
          <div className="pp-head">
            <h2 id="found">{t('found', { count: total })}</h2>
            <NearMe search={search} />
            <SortLinks
              orders={view.orders.map(({ order, to }) => ({
                label: t(order === 'near' && search.at ? 'order.nearYou' : `order.${order}`),
                to,
                chosen: order === search.order,
              }))}
            />
          </div>
          <ListMap show={t('map.show')} places={view.map} label={t('map.label')} />
          <ChosenFilters chosen={chosen} clear="/experiences" />
          <Corrections corrections={view.corrections} />
          {total === 0 ? (
            <EmptyList
              art={{ scene: 'desert', palette: 'mist', landmark: null }}
              title={t('empty.title')}
              text={t(view.relax.length > 0 ? 'empty.text' : 'empty.textAll')}
              ways={[
                ...view.relax
                  .slice(0, 3)
                  .map(({ key, count, to }) => ({ to, words: t('empty.without', { filter: filterName(t, key), count }) })),
                ...(words ? [{ to: `/search?q=${encodeURIComponent(words)}`, words: shared('words.everywhere', { words }) }] : []),
                ...(view.relax.length === 0 && view.chosen.length > 0 ? [{ to: '/experiences', words: shared('clear') }] : []),
              ]}
              ask={{ to: '/contact?about=experience', words: t('empty.ask') }}
            />
          ) : (
            <ol className="pp-rows">
              {tiles.map((tile, index) => (
                <ExperienceRow key={tile.id} tile={tile} dated={date !== undefined} eager={index < 2} />
              ))}
            </ol>
          )}
          <Pagination page={view.page} pages={view.pages} pageTo={(page) => listAddress({ ...search, page })} label={t('pages')} />
          {total > 0 && (
            <p className="pp-else">
              {t('else.text')}{' '}
              <Link className="link" to="/contact?about=experience">
                {t('else.ask')}
              </Link>
            </p>
          )}
          <CompareTray />
        </section>
      </div>
    </main>
  );
}
