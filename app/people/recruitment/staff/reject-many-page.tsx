import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { rejectReasons, type RejectReason } from '../job-application-status.ts';
import type { MailWait } from './work-application.server.ts';
import { rejectMany } from './work-application.server.ts';
import type { Route } from './+types/reject-many-page.ts';
import './hiring.css';

export const handle = { texts: ['staff-hiring', 'staff-lists'] };

const base = '/admin/job-applications';
const most = 100;
const waits: readonly MailWait[] = ['soon', 'day', 'none'];
const reasonOf = (typed: unknown): RejectReason => rejectReasons.find((one) => one === typed && one !== 'lapsed') ?? 'other';

/** A dry run: what would become of each that was picked. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ids = url.searchParams.getAll('application').slice(0, most);
  const reason = reasonOf(url.searchParams.get('reason'));
  const { requestId } = context.get(requestContext);
  const lines = await rejectMany(context.get(platformContext), { viewer, ids, reason, wait: 'soon', dry: true, requestId });
  return { lines, reason };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'recruitment:work')) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wait = waits.find((one) => one === form.get('wait'));
  if (!wait) return redirect(base, 303);
  const lines = await rejectMany(context.get(platformContext), {
    viewer,
    ids: form.getAll('application').map(String).slice(0, most),
    reason: reasonOf(form.get('reason')),
    wait,
    dry: false,
    requestId: context.get(requestContext).requestId,
  });
  return redirect(`${base}?stage=rejected&did=${lines.filter(({ outcome }) => outcome === 'done').length}`, 303);
}

export default function RejectManyPage({ loaderData: { lines, reason } }: Route.ComponentProps) {
  const t = useTexts('staff-hiring');
  const lists = useTexts('staff-lists');
  const ready = lines.filter(({ outcome }) => outcome === 'ready');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{lists('bulk.dryRun', { what: t('bulk.reject', { reason: t(`reason.${reason}`) }) })}</h1>
        <p>{lists('bulk.dryRunSub')}</p>
        <Link className="bo-btn" to={base}>
          {lists('bulk.back')}
        </Link>
      </header>
      {lines.length === 0 ? (
        <p className="dl-none">{lists('bulk.none')}</p>
      ) : (
        <Form method="post" className="hr-dry">
          <input type="hidden" name="reason" value={reason} />
          <div className="dl-sheet">
            <table>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.id}>
                    <td>
                      <bdi>{line.reference}</bdi>
                      {line.outcome === 'ready' && <input type="hidden" name="application" value={line.id} />}
                    </td>
                    <td>{t(`bulk.${line.outcome}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {ready.length > 0 && (
            <p className="dl-bulk">
              <label>
                {t('reject.mail')}{' '}
                <select name="wait">
                  {waits.map((one) => (
                    <option key={one} value={one}>
                      {t(`wait.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              <button className="bo-btn bo-btn--danger" type="submit">
                {t('bulk.go', { n: ready.length })}
              </button>
            </p>
          )}
          <p className="dl-quiet">{t('reject.undoHint')}</p>
        </Form>
      )}
    </div>
  );
}
