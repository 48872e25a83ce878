import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { typedFields } from '#app/people/recruitment/posting-fields.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant, parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { findChargesOfAsset, findPhotosOfAsset } from '../asset-charges-store.server.ts';
import { readAssetFacts, type FactField } from '../asset-facts-form.ts';
import { assetPlaces, disposalWays, returnReasons } from '../asset-kinds.ts';
import { findPaperAsStaff, listPapersAbout, openRefusal } from '../asset-papers-store.server.ts';
import { assetMachine } from '../asset-status.ts';
import { readTag } from '../asset-tag-rules.ts';
import { findAssetAsStaff, findAssetHistory, findOpenWriteOff } from '../assets-store.server.ts';
import { refusePaper } from '../hand-over.server.ts';
import { askWriteOff, decideLoss, moveAsset, type AssetRefusal } from '../move-asset.server.ts';
import { officeZone } from '../office-zone.ts';
import { correctAsset } from '../register-asset.server.ts';
import { askId, deskMoves } from './asset-asks.ts';
import { AssetMoves } from './asset-moves.tsx';
import { AssetRecords } from './asset-records.tsx';
import { AssetState } from './asset-state.tsx';
import { factId, FactFields } from './fact-fields.tsx';
import { worth } from './open-register.server.ts';
import type { Route } from './+types/asset-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers', 'staff-records'] };

const base = '/admin/hr/asset-management';
const correctable = ['model', 'serial', 'place', 'cost', 'residual', 'lifeMonths', 'warrantyUntil'] as const;
const dids = ['registered', 'moved', 'corrected', 'write-off-asked', 'write-off-approve', 'write-off-decline'] as const;
/** The field that a refusal is about; the others are about the thing. */
const fieldOf: Partial<Record<AssetRefusal, string>> = {
  'not-a-colleague': 'holder',
  'no-reason': 'reason',
  'no-vendor': 'vendor',
  'no-certificate': 'certificate',
  'no-police-reference': 'police',
  'not-wiped': 'wiped',
  'bad-day': 'dueBackOn',
};
const typedAmount = (fils: number) => `${Math.trunc(fils / 100)}.${String(fils % 100).padStart(2, '0')}`;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const tag = readTag(params.tag);
  const asset = tag ? await findAssetAsStaff(db, tag) : null;
  if (!asset) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('asset', { id: asset.id, handle: asset.tag }),
  );
  const [history, papers, photos, charges, writeOff, people] = await Promise.all([
    findAssetHistory(db, asset.id),
    listPapersAbout(db, asset.id),
    findPhotosOfAsset(db, asset.id),
    findChargesOfAsset(db, crypto, asset.id),
    findOpenWriteOff(db, asset.id),
    listStaffWith(db, 'desk:open', { joiners: true }),
  ]);
  const ids = [
    ...history.flatMap(({ actor, holderId }) => [actor, holderId ?? '']),
    ...papers.map(({ userId }) => userId),
    ...charges.map(({ userId }) => userId),
    writeOff?.askedBy ?? '',
    asset.holderId ?? '',
  ];
  const names = await findStaffNames(
    db,
    ids.map((id) => id.replace('staff:', '')),
  );
  const name = (id: string | null) => (id ? (names.get(id.replace('staff:', '')) ?? null) : null);
  const mayWork = may(viewer, 'hr:work');
  const today = dateIn(officeZone, clock.now());
  return {
    notes,
    asset: { ...asset, createdAt: null, changedAt: null, holder: name(asset.holderId), value: worth(asset, today) },
    today,
    mayWork,
    moves: mayWork ? deskMoves.filter((event) => movesFrom(assetMachine, asset.status, 'keeper').includes(event)) : [],
    canHandOver: mayWork && movesFrom(assetMachine, asset.status, 'keeper').includes('hand-over'),
    canTakeBack: mayWork && movesFrom(assetMachine, asset.status, 'keeper').includes('check-in'),
    people: people.map(({ userId, displayName }) => ({ userId, displayName })),
    writeOff: writeOff && {
      value: money(writeOff.value, 'AED'),
      reason: writeOff.reason,
      by: name(writeOff.askedBy) ?? '–',
      mine: viewer.kind === 'staff' && writeOff.askedBy === `staff:${viewer.user.id}`,
    },
    papers: papers.map((paper) => ({
      reference: paper.reference,
      way: paper.way,
      status: paper.status,
      person: name(paper.userId) ?? '–',
      day: paper.madeAt.toISOString(),
      stored: paper.file !== null,
      refusal: openRefusal(crypto, paper),
    })),
    photos: photos.map(({ id, reference, at }) => ({ id, reference, day: dateIn(officeZone, instant(at.getTime())) })),
    charges: charges.map((charge) => ({
      id: charge.id,
      status: charge.status,
      amount: money(charge.amount, 'AED'),
      person: name(charge.userId) ?? '–',
      reason: charge.reason,
      month: charge.deductedIn,
      day: dateIn(officeZone, instant(charge.askedAt.getTime())),
    })),
    history: history.map(({ event, actor, holderId, detail, at, toStatus }) => ({
      event,
      to: toStatus,
      by: actor === 'system' ? null : (name(actor) ?? '–'),
      holder: name(holderId),
      day: at.toISOString(),
      why: returnReasons.find((why) => why === detail['why']) ?? null,
      words: (['reason', 'vendor', 'rma', 'police', 'certificate'] as const)
        .map((key) => detail[key])
        .filter((value): value is string => typeof value === 'string' && value !== ''),
    })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    title: asset.tag,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const tag = readTag(params.tag);
  const here = `${base}/${tag ?? ''}`;
  if (viewer.kind !== 'staff' || !may(viewer, 'hr:work')) throw redirect(`/admin/unauthorized?from=${base}`);
  const asset = tag ? await findAssetAsStaff(platform.db, tag) : null;
  if (!asset) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const line = (name: string, most = 300) => plainLine(form.get(name), most).slice(0, most);
  const work = {
    asset,
    version: /^\d{1,9}$/.test(line('version', 10)) ? Number(line('version', 10)) : 0,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  };
  const act = line('act', 20);
  const typed = typedFields(form);
  const say = (answer: Outcome<unknown, AssetRefusal>, did: string) => {
    if (answer.ok) return redirect(`${here}?did=${did}`, 303);
    const field = fieldOf[answer.refused] ?? null;
    return data({ act, refused: answer.refused, field, typed, wrong: [] }, field ? 422 : 409);
  };
  if (act === 'correct') {
    const facts = Object.fromEntries(correctable.map((field) => [field, line(field, 80)])) as Partial<Record<FactField, string>>;
    const known = { kind: asset.kind, tag: asset.tag, boughtOn: asset.boughtOn };
    const read = readAssetFacts(
      (field) => facts[field] ?? (known as Record<string, string>)[field] ?? '',
      dateIn(officeZone, platform.clock.now()),
    );
    const wrongly = (wrong: readonly FactField[]) => data({ act, refused: 'facts' as const, field: null, typed, wrong }, 422);
    if (!read.ok) return wrongly(read.wrong);
    const corrected = await correctAsset(platform, { ...work, facts: read.facts });
    if (!corrected.ok && corrected.refused === 'known') return wrongly(['serial']);
    return say(corrected, 'corrected');
  }
  if (act === 'withdraw') {
    const paper = await findPaperAsStaff(platform.db, line('paper', 20));
    if (!paper) return say(refuse('not-there'), '');
    const taken = await refusePaper(platform, { ...work, paper, words: '', event: 'withdraw' });
    return say(taken.ok ? taken : refuse('changed-meanwhile'), 'moved');
  }
  if (act === 'ask-write-off') return say(await askWriteOff(platform, { ...work, reason: line('reason') }), 'write-off-asked');
  if (act === 'approve' || act === 'decline') return say(await decideLoss(platform, { ...work, event: act }), `write-off-${act}`);
  const event = deskMoves.find((one) => one === act);
  if (!event) return say(refuse('not-possible-from-here'), '');
  const moved = await moveAsset(platform, {
    ...work,
    event,
    by: 'keeper',
    words: {
      holderId: line('holder', 64),
      dueBackOn: parseCalendarDate(line('dueBackOn', 10)),
      reason: line('reason'),
      why: returnReasons.find((why) => why === line('why', 20)) ?? 'other',
      vendor: line('vendor', 80),
      rma: line('rma', 40),
      policeReference: line('police', 40),
      certificate: line('certificate', 60),
      way: disposalWays.find((way) => way === line('way', 20)) ?? 'recycled',
      wiped: form.has('wiped'),
      place: assetPlaces.find((place) => place === line('place', 30)) ?? '',
    },
  });
  return say(moved, 'moved');
}

export { reloadOvertaken as shouldRevalidate };

export default function AssetPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { asset, mayWork, writeOff, did } = loaderData;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  const faults = useMemo(
    () => [
      ...(sent?.field ? [{ field: askId(sent.act, sent.field), message: t(`refused.${sent.refused}`) }] : []),
      ...(sent?.wrong ?? []).map((field) => ({ field: factId(field), message: t(`wrong.${field}`) })),
    ],
    [sent, t],
  );
  const day = (on: string | null) => (on ? formatDate(on, language) : null);
  const facts: readonly (readonly [string, string | null])[] = [
    ['kind', words(`kind.${asset.kind}`)],
    ['serial', asset.serial],
    ['place', t(`place.${asset.place}`)],
    ['boughtOn', day(asset.boughtOn)],
    ['cost', formatMoney(money(asset.cost, 'AED'), language)],
    ['lifeMonths', String(asset.lifeMonths)],
    ['residual', formatMoney(money(asset.residual, 'AED'), language)],
    ['warrantyUntil', day(asset.warrantyUntil)],
    ['seenOn', day(asset.seenOn)],
  ];
  return (
    <div className="dl as-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{asset.tag}</bdi>
        </h1>
        <AssetState status={asset.status} />
        <p>
          <bdi>{asset.model}</bdi>
        </p>
        <a className="bo-btn" href={`${base}/labels?asset=${asset.tag}`}>
          {t('label')}
        </a>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      {(sent ? faults.length === 0 : did) && (
        <p className={`dl-said${sent ? ' dl-said--warn' : ''}`} role={sent ? 'alert' : 'status'}>
          <Icon name={sent ? 'warning' : 'done'} />
          {sent ? t(`refused.${sent.refused}`) : t(`did.${did!}`)}
        </p>
      )}
      {writeOff && (
        <section className="dl-card as-asked">
          <h2>{t('writeOff.title')}</h2>
          <p>{t('writeOff.text', { name: `\u2068${writeOff.by}\u2069`, value: formatMoney(writeOff.value, language) })}</p>
          <p className="dl-quiet">
            <bdi>{writeOff.reason}</bdi>
          </p>
          {mayWork && (
            <Form method="post" className="bo-actions">
              <input type="hidden" name="version" value={asset.version} />
              {!writeOff.mine && (
                <button className="bo-btn bo-btn--p" name="act" value="approve">
                  {t('writeOff.approve')}
                </button>
              )}
              <button className="bo-btn" name="act" value="decline">
                {t(writeOff.mine ? 'writeOff.takeBack' : 'writeOff.decline')}
              </button>
              {writeOff.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
            </Form>
          )}
        </section>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <dl className="as-facts">
              {facts
                .filter(([, value]) => value)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`field.${name}`)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
          <AssetRecords loaded={loaderData} />
          {mayWork && asset.status !== 'retired' && asset.status !== 'written_off' && (
            <details className="dl-card" open={sent?.act === 'correct' || undefined}>
              <summary>{t('correct.title')}</summary>
              <Form method="post" className="as-form">
                <input type="hidden" name="version" value={asset.version} />
                <div className="as-fields">
                  <FactFields
                    fields={correctable}
                    typed={
                      (sent?.act === 'correct' && sent.typed) || {
                        model: asset.model,
                        serial: asset.serial ?? '',
                        place: asset.place,
                        cost: typedAmount(asset.cost),
                        residual: typedAmount(asset.residual),
                        lifeMonths: String(asset.lifeMonths),
                        warrantyUntil: asset.warrantyUntil ?? '',
                      }
                    }
                    wrong={sent?.wrong ?? []}
                  />
                </div>
                <button className="bo-btn" name="act" value="correct">
                  {t('correct.save')}
                </button>
              </Form>
            </details>
          )}
        </div>
        <aside>
          <section className="dl-card as-worth">
            <h2>{t('column.value')}</h2>
            <p>
              <bdi>{formatMoney(asset.value, language)}</bdi>
            </p>
            {asset.holder && (
              <>
                <h2>{t('column.holder')}</h2>
                <p className="as-holder">
                  <bdi>{asset.holder}</bdi>
                </p>
                <p className="dl-quiet">
                  {t('sinceDay', { day: formatDate(asset.since, language) })}
                  {asset.dueBackOn && (
                    <span className={asset.dueBackOn < loaderData.today ? 'dl-late' : undefined}>
                      {' · '}
                      {t('dueDay', { day: formatDate(asset.dueBackOn, language) })}
                    </span>
                  )}
                </p>
              </>
            )}
          </section>
          {mayWork && <AssetMoves loaded={loaderData} sent={sent} />}
          <RecordNotes desk={loaderData.notes} />
        </aside>
      </div>
    </div>
  );
}
