import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { findDocuments } from '../../evisa/evisa-documents-store.server.ts';
import { visaEntries } from '../../evisa/evisa-offer.ts';
import { tellVisaStay, type StayTold } from '../tell-visa-stay.server.ts';
import { daysLeft, daysOver, figuresOf, remindLock } from '../visa-stay-rules.ts';
import { stayMachine } from '../visa-stay-status.ts';
import { findPastStays, findStayEvents } from '../visa-stays-store.server.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import { StayDays } from './stay-days.tsx';
import { findStayRows } from './visa-stay-desk-store.server.ts';
import type { Route } from './+types/visa-stay-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance', 'visa-stays'] };

const list = '/admin/visa-compliance/stays';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const [row] = await findStayRows(db, crypto, [params.id]);
  if (!row || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { stay } = row;
  const today = dateIn('Asia/Dubai', clock.now());
  const [events, documents, past] = await Promise.all([
    findStayEvents(db, stay.id),
    findDocuments(db, [stay.id]),
    findPastStays(db, [stay.id]),
  ]);
  const figures = figuresOf(stay, past, today);
  const names = await findStaffNames(
    db,
    events.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
  );
  const proof = documents.findLast(({ kind }) => kind === 'exit-proof');
  const home = stay.route === 'evisa' ? '/admin/orders/evisa' : '/admin/sticker-visa-management';
  return {
    title: row.name,
    id: stay.id,
    version: stay.version,
    name: row.name,
    number: row.number,
    reference: row.reference,
    traveller: row.position + 1,
    country: countryName(stay.country, language),
    route: stay.route,
    status: stay.status,
    issued: stay.issuedOn,
    enterBy: stay.enterBy,
    stayDays: stay.stayDays,
    entered: stay.enteredOn,
    until: stay.stayUntil,
    exited: stay.exitedOn,
    left: daysLeft(stay, today),
    over: daysOver(stay, today),
    figures,
    past: past.map(({ number, enteredOn, stayUntil, exitedOn }) => ({
      number,
      entered: enteredOn,
      until: stayUntil,
      exited: exitedOn,
      over: daysOver({ stayUntil, exitedOn }, today),
    })),
    today,
    case: `${home}/${stay.id}`,
    proof: proof && may(viewer, 'passports:reveal') ? `${home}/${stay.id}/papers/${proof.id}` : null,
    proofSent: proof !== undefined,
    can: may(viewer, 'visas:decide')
      ? {
          moves: movesFrom(stayMachine, stay.status, 'staff').filter(
            (event) => event !== 'enter' || stay.status === 'issued' || figures.again,
          ),
          entries: stay.status !== 'closed',
          remind: remindLock(stay, today) === null,
        }
      : null,
    did: url.searchParams.get('did'),
    history: events.toReversed().map((event) => ({
      version: event.version,
      event: event.event,
      at: event.at.toISOString(),
      by: event.actor.startsWith('staff:') ? (names.get(event.actor.slice(6)) ?? '–') : null,
      house: event.actor === 'clock' || event.actor === 'system',
      on: typeof event.detail['on'] === 'string' ? event.detail['on'] : null,
      until: typeof event.detail['until'] === 'string' ? event.detail['until'] : null,
      reason: typeof event.detail['reason'] === 'string' ? event.detail['reason'] : null,
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, 300) : '';
  };
  const file = form.get('proof');
  const proof = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
  const told = readTold(text, proof);
  if (!told) return data({ refused: 'not-possible-from-here' }, { status: 400 });
  const outcome = await tellVisaStay(context.get(platformContext), {
    stayId: params.id,
    version: plainVersion(text('version')),
    by: 'staff',
    who: `staff:${viewer.user.id}`,
    requestId: context.get(requestContext).requestId,
    told,
  });
  return outcome.ok ? redirect(`${list}/${params.id}?did=${told.do}`, 303) : data({ refused: outcome.refused as string }, { status: 409 });
}

function readTold(text: (name: string) => string, proof: Uint8Array | null): StayTold | null {
  const on = parseCalendarDate(text('on'));
  const until = parseCalendarDate(text('until'));
  const act = text('act');
  switch (act) {
    case 'enter':
    case 'correct':
      return { do: act, on, until };
    case 'exit':
      return { do: 'exit', on, proof };
    case 'grant-extension':
      return { do: 'grant-extension', until };
    case 'set-entries': {
      const entries = visaEntries.find((one) => one === text('entries'));
      return entries ? { do: act, entries } : null;
    }
    case 'close':
      return { do: 'close', reason: text('reason') };
    case 'file-extension':
    case 'refuse-extension':
    case 'lapse':
    case 'remind':
      return { do: act };
    default:
      return null;
  }
}

export default function VisaStayPage({ loaderData: stay, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-compliance');
  const words = useTexts('visa-stays');
  const language = useLanguage();
  const day = (date: string | null) => (date ? formatDate(date, language, 'long') : '–');
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['visa', <bdi key="v">{stay.number || '–'}</bdi>],
    ['country', stay.country],
    ['route', t(`route.${stay.route}`)],
    ['issued', day(stay.issued)],
    ['enterBy', day(stay.enterBy)],
    ['allowed', words('days', { count: stay.stayDays })],
    ['entries', t(`stays.entries.${stay.figures.entries}`, { used: stay.figures.used })],
    ...(stay.figures.shared ? [['used', words('ofDays', stay.figures.shared)] as const] : []),
    ['arrived', day(stay.entered)],
    ['until', day(stay.until)],
    ['left', stay.left === null ? '–' : <StayDays key="l" left={stay.left} />],
    ['exited', stay.exited ? `${day(stay.exited)}${stay.over > 0 ? ` · ${t('stays.over', { count: stay.over })}` : ''}` : '–'],
  ];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{stay.name}</bdi>
        </h1>
        <p>
          <span className={`dl-state${stay.status === 'overstay_alert' ? ' dl-state--now' : ''}`}>{words(`states.${stay.status}`)}</span>{' '}
          <bdi>
            {stay.reference} / {stay.traveller}
          </bdi>
        </p>
        <Link className="bo-btn" to={stay.case}>
          {t('stays.toCase')}
        </Link>
        <Link className="bo-btn" to={list}>
          {t('stays.back')}
        </Link>
      </header>
      <ComplianceTabs here="stays" />
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t([`refused.${actionData.refused}`, 'refused.other'])}
        </p>
      )}
      {!actionData && stay.did && (
        <p className="dl-said" role="status">
          <Icon name="done" /> {t([`stays.did.${stay.did}`, 'stays.did.other'])}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('stays.facts')}</h2>
            <dl className="vc-facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{t(`column.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              <div>
                <dt>{t('column.proof')}</dt>
                <dd>
                  {stay.proof ? (
                    <a href={stay.proof} download>
                      {t('stays.openProof')}
                    </a>
                  ) : (
                    t(stay.proofSent ? 'stays.proofSent' : 'stays.noProof')
                  )}
                </dd>
              </div>
            </dl>
          </section>
          {stay.past.length > 0 && (
            <section className="dl-card">
              <h2>{t('stays.earlier')}</h2>
              <ol className="vc-history">
                {stay.past.map((one) => (
                  <li key={one.number}>
                    <span className="dl-quiet">{t('stays.entry', { n: one.number })}</span>
                    <span>
                      {formatDate(one.entered, language)} – {formatDate(one.exited, language)}
                      {one.over > 0 && <span className="dl-late"> · {t('stays.over', { count: one.over })}</span>}
                    </span>
                    <span className="dl-quiet">{t('stays.untilDay', { day: formatDate(one.until, language) })}</span>
                  </li>
                ))}
              </ol>
            </section>
          )}
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="vc-history">
              {stay.history.map((event) => (
                <li key={event.version}>
                  <span className="dl-quiet">{sayDay(event.at, language)}</span>
                  <span>
                    <b>{t(`stays.event.${event.event}`)}</b> {event.on && formatDate(event.on, language)}
                    {event.until && ` · ${t('stays.untilDay', { day: formatDate(event.until, language) })}`}
                    {event.reason && (
                      <>
                        {' '}
                        · <bdi>{event.reason}</bdi>
                      </>
                    )}
                  </span>
                  <bdi className="dl-quiet">{event.by ?? t(event.house ? 'byHouse' : 'byTraveller')}</bdi>
                </li>
              ))}
            </ol>
          </section>
        </div>
        <aside>{stay.can && <Acts key={stay.version} stay={stay} can={stay.can} />}</aside>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** What an officer may write down now; what the state does not allow is not shown. */
function Acts({ stay, can }: { stay: Loaded; can: NonNullable<Loaded['can']> }) {
  const t = useTexts('staff-compliance');
  const has = (event: Loaded['status'] | string) => can.moves.some((one) => one === event);
  const field = (name: string, type: string, more: Readonly<Record<string, unknown>> = {}) => (
    <label>
      <span>{t(`field.${name}`)}</span>
      <input name={name} type={type} {...more} />
    </label>
  );
  const act = (name: string, children: ReactNode, danger = false) => (
    <Form method="post" encType="multipart/form-data" className="vc-act" key={name}>
      <input type="hidden" name="version" value={stay.version} />
      {children}
      <button className={`bo-btn${danger ? ' bo-btn--danger' : ''}`} name="act" value={name}>
        {t(`stays.act.${name}`)}
      </button>
    </Form>
  );
  const day = { required: true, max: stay.today };
  return (
    <section className="dl-card">
      <h2>{t('stays.next')}</h2>
      {has('enter') &&
        act('enter', [field('on', 'date', { ...day, defaultValue: stay.today, key: 'on' }), field('until', 'date', { key: 'until' })])}
      {has('exit') &&
        act('exit', [
          field('on', 'date', { ...day, defaultValue: stay.today, key: 'on' }),
          field('proof', 'file', { accept: 'application/pdf,image/jpeg,image/png', key: 'proof' }),
        ])}
      {can.remind && act('remind', null)}
      {has('grant-extension') && act('grant-extension', field('until', 'date', { required: true, min: stay.until ?? stay.today }))}
      {has('refuse-extension') && act('refuse-extension', null)}
      {has('file-extension') && act('file-extension', null)}
      {has('correct') && (
        <details>
          <summary>{t('stays.wrongDay')}</summary>
          {act('correct', [
            field('on', 'date', { ...day, defaultValue: stay.entered, key: 'on' }),
            field('until', 'date', { key: 'until' }),
          ])}
        </details>
      )}
      {can.entries && (
        <details>
          <summary>{t('stays.act.set-entries')}</summary>
          {act(
            'set-entries',
            <label>
              <span>{t('field.entries')}</span>
              <select name="entries" defaultValue={stay.figures.entries}>
                {visaEntries.map((one) => (
                  <option key={one} value={one}>
                    {t(`entries.${one}`)}
                  </option>
                ))}
              </select>
            </label>,
          )}
        </details>
      )}
      {has('lapse') && act('lapse', null, true)}
      {has('close') && act('close', field('reason', 'text', { required: true, minLength: 3, maxLength: 300 }), true)}
    </section>
  );
}
