import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import type { OpenNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { RecordFiles } from '#app/commerce/record-notes/record-notes.tsx';
import { ReachAsk } from '#app/commerce/customers/staff/reach-ask.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { ticketPriorities } from '../ticket-kinds.ts';
import type { TicketRecord } from './open-ticket-record.server.ts';
import { mostTags } from '../ticket-tags.ts';
import { DueIn, TagField, TagLinks, TicketPress, TicketState } from './ticket-parts.tsx';

/** How somebody is reached, for whoever has said why; that they did not; or null where nobody asked. */
type Reach = { readonly email: string | null; readonly phone: string | null } | 'no-reason' | null;

/** Where a ticket stands, whose it is, what it is about, and what can be done with it next. */
export function TicketSide({ record, desk, reach }: { record: TicketRecord; desk: OpenNotes; reach: Reach }) {
  const t = useTexts('staff-tickets');
  const clear = reach === 'no-reason' ? null : reach;
  const { email, phone } = clear ?? record.contact;
  const source = record.source && (record.source.table === 'inquiries' ? `/admin/inquiries/${record.source.reference}` : '/admin/feedback');
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['state', <TicketState key="state" state={record.status} />],
    [
      'due',
      record.due ? (
        <DueIn key="due" minutes={record.due.in} first={record.due.first} />
      ) : record.living ? (
        t('due.paused', { hours: Math.round((record.left ?? 0) / 6) / 10 })
      ) : null,
    ],
    ['priority', <TicketPress key="priority" priority={record.priority} />],
    ['assignee', <bdi key="assignee">{record.assignee?.name ?? t('nobody')}</bdi>],
    ['language', t(`language.${record.language}`)],
    ['email', email && <bdi key="email">{email}</bdi>],
    [
      'phone',
      phone && (
        <bdi key="phone" dir="ltr">
          {phone}
        </bdi>
      ),
    ],
    [
      'order',
      record.order && (
        <Link key="order" to={`/admin/orders/${record.order.reference}`}>
          <bdi>{record.order.reference}</bdi>
        </Link>
      ),
    ],
    [
      'source',
      record.source && source && (
        <Link key="source" to={source}>
          <bdi>{record.source.reference}</bdi>
        </Link>
      ),
    ],
    ['rating', record.rating === null ? null : t('stars', { count: record.rating })],
  ];
  return (
    <aside>
      <section className="dl-card">
        <h2>{t('stand')}</h2>
        <dl className="tk-facts">
          {facts
            .filter(([, value]) => value !== null)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{t(`column.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {record.mayWork && (email || phone) && !clear && <ReachAsk wrong={reach === 'no-reason'} />}
        {record.mayWork && <Moves record={record} />}
      </section>
      <Tags record={record} />
      {record.mayWork && <Change record={record} />}
      {record.twins.length > 0 && (
        <section className="dl-card">
          <h2>{t('merge.title')}</h2>
          <ul className="tk-twins">
            {record.twins.map((twin) => (
              <li key={twin.reference}>
                <Link to={`/admin/tickets/${twin.reference}`}>
                  <bdi>{twin.reference}</bdi>
                </Link>{' '}
                <TicketState state={twin.status} />
                <p dir="auto">{twin.subject}</p>
                {record.living && (
                  <Form method="post">
                    <Seen record={record} />
                    <input type="hidden" name="twin" value={twin.reference} />
                    <button className="bo-btn" type="submit" name="event" value="merge">
                      {t('act.merge')}
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecordFiles desk={desk} />
    </aside>
  );
}

/** Words of the desk by which it is found again: each leads to the tickets that have it. */
function Tags({ record }: { record: TicketRecord }) {
  const t = useTexts('staff-tickets');
  const full = record.tags.length >= mostTags;
  if (record.tags.length === 0 && !record.mayWork) return null;
  return (
    <section className="dl-card tk-tags" aria-labelledby="tags">
      <h2 id="tags">{t('column.tags')}</h2>
      {record.tags.length > 0 && (
        <ul>
          {record.tags.map((tag) => (
            <li key={tag} className="tk-tag">
              <TagLinks tags={[tag]} />
              {record.mayWork && (
                <Form method="post" preventScrollReset>
                  <Seen record={record} />
                  <input type="hidden" name="tag" value={tag} />
                  <button type="submit" name="event" value="untag" aria-label={t('act.untagOne', { tag })}>
                    <Icon name="close" small />
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {record.mayWork && !full && (
        <Form method="post" key={`tag ${record.version}`} className="tk-tags__add" preventScrollReset>
          <Seen record={record} />
          <TagField name="tag" value="" tags={record.otherTags} />
          <button className="bo-btn" type="submit" name="event" value="tag">
            {t('act.tag')}
          </button>
        </Form>
      )}
      {full && <p className="dl-quiet">{t('refused.too-many-tags')}</p>}
    </section>
  );
}

function Seen({ record }: { record: TicketRecord }) {
  return <input type="hidden" name="version" value={record.version} />;
}

function Moves({ record }: { record: TicketRecord }) {
  const t = useTexts('staff-tickets');
  return (
    <div className="tk-moves">
      {(['take', 'wait-supplier', 'resume', 'reopen', 'close'] as const)
        .filter((event) => record.moves.includes(event))
        .map((event) => (
          <Form method="post" key={event}>
            <Seen record={record} />
            <button className="bo-btn" name="event" value={event} type="submit">
              {t(`act.${event}`)}
            </button>
          </Form>
        ))}
    </div>
  );
}

function Change({ record }: { record: TicketRecord }) {
  const t = useTexts('staff-tickets');
  return (
    <section className="dl-card tk-change">
      <h2>{t('change')}</h2>
      {record.living && (
        <>
          <Form method="post" key={`owner ${record.version}`}>
            <Seen record={record} />
            <label>
              {t('column.assignee')}
              <select name="to" defaultValue={record.assignee?.id ?? ''}>
                <option value="">{t('nobody')}</option>
                {record.colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn" name="event" value="assign" type="submit">
              {t('act.assign')}
            </button>
          </Form>
          <Form method="post" key={`priority ${record.version}`}>
            <Seen record={record} />
            <label>
              {t('column.priority')}
              <select name="to" defaultValue={record.priority}>
                {ticketPriorities.map((one) => (
                  <option key={one} value={one}>
                    {t(`priority.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn" name="event" value="priority" type="submit">
              {t('act.priority')}
            </button>
          </Form>
        </>
      )}
      <Form method="post" key={`order ${record.version}`}>
        <Seen record={record} />
        <label>
          {t('column.order')}
          <input
            name="order"
            defaultValue={record.order?.reference ?? ''}
            maxLength={20}
            autoComplete="off"
            dir="ltr"
            placeholder="7K2M9-4QX3D"
          />
        </label>
        <button className="bo-btn" name="event" value="order" type="submit">
          {t('act.order')}
        </button>
      </Form>
      {record.order && (
        <Link className="bo-btn bo-btn--wide" to={`/admin/orders/${record.order.reference}`}>
          {t('toOrder')}
        </Link>
      )}
    </section>
  );
}
