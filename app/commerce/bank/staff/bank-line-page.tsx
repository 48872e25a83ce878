import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeedAnswer, Press } from '#app/ui/desk-list/deed-parts.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay, sayMoment } from '#app/ui/say-moment.ts';
import { decimalString } from '#app/values/money.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import { providerName } from '../../invoices/staff/provider-name.ts';
import { productCountersContext } from '../../product-counter.ts';
import { findLine, findOrdersOfInvoices } from '../bank-store.server.ts';
import { choiceOf, partKinds } from '../match-rules.ts';
import { AcceptForm, BankState, PartWords, SuggestionWords } from './bank-parts.tsx';
import { mostParts, numbersTyped, readParts, type PartFault } from './match-form.ts';
import { openBankLine } from './open-bank.server.ts';
import { withdrawStatement } from './take-statement.server.ts';
import { decideMatch, matchLine, setAside, undoMatch } from './work-bank-line.server.ts';
import type { Route } from './+types/bank-line-page.ts';
import '../../invoices/staff/invoices-desk.css';
import './bank.css';

export const handle = { texts: ['staff-bank', 'staff-invoices', 'staff-records'] };

const base = '/admin/invoices/bank';
const lineIntents = ['match', 'approve', 'decline', 'undo', 'set-aside', 'take-up'] as const;
const intents = [...lineIntents, 'withdraw'] as const;
/** Kinds that are chosen by themselves; of the others somebody chooses which. */
const plainKinds = partKinds.filter((kind) => kind !== 'payout' && kind !== 'returned');
const dids = [...lineIntents, 'ask'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const opened = viewer.kind === 'staff' ? await openBankLine(context.get(platformContext), viewer, params.line) : null;
  if (!opened) throw new Response('Not found', { status: 404 });
  const record = deskRecord('bank-line', { id: params.line, handle: params.line, name: opened.bookedOn });
  const notes = await openNotes(context.get(platformContext), viewer, record);
  return { ...opened, notes, did: dids.find((one) => one === url.searchParams.get('did')) ?? null };
}

interface Answer {
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly field: string; readonly fault: PartFault | 'reason-missing' }[];
  readonly refused: string | null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const line = await findLine(platform.db, params.line);
  if (!line) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = intents.find((one) => one === form.get('intent'));
  if (!intent) throw new Response('Bad request', { status: 400 });
  const typed = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
  const wrong = (answer: Partial<Answer>, status: number) => data<Answer>({ typed, faults: [], refused: null, ...answer }, { status });
  const ask = { viewer, lineId: line.id, version: plainVersion(form.get('version')), requestId: context.get(requestContext).requestId };
  const products = context.get(productCountersContext);
  const productOf = (kind: Parameters<typeof products.product>[0]) => products.product(kind);
  const reason = plainLine(form.get('reason'), 200);
  if (intent === 'withdraw') {
    if (reason.length < 3) return wrong({ faults: [{ field: 'withdraw-reason', fault: 'reason-missing' }] }, 400);
    const { requestId } = ask;
    const withdrawn = await withdrawStatement(platform, { viewer, statementId: line.statementId, reason, requestId });
    return withdrawn.ok ? redirect(`${base}?withdrawn=${withdrawn.value.lines}`, 303) : wrong({ refused: withdrawn.refused }, 409);
  }
  const work = async () => {
    if (intent === 'match') {
      const read = readParts(form, line, await findOrdersOfInvoices(platform.db, numbersTyped(form)));
      return read.ok ? matchLine(platform, productOf, { ...ask, parts: read.parts }) : read.faults;
    }
    if (intent === 'approve' || intent === 'decline') return decideMatch(platform, productOf, { ...ask, decision: intent });
    if (intent === 'undo') return undoMatch(platform, ask);
    if (intent === 'take-up') return setAside(platform, { ...ask, reason: null });
    return reason.length < 3 ? [{ field: 'reason', fault: 'reason-missing' as const }] : setAside(platform, { ...ask, reason });
  };
  const worked = await work();
  if ('ok' in worked) return worked.ok ? redirect(`${base}/${line.id}?did=${worked.value}`, 303) : wrong({ refused: worked.refused }, 409);
  return wrong({ faults: worked }, 400);
}

type Loaded = Route.ComponentProps['loaderData'];

export default function BankLinePage({ loaderData: line, actionData: answer }: Route.ComponentProps) {
  const t = useTexts('staff-bank');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('line.title', { amount: formatMoney(line.amount, language), date: formatDate(line.bookedOn, language) })}</h1>
        <p>
          <bdi>{line.party || t('line.nobody')}</bdi> · <BankState status={line.status} />
        </p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <MoneyNav here="bank" />
      <DeedAnswer texts="staff-bank" did={line.did} answer={answer ?? null} />
      <div className="dl-record">
        <div>
          {line.status === 'open' && line.works && <Open line={line} answer={answer ?? null} />}
          {line.status === 'asked' && <Waiting line={line} />}
          {(line.kept !== null || line.returns.length > 0) && <Kept line={line} />}
          {line.status === 'matched' && <Matched line={line} />}
          {line.status === 'not-ours' && (
            <section className="iv-card">
              <header>
                <h2>{t('state.not-ours')}</h2>
              </header>
              <p>{line.note}</p>
              {line.works && (
                <div className="iv-acts">
                  <Press texts="staff-bank" version={line.version} intent="take-up" />
                </div>
              )}
            </section>
          )}
          {line.status === 'seen' && (
            <section className="iv-card">
              <header>
                <h2>{t('state.seen')}</h2>
                <p>{t('seen.lead')}</p>
              </header>
              <p>
                <Link to={`${base}/${line.seenIn}`}>{t('seen.where')}</Link>
              </p>
              {line.works && (
                <div className="iv-acts">
                  <Press texts="staff-bank" version={line.version} intent="take-up" />
                </div>
              )}
            </section>
          )}
          {line.matches.length > 0 && <Said line={line} />}
        </div>
        <aside>
          <section className="iv-card">
            <header>
              <h2>{t('line.facts')}</h2>
            </header>
            <dl className="iv-pairs bk-pairs">
              {[
                ['account', line.account],
                ['party', line.party],
                ['partyAccount', line.partyAccount],
                ['text', line.text],
                ['statement', line.statement.reference],
                ['file', line.statement.file],
              ]
                .filter(([, value]) => value !== '')
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`column.${name}`)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
            {line.named.length > 0 && (
              <p>
                {t('line.names')}{' '}
                {line.named.map((reference) => (
                  <Link key={reference} to={`/admin/orders/${reference}`}>
                    <bdi>{reference}</bdi>{' '}
                  </Link>
                ))}
              </p>
            )}
          </section>
          {line.withdrawable && line.works && <Withdraw answer={answer ?? null} />}
          <p className="dl-quiet">{t('line.limit', { amount: formatMoney(line.limit, language) })}</p>
          <RecordNotes desk={line.notes} />
        </aside>
      </div>
    </div>
  );
}

/** Takes the whole statement back; opened first, so that it is not pressed by mistake. */
function Withdraw({ answer }: { answer: Answer | null }) {
  const t = useTexts('staff-bank');
  const fault = answer?.faults.find(({ field }) => field === 'withdraw-reason');
  return (
    <section className="iv-card">
      <Form method="post" className="bk-form">
        <details open={fault !== undefined || undefined}>
          <summary>{t('withdraw.title')}</summary>
          <p className="dl-quiet">{t('withdraw.lead')}</p>
          <label>
            <span>{t('withdraw.reason')}</span>
            <input
              id="withdraw-reason"
              name="reason"
              defaultValue={answer?.typed['intent'] === 'withdraw' ? answer.typed['reason'] : ''}
              maxLength={200}
              dir="auto"
              aria-invalid={fault ? true : undefined}
            />
            {fault && <small className="bk-wrong">{t(`wrong.${fault.fault}`)}</small>}
          </label>
          <div className="bo-actions">
            <button className="bo-btn" name="intent" value="withdraw">
              {t('withdraw.press')}
            </button>
          </div>
        </details>
      </Form>
    </section>
  );
}

function Open({ line, answer }: { line: Loaded; answer: Answer | null }) {
  const t = useTexts('staff-bank');
  const invoices = useTexts('staff-invoices');
  const language = useLanguage();
  const typed = (name: string) => answer?.typed[name] ?? '';
  const whole = decimalString({ ...line.amount, amount: Math.abs(line.amount.amount) });
  const fault = (field: string) => answer?.faults.find((one) => one.field === field);
  const wrong = (field: string) => {
    const found = fault(field);
    return found && <small className="bk-wrong">{t(`wrong.${found.fault}`)}</small>;
  };
  const part = (row: number) => (
    <fieldset key={row}>
      <legend className="sr-only">{t('split.part', { number: row + 1 })}</legend>
      <div className="bk-part">
        <label>
          <span>{t('split.kind')}</span>
          <select
            id={`kind.${row}`}
            name={`kind.${row}`}
            defaultValue={typed(`kind.${row}`)}
            aria-invalid={fault(`kind.${row}`) ? true : undefined}
          >
            <option value="">–</option>
            {plainKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`part.${kind}`)}
              </option>
            ))}
            {line.providers.length > 0 && (
              <optgroup label={t('part.payout')}>
                {line.providers.map((provider) => (
                  <option key={provider} value={choiceOf({ kind: 'payout', about: provider })}>
                    {providerName(invoices, provider)}
                  </option>
                ))}
              </optgroup>
            )}
            {line.toReturn.length > 0 && (
              <optgroup label={t('part.returned')}>
                {line.toReturn.map(({ id, amount, who }) => (
                  <option key={id} value={choiceOf({ kind: 'returned', about: id })}>
                    {formatMoney(amount, language)} · {who || t('line.nobody')}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
          {wrong(`kind.${row}`)}
        </label>
        <label>
          <span>{t('split.about')}</span>
          <input
            id={`about.${row}`}
            name={`about.${row}`}
            defaultValue={answer ? typed(`about.${row}`) : row === 0 && line.named.length === 1 ? line.named[0] : ''}
            maxLength={40}
            dir="ltr"
            autoComplete="off"
            aria-invalid={fault(`about.${row}`) ? true : undefined}
          />
          {wrong(`about.${row}`)}
        </label>
        <label>
          <span>{t('split.amount', { currency: line.amount.currency })}</span>
          <input
            id={`amount.${row}`}
            name={`amount.${row}`}
            defaultValue={answer ? typed(`amount.${row}`) : row === 0 ? whole : ''}
            inputMode="decimal"
            maxLength={20}
            dir="ltr"
            autoComplete="off"
            aria-invalid={fault(`amount.${row}`) ? true : undefined}
          />
          {wrong(`amount.${row}`)}
        </label>
      </div>
    </fieldset>
  );
  return (
    <>
      <section className="iv-card">
        <header>
          <h2>{t('line.suggestions')}</h2>
        </header>
        {line.suggestions.length === 0 ? (
          <p className="dl-quiet">{t('line.noSuggestions')}</p>
        ) : (
          <ul className="bk-choices">
            {line.suggestions.map((one) => (
              <li key={one.part.kind + one.part.about}>
                <SuggestionWords one={one} />
                <AcceptForm line={line} one={one} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="iv-card">
        <header>
          <h2>{t('split.title')}</h2>
          <p>{t('split.lead')}</p>
        </header>
        <Form method="post" className="bk-form" key={line.version}>
          <input type="hidden" name="version" value={line.version} />
          {part(0)}
          <details open={Array.from({ length: mostParts - 1 }, (_, row) => typed(`kind.${row + 1}`)).some((kind) => kind !== '')}>
            <summary>{t('split.more')}</summary>
            {Array.from({ length: mostParts - 1 }, (_, row) => part(row + 1))}
          </details>
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p" name="intent" value="match">
              {t('act.match')}
            </button>
          </div>
        </Form>
      </section>
      <section className="iv-card">
        <header>
          <h2>{t('notOurs.title')}</h2>
          <p>{t('notOurs.lead')}</p>
        </header>
        <Form method="post" className="bk-form">
          <input type="hidden" name="version" value={line.version} />
          <label>
            <span>{t('notOurs.reason')}</span>
            <input
              id="reason"
              name="reason"
              defaultValue={typed('reason')}
              maxLength={200}
              dir="auto"
              aria-invalid={fault('reason') ? true : undefined}
            />
            {wrong('reason')}
          </label>
          <div className="bo-actions">
            <button className="bo-btn" name="intent" value="set-aside">
              {t('act.set-aside')}
            </button>
          </div>
        </Form>
      </section>
    </>
  );
}

function Waiting({ line }: { line: Loaded }) {
  const t = useTexts('staff-bank');
  const [waiting] = line.matches;
  return (
    <section className="iv-card">
      <header>
        <h2>{t('waiting.title')}</h2>
        <p>{t('waiting.lead', { name: waiting!.askedBy })}</p>
      </header>
      {line.works && (
        <div className="iv-acts">
          {!line.mine && <Press texts="staff-bank" version={line.version} intent="approve" primary />}
          <Press texts="staff-bank" version={line.version} intent="decline" />
        </div>
      )}
    </section>
  );
}

/** An address or a reference within a sentence of another direction. */
const apart = (words: string) => `\u2068${words}\u2069`;

/** Money that is owed to whoever paid it: who was told, how it goes back, and with which lines it went. */
function Kept({ line }: { line: Loaded }) {
  const t = useTexts('staff-bank');
  const language = useLanguage();
  return (
    <section className="iv-card">
      <header>
        <h2>{line.kept ? t('kept.title', { amount: formatMoney(line.kept, language) }) : t('kept.done')}</h2>
        {line.kept && <p>{t('kept.lead')}</p>}
      </header>
      {line.kept && (
        <dl className="iv-pairs bk-pairs">
          <div>
            <dt>{t('kept.to')}</dt>
            <dd>
              <bdi>{line.party || t('line.nobody')}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('column.partyAccount')}</dt>
            <dd>
              <bdi>{line.partyAccount || t('kept.noAccount')}</bdi>
            </dd>
          </div>
        </dl>
      )}
      {line.told.length > 0 && (
        <ul className="iv-events">
          {line.told.map((one) => (
            <li key={one.reference ?? ''}>
              <Icon name={one.state === 'sent' ? 'done' : 'history'} small />
              <span>
                {t(`kept.told.${one.state}`, {
                  to: apart(one.to ?? ''),
                  at: one.at ? sayMoment(one.at, language) : '',
                  amount: formatMoney(one.amount, language),
                  reference: apart(one.reference ?? ''),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {line.returns.length > 0 && (
        <ol className="iv-events">
          {line.returns.map((one) => (
            <li key={one.id}>
              <Icon name={one.asked ? 'history' : 'done'} small />
              <Link to={`${base}/${one.id}`}>
                {t(one.asked ? 'kept.asked' : 'kept.went', {
                  amount: formatMoney(one.amount, language),
                  date: formatDate(one.bookedOn, language),
                })}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Matched({ line }: { line: Loaded }) {
  const t = useTexts('staff-bank');
  return (
    <section className="iv-card">
      <header>
        <h2>{t('state.matched')}</h2>
        <p>{t(`undo.${line.stays ?? 'lead'}`)}</p>
      </header>
      {line.stays === null && line.works && (
        <div className="iv-acts">
          <Press texts="staff-bank" version={line.version} intent="undo" />
        </div>
      )}
    </section>
  );
}

function Said({ line }: { line: Loaded }) {
  const t = useTexts('staff-bank');
  const language = useLanguage();
  return (
    <section className="iv-card">
      <header>
        <h2>{t('line.history')}</h2>
      </header>
      <ol className="iv-events">
        {line.matches.map((match) => (
          <li key={match.id}>
            <Icon name={match.status === 'approved' ? 'done' : 'history'} small />
            <span>
              {match.parts.map((part, index) => (
                <span key={index}>
                  {index > 0 && ' + '}
                  <PartWords part={part} /> {formatMoney(part.amount, language)}
                </span>
              ))}
            </span>
            <span className="dl-quiet">{sayDay(match.askedAt, language)}</span>
            <small>
              {t(`match.${match.status}`)} · <bdi>{match.askedBy}</bdi>
              {match.decidedBy && (
                <>
                  {' '}
                  · <bdi>{match.decidedBy}</bdi>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
