import { Link } from 'react-router';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findOffers } from '../../evisa/evisa-store.server.ts';
import { formatFinder } from '../requirement-form.ts';
import { RequirementFinder } from '../requirement-finder.tsx';
import { NeedTag, RequirementResult } from '../requirement-result.tsx';
import { listOnlineCountries, listRegisterCountries, openFinder, type RegisterCountry } from '../show-requirement.server.ts';
import type { Route } from './+types/e-visa-page.ts';

export const handle = { texts: ['requirements'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const remembered = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const [open, countries, online, offers] = await Promise.all([
    openFinder(platform, language, url.searchParams, remembered),
    listRegisterCountries(platform, language, remembered),
    listOnlineCountries(platform),
    findOffers(platform.db),
  ]);
  const pages = Object.fromEntries(offers.map(({ code, slug }) => [code, `/e-visa/${slug}`]));
  return {
    open,
    remembered: remembered !== null,
    countries,
    pages,
    online: countries.filter(({ code, need }) => online.includes(code) && (need === null || need === 'e-visa')).slice(0, 24),
  };
}

export default function EVisaPage({ loaderData }: Route.ComponentProps) {
  const { open, remembered, countries, online, pages } = loaderData;
  const t = useTexts('requirements');
  const { finder, shown } = open;
  return (
    <main id="main" className="wrap page-end vrq-page">
      <div>
        <header className="vrq-head">
          <h1 tabIndex={-1}>{t('page.title')}</h1>
          <p className="lede">{t('page.lede')}</p>
        </header>
        <div className="vrq-ask">
          {/* The answer first: on a phone the form would stand between. */}
          {shown && (
            <RequirementResult
              shown={shown}
              values={finder.values}
              here={`/e-visa?${formatFinder(finder.values)}`}
              remembered={remembered}
              apply={pages[finder.values.to] ?? null}
            />
          )}
          <RequirementFinder action="/e-visa" finder={finder} countries={open.countries} today={open.today} />
        </div>
      </div>
      {online.length > 0 && (
        <section className="vrq-block" aria-labelledby="online">
          <h2 id="online">{t('page.online')}</h2>
          <p>{t(remembered ? 'page.onlineMine' : 'page.onlineText')}</p>
          <ul className="vrq-posters">
            {online.map((country) => (
              <li key={country.code}>
                <Link to={pages[country.code] ?? askFor(country.code)} rel={pages[country.code] ? undefined : 'nofollow'}>
                  <Poster place={country.code} art={country.art} crop="landscape" alt="" />
                  <b>{country.name}</b>
                  {country.need && <NeedTag need={country.need} isStale={country.isStale} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="vrq-block" aria-labelledby="all">
        <h2 id="all">{t('page.all')}</h2>
        <p>{t('page.allText', { count: countries.length })}</p>
        <ul className="vrq-list">
          {countries.map((country) => (
            <CountryLine key={country.code} country={country} />
          ))}
        </ul>
      </section>
      <section className="vrq-block" aria-labelledby="official">
        <h2 id="official">{t('page.official')}</h2>
        <p>{t('page.officialText')}</p>
      </section>
    </main>
  );
}

const askFor = (code: string) => `/e-visa?to=${code}#found`;

function CountryLine({ country }: { country: RegisterCountry }) {
  const t = useTexts('requirements');
  return (
    <li>
      <Link to={askFor(country.code)} rel="nofollow">
        {country.name}
        {country.need ? (
          <small>{t(country.isStale ? 'stale.short' : `need.${country.need}.short`)}</small>
        ) : (
          <Icon name="chevron-end" small />
        )}
      </Link>
    </li>
  );
}
