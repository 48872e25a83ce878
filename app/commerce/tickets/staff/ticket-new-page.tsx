import { data, Form, Link, redirect } from 'react-router';
import { findFeedbackAsStaff } from '#app/commerce/feedback/feedback-store.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { findByReference } from '#app/commerce/orders/orders-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { isHelpdeskOn, openTicketByHand, openTicketOf } from '../open-ticket.server.ts';
import { longestTicketSubject, longestTicketWords, readHandTicket, typedTicket, type TicketErrors } from '../ticket-form.ts';
import { handChannels, ticketPriorities } from '../ticket-kinds.ts';
import type { Route } from './+types/ticket-new-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  if (!(await isHelpdeskOn(context.get(platformContext)))) throw new Response('Not found', { status: 404 });
  return { key: newFormKey(), message: (url.searchParams.get('message') ?? '').slice(0, 20) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = typedTicket(form);
  const staffId = viewer.user.id;
  const wrong = (errors: TicketErrors) => data({ typed, errors }, { status: 422 });
  if (form.get('intent') === 'of-message') {
    const reference = parseReference(typed.message) ?? '';
    const inquiry = await findInquiryAsStaff(platform.db, reference);
    const feedback = inquiry ? null : await findFeedbackAsStaff(platform.db, platform.crypto, reference);
    if (!inquiry && !feedback) return wrong({ message: 'message' });
    return redirect(`/admin/tickets/${await openTicketOf(platform, inquiry ? { inquiry } : { feedback: feedback! }, staffId)}`, 303);
  }
  const read = readHandTicket(typed);
  if (!read.ok) return wrong(read.errors);
  const order = read.value.order ? await findByReference(platform.db, parseReference(read.value.order) ?? '') : null;
  if (read.value.order && !order) return wrong({ order: 'order' });
  const account = read.value.contact.email ? await findAccountByEmail(platform.db, read.value.contact.email) : null;
  const opened = await onceForForm(platform, { actor: `user:${staffId}`, form, about: 'ticket' }, (progress) =>
    openTicketByHand(
      platform,
      { ...read.value, orderId: order?.id ?? null, userId: account?.emailVerified ? account.id : null, staffId },
      progress.answer,
    ),
  );
  return redirect(`/admin/tickets/${opened}`, 303);
}

export default function TicketNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-tickets');
  const typed = actionData?.typed;
  const errors: TicketErrors = actionData?.errors ?? {};
  const wrong = (name: keyof TicketErrors) =>
    errors[name] && (
      <span className="dl-late" id={`${name}-error`} role="alert">
        {t(`wrong.${errors[name]}`)}
      </span>
    );
  const said = (name: keyof TicketErrors) => (errors[name] ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {});
  const choice = (name: 'channel' | 'language' | 'priority', values: readonly string[], first: string) => (
    <label>
      {t(`column.${name}`)}
      <select name={name} defaultValue={typed?.[name] || first}>
        {values.map((one) => (
          <option key={one} value={one}>
            {t(`${name}.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('newTitle')}</h1>
        <p>{t('newLead')}</p>
        <Link className="bo-btn" to="/admin/tickets">
          {t('back')}
        </Link>
      </header>
      <div className="dl-record">
        <section className="dl-card">
          <Form method="post" className="tk-form">
            <input type="hidden" name="key" value={loaderData.key} />
            <div className="tk-pair">
              <label>
                {t('column.customer')}
                <input name="name" defaultValue={typed?.name} maxLength={120} required dir="auto" autoComplete="off" {...said('name')} />
                {wrong('name')}
              </label>
              <label>
                {t('column.email')}
                <input
                  name="email"
                  type="email"
                  defaultValue={typed?.email}
                  maxLength={254}
                  dir="ltr"
                  autoComplete="off"
                  {...said('email')}
                />
                {wrong('email')}
              </label>
              <label>
                {t('column.phone')}
                <input name="phone" type="tel" defaultValue={typed?.phone} maxLength={40} dir="ltr" autoComplete="off" {...said('phone')} />
                {wrong('phone')}
              </label>
            </div>
            <label>
              {t('column.subject')}
              <input
                name="subject"
                defaultValue={typed?.subject}
                maxLength={longestTicketSubject}
                required
                dir="auto"
                {...said('subject')}
              />
              {wrong('subject')}
            </label>
            <label>
              {t('whatTheySaid')}
              <textarea
                name="words"
                rows={7}
                defaultValue={typed?.words}
                maxLength={longestTicketWords}
                required
                dir="auto"
                {...said('words')}
              />
              {wrong('words')}
            </label>
            <div className="tk-pair">
              {choice('channel', handChannels, 'phone')}
              {choice('language', languageCodes, 'en')}
              {choice('priority', ticketPriorities, 'normal')}
              <label>
                {t('column.order')}
                <input
                  name="order"
                  defaultValue={typed?.order}
                  maxLength={20}
                  dir="ltr"
                  autoComplete="off"
                  placeholder="7K2M9-4QX3D"
                  {...said('order')}
                />
                {wrong('order')}
              </label>
            </div>
            <button className="bo-btn bo-btn--p" type="submit">
              {t('open')}
            </button>
          </Form>
        </section>
        <aside>
          <section className="dl-card">
            <h2>{t('ofMessage')}</h2>
            <p className="dl-quiet">{t('ofMessageText')}</p>
            <Form method="post" className="tk-form">
              <label>
                {t('messageNumber')}
                <input
                  name="message"
                  defaultValue={typed?.message ?? loaderData.message}
                  maxLength={20}
                  required
                  dir="ltr"
                  autoComplete="off"
                  {...said('message')}
                />
                {wrong('message')}
              </label>
              <button className="bo-btn" type="submit" name="intent" value="of-message">
                {t('open')}
              </button>
            </Form>
          </section>
        </aside>
      </div>
    </div>
  );
}
