import { data, Form, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { parseReference } from '#app/values/ids.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { findChargesFor, findPhotosFor } from '../asset-charges-store.server.ts';
import { findPaperFor, findPaperLines, listPapersOf } from '../asset-papers-store.server.ts';
import { findAssetsOf } from '../assets-store.server.ts';
import { refusePaper, signPaper } from '../hand-over.server.ts';
import { officeZone } from '../office-zone.ts';
import { AssetState } from './asset-state.tsx';
import { ChargeState } from './charge-state.tsx';
import { readSignature } from './read-signature.ts';
import { SignatureField } from './signature-field.tsx';
import type { Route } from './+types/my-assets-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers'] };

const here = '/admin/my-assets';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const me = viewer.user.id;
  const [things, papers, charges, photos] = await Promise.all([
    findAssetsOf(db, me),
    listPapersOf(db, me),
    findChargesFor(db, crypto, me),
    findPhotosFor(db, me),
  ]);
  const waiting = papers.filter(({ status }) => status === 'pending');
  const [lines, names] = await Promise.all([
    findPaperLines(
      db,
      waiting.map(({ id }) => id),
    ),
    findStaffNames(
      db,
      papers.map(({ madeBy }) => madeBy.replace('staff:', '')),
    ),
  ]);
  return {
    name: viewer.staff.displayName,
    today: dateIn(officeZone, clock.now()),
    things: things
      .filter(({ status }) => status === 'assigned' || status === 'return_requested')
      .map(({ tag, kind, model, serial, status, since, dueBackOn }) => ({ tag, kind, model, serial, status, since, dueBackOn })),
    waiting: waiting.map((paper) => ({
      reference: paper.reference,
      policy: paper.policy,
      from: names.get(paper.madeBy.replace('staff:', '')) ?? '–',
      day: dateIn(officeZone, instant(paper.madeAt.getTime())),
      lines: lines
        .filter(({ paperId }) => paperId === paper.id)
        .map(({ asset, condition, note }) => ({
          tag: asset.tag,
          kind: asset.kind,
          model: asset.model,
          serial: asset.serial,
          condition,
          note,
        })),
    })),
    papers: papers
      .filter(({ file }) => file !== null)
      .map(({ reference, way, decidedAt }) => ({ reference, way, day: dateIn(officeZone, instant(decidedAt!.getTime())) })),
    charges: charges.map((charge) => ({
      id: charge.id,
      status: charge.status,
      amount: money(charge.amount, 'AED'),
      tag: charge.tag,
      reason: charge.waiver ?? charge.reason,
      month: charge.deductedIn,
      photo: photos.find(({ paperId, assetId }) => paperId === charge.paperId && assetId === charge.assetId)?.id ?? null,
    })),
    photos: photos
      .filter(({ paperId, assetId }) => !charges.some((charge) => charge.paperId === paperId && charge.assetId === assetId))
      .map(({ id, reference }) => ({ id, reference })),
    did: (['signed', 'refused'] as const).find((word) => word === url.searchParams.get('did')) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const reference = parseReference(plainLine(form.get('reference'), 20)) ?? '-';
  const paper = await findPaperFor(platform.db, viewer.user.id, reference);
  if (!paper) throw new Response('Not found', { status: 404 });
  const { requestId, language } = context.get(requestContext);
  const work = { paper, staffId: viewer.user.id, requestId };
  const refuses = form.get('act') === 'refuse';
  const answered = refuses
    ? await refusePaper(platform, { ...work, event: 'refuse', words: plainText(form.get('words'), 300).slice(0, 300) })
    : await signPaper(platform, { ...work, name: viewer.staff.displayName, signature: readSignature(form), language });
  if (!answered.ok) return data({ reference, refused: answered.refused }, 422);
  return redirect(`${here}?did=${refuses ? 'refused' : 'signed'}`, 303);
}

export default function MyAssetsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, things, waiting, papers, charges, photos, did, today } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  return (
    <div className="dl as-page as-mine">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('mine.title')}</h1>
        <p>{t('mine.count', { n: things.length })}</p>
      </header>
      {did && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`mine.did.${did}`)}
        </p>
      )}
      {waiting.map((paper) => (
        <section key={paper.reference} className="dl-card as-waiting" aria-labelledby={`paper-${paper.reference}`}>
          <h2 id={`paper-${paper.reference}`}>{t('mine.waiting', { n: paper.lines.length })}</h2>
          <p className="dl-quiet">
            {t('mine.from', { name: `\u2068${paper.from}\u2069`, day: formatDate(paper.day, language) })} · <bdi>{paper.reference}</bdi>
          </p>
          <ul className="as-list">
            {paper.lines.map((line) => (
              <li key={line.tag}>
                <span>
                  <b>
                    <bdi>{line.tag}</bdi>
                  </b>{' '}
                  {words(`kind.${line.kind}`)} · <bdi>{line.model}</bdi>
                  <small className="dl-quiet">
                    {[line.serial, words(`condition.${line.condition}`), line.note].filter(Boolean).map((part, index) => (
                      <span key={index}>
                        {index > 0 && ' · '}
                        <bdi>{part}</bdi>
                      </span>
                    ))}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          <h3>{words('rules', { policy: paper.policy })}</h3>
          <ul className="as-rules">
            {[1, 2, 3, 4].map((number) => (
              <li key={number}>{words(`policy.${number}`)}</li>
            ))}
          </ul>
          {actionData?.reference === paper.reference && (
            <p className="bo-wrong" role="alert">
              {t(`refused.${actionData.refused}`)}
            </p>
          )}
          <Form method="post" className="as-form">
            <input type="hidden" name="reference" value={paper.reference} />
            <SignatureField name={name} />
            <button className="bo-btn bo-btn--p" name="act" value="sign">
              {t('mine.sign')}
            </button>
          </Form>
          <details>
            <summary>{t('mine.refuse')}</summary>
            <Form method="post" className="as-form">
              <input type="hidden" name="reference" value={paper.reference} />
              <label className="as-field">
                <span>{t('mine.why')}</span>
                <input name="words" required minLength={3} maxLength={300} autoComplete="off" />
              </label>
              <button className="bo-btn" name="act" value="refuse">
                {t('mine.refuse')}
              </button>
            </Form>
          </details>
        </section>
      ))}
      <section className="dl-card">
        <h2>{t('mine.have')}</h2>
        {things.length === 0 ? (
          <p className="dl-quiet">{t('mine.none')}</p>
        ) : (
          <ul className="as-list">
            {things.map((thing) => (
              <li key={thing.tag}>
                <span>
                  <b>
                    <bdi>{thing.tag}</bdi>
                  </b>{' '}
                  {words(`kind.${thing.kind}`)} · <bdi>{thing.model}</bdi>
                  <small className={thing.dueBackOn && thing.dueBackOn < today ? 'dl-late' : 'dl-quiet'}>
                    {thing.dueBackOn
                      ? t('dueDay', { day: formatDate(thing.dueBackOn, language) })
                      : t('sinceDay', { day: formatDate(thing.since, language) })}
                  </small>
                </span>
                <AssetState status={thing.status} />
              </li>
            ))}
          </ul>
        )}
        <p className="dl-quiet">{t('mine.lost')}</p>
      </section>
      {charges.length > 0 && (
        <section className="dl-card">
          <h2>{t('charges.mine')}</h2>
          <ul className="as-list">
            {charges.map((charge) => (
              <li key={charge.id}>
                <span>
                  <b>
                    <bdi>{formatMoney(charge.amount, language)}</bdi>
                  </b>{' '}
                  · <bdi>{charge.tag}</bdi>
                  <small className="dl-quiet">
                    <bdi>{charge.reason}</bdi>
                    {charge.month && <> · {t('charges.in', { month: `\u2068${charge.month}\u2069` })}</>}
                    {charge.photo && (
                      <>
                        {' '}
                        · <a href={`${here}/photos/${charge.photo}`}>{t('photos.look')}</a>
                      </>
                    )}
                  </small>
                </span>
                <ChargeState status={charge.status} />
              </li>
            ))}
          </ul>
          <p className="dl-quiet">{t('charges.answer')}</p>
        </section>
      )}
      {photos.length > 0 && (
        <section className="dl-card">
          <h2>{t('photos.title')}</h2>
          <ul className="as-list">
            {photos.map((photo) => (
              <li key={photo.id}>
                <a href={`${here}/photos/${photo.id}`}>{t('photos.look')}</a>
                <bdi className="dl-quiet">{photo.reference}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {papers.length > 0 && (
        <section className="dl-card">
          <h2>{t('papers.title')}</h2>
          <ul className="as-list">
            {papers.map((paper) => (
              <li key={paper.reference}>
                <a href={`${here}/papers/${paper.reference}`}>{words(`${paper.way}.title`)}</a>
                <span className="dl-quiet">
                  <bdi>{paper.reference}</bdi> · {formatDate(paper.day, language)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
