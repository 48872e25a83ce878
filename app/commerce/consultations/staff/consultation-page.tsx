import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { onceForForm } from '#app/platform/idempotency.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { plainText } from '#app/values/plain-text.ts';
import { callPaperDays } from '../call-paper-rules.ts';
import { longestSummary, longestWords } from '../consultation-form.ts';
import { readCompletion } from '../read-consultation.server.ts';
import { consultationOutcomes, moveReasons, nextSteps } from '../consultation-kinds.ts';
import { findConsultationAsStaff } from '../consultations-store.server.ts';
import { callOff, giveTime } from '../move-consultation.server.ts';
import { readSlotTime } from '../slot-rules.ts';
import { assignCall, completeCall, noteOnCall, startOrMiss, tickChecklist } from '../work-consultation.server.ts';
import { ConsultationState } from './consultation-state.tsx';
import { openConsultationDesk } from './open-consultation-desk.server.ts';
import type { Route } from './+types/consultation-page.ts';
import './consultation-desk.css';

export const handle = { texts: ['staff-consultations', 'staff-records'] };

const acts = ['start', 'miss', 'complete', 'note', 'check', 'assign', 'time', 'cancel'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const call = await findConsultationAsStaff(platform.db, parseReference(params.id) ?? '');
  if (!call) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('consultation', { id: call.id, handle: call.reference }),
  );
  const desk = await openConsultationDesk(platform, context.get(viewerContext), call, context.get(requestContext).language);
  return {
    notes,
    desk,
    did: acts.find((act) => act === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.get('refused')?.slice(0, 40) ?? null,
    title: call.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const call = await findConsultationAsStaff(platform.db, parseReference(params.id) ?? '');
  if (!call || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/consultations/${call.reference}`;
  if (!may(viewer, 'consultations:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const act = acts.find((one) => one === form.get('act'));
  if (!act) return redirect(`${here}?refused=other`, 303);
  const staffId = viewer.user.id;
  const mover = { side: 'staff', actor: `staff:${staffId}` } as const;
  const completion = act === 'complete' ? readCompletion(form) : null;
  if (completion && !completion.ok) return data({ typed: completion.typed, wrong: completion.wrong }, { status: 422 });
  const words = plainText(form.get('words'), longestWords);
  if (act === 'note' && (words === '' || words.length > longestWords)) return redirect(`${here}?refused=no-words`, 303);
  const reason = moveReasons.find((one) => one === form.get('reason')) ?? null;
  const at = readSlotTime(form.get('at'));
  const officer = String(form.get('officer') ?? '').slice(0, 64);
  const refusal = await onceForForm(platform, { actor: `user:${staffId}`, form, about: `consultation ${call.id}` }, async () => {
    const outcome = await (() => {
      switch (act) {
        case 'start':
        case 'miss':
          return startOrMiss(platform, call, act, staffId);
        case 'complete':
          return completion?.ok ? completeCall(platform, call, completion.value, staffId) : null;
        case 'note':
          return noteOnCall(platform, call, words, staffId);
        case 'check':
          return tickChecklist(platform, call, form.getAll('item').map(String), staffId);
        case 'assign':
          return assignCall(platform, call, officer, staffId);
        case 'time':
          return at ? giveTime(platform, mover, call, { at, reason }) : null;
        case 'cancel':
          return reason ? callOff(platform, mover, call, reason) : null;
      }
    })();
    return outcome === null ? 'other' : outcome.ok ? null : outcome.refused;
  });
  return redirect(refusal ? `${here}?refused=${refusal}` : `${here}?did=${act}`, 303);
}

const refusals = ['not-possible-from-here', 'changed-meanwhile', 'slot-taken', 'too-early', 'no-words'];

export default function ConsultationDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, did, refused } = loaderData;
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const facts: readonly (readonly [string, string | null])[] = [
    ['topic', t(`topic.${desk.topic}`)],
    ['country', desk.country],
    ['speaks', t(`language.${desk.callLanguage}`)],
    ['mails', t(`language.${desk.mailLanguage}`)],
    ['channel', t(`channel.${desk.channel}`)],
    ['phone', desk.contact.phone],
    ['email', desk.contact.email],
    ['officer', desk.officer],
    ['paid', t('free')],
    ['moved', desk.timesMoved > 0 ? String(desk.timesMoved) : null],
  ];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{desk.contact.name}</bdi>
        </h1>
        <ConsultationState state={desk.status} />
        <p>
          {t(`topic.${desk.topic}`)} · <bdi>{desk.reference}</bdi>
        </p>
        <Link className="bo-btn" to="/admin/consultations">
          {t('back')}
        </Link>
      </header>
      {(did || refused) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          <Icon name={refused ? 'warning' : 'done'} />
          {refused ? t(`refused.${refusals.includes(refused) ? refused : 'other'}`) : t(`did.${did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('time')}</h2>
            {desk.begins ? (
              <div className="cd-clocks">
                <p>
                  <b>{desk.begins.office}</b>
                  <span>{t('office')}</span>
                </p>
                <p>
                  <b>{desk.begins.theirs}</b>
                  <span>{desk.begins.zone}</span>
                </p>
              </div>
            ) : (
              <p className="dl-quiet">{t('noTime')}</p>
            )}
            {desk.wait && (
              <p>
                {t('wait.days', { days: desk.wait.days })} · {t('wait.before', { count: desk.wait.before })} ·{' '}
                {t('wait.offered', { count: desk.wait.offered })}
                {desk.wait.kept && (
                  <small className="cd-theirs">{t('wait.kept', { time: desk.wait.kept.at, until: desk.wait.kept.until })}</small>
                )}
              </p>
            )}
            <Running desk={desk} />
          </section>
          <section className="dl-card">
            <h2>{t('theirWords')}</h2>
            <p className="dl-words" dir="auto">
              {desk.words || t('noWords')}
            </p>
          </section>
          <Papers desk={desk} />
          <Checklist desk={desk} />
          {desk.moves.includes('complete') && <Completion desk={desk} answer={actionData ?? null} />}
          {desk.summary && (
            <section className="dl-card">
              <h2>{t('summary')}</h2>
              <p className="dl-words" dir="auto">
                {desk.summary}
              </p>
              <p className="dl-quiet">
                {t(`outcome.${desk.outcome}`)} · {t(`next.${desk.nextStep}`)}
                {desk.toInquiry && (
                  <>
                    {' · '}
                    <Link to={`/admin/inquiries/${desk.toInquiry}`}>
                      <bdi>{desk.toInquiry}</bdi>
                    </Link>
                  </>
                )}
              </p>
            </section>
          )}
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="cd-history">
              {desk.events.map((event) => (
                <li key={event.version}>
                  <b>{t(`event.${event.event}`)}</b> {event.startsAt && <span>{event.startsAt}</span>}
                  {event.reason && <span>{t(`why.${event.reason}`)}</span>}
                  <small>
                    {formatDate(event.at, language, 'day')}
                    {comma(language)}
                    <bdi>{event.at.slice(11)}</bdi> · <bdi>{event.by ?? t('visitor')}</bdi>
                  </small>
                  {event.words && (
                    <p className="dl-words" dir="auto">
                      {event.words}
                    </p>
                  )}
                </li>
              ))}
            </ol>
            {desk.mayWork && (
              <Form method="post" className="cd-form" key={desk.events.length}>
                <input type="hidden" name="key" value={`${desk.key}-note`} />
                <label>
                  {t('note')}
                  <textarea name="words" rows={3} dir="auto" maxLength={longestWords} />
                </label>
                <button className="bo-btn" name="act" value="note" type="submit">
                  {t('act.note')}
                </button>
              </Form>
            )}
          </section>
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl>
              {facts
                .filter(([, value]) => value)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`fact.${name}`)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
          <Plan desk={desk} />
          <Person desk={desk} />
          <RecordNotes desk={loaderData.notes} />
        </aside>
      </div>
    </div>
  );
}

type Desk = Route.ComponentProps['loaderData']['desk'];

/** Ring, or say that nobody answered. */
function Running({ desk }: { desk: Desk }) {
  const t = useTexts('staff-consultations');
  const early = !desk.begins?.past;
  return (
    <div className="cd-acts">
      {(['start', 'miss'] as const)
        .filter((act) => desk.moves.includes(act))
        .map((act) => (
          <Form method="post" key={act}>
            <input type="hidden" name="key" value={`${desk.key}-${act}`} />
            <button
              className={`bo-btn${act === 'start' ? ' bo-btn--p' : ''}`}
              name="act"
              value={act}
              type={act === 'miss' && early ? 'button' : 'submit'}
              aria-disabled={(act === 'miss' && early) || undefined}
              aria-describedby={act === 'miss' && early ? 'too-early' : undefined}
            >
              {t(`act.${act}`)}
            </button>
          </Form>
        ))}
      {desk.moves.includes('miss') && early && (
        <span id="too-early" className="dl-quiet">
          {t('refused.too-early')}
        </span>
      )}
    </div>
  );
}

/** What they sent to be read before the call; each opening is in the audit. */
function Papers({ desk }: { desk: Desk }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  if (!desk.papers) return null;
  return (
    <section className="dl-card">
      <h2>{t('papers.title')}</h2>
      {desk.papers.length === 0 ? (
        <p className="dl-quiet">{t('papers.none')}</p>
      ) : (
        <>
          <ul className="cd-history">
            {desk.papers.map((paper) => (
              <li key={paper.id}>
                <a href={`/admin/consultations/${desk.reference}/papers/${paper.id}`}>{t(`papers.kind.${paper.kind}`)}</a>
                <small>
                  {t('papers.size', { size: formatNumber(paper.kilobytes, language) })} · {formatDate(paper.at, language, 'day')}
                  {comma(language)}
                  <bdi>{paper.at.slice(11)}</bdi>
                </small>
              </li>
            ))}
          </ul>
          <p className="dl-quiet">{t('papers.hint', { count: callPaperDays })}</p>
        </>
      )}
    </section>
  );
}

function Checklist({ desk }: { desk: Desk }) {
  const t = useTexts('staff-consultations');
  return (
    <DeskForm facts method="post" className="dl-card cd-form" key={desk.events.length}>
      <h2>{t('prepare')}</h2>
      <input type="hidden" name="key" value={`${desk.key}-check`} />
      <ul className="cd-list">
        {desk.checklist.map(({ item, ticked }) => (
          <li key={item}>
            <label>
              <input type="checkbox" name="item" value={item} defaultChecked={ticked} /> {t(`check.${item}`)}
            </label>
          </li>
        ))}
      </ul>
      {desk.mayWork && (
        <button className="bo-btn" name="act" value="check" type="submit">
          {t('act.check')}
        </button>
      )}
    </DeskForm>
  );
}

function Completion({
  desk,
  answer,
}: {
  desk: Desk;
  answer: { readonly typed: Readonly<Record<string, string>>; readonly wrong: readonly string[] } | null;
}) {
  const t = useTexts('staff-consultations');
  return (
    <Form method="post" className="dl-card cd-form" id="complete">
      <h2>{t('complete')}</h2>
      <p className="dl-quiet" id="summary-hint">
        {t('completeHint', { language: t(`language.${desk.mailLanguage}`) })}
      </p>
      <input type="hidden" name="key" value={`${desk.key}-complete`} />
      {answer && (
        <p className="dl-late" role="alert" id="complete-error">
          {t('completeWrong')}
        </p>
      )}
      <label>
        {t('column.outcome')}
        <select name="outcome" defaultValue={answer?.typed['outcome'] ?? ''} required>
          <option value="" />
          {consultationOutcomes.map((one) => (
            <option key={one} value={one}>
              {t(`outcome.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('nextStep')}
        <select name="nextStep" defaultValue={answer?.typed['nextStep'] ?? ''} required>
          <option value="" />
          {nextSteps.map((one) => (
            <option key={one} value={one}>
              {t(`next.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('summary')}
        <textarea
          name="summary"
          rows={8}
          dir="auto"
          maxLength={longestSummary}
          defaultValue={answer?.typed['summary'] ?? ''}
          aria-describedby={answer ? 'complete-error summary-hint' : 'summary-hint'}
          aria-invalid={answer?.wrong.includes('summary') || undefined}
          required
        />
      </label>
      <button className="bo-btn bo-btn--p" name="act" value="complete" type="submit">
        {t('act.complete')}
      </button>
    </Form>
  );
}

/** Time and officer. */
function Plan({ desk }: { desk: Desk }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const picks = desk.moves.includes('schedule') || desk.moves.includes('reschedule');
  if (!picks && !desk.moves.includes('cancel')) return null;
  return (
    <section className="dl-card">
      <h2>{t('plan')}</h2>
      {picks &&
        (desk.times.length === 0 ? (
          <p className="dl-quiet">{t('noTimes')}</p>
        ) : (
          <Form method="post" className="cd-form">
            <input type="hidden" name="key" value={`${desk.key}-time`} />
            <label>
              {t('newTime')}
              <select name="at">
                {desk.times.map(({ at, office }) => (
                  <option key={at} value={at}>
                    {formatDate(office, language, 'day')}
                    {comma(language)}
                    {office.slice(11)}
                  </option>
                ))}
              </select>
            </label>
            {desk.moves.includes('reschedule') && <Why />}
            <button className="bo-btn" name="act" value="time" type="submit">
              {t('act.time')}
            </button>
          </Form>
        ))}
      {desk.status === 'scheduled' &&
        desk.mayWork &&
        (desk.colleagues.length === 0 ? (
          <p className="dl-quiet">{t('noColleague')}</p>
        ) : (
          <Form method="post" className="cd-form">
            <input type="hidden" name="key" value={`${desk.key}-assign`} />
            <label>
              {t('colleague')}
              <select name="officer">
                {desk.colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn" name="act" value="assign" type="submit">
              {t('act.assign')}
            </button>
          </Form>
        ))}
      {desk.moves.includes('cancel') && (
        <Form method="post" className="cd-form">
          <input type="hidden" name="key" value={`${desk.key}-cancel`} />
          <Why />
          <button className="bo-btn bo-btn--danger" name="act" value="cancel" type="submit">
            {t('act.cancel')}
          </button>
        </Form>
      )}
    </section>
  );
}

function Why() {
  const t = useTexts('staff-consultations');
  return (
    <label>
      {t('reasonLabel')}
      <select name="reason">
        {moveReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`why.${reason}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What else this person has with us. */
function Person({ desk }: { desk: Desk }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const lines = [
    ...desk.orders.map((one) => ({ ...one, to: `/admin/orders/${one.id}`, what: t('person.order') })),
    ...desk.inquiries.map((one) => ({ ...one, to: `/admin/inquiries/${one.reference}`, what: t('person.inquiry') })),
    ...desk.others.map((one) => ({ ...one, to: `/admin/consultations/${one.reference}`, what: t('person.call') })),
  ];
  return (
    <section className="dl-card">
      <h2>{t('person.title')}</h2>
      {desk.fromInquiry && (
        <p className="dl-quiet">
          {t('person.from')}{' '}
          <Link to={`/admin/inquiries/${desk.fromInquiry}`}>
            <bdi>{desk.fromInquiry}</bdi>
          </Link>
        </p>
      )}
      {lines.length === 0 ? (
        <p className="dl-quiet">{t('person.nothing')}</p>
      ) : (
        <ul className="cd-history">
          {lines.map((line) => (
            <li key={line.to}>
              <Link to={line.to}>
                <bdi>{line.reference}</bdi>
              </Link>
              <small>
                {line.what} · {formatDate(line.on, language)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
