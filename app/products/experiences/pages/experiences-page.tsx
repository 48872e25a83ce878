import { Form, Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { ChosenFilters, SortLinks } from '#app/ui/list-filters.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PlacesMap } from '#app/ui/map/places-map.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { ExperienceFilters } from '../experience-filters.tsx';
import { listAddress } from '../experience-search-form.ts';
import { ExperienceRow } from '../experience-tile.tsx';
import { filterName, filterWords } from '../experience-words.tsx';
import { NearMe } from '../near-me.tsx';
import { openExperiences } from '../open-experiences.server.ts';
import type { Route } from './+types/experiences-page.ts';
import '#app/ui/product-page.css';
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
        <TextField name="q" type="search" label={t('ask.what')} placeholder={t('ask.whatHint')} defaultValue={words} maxLength={80} />
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
          {view.map.length > 0 && (
            <details className="pp-map">
              <summary>
                <Icon name="route" small />
                {t('map.show')}
              </summary>
              <PlacesMap places={view.map} label={t('map.label')} />
            </details>
          )}
          <ChosenFilters chosen={chosen} clear="/experiences" />
          {total === 0 ? (
            <EmptyState
              art={
                <Poster
                  place="empty"
                  art={{ scene: 'desert', palette: 'mist', landmark: null }}
                  crop="landscape"
                  alt=""
                  className="pp-empty"
                />
              }
              title={t('empty.title')}
              action={
                <>
                  {view.relax.slice(0, 3).map(({ key, count, to }) => (
                    <ButtonLink key={key} to={to} preventScrollReset>
                      {t('empty.without', { filter: filterName(t, key), count })}
                    </ButtonLink>
                  ))}
                  {view.relax.length === 0 && view.chosen.length > 0 && (
                    <ButtonLink to="/experiences" preventScrollReset>
                      {shared('clear')}
                    </ButtonLink>
                  )}
                  <ButtonLink to="/contact?about=experience" look="quiet">
                    {t('empty.ask')}
                  </ButtonLink>
                </>
              }
            >
              {t(view.relax.length > 0 ? 'empty.text' : 'empty.textAll')}
            </EmptyState>
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
        </section>
      </div>
    </main>
  );
}
