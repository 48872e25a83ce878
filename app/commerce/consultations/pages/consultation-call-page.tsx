import { Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { countryName } from '#app/ui/country-name.server.ts';
import { SelectField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { moveReasons } from '../consultation-kinds.ts';
import { readConsultationToken } from '../consultation-link.server.ts';
import { callPaperKinds, takesPapers, usualPaper } from '../call-paper-rules.ts';
import { findCallPapers } from '../call-papers-store.server.ts';
import { consultationMachine } from '../consultation-status.ts';
import { findConsultationAsSystem, openContact, openSummary } from '../consultations-store.server.ts';
import { callOff, changeable, giveTime } from '../move-consultation.server.ts';
import { bothClocks, openSlotPicker } from '../open-slot-picker.server.ts';
import { sendCallPaper, takeBackCallPaper } from '../keep-call-paper.server.ts';
import { declineKept } from '../offer-waits.server.ts';
import { mayChange, mostMoves, readSlotTime, slotTime } from '../slot-rules.ts';
import { findWait, keptOf } from '../waits-store.server.ts';
import { daysInWords, momentIn, readZone, zoneName } from '../zone-words.server.ts';
import { CallPapers } from './call-papers.tsx';
import { SlotPicker } from './slot-picker.tsx';
import type { Route } from './+types/consultation-call-page.ts';
import './consultation.css';

export const handle = { texts: ['consultations'] };

const paperRefusals = [
  'empty',
  'too-large',
  'other-type',
  'damaged',
  'locked',
  'active-content',
  'too-many-papers',
  'too-often',
  'call-over',
  'paper-gone',
] as const;

const visitorReasons = moveReasons.filter((reason) => reason !== 'ill');

async function callOf({ db, secret }: Platform, token: string) {
  const id = readConsultationToken(secret, token);
  const call = id ? await findConsultationAsSystem(db, id) : null;
  if (!call) throw new Response('Not found', { status: 404 });
  return call;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const call = await callOf(platform, params.token);
  const now = platform.clock.now();
  const moves = movesFrom(consultationMachine, call.status, 'visitor');
  const chooses = moves.includes('schedule') || moves.includes('reschedule');
  const mayMove = chooses ? mayChange(changeable(call), 'move', now) : null;
  const picks = mayMove === 'yes' && (call.status === 'requested' || url.searchParams.has('change'));
  const at = call.startsAt && instant(call.startsAt.getTime());
  const wait = await findWait(platform.db, call.id);
  const kept = keptOf(wait, now);
  return {
    reference: call.reference,
    status: call.status,
    topic: call.topic,
    speaks: call.callLanguage,
    channel: call.channel,
    country: call.country && countryName(call.country, language),
    phone: openContact(platform.crypto, call).phone,
    time: at && { ...bothClocks(at, call.zone, language), zone: zoneName(call.zone, language, at) },
    waitsFor: wait && daysInWords(call.zone, language, wait),
    kept: kept && {
      at: slotTime(kept.at),
      ...bothClocks(kept.at, call.zone, language),
      zone: call.zone,
      zoneName: zoneName(call.zone, language, kept.at),
      until: momentIn(call.zone, language, kept.until),
    },
    past: at !== null && at < now,
    summary: openSummary(platform.crypto, call),
    mayMove,
    mayCancel: moves.includes('cancel') ? mayChange(changeable(call), 'cancel', now) : null,
    picker: picks
      ? await openSlotPicker(platform, url, { topic: call.topic, speaks: call.callLanguage, shown: language, zone: call.zone })
      : null,
    said: (['booked', 'moved', 'cancelled', 'declined'] as const).find((word) => url.searchParams.has(word)) ?? null,
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    papers: {
      list: (await findCallPapers(platform.db, call.id)).map(({ id, kind, bytes, at: sentAt }) => ({
        id,
        kind,
        kilobytes: Math.max(1, Math.round(bytes / 1024)),
        on: dateIn(call.zone, instant(sentAt.getTime())),
      })),
      open: takesPapers(call.status),
      usual: callPaperKinds.find((kind) => kind === url.searchParams.get('kind')) ?? usualPaper(call.topic),
      refused: paperRefusals.find((word) => word === url.searchParams.get('paper')) ?? null,
      done: (['sent', 'taken-back'] as const).find((word) => url.searchParams.has(word)) ?? null,
    },
    key: newFormKey(),
    here: url.pathname.replace(/\.data$/, ''),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const call = await callOf(platform, params.token);
  const here = `/visa-assistance/consultation/${params.token}`;
  const form = await request.formData();
  const reason = visitorReasons.find((one) => one === form.get('reason')) ?? null;
  const at = readSlotTime(form.get('at'));
  const actor = `consultation:${call.id}`;
  if (form.get('intent') === 'paper') {
    const kind = callPaperKinds.find((one) => one === form.get('kind')) ?? usualPaper(call.topic);
    const file = form.get('file');
    const content = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
    const outcome = await sendCallPaper(platform, { consultationId: call.id, kind, content, actor });
    return redirect(outcome.ok ? `${here}?sent#papers` : `${here}?paper=${outcome.refused}&kind=${kind}#papers`, 303);
  }
  if (form.get('intent') === 'take-back') {
    const outcome = await takeBackCallPaper(platform, { consultationId: call.id, id: String(form.get('paper') ?? ''), actor });
    return redirect(outcome.ok ? `${here}?taken-back#papers` : `${here}?paper=${outcome.refused}#papers`, 303);
  }
  if (form.get('intent') === 'cancel') {
    if (!reason) return redirect(`${here}?refused=no-reason`, 303);
    const outcome = await onceForForm(platform, { actor, form, about: 'cancel' }, () =>
      callOff(platform, { side: 'visitor', actor }, call, reason),
    );
    return redirect(outcome.ok ? `${here}?cancelled` : `${here}?refused=${outcome.refused}`, 303);
  }
  if (form.get('intent') === 'decline') {
    if (!at) return redirect(`${here}?refused=other`, 303);
    const outcome = await onceForForm(platform, { actor, form, about: 'decline' }, () => declineKept(platform, call, at, actor));
    return redirect(outcome.ok ? `${here}?declined` : `${here}?refused=${outcome.refused}`, 303);
  }
  if (!at) return redirect(`${here}?change&refused=other`, 303);
  const outcome = await onceForForm(platform, { actor, form, about: 'move' }, () =>
    giveTime(platform, { side: 'visitor', actor }, call, { at, reason, zone: readZone(form.get('zone')) }),
  );
  return redirect(
    outcome.ok ? `${here}?${call.status === 'requested' ? 'booked' : 'moved'}` : `${here}?change&refused=${outcome.refused}`,
    303,
  );
}

export default function ConsultationCallPage({ loaderData: call }: Route.ComponentProps) {
  const language = useLanguage();
  const t = useTexts('consultations');
  const known = ['slot-taken', 'too-late', 'moved-too-often', 'changed-meanwhile', 'no-reason'];
  const address = (change: Readonly<Record<string, string | null>>) => {
    const params = new URLSearchParams({ change: '1' });
    if (call.picker) params.set('zone', call.picker.zone);
    for (const [name, value] of Object.entries(change)) if (value) params.set(name, value);
    return `${call.here}?${params}`;
  };
  const facts: readonly (readonly [string, string | null])[] = [
    ['reference', call.reference],
    ['topic', [t(`topic.${call.topic}`), call.country].filter(Boolean).join(comma(language))],
    ['channel', t(`channel.${call.channel}`)],
    ['phone', call.phone],
    ['speaks', t(`language.${call.speaks}`)],
  ];
  return (
    <main id="main" className="wrap page-end cn cn--one">
      <header className="page-head">
        <h1 tabIndex={-1}>{t(call.said ? `said.${call.said}` : `state.${call.status}.title`)}</h1>
        <p className="lede">{call.waitsFor ? t('wait.state', { days: call.waitsFor }) : t(`state.${call.status}.text`)}</p>
      </header>
      {call.refused && (
        <Notice tone="warn" boxed live>
          {t(`refused.${known.includes(call.refused) ? call.refused : 'other'}`)}
        </Notice>
      )}
      {call.time && call.status !== 'cancelled' && (
        <div className="cn-time">
          <p>
            <b>{call.time.yours}</b>
            <span>{call.time.zone}</span>
          </p>
          <p>
            <b>{call.time.office}</b>
            <span>{t('officeZone')}</span>
          </p>
        </div>
      )}
      {call.kept && <Kept call={call} kept={call.kept} />}
      <dl className="cn-facts">
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
      {call.summary && (
        <section className="cn-step">
          <h2>{t('summary')}</h2>
          <p className="cn-words" dir="auto">
            {call.summary}
          </p>
        </section>
      )}
      {call.picker ? (
        <Choose call={call} picker={call.picker} address={address} />
      ) : (
        <>
          {call.mayMove === 'yes' && (
            <p className="cn-acts">
              <ButtonLink to={address({})} icon="change" look="ink">
                {t('move.go')}
              </ButtonLink>
            </p>
          )}
          {call.mayMove !== null && call.mayMove !== 'yes' && (
            <p className="cn-none">{t(`refused.${call.mayMove}`, { count: mostMoves })}</p>
          )}
        </>
      )}
      <CallPapers papers={call.papers} here={call.here} />
      {call.mayCancel === 'yes' && (
        <details className="cn-cancel">
          <summary>{t('cancel.open')}</summary>
          <Form method="post" action={call.here} className="cn-form">
            <input type="hidden" name="key" value={`${call.key}-cancel`} />
            <input type="hidden" name="intent" value="cancel" />
            <Reason id="cancel-reason" />
            <Button look="danger">{t('cancel.go')}</Button>
          </Form>
        </details>
      )}
      {['completed', 'cancelled'].includes(call.status) && (
        <p className="cn-acts">
          <Link className="link" to="/visa-assistance/consultation">
            {t('again')}
          </Link>
        </p>
      )}
    </main>
  );
}

function Reason({ id }: { id: string }) {
  const t = useTexts('consultations');
  return (
    <SelectField name="reason" id={id} label={t('reasonLabel')} defaultValue="time">
      {visitorReasons.map((reason) => (
        <option key={reason} value={reason}>
          {t(`reason.${reason}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** The time that is kept for whoever waited for it: taken by one press, or left to the next. */
function Kept({ call, kept }: { call: Route.ComponentProps['loaderData']; kept: NonNullable<Route.ComponentProps['loaderData']['kept']> }) {
  const t = useTexts('consultations');
  const fields = (what: string) => (
    <>
      <input type="hidden" name="key" value={`${call.key}-${what}`} />
      <input type="hidden" name="at" value={kept.at} />
      <input type="hidden" name="zone" value={kept.zone} />
    </>
  );
  return (
    <section className="cn-step cn-kept" aria-labelledby="kept">
      <h2 id="kept">{t('kept.title')}</h2>
      <div className="cn-chosen">
        <Icon name="calendar" />
        <p>
          <b>{kept.yours}</b>
          <span>{kept.zoneName}</span>
          <span>{t('slots.inDubai', { time: kept.office })}</span>
        </p>
      </div>
      <p>{t('kept.until', { time: kept.until })}</p>
      <div className="cn-foot">
        <Form method="post" action={call.here}>
          {fields('take')}
          <Button look="go">{t('kept.take')}</Button>
        </Form>
        <Form method="post" action={call.here}>
          {fields('decline')}
          <input type="hidden" name="intent" value="decline" />
          <Button look="line">{t('kept.decline')}</Button>
        </Form>
      </div>
    </section>
  );
}

function Choose({
  call,
  picker,
  address,
}: {
  call: Route.ComponentProps['loaderData'];
  picker: NonNullable<Route.ComponentProps['loaderData']['picker']>;
  address: (change: Readonly<Record<string, string | null>>) => string;
}) {
  const t = useTexts('consultations');
  const first = call.status === 'requested';
  return (
    <section className="cn-step" aria-labelledby="when">
      <h2 id="when">{t(first ? 'step.when' : 'move.title')}</h2>
      <SlotPicker facts={picker} address={address} />
      {picker.chosen && (
        <Form method="post" action={call.here} className="cn-form">
          <h3 id="details" className="cn-chosen__head">
            {t('move.chosen')}
          </h3>
          <div className="cn-chosen" role="status">
            <p>
              <b>{picker.chosen.yours}</b>
              <span>{picker.zoneName}</span>
              {!picker.sameClock && <span>{t('slots.inDubai', { time: picker.chosen.office })}</span>}
            </p>
          </div>
          <input type="hidden" name="key" value={call.key} />
          <input type="hidden" name="at" value={picker.chosen.at} />
          <input type="hidden" name="zone" value={picker.zone} />
          {!first && <Reason id="move-reason" />}
          <Button look="go">{t(first ? 'book' : 'move.confirm')}</Button>
        </Form>
      )}
    </section>
  );
}
