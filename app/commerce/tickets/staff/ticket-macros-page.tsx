import { data, Form, Link, redirect } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { keepMacro } from '../keep-macro.server.ts';
import { macroPlaces } from '../macro-rules.ts';
import { findMacro, listMacros } from '../macros-store.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import type { Route } from './+types/ticket-macros-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets'] };

const base = '/admin/tickets/macros';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  if (!(await isHelpdeskOn({ db }))) throw new Response('Not found', { status: 404 });
  const id = url.searchParams.get('macro');
  const [macros, open] = await Promise.all([listMacros(db), id ? findMacro(db, id) : null]);
  return {
    macros: macros.map(({ id: each, name, isOn }) => ({ id: each, name, isOn })),
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
  const { macros, open, kept } = loaderData;
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
        <section className="dl-card">
          <h2>{t('macros.all')}</h2>
          <ul>
            {macros.map((macro) => (
              <li key={macro.id}>
                <Link
                  to={`${base}?macro=${macro.id}`}
                  aria-current={macro.id === open?.id ? 'true' : undefined}
                  className={macro.isOn ? undefined : 'tk-off'}
                >
                  {macro.name}
                </Link>
              </li>
            ))}
          </ul>
          <Link className="bo-btn bo-btn--wide" to={base}>
            {t('macros.new')}
          </Link>
        </section>
        <section className="dl-card">
          <h2>{open ? open.name : t('macros.new')}</h2>
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
