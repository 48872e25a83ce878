import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeedAnswer, Press } from '#app/ui/desk-list/deed-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { answerKinds, type AnswerKind } from '../dispute-status.ts';
import { longestAnswer, readAnswerForm, type FieldFault } from './dispute-form.ts';
import { DisputeState, TimeLeft } from './dispute-parts.tsx';
import { openDispute, type OpenDispute } from './open-dispute.server.ts';
import { decideAnswer, disputeDeeds, letGuestsIn, ownDispute, writeAnswer, type DisputeRefusal } from './work-dispute.server.ts';
import type { Route } from './+types/dispute-page.ts';
import '../../invoices/staff/invoices-desk.css';
import './dispute.css';

export const handle = { texts: ['staff-disputes', 'staff-invoices', 'staff-records'] };

const base = '/admin/invoices/disputes';
const intents = [...answerKinds, 'send', 'withdraw', 'take', 'put-back', 'let-in', 'keep-out'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const counters = context.get(productCountersContext);
  const opened =
    viewer.kind === 'staff' ? await openDispute(context.get(platformContext), counters, viewer, { id: params.dispute, language }) : null;
  if (!opened) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(context.get(platformContext), viewer, deskRecord('dispute', { id: opened.id, handle: opened.id }));
  return { ...opened, notes, did: disputeDeeds.find((one) => one === url.searchParams.get('did')) ?? null };
}

interface Answer {
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: readonly FieldFault[];
  readonly refused: DisputeRefusal | null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = intents.find((one) => one === form.get('intent'));
  if (!intent) throw new Response('Bad request', { status: 400 });
  const typed = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
  const wrong = (answer: Partial<Answer>, status: number) => data<Answer>({ typed, faults: [], refused: null, ...answer }, { status });
  const { requestId } = context.get(requestContext);
  const ask = { viewer, disputeId: params.dispute, version: plainVersion(form.get('version')), requestId };
  const work = () => {
    if (intent === 'send' || intent === 'withdraw') return decideAnswer(platform, { ...ask, decision: intent });
    if (intent === 'take' || intent === 'put-back') return ownDispute(platform, { ...ask, take: intent === 'take' });
    if (intent === 'let-in' || intent === 'keep-out') return letGuestsIn(platform, { ...ask, letIn: intent === 'let-in' });
    const read = readAnswerForm(form);
    return read.ok ? writeAnswer(platform, { ...ask, kind: read.kind, words: read.words }) : read.faults;
  };
  const worked = await work();
  if (!('ok' in worked)) return wrong({ faults: worked }, 400);
  if (worked.ok) return redirect(`${base}/${params.dispute}?did=${worked.value}`, 303);
  if (worked.refused === 'not-found') throw new Response('Not found', { status: 404 });
  return wrong({ refused: worked.refused }, worked.refused === 'permission' ? 403 : 409);
}

export default function DisputePage({ loaderData: dispute, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-disputes');
  const language = useLanguage();
  const answer = actionData ?? null;
  const sum = (name: keyof OpenDispute['sums']) => <bdi>{formatMoney(dispute.sums[name], language)}</bdi>;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('record', { amount: formatMoney(dispute.sums.amount, language) })}</h1>
        <p>
          {t(`reason.${dispute.reason}`, { defaultValue: dispute.reason.replaceAll('_', ' ') })} · <DisputeState status={dispute.status} />
        </p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <MoneyNav here="disputes" />
      <DeedAnswer texts="staff-disputes" did={dispute.did} answer={answer} />
      <dl className="iv-facts">
        <div className={dispute.hoursLeft !== null && dispute.hoursLeft < 48 ? 'iv-hot' : undefined}>
          <dt>{t('column.due')}</dt>
          <dd>
            <TimeLeft respondBy={dispute.respondBy} hoursLeft={dispute.hoursLeft} />
          </dd>
        </div>
        {(['held', 'returned', 'lost', 'fee'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`sum.${name}`)}</dt>
            <dd>{sum(name)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('column.owner')}</dt>
          <dd>{dispute.owner === null ? t('owner.nobody') : <bdi>{dispute.owner}</bdi>}</dd>
        </div>
      </dl>
      <div className="dl-record">
        <div>
          <p className="dp-way">{t(`next.${dispute.status}`)}</p>
          {dispute.answers.map((one) => (
            <Said key={one.id} dispute={dispute} answer={one} />
          ))}
          {dispute.mayWrite && <Write dispute={dispute} answer={answer} />}
          {dispute.orders.map((order) => (
            <Evidence key={order.reference} order={order} />
          ))}
        </div>
        <aside>
          {dispute.works && (
            <section className="iv-card">
              <header>
                <h2>{t('pack.title')}</h2>
                <p>{t('pack.lead')}</p>
              </header>
              <div className="iv-acts">
                <form method="post" action={`${base}/${dispute.id}/evidence`}>
                  <button className="bo-btn" type="submit">
                    <Icon name="download" small /> {t('pack.press')}
                  </button>
                </form>
              </div>
            </section>
          )}
          {dispute.door && (
            <section className="iv-card">
              <header>
                <h2>{t('door.title')}</h2>
                <p>{t(`door.${dispute.door.decided ? 'lost-' : ''}${dispute.door.held ? 'held' : 'let-in'}`)}</p>
              </header>
              {dispute.works && (
                <div className="iv-acts">
                  <Press texts="staff-disputes" version={dispute.version} intent={dispute.door.held ? 'let-in' : 'keep-out'} />
                </div>
              )}
            </section>
          )}
          {dispute.works && dispute.open && (
            <section className="iv-card">
              <header>
                <h2>{t('column.owner')}</h2>
              </header>
              <div className="iv-acts">
                <Press texts="staff-disputes" version={dispute.version} intent={dispute.mine ? 'put-back' : 'take'} />
              </div>
            </section>
          )}
          <section className="iv-card">
            <header>
              <h2>{t('atBank')}</h2>
            </header>
            <dl className="iv-pairs dp-pairs">
              {(
                [
                  ['provider', dispute.provider],
                  ['providerRef', dispute.providerRef],
                  ['opened', sayMoment(dispute.opened, language)],
                  ['closed', dispute.closed && sayMoment(dispute.closed, language)],
                ] as const
              ).map(
                ([name, value]) =>
                  value && (
                    <div key={name}>
                      <dt>{t(`column.${name}`)}</dt>
                      <dd>
                        <bdi className="dp-ref">{value}</bdi>
                      </dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
          <RecordNotes desk={dispute.notes} />
        </aside>
      </div>
    </div>
  );
}

/** What was written, by whom and what became of it; a second colleague sends it from here. */
function Said({ dispute, answer }: { dispute: OpenDispute; answer: OpenDispute['answers'][number] }) {
  const t = useTexts('staff-disputes');
  const language = useLanguage();
  const waits = answer.status === 'written' && dispute.works;
  return (
    <section className="iv-card">
      <header>
        <h2>{t(`answer.kind.${answer.kind}`)}</h2>
        <p>
          {t('answer.by', { name: answer.writtenBy, at: sayMoment(answer.writtenAt, language) })} · {t(`answer.state.${answer.status}`)}
          {answer.decidedBy && answer.decidedAt && (
            <> · {t('answer.decided', { name: answer.decidedBy, at: sayMoment(answer.decidedAt, language) })}</>
          )}
        </p>
      </header>
      <p className="dp-words" dir="auto">
        {answer.words}
      </p>
      {waits && (
        <div className="iv-acts">
          {answer.own ? (
            <small>{t('answer.second')}</small>
          ) : (
            <Press texts="staff-disputes" version={dispute.version} intent="send" primary />
          )}
          <Press texts="staff-disputes" version={dispute.version} intent="withdraw" />
        </div>
      )}
    </section>
  );
}

function Write({ dispute, answer }: { dispute: OpenDispute; answer: Answer | null }) {
  const t = useTexts('staff-disputes');
  const typed = (kind: AnswerKind) => (answer?.typed['intent'] === kind ? answer.typed : null);
  const fault = (field: FieldFault['field']) => answer?.faults.find((one) => one.field === field);
  const wrong = (field: FieldFault['field']) => {
    const found = fault(field);
    return (
      found && (
        <small className="dp-wrong" id={`${field}-wrong`}>
          {t(`wrong.${found.fault}`)}
        </small>
      )
    );
  };
  const marks = (field: FieldFault['field']) => (fault(field) ? { 'aria-invalid': true, 'aria-describedby': `${field}-wrong` } : {});
  return (
    <>
      <section className="iv-card">
        <header>
          <h2>{t('write.contest')}</h2>
          <p>{t('write.contestLead')}</p>
        </header>
        <Form method="post" className="dp-form" key={`contest-${dispute.version}`}>
          <input type="hidden" name="version" value={dispute.version} />
          <label>
            <span>{t('write.words')}</span>
            <textarea
              id="words"
              name="words"
              rows={14}
              maxLength={longestAnswer}
              dir="ltr"
              lang="en"
              defaultValue={typed('contest')?.['words'] ?? dispute.draft}
              {...marks('words')}
            />
            {wrong('words')}
          </label>
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p" name="intent" value="contest">
              {t('act.contest')}
            </button>
          </div>
        </Form>
      </section>
      <section className="iv-card">
        <Form method="post" className="dp-form" key={`accept-${dispute.version}`}>
          <details open={typed('accept') !== null || undefined}>
            <summary>{t('write.accept')}</summary>
            <p className="dl-quiet">{t('write.acceptLead')}</p>
            <input type="hidden" name="version" value={dispute.version} />
            <label>
              <span>{t('write.why')}</span>
              <textarea
                id="why"
                name="why"
                rows={3}
                maxLength={1_000}
                dir="auto"
                defaultValue={typed('accept')?.['why'] ?? ''}
                {...marks('why')}
              />
              {wrong('why')}
            </label>
            <label className="dp-check">
              <input
                id="sure"
                type="checkbox"
                name="sure"
                value="yes"
                defaultChecked={typed('accept')?.['sure'] === 'yes'}
                {...marks('sure')}
              />{' '}
              <span>{t('write.sure')}</span>
              {wrong('sure')}
            </label>
            <div className="bo-actions">
              <button className="bo-btn" name="intent" value="accept">
                {t('act.accept')}
              </button>
            </div>
          </details>
        </Form>
      </section>
    </>
  );
}

function Evidence({ order }: { order: OpenDispute['orders'][number] }) {
  const t = useTexts('staff-disputes');
  const language = useLanguage();
  return (
    <section className="iv-card">
      <header>
        <h2>
          {t('evidence')}{' '}
          <Link to={`/admin/orders/${order.reference}`}>
            <bdi>{order.reference}</bdi>
          </Link>
        </h2>
        <p>{order.title}</p>
      </header>
      <ul className="dp-facts">
        {order.facts.map(({ key, at, values, amount }, index) => (
          <li key={`${key}${index}`}>
            <span>{t(`fact.${key}`, { ...values, amount: amount ? formatMoney(amount, language) : '' })}</span>
            {at && <small>{sayMoment(at, language)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
