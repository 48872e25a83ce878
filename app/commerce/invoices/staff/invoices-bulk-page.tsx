import { redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BulkFrame } from '../../orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '../../orders/staff/bulk-report.tsx';
import { findRowsByNumber } from './invoice-desk-store.server.ts';
import { findBatch } from './invoice-sendings-store.server.ts';
import { InvoiceStateChip } from './invoice-state.tsx';
import { shownRow } from './open-invoice-list.server.ts';
import { mostSentAtOnce, sendInvoices } from './send-invoices.server.ts';
import type { Route } from './+types/invoices-bulk-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-lists'] };

const base = '/admin/invoices';

/** What one press would send or pack; or, with a batch, what became of each. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
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
  const numbers = [...new Set(url.searchParams.getAll('number'))];
  return {
    kind: 'try' as const,
    pack: url.searchParams.get('action') === 'pack',
    rows: (await findRowsByNumber(db, clock.now(), numbers.slice(0, mostSentAtOnce))).map(shownRow),
    left: Math.max(0, numbers.length - mostSentAtOnce),
    key: newFormKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) throw redirect(`/admin/unauthorized?from=${base}`);
  const form = await request.formData();
  const numbers = form.getAll('number').map(String);
  const { requestId } = context.get(requestContext);
  const to = await onceForForm<string>(platform, { actor: `staff:${viewer.user.id}`, form, about: numbers.join() }, async (progress) => {
    const batchAt = (batch: string) => `${base}/bulk?batch=${batch}`;
    const sent = await sendInvoices(platform, { viewer, numbers, requestId }, (tx, batch) => progress.answer(tx, batchAt(batch)));
    return sent.ok ? batchAt(sent.value) : `${base}/bulk?action=send`;
  });
  return redirect(to);
}

export default function InvoicesBulkPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const what = t(loaderData.kind === 'try' && loaderData.pack ? 'bulk.pack' : 'bulk.send');
  return (
    <BulkFrame
      what={what}
      back={base}
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
      {loaderData.kind === 'try' && (
        <BulkDryRun
          what={what}
          rows={loaderData.rows.map((row) => ({
            id: row.number,
            reference: row.number,
            to: `${base}/${row.number}`,
            locked: null,
            about: (
              <>
                <bdi>{row.buyer}</bdi> · <bdi>{formatMoney(row.gross, language)}</bdi> <InvoiceStateChip state={row.state} />
              </>
            ),
          }))}
          left={loaderData.left}
          refused={null}
          why={(code) => code}
          form={{
            field: 'number',
            intent: loaderData.pack ? 'pack' : 'send',
            formKey: loaderData.key,
            to: loaderData.pack ? `${base}/papers` : null,
            with: loaderData.pack ? <PaperLanguage /> : <p className="iv-papers dl-quiet">{t('bulk.sendHint')}</p>,
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
