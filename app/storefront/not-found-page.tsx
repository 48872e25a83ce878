import { data, Form, Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { nearestAddress } from './nearest-address.ts';
import { publicPaths } from './search-engines/public-addresses.server.ts';
import type { Route } from './+types/not-found-page.ts';
import './not-found.css';

export const handle = { texts: ['not-found'] };

const ways = ['flights', 'holidays', 'experiences', 'staycations', 'track-booking', 'help-center', 'contact'] as const;

/** Any other path: a real 404 in the storefront frame, with the address that was probably meant. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { t } = textsFor(context.get(requestContext).language);
  const typed = url.pathname.replace(/\.data$/, '');
  // What scanners ask for is no mistyped address of ours: it costs no look into the catalogues.
  const plain = /^[/\w-]{2,120}$/.test(typed);
  return data(
    {
      near: plain ? nearestAddress(typed, await publicPaths(context.get(platformContext))) : null,
      ways: ways.map((id) => ({ to: `/${id}`, title: t(`titles:${id}`) })),
      title: t('titles:not-found'),
    },
    { status: 404 },
  );
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('not-found');
  const { near, ways } = loaderData;
  return (
    <>
      <ErrorNotice status={404} reference={null} />
      <section className="wrap nf" aria-label={t('ways')}>
        {near && (
          <p className="nf__near">
            {t('near')}{' '}
            <Link className="link" to={near}>
              <bdi>{near}</bdi>
            </Link>
          </p>
        )}
        <Form method="get" action="/help-center" role="search" className="nf__find">
          <TextField name="q" id="nf-q" type="search" label={t('find')} maxLength={120} autoComplete="off" />
          <Button look="ink">{t('go')}</Button>
        </Form>
        <ul>
          {ways.map((way) => (
            <li key={way.to}>
              <Link className="link" to={way.to}>
                {way.title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
