import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { readWords } from '../content-form.ts';
import { addressOfContent, hasPoster, longest } from '../content-kinds.ts';
import { contentEvents, contentMachine } from '../content-status.ts';
import { findContentAsStaff, findDrafts, findVersion, findWriters, listEditions, listVersions } from '../content-store.server.ts';
import { DiffView } from '../diff-view.tsx';
import { diffLines } from '../line-diff.ts';
import { MarkdownText } from '../markdown-text.tsx';
import { readMarkdown } from '../markdown.ts';
import { mayPublish } from '../publish-rules.ts';
import { readLook } from '../look-form.ts';
import { moveContent, saveLook, saveWords } from '../save-content.server.ts';
import type { Route } from './+types/content-item-page.ts';
import { LookCard } from './look-card.tsx';
import { ContentState } from './content-state.tsx';
import './content-desk.css';

export const handle = { texts: ['staff-content', 'staff-posters', 'content', 'staff-records'] };

const views = ['edit', 'look', 'preview', 'versions'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db } = platform;
  const viewer = context.get(viewerContext);
  const item = await findContentAsStaff(db, params.id);
  if (!item) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(platform, viewer, deskRecord('content', { id: item.id, handle: item.id, name: item.slug }));
  const asked = url.searchParams.get('lang');
  const lang = isLanguageCode(asked) ? asked : 'en';
  const view = views.find((one) => one === url.searchParams.get('view')) ?? 'edit';
  const [drafts, versions, editions, writers] = await Promise.all([
    findDrafts(db, item.id),
    view === 'versions' ? listVersions(db, item.id, lang) : [],
    listEditions(db, item.id),
    findWriters(db, item.id),
  ]);
  const draft = drafts[lang];
  const names = await findStaffNames(
    db,
    [...versions, ...editions].flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
  );
  const by = (actor: string) => names.get(actor.replace('staff:', '')) ?? null;
  const against = url.searchParams.get('against') ?? '';
  const older = view === 'versions' && /^[1-9]\d{0,6}$/.test(against) ? await findVersion(db, item.id, Number(against)) : null;
  const whole = languageCodes.filter((code) => drafts[code]?.title && drafts[code].summary && drafts[code].body);
  const mayEdit = may(viewer, 'content:edit');
  const standing = { topic: item.topic, poster: item.poster };
  // What was chosen and not saved is shown as it would be.
  const look = view === 'look' ? readLook(url.searchParams, item.kind, standing) : standing;
  const actor = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  return {
    notes,
    id: item.id,
    kind: item.kind,
    topic: item.topic,
    status: item.status,
    version: item.version,
    address: addressOfContent(item.kind, item.slug),
    slug: item.slug,
    live: item.liveEdition,
    look,
    looked: look.topic !== item.topic || JSON.stringify(look.poster) !== JSON.stringify(item.poster),
    lang,
    view,
    mayEdit,
    words: { title: draft?.title ?? '', summary: draft?.summary ?? '', body: draft?.body ?? '' },
    languages: languageCodes.map((code) => ({
      code,
      whole: whole.includes(code),
      pending: drafts[code] !== undefined && drafts[code].liveNumber !== drafts[code].number,
    })),
    blocks: view === 'preview' ? readMarkdown(draft?.body ?? '') : [],
    versions: versions.map(({ number, at, actor: who }) => ({ number, at: at.toISOString(), by: by(who) })),
    against: older?.number ?? null,
    changes: older && older.language === lang && draft ? diffLines(older.body, draft.body) : null,
    editions: editions.map(({ number, at, actor: who }) => ({ number, at: at.toISOString(), by: by(who) })),
    moves: mayEdit ? movesFrom(contentMachine, item.status, 'staff').filter((event) => event !== 'revise') : [],
    blocked:
      item.status === 'review' ? mayPublish({ kind: item.kind, languages: whole, writers, submittedBy: item.submittedBy, actor }) : null,
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
    title: drafts.en?.title ?? item.slug,
  };
}

const refusals = [
  'not-possible-from-here',
  'not-yours-to-do',
  'second-person',
  'languages-missing',
  'changed-meanwhile',
  'address-taken',
] as const;

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const item = await findContentAsStaff(platform.db, params.id);
  if (!item || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/content/${item.id}`;
  if (!may(viewer, 'content:edit')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const staffId = viewer.user.id;
  const given = form.get('lang');
  const language = isLanguageCode(given) ? given : 'en';
  // What the form was drawn from: whoever saved since then is not written over.
  const seen = { ...item, version: plainVersion(form.get('version')) };
  const event = contentEvents.find((one) => one === form.get('event') && one !== 'revise');
  if (event) {
    const moved = seen.version === item.version ? await moveContent(platform, { item, event, staffId }) : null;
    const refused = !moved ? 'changed-meanwhile' : moved.ok ? null : moved.refused;
    return redirect(`${here}?lang=${language}&${refused ? `refused=${refused}` : `did=${event}`}`, 303);
  }
  if (form.get('look') === 'save') {
    const look = readLook(form, item.kind, { topic: item.topic, poster: item.poster });
    const saved = await saveLook(platform, { item: seen, look, staffId });
    return redirect(`${here}?lang=${language}&view=look&${saved.ok ? 'did=look' : `refused=${saved.refused}`}`, 303);
  }
  const { words, faults } = readWords(form);
  if (Object.keys(faults).length > 0) return data({ words, faults, refused: null }, { status: 422 });
  const saved = await saveWords(platform, { item: seen, language, words, staffId });
  if (!saved.ok) return data({ words, faults: {}, refused: saved.refused }, { status: 409 });
  return redirect(`${here}?lang=${language}&did=saved`, 303);
}

export default function ContentItemPage({ loaderData: record, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-content');
  const language = useLanguage();
  const { lang, view, words } = record;
  const typed = actionData?.words ?? words;
  const direction = lang === 'ar' ? 'rtl' : 'ltr';
  const address = (change: { lang?: string; view?: string; against?: number }) => {
    const params = new URLSearchParams({ lang: change.lang ?? lang });
    const next = change.view ?? view;
    if (next !== 'edit') params.set('view', next);
    if (change.against) params.set('against', String(change.against));
    return `/admin/content/${record.id}?${params}`;
  };
  const refused = actionData?.refused ?? record.refused;
  const faults = Object.entries(actionData?.faults ?? {});
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.title}</bdi>
        </h1>
        <ContentState state={record.status} />
        <p>
          {t(`kind.${record.kind}`)} · {t(`topic.${record.topic}`)} · <bdi dir="ltr">{record.address}</bdi>
        </p>
        <Link className="bo-btn" to="/admin/content">
          {t('back')}
        </Link>
      </header>
      {record.did && !refused && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`did.${record.did === 'look' ? 'look' : (contentEvents.find((one) => one === record.did) ?? 'saved')}`)}
        </p>
      )}
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${refusals.find((one) => one === refused) ?? 'not-possible-from-here'}`)}
        </p>
      )}
      <nav className="dl-tabs" aria-label={t('languages')}>
        {record.languages.map(({ code, whole, pending }) => (
          <Link key={code} to={address({ lang: code })} aria-current={code === lang ? 'page' : undefined}>
            {t(`language.${code}`)}{' '}
            <span>
              {t(whole ? 'whole' : 'lacks')}
              {pending && ` · ${t('pending')}`}
            </span>
          </Link>
        ))}
      </nav>
      <div className="dl-record">
        <div>
          <nav className="cd-views" aria-label={t('views')}>
            {views.map((one) => (
              <Link key={one} to={address({ view: one })} aria-current={one === view ? 'page' : undefined}>
                {t(`view.${one}`)}
              </Link>
            ))}
          </nav>
          {view === 'edit' && (
            <DeskForm
              sends={record.mayEdit && record.status !== 'archived'}
              facts
              method="post"
              action={address({ view: 'edit' })}
              className="dl-card cd-edit"
              key={`${lang}${record.version}`}
            >
              <input type="hidden" name="lang" value={lang} />
              <input type="hidden" name="version" value={record.version} />
              {faults.length > 0 && (
                <ul className="cd-wrong" role="alert">
                  {faults.map(([field, fault]) => (
                    <li key={field}>
                      <a href={`#${field}`}>{t(`fault.${field}.${fault}`)}</a>
                    </li>
                  ))}
                </ul>
              )}
              <label htmlFor="title">{t('field.title')}</label>
              <input
                id="title"
                name="title"
                lang={lang}
                dir={direction}
                defaultValue={typed.title}
                maxLength={longest.title}
                aria-invalid={actionData?.faults && 'title' in actionData.faults ? true : undefined}
              />
              <label htmlFor="summary">{t('field.summary')}</label>
              <textarea
                id="summary"
                name="summary"
                rows={2}
                lang={lang}
                dir={direction}
                defaultValue={typed.summary}
                maxLength={longest.summary}
              />
              <label htmlFor="body">{t('field.body')}</label>
              <p className="dl-quiet" id="body-hint">
                {t('field.bodyHint')}
              </p>
              <textarea
                id="body"
                name="body"
                rows={24}
                lang={lang}
                dir={direction}
                defaultValue={typed.body}
                maxLength={longest.body}
                aria-describedby="body-hint"
                aria-invalid={actionData?.faults && 'body' in actionData.faults ? true : undefined}
              />
              <button className="bo-btn bo-btn--p" type="submit">
                {t('save')}
              </button>
            </DeskForm>
          )}
          {view === 'look' && <LookCard record={record} />}
          {view === 'preview' && (
            <div className="dl-card cd-preview">
              {record.look.poster && hasPoster(record.kind) && (
                <Poster place={record.slug} art={record.look.poster} crop="wide" phone="landscape" alt="" eager />
              )}
              <div lang={lang} dir={direction}>
                <h2>{words.title}</h2>
                <p className="lede">{words.summary}</p>
              </div>
              <MarkdownText blocks={record.blocks} language={lang} />
            </div>
          )}
          {view === 'versions' && (
            <div className="dl-card">
              <h2>{t('view.versions')}</h2>
              <ol className="cd-versions">
                {record.versions.map((one, index) => (
                  <li key={one.number}>
                    {index === 0 ? (
                      <b>{t('version', { number: one.number })}</b>
                    ) : (
                      <Link to={address({ against: one.number })} aria-current={one.number === record.against ? 'true' : undefined}>
                        {t('compare', { number: one.number })}
                      </Link>
                    )}{' '}
                    <span className="dl-quiet">
                      {sayDay(one.at, language, 'short')} · <bdi>{one.by ?? t('house')}</bdi>
                    </span>
                  </li>
                ))}
              </ol>
              {record.changes && <DiffView lines={record.changes} language={lang} />}
            </div>
          )}
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('actions')}</h2>
            <p className="dl-quiet">{record.live === null ? t('notLive') : t('liveAs', { number: record.live })}</p>
            {record.moves.map((event) => (
              <Form key={event} method="post" action={`/admin/content/${record.id}`}>
                <input type="hidden" name="lang" value={lang} />
                <input type="hidden" name="version" value={record.version} />
                <button
                  className={`bo-btn bo-btn--wide${event === 'publish' || event === 'submit' ? ' bo-btn--p' : event === 'archive' ? ' bo-btn--danger' : ''}`}
                  name="event"
                  value={event}
                  aria-disabled={event === 'publish' && record.blocked ? true : undefined}
                  aria-describedby={event === 'publish' && record.blocked ? 'why-not' : undefined}
                >
                  {t(`move.${event}`)}
                </button>
                {event === 'publish' && record.blocked && (
                  <p className="dl-quiet" id="why-not">
                    {t(`refused.${record.blocked}`)}
                  </p>
                )}
              </Form>
            ))}
            {record.live !== null && (
              <p>
                <Link className="bo-hit" to={record.address} reloadDocument>
                  {t('open')}
                </Link>
              </p>
            )}
          </section>
          <section className="dl-card">
            <h2>{t('editions')}</h2>
            {record.editions.length === 0 ? (
              <p className="dl-quiet">{t('noEditions')}</p>
            ) : (
              <ol className="cd-versions">
                {record.editions.map((one) => (
                  <li key={one.number}>
                    {t('edition', { number: one.number })}{' '}
                    <span className="dl-quiet">
                      {sayDay(one.at, language, 'short')} · <bdi>{one.by ?? t('house')}</bdi>
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </section>
          <RecordNotes desk={record.notes} />
        </aside>
      </div>
    </div>
  );
}
