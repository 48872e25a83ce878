import { Form, Link, redirect } from 'react-router';
import { permissionsOf, rolesWith } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { findDeskPlace } from './desk-places.ts';
import { askForAccess, noteTurnedAway } from './ask-for-access.server.ts';
import type { Route } from './+types/unauthorized-page.ts';
import './backoffice.css';

export const handle = { texts: ['staff', 'staff-rights'] };

/** Which permission the page at an address asks for, as the site map says; null for one that is no page of the desk. */
function permissionOf(from: string | null) {
  const place = findDeskPlace(from ?? '');
  return place?.access.kind === 'staff' ? place.access.permission : null;
}

/** The specified words, which permission is missing, and who has it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const from = url.searchParams.get('from');
  const permission = permissionOf(from);
  const holders = permission ? rolesWith(permission) : [];
  if (viewer.kind === 'staff' && permission) await noteTurnedAway(platform, viewer, { permission, from: from!, requestId });
  const mayAsk = viewer.kind === 'staff' && permission !== null && !permissionsOf(viewer.staff.roles).has(permission);
  return {
    permission,
    holders,
    grants: rolesWith('staff:edit'),
    from: from ?? '',
    staff: viewer.kind === 'staff',
    mayAsk,
    asked: url.searchParams.has('asked'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw redirect('/admin/login');
  const typed = (await request.formData()).get('from');
  const from = typeof typed === 'string' ? typed.slice(0, 300) : '';
  const permission = permissionOf(from);
  const { requestId } = context.get(requestContext);
  if (!permission) return redirect('/admin/unauthorized');
  await askForAccess(context.get(platformContext), viewer, { permission, from, requestId });
  return redirect(`/admin/unauthorized?from=${encodeURIComponent(from)}&asked=1`);
}

export default function UnauthorizedPage({ loaderData }: Route.ComponentProps) {
  const { permission, holders, grants, staff, from, mayAsk, asked } = loaderData;
  const t = useTexts('staff');
  const rights = useTexts('staff-rights');
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
              {rights(permission.replace(':', '.'))} <bdi className="num">{permission}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('unauthorized.holders')}</dt>
            <dd>{holders.map((role) => t(`roles.${role}`)).join(' · ')}</dd>
          </div>
          <div>
            <dt>{t('unauthorized.grants')}</dt>
            <dd>{grants.map((role) => t(`roles.${role}`)).join(' · ')}</dd>
          </div>
        </dl>
      )}
      {mayAsk &&
        (asked ? (
          <p className="bo-note" role="status">
            {t('unauthorized.asked')}
          </p>
        ) : (
          <Form method="post" action="/admin/unauthorized">
            <input type="hidden" name="from" value={from} />
            <button className="bo-btn bo-btn--p" type="submit">
              {t('unauthorized.ask')}
            </button>
          </Form>
        ))}
      <p className="bo-actions">
        <Link className={`bo-btn ${mayAsk ? '' : 'bo-btn--p'}`} to={staff ? '/admin' : '/admin/login'}>
          {staff ? t('unauthorized.back') : t('unauthorized.signIn')}
        </Link>
        <Link className="bo-btn" to="/">
          {t('frame.shop')}
        </Link>
      </p>
    </main>
  );
}
