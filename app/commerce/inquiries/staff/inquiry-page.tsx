import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { inviteFromInquiry } from '#app/commerce/consultations/invite-from-inquiry.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { fingerprintOf, newFormKey, onceForForm, readFormKey, withIdempotency } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { openNotes } from '../../record-notes/open-notes.server.ts';
import { deskRecord } from '../../record-notes/record-kinds.ts';
import { RecordNotes } from '../../record-notes/record-notes.tsx';
import { RecordWatch } from '../../record-notes/record-watch.tsx';
import { ReachAsk } from '../../customers/staff/reach-ask.tsx';
import { tellReveal } from '../../customers/staff/tell-reveal.server.ts';
import { findInquiryAsStaff, readContact } from '../inquiries-store.server.ts';
import { lostReasons } from '../inquiry-status.ts';
import { assignInquiry, mergeInquiries, workInquiry } from '../work-inquiry.server.ts';
import { InquiryPipeline, InquiryTwins } from './inquiry-pipeline.tsx';
import { InquiryState } from './inquiry-state.tsx';
import { openInquiry } from './open-inquiry.server.ts';
import { Places } from './places.tsx';
import type { Route } from './+types/inquiry-page.ts';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries', 'staff-customers', 'staff-records'] };

const longestWords = 8_000;
/** What the forms of this page send as moves of the machine. */
const events = ['answer', 'contact', 'qualify', 'park', 'lose', 'close', 'reopen'] as const;
const told = [...events, 'assign', 'merge', 'invite'] as const;
const refusals = ['no-reason', 'invited-already', 'no-number', 'not-a-colleague', 'not-open', 'other-person', 'changed-meanwhile'] as const;

async function find({ db }: Pick<Platform, 'db'>, reference: string) {
  const inquiry = await findInquiryAsStaff(db, parseReference(reference) ?? '');
  if (!inquiry) throw new Response('Not found', { status: 404 });
  return inquiry;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const inquiry = await find(platform, params.reference);
  const refused = url.searchParams.get('refused');
  const desk = await openNotes(platform, viewer, deskRecord('inquiry', { id: inquiry.id, handle: inquiry.reference }));
  return {
    desk,
    record: await openInquiry(platform, viewer, inquiry, context.get(requestContext).language),
    quotes: may(viewer, 'flight-orders:view') && { makes: may(viewer, 'flight-orders:work') },
    key: newFormKey(),
    did: told.find((event) => event === url.searchParams.get('did')) ?? null,
    refused: refused === null ? null : (refusals.find((one) => one === refused) ?? 'changed-meanwhile'),
    title: inquiry.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const inquiry = await find(platform, params.reference);
  const here = `/admin/inquiries/${inquiry.reference}`;
  if (!may(viewer, 'inquiries:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.toWellFormed().replace(/\r\n?/g, '\n').trim() : '';
  };
  const said = field('event');
  if (said === 'invite' && !may(viewer, 'consultations:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  if (said === 'reveal') {
    const look = { action: 'inquiry.contact-revealed', subject: `inquiries:${inquiry.id}`, reason: field('reason') };
    if (!(await tellReveal(platform, viewer, { ...look, requestId: context.get(requestContext).requestId })))
      return data({ typed: null, reach: 'no-reason' as const }, { status: 422 });
    return data({ typed: null, reach: readContact(platform.crypto, inquiry) }, { headers: { 'Cache-Control': 'no-store' } });
  }
  const words = field('words');
  const speaks = said === 'answer' || said === 'contact';
  if (speaks && (words === '' || words.length > longestWords))
    return data(
      { typed: { said, words: words.slice(0, longestWords + 500), wrong: words === '' ? 'empty' : 'long' }, reach: null },
      { status: 422 },
    );
  const refused = await press(platform, viewer, inquiry, { said, form, field, words });
  return redirect(refused === null ? `${here}?did=${said}` : `${here}?refused=${refused}`, 303);
}

type Found = Awaited<ReturnType<typeof find>>;

interface Pressed {
  readonly said: string;
  readonly form: FormData;
  readonly field: (name: string) => string;
  readonly words: string;
}

/** Does what a button of the page says; null when it was done, else why not. */
async function press(platform: Platform, viewer: Clerk, inquiry: Found, { said, form, field, words }: Pressed): Promise<string | null> {
  const staffId = viewer.user.id;
  if (said === 'assign') {
    const given = await assignInquiry(platform, viewer, { inquiryId: inquiry.id, from: field('from') || null, to: field('to') || null });
    return given.ok ? null : given.refused;
  }
  if (said === 'invite') {
    const about = `invite ${inquiry.reference}`;
    const invited = await onceForForm(platform, { actor: `user:${staffId}`, form, about }, async () =>
      inviteFromInquiry(platform, inquiry, staffId),
    );
    // The invitation is the first word they have from us.
    if (invited.ok && inquiry.status === 'new')
      await workInquiry(platform, { inquiry, event: 'contact', staffId, detail: invited.value.reference });
    return invited.ok ? null : invited.refused;
  }
  const event = events.find((one) => one === said);
  const key = readFormKey(form);
  if ((!event && said !== 'merge') || !key) return 'changed-meanwhile';
  const reason = lostReasons.find((one) => one === field('reason')) ?? null;
  const twin = said === 'merge' ? await findInquiryAsStaff(platform.db, parseReference(field('twin')) ?? '') : null;
  const done = await withIdempotency(
    platform,
    {
      actor: `user:${staffId}`,
      key,
      fingerprint: fingerprintOf({ reference: inquiry.reference, said, words, reason, twin: twin?.reference ?? null }),
    },
    async () => {
      if (!event) {
        const merged = twin ? await mergeInquiries(platform, { kept: inquiry, twin, staffId }) : null;
        return merged?.ok ? null : (merged?.refused ?? 'changed-meanwhile');
      }
      const worked = await workInquiry(platform, { inquiry, event, staffId, words: words || null, lostReason: reason });
      return worked.ok ? null : worked.refused;
    },
  );
  return done.kind === 'done' ? done.value : 'changed-meanwhile';
}

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, desk, key, did, refused } = loaderData;
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const typed = actionData?.typed ?? null;
  const reach = actionData?.reach ?? null;
  const clear = reach === 'no-reason' ? null : reach;
  const { email, phone } = clear ?? record.contact;
  const places = [record.fromPlace, record.toPlace].flatMap((place) => place || []);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['about', record.aboutTitle],
    ['route', places.length > 0 && <Places key="route" places={places} />],
    ['dates', [record.startsOn, record.endsOn].flatMap((day) => (day ? [formatDate(day, language)] : [])).join(' – ') || null],
    ['adults', record.adults === null ? null : String(record.adults)],
    ['children', record.children ? String(record.children) : null],
    ['infants', record.infants ? String(record.infants) : null],
    ['cabin', record.cabin && t(`cabin.${record.cabin}`)],
    ['budget', record.budget && formatMoney(record.budget, language)],
    ['order', record.orderReference],
    ['nationality', record.visa.nationality],
    ['residence', record.visa.residence],
    ['destination', record.visa.destination],
    ['purpose', record.visa.purpose && t(`purpose.${record.visa.purpose}`)],
    ['refusedBefore', record.visa.refusedBefore === null ? null : t(record.visa.refusedBefore ? 'yes' : 'no')],
    ['source', t(`source.${record.source}`)],
    ['language', t(`language.${record.language}`)],
    ['email', email],
    ['phone', phone],
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
      <RecordWatch desk={desk} />
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
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
            <p className="dl-quiet">{sayDay(record.asked, language, 'long')}</p>
          </section>
          {record.merged.map((twin) => (
            <section className="dl-card" key={twin.reference}>
              <h2>
                {t('merge.also')} <bdi>{twin.reference}</bdi>
              </h2>
              <p className="dl-words" dir="auto">
                {twin.message}
              </p>
              <p className="dl-quiet">{sayDay(twin.asked, language, 'long')}</p>
            </section>
          ))}
          <History news={record.news} />
          {record.moves.includes('answer') && (
            <AnswerForm
              record={record}
              formKey={key}
              typed={typed?.said === 'answer' ? typed.words : ''}
              wrong={typed?.said === 'answer' ? typed.wrong : null}
            />
          )}
          {record.moves.includes('contact') && (
            <details className="dl-card iq-note" open={typed?.said === 'contact'}>
              <summary>{t('act.contact')}</summary>
              <Form method="post" key={record.version}>
                <input type="hidden" name="key" value={`${key}-contact`} />
                <label htmlFor="note">{t('note')}</label>
                {typed?.said === 'contact' && (
                  <p className="dl-late" role="alert">
                    {t(`wrong.${typed.wrong}`)}
                  </p>
                )}
                <textarea id="note" name="words" rows={3} dir="auto" maxLength={longestWords} />
                <button className="bo-btn" name="event" value="contact" type="submit">
                  {t('act.contactGo')}
                </button>
              </Form>
            </details>
          )}
          {!record.mayWork && <p className="dl-quiet">{t('mayNotAnswer')}</p>}
        </div>
        <aside>
          <InquiryPipeline record={record} formKey={key} />
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl className="iq-facts">
              {facts
                .filter(([, value]) => value !== null && value !== false)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`fact.${name}`)}</dt>
                    <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
                  </div>
                ))}
            </dl>
            {record.mayWork && (email || phone) && !clear && <ReachAsk wrong={reach === 'no-reason'} />}
            {(record.queue === 'evisa' || record.queue === 'visa-assistance') && (
              <p className="iq-ask">
                <Link className="bo-btn bo-btn--p" to={`/admin/inquiries/${record.reference}/visa`}>
                  <Icon name="passport" small />
                  {t('askRegister')}
                </Link>
              </p>
            )}
            {record.mayWork && record.kind !== 'press' && (
              <Link className="bo-btn bo-btn--wide" to={`/admin/inquiries/${record.reference}/proposal`}>
                {t(record.proposal ? 'proposal.open' : 'proposal.begin')}
              </Link>
            )}
            {record.queue === 'flights' && loaderData.quotes && (
              <p className="iq-ask">
                {loaderData.quotes.makes && (
                  <Link className="bo-btn bo-btn--p" to={`/admin/orders/flights/quotes/new?inquiry=${record.reference}`}>
                    <Icon name="plane" small />
                    {t('quote.begin')}
                  </Link>
                )}{' '}
                <Link to={`/admin/orders/flights/quotes?inquiry=${record.reference}`}>{t('quote.all')}</Link>
              </p>
            )}
            {record.call && <CallLine reference={record.call.reference} hasNumber={record.call.hasNumber} formKey={key} />}
          </section>
          <InquiryTwins record={record} formKey={key} />
          <RecordNotes desk={desk} />
        </aside>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** What was said is shown whole; what was done is a line. */
function History({ news }: { news: Loaded['record']['news'] }) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  return news
    .filter((one) => one.event !== 'asked')
    .map((one) =>
      one.words ? (
        <section className="dl-card" key={one.version}>
          <h2>{t(`event.${one.event}`)}</h2>
          <p className="dl-words" dir="auto">
            {one.words}
          </p>
          <p className="dl-quiet">
            {sayDay(one.at, language, 'long')} · <bdi>{one.by ?? '–'}</bdi>
          </p>
        </section>
      ) : (
        <p className="iq-event" key={one.version}>
          {t(`event.${one.event}`)}
          {one.detail && (
            <>
              : <bdi>{one.event === 'lose' ? t(`lost.${one.detail}`) : one.detail}</bdi>
            </>
          )}{' '}
          <span className="dl-quiet">
            {sayDay(one.at, language, 'long')} · <bdi>{one.by ?? '–'}</bdi>
          </span>
        </p>
      ),
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

function AnswerForm({ record, formKey, typed, wrong }: { record: Loaded['record']; formKey: string; typed: string; wrong: string | null }) {
  const t = useTexts('staff-inquiries');
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="dl-card iq-answer" key={record.version}>
      <h2>
        <label htmlFor="words">{t('answer')}</label>
      </h2>
      <p className="dl-quiet" id="words-hint">
        {t('answerHint', { language: t(`language.${record.language}`) })}
      </p>
      <input type="hidden" name="key" value={formKey} />
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
        maxLength={longestWords}
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
