import { requestContext, platformContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { applyStep, readSearchFields } from '../flight-search-form.ts';
import { FlightSearchForm } from '../flight-search-form.tsx';
import { flightsContext } from '../flights-context.ts';
import { formFactsOf } from '../search/search-world.server.ts';
import type { Route } from './+types/flights-page.ts';

export const handle = { texts: ['flights', 'flight-search'] };

export function loader({ url, context }: Route.LoaderArgs) {
  const flights = context.get(flightsContext);
  const { language } = context.get(requestContext);
  const now = context.get(platformContext).clock.now();
  const fields = applyStep(readSearchFields(url.searchParams), url.searchParams.get('step') ?? '');
  return { form: formFactsOf(flights, fields, null, language, now) };
}

export default function FlightsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('flights');
  return (
    <main id="main" className="wrap">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('landing.title')}</h1>
        <p className="lede">{t('landing.lede')}</p>
      </div>
      <FlightSearchForm {...loaderData.form} key={JSON.stringify(loaderData.form.fields)} />
    </main>
  );
}
