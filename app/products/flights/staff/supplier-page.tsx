import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, rolesWith } from '#app/platform/access.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { RecordWatch } from '#app/commerce/record-notes/record-watch.tsx';
import { WhoMay } from '#app/ui/desk-list/desk-form.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { flightsContext } from '../flights-context.ts';
import { readSupplier, type SupplierField } from '../supply/flight-supplier-form.ts';
import { blocks, paperState } from '../supply/flight-supplier-rules.ts';
import { supplierEvents, supplierMachine } from '../supply/flight-supplier-status.ts';
import { findSupplier, listBanks, listPapers } from '../supply/flight-suppliers-store.server.ts';
import {
  addPaper,
  answerBankChange,
  askBankChange,
  changeSupplierFacts,
  dropPaper,
  moveSupplier,
  revealBank,
  type SupplierAccount,
} from '../supply/keep-supplier.server.ts';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { SupplierFieldset } from './supplier-fieldset.tsx';
import { supplierTone } from './supplier-tone.ts';
import { noFigures, readSourceFigures } from './supply-figures-store.server.ts';
import { Card, Chip, Field, Said } from './supply-parts.tsx';
import type { Route } from './+types/supplier-page.ts';

export const handle = { texts: ['staff-supply', 'staff-orders', 'staff-records'] };

type BankShown = 'asked' | 'confirmed';

/** The work of who pays suppliers. */
const bankIntents: readonly string[] = ['confirm-bank', 'refuse-bank', 'check-bank', 'show-bank'];

const register = '/admin/supply/flights/supplier-register';
const dids = ['registered', 'moved', 'saved', 'paper', 'bankAsked', 'bankAnswered'] as const;
const refusals = [
  'changed-meanwhile',
  'not-possible-from-here',
  'not-yours-to-do',
  'no-reason',
  'no-papers',
  'paper-expired',
  'contract-over',
  'no-bank',
  'paper-unnamed',
  'iban-wrong',
  'bank-waiting',
  'own-request',
  'no-call-back',
  'not-seen',
  'not-waiting',
] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const supplier = await findSupplier(db, params.code);
  if (!supplier) throw new Response('Not found', { status: 404 });
  const desk = await openNotes(context.get(platformContext), viewer, deskRecord('supplier', { id: supplier.code, handle: supplier.code }));
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const [papers, banks, figures, events] = await Promise.all([
    listPapers(db, supplier.code),
    listBanks(db, supplier.code),
    readSourceFigures(db, addMilliseconds(now, -30 * dayMs)),
    listAuditOf(db, `flight_suppliers:${supplier.code}`, 60),
  ]);
  const actors = [...events.map(({ actor }) => actor), ...banks.flatMap(({ askedBy, answeredBy }) => [askedBy, answeredBy ?? ''])];
  const names = await findStaffNames(
    db,
    actors.map((actor) => actor.replace('staff:', '')),
  );
  const name = (actor: string | null) => names.get((actor ?? '').replace('staff:', '')) ?? '–';
  const mayEdit = may(viewer, 'supply:edit');
  const known = { ...supplier, papers, bankConfirmed: banks.some((bank) => bank.status === 'confirmed') };
  const waiting = banks.find((bank) => bank.status === 'asked') ?? null;
  const inUse = banks.find((bank) => bank.status === 'confirmed') ?? null;
  const me = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  return {
    desk,
    supplier: { ...supplier, createdAt: null, changedAt: null },
    figures: figures.get(supplier.code) ?? noFigures,
    mayEdit,
    mayOwe: may(viewer, 'invoices:view'),
    mayConfirm: may(viewer, 'invoices:issue'),
    moves: mayEdit
      ? movesFrom(supplierMachine, supplier.status, 'staff').map((event) => ({ event, blocked: blocks(event, known, today) }))
      : [],
    papers: papers.map((paper) => ({
      id: paper.id,
      name: paper.name,
      expiresOn: paper.expiresOn,
      state: paperState(paper.expiresOn, today),
    })),
    bank: inUse && { ending: inUse.ending, by: name(inUse.answeredBy), at: inUse.answeredAt!.toISOString() },
    waiting: waiting && {
      ending: waiting.ending,
      by: name(waiting.askedBy),
      at: waiting.askedAt.toISOString(),
      mine: waiting.askedBy === me,
    },
    // Notes and files tell of themselves.
    history: events
      .filter(({ action }) => !action.startsWith('record.'))
      .map(({ at, action, actor, reason }) => ({ at: new Date(at).toISOString(), action, by: name(actor), reason })),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
    title: supplier.name,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const here = `${register}/${params.code}`;
  const read = await findSupplier(platform.db, params.code);
  if (!read) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const intent = text('intent');
  // Who pays suppliers confirms where they are paid; everything else is the work of who keeps them.
  const staffId = staffWith(viewer, bankIntents.includes(intent) ? 'invoices:issue' : 'supply:edit', here);
  const supplier = read.code;
  const say = (done: { readonly ok: true } | { readonly ok: false; readonly refused: string }, did: (typeof dids)[number]) =>
    redirect(`${here}?${done.ok ? `did=${did}` : `refused=${done.refused}`}`, 303);
  const event = oneOf(supplierEvents, text('event'));
  if (event) {
    const work = { read, event, reason: text('reason').slice(0, 300), staffId };
    return say(await moveSupplier(platform, context.get(flightsContext), work), 'moved');
  }
  // Form fields and the account that was asked for, for a page that is drawn once more.
  const nothing = { wrong: [] as readonly SupplierField[], fields: null, account: null, of: null as BankShown | null };
  switch (intent) {
    case 'check-bank':
    case 'show-bank': {
      const of: BankShown = intent === 'check-bank' ? 'asked' : 'confirmed';
      const opened = await revealBank(platform, { supplier, of, reason: text('reason'), staffId });
      if (!opened.ok) return say(opened, 'saved');
      return data({ ...nothing, account: opened.value, of }, { headers: { 'Cache-Control': 'no-store' } });
    }
    case 'paper':
      return say(await addPaper(platform, { supplier, name: text('name'), expiresOn: text('expiresOn'), staffId }), 'paper');
    case 'drop-paper':
      return say(await dropPaper(platform, { supplier, id: text('id'), staffId }), 'paper');
    case 'bank':
      return say(await askBankChange(platform, { supplier, holder: text('holder'), iban: text('iban'), staffId }), 'bankAsked');
    case 'confirm-bank':
    case 'refuse-bank': {
      const status = intent === 'confirm-bank' ? 'confirmed' : 'refused';
      return say(
        await answerBankChange(platform, { supplier, id: text('bank') || null, status, callBack: text('callBack'), staffId }),
        'bankAnswered',
      );
    }
    default: {
      const { fields, wrong } = readSupplier((name) => (name === 'code' ? supplier : text(name)));
      if (wrong.length > 0) return data({ ...nothing, wrong: wrong as readonly SupplierField[], fields }, { status: 422 });
      // What the form was drawn from: whoever saved since then is not written over.
      return say(
        await changeSupplierFacts(platform, { read: { ...read, version: plainVersion(text('version')) }, fields, staffId }),
        'saved',
      );
    }
  }
}

export default function SupplierPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { supplier, figures, papers, history, mayEdit, moves, did, refused } = loaderData;
  const limit = money(supplier.creditLimit, supplier.currency);
  const facts: [string, string][] = [
    [t('register.kind'), t(`kind.${supplier.kind}`)],
    [t('register.licence'), supplier.licence || '–'],
    [t('register.terms'), supplier.paymentDays === 0 ? t('register.prepaid') : t('register.days', { n: supplier.paymentDays })],
    [t('supplier.creditLimit'), formatMoney(limit, language)],
    [t('register.contract'), supplier.contractUntil ? formatDate(supplier.contractUntil, language) : '–'],
    [t('sources.orders'), formatNumber(figures.orders, language)],
    [t('sources.silent'), `${formatNumber(figures.unknown, language)} / ${formatNumber(figures.calls, language)}`],
  ];
  return (
    <div className="sd">
      <header className="sd-head">
        <h1 tabIndex={-1}>
          <bdi>{supplier.name}</bdi>
        </h1>
        <Chip tone={supplierTone[supplier.status]}>{t(`status.${supplier.status}`)}</Chip>
        <p />
        {loaderData.mayOwe && <Link to={`${register}/${supplier.code}/statement`}>{t('statement.title')}</Link>}
        <Link to={register}>{t('register.back')}</Link>
      </header>
      <RecordWatch desk={loaderData.desk} />
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      <div className="sd-stack">
        <section className="sd-card">
          <dl className="sd-facts" style={{ border: 0 }}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <div className="sd-split">
          <div className="sd-stack">
            <Papers papers={papers} mayEdit={mayEdit} />
            <Bank data={loaderData} account={actionData?.account ?? null} of={actionData?.of ?? null} />
            {mayEdit && (
              <Card title={t('supplier.facts')}>
                <Form className="sd-form sd-card__in" method="post" key={supplier.version}>
                  <input type="hidden" name="version" value={supplier.version} />
                  <SupplierFieldset values={actionData?.fields ?? supplier} wrong={actionData?.wrong ?? []} />
                  <button className="bo-btn bo-btn--p">{t('supplier.save')}</button>
                </Form>
              </Card>
            )}
          </div>
          <div className="sd-stack">
            <Card title={t('supplier.next')}>
              <div className="sd-card__in">
                {mayEdit ? (
                  moves.length === 0 && <p className="sd-locked">{t('supplier.noMoves')}</p>
                ) : (
                  <WhoMay roles={rolesWith('supply:edit')} />
                )}
                {moves.map(({ event, blocked }) => (
                  <Form key={event} method="post" className="sd-form" style={{ marginBlockEnd: 12 }}>
                    {(event === 'suspend' || event === 'offboard') && (
                      <Field label={t('reason')} wide>
                        <input name="reason" required minLength={3} maxLength={300} dir="auto" />
                      </Field>
                    )}
                    <button
                      className="bo-btn"
                      name="event"
                      value={event}
                      aria-disabled={blocked !== null || undefined}
                      disabled={blocked !== null}
                    >
                      {t(`step.${event}`)}
                    </button>
                    {blocked && <p className="sd-locked">{t(`refused.${blocked}`)}</p>}
                  </Form>
                ))}
              </div>
            </Card>
            <Card title={t('supplier.history')}>
              <ul className="sd-list">
                {history.length === 0 && <li className="sd-quiet">{t('supplier.noHistory')}</li>}
                {history.map((event) => (
                  <li key={event.at + event.action}>
                    <span>
                      {t(`audit.${event.action.replace('supplier.', '')}`)}
                      {event.reason && (
                        <>
                          {': '}
                          <bdi>{event.reason}</bdi>
                        </>
                      )}
                    </span>
                    <small className="sd-quiet">
                      <bdi>{event.by}</bdi> · <DeskMoment at={event.at} />
                    </small>
                  </li>
                ))}
              </ul>
            </Card>
            <RecordNotes desk={loaderData.desk} />
          </div>
        </div>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Papers({ papers, mayEdit }: Pick<Loaded, 'papers' | 'mayEdit'>) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  return (
    <Card title={t('paper.title')} sub={t('paper.sub')}>
      {papers.length === 0 ? (
        <p className="sd-none">{t('paper.none')}</p>
      ) : (
        <div className="sd-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('paper.name')}</th>
                <th scope="col">{t('paper.expires')}</th>
                <th scope="col">{t('own.state')}</th>
                {mayEdit && (
                  <th scope="col">
                    <span className="sr-only">{t('act')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {papers.map((paper) => (
                <tr key={paper.id}>
                  <td className="sd-wrap">
                    <bdi>{paper.name}</bdi>
                  </td>
                  <td>{formatDate(paper.expiresOn, language)}</td>
                  <td>
                    <Chip tone={paper.state === 'valid' ? 'good' : paper.state === 'ending' ? 'act' : 'bad'}>
                      {t(`paper.${paper.state}`)}
                    </Chip>
                  </td>
                  {mayEdit && (
                    <td>
                      <Form method="post">
                        <input type="hidden" name="id" value={paper.id} />
                        <button className="bo-btn" name="intent" value="drop-paper">
                          {t('paper.remove')}
                        </button>
                      </Form>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayEdit && (
        <Form className="sd-form sd-card__in" method="post" style={{ paddingBlockStart: 12 }}>
          <Field label={t('paper.name')}>
            <input name="name" maxLength={80} required dir="auto" />
          </Field>
          <Field label={t('paper.expires')}>
            <input name="expiresOn" type="date" required />
          </Field>
          <button className="bo-btn" name="intent" value="paper">
            {t('paper.add')}
          </button>
        </Form>
      )}
    </Card>
  );
}

/** Holder and whole number, once somebody has asked for them. */
function Account({ account }: { account: SupplierAccount }) {
  const t = useTexts('staff-supply');
  return (
    <dl className="sd-facts" role="status">
      <div>
        <dt>{t('bank.holder')}</dt>
        <dd>
          <bdi>{account.holder}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('bank.iban')}</dt>
        <dd>
          <bdi dir="ltr">{account.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
        </dd>
      </div>
    </dl>
  );
}

function Bank({
  data: { bank, waiting, mayEdit, mayConfirm },
  account,
  of,
}: {
  data: Pick<Loaded, 'bank' | 'waiting' | 'mayEdit' | 'mayConfirm'>;
  account: SupplierAccount | null;
  of: BankShown | null;
}) {
  const language = useLanguage();
  const t = useTexts('staff-supply');
  return (
    <Card title={t('bank.title')} sub={t('bank.sub')}>
      <div className="sd-card__in">
        <p>
          {bank ? (
            <>
              {t('bank.inUse')} <bdi dir="ltr">•••• {bank.ending}</bdi>{' '}
              <span className="sd-quiet">
                <bdi>{bank.by}</bdi> · <DeskMoment at={bank.at} />
              </span>
            </>
          ) : (
            t('bank.none')
          )}
        </p>
        {account && of === 'confirmed' && <Account account={account} />}
        {bank && mayConfirm && of !== 'confirmed' && (
          <details>
            <summary>{t('bank.show')}</summary>
            <Form className="sd-form" method="post" style={{ marginBlockStart: 12 }}>
              <Field label={t('bank.why')} wide>
                <input name="reason" required minLength={3} maxLength={300} dir="auto" autoComplete="off" />
              </Field>
              <button className="bo-btn" name="intent" value="show-bank">
                {t('bank.showGo')}
              </button>
            </Form>
          </details>
        )}
        {waiting && (
          <Form className="sd-form" method="post" style={{ marginBlockStart: 12 }}>
            <p className="sd-up">
              {t('bank.waiting')} <bdi dir="ltr">•••• {waiting.ending}</bdi>
              {comma(language)}
              <bdi>{waiting.by}</bdi> · <DeskMoment at={waiting.at} />
            </p>
            {waiting.mine || !mayConfirm ? (
              <p className="sd-locked">{waiting.mine ? t('refused.own-request') : t('bank.who')}</p>
            ) : (
              <>
                {account && of === 'asked' && (
                  <>
                    <Account account={account} />
                    <input type="hidden" name="bank" value={account.id} />
                    <Field label={t('bank.callBack')} wide>
                      <input name="callBack" maxLength={300} dir="auto" />
                    </Field>
                  </>
                )}
                <div className="sd-acts sd-field--wide">
                  {account && of === 'asked' ? (
                    <button className="bo-btn bo-btn--p" name="intent" value="confirm-bank">
                      {t('bank.confirm')}
                    </button>
                  ) : (
                    <button className="bo-btn bo-btn--p" name="intent" value="check-bank">
                      {t('bank.check')}
                    </button>
                  )}
                  <button className="bo-btn" name="intent" value="refuse-bank">
                    {t('bank.refuse')}
                  </button>
                </div>
              </>
            )}
          </Form>
        )}
        {mayEdit && !waiting && (
          <Form className="sd-form" method="post" style={{ marginBlockStart: 12 }}>
            <Field label={t('bank.holder')}>
              <input name="holder" maxLength={120} required dir="auto" autoComplete="off" />
            </Field>
            <Field label={t('bank.iban')}>
              <input name="iban" dir="ltr" maxLength={42} required autoComplete="off" />
            </Field>
            <button className="bo-btn" name="intent" value="bank">
              {t('bank.ask')}
            </button>
          </Form>
        )}
      </div>
    </Card>
  );
}
