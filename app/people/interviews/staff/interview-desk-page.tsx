import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { withoutIdentity } from '#app/people/recruitment/blind-rules.ts';
import { findCandidate } from '#app/people/recruitment/candidates-store.server.ts';
import { typedFields, type PostingFields } from '#app/people/recruitment/posting-fields.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { momentIn } from '#app/commerce/consultations/zone-words.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { instant, type Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { plainLine, plainText, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { fewestSlots, mostSlots, verdicts } from '../interview-kinds.ts';
import { officeZone, openTimes, readTime, writeTime } from '../interview-slot-rules.ts';
import { interviewMachine } from '../interview-status.ts';
import {
  findBusy,
  findInterviewEvents,
  findInterviewFor,
  findPanel,
  findScores,
  findSlots,
  openWords,
} from '../interviews-store.server.ts';
import { agreeToWish, endInterview, inviteAgain, reassign, sendScore, type InterviewRefusal } from '../plan-interview.server.ts';
import { InterviewState } from './interview-state.tsx';
import type { Route } from './+types/interview-desk-page.ts';
import './interviews.css';

export const handle = { texts: ['staff-interviews'] };

const base = '/admin/interview-scheduling';
const dids = ['invited', 'agreed', 'completed', 'missed', 'cancelled', 'reassigned', 'scored'] as const;
/** Refusals of what was chosen or written, by the form and the field that they belong to; the others are of the record. */
const fieldsOf: Readonly<Record<string, Partial<Record<InterviewRefusal, string>>>> = {
  invite: { slots: 'times', 'not-an-office-time': 'times', 'time-taken': 'times' },
  reassign: { 'not-an-interviewer': 'to', 'time-taken': 'to' },
  score: { 'no-words': 'words' },
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto, clock } = platform;
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const me = viewer.user.id;
  const reader = { userId: me, seesAll: may(viewer, 'recruitment:view') };
  const interview = await findInterviewFor(db, reader, parseReference(params.reference) ?? '-');
  if (!interview) throw new Response('Not found', { status: 404 });
  const [candidate, panels, slots, events, scores, able] = await Promise.all([
    findCandidate(platform, { id: interview.applicationId }, language),
    findPanel(db, [interview.id]),
    findSlots(db, interview.id),
    findInterviewEvents(db, interview.id),
    findScores(db, crypto, interview.id),
    listStaffWith(db, 'interviews:own'),
  ]);
  const panel = panels.get(interview.id) ?? [];
  const names = await findStaffNames(db, [...panel, ...events.map(({ actor }) => actor.replace('staff:', ''))]);
  const name = (id: string) => names.get(id.replace('staff:', '')) ?? null;
  const works = may(viewer, 'recruitment:work');
  const onPanel = panel.includes(me);
  const sent = scores.some(({ userId }) => userId === me);
  const now = clock.now();
  const clocks = (at: Instant) => ({
    at: writeTime(at),
    office: momentIn(officeZone, language, at),
    theirs: interview.zone === officeZone ? null : momentIn(interview.zone, language, at),
  });
  const words = openWords(crypto, interview);
  const at = interview.startsAt && instant(interview.startsAt.getTime());
  const actor = works ? 'recruiter' : 'panel';
  const moves = works || onPanel ? movesFrom(interviewMachine, interview.status, actor) : [];
  const again = works && moves.includes('invite');
  return {
    reference: interview.reference,
    version: interview.version,
    candidate: candidate?.deskName ?? '–',
    application: candidate?.reference ?? null,
    role: candidate?.role ?? null,
    round: interview.round,
    roundName: interview.roundName,
    mode: interview.mode,
    place: interview.place,
    minutes: interview.minutes,
    status: interview.status,
    time: at && clocks(at),
    until: interview.expiresAt && momentIn(officeZone, language, instant(interview.expiresAt.getTime())),
    slots: slots.map(clocks),
    wishes: interview.wishes.map((wish) => clocks(instant(wish.getTime()))),
    words: candidate?.covered && words ? withoutIdentity(words, candidate.name) : words,
    panel: panel.map((userId) => ({ userId, name: name(userId) ?? '–', sent: scores.some((score) => score.userId === userId) })),
    works,
    ends: moves.filter((event) => event === 'complete' || event === 'miss' || event === 'cancel'),
    over: at !== null && at < now,
    times: again ? openTimes(await findBusy(db, panel, now, interview.id), interview.minutes, now, 10).map(clocks) : null,
    others:
      works && (interview.status === 'invited' || interview.status === 'confirmed')
        ? able.filter(({ userId }) => !panel.includes(userId)).map(({ userId, displayName }) => ({ userId, displayName }))
        : [],
    mayScore: onPanel && !sent && at !== null && at < now && (interview.status === 'confirmed' || interview.status === 'completed'),
    // Whoever still has to judge is not told what the others think.
    hidden: onPanel && !sent && scores.length > 0,
    scores:
      onPanel && !sent ? [] : scores.map((score) => ({ name: name(score.userId) ?? '–', verdict: score.verdict, words: score.words })),
    history: events.map(({ event, actor: by, at: when }) => ({
      event,
      by: by.startsWith('candidate') ? ('candidate' as const) : name(by),
      day: momentIn(officeZone, language, instant(when.getTime())),
    })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    title: candidate?.deskName ?? interview.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const works = may(viewer, 'recruitment:work');
  const staffId = viewer.user.id;
  const interview = await findInterviewFor(platform.db, { userId: staffId, seesAll: works }, parseReference(params.reference) ?? '-');
  if (!interview) throw new Response('Not found', { status: 404 });
  const here = `${base}/${interview.reference}`;
  const form = await request.formData();
  const act = plainLine(form.get('act'), 20);
  const say = (answer: Outcome<unknown, InterviewRefusal>, did: string) => {
    if (answer.ok) return redirect(`${here}?did=${did}`, 303);
    const wrong = fieldsOf[act]?.[answer.refused] ?? null;
    const kept: PostingFields = { ...typedFields(form), words: plainText(form.get('words'), 4000).slice(0, 4000) };
    const times = form.getAll('time').filter((one) => typeof one === 'string');
    return data({ act, refused: answer.refused, wrong, typed: kept, times }, wrong ? 422 : 409);
  };
  // One's own card takes nothing from what others did meanwhile: it is sent once, whatever stands beside it by then.
  if (act === 'score') {
    const verdict = verdicts.find((one) => one === form.get('verdict'));
    const words = plainText(form.get('words'), 4000).slice(0, 4000);
    return say(verdict ? await sendScore(platform, { interview, staffId, verdict, words }) : refuse('no-words'), 'scored');
  }
  // Everything else was decided on what the page showed; whoever changed it since goes first.
  if (plainVersion(form.get('version')) !== interview.version) return say(refuse('changed-meanwhile'), '');
  if (act === 'complete' || act === 'miss')
    return say(
      await endInterview(platform, { interview, event: act, by: works ? 'recruiter' : 'panel', staffId }),
      act === 'miss' ? 'missed' : 'completed',
    );
  if (!works) throw redirect(`/admin/unauthorized?from=${base}`);
  if (act === 'cancel') {
    const reason = plainLine(form.get('reason'), 200).slice(0, 200);
    return say(await endInterview(platform, { interview, event: 'cancel', by: 'recruiter', staffId, reason }), 'cancelled');
  }
  if (act === 'invite') {
    const times = form.getAll('time').flatMap((one) => readTime(one) ?? []);
    return say(await inviteAgain(platform, { interview, times, staffId }), 'invited');
  }
  if (act === 'agree') {
    const at = readTime(form.get('at'));
    return say(at ? await agreeToWish(platform, { interview, at, staffId }) : refuse('slots'), 'agreed');
  }
  if (act === 'reassign') {
    const change = { from: plainLine(form.get('from'), 64), to: plainLine(form.get('to'), 64) };
    return say(
      await reassign(platform, { interview, ...change, times: await findSlots(platform.db, interview.id), staffId }),
      'reassigned',
    );
  }
  return say(refuse('not-possible-from-here'), '');
}

export { reloadOvertaken as shouldRevalidate };

export default function InterviewDeskPage({ loaderData: one, actionData: sent }: Route.ComponentProps) {
  const t = useTexts('staff-interviews');
  const faults = useMemo(
    () => (sent?.wrong ? [{ field: `${sent.act}-${sent.wrong}`, message: t(`refused.${sent.refused}`) }] : []),
    [sent, t],
  );
  /** What a form says of its own field when it was not done. */
  const isWrong = (act: string) => sent?.act === act && sent.wrong !== null;
  const about = (act: string) => (isWrong(act) ? { 'aria-invalid': true as const, 'aria-describedby': `${act}-wrong` } : {});
  const said = (act: string) =>
    isWrong(act) && (
      <small className="bo-wrong" id={`${act}-wrong`}>
        {t(`refused.${sent!.refused}`)}
      </small>
    );
  const facts: readonly (readonly [string, string | null])[] = [
    ['role', one.role],
    ['round', one.roundName ?? t(`round.${one.round}`)],
    ['mode', [t(`mode.${one.mode}`), one.place].filter(Boolean).join(' · ')],
    ['minutes', String(one.minutes)],
    ['time', one.time?.office ?? null],
    ['theirs', one.time?.theirs ?? null],
    ['until', one.until],
  ];
  return (
    <div className="dl iv-desk">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{one.candidate}</bdi>
        </h1>
        <InterviewState status={one.status} />
        <p>
          <bdi>{one.reference}</bdi>
        </p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      {(sent ? faults.length === 0 : one.did) && (
        <p className={`dl-said${sent ? ' dl-said--warn' : ''}`} role={sent ? 'alert' : 'status'}>
          <Icon name={sent ? 'warning' : 'done'} />
          {sent ? t(`refused.${sent.refused}`) : t(`did.${one.did!}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <dl className="ivd-facts">
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
            {one.slots.length > 0 && (
              <>
                <h2>{t('offered')}</h2>
                <ul className="ivd-list">
                  {one.slots.map((slot) => (
                    <li key={slot.at}>
                      {slot.office} {slot.theirs && <small className="dl-quiet">{t('plan.theirs', { time: slot.theirs })}</small>}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {one.words && (
              <>
                <h2>{t('words')}</h2>
                <p className="dl-words" dir="auto">
                  {one.words}
                </p>
              </>
            )}
          </section>
          {one.wishes.length > 0 && one.works && (
            <section className="dl-card">
              <h2>{t('wishes')}</h2>
              <Form method="post" className="ivd-form">
                <input type="hidden" name="version" value={one.version} />
                {one.wishes.map((wish) => (
                  <button key={wish.at} className="bo-btn" name="at" value={wish.at}>
                    {t('agree', { time: wish.office })}
                  </button>
                ))}
                <input type="hidden" name="act" value="agree" />
              </Form>
            </section>
          )}
          {one.times && (
            <section className="dl-card">
              <h2>{t('again')}</h2>
              <Form method="post" className="ivd-form">
                <input type="hidden" name="version" value={one.version} />
                <fieldset className="ivd-times" id="invite-times" tabIndex={-1} {...about('invite')}>
                  <legend>{t('plan.times', { least: fewestSlots, most: mostSlots })}</legend>
                  {one.times.map((slot) => (
                    <label key={slot.at}>
                      <input
                        type="checkbox"
                        name="time"
                        value={slot.at}
                        defaultChecked={sent?.act === 'invite' && sent.times.includes(slot.at)}
                      />
                      <span>
                        {slot.office}
                        {slot.theirs && <small className="dl-quiet">{t('plan.theirs', { time: slot.theirs })}</small>}
                      </span>
                    </label>
                  ))}
                </fieldset>
                {said('invite')}
                <button className="bo-btn bo-btn--p" name="act" value="invite">
                  {t('plan.send')}
                </button>
              </Form>
            </section>
          )}
          <section className="dl-card">
            <h2>{t('cards.title')}</h2>
            {one.hidden && <p className="dl-quiet">{t('cards.hidden')}</p>}
            {one.scores.map((score) => (
              <article key={score.name} className="ivd-score">
                <h3>
                  <bdi>{score.name}</bdi> · {t(`verdict.${score.verdict}`)}
                </h3>
                <p className="dl-words" dir="auto">
                  {score.words}
                </p>
              </article>
            ))}
            {one.scores.length === 0 && !one.hidden && <p className="dl-quiet">{t('cards.none')}</p>}
            {one.mayScore && (
              <Form method="post" className="ivd-form">
                <fieldset className="ivd-verdict">
                  <legend>{t('cards.own')}</legend>
                  {verdicts.map((verdict) => (
                    <label key={verdict}>
                      <input type="radio" name="verdict" value={verdict} required defaultChecked={sent?.typed['verdict'] === verdict} />
                      {t(`verdict.${verdict}`)}
                    </label>
                  ))}
                </fieldset>
                <label className="ivd-words">
                  <span>{t('cards.words')}</span>
                  <textarea
                    id="score-words"
                    name="words"
                    rows={5}
                    required
                    minLength={10}
                    maxLength={4000}
                    dir="auto"
                    defaultValue={sent?.typed['words']}
                    {...about('score')}
                  />
                </label>
                {said('score')}
                <button className="bo-btn bo-btn--p" name="act" value="score">
                  {t('cards.send')}
                </button>
              </Form>
            )}
          </section>
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ul className="ivd-list">
              {one.history.map((event, index) => (
                <li key={index}>
                  <b>{t(`event.${event.event}`)}</b>{' '}
                  <small className="dl-quiet">
                    <bdi>{event.by === 'candidate' ? t('byCandidate') : (event.by ?? t('bySystem'))}</bdi> · {event.day}
                  </small>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('column.panel')}</h2>
            <ul className="ivd-list">
              {one.panel.map((member) => (
                <li key={member.userId}>
                  <bdi>{member.name}</bdi> <small className="dl-quiet">{t(member.sent ? 'cards.isIn' : 'cards.isOut')}</small>
                </li>
              ))}
            </ul>
            {one.others.length > 0 && (
              <details open={sent?.act === 'reassign' || undefined}>
                <summary>{t('reassign')}</summary>
                <Form method="post" className="ivd-form">
                  <input type="hidden" name="version" value={one.version} />
                  <label>
                    <span>{t('reassignFrom')}</span>
                    <select name="from" defaultValue={sent?.typed['from']}>
                      {one.panel.map((member) => (
                        <option key={member.userId} value={member.userId}>
                          {member.name}
                        </option>
                      ))}
                    </select>
                  </label>
                  <label>
                    <span>{t('reassignTo')}</span>
                    <select id="reassign-to" name="to" defaultValue={sent?.typed['to']} {...about('reassign')}>
                      {one.others.map((other) => (
                        <option key={other.userId} value={other.userId}>
                          {other.displayName}
                        </option>
                      ))}
                    </select>
                    {said('reassign')}
                  </label>
                  <button className="bo-btn" name="act" value="reassign">
                    {t('reassign')}
                  </button>
                </Form>
              </details>
            )}
          </section>
          {one.ends.length > 0 && (
            <section className="dl-card">
              <h2>{t('next')}</h2>
              <Form method="post" className="ivd-form">
                <input type="hidden" name="version" value={one.version} />
                {one.ends.includes('complete') && one.over && (
                  <button className="bo-btn" name="act" value="complete">
                    {t('move.complete')}
                  </button>
                )}
                {one.ends.includes('miss') && one.over && (
                  <button className="bo-btn" name="act" value="miss">
                    {t('move.miss')}
                  </button>
                )}
                {one.ends.includes('cancel') && (
                  <button className="bo-btn bo-btn--danger" name="act" value="cancel">
                    {t('move.cancel')}
                  </button>
                )}
              </Form>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}
