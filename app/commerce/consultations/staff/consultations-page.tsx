import { Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime, localTimeIn } from '#app/values/local-time.ts';
import { consultationTopics } from '../consultation-kinds.ts';
import { countConsultations, findBetween } from '../consultations-store.server.ts';
import { findBlocks } from '../officers-store.server.ts';
import { officeZone } from '../slot-rules.ts';
import { findKeptBetween } from '../waits-store.server.ts';
import { callList } from './call-list.ts';
import { readCalls } from './read-calls.server.ts';
import { readWeekAddress, weekAddress } from './week-address.ts';
import type { Route } from './+types/consultations-page.ts';
import './consultation-desk.css';

export const handle = { texts: ['staff-consultations'] };

const base = '/admin/consultations';

/** The week as a calendar. Lists once stood at this address, too: their old links lead to where they stand now. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = url.searchParams;
  const view = asked.get('view');
  if ((view && view !== 'week') || asked.get('find')) {
    const { find, filters } = readListView(callList, asked);
    const queue = callList.queues.find((one) => one === view) ?? 'all';
    throw redirect(`${base}/list${listAddress(callList, readListView(callList, new URLSearchParams()), { queue, find, filters })}`);
  }
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn(officeZone, now);
  const address = readWeekAddress(asked, today);
  const from = instantOf(officeZone, localTime(address.week, '00:00'));
  const until = instant(from + 7 * dayMs);
  const [counts, calls, kept, blocks] = await Promise.all([
    countConsultations(db, now),
    findBetween(db, from, until),
    findKeptBetween(db, from, until),
    findBlocks(db, from, until),
  ]);
  const shown = [...calls, ...kept]
    .sort((one, other) => one.startsAt!.getTime() - other.startsAt!.getTime())
    .filter((call) => (address.topic === null || call.topic === address.topic) && (!address.mine || call.officerId === viewer.user.id));
  const names = await findStaffNames(db, [...new Set(blocks.flatMap(({ officerId }) => officerId ?? []))]);
  const clockOf = (at: Instant) => localTimeIn(officeZone, at);
  return {
    address,
    today,
    counts,
    blocks: blocks.map((block) => ({
      id: block.id,
      from: clockOf(block.from),
      until: clockOf(block.until),
      reason: block.reason,
      officer: block.officerId && (names.get(block.officerId) ?? null),
    })),
    rows: await readCalls(platform, shown, language),
  };
}

export default function ConsultationsPage({ loaderData }: Route.ComponentProps) {
  const { address, counts } = loaderData;
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('office')}</p>
        <Link className="bo-btn" to={`${base}/hours`}>
          {t('hours.open')}
        </Link>
      </header>
      <nav className="dl-tabs" aria-label={t('views')}>
        <Link to={base} aria-current="page">
          {t('view.week')}
        </Link>
        {callList.queues.map((queue) => (
          <Link key={queue} to={`${base}/list${queue === callList.queues[0] ? '' : `?queue=${queue}`}`}>
            {t(`view.${queue}`)} <span>{formatNumber(counts[queue], language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={weekAddress(address)}>
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
          <select name="officer" defaultValue={address.mine ? 'me' : ''}>
            <option value="">{t('officer.all')}</option>
            <option value="me">{t('officer.me')}</option>
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {(address.topic !== null || address.mine) && <Link to={base}>{t('clear')}</Link>}
      </Form>
      <Week loaderData={loaderData} />
    </div>
  );
}

function Week({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { address, rows, blocks, today } = loaderData;
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  const days = Array.from({ length: 7 }, (_, index) => addDays(address.week, index));
  const to = (week: typeof address.week) => `${base}${weekAddress(address, { week })}`;
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
                        to={`${base}/${row.reference}`}
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
