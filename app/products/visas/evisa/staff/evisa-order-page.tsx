import { Form, Link, redirect } from 'react-router';
import { DisputeCard } from '#app/commerce/disputes/staff/record-dispute-card.tsx';
import { OrderCheckCard } from '#app/commerce/orders/staff/record-check-card.tsx';
import { timelineKinds } from '#app/commerce/orders/staff/order-line.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { documentCodes, fieldCodes, rejectionCodes, visaEntries } from '../evisa-offer.ts';
import { DoorCard } from '../../delivery/staff/door-card.tsx';
import { isDoorForm, takeDoorForm } from '../../delivery/staff/take-door-form.server.ts';
import { findGroupOfApplication } from '../evisa-groups-store.server.ts';
import { giveCase } from './bulk-evisas.server.ts';
import { addReceipt, addRefusalLetter, shareReceipt } from './authority-papers.server.ts';
import { CaseForms } from './case-forms.tsx';
import { caseBoardOf } from './evisa-desk-view.ts';
import { openEvisaCase } from './open-evisa-case.server.ts';
import { openVisaNotes } from './open-visa-notes.server.ts';
import { openReview } from './read-review.server.ts';
import { readChecks } from './review-rules.ts';
import { VisaLine } from './visa-line.tsx';
import { withdrawAsStaff, workEvisa, type EvisaWork } from './work-evisa.server.ts';
import type { Route } from './+types/evisa-order-page.ts';
import './evisa-desk.css';

export const handle = { texts: ['staff-evisas', 'staff-orders', 'staff-delivery', 'staff-records', 'evisas', 'delivery'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const { language, requestId } = context.get(requestContext);
  const platform = context.get(platformContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const desk = await openVisaNotes(platform, viewer, 'evisa', params.id);
  const record = desk && (await openEvisaCase(platform, viewer, params.id, { notes: desk.notes, language }));
  if (!record) throw new Response('Not found', { status: 404 });
  const review = record.works ? await openReview(platform, { applicationId: params.id, staffId: viewer.user.id, requestId }) : null;
  return {
    record,
    desk,
    review: review && {
      ...review,
      earlier: review.earlier.map((one) => ({ ...one, country: countryName(one.country, language) })),
      ticked: readChecks(url.searchParams.getAll('check')),
    },
    show: timelineKinds.find((one) => one === url.searchParams.get('timeline')) ?? 'all',
    key: newFormKey(),
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
    title: `${record.name} · ${record.reference}`,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'visas:decide'))
    throw redirect(`/admin/unauthorized?from=${encodeURIComponent(`/admin/orders/evisa/${params.id}`)}`);
  const form = await request.formData();
  const here = `/admin/orders/evisa/${params.id}`;
  const staffId = viewer.user.id;
  const version = plainVersion(form.get('version'));
  if (form.get('event') === 'assign') {
    const to = plainText(form.get('to'), 64);
    const given = await giveCase(platform, viewer, { applicationId: params.id, version, to, requestId });
    return redirect(given.ok ? `${here}?did=assign` : `${here}?refused=${given.refused}`, 303);
  }
  if (form.get('event') === 'add-receipt' || form.get('event') === 'share-receipt') {
    const ask = { applicationId: params.id, version, staffId, requestId, share: form.get('share') === '1' };
    const paper = await fileOf(form, 'receipt');
    if (form.get('event') === 'add-receipt' && !paper) return redirect(`${here}?refused=receipt-missing`, 303);
    const kept = paper ? await addReceipt(platform, { ...ask, paper }) : await shareReceipt(platform, ask);
    const said = paper ? 'add-receipt' : ask.share ? 'share-receipt' : 'hide-receipt';
    return redirect(kept.ok ? `${here}?did=${said}` : `${here}?refused=${kept.refused}`, 303);
  }
  if (form.get('event') === 'add-refusal') {
    const paper = await fileOf(form, 'refusal');
    if (!paper) return redirect(`${here}?refused=refusal-missing`, 303);
    const kept = await addRefusalLetter(platform, { applicationId: params.id, version, staffId, requestId, paper });
    return redirect(kept.ok ? `${here}?did=add-refusal` : `${here}?refused=${kept.refused}`, 303);
  }
  if (isDoorForm(form.get('event'))) {
    const group = await findGroupOfApplication(platform.db, params.id);
    if (!group) throw new Response('Not found', { status: 404 });
    const to = await onceForForm(platform, { actor: `user:${staffId}`, form, about: params.id }, async () => {
      const worked = await takeDoorForm(platform, form, { group, staffId, requestId });
      return worked.ok ? `${here}?did=${String(form.get('event'))}#door` : `${here}?refused=${worked.refused}#door`;
    });
    return redirect(to, 303);
  }
  const work = await readWork(form);
  if (!work) return redirect(`${here}?refused=incomplete`, 303);
  const ask = { applicationId: params.id, version, staffId, requestId };
  const to = await onceForForm(platform, { actor: `user:${staffId}`, form, about: params.id }, async () => {
    const worked = work.event === 'withdraw' ? await withdrawAsStaff(platform, ask) : await workEvisa(platform, { ...ask, work });
    const board = caseBoardOf(form);
    const back = board === null ? `${here}?` : `/admin/orders/evisa${board}&`;
    // What was ticked stays ticked.
    const ticked = work.event === 'confirm' ? work.checks.map((check) => `&check=${check}`).join('') : '';
    return worked.ok ? `${back}did=${work.event}` : `${back}refused=${worked.refused}${ticked}`;
  });
  return redirect(to, 303);
}

/** The bytes of a file that was chosen; null without one. */
async function fileOf(form: FormData, name: string): Promise<Uint8Array | null> {
  const file = form.get(name);
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** What the form asks for; null where something is missing that must be said. */
async function readWork(form: FormData): Promise<EvisaWork | null> {
  const text = (name: string, most = 60) => plainText(form.get(name), most).trim();
  const event = text('event');
  switch (event) {
    case 'confirm':
      return { event, checks: readChecks(form.getAll('check').map(String)) };
    case 'claim':
    case 'look-again':
    case 'answer-authority':
    case 'release':
    case 'find-fault':
    case 'withdraw':
      return { event };
    case 'ask-more':
      return { event, ...readRequest(form), words: text('words', 1000) };
    case 'authority-asks': {
      const answerBy = parseCalendarDate(text('answerBy'));
      return answerBy && { event, answerBy, ...readRequest(form), words: text('words', 1000) };
    }
    case 'file':
      return { event, reference: text('reference', 40), paper: await fileOf(form, 'receipt'), share: form.get('share') === '1' };
    case 'reject': {
      const reason = rejectionCodes.find((code) => code === form.get('reason'));
      return reason ? { event, reason, paper: await fileOf(form, 'refusal') } : null;
    }
    case 'read-entries': {
      const entries = visaEntries.find((one) => one === text('entries'));
      return entries ? { event, entries } : null;
    }
    case 'approve':
    case 'corrected': {
      const [validFrom, validUntil] = [parseCalendarDate(text('validFrom')), parseCalendarDate(text('validUntil'))];
      const stay = Number(text('stay'));
      const entries = visaEntries.find((one) => one === text('entries'));
      const named = { number: text('number'), surname: text('surname'), givenNames: text('givenNames'), passport: text('passport') };
      if (
        !validFrom ||
        !validUntil ||
        !entries ||
        !Number.isInteger(stay) ||
        stay < 1 ||
        !named.number ||
        !named.surname ||
        !named.passport
      )
        return null;
      return { event, issued: { ...named, validFrom, validUntil, stay, entries }, paper: await fileOf(form, 'visa') };
    }
    default:
      return null;
  }
}

/** The papers and fields that were ticked. */
function readRequest(form: FormData): Pick<Extract<EvisaWork, { readonly event: 'ask-more' }>, 'items'> {
  const chosen = new Set(form.getAll('item').map(String));
  return {
    items: [
      ...documentCodes.filter((code) => chosen.has(`document.${code}`)).map((code) => ({ kind: 'document', code }) as const),
      ...fieldCodes.filter((code) => chosen.has(`field.${code}`)).map((code) => ({ kind: 'field', code }) as const),
    ],
  };
}

export default function EvisaOrderPage({ loaderData }: Route.ComponentProps) {
  const { record, desk, review, show, key, did, refused } = loaderData;
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const doors = useTexts('staff-delivery');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.name}</bdi>
        </h1>
        <span className={`dl-state${record.status === 'delivered' ? ' dl-state--good' : ' dl-state--now'}`}>
          {words(`states.${record.status}.title`)}
        </span>
        <p>
          {record.title} · {record.type} ·{' '}
          <bdi>
            {record.reference} / {record.number}
          </bdi>
        </p>
        <Link className="bo-btn" to="/admin/orders/evisa">
          {t('back')}
        </Link>
      </header>
      <RecordWatch desk={desk} />
      <DeskSaid
        refused={
          refused && t(`refused.${refused}`, { defaultValue: doors(`refused.${refused}`, { defaultValue: t('refused.not-possible') }) })
        }
        did={did && t(`did.${did}`, { defaultValue: doors(`did.${did}`, { defaultValue: t('did.done') }) })}
      />
      {record.works && record.officer && !record.mine && record.colleagues.length > 0 && (
        <p className="dl-said dl-said--warn">
          <Icon name="users" />
          {t('inHands', { name: record.officer })}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('beside')}</h2>
            <div className="ed-split">
              <ul className="ed-papers">
                {record.papers.map((paper) => (
                  <li key={paper.id}>
                    <b>
                      {paper.kind === 'issued'
                        ? t('issuedVisa')
                        : paper.kind === 'receipt' || paper.kind === 'refusal'
                          ? t(paper.kind)
                          : words(`documents.${paper.kind}`)}
                    </b>
                    {record.reveals ? (
                      <a href={`/admin/orders/evisa/${record.id}/papers/${paper.id}`} download>
                        <Icon name="download" small /> {t('open')}
                      </a>
                    ) : (
                      <span className="dl-quiet">{t('closed')}</span>
                    )}
                    <span className="dl-quiet">
                      <bdi>{t('kilobytes', { size: formatNumber(paper.kilobytes, language) })}</bdi> {paper.size && <bdi>{paper.size}</bdi>}
                    </span>
                    {paper.kind === 'receipt' && (
                      <>
                        <span className="dl-quiet">{t(paper.shared ? 'receiptShared' : 'receiptHidden')}</span>
                        {record.works && (
                          <Form method="post">
                            <input type="hidden" name="version" value={record.version} />
                            <input type="hidden" name="share" value={paper.shared ? '' : '1'} />
                            <button className="bo-btn" name="event" value="share-receipt" type="submit">
                              {t(paper.shared ? 'act.hide-receipt' : 'act.share-receipt')}
                            </button>
                          </Form>
                        )}
                      </>
                    )}
                    {paper.warnings.map((warning) => (
                      <span key={warning} className="dl-late">
                        {words(`upload.refused.${warning}`)}
                      </span>
                    ))}
                  </li>
                ))}
                {record.reveals && record.papers.length > 0 && (
                  <li>
                    <a href={`/admin/orders/evisa/${record.id}/papers.zip`} download>
                      <Icon name="download" small /> {t('papersZip')}
                    </a>
                  </li>
                )}
                <li className="dl-quiet">{t('everyLook')}</li>
              </ul>
              <dl className="ed-fields">
                {record.fields.map(({ field, value, zone, differs }) => (
                  <div key={field} className={differs ? 'ed-differs' : undefined}>
                    <dt>{words(`fields.${field}`)}</dt>
                    <dd>
                      <bdi>{value || '–'}</bdi>
                      {differs && (
                        <span className="dl-late">
                          <Icon name="warning" small /> {t('zoneSays')} <bdi>{zone ?? '•••'}</bdi>
                        </span>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
            {record.zoneUnread && <p className="dl-late">{words('hindrances.zone-unread')}</p>}
          </section>
          {record.issued && (
            <section className="dl-card">
              <h2>{t('proof')}</h2>
              <dl className="ed-fields">
                {(['number', 'surname', 'givenNames', 'passport', 'validFrom', 'validUntil', 'stay', 'entries'] as const).map((name) => (
                  <div key={name}>
                    <dt>{t(`issued.${name}`)}</dt>
                    <dd>
                      <bdi>
                        {name === 'entries'
                          ? record.issued!.entries
                            ? words(`types.entries.${record.issued!.entries}`)
                            : '–'
                          : String(record.issued![name])}
                      </bdi>
                    </dd>
                  </div>
                ))}
              </dl>
              {record.proof && record.proof.length === 0 && <p>{t('proofRight')}</p>}
              {record.proof?.map((mark) => (
                <p key={mark} className="dl-late">
                  <Icon name="warning" small /> {t(`mark.${mark}`)}
                </p>
              ))}
            </section>
          )}
          {record.requests.length > 0 && (
            <section className="dl-card">
              <h2>{t('requests')}</h2>
              {record.requests.map((request) => (
                <div key={request.id} className="ed-request">
                  <p>
                    {request.items.map((item) => words(`${item.kind === 'document' ? 'documents' : 'fields'}.${item.code}`)).join(' · ')}{' '}
                    <span className="dl-quiet">
                      {sayDay(request.at, language, 'day')} –{' '}
                      {request.answered ? sayDay(request.answered, language, 'day') : t('open-request')}
                    </span>
                  </p>
                  {request.words && <p className="dl-words">{request.words}</p>}
                  {request.answer && <p className="dl-words">{request.answer}</p>}
                </div>
              ))}
            </section>
          )}
          {record.door && <DoorCard door={record.door} base={`/admin/orders/evisa/${record.id}`} formKey={key} />}
          <VisaLine line={record.line} show={show} state={(status) => words(`states.${status}.title`)} />
        </div>
        <aside>
          <DisputeCard disputes={record.disputes} look="dl-card" />
          <OrderCheckCard check={record.check} />
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl className="ed-fields">
              <div>
                <dt>{t('column.due')}</dt>
                <dd className={record.late ? 'dl-late' : undefined}>
                  {record.deliverBy ? formatDate(record.deliverBy, language, 'long') : '–'}
                  {record.waiting && <span className="dl-quiet">{t('paused')}</span>}
                </dd>
              </div>
              {record.authorityDue && (
                <div>
                  <dt>{t('authorityDue')}</dt>
                  <dd className={record.authorityLate ? 'dl-late' : undefined}>{formatDate(record.authorityDue, language, 'long')}</dd>
                </div>
              )}
              <div>
                <dt>{t('column.arrival')}</dt>
                <dd>{formatDate(record.arrival, language, 'long')}</dd>
              </div>
              <div>
                <dt>{t('column.officer')}</dt>
                <dd>
                  <bdi>{record.officer ?? '–'}</bdi>
                </dd>
              </div>
              <div>
                <dt>{words('facts.authority')}</dt>
                <dd>
                  <a href={record.site} rel="noopener noreferrer">
                    <bdi>{record.authority}</bdi>
                  </a>
                </dd>
              </div>
              {record.authorityReference && (
                <div>
                  <dt>{t('authorityReference')}</dt>
                  <dd>
                    <bdi>{record.authorityReference}</bdi>
                  </dd>
                </div>
              )}
            </dl>
            {record.siblings.length > 0 && (
              <ul className="ed-history">
                {record.siblings.map((one) => (
                  <li key={one.id}>
                    <Link to={`/admin/orders/evisa/${one.id}`}>{words('people.traveller', { number: one.number })}</Link>{' '}
                    <span className="dl-quiet">{words(`states.${one.status}.title`)}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {record.works ? <CaseForms record={record} review={review} formKey={key} /> : <p className="dl-quiet">{t('mayNotWork')}</p>}
          <RecordNotes desk={desk} />
        </aside>
      </div>
    </div>
  );
}
