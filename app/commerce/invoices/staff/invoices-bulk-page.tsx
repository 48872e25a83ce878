import { data, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BulkFrame } from '../../orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '../../orders/staff/bulk-report.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { HandOverFields } from './e-invoice-fields.tsx';
import { readHandOver, type EInvoiceFault, type EInvoiceField, type EInvoiceTyped } from './e-invoice-form.ts';
import { handOverEInvoices } from './hand-over-e-invoices.server.ts';
import { countMatchingInvoices, findInvoiceRows, findRowsByNumber, mostCounted } from './invoice-desk-store.server.ts';
import { invoiceAddress, readInvoiceView } from './invoice-list-view.ts';
import { findBatch } from './invoice-sendings-store.server.ts';
import { InvoiceStateChip } from './invoice-state.tsx';
import { shownRow } from './open-invoice-list.server.ts';
import { mostSentAtOnce, sendInvoices } from './send-invoices.server.ts';
import type { Route } from './+types/invoices-bulk-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-lists'] };

const base = '/admin/invoices';
/** Sending mails, packing papers, packing electronic invoices, and marking these as handed over. */
const acts = ['send', 'pack', 'e-pack', 'handed'] as const;

/** What one press would send or pack; or, with a batch, what became of each. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const now = clock.now();
  const batch = url.searchParams.get('batch');
  if (batch !== null) {
    const sent = await findBatch(db, batch);
    if (sent.length === 0) throw new Response('Not found', { status: 404 });
    return {
      kind: 'run' as const,
      startedAt: sent[0]!.askedAt.toISOString(),
      lines: sent.map((one) => ({ number: one.number, ok: one.sent ? true : null })),
    };
  }
  const view = { ...readInvoiceView(new URLSearchParams((url.searchParams.get('list') ?? '').slice(0, 600))), after: null };
  const typed = [...new Set(url.searchParams.getAll('number'))];
  const [rows, matching] =
    url.searchParams.get('all') === '1'
      ? await Promise.all([findInvoiceRows(db, crypto, view, { now, most: mostSentAtOnce }), countMatchingInvoices(db, crypto, view, now)])
      : [await findRowsByNumber(db, now, typed.slice(0, mostSentAtOnce)), typed.length];
  return {
    kind: 'try' as const,
    act: acts.find((one) => one === url.searchParams.get('action')) ?? 'send',
    refused: url.searchParams.has('refused'),
    rows: rows.map(shownRow),
    left: Math.max(0, matching - mostSentAtOnce),
    orMore: matching > mostCounted,
    most: mostSentAtOnce,
    back: `${base}${invoiceAddress(view)}`,
    key: newFormKey(),
  };
}

interface Refused {
  readonly typed: EInvoiceTyped;
  readonly wrong: readonly { readonly field: EInvoiceField; readonly fault: EInvoiceFault }[];
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) throw redirect(`/admin/unauthorized?from=${base}`);
  const form = await request.formData();
  const numbers = form.getAll('number').map(String);
  const { requestId } = context.get(requestContext);
  if (form.get('intent') === 'handed') {
    const read = readHandOver(form);
    if (!read.ok) return data<Refused>({ typed: read.typed, wrong: read.wrong }, { status: 422 });
    const at = (count: number) => `${base}?e-invoice=handed-over&handed=${count}`;
    return redirect(
      await onceForForm<string>(platform, { actor: `staff:${viewer.user.id}`, form, about: numbers.join() }, async (progress) => {
        const marked = await handOverEInvoices(platform, { viewer, numbers, requestId, ...read.value }, (tx, count) =>
          progress.answer(tx, at(count)),
        );
        return marked.ok ? at(marked.value) : `${base}/bulk?action=handed&refused`;
      }),
    );
  }
  const to = await onceForForm<string>(platform, { actor: `staff:${viewer.user.id}`, form, about: numbers.join() }, async (progress) => {
    const batchAt = (batch: string) => `${base}/bulk?batch=${batch}`;
    const sent = await sendInvoices(platform, { viewer, numbers, requestId }, (tx, batch) => progress.answer(tx, batchAt(batch)));
    return sent.ok ? batchAt(sent.value) : `${base}/bulk?action=send`;
  });
  return redirect(to);
}

/** Where a press goes that answers with a file. */
const files = { send: null, pack: `${base}/papers`, 'e-pack': `${base}/e-invoices`, handed: null } as const;

export default function InvoicesBulkPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const act = loaderData.kind === 'try' ? loaderData.act : 'send';
  const what = t(`bulk.${act}`);
  const answer = actionData ?? null;
  const errorOf = (field: EInvoiceField) => {
    const found = answer?.wrong.find((one) => one.field === field);
    return found && t(`eInvoice.fault.${found.fault}`);
  };
  const withs = {
    send: <p className="iv-papers dl-quiet">{t('bulk.sendHint')}</p>,
    pack: <PaperLanguage />,
    'e-pack': <p className="iv-papers dl-quiet">{t('eInvoice.packHint')}</p>,
    handed: (
      <div className="iv-form">
        <HandOverFields typed={answer?.typed ?? {}} errorOf={errorOf} />
      </div>
    ),
  } as const;
  return (
    <BulkFrame
      what={what}
      back={loaderData.kind === 'try' ? loaderData.back : base}
      run={
        loaderData.kind === 'run'
          ? {
              startedAt: loaderData.startedAt,
              lines: loaderData.lines.map(({ number, ok }) => ({
                id: number,
                reference: number,
                to: `${base}/${number}`,
                ok,
                said: ok ? t('bulk.left') : null,
              })),
            }
          : null
      }
    >
      <ErrorSummary faults={(answer?.wrong ?? []).map(({ field, fault }) => ({ field, message: t(`eInvoice.fault.${fault}`) }))} />
      {loaderData.kind === 'try' && (
        <BulkDryRun
          what={what}
          rows={loaderData.rows.map((row) => ({
            id: row.number,
            reference: row.number,
            to: `${base}/${row.number}`,
            locked: (act === 'e-pack' || act === 'handed') && row.eInvoice !== 'ready' ? row.eInvoice : null,
            about: (
              <>
                <bdi>{row.buyer}</bdi> · <bdi>{formatMoney(row.gross, language)}</bdi> <InvoiceStateChip state={row.state} />
              </>
            ),
          }))}
          left={loaderData.left}
          orMore={loaderData.orMore}
          most={loaderData.most}
          refused={loaderData.refused ? 'not-ready' : null}
          why={(code) => (code === 'not-ready' ? t('eInvoice.refused.not-ready') : t(`eInvoice.state.${code}`))}
          form={{
            field: 'number',
            intent: act,
            formKey: loaderData.key,
            to: files[act],
            with: withs[act],
          }}
        />
      )}
    </BulkFrame>
  );
}

function PaperLanguage() {
  const t = useTexts('staff-invoices');
  return (
    <p className="iv-papers">
      <label>
        <input type="radio" name="papers" value="en" defaultChecked /> {t('acts.paper.en')}
      </label>
      <label>
        <input type="radio" name="papers" value="ar" /> {t('acts.paper.ar')}
      </label>
    </p>
  );
}
