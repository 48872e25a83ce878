import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { longestNote } from '../partner-form.ts';
import { partnerMachine, partnerMoves } from '../partner-status.ts';
import { findDocuments, findLeadByReference, findLeadEvents, readPartnerContact } from '../partners-store.server.ts';
import { workPartner, type PartnerWork } from '../work-partner.server.ts';
import { PartnerState } from './partner-state.tsx';
import type { Route } from './+types/partner-desk-page.ts';
import './partner-desk.css';

export const handle = { texts: ['staff-partners', 'staff-records'] };

const acts = [...partnerMoves, 'note', 'assign'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const lead = await findLeadByReference(db, parseReference(params.reference) ?? '-');
  if (!lead || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('partner', { id: lead.id, handle: lead.reference }),
  );
  const [events, documents] = await Promise.all([findLeadEvents(db, crypto, lead.id), findDocuments(db, lead.id)]);
  const ids = events.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : []));
  const names = await findStaffNames(db, lead.assignedTo ? [...ids, lead.assignedTo] : ids);
  const mayWork = may(viewer, 'supply:edit');
  const { reference, company, kind, status, version, website, licence, trn, offers, language } = lead;
  return {
    notes,
    reference,
    company,
    kind,
    status,
    version,
    website,
    licence,
    trn,
    offers,
    language,
    country: countryName(lead.country, context.get(requestContext).language),
    // Who may not answer has no use for the way to somebody.
    contact: mayWork ? readPartnerContact(crypto, lead) : null,
    owner: lead.assignedTo && (names.get(lead.assignedTo) ?? null),
    mine: lead.assignedTo === viewer.user.id,
    documents: documents.map(({ id, name, bytes }) => ({ id, name, kilobytes: Math.ceil(bytes / 1024) })),
    events: events.map(({ version: number, event, actor, words, at }) => ({
      number,
      event,
      words: event === 'note' && !mayWork ? null : words,
      at: at.toISOString(),
      by: actor.startsWith('staff:') ? (names.get(actor.slice(6)) ?? null) : null,
    })),
    moves: mayWork ? movesFrom(partnerMachine, status, 'staff') : [],
    mayWork,
    key: newFormKey(),
    did: acts.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
    title: company,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const lead = await findLeadByReference(platform.db, parseReference(params.reference) ?? '-');
  if (!lead || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const staffId = viewer.user.id;
  const what = readWork(form, staffId);
  if (!what) return data({ wrong: form.get('event') === 'decline' ? ('decline' as const) : ('note' as const) }, { status: 422 });
  const here = `/admin/partners/${lead.reference}`;
  const to = await onceForForm(platform, { actor: `user:${staffId}`, form, about: lead.id }, async () => {
    const worked = await workPartner(platform, { id: lead.id, version: plainVersion(form.get('version')), staffId, what });
    return worked.ok ? `${here}?did=${what.event}` : `${here}?refused`;
  });
  return redirect(to, 303);
}

/** What the form asks for; null where words are missing that must be said. */
function readWork(form: FormData, me: string): PartnerWork | null {
  const event = acts.find((one) => one === form.get('event'));
  const words = plainText(form.get('words'), longestNote).slice(0, longestNote);
  if (event === 'assign') return { event, to: form.get('to') === 'me' ? me : null };
  if (event === 'note') return words === '' ? null : { event, words };
  if (!event || (event === 'decline' && words === '')) return null;
  return { event, words: words || null };
}

export default function PartnerDeskPage({ loaderData: record, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-partners');
  const language = useLanguage();
  const wrong = actionData?.wrong ?? null;
  const hidden = (act: string) => (
    <>
      <input type="hidden" name="key" value={`${record.key}-${act}`} />
      <input type="hidden" name="version" value={record.version} />
    </>
  );
  const facts: readonly (readonly [string, string | null])[] = [
    ['kind', t(`kind.${record.kind}`)],
    ['country', record.country],
    ['licence', record.licence],
    ['trn', record.trn],
    ['website', record.website],
    ['name', record.contact && `${record.contact.name}${comma(language)}${record.contact.role}`],
    ['email', record.contact?.email ?? null],
    ['phone', record.contact?.phone ?? null],
    ['language', t(`language.${record.language}`)],
    ['owner', record.owner],
  ];
  const answers = record.moves.filter((move) => move === 'accept' || move === 'decline');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.company}</bdi>
        </h1>
        <PartnerState state={record.status} />
        <p>
          <bdi>{record.reference}</bdi>
        </p>
        <Link className="bo-btn" to="/admin/partners">
          {t('back')}
        </Link>
      </header>
      {(record.did || record.refused) && !actionData && (
        <p className={`dl-said${record.refused ? ' dl-said--warn' : ''}`} role={record.refused ? 'alert' : 'status'}>
          <Icon name={record.refused ? 'warning' : 'done'} />
          {record.refused ? t('refused') : t(`did.${record.did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('offers')}</h2>
            <p className="dl-words" dir="auto">
              {record.offers}
            </p>
          </section>
          <section className="dl-card">
            <h2>{t('documents')}</h2>
            {record.documents.length === 0 && <p className="dl-quiet">{t('noDocuments')}</p>}
            <ul className="pd-lines">
              {record.documents.map((document) => (
                <li key={document.id}>
                  {record.mayWork ? (
                    <a href={`/admin/partners/${record.reference}/documents/${document.id}`} download>
                      <Icon name="download" small />
                      <bdi>{document.name}</bdi>
                    </a>
                  ) : (
                    <bdi>{document.name}</bdi>
                  )}
                  <span className="dl-quiet">{t('kilobytes', { size: formatNumber(document.kilobytes, language) })}</span>
                </li>
              ))}
            </ul>
            {record.mayWork && record.documents.length > 0 && <p className="dl-quiet">{t('documentsHint')}</p>}
          </section>
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="pd-lines pd-history">
              {record.events.map((event) => (
                <li key={event.number}>
                  <b>{t(`event.${event.event}`)}</b>
                  <span className="dl-quiet">
                    {sayDay(event.at, language, 'long')} · <bdi>{event.by ?? t('company')}</bdi>
                  </span>
                  {event.words && (
                    <p className="dl-words" dir="auto">
                      {event.words}
                    </p>
                  )}
                </li>
              ))}
            </ol>
          </section>
          {record.mayWork && (
            <Form method="post" className="dl-card pd-form" key={`note-${record.version}`}>
              <h2>
                <label htmlFor="note">{t('note')}</label>
              </h2>
              {hidden('note')}
              {wrong === 'note' && (
                <p className="dl-late" id="note-error" role="alert">
                  {t('wrong.note')}
                </p>
              )}
              <textarea
                id="note"
                name="words"
                rows={4}
                dir="auto"
                maxLength={longestNote}
                aria-describedby={wrong === 'note' ? 'note-error' : undefined}
              />
              <button className="bo-btn" name="event" value="note" type="submit">
                {t('act.note')}
              </button>
            </Form>
          )}
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl className="pd-facts">
              {facts
                .filter(([, value]) => value !== null)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`fact.${name}`)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
            {record.mayWork && (
              <Form method="post">
                {hidden('assign')}
                <input type="hidden" name="to" value={record.mine ? '' : 'me'} />
                <button className="bo-btn bo-btn--wide" name="event" value="assign" type="submit">
                  {t(record.mine ? 'act.release' : 'act.assign')}
                </button>
              </Form>
            )}
          </section>
          {(['take', 'reopen'] as const)
            .filter((move) => record.moves.includes(move))
            .map((move) => (
              <Form method="post" className="dl-card" key={move}>
                {hidden(move)}
                <button className="bo-btn bo-btn--p bo-btn--wide" name="event" value={move} type="submit">
                  {t(`act.${move}`)}
                </button>
              </Form>
            ))}
          {answers.length > 0 && (
            <Form method="post" className="dl-card pd-form" key={`answer-${record.version}`}>
              <h2>
                <label htmlFor="words">{t('answer')}</label>
              </h2>
              <p className="dl-quiet" id="words-hint">
                {t('answerHint', { language: t(`language.${record.language}`) })}
              </p>
              {hidden('answer')}
              {wrong === 'decline' && (
                <p className="dl-late" id="words-error" role="alert">
                  {t('wrong.decline')}
                </p>
              )}
              <textarea
                id="words"
                name="words"
                rows={6}
                dir="auto"
                maxLength={longestNote}
                aria-describedby={wrong === 'decline' ? 'words-error words-hint' : 'words-hint'}
                aria-invalid={wrong === 'decline' ? true : undefined}
              />
              {answers.map((move) => (
                <button
                  className={`bo-btn bo-btn--wide ${move === 'accept' ? 'bo-btn--p' : 'bo-btn--danger'}`}
                  key={move}
                  name="event"
                  value={move}
                  type="submit"
                >
                  {t(`act.${move}`)}
                </button>
              ))}
            </Form>
          )}
          {!record.mayWork && <p className="dl-quiet">{t('mayNotWork')}</p>}
          <RecordNotes desk={record.notes} />
        </aside>
      </div>
    </div>
  );
}
