import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { fingerprintOf, newFormKey, onceForForm, readFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import { findInvitation } from '#app/commerce/consultations/consultations-store.server.ts';
import { inviteFromInquiry, topicOfInquiry } from '#app/commerce/consultations/invite-from-inquiry.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { parseReference } from '#app/values/ids.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { findInquiryAsStaff, findInquiryEvents, readContact, readMessage } from '../inquiries-store.server.ts';
import { queueOf } from '../inquiry-kinds.ts';
import { inquiryMachine, type InquiryEvent } from '../inquiry-status.ts';
import { workInquiry } from '../work-inquiry.server.ts';
import { InquiryState } from './inquiry-state.tsx';
import type { Route } from './+types/inquiry-page.ts';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries'] };

const longestAnswer = 8_000;
const events: readonly InquiryEvent[] = ['answer', 'close', 'reopen'];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const inquiry = await findInquiryAsStaff(db, parseReference(params.reference) ?? '');
  if (!inquiry) throw new Response('Not found', { status: 404 });
  const mayWork = may(viewer, 'inquiries:work');
  const mayTalk = may(viewer, 'consultations:work');
  const contact = readContact(crypto, inquiry);
  const news = await findInquiryEvents(db, crypto, inquiry.id);
  const names = await findStaffNames(
    db,
    news.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
  );
  const { reference, kind, status, aboutTitle, language, startsOn, endsOn, adults, children, orderReference, fromPlace, toPlace } = inquiry;
  return {
    reference,
    kind,
    status,
    aboutTitle,
    language,
    startsOn,
    endsOn,
    adults,
    children,
    orderReference,
    fromPlace,
    toPlace,
    suspect: inquiry.suspect,
    budget: inquiry.budgetAmount === null ? null : money(inquiry.budgetAmount, 'AED'),
    queue: queueOf(kind),
    // Who may not answer has no use for the way to somebody.
    contact: mayWork ? contact : { name: contact.name, email: null, phone: null },
    message: readMessage(crypto, inquiry),
    asked: inquiry.createdAt.toISOString(),
    answerBy: inquiry.answerBy.toISOString(),
    late: inquiry.status === 'new' && inquiry.answerBy.getTime() < clock.now(),
    news: news.map(({ at, actor, ...rest }) => ({ ...rest, at: at.toISOString(), by: names.get(actor.replace('staff:', '')) ?? null })),
    moves: mayWork ? movesFrom(inquiryMachine, status, 'staff') : [],
    call: mayTalk && topicOfInquiry[kind] ? { reference: await findInvitation(db, reference), hasNumber: contact.phone !== null } : null,
    key: newFormKey(),
    invited: url.searchParams.has('invited'),
    did: events.find((event) => event === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
    title: reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const inquiry = await findInquiryAsStaff(platform.db, parseReference(params.reference) ?? '');
  if (!inquiry || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/inquiries/${inquiry.reference}`;
  if (!may(viewer, 'inquiries:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  if (form.get('event') === 'invite') {
    if (!may(viewer, 'consultations:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
    const invited = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: `invite ${inquiry.reference}` }, async () =>
      inviteFromInquiry(platform, inquiry, viewer.user.id),
    );
    return redirect(invited.ok ? `${here}?invited` : `${here}?refused`, 303);
  }
  const event = events.find((one) => one === form.get('event'));
  const key = readFormKey(form);
  if (!event || !key) return redirect(`${here}?refused`);
  const typed = form.get('words');
  const words = typeof typed === 'string' ? typed.toWellFormed().replace(/\r\n?/g, '\n').trim() : '';
  if (event === 'answer' && (words === '' || words.length > longestAnswer))
    return data({ words: words.slice(0, longestAnswer + 500), wrong: words === '' ? 'empty' : 'long' }, { status: 422 });
  const staffId = viewer.user.id;
  const done = await withIdempotency(
    platform,
    { actor: `user:${staffId}`, key, fingerprint: fingerprintOf({ reference: inquiry.reference, event, words }) },
    async () => (await workInquiry(platform, { inquiry, event, staffId, words: event === 'answer' ? words : null })).ok,
  );
  return redirect(done.kind === 'done' && done.value ? `${here}?did=${event}` : `${here}?refused`);
}

export default function InquiryPage({ loaderData: record, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const facts: readonly (readonly [string, string | null])[] = [
    ['about', record.aboutTitle],
    ['route', [record.fromPlace, record.toPlace].filter(Boolean).join(' – ') || null],
    ['dates', [record.startsOn, record.endsOn].flatMap((day) => (day ? [formatDate(day, language)] : [])).join(' – ') || null],
    ['adults', record.adults === null ? null : String(record.adults)],
    ['children', record.children ? String(record.children) : null],
    ['budget', record.budget && formatMoney(record.budget, language)],
    ['order', record.orderReference],
    ['language', t(`language.${record.language}`)],
    ['email', record.contact.email],
    ['phone', record.contact.phone],
  ];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.contact.name}</bdi>
        </h1>
        <InquiryState state={record.status} />
        <p>
          {t(`kind.${record.kind}`)} · <bdi>{record.reference}</bdi>
        </p>
        <Link className="bo-btn" to={`/admin/inquiries/${record.queue}`}>
          {t('back')}
        </Link>
      </header>
      {(record.did || record.refused || record.invited) && (
        <p className={`dl-said${record.refused ? ' dl-said--warn' : ''}`} role={record.refused ? 'alert' : 'status'}>
          <Icon name={record.refused ? 'warning' : 'done'} />
          {record.refused ? t('refused') : record.did ? t(`did.${record.did}`) : t('call.invited')}
        </p>
      )}
      {record.suspect && (
        <p className="dl-said dl-said--warn">
          <Icon name="warning" />
          {t('suspectText')}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('message')}</h2>
            <p className="dl-words" dir="auto">
              {record.message}
            </p>
            <p className="dl-quiet">
              {formatDate(record.asked, language, 'long')} ·{' '}
              <span className={record.late ? 'dl-late' : undefined}>
                {t('promised', { date: formatDate(record.answerBy, language, 'day') })}
              </span>
            </p>
          </section>
          {record.news
            .filter((one) => one.event !== 'asked')
            .map((one) => (
              <section className="dl-card" key={one.version}>
                <h2>{t(`event.${one.event}`)}</h2>
                {one.words && (
                  <p className="dl-words" dir="auto">
                    {one.words}
                  </p>
                )}
                <p className="dl-quiet">
                  {formatDate(one.at, language, 'long')} · <bdi>{one.by ?? '–'}</bdi>
                </p>
              </section>
            ))}
          {record.moves.includes('answer') && (
            <AnswerForm record={record} typed={actionData?.words ?? ''} wrong={actionData?.wrong ?? null} />
          )}
          {record.moves.length === 0 && <p className="dl-quiet">{t('mayNotAnswer')}</p>}
        </div>
        <aside className="dl-card">
          <h2>{t('facts')}</h2>
          <dl>
            {facts
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{t(`fact.${name}`)}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
          </dl>
          {record.call && <CallLine reference={record.call.reference} hasNumber={record.call.hasNumber} formKey={record.key} />}
          {(['close', 'reopen'] as const)
            .filter((event) => record.moves.includes(event))
            .map((event) => (
              <Form method="post" key={event}>
                <input type="hidden" name="key" value={`${record.key}-${event}`} />
                <button className="bo-btn bo-btn--wide" name="event" value={event} type="submit">
                  {t(`act.${event}`)}
                </button>
              </Form>
            ))}
        </aside>
      </div>
    </div>
  );
}

/** A call about it: the one that was agreed, or the way to one. */
function CallLine({ reference, hasNumber, formKey }: { reference: string | null; hasNumber: boolean; formKey: string }) {
  const t = useTexts('staff-inquiries');
  if (reference)
    return (
      <p>
        {t('call.has')}{' '}
        <Link to={`/admin/consultations/${reference}`}>
          <bdi>{reference}</bdi>
        </Link>
      </p>
    );
  if (!hasNumber) return <p className="dl-quiet">{t('call.noNumber')}</p>;
  return (
    <Form method="post">
      <input type="hidden" name="key" value={`${formKey}-invite`} />
      <button className="bo-btn bo-btn--wide" name="event" value="invite" type="submit">
        {t('call.invite')}
      </button>
    </Form>
  );
}

function AnswerForm({ record, typed, wrong }: { record: Route.ComponentProps['loaderData']; typed: string; wrong: string | null }) {
  const t = useTexts('staff-inquiries');
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="dl-card iq-answer" key={record.news.length}>
      <h2>
        <label htmlFor="words">{t('answer')}</label>
      </h2>
      <p className="dl-quiet" id="words-hint">
        {t('answerHint', { language: t(`language.${record.language}`) })}
      </p>
      <input type="hidden" name="key" value={record.key} />
      <input type="hidden" name="event" value="answer" />
      {wrong && (
        <p className="dl-late" id="words-error" role="alert">
          {t(`wrong.${wrong}`)}
        </p>
      )}
      <textarea
        id="words"
        name="words"
        rows={9}
        dir="auto"
        defaultValue={typed}
        maxLength={longestAnswer}
        aria-describedby={wrong ? 'words-error words-hint' : 'words-hint'}
        aria-invalid={wrong ? true : undefined}
      />
      <button className="bo-btn bo-btn--p" type="submit" aria-disabled={busy || undefined}>
        <Icon name="mail" small />
        {t('act.answer')}
      </button>
    </Form>
  );
}
