import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { keepMacro } from '../keep-macro.server.ts';
import { macroPlaces } from '../macro-rules.ts';
import { findMacro } from '../macros-store.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { macroList, type ListedMacro, type MacroColumn } from './macro-list.ts';
import { readMacros } from './read-macros.server.ts';
import type { Route } from './+types/ticket-macros-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets', 'staff-lists'] };

const base = '/admin/tickets/macros';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn({ db }))) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const id = url.searchParams.get('macro');
  const [macros, open] = await Promise.all([readMacros(db), id ? findMacro(db, id) : null]);
  return {
    list: await openShortList(db, 'ticket-macros', macroList, macros, { viewer, search: url.searchParams, language }),
    open: open && { id: open.id, name: open.name, words: open.words, isOn: open.isOn, version: open.version },
    kept: url.searchParams.has('kept'),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() : '';
  };
  const typed = {
    id: field('id') || null,
    version: plainVersion(form.get('version')),
    name: field('name'),
    words: Object.fromEntries(languageCodes.map((language) => [language, field(`words-${language}`)])) as Record<
      (typeof languageCodes)[number],
      string
    >,
    isOn: form.has('on'),
  };
  const kept = await keepMacro(platform, viewer.user.id, typed);
  return kept.ok ? redirect(`${base}?macro=${kept.value}&kept`, 303) : data({ typed, refused: kept.refused }, { status: 422 });
}

export default function TicketMacrosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, open, kept } = loaderData;
  const t = useTexts('staff-tickets');
  const shown = actionData?.typed ?? open;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('macros.title')}</h1>
        <p>{t('macros.lead', { places: macroPlaces.map((place) => `{${place}}`).join(' ') })}</p>
        <Link className="bo-btn" to="/admin/tickets">
          {t('back')}
        </Link>
      </header>
      {kept && !actionData && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('macros.kept')}
        </p>
      )}
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`macros.refused.${actionData.refused}`)}
        </p>
      )}
      <div className="tk-macros">
        <section aria-label={t('macros.all')}>
          <ShortListSheet
            base={base}
            list={macroList}
            open={list}
            queueName={(queue) => t(`macros.queue.${queue}`)}
            find={t('macros.find')}
            none={t('macros.none')}
            exports={`${base}/export`}
            name={(column) => t(`macros.column.${column}`)}
            rowKey={({ id }) => id}
            cell={(column, row) => <Cell column={column} row={row} here={row.id === open?.id} />}
            cellClass={(column) => (column === 'begins' ? 'tk-begins' : undefined)}
            plain={['name', 'state']}
          />
        </section>
        <section className="dl-card">
          <h2 id="macro">{open ? open.name : t('macros.new')}</h2>
          {open && <Link to={`${base}#macro`}>{t('macros.new')}</Link>}
          <Form method="post" className="tk-form" key={`${open?.id} ${open?.version}`}>
            {open && <input type="hidden" name="id" value={open.id} />}
            <input type="hidden" name="version" value={open?.version ?? 0} />
            <label>
              {t('macros.name')}
              <input name="name" defaultValue={shown?.name} maxLength={60} required dir="auto" />
            </label>
            {languageCodes.map((language) => (
              <label key={language}>
                {t(`language.${language}`)}
                <textarea
                  name={`words-${language}`}
                  rows={5}
                  lang={language}
                  dir="auto"
                  defaultValue={shown?.words[language]}
                  maxLength={4000}
                  required
                />
              </label>
            ))}
            <label className="tk-check">
              <input type="checkbox" name="on" defaultChecked={shown?.isOn ?? true} />
              {t('macros.on')}
            </label>
            <button className="bo-btn bo-btn--p" type="submit">
              {t('macros.keep')}
            </button>
          </Form>
        </section>
      </div>
    </div>
  );
}

function Cell({ column, row, here }: { column: MacroColumn; row: ListedMacro; here: boolean }): ReactNode {
  const t = useTexts('staff-tickets');
  const language = useLanguage();
  switch (column) {
    case 'name':
      return (
        <Link to={`${base}?macro=${row.id}#macro`} aria-current={here ? 'true' : undefined}>
          <bdi>{row.name}</bdi>
        </Link>
      );
    case 'begins':
      return (
        <span className="dl-quiet" dir="auto">
          {row.words[language].slice(0, 90)}
        </span>
      );
    case 'state':
      return <span className={`dl-state${row.isOn ? ' dl-state--good' : ''}`}>{t(`macros.queue.${row.isOn ? 'on' : 'off'}`)}</span>;
    case 'changed':
      return row.changedAt === null ? '–' : sayDay(row.changedAt, language);
    case 'by':
      return row.changedBy === null ? '–' : <bdi>{row.changedBy}</bdi>;
  }
}
