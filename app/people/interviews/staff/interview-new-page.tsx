import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { findCandidate, listCandidates } from '#app/people/recruitment/candidates-store.server.ts';
import { everyRound, nextRound } from '#app/people/recruitment/pipeline-rules.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { momentIn, readZone, zoneOptions } from '#app/commerce/consultations/zone-words.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { fewestSlots, interviewLengths, interviewModes, interviewRounds, mostSlots } from '../interview-kinds.ts';
import { officeZone, openTimes, readTime, writeTime } from '../interview-slot-rules.ts';
import { findBusy, findRounds } from '../interviews-store.server.ts';
import { planInterview, type InterviewRefusal } from '../plan-interview.server.ts';
import type { Route } from './+types/interview-new-page.ts';
import './interviews.css';

export const handle = { texts: ['staff-interviews'] };

const base = '/admin/interview-scheduling';
const mostShown = 15;
const zoneOfPlace: Readonly<Record<string, string>> = { manila: 'Asia/Manila' };

/** What was chosen so far, from the address or from a form. */
function readChoice(get: (name: string) => unknown, all: (name: string) => readonly unknown[]) {
  const minutes = Number(get('minutes'));
  return {
    application: plainLine(get('application'), 20),
    round: interviewRounds.find((one) => one === get('round')) ?? null,
    mode: interviewModes.find((one) => one === get('mode')) ?? ('video' as const),
    place: plainLine(get('place'), 200).slice(0, 200),
    minutes: interviewLengths.find((one) => one === minutes) ?? (45 as const),
    panel: all('panel')
      .map((one) => plainLine(one, 64))
      .filter((one, index, list) => one !== '' && list.indexOf(one) === index),
  };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const { language } = context.get(requestContext);
  const query = url.searchParams;
  const choice = readChoice(
    (name) => query.get(name),
    (name) => query.getAll(name),
  );
  const now = clock.now();
  const [candidates, people, candidate] = await Promise.all([
    listCandidates(platform, language),
    listStaffWith(db, 'interviews:own'),
    choice.application ? findCandidate(platform, { reference: choice.application }) : null,
  ]);
  // Whose rounds they are is known once somebody is chosen; until then every round of the house can be.
  const rounds = candidate ? candidate.rounds : everyRound;
  const typed = rounds.find(({ kind }) => kind === choice.round)?.kind;
  const round = typed ?? (candidate ? nextRound(candidate, await findRounds(db, candidate.applicationId)) : 'first');
  const busy = choice.panel.length > 0 ? await findBusy(db, choice.panel, now, null) : [];
  const zone = query.has('zone') ? readZone(query.get('zone')) : (zoneOfPlace[candidate?.at ?? ''] ?? officeZone);
  return {
    choice: { ...choice, round },
    rounds,
    zone,
    zones: zoneOptions(language, now, zone),
    candidates: candidates.map(({ reference, deskName, role }) => ({ reference, name: deskName, role })),
    people: people.map(({ userId, displayName }) => ({ userId, displayName })),
    times:
      candidate && choice.panel.length > 0
        ? openTimes(busy, choice.minutes, now, mostShown).map((at) => ({
            at: writeTime(at),
            office: momentIn(officeZone, language, at),
            theirs: zone === officeZone ? null : momentIn(zone, language, at),
          }))
        : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const choice = readChoice(
    (name) => form.get(name),
    (name) => form.getAll(name),
  );
  const times = form.getAll('time').flatMap((one) => readTime(one) ?? []);
  const planned = await planInterview(platform, { ...choice, zone: readZone(form.get('zone')), times, staffId: viewer.user.id });
  if (!planned.ok) return data({ refused: planned.refused, times: times.map(writeTime) }, 422);
  return redirect(`${base}/${planned.value.reference}?did=invited`, 303);
}

/** The field that a refusal is about. */
const fieldOf: Partial<Record<InterviewRefusal, string>> = {
  'no-candidate': 'plan-candidate',
  'no-round': 'plan-round',
  'no-panel': 'plan-panel',
  'not-an-interviewer': 'plan-panel',
  'no-place': 'plan-place',
  slots: 'plan-times',
  'not-an-office-time': 'plan-times',
  'time-taken': 'plan-times',
};

export default function InterviewNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { choice, rounds, candidates, people, times, zone, zones } = loaderData;
  const t = useTexts('staff-interviews');
  const wrong = actionData ? (fieldOf[actionData.refused] ?? null) : null;
  const faults = useMemo(
    () => (actionData && wrong ? [{ field: wrong, message: t(`refused.${actionData.refused}`) }] : []),
    [actionData, wrong, t],
  );
  const about = (id: string) => ({ id, ...(wrong === id && { 'aria-invalid': true as const, 'aria-describedby': `${id}-wrong` }) });
  const said = (id: string) =>
    actionData &&
    wrong === id && (
      <small className="bo-wrong" id={`${id}-wrong`}>
        {t(`refused.${actionData.refused}`)}
      </small>
    );
  return (
    <div className="dl iv-desk">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('plan.title')}</h1>
        <p>{t('plan.lead')}</p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      {actionData && faults.length === 0 && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {candidates.length === 0 && <p className="dl-none">{t('plan.nobody')}</p>}
      <Form method="get" className="dl-card ivd-form" key={JSON.stringify(choice)}>
        <div className="ivd-fields">
          <label>
            <span>{t('plan.candidate')}</span>
            <select name="application" required defaultValue={choice.application} {...about('plan-candidate')}>
              <option value="">{t('plan.choose')}</option>
              {candidates.map((one) => (
                <option key={one.reference} value={one.reference}>
                  {[one.name, one.role].filter(Boolean).join(' · ')}
                </option>
              ))}
            </select>
            {said('plan-candidate')}
          </label>
          <label>
            <span>{t('column.round')}</span>
            <select name="round" defaultValue={choice.round ?? ''} {...about('plan-round')}>
              {rounds.map(({ kind, name }) => (
                <option key={kind} value={kind}>
                  {name ?? t(`round.${kind}`)}
                </option>
              ))}
            </select>
            {said('plan-round')}
          </label>
          <label>
            <span>{t('plan.minutes')}</span>
            <select name="minutes" defaultValue={choice.minutes}>
              {interviewLengths.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{t('column.mode')}</span>
            <select name="mode" defaultValue={choice.mode}>
              {interviewModes.map((mode) => (
                <option key={mode} value={mode}>
                  {t(`mode.${mode}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{t('plan.place')}</span>
            <input name="place" maxLength={200} defaultValue={choice.place} autoComplete="off" dir="auto" {...about('plan-place')} />
            {said('plan-place')}
          </label>
          <label>
            <span>{t('plan.zone')}</span>
            <select name="zone" defaultValue={zone}>
              {zones.map((one) => (
                <option key={one.zone} value={one.zone}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <fieldset className="ivd-people" tabIndex={-1} {...about('plan-panel')}>
          <legend>{t('column.panel')}</legend>
          {said('plan-panel')}
          {people.map((one) => (
            <label key={one.userId}>
              <input type="checkbox" name="panel" value={one.userId} defaultChecked={choice.panel.includes(one.userId)} />
              <bdi>{one.displayName}</bdi>
            </label>
          ))}
        </fieldset>
        <button className="bo-btn bo-btn--p">{t('plan.find')}</button>
      </Form>
      {times && (
        <Form method="post" className="dl-card ivd-form">
          {(['application', 'round', 'mode', 'place', 'minutes'] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={choice[name] ?? ''} />
          ))}
          <input type="hidden" name="zone" value={zone} />
          {choice.panel.map((userId) => (
            <input key={userId} type="hidden" name="panel" value={userId} />
          ))}
          <fieldset className="ivd-times" tabIndex={-1} {...about('plan-times')}>
            <legend>{t('plan.times', { least: fewestSlots, most: mostSlots })}</legend>
            {times.length === 0 && <p className="dl-quiet">{t('plan.noTimes')}</p>}
            {times.map((one) => (
              <label key={one.at}>
                <input type="checkbox" name="time" value={one.at} defaultChecked={actionData?.times.includes(one.at)} />
                <span>
                  {one.office}
                  {one.theirs && <small className="dl-quiet">{t('plan.theirs', { time: one.theirs })}</small>}
                </span>
              </label>
            ))}
          </fieldset>
          {said('plan-times')}
          {times.length > 0 && (
            <div className="bo-actions">
              <button className="bo-btn bo-btn--p">{t('plan.send')}</button>
              <span className="dl-quiet">{t('plan.kept')}</span>
            </div>
          )}
        </Form>
      )}
    </div>
  );
}
