import { Form } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { listExportsOf } from '../exports-store.server.ts';
import type { Route } from './+types/exports-page.ts';

export const handle = { texts: ['staff-exports'] };

const here = '/admin/exports';
const askEveryMs = 3_000;

/** The files that a colleague asked for. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const files = await listExportsOf(db, viewer.user.id);
  return {
    asked: url.searchParams.has('asked'),
    files: files.map(({ id, list, status, reason, rows, askedAt, expiresAt }) => ({
      id,
      list,
      // Between the end of its day and the look of the clock it is gone as well.
      status: expiresAt && expiresAt.getTime() <= now ? ('gone' as const) : status,
      reason,
      rows,
      askedAt: askedAt.toISOString(),
      until: expiresAt?.toISOString() ?? null,
    })),
  };
}

export default function ExportsPage({ loaderData: { files, asked } }: Route.ComponentProps) {
  const t = useTexts('staff-exports');
  const language = useLanguage();
  const writing = files.some(({ status }) => status === 'asked');
  useAskAgain(writing, askEveryMs);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {writing && (
          <Form method="get" action={here}>
            <button className="bo-btn">{t('look')}</button>
          </Form>
        )}
      </header>
      {asked && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('asked')}
        </p>
      )}
      {files.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['list', 'asked', 'rows', 'state', 'file'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {files.map((one) => (
                <tr key={one.id}>
                  <td>{t(`list.${one.list}`)}</td>
                  <td>{sayMoment(one.askedAt, language)}</td>
                  <td>{one.rows === null ? '–' : formatNumber(one.rows, language)}</td>
                  <td>
                    {one.status === 'asked' && <progress aria-label={t('writing', { list: t(`list.${one.list}`) })} />}{' '}
                    <span className={`dl-state${one.status === 'ready' ? ' dl-state--good' : ''}`}>{t(`state.${one.status}`)}</span>{' '}
                    {one.status === 'failed' && one.reason && <small className="dl-quiet">{t(`reason.${one.reason}`)}</small>}
                  </td>
                  <td>
                    {one.status === 'ready' ? (
                      <>
                        <ExportMenu to={`${here}/${one.id}/file`}>{t('take')}</ExportMenu>{' '}
                        <small className="dl-quiet">{t('until', { moment: sayMoment(one.until!, language) })}</small>
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
