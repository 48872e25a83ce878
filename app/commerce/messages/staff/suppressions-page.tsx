import { data, Form, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { findMailHours } from '#app/platform/mail-log-store.server.ts';
import { suppressionReasons } from '#app/platform/mail-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { findSuppressedRows } from './read-mail-log.server.ts';
import { MailMoment, NotificationTabs, Said } from './notification-tabs.tsx';
import { liftSuppression, setMailHours, suppressByHand } from './work-mail.server.ts';
import type { Route } from './+types/suppressions-page.ts';

export const handle = { texts: ['staff-mails'] };

const here = '/admin/notifications/suppressed';
const mostShown = 200;
const typedNames = ['id', 'address', 'why', 'note', 'reason', 'quietFrom', 'quietUntil', 'dailyCap'] as const;
type Typed = Readonly<Record<(typeof typedNames)[number], string>>;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const find = plainLine(url.searchParams.get('find'), 254);
  const [rows, hours] = await Promise.all([findSuppressedRows(db, crypto, find, mostShown), findMailHours(db)]);
  const names = await findStaffNames(
    db,
    rows.flatMap(({ by }) => (by.startsWith('staff:') ? [by.slice(6)] : [])),
  );
  return {
    find,
    rows: rows.map((row) => ({ ...row, by: row.by === 'system' ? null : (names.get(row.by.slice(6)) ?? row.by.slice(6)) })),
    hours: { quietFrom: hours.quietFrom, quietUntil: hours.quietUntil, dailyCap: hours.dailyCap, version: hours.version },
    maySend: may(viewer, 'notifications:send'),
    mayApprove: may(viewer, 'notifications:approve'),
    did: url.searchParams.get('did'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => plainLine(form.get(name), 300);
  const ask = { viewer, requestId: context.get(requestContext).requestId };
  const work = text('work');
  const done =
    work === 'add'
      ? await suppressByHand(platform, {
          ...ask,
          address: text('address'),
          reason: suppressionReasons.find((one) => one === text('why')) ?? 'by-hand',
          note: text('note'),
        })
      : work === 'lift'
        ? await liftSuppression(platform, { ...ask, id: text('id'), reason: text('reason') })
        : work === 'hours'
          ? await setMailHours(platform, {
              ...ask,
              hours: {
                quietFrom: Number(text('quietFrom')),
                quietUntil: Number(text('quietUntil')),
                dailyCap: Number(text('dailyCap')),
                version: plainVersion(text('version')),
              },
            })
          : null;
  if (!done) throw new Response('Not found', { status: 404 });
  // What was typed stays in its form, whether or not a script holds the page.
  const typed = Object.fromEntries(typedNames.map((name) => [name, text(name)])) as Typed;
  if (!done.ok) return data({ refused: done.refused, work, typed }, 422);
  return redirect(`${here}?did=${work}`, 303);
}

export default function SuppressionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, find, hours, maySend, mayApprove, did } = loaderData;
  const t = useTexts('staff-mails');
  const typedIn = (work: string) => (actionData?.work === work ? actionData.typed : null);
  const [added, lifted, timed] = [typedIn('add'), typedIn('lift'), typedIn('hours')];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('tabs.suppressed')}</h1>
        <p>{t('suppressed.lead')}</p>
      </header>
      <NotificationTabs here="suppressed" />
      <Said did={actionData ? null : did} refused={actionData?.refused} />
      <div className="dl-record">
        <div>
          <Form className="dl-filters" method="get" action={here} role="search" key={find}>
            <label>
              <span className="sr-only">{t('suppressed.find')}</span>
              <input type="search" name="find" defaultValue={find} placeholder={t('suppressed.find')} maxLength={254} autoComplete="off" />
            </label>
            <button className="bo-btn" type="submit">
              {t('log.apply')}
            </button>
          </Form>
          {rows.length === 0 ? (
            <p className="dl-none">{t(find ? 'suppressed.noneMatch' : 'suppressed.none')}</p>
          ) : (
            <div className="dl-sheet dl-sheet--cards">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('column.to')}</th>
                    <th scope="col">{t('mail.cause')}</th>
                    <th scope="col">{t('suppressed.by')}</th>
                    <th scope="col">{t('column.when')}</th>
                    {maySend && <th scope="col">{t('suppressed.lift')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td>
                        <bdi>{row.address}</bdi>
                      </td>
                      <td className="nt-name">
                        {t(`cause.${row.reason}`)} {row.note && <span className="dl-quiet">{row.note}</span>}
                      </td>
                      <td data-label={t('suppressed.by')}>{row.by ?? t('suppressed.system')}</td>
                      <td data-label={t('column.when')}>
                        <MailMoment at={row.at} />
                      </td>
                      {maySend && (
                        <td>
                          <details open={lifted?.id === row.id || undefined}>
                            <summary>{t('suppressed.lift')}</summary>
                            <Form method="post" className="nt-form">
                              <input type="hidden" name="id" value={row.id} />
                              <label>
                                {t('work.reason')}
                                <input
                                  name="reason"
                                  required
                                  maxLength={300}
                                  autoComplete="off"
                                  defaultValue={lifted?.id === row.id ? lifted.reason : ''}
                                />
                              </label>
                              <button className="bo-btn bo-btn--danger" name="work" value="lift">
                                {t('suppressed.liftButton')}
                              </button>
                            </Form>
                          </details>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
        <aside>
          {maySend && (
            <section className="dl-card" aria-labelledby="add">
              <h2 id="add">{t('suppressed.add')}</h2>
              <Form method="post" className="nt-form">
                <label>
                  {t('suppressed.address')}
                  <input type="email" name="address" required maxLength={254} autoComplete="off" defaultValue={added?.address ?? ''} />
                </label>
                <label>
                  {t('mail.cause')}
                  <select name="why" defaultValue={added?.why || 'by-hand'}>
                    {suppressionReasons.map((reason) => (
                      <option key={reason} value={reason}>
                        {t(`cause.${reason}`)}
                      </option>
                    ))}
                  </select>
                </label>
                <label>
                  {t('work.note')}
                  <input name="note" required maxLength={300} autoComplete="off" defaultValue={added?.note ?? ''} />
                </label>
                <button className="bo-btn" name="work" value="add">
                  {t('suppressed.addButton')}
                </button>
              </Form>
            </section>
          )}
          <section className="dl-card" aria-labelledby="hours">
            <h2 id="hours">{t('hours.title')}</h2>
            <p className="dl-quiet">{t('hours.text')}</p>
            <Form method="post" className="nt-form" key={hours.version}>
              <input type="hidden" name="version" value={hours.version} />
              <fieldset disabled={!mayApprove} className="nt-form">
                <div className="nt-pair">
                  <label>
                    {t('hours.from')}
                    <input type="number" name="quietFrom" min={0} max={23} defaultValue={timed?.quietFrom ?? hours.quietFrom} />
                  </label>
                  <label>
                    {t('hours.until')}
                    <input type="number" name="quietUntil" min={0} max={23} defaultValue={timed?.quietUntil ?? hours.quietUntil} />
                  </label>
                </div>
                <label>
                  {t('hours.cap')}
                  <input type="number" name="dailyCap" min={1} max={20} defaultValue={timed?.dailyCap ?? hours.dailyCap} />
                </label>
                {mayApprove && (
                  <button className="bo-btn" name="work" value="hours">
                    {t('hours.save')}
                  </button>
                )}
              </fieldset>
            </Form>
          </section>
        </aside>
      </div>
    </div>
  );
}
