import { Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { DisputeCard } from '#app/commerce/disputes/staff/record-dispute-card.tsx';
import { OrderCheckCard } from '#app/commerce/orders/staff/record-check-card.tsx';
import { timelineKinds } from '#app/commerce/orders/staff/order-line.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { sayDay, sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { DoorCard } from '../../delivery/staff/door-card.tsx';
import { isDoorForm, takeDoorForm } from '../../delivery/staff/take-door-form.server.ts';
import { findGroupOfApplication } from '../../evisa/evisa-groups-store.server.ts';
import { answerHandover, movePassport } from '../move-passport.server.ts';
import { withdrawCase } from '../withdraw-case.server.ts';
import { CaseForms } from './case-forms.tsx';
import { openCase, type CaseRecord } from './open-case.server.ts';
import { PassportCard } from './passport-card.tsx';
import { readCaseWork, readMove } from './read-case-work.ts';
import { stickerBoardOf } from './sticker-view.ts';
import { closeWithdrawalTask, workCase } from './work-case.server.ts';
import { VisaLine } from '../../evisa/staff/visa-line.tsx';
import { openVisaNotes } from '../../evisa/staff/open-visa-notes.server.ts';
import type { Route } from './+types/sticker-visa-page.ts';
import './sticker-desk.css';

export const handle = {
  texts: ['staff-assisted', 'staff-evisas', 'staff-orders', 'staff-delivery', 'staff-records', 'assisted', 'evisas', 'delivery'],
};

const base = '/admin/sticker-visa-management';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const desk = await openVisaNotes(platform, viewer, 'assisted', params.id);
  const record = desk && (await openCase(platform, viewer, params.id, { notes: desk.notes, language }));
  if (!record) throw new Response('Not found', { status: 404 });
  return {
    record,
    desk,
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
  const here = `${base}/${params.id}`;
  if (viewer.kind !== 'staff' || !may(viewer, 'visas:decide')) throw redirect(`/admin/unauthorized?from=${here}`);
  const form = await request.formData();
  const staffId = viewer.user.id;
  const event = String(form.get('event') ?? '').slice(0, 40);
  const ask = { caseId: params.id, staffId, requestId };
  const version = plainVersion(form.get('version'));
  const worked = async (): Promise<{ readonly ok: true } | { readonly ok: false; readonly refused: string }> => {
    if (event === 'move') {
      const move = await readMove(form);
      return move ? movePassport(platform, { ...ask, ...move }) : { ok: false, refused: 'incomplete' };
    }
    const answer = (['taken', 'declined', 'taken-back'] as const).find((one) => event === `handover-${one}`);
    if (answer) return answerHandover(platform, { ...ask, answer });
    if (event === 'withdraw') {
      const withdrawn = await withdrawCase(platform, { caseId: params.id, version, by: 'staff', who: `staff:${staffId}`, requestId });
      if (withdrawn.ok) await closeWithdrawalTask(platform, params.id, staffId);
      return withdrawn;
    }
    if (isDoorForm(event)) {
      const group = await findGroupOfApplication(platform.db, params.id);
      return group ? takeDoorForm(platform, form, { group, staffId, requestId }) : { ok: false, refused: 'not-possible' };
    }
    const work = await readCaseWork(form);
    return work ? workCase(platform, { ...ask, version, work }) : { ok: false, refused: 'incomplete' };
  };
  const to = await onceForForm(platform, { actor: `user:${staffId}`, form, about: params.id }, async () => {
    const result = await worked();
    const board = stickerBoardOf(form);
    const back = board === null ? `${here}?` : `${base}${board}&`;
    return result.ok ? `${back}did=${event}` : `${back}refused=${result.refused}`;
  });
  return redirect(to, 303);
}

export default function StickerVisaPage({ loaderData }: Route.ComponentProps) {
  const { record, desk, show, key, did, refused } = loaderData;
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const doors = useTexts('staff-delivery');
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
          {record.title} · {record.terms} ·{' '}
          <bdi>
            {record.reference} / {record.number}
          </bdi>
        </p>
        <Link className="bo-btn" to={base}>
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
      {record.withdrawalAsked && record.status !== 'withdrawn' && (
        <p className="dl-said dl-said--warn">
          <Icon name="warning" /> {t('withdrawalAsked')}
        </p>
      )}
      <div className="dl-record">
        <div>
          <FileCard record={record} />
          {record.package !== 'check' && <HuntCard record={record} />}
          {record.package !== 'check' && <PassportCard record={record} formKey={key} />}
          {record.door && <DoorCard door={record.door} base={`${base}/${record.id}`} formKey={key} />}
          {record.sticker && <StickerCard record={record} />}
          {record.requests.length > 0 && <RequestsCard record={record} />}
          <VisaLine
            line={record.line}
            show={show}
            state={(what) => (what === 'assigned' ? t('assigned') : words(`states.${what}.title`))}
            counter={(outcome) => t(`attempts.${outcome}`)}
          />
        </div>
        <aside>
          <DisputeCard disputes={record.disputes} look="dl-card" />
          <OrderCheckCard check={record.check} />
          <Facts record={record} />
          {record.works ? <CaseForms record={record} formKey={key} /> : <p className="dl-quiet">{t('mayNotWork')}</p>}
          <RecordNotes desk={desk} />
        </aside>
      </div>
    </div>
  );
}

function Facts({ record }: { record: CaseRecord }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const language = useLanguage();
  const rows: readonly (readonly [string, string | null, boolean?])[] = [
    [t('column.due'), sayDay(record.due, language, 'long'), record.late],
    [t('column.travel'), formatDate(record.travel, language, 'long')],
    [t('column.officer'), record.officer ?? '–'],
    [t('secondPerson'), record.confirmedBy],
    [words('facts.counter'), words(`counters.${record.counter.kind}`, { city: words(`cities.${record.counter.city}`) })],
    [t('field.biometricsOn'), record.biometricsOn && formatDate(record.biometricsOn, language, 'long')],
    [t('lodgedReference'), record.lodgedReference],
    [t('field.decision'), record.outcome && t(record.outcome === 'granted' ? 'granted' : 'refusedWord')],
    [t('field.tracking'), record.tracking],
    [t('field.insured'), record.insured ? formatMoney(money(record.insured, 'AED'), language) : null],
  ];
  return (
    <section className="dl-card">
      <h2>{t('facts')}</h2>
      <dl className="sv-facts">
        {rows.map(
          ([name, value, late]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={late ? 'dl-late' : undefined}>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{words('facts.authority')}</dt>
          <dd>
            <a href={record.site} rel="noopener noreferrer">
              <bdi>{record.authority}</bdi>
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The checklist beside what was typed; every look at a paper is in the audit. */
function FileCard({ record }: { record: CaseRecord }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('evisas');
  return (
    <section className="dl-card">
      <h2>{t('file.title')}</h2>
      <div className="sv-two">
        <ul className="sv-papers">
          {record.checklist.map(({ code, missing }) => {
            const paper = record.papers.find(({ kind }) => kind === code);
            return (
              <li key={code}>
                <b>
                  <Icon name={missing ? 'warning' : 'done'} small /> {words(`documents.${code}`)}
                </b>
                {missing || !paper ? <span className="dl-late">{t('file.missing')}</span> : <PaperLink record={record} paper={paper} />}
              </li>
            );
          })}
          {record.papers
            .filter(({ kind }) => kind === 'letter' || kind === 'refusal' || kind === 'issued')
            .map((paper) => (
              <li key={paper.id}>
                <b>{t(paper.kind === 'letter' ? 'field.letter' : paper.kind === 'refusal' ? 'field.refusalLetter' : 'field.photo')}</b>
                <PaperLink record={record} paper={paper} />
              </li>
            ))}
          <li className="dl-quiet">{t('everyLook')}</li>
        </ul>
        <dl className="sv-facts">
          {record.fields.map(({ field, value }) => (
            <div key={field}>
              <dt>{words(`fields.${field}`)}</dt>
              <dd>
                <bdi>{value || '–'}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function PaperLink({ record: of, paper }: { record: CaseRecord; paper: CaseRecord['papers'][number] }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('evisas');
  const language = useLanguage();
  return (
    <>
      {of.reveals ? (
        <a href={`${base}/${of.id}/papers/${paper.id}`} download>
          <Icon name="download" small /> {t('file.open')}
        </a>
      ) : (
        <span className="dl-quiet">{t('file.closed')}</span>
      )}
      <span className="dl-quiet">
        <bdi>{words('upload.size', { size: formatNumber(paper.kilobytes, language) })}</bdi>
      </span>
      {paper.warnings.map((warning) => (
        <span key={warning} className="dl-late">
          {words(`upload.refused.${warning}`)}
        </span>
      ))}
    </>
  );
}

/** Every look at the counter's calendar, and the slot in both clocks. */
function HuntCard({ record }: { record: CaseRecord }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const language = useLanguage();
  if (!record.appointment && record.attempts.length === 0) return null;
  const clock = (local: string) => `${formatDate(local.slice(0, 10), language, 'long')}${comma(language)}${local.slice(11)}`;
  return (
    <section className="dl-card">
      <h2>{t('hunt.title')}</h2>
      {record.appointment && (
        <dl className="sv-facts">
          <div>
            <dt>{words('appointment.counterTime')}</dt>
            <dd>{clock(record.appointment.counter)}</dd>
          </div>
          <div>
            <dt>{words('appointment.houseTime')}</dt>
            <dd>{clock(record.appointment.house)}</dd>
          </div>
          <div>
            <dt>{words('appointment.reference')}</dt>
            <dd>
              <bdi>{record.appointment.reference}</bdi>
            </dd>
          </div>
        </dl>
      )}
      {record.reschedules > 0 && <p className="dl-quiet">{t('hunt.reschedules', { n: record.reschedules })}</p>}
      <ol className="sv-lines">
        {record.attempts.map((attempt) => (
          <li key={attempt.id}>
            <span>
              {t(`attempts.${attempt.outcome}`)} {attempt.firstFree && <b>{formatDate(attempt.firstFree, language, 'day')}</b>}
            </span>
            <span className="dl-quiet">
              {sayMoment(attempt.at, language)} · <bdi>{attempt.by}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StickerCard({ record }: { record: CaseRecord }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('evisas');
  return (
    <section className="dl-card">
      <h2>{t('stickerTitle')}</h2>
      <dl className="sv-facts">
        {(['number', 'surname', 'givenNames', 'passport', 'validFrom', 'validUntil', 'stay', 'entries'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`field.${name}`)}</dt>
            <dd>
              <bdi>
                {name === 'entries'
                  ? record.sticker!.entries
                    ? words(`types.entries.${record.sticker!.entries}`)
                    : '–'
                  : String(record.sticker![name])}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      {record.proof?.length === 0 && <p>{t('proofRight')}</p>}
      {record.proof?.map((mark) => (
        <p key={mark} className="dl-late">
          <Icon name="warning" small /> {t(`mark.${mark}`)}
        </p>
      ))}
    </section>
  );
}

function RequestsCard({ record }: { record: CaseRecord }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('evisas');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('requests')}</h2>
      {record.requests.map((request) => (
        <div key={request.id} className="sv-locked">
          <p>
            {request.items.map((item) => words(`${item.kind === 'document' ? 'documents' : 'fields'}.${item.code}`)).join(' · ')}{' '}
            <span className="dl-quiet">
              {sayDay(request.at, language, 'day')} – {request.answered ? sayDay(request.answered, language, 'day') : t('openRequest')}
            </span>
          </p>
          {request.words && <p className="dl-words">{request.words}</p>}
          {request.answer && <p className="dl-words">{request.answer}</p>}
        </div>
      ))}
    </section>
  );
}
