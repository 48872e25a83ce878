import { randomUUID } from 'node:crypto';
import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dateIn, dayMs, instant } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readBlockReason, readHours } from '../read-consultation.server.ts';
import { blockReasons, consultationTopics } from '../consultation-kinds.ts';
import { openTime, planHours } from '../plan-hours.server.ts';
import { findBlocks, findOfficers } from '../officers-store.server.ts';
import { officeZone } from '../slot-rules.ts';
import { closeTime } from '../work-consultation.server.ts';
import { momentIn } from '../zone-words.server.ts';
import { readOfficeTime } from './office-time.ts';
import type { Route } from './+types/consultation-hours-page.ts';
import './consultation-desk.css';

export const handle = { texts: ['staff-consultations'] };

const blocksAheadMs = 180 * dayMs;
/** Monday 6 January 2025: names of weekdays are those of this week. */
const aMonday = 6;

/** Everybody plans their own hours; who sees the list of staff plans for colleagues and closes the office too. */
const plansForAll = (viewer: Viewer) => may(viewer, 'staff:view') && may(viewer, 'consultations:work');

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const colleagues = await listStaffWith(db, 'consultations:work');
  const asked = url.searchParams.get('officer');
  const shown = colleagues.find(({ userId }) => userId === (asked ?? viewer.user.id)) ?? colleagues[0] ?? null;
  const now = clock.now();
  const blocks = await findBlocks(db, now, addMilliseconds(now, blocksAheadMs));
  const [plan] = shown ? await findOfficers(db, [shown.userId]) : [];
  const names = await findStaffNames(
    db,
    blocks.flatMap(({ officerId }) => officerId ?? []),
  );
  const all = plansForAll(viewer);
  const mayEdit = may(viewer, 'consultations:work') && (all || shown?.userId === viewer.user.id);
  return {
    officer: shown && { id: shown.userId, name: shown.displayName },
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    plan: plan ?? null,
    all,
    mayEdit,
    today: dateIn(officeZone, now),
    blocks: blocks.map((block) => ({
      id: block.id,
      reason: block.reason,
      who: block.officerId && (names.get(block.officerId) ?? '–'),
      from: momentIn(officeZone, language, block.from),
      until: momentIn(officeZone, language, block.until),
      mayOpen: all || (mayEdit && block.officerId === viewer.user.id),
    })),
    did: (['saved', 'closed', 'opened'] as const).find((word) => url.searchParams.has(word)) ?? null,
    handedOver: Number(url.searchParams.get('closed')?.split('-')[0]) || 0,
    released: Number(url.searchParams.get('closed')?.split('-')[1]) || 0,
    refused: url.searchParams.has('refused'),
    key: newFormKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'consultations:work'))
    throw redirect(`/admin/unauthorized?from=${encodeURIComponent('/admin/consultations/hours')}`);
  const form = await request.formData();
  const all = plansForAll(viewer);
  const officer = plainLine(form.get('officer'), 64);
  const colleagues = await listStaffWith(platform.db, 'consultations:work');
  const known = colleagues.some(({ userId }) => userId === officer);
  const here = `/admin/consultations/hours${known ? `?officer=${encodeURIComponent(officer)}&` : '?'}`;
  const staffId = viewer.user.id;
  const once = { actor: `user:${staffId}`, form, about: 'consultation hours' };
  if (!known || (officer !== staffId && !all)) return redirect(`${here}refused`, 303);
  switch (form.get('act')) {
    case 'hours': {
      const read = readHours(form);
      if (!read.ok) return data({ wrong: read.wrong }, { status: 422 });
      await onceForForm(platform, once, async () => planHours(platform, { officerId: officer, ...read.value }, staffId));
      return redirect(`${here}saved`, 303);
    }
    case 'close': {
      const [from, until] = [readOfficeTime(form.get('from')), readOfficeTime(form.get('until'))];
      const reason = readBlockReason(form);
      const office = form.get('whole') === 'yes';
      const now = platform.clock.now();
      if (!from || !until || until <= from || until < now || until - from > blocksAheadMs || !reason || (office && !all))
        return redirect(`${here}refused`, 303);
      const done = await onceForForm<Awaited<ReturnType<typeof closeTime>>>(platform, once, (progress) =>
        closeTime(
          platform,
          { id: randomUUID(), officerId: office ? null : officer, from: instant(from), until: instant(until), reason },
          staffId,
          progress,
        ),
      );
      return redirect(`${here}closed=${done.handedOver}-${done.released}`, 303);
    }
    case 'open': {
      const opened = await onceForForm(platform, once, () =>
        openTime(platform, plainLine(form.get('block'), 64), all ? null : staffId, staffId),
      );
      return redirect(`${here}${opened ? 'opened' : 'refused'}`, 303);
    }
    default:
      return redirect(`${here}refused`, 303);
  }
}

export default function ConsultationHoursPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('hours.title')}</h1>
        <p>{t('office')}</p>
        <Link className="bo-btn" to="/admin/consultations">
          {t('back')}
        </Link>
      </header>
      {(page.did || page.refused) && (
        <p className={`dl-said${page.refused ? ' dl-said--warn' : ''}`} role={page.refused ? 'alert' : 'status'}>
          <Icon name={page.refused ? 'warning' : 'done'} />
          {page.refused
            ? t('hours.refused')
            : page.did === 'closed'
              ? `${t('hours.closed')} ${t('hours.handedOver', { count: page.handedOver })} ${t('hours.released', { count: page.released })}`
              : t(`hours.${page.did}`)}
        </p>
      )}
      {page.colleagues.length > 1 && (
        <Form className="dl-filters" method="get" action="/admin/consultations/hours" key={page.officer?.id}>
          <label>
            <span className="sr-only">{t('column.officer')}</span>
            <select name="officer" defaultValue={page.officer?.id}>
              {page.colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn" type="submit">
            {t('apply')}
          </button>
        </Form>
      )}
      {page.officer === null ? (
        <p className="dl-none">{t('hours.nobody')}</p>
      ) : (
        <div className="dl-record">
          <div>
            <Hours page={page} wrong={actionData?.wrong ?? []} />
          </div>
          <aside>
            <section className="dl-card">
              <h2>{t('hours.blocks')}</h2>
              {page.blocks.length === 0 ? (
                <p className="dl-quiet">{t('hours.noBlocks')}</p>
              ) : (
                <ul className="cd-history">
                  {page.blocks.map((block) => (
                    <li key={block.id}>
                      <b>{t(`reason.${block.reason}`)}</b> <bdi>{block.who ?? t('officer.office')}</bdi>
                      <small>
                        {block.from} – {block.until}
                      </small>
                      {block.mayOpen && page.officer && (
                        <Form method="post">
                          <input type="hidden" name="key" value={`${page.key}-${block.id.slice(0, 8)}`} />
                          <input type="hidden" name="officer" value={page.officer.id} />
                          <input type="hidden" name="block" value={block.id} />
                          <button className="bo-btn" name="act" value="open" type="submit">
                            {t('hours.openAgain')}
                          </button>
                        </Form>
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </section>
            {page.mayEdit && (
              <Form method="post" className="dl-card cd-form" key={page.blocks.length}>
                <h2>{t('hours.close')}</h2>
                <p className="dl-quiet">{t('hours.closeHint')}</p>
                <input type="hidden" name="key" value={`${page.key}-close`} />
                <input type="hidden" name="officer" value={page.officer.id} />
                <label>
                  {t('hours.from')}
                  <input type="datetime-local" name="from" min={`${page.today}T00:00`} required />
                </label>
                <label>
                  {t('hours.until')}
                  <input type="datetime-local" name="until" min={`${page.today}T00:00`} required />
                </label>
                <label>
                  {t('reasonLabel')}
                  <select name="reason">
                    {blockReasons.map((reason) => (
                      <option key={reason} value={reason}>
                        {t(`reason.${reason}`)}
                      </option>
                    ))}
                  </select>
                </label>
                {page.all && (
                  <label className="cd-tick">
                    <input type="checkbox" name="whole" value="yes" /> {t('hours.whole')}
                  </label>
                )}
                <button className="bo-btn" name="act" value="close" type="submit">
                  {t('hours.close')}
                </button>
              </Form>
            )}
          </aside>
        </div>
      )}
      <p className="dl-quiet">{t('hours.today', { date: formatDate(page.today, language, 'long') })}</p>
    </div>
  );
}

function Hours({ page, wrong }: { page: Route.ComponentProps['loaderData']; wrong: readonly number[] }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const nameOfDay = (day: number) =>
    formatDate(`2025-01-${String(aMonday + day).padStart(2, '0')}`, language, 'day').split(/[\s,،]/)[0] ?? String(day);
  const { plan } = page;
  return (
    <DeskForm sends={page.mayEdit} facts method="post" className="dl-card cd-form" key={page.officer?.id}>
      <h2>{t('hours.of', { name: page.officer?.name ?? '' })}</h2>
      <input type="hidden" name="key" value={`${page.key}-hours`} />
      <input type="hidden" name="officer" value={page.officer?.id} />
      {wrong.length > 0 && (
        <p className="dl-late" role="alert" id="hours-error">
          {t('hours.wrong', { days: wrong.map(nameOfDay).join(comma(language)) })}
        </p>
      )}
      <div className="cd-hours">
        {Array.from({ length: 7 }, (_, day) => {
          const spans = plan?.hours.filter((shift) => shift.weekday === day) ?? [];
          return (
            <fieldset key={day}>
              <legend>{nameOfDay(day)}</legend>
              {[0, 1].map((span) => (
                <span key={span}>
                  {(['from', 'until'] as const).map((end) => (
                    <input
                      key={end}
                      type="time"
                      name={`${end}-${day}-${span}`}
                      defaultValue={spans[span]?.[end] ?? ''}
                      aria-label={`${nameOfDay(day)} ${span + 1}${comma(language)}${t(`hours.${end}`)}`}
                      aria-invalid={wrong.includes(day) || undefined}
                    />
                  ))}
                </span>
              ))}
            </fieldset>
          );
        })}
      </div>
      <fieldset className="cd-many">
        <legend>{t('hours.languages')}</legend>
        {languageCodes.map((code) => (
          <label key={code} className="cd-tick">
            <input type="checkbox" name="language" value={code} defaultChecked={plan?.languages.includes(code)} /> {t(`language.${code}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className="cd-many">
        <legend>{t('hours.topics')}</legend>
        {consultationTopics.map((topic) => (
          <label key={topic} className="cd-tick">
            <input type="checkbox" name="topic" value={topic} defaultChecked={plan?.topics.includes(topic)} /> {t(`topic.${topic}`)}
          </label>
        ))}
      </fieldset>
      <label className="cd-tick">
        <input type="checkbox" name="takes" value="yes" defaultChecked={plan?.takes ?? true} /> {t('hours.takes')}
      </label>
      {page.mayEdit && (
        <button className="bo-btn bo-btn--p" name="act" value="hours" type="submit">
          {t('hours.save')}
        </button>
      )}
    </DeskForm>
  );
}
