import { Form, Link } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime, localTimeIn } from '#app/values/local-time.ts';
import { consultationTopics } from '../consultation-kinds.ts';
import { countConsultations, findBetween, listConsultationsAsStaff, openContact } from '../consultations-store.server.ts';
import { findBlocks } from '../officers-store.server.ts';
import { graceMs, officeZone } from '../slot-rules.ts';
import { findKeptBetween, findWaits, keptOf } from '../waits-store.server.ts';
import { daysInWords, momentIn, zoneName } from '../zone-words.server.ts';
import { consultationListAddress, filterOf, readConsultationAddress } from './consultation-list.ts';
import { ConsultationState } from './consultation-state.tsx';
import { consultationTabs } from './consultation-tabs.ts';
import type { Route } from './+types/consultations-page.ts';
import './consultation-desk.css';

export const handle = { texts: ['staff-consultations'] };

const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const today = dateIn(officeZone, now);
  const address = readConsultationAddress(url.searchParams, today);
  const filter = filterOf(address, viewer.user.id);
  const showsWeek = address.view === 'week' && address.find === '';
  const from = instantOf(officeZone, localTime(address.week, '00:00'));
  const until = instant(from + 7 * dayMs);
  const [counts, list, calls, kept, blocks] = await Promise.all([
    countConsultations(db, now),
    showsWeek ? { rows: [], matching: 0 } : listConsultationsAsStaff(db, crypto, now, filter, { size: pageSize, number: address.page }),
    showsWeek ? findBetween(db, from, until) : [],
    showsWeek ? findKeptBetween(db, from, until) : [],
    showsWeek ? findBlocks(db, from, until) : [],
  ]);
  const ofWeek = [...calls, ...kept].sort((one, other) => one.startsAt!.getTime() - other.startsAt!.getTime());
  const shown = (showsWeek ? ofWeek : list.rows).filter((call) => filter.topic === null || call.topic === filter.topic);
  const mine = showsWeek && filter.officer ? shown.filter((call) => call.officerId === filter.officer) : shown;
  const names = await findStaffNames(db, [
    ...new Set([...mine.flatMap(({ officerId }) => officerId ?? []), ...blocks.flatMap(({ officerId }) => officerId ?? [])]),
  ]);
  const waits = await findWaits(
    db,
    mine.filter(({ status }) => status === 'requested').map(({ id }) => id),
  );
  const clockOf = (at: Instant) => localTimeIn(officeZone, at);
  return {
    address,
    today,
    showsWeek,
    counts,
    matching: list.matching,
    mayWork: may(viewer, 'consultations:work'),
    blocks: blocks.map((block) => ({
      id: block.id,
      from: clockOf(block.from),
      until: clockOf(block.until),
      reason: block.reason,
      officer: block.officerId && (names.get(block.officerId) ?? null),
    })),
    rows: mine.map((call) => {
      const at = call.startsAt && instant(call.startsAt.getTime());
      const wait = waits.get(call.id) ?? null;
      const kept = keptOf(wait, now);
      return {
        reference: call.reference,
        status: call.status,
        topic: call.topic,
        channel: call.channel,
        speaks: call.callLanguage,
        name: openContact(crypto, call).name,
        at: at && clockOf(at),
        theirs: at && call.zone !== officeZone ? `${localTimeIn(call.zone, at).slice(11)} · ${zoneName(call.zone, language, at)}` : null,
        late: call.status === 'scheduled' && at !== null && at + graceMs < now,
        waitsFor: wait && daysInWords(call.zone, language, wait),
        kept: kept && { at: momentIn(officeZone, language, kept.at), until: momentIn(officeZone, language, kept.until) },
        officer: call.officerId && (names.get(call.officerId) ?? null),
        outcome: call.outcome,
      };
    }),
  };
}

type Row = Route.ComponentProps['loaderData']['rows'][number];

export default function ConsultationsPage({ loaderData }: Route.ComponentProps) {
  const { address, showsWeek, counts, matching, rows, mayWork } = loaderData;
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const base = '/admin/consultations';
  const filtered = address.find !== '' || address.topic !== null || address.officer !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('office')}</p>
        <Link className="bo-btn" to={`${base}/hours`}>
          {t('hours.open')}
        </Link>
        {mayWork && (
          <form method="post" action={`${base}/export${consultationListAddress(address)}`}>
            <button className="bo-btn" type="submit">
              {t('export')}
            </button>
          </form>
        )}
      </header>
      <nav className="dl-tabs" aria-label={t('views')}>
        {consultationTabs.map((view) => (
          <Link
            key={view}
            to={`${base}${consultationListAddress(address, { view, find: '' })}`}
            aria-current={view === address.view && address.find === '' ? 'page' : undefined}
          >
            {t(`view.${view}`)} {view !== 'week' && <span>{formatNumber(counts[view], language)}</span>}
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={consultationListAddress(address)}>
        {address.view !== 'week' && <input type="hidden" name="view" value={address.view} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={address.find} placeholder={t('find')} maxLength={254} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.topic')}</span>
          <select name="topic" defaultValue={address.topic ?? ''}>
            <option value="">{t('everyTopic')}</option>
            {consultationTopics.map((topic) => (
              <option key={topic} value={topic}>
                {t(`topic.${topic}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.officer')}</span>
          <select name="officer" defaultValue={address.officer ?? ''}>
            <option value="">{t('officer.all')}</option>
            <option value="me">{t('officer.me')}</option>
            {!showsWeek && <option value="nobody">{t('officer.nobody')}</option>}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={`${base}${consultationListAddress(address, { find: '', topic: null, officer: null })}`}>{t('clear')}</Link>}
      </Form>
      {showsWeek ? (
        <Week loaderData={loaderData} />
      ) : rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${address.view}`)}</p>
      ) : (
        <ListOfCalls rows={rows} />
      )}
      {!showsWeek && (
        <Pagination
          page={address.page}
          pages={Math.ceil(matching / pageSize)}
          pageTo={(page) => `${base}${consultationListAddress(address, { page })}`}
          label={t('pages')}
        />
      )}
    </div>
  );
}

function ListOfCalls({ rows }: { rows: readonly Row[] }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  return (
    <div className="dl-sheet dl-sheet--cards">
      <table>
        <thead>
          <tr>
            {(['time', 'name', 'reference', 'state', 'topic', 'speaks', 'officer', 'outcome'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.reference}>
              <td className={row.late ? 'dl-late' : undefined}>
                {row.at ? (
                  <>
                    {formatDate(row.at, language, 'day')}, <bdi>{row.at.slice(11)}</bdi>
                    {row.theirs && <small className="cd-theirs">{row.theirs}</small>}
                  </>
                ) : row.waitsFor ? (
                  <>
                    {t('wait.days', { days: row.waitsFor })}
                    {row.kept && <small className="cd-theirs">{t('wait.kept', { time: row.kept.at, until: row.kept.until })}</small>}
                  </>
                ) : (
                  '–'
                )}
              </td>
              <td>
                <Link to={`/admin/consultations/${row.reference}`}>
                  <bdi>{row.name}</bdi>
                </Link>
              </td>
              <td>
                <bdi>{row.reference}</bdi>
              </td>
              <td>
                <ConsultationState state={row.status} />
              </td>
              <td>{t(`topic.${row.topic}`)}</td>
              <td>{t(`language.${row.speaks}`)}</td>
              <td>
                <bdi>{row.officer ?? '–'}</bdi>
              </td>
              <td>{row.outcome ? t(`outcome.${row.outcome}`) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Week({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { address, rows, blocks, today } = loaderData;
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const days = Array.from({ length: 7 }, (_, index) => addDays(address.week, index));
  const to = (week: typeof address.week) => `/admin/consultations${consultationListAddress(address, { week })}`;
  return (
    <>
      <nav className="cd-turn" aria-label={t('weeks')}>
        <Link className="bo-btn" to={to(addDays(address.week, -7))}>
          {t('week.before')}
        </Link>
        <b id="week">
          {formatDate(days[0]!, language, 'day')} – {formatDate(days[6]!, language, 'day')}
        </b>
        <Link className="bo-btn" to={to(addDays(address.week, 7))}>
          {t('week.after')}
        </Link>
      </nav>
      <ScrollRegion className="cd-scroll" labelledBy="week">
        <ol className="cd-week">
          {days.map((day) => (
            <li key={day} className={day === today ? 'cd-today' : undefined}>
              <h2>{formatDate(day, language, 'day')}</h2>
              {blocks
                .filter((block) => block.from.slice(0, 10) <= day && block.until > `${day}T00:00`)
                .map((block) => (
                  <p key={block.id} className="cd-block">
                    {t(`reason.${block.reason}`)} · <bdi>{block.officer ?? t('officer.office')}</bdi>
                  </p>
                ))}
              <ul>
                {rows
                  .filter((row) => row.at?.slice(0, 10) === day)
                  .map((row) => (
                    <li key={row.reference}>
                      <Link
                        to={`/admin/consultations/${row.reference}`}
                        className={`cd-call cd-call--${row.kept ? 'kept' : row.status}${row.late ? ' cd-call--late' : ''}`}
                      >
                        <b className="num">
                          <bdi>{row.at!.slice(11)}</bdi>
                        </b>
                        <span>
                          <bdi>{row.name}</bdi>
                        </span>
                        <small>
                          {t(`topic.${row.topic}`)} · {t(`language.${row.speaks}`)}
                        </small>
                        <small>
                          <bdi>{row.officer}</bdi> · {row.kept ? t('wait.keptUntil', { until: row.kept.until }) : t(`state.${row.status}`)}
                        </small>
                      </Link>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
      </ScrollRegion>
      {rows.length === 0 && <p className="dl-none">{t('none.week')}</p>}
    </>
  );
}
