import { useMemo, useState } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainLine } from '#app/values/plain-text.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { money } from '#app/values/money.ts';
import { chargeAloneMost } from '../asset-charge-rules.ts';
import { readWorth } from '../asset-facts-form.ts';
import { assetConditions, mostPhotoBytes, mostPhotosBytes } from '../asset-kinds.ts';
import { readTag } from '../asset-tag-rules.ts';
import { findAssetsByTag, findAssetsOf, listHolders } from '../assets-store.server.ts';
import { takeBack } from '../hand-over.server.ts';
import { checkPhoto } from '../keep-photo.server.ts';
import { readSignature } from './read-signature.ts';
import { SignatureField } from './signature-field.tsx';
import type { Route } from './+types/take-back-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers'] };

const here = '/admin/hr/asset-management';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const tags = url.searchParams.getAll('asset').flatMap((typed) => readTag(typed) ?? []);
  const chosen = await findAssetsByTag(db, tags.slice(0, 20));
  const from = plainLine(url.searchParams.get('from'), 64) || (chosen.find(({ holderId }) => holderId)?.holderId ?? '');
  const [things, holders] = await Promise.all([from ? findAssetsOf(db, from) : [], listHolders(db)]);
  const names = await findStaffNames(db, [...holders, from]);
  return {
    from,
    name: names.get(from) ?? null,
    holders: holders.map((userId) => ({ userId, name: names.get(userId) ?? '–' })),
    things: things
      .filter(({ status }) => status === 'assigned' || status === 'return_requested')
      .map(({ id, tag, kind, model, keepsData }) => ({
        id,
        tag,
        kind,
        model,
        keepsData,
        chosen: tags.length === 0 || tags.includes(tag),
      })),
  };
}

interface LineFault {
  readonly assetId: string;
  readonly fault:
    | 'photo-too-large'
    | 'photos-too-large'
    | 'photo-damaged'
    | 'photo-type'
    | 'charge-amount'
    | 'charge-reason'
    | 'charge-unproven';
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const line = (name: string, most: number) => plainLine(form.get(name), most).slice(0, most);
  const typed = form
    .getAll('thing')
    .map((id) => plainLine(id, 36))
    .filter((id, index, all) => /^[\w-]{1,40}$/.test(id) && all.indexOf(id) === index)
    .map((assetId) => ({
      assetId,
      condition: assetConditions.find((one) => one === line(`condition-${assetId}`, 10)) ?? 'good',
      note: line(`note-${assetId}`, 160),
      wiped: form.has(`wiped-${assetId}`),
      amount: line(`charge-${assetId}`, 14),
      reason: line(`reason-${assetId}`, 160),
    }));
  const wrong: LineFault[] = [];
  // Judged before any of them is opened; what is larger still does not reach this page.
  const pictures = typed.flatMap(({ assetId }) => {
    const file = form.get(`photo-${assetId}`);
    return file instanceof File && file.size > 0 ? [{ assetId, size: file.size }] : [];
  });
  if (pictures.reduce((sum, { size }) => sum + size, 0) > mostPhotosBytes) {
    const tooMuch = pictures.map(({ assetId }) => ({ assetId, fault: 'photos-too-large' as const }));
    return data({ refused: 'look-again' as const, lines: typed, wrong: tooMuch }, 422);
  }
  const lines = await Promise.all(
    typed.map(async ({ amount, reason, ...rest }) => {
      const file = form.get(`photo-${rest.assetId}`);
      const photo = file instanceof File && file.size > 0 ? checkPhoto(new Uint8Array(await file.arrayBuffer())) : null;
      const say = (fault: LineFault['fault']) => wrong.push({ assetId: rest.assetId, fault });
      if (typeof photo === 'string') say(photo);
      const fils = amount === '' ? null : readWorth(amount);
      if (amount === '' ? reason !== '' : !fils) say('charge-amount');
      if (amount !== '' && reason.length < 3) say('charge-reason');
      if (amount !== '' && (photo === null || rest.condition !== 'damaged')) say('charge-unproven');
      return { ...rest, photo: typeof photo === 'string' ? null : photo, charge: fils ? { amount: fils, reason } : null };
    }),
  );
  // A file that was chosen is not kept by a browser: it has to be chosen again.
  if (wrong.length > 0) return data({ refused: 'look-again' as const, lines: typed, wrong }, 422);
  const taken = await takeBack(platform, {
    userId: plainLine(form.get('from') ?? url.searchParams.get('from'), 64),
    lines,
    signature: readSignature(form),
    language: context.get(requestContext).language,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  if (!taken.ok) return data({ refused: taken.refused, lines: typed, wrong }, 422);
  return redirect(`${here}?tab=care&did=taken`, 303);
}

const megabyte = 1024 * 1024;
/** The field of a line that a fault is about. */
const fieldOf: Readonly<Record<LineFault['fault'], 'photo' | 'charge' | 'reason'>> = {
  'photo-too-large': 'photo',
  'photos-too-large': 'photo',
  'photo-damaged': 'photo',
  'photo-type': 'photo',
  'charge-amount': 'charge',
  'charge-reason': 'reason',
  'charge-unproven': 'photo',
};

export default function TakeBackPage({ loaderData, actionData }: Route.ComponentProps) {
  const { from, name, holders, things } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  const sent = actionData?.lines;
  const sizes = { size: mostPhotoBytes / megabyte, all: mostPhotosBytes / megabyte };
  const faults = useMemo(
    () =>
      (actionData?.wrong ?? []).map(({ assetId, fault }) => ({
        field: `${fieldOf[fault]}-${assetId}`,
        message: `${things.find(({ id }) => id === assetId)?.tag ?? ''}: ${t(`takeBack.wrong.${fault}`, {
          size: mostPhotoBytes / megabyte,
          all: mostPhotosBytes / megabyte,
        })}`,
      })),
    [actionData, things, t],
  );
  const about = (assetId: string, field: 'photo' | 'charge' | 'reason') =>
    actionData?.wrong.some((one) => one.assetId === assetId && fieldOf[one.fault] === field)
      ? { 'aria-invalid': true as const, 'aria-describedby': `wrong-${field}-${assetId}` }
      : {};
  const [tooMuch, setTooMuch] = useState(false);
  /** A picture that would not arrive is said before it is sent, and nothing that was typed is lost over it. */
  function weigh(form: HTMLFormElement): boolean {
    const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].flatMap((input) => [...(input.files ?? [])]);
    const over = files.reduce((sum, { size }) => sum + size, 0) > mostPhotosBytes;
    setTooMuch(over);
    return over;
  }
  const aed = (fils: number) => `\u2068${formatMoney(money(fils, 'AED'), language)}\u2069`;
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('takeBack.title')}</h1>
        <p>{t('takeBack.lead')}</p>
        <Link className="bo-btn" to={here}>
          {t('back')}
        </Link>
      </header>
      <Form method="get" className="dl-filters" key={from}>
        <label>
          <span className="sr-only">{t('takeBack.from')}</span>
          <select name="from" defaultValue={from}>
            <option value="">{t('handOver.choose')}</option>
            {holders.map((one) => (
              <option key={one.userId} value={one.userId}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn">{t('apply')}</button>
      </Form>
      <ErrorSummary title={t('refused.look-again')} faults={faults} />
      {actionData && faults.length === 0 && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {name === null ? (
        <p className="dl-none">{t('takeBack.chooseFirst')}</p>
      ) : things.length === 0 ? (
        <p className="dl-none">{t('takeBack.none', { name: `\u2068${name}\u2069` })}</p>
      ) : (
        <Form
          method="post"
          className="dl-card as-form"
          encType="multipart/form-data"
          onChange={(event) => weigh(event.currentTarget)}
          onSubmit={(event) => {
            if (weigh(event.currentTarget)) event.preventDefault();
          }}
        >
          <input type="hidden" name="from" value={from} />
          <fieldset className="as-lines">
            <legend>{t('takeBack.things')}</legend>
            {things.map((thing) => {
              const before = sent?.find((line) => line.assetId === thing.id);
              return (
                <div key={thing.id} className="as-line">
                  <label>
                    <input type="checkbox" name="thing" value={thing.id} defaultChecked={sent ? before !== undefined : thing.chosen} />
                    <span>
                      <b>
                        <bdi>{thing.tag}</bdi>
                      </b>{' '}
                      {words(`kind.${thing.kind}`)} · <bdi>{thing.model}</bdi>
                    </span>
                  </label>
                  <select
                    name={`condition-${thing.id}`}
                    aria-label={t('conditionOf', { tag: thing.tag })}
                    defaultValue={before?.condition ?? 'good'}
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
                    defaultValue={before?.note ?? ''}
                  />
                  <div className="as-damage">
                    <label className="as-field">
                      <span>{t('takeBack.photo')}</span>
                      <input
                        type="file"
                        id={`photo-${thing.id}`}
                        name={`photo-${thing.id}`}
                        {...about(thing.id, 'photo')}
                        accept="image/jpeg,image/png"
                        aria-label={t('takeBack.photoOf', { tag: thing.tag })}
                      />
                    </label>
                    <label className="as-field as-charged">
                      <span>{t('takeBack.charge')}</span>
                      <input
                        id={`charge-${thing.id}`}
                        name={`charge-${thing.id}`}
                        {...about(thing.id, 'charge')}
                        inputMode="decimal"
                        maxLength={14}
                        autoComplete="off"
                        dir="ltr"
                        aria-label={t('takeBack.chargeOf', { tag: thing.tag })}
                        defaultValue={before?.amount ?? ''}
                      />
                    </label>
                    <label className="as-field as-charged">
                      <span>{t('takeBack.reason')}</span>
                      <input
                        id={`reason-${thing.id}`}
                        name={`reason-${thing.id}`}
                        {...about(thing.id, 'reason')}
                        maxLength={160}
                        autoComplete="off"
                        aria-label={t('takeBack.reasonOf', { tag: thing.tag })}
                        defaultValue={before?.reason ?? ''}
                      />
                    </label>
                    {actionData?.wrong
                      .filter(({ assetId }) => assetId === thing.id)
                      .map(({ fault }) => (
                        <p key={fault} className="bo-wrong" id={`wrong-${fieldOf[fault]}-${thing.id}`}>
                          {t(`takeBack.wrong.${fault}`, sizes)}
                        </p>
                      ))}
                  </div>
                  {thing.keepsData && (
                    <label className="as-wiped">
                      <input type="checkbox" name={`wiped-${thing.id}`} defaultChecked={before?.wiped ?? false} />
                      <span>{t('takeBack.wiped')}</span>
                    </label>
                  )}
                </div>
              );
            })}
          </fieldset>
          <p className="dl-quiet">{t('takeBack.chargeHint', { amount: aed(chargeAloneMost), ...sizes })}</p>
          {tooMuch && (
            <p className="bo-wrong" role="alert">
              {t('takeBack.wrong.photos-too-large', sizes)}
            </p>
          )}
          <SignatureField name={name} />
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p">{t('takeBack.send')}</button>
            <span className="dl-quiet">{t('takeBack.next')}</span>
          </div>
        </Form>
      )}
    </div>
  );
}
