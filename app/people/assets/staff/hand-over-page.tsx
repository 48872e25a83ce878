import { data, Form, Link, redirect } from 'react-router';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { askedStates } from '../asset-request-rules.ts';
import { findRequestOfUser } from '../asset-requests-store.server.ts';
import { assetConditions, mostLines } from '../asset-kinds.ts';
import { readTag } from '../asset-tag-rules.ts';
import { findAssetsByTag, findAssetsOf, findStock } from '../assets-store.server.ts';
import { handOver } from '../hand-over.server.ts';
import type { Route } from './+types/hand-over-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers', 'staff-users'] };

const here = '/admin/hr/asset-management';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const to = plainLine(url.searchParams.get('to'), 64);
  const tags = url.searchParams.getAll('asset').flatMap((typed) => readTag(typed) ?? []);
  const [people, stock, chosen, kept, asked] = await Promise.all([
    listStaffWith(db, 'desk:open', { joiners: true }),
    findStock(db),
    findAssetsByTag(db, tags.slice(0, mostLines)),
    to ? findAssetsOf(db, to) : [],
    to ? findRequestOfUser(db, to) : null,
  ]);
  const reserved = kept.filter((asset) => asset.status === 'reserved');
  const free = chosen.filter(({ status }) => status === 'in_stock' || status === 'reserved');
  const offered = new Map([...free, ...reserved, ...stock].map((asset) => [asset.id, asset]));
  const named = new Set([...chosen, ...reserved].map(({ id }) => id));
  return {
    to,
    people: people.map(({ userId, displayName }) => ({ userId, displayName })),
    things: [...offered.values()].map(({ id, tag, kind, model, serial }) => ({ id, tag, kind, model, serial, chosen: named.has(id) })),
    asked:
      asked?.status === 'asked'
        ? {
            neededBy: asked.neededBy,
            kinds: askedStates(asked.kinds, kept).flatMap(({ kind, state }) => (state === 'signed' || state === 'waiting' ? [] : kind)),
          }
        : null,
    left: chosen.filter((asset) => !offered.has(asset.id)).map(({ tag }) => tag),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const line = (name: string, most: number) => plainLine(form.get(name), most).slice(0, most);
  const typedDay = line('dueBackOn', 10);
  const dueBackOn = parseCalendarDate(typedDay);
  const language = line('language', 2);
  const lines = form
    .getAll('thing')
    .map((id) => plainLine(id, 36))
    .filter((id, index, all) => /^[\w-]{1,40}$/.test(id) && all.indexOf(id) === index)
    .map((assetId) => ({
      assetId,
      condition: assetConditions.find((one) => one === line(`condition-${assetId}`, 10)) ?? 'good',
      note: line(`note-${assetId}`, 160),
    }));
  const made = await (typedDay && !dueBackOn
    ? ({ ok: false, refused: 'bad-day' } as const)
    : handOver(platform, {
        userId: line('to', 64),
        lines,
        dueBackOn,
        language: isLanguageCode(language) ? language : 'en',
        staffId: viewer.user.id,
        requestId: context.get(requestContext).requestId,
      }));
  if (!made.ok) return data({ refused: made.refused, to: line('to', 64), lines, dueBackOn: typedDay, language }, 422);
  return redirect(`${here}?tab=out&did=handed`, 303);
}

export default function HandOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { people, things, left, asked } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const names = useTexts('staff-users');
  const language = useLanguage();
  const sent = actionData?.lines;
  const chosen = (id: string, before: boolean) => (sent ? sent.some((line) => line.assetId === id) : before);
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('handOver.title')}</h1>
        <p>{t('handOver.lead')}</p>
        <Link className="bo-btn" to={here}>
          {t('back')}
        </Link>
      </header>
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {asked && asked.kinds.length > 0 && (
        <p className="dl-note">
          {t('request.askedFor', { day: formatDate(asked.neededBy, language) })}{' '}
          {asked.kinds.map((kind) => words(`kind.${kind}`)).join(' · ')}
        </p>
      )}
      {left.length > 0 && <p className="dl-said dl-said--warn">{t('handOver.left', { tags: left.join(comma(language)) })}</p>}
      {things.length === 0 ? (
        <p className="dl-none">{t('none.stock')}</p>
      ) : (
        <Form method="post" className="dl-card as-form">
          <div className="as-fields">
            <label className="as-field">
              <span>{t('handOver.to')}</span>
              <select name="to" required defaultValue={actionData?.to ?? loaderData.to}>
                <option value="">{t('handOver.choose')}</option>
                {people.map((one) => (
                  <option key={one.userId} value={one.userId}>
                    {one.displayName}
                  </option>
                ))}
              </select>
            </label>
            <label className="as-field">
              <span>{t('handOver.dueBack')}</span>
              <input type="date" name="dueBackOn" defaultValue={actionData?.dueBackOn ?? ''} dir="ltr" />
            </label>
            <label className="as-field">
              <span>{t('handOver.language')}</span>
              <select name="language" defaultValue={actionData?.language || language}>
                {languageCodes.map((code) => (
                  <option key={code} value={code}>
                    {names(`language.${code}`)}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <fieldset className="as-lines">
            <legend>{t('handOver.things', { n: mostLines })}</legend>
            {things.map((thing) => (
              <div key={thing.id} className="as-line">
                <label>
                  <input type="checkbox" name="thing" value={thing.id} defaultChecked={chosen(thing.id, thing.chosen)} />
                  <span>
                    <b>
                      <bdi>{thing.tag}</bdi>
                    </b>{' '}
                    {words(`kind.${thing.kind}`)} · <bdi>{thing.model}</bdi>
                    {thing.serial && (
                      <small className="dl-quiet">
                        <bdi>{thing.serial}</bdi>
                      </small>
                    )}
                  </span>
                </label>
                <select
                  name={`condition-${thing.id}`}
                  aria-label={t('conditionOf', { tag: thing.tag })}
                  defaultValue={sent?.find((line) => line.assetId === thing.id)?.condition ?? 'good'}
                >
                  {assetConditions.map((condition) => (
                    <option key={condition} value={condition}>
                      {words(`condition.${condition}`)}
                    </option>
                  ))}
                </select>
                <input
                  name={`note-${thing.id}`}
                  aria-label={t('noteOf', { tag: thing.tag })}
                  placeholder={t('note')}
                  maxLength={160}
                  autoComplete="off"
                  defaultValue={sent?.find((line) => line.assetId === thing.id)?.note ?? ''}
                />
              </div>
            ))}
          </fieldset>
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p">{t('handOver.send')}</button>
            <span className="dl-quiet">{t('handOver.next')}</span>
          </div>
        </Form>
      )}
    </div>
  );
}
