import { Link, useMatches } from 'react-router';
import { may } from '#app/platform/access.ts';
import { viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/being-built-page.ts';

export const handle = { texts: ['staff'] };

export function loader({ context }: Route.LoaderArgs) {
  return { orders: may(context.get(viewerContext), 'flight-orders:view') };
}

/** A truthful short page for a staff address that is not open yet, with what will be there; the mark lets them be counted. */
export default function BeingBuiltPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff');
  const id = useMatches().at(-1)?.id ?? '';
  return (
    <section className="bo-page bo-empty" data-being-built="">
      <h1 tabIndex={-1}>{t(`menu.${id}`)}</h1>
      <p>{t('building.text')}</p>
      <p className="muted">{t(`planned.${id}`)}</p>
      {loaderData.orders && (
        <p>
          <Link className="bo-btn bo-btn--p" to="/admin/orders/flights">
            {t('building.go')}
          </Link>
        </p>
      )}
    </section>
  );
}
