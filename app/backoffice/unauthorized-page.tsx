import { Link } from 'react-router';
import { rolePermissions, staffRoles } from '#app/platform/access.ts';
import { requestContext, viewerContext } from '#app/platform/request-context.ts';
import { staffPlaces } from '#app/site-map.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/unauthorized-page.ts';
import './backoffice.css';

export const handle = { texts: ['staff'] };

/** The specified words, which permission is missing, and who has it. */
export function loader({ context, url }: Route.LoaderArgs) {
  const from = (url.searchParams.get('from') ?? '').split('?')[0]!.replace(/\/$/, '');
  const place = staffPlaces.find((one) => `/${one.path}` === from || new RegExp(`^/${one.path.replace(/:\w+/g, '[^/]+')}$`).test(from));
  const permission = place?.access.kind === 'staff' ? place.access.permission : null;
  const holders = permission ? staffRoles.filter((role) => rolePermissions[role].includes(permission)) : [];
  return { permission, holders, staff: context.get(viewerContext).kind === 'staff', requestId: context.get(requestContext).requestId };
}

export default function UnauthorizedPage({ loaderData }: Route.ComponentProps) {
  const { permission, holders, staff } = loaderData;
  const t = useTexts('staff');
  return (
    <main id="main" className="bo-alone">
      <h1 tabIndex={-1} lang="en">
        Unauthorized
      </h1>
      <p lang="en">You don&apos;t have permission to access this area.</p>
      {permission && (
        <dl className="bo-facts">
          <div>
            <dt>{t('unauthorized.missing')}</dt>
            <dd>
              <bdi className="num">{permission}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('unauthorized.holders')}</dt>
            <dd>{holders.map((role) => t(`roles.${role}`)).join(' · ')}</dd>
          </div>
          <div>
            <dt>{t('unauthorized.grants')}</dt>
            <dd>{t('roles.owner')}</dd>
          </div>
        </dl>
      )}
      <p className="bo-actions">
        <Link className="bo-btn bo-btn--p" to={staff ? '/admin' : '/admin/login'}>
          {staff ? t('unauthorized.back') : t('unauthorized.signIn')}
        </Link>
        <Link className="bo-btn" to="/">
          {t('frame.shop')}
        </Link>
      </p>
    </main>
  );
}
