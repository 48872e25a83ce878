import { Link } from 'react-router';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { RequirementFinder } from '../requirement-finder.tsx';
import { openFinder } from '../show-requirement.server.ts';
import type { Route } from './+types/visa-services-page.ts';

export const handle = { texts: ['requirements'] };

/** The three ways into a country, with where each begins. */
const ways: readonly (readonly [name: string, icon: IconName, to: string])[] = [
  ['none', 'done', '/flights'],
  ['online', 'computer', '/e-visa'],
  ['assisted', 'visa', '/visa-assistance'],
];
const rows = ['where', 'who', 'time', 'passport', 'pay'] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const remembered = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const { language } = context.get(requestContext);
  return {
    open: await openFinder(context.get(platformContext), language, new URLSearchParams(), remembered),
    // One page at two addresses: search engines keep the first.
    canonical: `${context.get(platformContext).env.publicUrl}/visa-services`,
  };
}

export default function VisaServicesPage({ loaderData: { open } }: Route.ComponentProps) {
  const t = useTexts('requirements');
  return (
    <main id="main" className="wrap page-end vrq-page">
      <div>
        <header className="vrq-head">
          <h1 tabIndex={-1}>{t('services.title')}</h1>
          <p className="lede">{t('services.lede')}</p>
        </header>
        <RequirementFinder action="/e-visa" finder={open.finder} countries={open.countries} today={open.today} />
      </div>
      <section className="vrq-block" aria-labelledby="ways">
        <h2 id="ways">{t('services.ways')}</h2>
        <ul className="vrq-ways">
          {ways.map(([name, icon, to]) => (
            <li key={name} className="card">
              <Icon name={icon} />
              <h3>{t(`services.${name}.title`)}</h3>
              <p>{t(`services.${name}.text`)}</p>
              <Link className="link" to={to}>
                {t(`services.${name}.go`)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="vrq-block" aria-labelledby="compare">
        <h2 id="compare">{t('services.compare')}</h2>
        <table className="vrq-table">
          <thead>
            <tr>
              <td />
              {ways.map(([name]) => (
                <th key={name} scope="col">
                  {t(`services.${name}.title`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`services.row.${row}`)}</th>
                {ways.map(([name]) => (
                  <td key={name} data-way={t(`services.${name}.title`)}>
                    {t(`services.${name}.${row}`)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="vrq-more">
        {(['talk', 'refused'] as const).map((name) => (
          <div key={name} className="vrq-block">
            <h2>{t(`services.${name}.title`)}</h2>
            <p>{t(`services.${name}.text`)}</p>
            <ButtonLink to={`/visa-assistance/consultation?topic=${name === 'refused' ? 'refused' : 'which-visa'}`} icon="phone">
              {t(`services.${name}.go`)}
            </ButtonLink>
          </div>
        ))}
      </section>
    </main>
  );
}
