import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { consultationTopics } from '../consultation-kinds.ts';
import { countConsultations, listConsultationsAsStaff } from '../consultations-store.server.ts';
import { askOf, callList, callOfficers, type CallColumn } from './call-list.ts';
import { ConsultationState } from './consultation-state.tsx';
import { readCalls, type ReadCall } from './read-calls.server.ts';
import type { Route } from './+types/calls-page.ts';
import './consultation-desk.css';

export const handle = { texts: ['staff-consultations', 'staff-lists'] };

const calendar = '/admin/consultations';
const here = `${calendar}/list`;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const { db, crypto, clock } = platform;
  const now = clock.now();
  return {
    exports: may(viewer, 'consultations:work'),
    list: await openLongList(
      db,
      'calls',
      callList,
      async (view, most) => {
        const [page, counts] = await Promise.all([
          listConsultationsAsStaff(db, crypto, now, askOf(view, viewer.user.id), most),
          countConsultations(db, now),
        ]);
        return { rows: await readCalls(platform, page.rows, language), next: page.next, counts };
      },
      { viewer, search: url.searchParams },
    ),
  };
}

export default function CallsPage({ loaderData: { list, exports } }: Route.ComponentProps) {
  const t = useTexts('staff-consultations');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('office')}</p>
        <Link className="bo-btn" to={calendar}>
          {t('view.week')}
        </Link>
      </header>
      <ShortListSheet
        base={here}
        list={callList}
        open={list}
        queueName={(queue) => t(`view.${queue}`)}
        find={t('find')}
        searchKept={false}
        filters={{
          topic: {
            label: t('column.topic'),
            any: t('everyTopic'),
            options: consultationTopics.map((id) => ({ id, name: t(`topic.${id}`) })),
          },
          officer: {
            label: t('column.officer'),
            any: t('officer.all'),
            options: callOfficers.map((id) => ({ id, name: t(`officer.${id}`) })),
          },
        }}
        none={t('none.upcoming')}
        exports={exports ? `${here}/export` : null}
        name={(column) => t(`column.${column}`)}
        rowKey={({ reference }) => reference}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column, row) => (column === 'time' && row.late ? 'dl-late' : undefined)}
        plain={['name', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: CallColumn; row: ReadCall }): ReactNode {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  switch (column) {
    case 'name':
      return (
        <Link to={`${calendar}/${row.reference}`}>
          <bdi>{row.name}</bdi>
        </Link>
      );
    case 'time':
      return <Time row={row} />;
    case 'reference':
      return <bdi>{row.reference}</bdi>;
    case 'state':
      return <ConsultationState state={row.status} />;
    case 'topic':
      return t(`topic.${row.topic}`);
    case 'speaks':
      return t(`language.${row.speaks}`);
    case 'officer':
      return <bdi>{row.officer ?? '–'}</bdi>;
    case 'outcome':
      return row.outcome ? t(`outcome.${row.outcome}`) : '–';
    case 'asked':
      return formatDate(row.asked, language, 'day');
  }
}

function Time({ row }: { row: ReadCall }) {
  const t = useTexts('staff-consultations');
  const language = useLanguage();
  if (row.at)
    return (
      <>
        {formatDate(row.at, language, 'day')}
        {comma(language)}
        <bdi>{row.at.slice(11)}</bdi>
        {row.theirs && <small className="cd-theirs">{row.theirs}</small>}
      </>
    );
  if (!row.waitsFor) return '–';
  return (
    <>
      {t('wait.days', { days: row.waitsFor })}
      {row.kept && <small className="cd-theirs">{t('wait.kept', { time: row.kept.at, until: row.kept.until })}</small>}
    </>
  );
}
