import { data, Form, Link, redirect } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { flightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { readEmail } from '#app/commerce/newsletter/newsletter-form.ts';
import { askToWatch } from '#app/commerce/price-alerts/ask-to-watch.server.ts';
import { PriceAlertForm } from '#app/commerce/price-alerts/price-alert-form.tsx';
import { isReached, mostBelow, readBelow, suggestBelow } from '#app/commerce/price-alerts/price-alert-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readSearchFields } from '#app/products/flights/search/flight-search-form.ts';
import { flightsContext, type Flights } from '#app/products/flights/flights-context.ts';
import { checkWatchedFields } from '#app/products/flights/search/search-world.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/price-alert-page.ts';
import { openPriceAlert, type WatchedThing } from './open-price-alert.server.ts';
import './price-alert.css';

export const handle = { texts: ['price-alerts'] };

const readThing = (url: URL) => (url.searchParams.get('thing') ?? '').slice(0, 120);

/** What the form of the flight search always sends, whether or not it is filled in. */
const searched = ['from', 'adults'];

/** From what stands in the flight search to the price of it, or back to the form with what it lacks. */
function watchedAddress(flights: Flights, params: URLSearchParams, language: LanguageCode, now: Instant): string {
  const checked = checkWatchedFields(flights, readSearchFields(params), language, now);
  if (!checked.ok) return `/flights?${new URLSearchParams([...params].filter(([name]) => name !== 'watch'))}&watch=1`;
  const [out, back] = checked.search.slices;
  return `/price-alert?thing=${flightThing(out!.from, out!.to, out!.date, back?.date ?? null)}`;
}

/** What is watched stands in the address, so that the page can be led to from a result, a tour or a mail. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (!url.searchParams.has('thing') && searched.some((name) => url.searchParams.has(name)))
    throw redirect(watchedAddress(context.get(flightsContext), url.searchParams, language, context.get(platformContext).clock.now()));
  const shown = await openPriceAlert(context.get(platformContext), context.get(flightsContext), {
    thing: readThing(url),
    viewer,
    language,
  });
  const title = textsFor(language).of('price-alerts')(shown ? 'page.title' : 'page.lost.title');
  if (!shown) return data({ shown, asked: false, guest: true, title }, { status: 404 });
  return { shown, asked: url.searchParams.has('asked'), guest: viewer.kind === 'anonymous', title };
}

/** Of somebody without an account; the answer says nothing about the address. Accounts send the form of their favourites. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { address, language } = context.get(requestContext);
  const thing = readThing(url);
  const shown = await openPriceAlert(platform, context.get(flightsContext), { thing, viewer: context.get(viewerContext), language });
  if (!shown) throw data(null, { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 300) : '';
  };
  const typed = { email: text('email'), below: text('below') };
  const [email, below] = [readEmail(form), readBelow(form.get('below'))];
  if (email === null || below === null)
    return data({ wrong: [...(email === null ? ['email'] : []), ...(below === null ? ['below'] : [])], typed }, { status: 422 });
  // It would fire at once: whoever means it says so for just this amount.
  if (isReached(below, shown.lowest) && text('sure') !== String(below))
    return data({ wrong: ['reached'], typed, sure: below }, { status: 422 });
  const outcome = await askToWatch(platform, { email, thing, below, language, address });
  if (!outcome.ok) return data({ wrong: [outcome.refused], typed }, { status: 429 });
  return redirect(`/price-alert?${new URLSearchParams({ thing, asked: '' })}`, 303);
}

export default function PriceAlertPage({ loaderData: { shown, asked, guest }, actionData }: Route.ComponentProps) {
  const t = useTexts('price-alerts');
  if (!shown)
    return (
      <main id="main" className="wrap page-end">
        <header className="page-head">
          <h1 tabIndex={-1}>{t('page.lost.title')}</h1>
          <p className="lede">{t('page.lost.text')}</p>
        </header>
        <p className="watch__ways">
          <ButtonLink to="/holidays">{t('page.lost.tours')}</ButtonLink>
          <ButtonLink look="line" to="/flights">
            {t('page.lost.flights')}
          </ButtonLink>
        </p>
      </main>
    );
  const { kind, thing, alert } = shown;
  const route = shown.flight ? t('page.route', { from: shown.flight.from, to: shown.flight.to }) : shown.title;
  return (
    <main id="main" className="wrap page-end watch">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('page.title')}</h1>
        <p className="lede">{t(`page.lede.${kind}`)}</p>
      </header>
      <Watched shown={shown} route={route} />
      <div className="watch__form">
        {guest ? (
          asked && !actionData ? (
            <Notice tone="ok" boxed live title={t('page.asked.title')}>
              {t('page.asked.text')}
            </Notice>
          ) : (
            <Ask shown={shown} {...actionData} />
          )
        ) : (
          <PriceAlertForm kind={kind} thing={thing} alert={alert} route={route} open lowest={shown.lowest ?? null} />
        )}
      </div>
    </main>
  );
}

/** What the price is of, and what it costs today. */
function Watched({ shown, route }: { shown: WatchedThing; route: string }) {
  const t = useTexts('price-alerts');
  return (
    <section className="watch__thing" aria-labelledby="watched">
      {shown.poster ? (
        <Poster {...shown.poster} crop="landscape" alt="" eager />
      ) : (
        <span className="watch__sign">
          <Icon name="plane" />
        </span>
      )}
      <div>
        <h2 id="watched">
          <Link to={shown.to}>{route}</Link>
        </h2>
        {shown.flight && (
          <p>
            <DateText date={shown.flight.departs} form="day" />
            {shown.flight.returns && (
              <>
                {' – '}
                <DateText date={shown.flight.returns} form="day" />
              </>
            )}
          </p>
        )}
        <p className="muted">
          {shown.lowest ? (
            <>
              {t('page.now')} <DisplayPrice value={shown.lowest} />
            </>
          ) : (
            t(shown.lowest === null ? `page.none.${shown.kind}` : 'page.silent')
          )}
        </p>
      </div>
    </section>
  );
}

function Ask({
  shown,
  wrong = [],
  typed,
  sure,
}: {
  shown: WatchedThing;
  wrong?: readonly string[];
  typed?: { readonly email: string; readonly below: string };
  /** The amount that is reached already, for whoever means it. */
  sure?: number;
}) {
  const t = useTexts('price-alerts');
  const language = useLanguage();
  const said = (fault: string) => t(`page.wrong.${fault}`, { price: shown.lowest ? formatMoney(shown.lowest, language) : '' });
  const fieldOf = (fault: string) => (fault === 'too-many' ? null : fault === 'reached' ? 'below' : fault);
  const error = (field: string) => wrong.filter((fault) => fieldOf(fault) === field).map(said)[0];
  return (
    <Form method="post" noValidate className="watch__fields">
      <ErrorSummary faults={wrong.map((fault) => ({ field: fieldOf(fault), message: said(fault) }))} />
      <TextField
        name="below"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostBelow}
        step={1}
        label={t('form.below')}
        hint={t(`form.hint.${shown.kind}`)}
        defaultValue={typed?.below ?? suggestBelow(shown.lowest ?? null)}
        error={error('below')}
        required
      />
      <TextField
        name="email"
        type="email"
        label={t('page.email')}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        defaultValue={typed?.email}
        error={error('email')}
        required
      />
      <Button look="go">{t('form.set')}</Button>
      {sure !== undefined && (
        <Button look="line" name="sure" value={String(sure)}>
          {t('page.allTheSame')}
        </Button>
      )}
      <p className="small muted">{t('page.promise')}</p>
      <p className="small">
        <Link className="link" to={`/auth?next=${encodeURIComponent(`/price-alert?thing=${shown.thing}`)}`}>
          {t('page.signIn')}
        </Link>
      </p>
    </Form>
  );
}
