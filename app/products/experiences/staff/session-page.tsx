import { Form, Link, redirect } from 'react-router';
import { BulkOutcome } from '#app/commerce/orders/staff/bulk-report.tsx';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import { findExperienceBooking } from '../experience-bookings-store.server.ts';
import { findKnownExperience } from '../experiences-store.server.ts';
import { cancelSession, findSessionTravellers } from './cancel-session.server.ts';
import { remedies } from './session-remedies.ts';
import { listCancelledStarts } from './supply-desk-store.server.ts';
import type { Route } from './+types/session-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-activities', 'staff-bookings', 'staff-lists'] };

const isStart = (typed: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed);

/** One start: who has a place, and what cancelling it would do to each. With a run, what became of them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const asked = url.searchParams;
  const date = parseCalendarDate(asked.get('date') ?? '');
  const start = asked.get('start') ?? '';
  const known = await findKnownExperience(platform.db, params.activity, language);
  if (!known || !date || !isStart(start)) throw new Response('Not found', { status: 404 });
  const place = { experienceId: params.activity, date, start };
  const runId = asked.get('run');
  const found = runId === null ? null : await findBulkRun(platform.db, 'experience', runId);
  if (runId !== null && found?.run.detail['experienceId'] !== place.experienceId) throw new Response('Not found', { status: 404 });
  return {
    title: known.experience.words.title,
    id: place.experienceId,
    date,
    start,
    cancelled: (await listCancelledStarts(platform.db, place.experienceId, date, date)).includes(`${date} ${start}`),
    lines: found?.lines.map(({ reference, position, ok, said }) => ({ id: String(position), reference, ok, said })) ?? null,
    travellers: await Promise.all(
      (await findSessionTravellers(platform.db, place)).map(async (one) => ({
        ...one,
        pickup: known.experience.pickup ? ((await findExperienceBooking(platform.db, platform.crypto, one.orderId))?.pickup ?? '') : null,
      })),
    ),
    works: may(viewer, 'products:edit'),
    key: newFormKey(),
    refused: asked.get('refused'),
    done: asked.has('done'),
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const date = parseCalendarDate(url.searchParams.get('date') ?? '');
  const start = url.searchParams.get('start') ?? '';
  const remedy = remedies.find((one) => one === form.get('remedy'));
  if (!date || !isStart(start) || !remedy || form.get('intent') !== 'cancel') throw new Response('Not found', { status: 404 });
  const here = new URLSearchParams({ date, start });
  const base = `/admin/supply/activities/${encodeURIComponent(params.activity)}/session`;
  const about = `session:${params.activity}/${date}T${start}`;
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about }, async () => {
    const cancelled = await cancelSession(platform, viewer, {
      experienceId: params.activity,
      date,
      start,
      remedy,
      reason: plainText(form.get('reason'), 300),
      requestId: context.get(requestContext).requestId,
    });
    if (!cancelled.ok) here.set('refused', cancelled.refused);
    else if (cancelled.value === null) here.set('done', '1');
    else here.set('run', cancelled.value);
    return `${base}?${here}`;
  });
  return redirect(to, 303);
}

export default function SessionPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staff-activities');
  const bookings = useTexts('staff-bookings');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const { travellers } = page;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{page.title}</bdi>
        </h1>
        <p>
          {formatDate(page.date, language, 'long')}
          {comma(language)}
          <bdi>{page.start}</bdi> {page.cancelled && <span className="dl-state dl-state--now">{t('session.cancelled')}</span>}
        </p>
        <Link className="bo-btn" to={`/admin/supply/activities/${page.id}?date=${page.date}`}>
          {t('part.calendar')}
        </Link>
      </header>
      {page.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${page.refused}`, { defaultValue: t('refused.not-possible') })}
        </p>
      )}
      {page.done && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('session.nobody')}
        </p>
      )}
      {page.lines && (
        <>
          {page.lines.some(({ ok }) => ok === null) && (
            <Link to="" reloadDocument>
              {lists('bulk.look')}
            </Link>
          )}
          <BulkOutcome
            lines={page.lines.map(({ said, ...line }) => ({
              ...line,
              to: `/admin/orders/${line.reference}`,
              said: said && t(`session.said.${said}`, { defaultValue: bookings(`refused.${said}`, { defaultValue: said }) }),
            }))}
          />
        </>
      )}
      {(travellers.length > 0 || !page.lines) && (
        <section className="dl-card">
          <h2>{t('session.travellers')}</h2>
          {travellers.length === 0 ? (
            <p>{t('session.none')}</p>
          ) : (
            <ul className="td-versions">
              {travellers.map(({ orderId, reference, places, status, becomes, pickup }) => (
                <li key={orderId}>
                  <Link to={`/admin/orders/${reference}`}>
                    <bdi>{reference}</bdi>
                  </Link>
                  <span className="dl-state">{bookings(`state.${status}`)}</span>
                  <span>
                    {t('session.places', { count: places })} · {t(`session.becomes.${becomes}`)}
                  </span>
                  {pickup !== null && (
                    <span>
                      {pickup === '' ? (
                        t('session.pickupOpen')
                      ) : (
                        <>
                          {t('session.pickup')} <bdi>{pickup}</bdi>
                        </>
                      )}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {page.works && (!page.cancelled || travellers.length > 0) && (
        <section className="dl-card">
          <h2>{t('session.cancel')}</h2>
          <p className="td-hint">{t('session.hint')}</p>
          <Form method="post" className="td-form" action={`?${new URLSearchParams({ date: page.date, start: page.start })}`}>
            <input type="hidden" name="key" value={page.key} />
            <div className="td-form__body">
              <fieldset className="td-checks">
                <legend>{t('session.remedy')}</legend>
                {remedies.map((remedy, at) => (
                  <label key={remedy}>
                    <input type="radio" name="remedy" value={remedy} defaultChecked={at === 0} /> {t(`session.${remedy}`)}
                  </label>
                ))}
              </fieldset>
              <label>
                {t('session.reason')}
                <input name="reason" required maxLength={300} />
              </label>
              <p>
                <button className="bo-btn bo-btn--danger" name="intent" value="cancel">
                  {t('session.go', { count: travellers.length })}
                </button>
              </p>
            </div>
          </Form>
        </section>
      )}
    </div>
  );
}
