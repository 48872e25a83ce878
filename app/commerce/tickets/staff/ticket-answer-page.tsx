import { data, Form, Link, redirect } from 'react-router';
import { BulkDryRun, BulkOutcome } from '#app/commerce/orders/staff/bulk-report.tsx';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { answerMany, mostAnswered, tryAnswerMany } from '../answer-many.server.ts';
import { listMacros } from '../macros-store.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { findTicketRun } from '../ticket-runs-store.server.ts';
import { ticketStates } from '../ticket-status.ts';
import type { Route } from './+types/ticket-answer-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets', 'staff-lists'] };

const base = '/admin/tickets/answer';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const runId = url.searchParams.get('run');
  if (runId) {
    const found = await findTicketRun(platform.db, runId);
    if (!found) throw new Response('Not found', { status: 404 });
    return { kind: 'run', lines: found.lines } as const;
  }
  const picked = [...new Set(url.searchParams.getAll('ticket').flatMap((text) => parseReference(text) ?? []))];
  const macroId = url.searchParams.get('macro') ?? '';
  const [macros, tried] = await Promise.all([
    listMacros(platform.db),
    tryAnswerMany(platform, { references: picked, macroId, staffId: viewer.user.id }),
  ]);
  return {
    kind: 'try',
    picked,
    left: Math.max(0, picked.length - mostAnswered),
    macros: macros.filter(({ isOn }) => isOn).map(({ id, name }) => ({ id, name })),
    macro: tried.macro,
    lines: tried.lines,
    refused: url.searchParams.has('refused'),
    key: newFormKey(),
  } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  if (form.get('intent') !== 'answer') return data(null, { status: 400 });
  const staffId = viewer.user.id;
  const lines = form.getAll('line').flatMap((text) => {
    const match = /^([0-9A-Z-]{11}) (\d{1,9})$/.exec(String(text));
    return match ? [{ reference: match[1]!, version: Number(match[2]) }] : [];
  });
  const run = await onceForForm<Awaited<ReturnType<typeof answerMany>>>(
    platform,
    { actor: `user:${staffId}`, form, about: 'answer-many' },
    (progress) =>
      answerMany(
        platform,
        { lines, macroId: String(form.get('macro')), macroVersion: Number(form.get('edition')), staffId },
        progress.answer,
      ),
  );
  return redirect(run.ok ? `${base}?run=${run.value}` : `${base}?refused`, 303);
}

export default function TicketAnswerPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-tickets');
  const lists = useTexts('staff-lists');
  const why = (code: string) => ((ticketStates as readonly string[]).includes(code) ? t(`state.${code}`) : t(`line.${code}`));
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          {loaderData.kind === 'run' ? lists('bulk.result', { what: t('answerMany') }) : lists('bulk.dryRun', { what: t('answerMany') })}
        </h1>
        <p>{loaderData.kind === 'try' && lists('bulk.dryRunSub')}</p>
        <Link className="bo-btn" to="/admin/tickets">
          {lists('bulk.back')}
        </Link>
      </header>
      {loaderData.kind === 'run' ? (
        <BulkOutcome
          lines={loaderData.lines.map(({ position, reference, ok, said }) => ({
            id: String(position),
            reference,
            to: `/admin/tickets/${reference}`,
            ok,
            said: said && why(said),
          }))}
        />
      ) : (
        <>
          {loaderData.picked.length > 0 && (
            <Form method="get" className="dl-filters">
              {loaderData.picked.map((reference) => (
                <input key={reference} type="hidden" name="ticket" value={reference} />
              ))}
              <label>
                <span className="sr-only">{t('macros.pick')}</span>
                <select name="macro" defaultValue={loaderData.macro?.id ?? ''} required>
                  <option value="">{t('macros.pick')}</option>
                  {loaderData.macros.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <button className="bo-btn" type="submit">
                {lists('bulk.try')}
              </button>
            </Form>
          )}
          {(loaderData.macro || loaderData.picked.length === 0) && (
            <BulkDryRun
              what={t('answerMany')}
              rows={loaderData.lines.map((line) => ({
                id: `${line.reference} ${line.version}`,
                reference: line.reference,
                to: `/admin/tickets/${line.reference}`,
                locked: line.verdict === 'sends' ? null : line.verdict,
                about: (
                  <span dir="auto" lang={line.language}>
                    {line.words}
                  </span>
                ),
              }))}
              left={loaderData.left}
              refused={loaderData.refused ? 'changed-meanwhile' : null}
              why={why}
              form={{
                field: 'line',
                intent: 'answer',
                formKey: loaderData.key,
                with: (
                  <>
                    <input type="hidden" name="macro" value={loaderData.macro?.id} />
                    <input type="hidden" name="edition" value={loaderData.macro?.version} />
                  </>
                ),
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
