import { data, Form, Link, redirect } from 'react-router';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { hourMs } from '#app/values/dates.ts';
import { nameOrders } from '../name-orders.server.ts';
import { isHelpdeskOn, openOwnTicket } from '../open-ticket.server.ts';
import { longestTicketSubject, longestTicketWords, readOwnTicket, typedTicket, type TicketErrors } from '../ticket-form.ts';
import { listTicketsFor, readSubject } from '../tickets-store.server.ts';
import type { Route } from './+types/my-tickets-page.ts';
import './tickets.css';

export const handle = { texts: ['tickets', 'my'] };

const mostShown = 50;
const perPerson: Limit = { name: 'ticket:person', most: 10, perMs: hourMs };

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const [tickets, orders] = await Promise.all([
    listTicketsFor(platform.db, viewer.user.id, mostShown),
    nameOrders(platform.db, context.get(productCountersContext), viewer, context.get(requestContext).language, mostShown),
  ]);
  return {
    tickets: tickets.map(({ ticket, unread }) => ({
      reference: ticket.reference,
      subject: readSubject(platform.crypto, ticket),
      status: ticket.status,
      unread,
      at: ticket.changedAt.toISOString(),
    })),
    orders,
    key: newFormKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const typed = typedTicket(form);
  const read = readOwnTicket(typed);
  const wrong = (status: number, errors: TicketErrors, tooMany = false) => data({ typed, errors, tooMany }, { status });
  if (!read.ok) return wrong(422, read.errors);
  if ((await takeTry(platform.db, platform.clock, perPerson, viewer.user.id)) > 0) return wrong(429, {}, true);
  const { language } = context.get(requestContext);
  const { id, email } = viewer.user;
  const reference = await onceForForm(platform, { actor: `user:${id}`, form, about: 'ticket' }, (progress) =>
    openOwnTicket(platform, { user: { id, email, name: nameOf(viewer.user) }, language, ...read.value }, progress.answer),
  );
  return redirect(`/account/support/${reference}`, 303);
}

export default function MyTicketsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { tickets, orders, key } = loaderData;
  const t = useTexts('tickets');
  const language = useLanguage();
  const typed = actionData?.typed;
  const wrong = (name: 'subject' | 'words') => (actionData?.errors[name] ? t(`wrong.${actionData.errors[name]}`) : undefined);
  return (
    <AccountFrame title={t('title')} lede={t('lede')}>
      {actionData?.tooMany && (
        <Notice tone="warn" boxed live>
          {t('refused.too-many')}
        </Notice>
      )}
      {tickets.length > 0 && (
        <section className="mine__part">
          <h2>{t('yours')}</h2>
          <ul className="tv-list">
            {tickets.map((ticket) => (
              <li key={ticket.reference}>
                <Link to={`/account/support/${ticket.reference}`}>
                  <b dir="auto">{ticket.subject}</b>
                  <span className="muted small">
                    <bdi>{ticket.reference}</bdi> · {sayDay(ticket.at, language, 'day')}
                  </span>
                </Link>
                <span className="tv-list__state">
                  {ticket.unread > 0 && <Tag tone="info">{t('unread', { count: ticket.unread })}</Tag>}
                  {t(`state.${ticket.status}`)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mine__part">
        <h2>{t('ask.title')}</h2>
        <p className="muted">{t('ask.text')}</p>
        <Form method="post" className="tv__write">
          <input type="hidden" name="key" value={key} />
          <TextField
            name="subject"
            label={t('ask.subject')}
            defaultValue={typed?.subject}
            maxLength={longestTicketSubject}
            error={wrong('subject')}
          />
          {orders.length > 0 && (
            <SelectField name="order" label={t('ask.order')} defaultValue={typed?.order ?? ''}>
              <option value="">{t('ask.noOrder')}</option>
              {orders.map(({ reference, title, starts }) => (
                <option key={reference} value={reference}>
                  {title} · {formatDate(starts, language, 'long')} · {reference}
                </option>
              ))}
            </SelectField>
          )}
          <TextArea
            name="words"
            label={t('ask.words')}
            rows={6}
            defaultValue={typed?.words}
            maxLength={longestTicketWords}
            error={wrong('words')}
          />
          <p className="tv__go">
            <Button look="go">{t('send')}</Button>
          </p>
        </Form>
      </section>
    </AccountFrame>
  );
}
