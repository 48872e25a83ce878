import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm, type Keep } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { correctAsStaff } from '../../orders/correct-invoice.server.ts';
import { askOrderRefund, decideOrderRefund } from '../../orders/staff/refund-order.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { askCredit, decideCredit } from './credit-from-desk.server.ts';
import { creditCauses, readCredit, type CreditFault } from './credit-form.ts';
import { openCredit } from './open-credit.server.ts';
import type { Route } from './+types/invoice-credit-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

const base = '/admin/invoices';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const opened = viewer.kind === 'staff' ? await openCredit(context.get(platformContext).db, viewer, params.number) : null;
  if (!opened) throw new Response('Not found', { status: 404 });
  return {
    ...opened.shown,
    cause: creditCauses.find((one) => one === url.searchParams.get('cause')) ?? null,
    refused: url.searchParams.get('refused'),
    key: newFormKey(),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const here = `${base}/${params.number}/credit`;
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) throw redirect(`/admin/unauthorized?from=${base}`);
  const opened = await openCredit(platform.db, viewer, params.number);
  if (!opened) throw new Response('Not found', { status: 404 });
  const { invoice, order } = opened;
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const { requestId } = context.get(requestContext);
  const product = context.get(productCountersContext).product(order.kind);
  const sent = { actor: `staff:${viewer.user.id}`, form, about: `credit:${invoice.id}` };
  if (intent === 'approve' || intent === 'decline') {
    const ofRefund = form.get('of') === 'refund';
    const to = await onceForForm(platform, sent, async () => {
      const ask = { viewer, orderId: order.id, decision: intent, requestId } as const;
      const decided = ofRefund ? await decideOrderRefund(platform, product, ask) : await decideCredit(platform, product, ask);
      return decided.ok ? `${base}/${invoice.number}?did=credit-${decided.value}` : `${here}?refused=${decided.refused}`;
    });
    return redirect(to);
  }
  if (intent === 'reissue') {
    const to = await onceForForm<string>(platform, sent, async (progress) => {
      const at = (number: string) => `${base}/${number}?did=reissued`;
      const done = await correctAsStaff(platform, { viewer, number: invoice.number, requestId }, (tx, number) =>
        progress.answer(tx, at(number)),
      );
      return done.ok ? at(done.value) : `${here}?refused=${done.refused}`;
    });
    return redirect(to);
  }
  const said = (asked: Awaited<ReturnType<typeof askOrderRefund>> | Awaited<ReturnType<typeof askCredit>>) => ({
    to: asked.ok ? `${base}/${invoice.number}?did=credit-${asked.value}` : `${here}?refused=${asked.refused}`,
  });
  const answer = await onceForForm<{ to: string } | { faults: Answer['faults'] } | { moved: true }>(platform, sent, async (progress) => {
    const keep: Keep<Parameters<typeof said>[0]> = (tx, asked) => progress.answer(tx, said(asked));
    const read = readCredit(form, opened.lines, opened.returnable);
    if (!read.ok) return { faults: read.faults };
    const { wish } = read;
    const seen = opened.shown.left.amount;
    if (Number(form.get('seen')) !== seen) return { moved: true };
    const asked = wish.paymentId
      ? await askOrderRefund(
          platform,
          product,
          {
            viewer,
            orderId: order.id,
            paymentId: wish.paymentId,
            requestId,
            seen: opened.returnable.get(wish.paymentId) ?? 0,
            wish: {
              amount: wish.amount,
              lines: Object.fromEntries([...wish.lines].map(([position, fils]) => [position - 1, fils])),
              reason: wish.reason,
              cause: wish.cause,
            },
          },
          keep,
        )
      : await askCredit(platform, product, { viewer, invoice, wish, requestId, seen }, keep);
    return !asked.ok && asked.refused === 'money-moved' ? { moved: true } : said(asked);
  });
  if ('to' in answer) return redirect(answer.to);
  const typed = Object.fromEntries([...form.entries()].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
  // What was typed stays: it is for whoever typed it to see whether it is still right.
  return 'moved' in answer
    ? data({ typed, faults: [], moved: true, key: newFormKey() }, { status: 409 })
    : data({ typed, faults: answer.faults, moved: false, key: newFormKey() }, { status: 400 });
}

type Loaded = Route.ComponentProps['loaderData'];
interface Answer {
  readonly typed: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly field: string; readonly fault: CreditFault }[];
  /** Somebody credited something since the form was drawn. */
  readonly moved: boolean;
  readonly key: string;
}

export default function InvoiceCreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const { waiting } = loaderData;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('credit.title', { number: loaderData.number })}</h1>
        <p>
          <bdi>{loaderData.buyer}</bdi> · {t('credit.left', { amount: formatMoney(loaderData.left, language) })}
        </p>
        <Link className="bo-btn" to={`${base}/${loaderData.number}`}>
          {t('credit.back')}
        </Link>
      </header>
      {loaderData.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t([`refused.${loaderData.refused}`, 'refused.not-possible'])}
        </p>
      )}
      <div className="dl-record">
        <div>
          {waiting ? (
            <Waiting waiting={waiting} formKey={loaderData.key} />
          ) : loaderData.left.amount === 0 ? (
            <p className="dl-none">{t('credit.nothingLeft')}</p>
          ) : (
            <CreditForm data={loaderData} answer={actionData ?? null} />
          )}
        </div>
        <aside>
          <section className="iv-card">
            <header>
              <h2>{t('credit.events')}</h2>
            </header>
            {loaderData.events.length === 0 ? (
              <p className="dl-quiet">{t('credit.noEvents')}</p>
            ) : (
              <ol className="iv-events">
                {loaderData.events.map(({ event, on, cause }, index) => (
                  <li key={index}>
                    <Icon name="history" small />
                    <span>{t([`event.${event}`, 'event.other'])}</span>
                    <span className="dl-quiet">{formatDate(on, language)}</span>
                    <small>
                      <Link to={`?cause=${cause}`}>{t('credit.because')}</Link>
                    </small>
                  </li>
                ))}
              </ol>
            )}
          </section>
          <p className="dl-quiet">{t('credit.limit', { amount: formatMoney(loaderData.limit, language) })}</p>
        </aside>
      </div>
    </div>
  );
}

function Waiting({ waiting, formKey }: { waiting: NonNullable<Loaded['waiting']>; formKey: string }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const amount = formatMoney(waiting.amount, language);
  return (
    <section className="iv-card">
      <header>
        <h2>{t(waiting.refund ? 'credit.refundWaits' : 'credit.waits', { amount })}</h2>
        <p>{t('credit.askedBy', { name: waiting.by })}</p>
      </header>
      <div className="iv-form">
        <p className="dl-words">{waiting.reason}</p>
        {!waiting.mayApprove && <p className="dl-quiet">{t(waiting.own ? 'credit.own' : 'credit.notYours')}</p>}
        <div className="iv-buttons">
          {(['approve', 'decline'] as const)
            .filter((intent) => waiting.mayApprove || (waiting.own && intent === 'decline'))
            .map((intent) => (
              <Form key={intent} method="post">
                <input type="hidden" name="key" value={`${formKey}-${intent}`} />
                <input type="hidden" name="of" value={waiting.refund ? 'refund' : 'credit'} />
                <button className={`bo-btn${intent === 'approve' ? ' bo-btn--p' : ''}`} name="intent" value={intent}>
                  {intent === 'approve' ? t('credit.approve', { amount }) : t(waiting.own ? 'credit.withdraw' : 'credit.decline')}
                </button>
              </Form>
            ))}
        </div>
      </div>
    </section>
  );
}

function CreditForm({ data: page, answer }: { data: Loaded; answer: Answer | null }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const faultOf = (field: string) => answer?.faults.find((one) => one.field === field)?.fault;
  const wrong = (field: string) => {
    const fault = faultOf(field);
    return fault ? (
      <span id={`${field.replace('.', '-')}-wrong`} className="bo-wrong">
        {t(`wrong.${fault}`)}
      </span>
    ) : null;
  };
  const invalid = (field: string) =>
    faultOf(field) ? ({ 'aria-invalid': true, 'aria-describedby': `${field.replace('.', '-')}-wrong` } as const) : {};
  const typed = (field: string, usual = '') => answer?.typed[field] ?? usual;
  const first = page.payments[0]?.id ?? 'none';
  return (
    <Form method="post" className="iv-card">
      <input type="hidden" name="key" value={answer?.key ?? page.key} />
      <input type="hidden" name="seen" value={page.left.amount} />
      <header>
        <h2 id="credit-lines">{t('credit.lines')}</h2>
        <p>{t('credit.linesHint')}</p>
      </header>
      {answer && (
        <p className="bo-wrong" role="alert">
          {t(answer.moved ? 'refused.money-moved' : 'credit.lookAgain')}
        </p>
      )}
      <ScrollRegion labelledBy="credit-lines" className="iv-rows iv-lines">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lines.what')}</th>
              <th scope="col" className="iv-figure">
                {t('credit.leftOf')}
              </th>
              <th scope="col" className="iv-figure">
                {t('credit.count')}
              </th>
              <th scope="col" className="iv-figure">
                {t('credit.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {page.lines.map((line) => {
              const words = language === 'ar' ? line.words.ar : line.words.en;
              const none = line.left.amount === 0;
              return (
                <tr key={line.position}>
                  <td>
                    <bdi>{words}</bdi>
                    {wrong(`count.${line.position}`)}
                    {wrong(`amount.${line.position}`)}
                  </td>
                  <td className="iv-figure">
                    <bdi>{formatNumber(line.left.amount / 100, language, 2)}</bdi>
                    <small>{t('credit.of', { amount: formatNumber(line.gross.amount / 100, language, 2) })}</small>
                  </td>
                  <td className="iv-figure">
                    {!none && line.units > 0 && (
                      <>
                        <input
                          className="iv-count"
                          name={`count.${line.position}`}
                          inputMode="numeric"
                          maxLength={4}
                          autoComplete="off"
                          aria-label={t('credit.countOf', { what: words })}
                          defaultValue={typed(`count.${line.position}`)}
                          {...invalid(`count.${line.position}`)}
                        />
                        <small>{t('credit.ofUnits', { count: line.units })}</small>
                      </>
                    )}
                  </td>
                  <td className="iv-figure">
                    {!none && (
                      <input
                        name={`amount.${line.position}`}
                        inputMode="decimal"
                        maxLength={14}
                        autoComplete="off"
                        aria-label={t('credit.amountOf', { what: words })}
                        defaultValue={typed(`amount.${line.position}`)}
                        {...invalid(`amount.${line.position}`)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="iv-form">
        {wrong('lines')}
        <label>
          <span>{t('credit.cause')}</span>
          <select name="cause" defaultValue={typed('cause', page.cause ?? '')} required {...invalid('cause')}>
            <option value="">{t('credit.choose')}</option>
            {creditCauses.map((cause) => (
              <option key={cause} value={cause}>
                {t(`cause.${cause}`)}
              </option>
            ))}
          </select>
          {wrong('cause')}
        </label>
        <label>
          <span>{t('credit.reason')}</span>
          <input name="reason" maxLength={500} required defaultValue={typed('reason')} {...invalid('reason')} />
          {wrong('reason')}
        </label>
        <fieldset>
          <legend>{t('credit.destination')}</legend>
          {page.payments.map(({ id, on, part, most }) => (
            <label key={id} className="iv-choice">
              <input type="radio" name="to" value={id} defaultChecked={typed('to', first) === id} />
              <span>{t(part ? 'credit.toPart' : 'credit.toPayment', { date: formatDate(on, language) })}</span>
              <small>{t('credit.most', { amount: formatMoney(most, language) })}</small>
            </label>
          ))}
          <label className="iv-choice">
            <input type="radio" name="to" value="none" defaultChecked={typed('to', first) === 'none'} />
            <span>{t('credit.toNone')}</span>
            <small>{t('credit.toNoneHint')}</small>
          </label>
          {wrong('to')}
        </fieldset>
        <div className="iv-buttons">
          <button className="bo-btn bo-btn--p" name="intent" value="credit">
            {t('credit.go')}
          </button>
        </div>
      </div>
    </Form>
  );
}
