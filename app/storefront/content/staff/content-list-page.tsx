import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { foldText } from '#app/values/fold-text.ts';
import { pageOf } from '#app/values/narrow-list.ts';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { dateIn } from '#app/values/dates.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { readBeginning, readWords } from '../content-form.ts';
import { contentKinds, contentTopics, isContentKind } from '../content-kinds.ts';
import { contentStates } from '../content-status.ts';
import { countContentByStatus, listContentAsStaff } from '../content-store.server.ts';
import { beginContent } from '../save-content.server.ts';
import type { Route } from './+types/content-list-page.ts';
import { ContentState } from './content-state.tsx';
import './content-desk.css';

export const handle = { texts: ['staff-content'] };

const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const asked = (name: string) => url.searchParams.get(name) ?? '';
  const kind = isContentKind(asked('kind')) ? asked('kind') : '';
  const state = contentStates.find((one) => one === asked('state')) ?? null;
  const missing = isLanguageCode(asked('missing')) ? asked('missing') : '';
  const useless = asked('useless') === '1';
  const find = asked('find').trim().slice(0, 80);
  const words = foldText(find).split(' ').filter(Boolean);
  const [all, counts] = await Promise.all([
    listContentAsStaff(db, { kind: isContentKind(kind) ? kind : null, status: state }),
    countContentByStatus(db),
  ]);
  const wanted = all
    .filter((row) => missing === '' || !row.languages.some((code) => code === missing))
    .filter((row) => !useless || row.useless > 0)
    .filter((row) => words.every((word) => foldText(`${row.title} ${row.item.slug}`).includes(word)));
  const inOrder = useless ? wanted.toSorted((a, b) => b.useless - a.useless) : wanted;
  const { shown, page, pages } = pageOf(inOrder, Math.trunc(Number(asked('page')) || 1), pageSize);
  return {
    kind,
    state,
    missing,
    useless,
    find,
    page,
    pages,
    matching: wanted.length,
    counts,
    mayEdit: may(context.get(viewerContext), 'content:edit'),
    rows: shown.map(({ item, title, languages, useful, useless: no }) => ({
      id: item.id,
      kind: item.kind,
      topic: item.topic,
      status: item.status,
      live: item.liveEdition !== null,
      changed: item.changedAt.toISOString(),
      title,
      languages,
      useful,
      useless: no,
    })),
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
  if (Object.keys(all).length > 0) return data({ faults: all, taken: false, typed: { slug, title: words.title } }, { status: 422 });
  const publishedOn = dateIn('Asia/Dubai', platform.clock.now());
  const begun = await beginContent(platform, {
    item: { kind, slug, topic, author: kind === 'blog' ? viewer.staff.displayName : null, publishedOn, poster: null, related: [] },
    words,
    staffId: viewer.user.id,
  });
  if (!begun.ok) return data({ faults: {}, taken: true, typed: { slug, title: words.title } }, { status: 409 });
  return redirect(`/admin/content/${begun.value}?did=saved`);
}

export default function ContentListPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-content');
  const language = useLanguage();
  const { kind, state, missing, useless, find, rows, matching, page, pages, counts, mayEdit } = loaderData;
  const address = (change: Readonly<Record<string, string | null>>) => {
    const params = new URLSearchParams();
    const now = { kind, state, missing, useless: useless ? '1' : null, find };
    for (const [name, value] of Object.entries({ ...now, ...change })) if (value) params.set(name, value);
    return params.size > 0 ? `/admin/content?${params}` : '/admin/content';
  };
  const all = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
  const wrong = actionData
    ? actionData.taken
      ? ['taken']
      : Object.entries(actionData.faults).map(([field, fault]) => `${field}.${fault}`)
    : [];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {[null, ...contentStates].map((one) => (
          <Link key={one ?? 'all'} to={address({ state: one })} aria-current={one === state ? 'page' : undefined}>
            {t(`state.${one ?? 'all'}`)} <span>{one ? (counts[one] ?? 0) : all}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action="/admin/content" role="search" key={`${kind}${state}${missing}${useless}${find}`}>
        {state && <input type="hidden" name="state" value={state} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={80} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="kind" defaultValue={kind}>
            <option value="">{t('everyKind')}</option>
            {contentKinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('missing')}</span>
          <select name="missing" defaultValue={missing}>
            <option value="">{t('anyLanguage')}</option>
            {languageCodes.map((code) => (
              <option key={code} value={code}>
                {t('missingIn', { language: t(`language.${code}`) })}
              </option>
            ))}
          </select>
        </label>
        <label className="cd-tick">
          <input type="checkbox" name="useless" value="1" defaultChecked={useless} />
          {t('uselessOnly')}
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {(kind || missing || useless || find) && (
          <Link to={address({ kind: null, missing: null, useless: null, find: null })}>{t('clear')}</Link>
        )}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['title', 'state', 'kind', 'topic', 'languages', 'votes', 'changed'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/admin/content/${row.id}`}>
                      <bdi>{row.title}</bdi>
                    </Link>
                  </td>
                  <td>
                    <ContentState state={row.status} />
                    {row.live && row.status !== 'published' && <small> {t('stillLive')}</small>}
                  </td>
                  <td>{t(`kind.${row.kind}`)}</td>
                  <td>{t(`topic.${row.topic}`)}</td>
                  <td>
                    {languageCodes.map((code) => (
                      <span key={code} className={row.languages.includes(code) ? 'cd-has' : 'cd-lacks'}>
                        <bdi>{code}</bdi>
                        <span className="sr-only"> {t(row.languages.includes(code) ? 'whole' : 'lacks')}</span>
                      </span>
                    ))}
                  </td>
                  <td>{row.useful + row.useless > 0 ? t('votes', { useful: row.useful, useless: row.useless }) : '–'}</td>
                  <td>{formatDate(row.changed, language, 'short')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination page={page} pages={pages} pageTo={(number) => address({ page: number > 1 ? String(number) : null })} label={t('pages')} />
      {mayEdit && (
        <details className="cd-new" open={wrong.length > 0 || undefined}>
          <summary className="bo-btn">{t('begin.open')}</summary>
          <Form method="post" action="/admin/content">
            {wrong.length > 0 && (
              <ul className="cd-wrong" role="alert">
                {wrong.map((one) => (
                  <li key={one}>{t(`fault.${one}`)}</li>
                ))}
              </ul>
            )}
            <label>
              {t('column.kind')}
              <select name="kind" defaultValue="help">
                {contentKinds.map((one) => (
                  <option key={one} value={one}>
                    {t(`kind.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {t('column.topic')}
              <select name="topic">
                {contentKinds.map((one) => (
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
    </div>
  );
}
