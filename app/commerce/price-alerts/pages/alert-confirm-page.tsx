import { Form, Link, redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { transact } from '#app/platform/database.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { findAsk } from '../alert-link.server.ts';
import { confirmAsk } from '../guest-alerts-store.server.ts';
import type { Route } from './+types/alert-confirm-page.ts';

export const handle = { texts: ['price-alerts'] };

/** Its address is a secret: it goes to no other site, and stays in no shared memory. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

/** Opening the link changes nothing: programs that look at mails open links too. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const alert = await findAsk(context.get(platformContext), params.token);
  if (!alert) throw new Response('Not found', { status: 404 });
  return { on: alert.confirmedAt !== null, full: url.searchParams.has('full'), below: money(alert.below, 'AED'), thing: alert.thing };
}

export async function action({ params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const alert = await findAsk(platform, params.token);
  if (!alert) throw new Response('Not found', { status: 404 });
  const became = await transact(platform.db, (tx) => confirmAsk(tx, platform.clock.now(), alert.id));
  return redirect(`/price-alert/confirm/${params.token}${became === 'too-many' ? '?full' : ''}`, 303);
}

export default function AlertConfirmPage({ loaderData: { on, full, below, thing } }: Route.ComponentProps) {
  const t = useTexts('price-alerts');
  const language = useLanguage();
  const step = on ? 'on' : 'sure';
  return (
    <main id="main" className="wrap page-end">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(`${step}.title`)}</h1>
        <p className="lede">{t(`${step}.text`, { below: formatMoney(below, language) })}</p>
      </header>
      {full && !on && (
        <Notice tone="warn" boxed live>
          {t('sure.full')}
        </Notice>
      )}
      {on ? (
        <p>
          <Link className="link" to={`/price-alert?thing=${thing}`}>
            {t('on.go')}
          </Link>
        </p>
      ) : (
        <Form method="post">
          <Button look="go">{t('sure.go')}</Button>
        </Form>
      )}
    </main>
  );
}
