import type { ReactNode } from 'react';
import { data, Form, redirect } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { may, rolesWith } from '#app/platform/access.ts';
import { findMailHours } from '#app/platform/mail-log-store.server.ts';
import { suppressionReasons } from '#app/platform/mail-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm, WhoMay } from '#app/ui/desk-list/desk-form.tsx';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { findSuppressedRows, type SuppressedRow } from './read-mail-log.server.ts';
import { suppressionList, type SuppressionColumn } from './suppression-list.ts';
import { MailMoment, NotificationTabs, Said } from './notification-tabs.tsx';
import { liftSuppression, setMailHours, suppressByHand } from './work-mail.server.ts';
import type { Route } from './+types/suppressions-page.ts';

export const handle = { texts: ['staff-mails', 'staff-lists'] };

const here = '/admin/notifications/suppressed';
const typedNames = ['id', 'address', 'why', 'note', 'reason', 'quietFrom', 'quietUntil', 'dailyCap', 'textCap'] as const;
type Typed = Readonly<Record<(typeof typedNames)[number], string>>;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const [list, hours] = await Promise.all([
    openLongList(db, 'suppressions', suppressionList, (view, most) => findSuppressedRows({ db, crypto }, view, most), {
      viewer,
      search: url.searchParams,
    }),
    findMailHours(db),
  ]);
  return {
    list,
    hours: {
      quietFrom: hours.quietFrom,
      quietUntil: hours.quietUntil,
      dailyCap: hours.dailyCap,
      textCap: hours.textCap,
      version: hours.version,
    },
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
                textCap: Number(text('textCap')),
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
  const { list, hours, maySend, mayApprove, did } = loaderData;
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
          <ShortListSheet
            base={here}
            list={suppressionList}
            open={list}
            columns={suppressionList.columns.filter((column) => maySend || column !== 'lift')}
            queueName={(queue) => t(`suppressed.queue.${queue}`)}
            find={t('suppressed.find')}
            searchKept={false}
            filters={{
              why: {
                label: t('mail.cause'),
                any: t('suppressed.anyCause'),
                options: suppressionReasons.map((id) => ({ id, name: t(`cause.${id}`) })),
              },
            }}
            none={t('suppressed.none')}
            exports={`${here}/export`}
            name={columnName(t)}
            rowKey={({ id }) => id}
            cell={(column, row) => <Cell column={column} row={row} typed={lifted?.id === row.id ? lifted.reason : null} />}
            cellClass={(column) => (column === 'lift' ? 'nt-lift' : undefined)}
            plain={['to', 'reason', 'lift']}
          />
        </div>
        <aside>
          {maySend && (
            <section className="dl-card" aria-labelledby="add">
              <h2 id="add">{t('suppressed.add')}</h2>
              <Form method="post" className="nt-form">
                <label>
                  {t('suppressed.address')}
                  <input name="address" inputMode="email" required maxLength={254} autoComplete="off" defaultValue={added?.address ?? ''} />
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
            {!mayApprove && <WhoMay roles={rolesWith('notifications:approve')} />}
            <DeskForm sends={mayApprove} facts method="post" className="nt-form" key={hours.version}>
              <input type="hidden" name="version" value={hours.version} />
              <div className="nt-form">
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
                <label>
                  {t('hours.textCap')}
                  <input type="number" name="textCap" min={1} max={20} defaultValue={timed?.textCap ?? hours.textCap} />
                </label>
                {mayApprove && (
                  <button className="bo-btn" name="work" value="hours">
                    {t('hours.save')}
                  </button>
                )}
              </div>
            </DeskForm>
          </section>
        </aside>
      </div>
    </div>
  );
}

const columnName = (t: Translate) => (column: SuppressionColumn) =>
  column === 'reason'
    ? t('mail.cause')
    : column === 'note'
      ? t('work.note')
      : column === 'to' || column === 'when'
        ? t(`column.${column}`)
        : t(`suppressed.${column}`);

function Cell({ column, row, typed }: { column: SuppressionColumn; row: SuppressedRow; typed: string | null }): ReactNode {
  const t = useTexts('staff-mails');
  switch (column) {
    case 'to':
      return <bdi>{row.address}</bdi>;
    case 'reason':
      return t(`cause.${row.reason}`);
    case 'note':
      return <bdi>{row.note || '–'}</bdi>;
    case 'by':
      return row.by ?? t('suppressed.system');
    case 'when':
      return <MailMoment at={row.at} />;
    case 'lift':
      return (
        <details open={typed !== null || undefined}>
          <summary>{t('suppressed.lift')}</summary>
          <Form method="post" className="nt-form">
            <input type="hidden" name="id" value={row.id} />
            <label>
              {t('work.reason')}
              <input name="reason" required maxLength={300} autoComplete="off" defaultValue={typed ?? ''} />
            </label>
            <button className="bo-btn bo-btn--danger" name="work" value="lift">
              {t('suppressed.liftButton')}
            </button>
          </Form>
        </details>
      );
  }
}
