import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { getPolicy } from '#app/platform/retention-store.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { dayMs } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import { orderTemplates } from '../message-jobs.server.ts';
import { findMailRecord } from './read-mail-log.server.ts';
import { nameOfMail } from './name-mail.server.ts';
import { faultOf } from './mail-cause.ts';
import { MailCause, MailMoment, NotificationTabs, Said, StateChip } from './notification-tabs.tsx';
import { mayReadMail, noteReturned, readSentMail, retryMail, sendAgain } from './work-mail.server.ts';
import type { Route } from './+types/sent-mail-page.ts';

export const handle = { texts: ['staff-mails'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const record = await findMailRecord(
    db,
    { crypto, judges: may(viewer, 'applications:view'), seesCustomers: may(viewer, 'customers:view') },
    params.mail,
  );
  if (!record) throw new Response('Not found', { status: 404 });
  const { mail, row, again } = record;
  const { days } = await getPolicy(db, 'mail-words');
  const remade = mail.channel === 'mail' && mail.orderId !== null && orderTemplates.some((one) => mail.kind === `orders.${one}`);
  return {
    // A text is no mail: the page is called so too.
    ...(mail.channel === 'text' && { title: textsFor(language).of('staff-mails')('channel.text') }),
    row,
    name: nameOfMail(row.kind, language),
    again,
    againOf: mail.againOf,
    providerId: mail.providerId,
    concern: mail.concern,
    keptUntil: mail.content ? new Date(mail.queuedAt.getTime() + days * dayMs).toISOString() : null,
    maySend: may(viewer, 'notifications:send'),
    mayRead: mayReadMail(viewer, mail.kind) && mail.content !== null,
    canBeSentAgain: remade || mail.content !== null,
    did: url.searchParams.get('did'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const reason = plainText(form.get('reason'), 300);
  const ask = { viewer, id: params.mail, reason, requestId: context.get(requestContext).requestId };
  const work = String(form.get('work') ?? '');
  if (work === 'read') {
    const read = await readSentMail(platform, ask);
    return read.ok ? data({ refused: null, read: read.value }) : data({ refused: read.refused, read: null }, 422);
  }
  const done =
    work === 'again'
      ? await sendAgain(platform, ask)
      : work === 'retry'
        ? await retryMail(platform, ask)
        : work === 'hard-bounce' || work === 'complaint'
          ? await noteReturned(platform, { ...ask, reason: work, note: reason })
          : null;
  if (!done) throw new Response('Not found', { status: 404 });
  if (!done.ok) return data({ refused: done.refused, read: null }, 422);
  return redirect(`/admin/notifications/mails/${encodeURIComponent(params.mail)}?did=${work}`, 303);
}

export default function SentMailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, name, again, againOf, providerId, concern, keptUntil, maySend, mayRead, canBeSentAgain, did } = loaderData;
  const t = useTexts('staff-mails');
  const read = actionData?.read ?? null;
  const isText = row.channel === 'text';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{name ?? t(`family.${row.kind.split('.')[0]}.name`)}</h1>
        <p>{t(`family.${row.kind.split('.')[0]}.name`)}</p>
        <StateChip state={row.status} of="state" />
      </header>
      <NotificationTabs here="log" />
      <Said did={actionData ? null : did} refused={actionData?.refused} />
      <div className="dl-record">
        <div>
          <section className="dl-card" aria-labelledby="facts">
            <h2 id="facts">{t(isText ? 'channel.text' : 'mail.facts')}</h2>
            <dl className="nt-facts">
              <Fact name={t('column.to')}>
                <bdi dir={isText ? 'ltr' : undefined}>{row.to || t('mail.forgotten')}</bdi>
              </Fact>
              <Fact name={t('column.channel')}>{t(`channel.${row.channel}`)}</Fact>
              <Fact name={t('column.language')}>{t(`language.${row.language}`)}</Fact>
              <Fact name={t('mail.concern')}>{t(isText ? `text.${concern === 'courtesy' ? 'day' : 'now'}` : `concern.${concern}`)}</Fact>
              {row.campaign && (
                <Fact name={t('column.campaign')}>
                  <Link to={`/admin/notifications/campaigns/${row.campaign.id}`}>
                    <bdi>{row.campaign.name}</bdi>
                  </Link>
                </Fact>
              )}
              {row.order && (
                <Fact name={t('column.order')}>
                  <Link to={`/admin/orders/${row.order}`}>
                    <bdi>{row.order}</bdi>
                  </Link>
                </Fact>
              )}
              {row.cause && (
                <Fact name={t('mail.cause')}>
                  <MailCause cause={row.cause} />
                </Fact>
              )}
              {row.cause && faultOf(row.cause) && (
                <Fact name={t('fault.code')}>
                  <bdi className="nt-code">{row.cause}</bdi>
                </Fact>
              )}
              {row.notBefore && (
                <Fact name={t('mail.notBefore')}>
                  <MailMoment at={row.notBefore} />
                </Fact>
              )}
              <Fact name={t('column.tries')}>{row.tries}</Fact>
              <Fact name={t('mail.queued')}>
                <MailMoment at={row.queuedAt} />
              </Fact>
              <Fact name={t('mail.changed')}>
                <MailMoment at={row.changedAt} />
              </Fact>
              {providerId && (
                <Fact name={t(isText ? 'text.provider' : 'mail.provider')}>
                  <bdi className="nt-code">{providerId}</bdi>
                </Fact>
              )}
              <Fact name={t('mail.id')}>
                <bdi className="nt-code">{row.id}</bdi>
              </Fact>
              <Fact name={t('mail.content')}>
                {keptUntil ? (
                  <>
                    {t('mail.keptUntil')} <MailMoment at={keptUntil} />
                  </>
                ) : (
                  t(concern === 'account' ? 'mail.neverKept' : 'mail.notKept')
                )}
              </Fact>
            </dl>
          </section>
          {read && (
            <section className="dl-card" aria-labelledby="read">
              <h2 id="read" dir="auto">
                {read.subject || t('channel.text')}
              </h2>
              <p className="dl-quiet">
                <bdi dir={isText ? 'ltr' : undefined}>{read.to}</bdi>
              </p>
              {isText ? (
                <pre className="nt-plain" dir="auto">
                  {read.text}
                </pre>
              ) : (
                <>
                  {/* No script runs in it and nothing it holds can reach this page. */}
                  <iframe className="nt-frame" title={t('mail.frame')} sandbox="" srcDoc={read.html} />
                  <details>
                    <summary>{t('template.plain')}</summary>
                    <pre className="nt-plain" dir="auto">
                      {read.text}
                    </pre>
                  </details>
                </>
              )}
            </section>
          )}
          {(again.length > 0 || againOf) && (
            <section className="dl-card" aria-labelledby="again">
              <h2 id="again">{t('mail.others')}</h2>
              <ul className="nt-history">
                {againOf && (
                  <li>
                    <Link to={`/admin/notifications/mails/${encodeURIComponent(againOf)}`}>{t('mail.first')}</Link>
                  </li>
                )}
                {again.map((one) => (
                  <li key={one.id}>
                    <Link to={`/admin/notifications/mails/${encodeURIComponent(one.id)}`}>
                      <MailMoment at={one.queuedAt} />
                    </Link>{' '}
                    <StateChip state={one.status} of="state" />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <aside>
          {maySend && row.status === 'failed' && (
            <WorkCard
              work="retry"
              title={t('work.retry')}
              text={t(isText ? 'text.retry' : 'work.retryText')}
              button={t('work.retryButton')}
            />
          )}
          {maySend && canBeSentAgain && row.status !== 'queued' && row.status !== 'failed' && (
            <WorkCard
              work="again"
              title={t('work.again')}
              text={t(isText ? 'text.again' : 'work.againText')}
              button={t('work.againButton')}
              reason
            />
          )}
          {mayRead && !read && (
            <WorkCard work="read" title={t('work.read')} text={t('work.readText')} button={t('work.readButton')} reason />
          )}
          {maySend && row.status === 'sent' && (
            <section className="dl-card" aria-labelledby="returned">
              <h2 id="returned">{t('work.returned')}</h2>
              <p className="dl-quiet">{t(isText ? 'text.returned' : 'work.returnedText')}</p>
              <Form method="post" className="nt-form">
                <label>
                  {t('work.note')}
                  <input name="reason" maxLength={300} autoComplete="off" />
                </label>
                <button className="bo-btn" name="work" value="hard-bounce">
                  {t('work.bounced')}
                </button>
                <button className="bo-btn" name="work" value="complaint">
                  {t('work.complained')}
                </button>
              </Form>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function WorkCard({ work, title, text, button, reason }: { work: string; title: string; text: string; button: string; reason?: true }) {
  const t = useTexts('staff-mails');
  return (
    <section className="dl-card" aria-labelledby={`work-${work}`}>
      <h2 id={`work-${work}`}>{title}</h2>
      <p className="dl-quiet">{text}</p>
      <Form method="post" className="nt-form">
        {reason && (
          <label>
            {t('work.reason')}
            <input name="reason" required maxLength={300} autoComplete="off" />
          </label>
        )}
        <button className="bo-btn bo-btn--p" name="work" value={work}>
          {button}
        </button>
      </Form>
    </section>
  );
}
