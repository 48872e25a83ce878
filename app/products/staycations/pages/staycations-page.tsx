import { Form, Link } from 'react-router';
import { CompareTray } from '#app/commerce/catalogue-search/compare.tsx';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { CarriedFields } from '#app/ui/carried-fields.tsx';
import { Corrections } from '#app/ui/corrections.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { ChosenFilters, SortLinks } from '#app/ui/list-filters.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { openStaycations } from '../open-staycations.server.ts';
import { PlanFields } from '../plan-fields.tsx';
import { StayFilters } from '../stay-filters.tsx';
import { planParams, stayListAddress } from '../stay-search-form.ts';
import { StayRow } from '../stay-tile.tsx';
import { filterName, filterWords, partyWords } from '../stay-words.tsx';
import type { Route } from './+types/staycations-page.ts';
import { EmptyList, ListMap } from '#app/ui/product-page.tsx';
import './staycations.css';

export const handle = { texts: ['staycations', 'list'] };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  return openStaycations(context.get(platformContext), url.searchParams, language, shopperOf(context.get(viewerContext)));
}

/** What the question above the list asks; every other parameter is carried along. */
const asked = ['where', 'date', 'nights', 'adults', 'ages', 'page'];

export default function StaycationsPage({ loaderData: view }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const shared = useTexts('list');
  const language = useLanguage();
  const { search, tiles, total } = view;
  const { words } = search.filter;
  const place = search.filter.country ?? search.filter.area ?? '';
  const chosen = view.chosen.map(({ key, value, to }) => ({ label: filterWords(t, { key, value }, view, language), without: to }));
  const plan = new URLSearchParams(planParams(search)).toString();
  const clear = plan ? `/staycations?${plan}` : '/staycations';
  const kept = [...new URLSearchParams(stayListAddress(search).split('?')[1] ?? '')].filter(([name]) => !asked.includes(name));
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </div>
      <Form
        method="get"
        action="/staycations"
        className="pp-ask sc-ask card"
        role="search"
        key={`${place} ${plan} ${view.typed.faults.join()}`}
      >
        {kept.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <CarriedFields />
        <SelectField name="where" label={t('ask.where')} defaultValue={place}>
          <option value="">{t('ask.anywhere')}</option>
          {view.places.map(({ code, country, areas }) => (
            <optgroup key={code} label={country}>
              <option value={code}>{t('ask.allOf', { country })}</option>
              {areas.map((area) => (
                <option key={area.code} value={area.code}>
                  {area.name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <PlanFields plan={search} today={view.today} lastDay={view.lastDay} typed={view.typed} />
        <Button look="go" icon="search">
          {t('ask.go')}
        </Button>
      </Form>
      <div className="pp-lay">
        <StayFilters view={view} />
        <section aria-labelledby="found">
          <div className="pp-head">
            <h2 id="found">{t('found', { count: total })}</h2>
            <SortLinks orders={view.orders.map(({ order, to }) => ({ label: t(`order.${order}`), to, chosen: order === search.order }))} />
          </div>
          <p className="sc-for muted small">
            {view.typed.faults.length > 0 ? t('faults.fromPrices') : t('pricesFor', { party: partyWords(t, view.plan.party) })}
          </p>
          <ListMap show={t('map.show')} places={view.map} label={t('map.label')} />
          <ChosenFilters chosen={chosen} clear={clear} />
          <Corrections corrections={view.corrections} />
          {total === 0 ? (
            <EmptyList
              art={{ scene: 'island', palette: 'mist', landmark: null }}
              title={t(view.tooMany ? 'empty.tooMany' : 'empty.title')}
              text={t(view.tooMany ? 'empty.tooManyText' : view.relax.length > 0 ? 'empty.text' : 'empty.textAll')}
              ways={[
                ...view.relax
                  .slice(0, 3)
                  .map(({ key, count, to }) => ({ to, words: t('empty.without', { filter: filterName(t, key), count }) })),
                ...(words ? [{ to: `/search?q=${encodeURIComponent(words)}`, words: shared('words.everywhere', { words }) }] : []),
                ...(view.relax.length === 0 && view.chosen.length > 0 ? [{ to: clear, words: shared('clear') }] : []),
              ]}
              ask={{ to: '/contact?about=staycation', words: t('empty.ask') }}
            />
          ) : (
            <ol className="pp-rows">
              {tiles.map((tile, index) => (
                <StayRow key={tile.id} tile={tile} plan={view.plan} eager={index < 2} />
              ))}
            </ol>
          )}
          <Pagination page={view.page} pages={view.pages} pageTo={(page) => stayListAddress({ ...search, page })} label={t('pages')} />
          {total > 0 && (
            <p className="pp-else">
              {t('else.text')}{' '}
              <Link className="link" to="/contact?about=staycation">
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
