import { useState, type ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { dateIn } from '#app/values/dates.ts';
import { readBeginning, readWords } from '../content-form.ts';
import { contentKinds, contentTopics, type ContentKind } from '../content-kinds.ts';
import { beginContent } from '../save-content.server.ts';
import { contentList, type ContentColumn, type ListedContent } from './content-list.ts';
import { readContent } from './read-content.server.ts';
import type { Route } from './+types/content-list-page.ts';
import { ContentState } from './content-state.tsx';
import './content-desk.css';

export const handle = { texts: ['staff-content', 'staff-lists'] };

const here = '/admin/content';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  return {
    list: await openShortList(db, 'content', contentList, await readContent(db, language), { viewer, search: url.searchParams, language }),
    mayEdit: may(viewer, 'content:edit'),
  };
}

/** Begins a new text; its words are written on its own page. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'content:edit')) throw redirect('/admin/unauthorized?from=%2Fadmin%2Fcontent');
  const form = await request.formData();
  const { kind, slug, topic, faults } = readBeginning(form);
  const { words, faults: wordFaults } = readWords(form);
  const all = { ...faults, ...wordFaults };
  if (Object.keys(all).length > 0)
    return data({ faults: all, taken: false, typed: { kind, topic, slug, title: words.title } }, { status: 422 });
  const publishedOn = dateIn('Asia/Dubai', platform.clock.now());
  const begun = await beginContent(platform, {
    item: { kind, slug, topic, author: kind === 'blog' ? viewer.staff.displayName : null, publishedOn, poster: null, related: [] },
    words,
    staffId: viewer.user.id,
  });
  if (!begun.ok) return data({ faults: {}, taken: true, typed: { kind, topic, slug, title: words.title } }, { status: 409 });
  return redirect(`/admin/content/${begun.value}?did=saved`);
}

export default function ContentListPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-content');
  const { list, mayEdit } = loaderData;
  const wrong = actionData
    ? actionData.taken
      ? ['taken']
      : Object.entries(actionData.faults).map(([field, fault]) => `${field}.${fault}`)
    : [];
  // Topics stand under their kinds; once a kind was chosen here, its own alone.
  const [chosen, setChosen] = useState<ContentKind | null>(null);
  const shownKinds = chosen ? [chosen] : contentKinds;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: list.counts[list.view.queue] ?? 0 })}</p>
        {mayEdit && (
          <details className="cd-new" open={wrong.length > 0 || undefined}>
            <summary className="bo-btn">{t('begin.open')}</summary>
            <Form method="post" action={here}>
              {wrong.length > 0 && (
                <ul className="cd-wrong" role="alert">
                  {wrong.map((one) => (
                    <li key={one}>{t(`fault.${one}`)}</li>
                  ))}
                </ul>
              )}
              <label>
                {t('column.kind')}
                <select
                  name="kind"
                  defaultValue={actionData?.typed.kind ?? 'help'}
                  onChange={({ currentTarget }) => setChosen(contentKinds.find((one) => one === currentTarget.value) ?? null)}
                >
                  {contentKinds.map((one) => (
                    <option key={one} value={one}>
                      {t(`kind.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {t('column.topic')}
                <select name="topic" key={shownKinds.join()} defaultValue={actionData?.typed.topic}>
                  {shownKinds.map((one) => (
                    <optgroup key={one} label={t(`kind.${one}`)}>
                      {contentTopics[one].map((topic) => (
                        <option key={topic} value={topic}>
                          {t(`topic.${topic}`)}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </select>
              </label>
              <label>
                {t('begin.slug')}
                <input name="slug" dir="ltr" maxLength={80} defaultValue={actionData?.typed.slug} placeholder="lisbon-on-foot" required />
              </label>
              <label>
                {t('begin.title')}
                <input name="title" dir="auto" maxLength={140} defaultValue={actionData?.typed.title} required />
              </label>
              <button className="bo-btn bo-btn--p" type="submit">
                {t('begin.go')}
              </button>
            </Form>
          </details>
        )}
      </header>
      <ShortListSheet
        base={here}
        list={contentList}
        open={list}
        queueName={(queue) => t(`state.${queue}`)}
        find={t('find')}
        filters={{
          kind: { label: t('column.kind'), any: t('everyKind'), options: contentKinds.map((id) => ({ id, name: t(`kind.${id}`) })) },
          missing: {
            label: t('missing'),
            any: t('anyLanguage'),
            options: languageCodes.map((id) => ({ id, name: t('missingIn', { language: t(`language.${id}`) }) })),
          },
          useless: { label: t('column.votes'), any: t('anyVotes'), options: [{ id: '1', name: t('uselessOnly') }] },
        }}
        none={t('none')}
        exports={`${here}/export`}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        plain={['title', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: ContentColumn; row: ListedContent }): ReactNode {
  const t = useTexts('staff-content');
  const language = useLanguage();
  switch (column) {
    case 'title':
      return (
        <Link to={`${here}/${row.id}`}>
          <bdi>{row.title}</bdi>
        </Link>
      );
    case 'state':
      return (
        <>
          <ContentState state={row.status} />
          {row.live && row.status !== 'published' && <small> {t('stillLive')}</small>}
        </>
      );
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'topic':
      return t(`topic.${row.topic}`);
    case 'languages':
      return languageCodes.map((code) => (
        <span key={code} className={row.languages.includes(code) ? 'cd-has' : 'cd-lacks'}>
          <bdi>{code}</bdi>
          <span className="sr-only"> {t(row.languages.includes(code) ? 'whole' : 'lacks')}</span>
        </span>
      ));
    case 'votes':
      return row.useful + row.useless > 0 ? t('votes', { useful: row.useful, useless: row.useless }) : '–';
    case 'changed':
      return sayDay(row.changed, language, 'short');
    case 'address':
      return <bdi dir="ltr">{row.slug}</bdi>;
  }
}
