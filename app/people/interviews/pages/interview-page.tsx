import { data, Form } from 'react-router';
import { findCandidate } from '#app/people/recruitment/candidates-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { OwnClock } from '#app/commerce/orders/pages/own-clock.tsx';
import { momentIn, zoneName } from '#app/commerce/consultations/zone-words.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { answerInvitation, findInvitation, type Answer } from '../answer-invitation.server.ts';
import { mostWishes } from '../interview-kinds.ts';
import { officeZone, readTime, writeTime } from '../interview-slot-rules.ts';
import type { InterviewStatus } from '../interview-status.ts';
import { findInterview, findPanel, findSlots } from '../interviews-store.server.ts';
import { interviewFile } from '../mail-interviews.server.ts';
import type { Route } from './+types/interview-page.ts';
import './interview.css';

export const handle = { texts: ['interviews'] };

/** What the page tells of an interview; nothing of the application but the candidate's own name. */
async function factsOf(platform: Platform, id: string, language: LanguageCode) {
  const { db, clock } = platform;
  const interview = (await findInterview(db, id))!;
  const [candidate, panels, slots] = await Promise.all([
    findCandidate(platform, { id: interview.applicationId }, language),
    findPanel(db, [id]),
    findSlots(db, id),
  ]);
  const names = await findStaffNames(db, panels.get(id) ?? []);
  const clocks = (at: Instant) => ({
    at: writeTime(at),
    yours: momentIn(interview.zone, language, at),
    office: interview.zone === officeZone ? null : momentIn(officeZone, language, at),
  });
  const at = interview.startsAt && instant(interview.startsAt.getTime());
  const role = candidate?.role ?? textsFor(language).of('interviews')('anyRole');
  return {
    name: candidate?.name ?? '',
    role,
    mode: interview.mode,
    place: interview.place,
    minutes: interview.minutes,
    people: [...names.values()],
    zoneId: interview.zone,
    zone: zoneName(interview.zone, language, clock.now()),
    slots: slots.map(clocks),
    time: at && clocks(at),
    until: interview.expiresAt && momentIn(interview.zone, language, instant(interview.expiresAt.getTime())),
    file: at && interviewFile(interview, language, { role, link: `${platform.env.publicUrl}/careers`, now: clock.now(), calledOff: false }),
  };
}

/** Looking changes nothing: mail programs open links before people do. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const invitation = await findInvitation(platform, params.token);
  const { email } = await readHouseFacts(platform);
  if (!invitation) return data({ facts: null, email }, 404);
  return data({ facts: await factsOf(platform, invitation.id, context.get(requestContext).language), email });
}

/** A day and a clock time of the candidate's own zone. */
function readWish(form: FormData, index: number, zone: string): Instant | null {
  const day = parseCalendarDate(String(form.get(`day-${index}`) ?? ''));
  const clock = String(form.get(`clock-${index}`) ?? '');
  return day && /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? instantOf(zone, localTime(day, clock)) : null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const form = await request.formData();
  const words = plainText(form.get('words'), 600).slice(0, 600);
  const intent = form.get('intent');
  const open = await findInvitation(platform, params.token);
  const wishes = open
    ? Array.from({ length: mostWishes }, (_, index) => readWish(form, index, open.zone)).filter((at): at is Instant => at !== null)
    : [];
  const answer: Answer =
    intent === 'propose'
      ? { event: 'propose', wishes, words }
      : intent === 'decline'
        ? { event: 'decline', words }
        : { event: 'confirm', at: readTime(form.get('at')) };
  const answered = await answerInvitation(platform, params.token, answer);
  if (!answered.ok) {
    if (answered.refused === 'no-invitation') return data({ said: null, refused: null, facts: null, gone: true }, 404);
    return data({ said: null, refused: answered.refused, facts: null, gone: false }, 422);
  }
  // The link is used up: what was agreed is in this answer and in a mail.
  const said: InterviewStatus = answered.value.status;
  return data({ said, refused: null, facts: await factsOf(platform, answered.value.id, language), gone: false });
}

export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' };
}

export default function InterviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const language = useLanguage();
  const t = useTexts('interviews');
  const said = actionData?.said ?? null;
  const facts = said ? actionData!.facts : loaderData.facts;
  if (!facts || actionData?.gone)
    return (
      <main id="main" className="wrap page-end iv">
        <header className="page-head">
          <h1 tabIndex={-1}>{t('gone.title')}</h1>
          <p className="lede">{t('gone.text')}</p>
        </header>
        <p>
          <a className="link" href={`mailto:${loaderData.email}`}>
            <bdi>{loaderData.email}</bdi>
          </a>
        </p>
      </main>
    );
  return (
    <main id="main" className="wrap page-end iv">
      <header className="page-head">
        <h1 tabIndex={-1}>{said ? t(`said.${said}.title`) : t('title', { role: facts.role })}</h1>
        <p className="lede">
          {said ? t(`said.${said}.text`) : t('lede', { name: facts.name, minutes: facts.minutes, until: facts.until ?? '' })}
        </p>
      </header>
      {actionData?.refused && (
        <Notice tone="warn" boxed live>
          {t(`refused.${actionData.refused}`)}
        </Notice>
      )}
      {said === 'confirmed' && facts.time && (
        <div className="iv-time">
          <p>
            <b>{facts.time.yours}</b>
            <span>
              {facts.zone}
              <OwnClock at={facts.time.at} told={facts.zoneId} texts="interviews" />
            </span>
          </p>
          {facts.time.office && (
            <p>
              <b>{facts.time.office}</b>
              <span>{t('officeClock')}</span>
            </p>
          )}
          {facts.file && (
            <a className="link" download="interview.ics" href={`data:text/calendar;charset=utf-8,${encodeURIComponent(facts.file)}`}>
              {t('toCalendar')}
            </a>
          )}
        </div>
      )}
      <dl className="iv-facts">
        {(
          [
            ['role', facts.role],
            ['people', facts.people.join(comma(language))],
            [facts.mode, facts.place || t('weCall')],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name === facts.mode ? t(`mode.${name}`) : t(`fact.${name}`)}</dt>
            <dd>{name === 'video' ? <CallLink place={value} /> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
      {!said && <p className="iv-prepare">{t(`prepare.${facts.mode}`)}</p>}
      {!said && <AnswerForms facts={facts} refused={actionData?.refused ?? null} />}
    </main>
  );
}

/** Where the call is: a link where it is an address, and words otherwise. */
function CallLink({ place }: { place: string }) {
  return /^https:\/\/[^\s]+$/.test(place) ? (
    <a className="link" href={place} rel="noreferrer">
      <bdi>{place}</bdi>
    </a>
  ) : (
    <bdi>{place}</bdi>
  );
}

function AnswerForms({ facts, refused }: { facts: NonNullable<Route.ComponentProps['loaderData']['facts']>; refused: string | null }) {
  const t = useTexts('interviews');
  return (
    <>
      <Form method="post" className="iv-form">
        <fieldset className="iv-slots">
          <legend>{t('choose')}</legend>
          {facts.slots.map((slot) => (
            <label key={slot.at}>
              <input type="radio" name="at" value={slot.at} required />
              <span>
                <b>{slot.yours}</b>
                <OwnClock at={slot.at} told={facts.zoneId} texts="interviews" />
                {slot.office && <small>{t('inOffice', { time: slot.office })}</small>}
              </span>
            </label>
          ))}
          <p className="iv-zone">{t('zone', { zone: facts.zone })}</p>
        </fieldset>
        <Button look="go" name="intent" value="confirm">
          {t('confirm')}
        </Button>
      </Form>
      <details className="iv-other" open={refused === 'other-times' || undefined}>
        <summary>{t('propose.open')}</summary>
        <Form method="post" className="iv-form">
          <p>{t('propose.lead')}</p>
          {Array.from({ length: mostWishes }, (_, index) => (
            <div key={index} className="iv-wish">
              <label>
                <span>{t('propose.day', { n: index + 1 })}</span>
                <input type="date" name={`day-${index}`} required={index === 0} dir="ltr" />
              </label>
              <label>
                <span>{t('propose.clock')}</span>
                <input type="time" name={`clock-${index}`} step={1800} required={index === 0} dir="ltr" />
              </label>
            </div>
          ))}
          <label className="iv-words">
            <span>{t('propose.words')}</span>
            <textarea name="words" rows={2} maxLength={600} />
          </label>
          <Button look="ink" name="intent" value="propose">
            {t('propose.go')}
          </Button>
        </Form>
      </details>
      <details className="iv-other" open={refused === 'say-why' || undefined}>
        <summary>{t('decline.open')}</summary>
        <Form method="post" className="iv-form">
          <label className="iv-words">
            <span>{t('decline.words')}</span>
            <textarea name="words" rows={2} maxLength={600} required />
          </label>
          <Button look="danger" name="intent" value="decline">
            {t('decline.go')}
          </Button>
        </Form>
      </details>
    </>
  );
}
