import { useEffect, useRef } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { findCount, listCountLines } from '../asset-counts-store.server.ts';
import { countTag, endCount } from '../count-assets.server.ts';
import type { Route } from './+types/stock-count-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets'] };

const base = '/admin/hr/asset-management';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const count = await findCount(db, params.id);
  if (!count) throw new Response('Not found', { status: 404 });
  const lines = await listCountLines(db, count.id);
  const names = await findStaffNames(
    db,
    lines.flatMap(({ holderId }) => holderId ?? []),
  );
  const shown = lines.map(({ holderId, ...line }) => ({ ...line, holder: holderId ? (names.get(holderId) ?? null) : null }));
  return {
    place: count.place,
    open: count.status === 'open',
    day: count.begunAt.toISOString(),
    mayWork: may(context.get(viewerContext), 'hr:work'),
    missing: shown.filter((line) => line.expected && !line.found),
    strange: shown.filter((line) => !line.expected),
    found: shown.filter((line) => line.expected && line.found),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const work = { countId: params.id, staffId: viewer.user.id, requestId: context.get(requestContext).requestId };
  if (form.get('act') === 'close') {
    const ended = await endCount(platform, work);
    return ended.ok ? redirect(`${base}/stock-take/${params.id}`, 303) : data({ tag: null, what: ended.refused }, 422);
  }
  const counted = await countTag(platform, { ...work, typed: plainLine(form.get('tag'), 200) });
  if (!counted.ok) return data({ tag: null, what: counted.refused }, 422);
  return data({ tag: counted.value.tag, what: counted.value.what });
}

export default function StockCountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { place, open, day, mayWork, missing, strange, found } = loaderData;
  const t = useTexts('staff-assets');
  const language = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  // A scanner types into whatever has the focus and sends it with Enter.
  useEffect(() => {
    if (!field.current || !actionData) return;
    field.current.value = '';
    field.current.focus();
  }, [actionData]);
  const good = actionData?.what === 'expected' || actionData?.what === 'again';
  return (
    <div className="dl as-page as-count">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`place.${place}`)}</h1>
        <span className={`dl-state${open ? ' dl-state--now' : ''}`}>{t(`count.state.${open ? 'open' : 'closed'}`)}</span>
        <p>{sayDay(day, language)}</p>
        <Link className="bo-btn" to={`${base}/stock-take`}>
          {t('back')}
        </Link>
      </header>
      <p className="as-count__sum">{t('count.foundOf', { found: found.length, expected: found.length + missing.length })}</p>
      {open && mayWork && (
        <Form method="post" className="as-count__scan" preventScrollReset>
          <label>
            <span>{t('count.scan')}</span>
            <input
              ref={field}
              name="tag"
              required
              maxLength={200}
              autoComplete="off"
              autoCapitalize="characters"
              dir="ltr"
              enterKeyHint="done"
            />
          </label>
          <button className="bo-btn bo-btn--p">{t('count.note')}</button>
        </Form>
      )}
      {actionData && (
        <p className={`dl-said${good ? '' : ' dl-said--warn'}`} role="status">
          {t(`count.what.${actionData.what}`, { tag: `\u2068${actionData.tag ?? ''}\u2069` })}
        </p>
      )}
      {(['missing', 'strange', 'found'] as const).map((part) => {
        const lines = { missing, strange, found }[part];
        return (
          <section key={part} className="dl-card">
            <h2>{t(`count.part.${part}`, { n: lines.length })}</h2>
            {lines.length === 0 ? (
              <p className="dl-quiet">{t(`count.no.${part}`)}</p>
            ) : (
              <ul className="as-list">
                {lines.map((line) => (
                  <li key={line.tag}>
                    <span>
                      {line.model ? (
                        <Link to={`${base}/${line.tag}`}>
                          <bdi>{line.tag}</bdi>
                        </Link>
                      ) : (
                        <b>
                          <bdi>{line.tag}</bdi>
                        </b>
                      )}{' '}
                      {line.model && <bdi>{line.model}</bdi>}
                    </span>
                    <span className="dl-quiet">
                      {line.model === null
                        ? t('count.unknown')
                        : (line.holder ?? (part === 'strange' && line.place ? t(`place.${line.place}`) : ''))}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
      {open && mayWork && (
        <Form method="post">
          <button className="bo-btn" name="act" value="close">
            {t('count.close')}
          </button>
        </Form>
      )}
    </div>
  );
}
