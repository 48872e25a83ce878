import { data, Form, redirect } from 'react-router';
import { BulkFrame } from '#app/commerce/orders/staff/bulk-frame.tsx';
import { BulkDryRun } from '#app/commerce/orders/staff/bulk-report.tsx';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { listMacros } from '../macros-store.server.ts';
import { isHelpdeskOn } from '../open-ticket.server.ts';
import { ticketDeeds, ticketPriorities, type TicketDeed } from '../ticket-kinds.ts';
import { readTag } from '../ticket-tags.ts';
import { findTicketTags } from '../tickets-store.server.ts';
import { findTicketRun } from '../ticket-runs-store.server.ts';
import { ticketStates } from '../ticket-status.ts';
import { tryMany, workMany, type ManyDeed } from '../work-many.server.ts';
import { findAllMatching } from './open-ticket-list.server.ts';
import { readTicketView } from './ticket-list.ts';
import { TagField } from './ticket-parts.tsx';
import type { Route } from './+types/ticket-bulk-page.ts';
import './ticket-desk.css';

export const handle = { texts: ['staff-tickets', 'staff-lists'] };

const base = '/admin/tickets/bulk';
/** Among colleagues: whose nobody is. */
const nobody = 'nobody';

/** The deed with its text, its colleague, its priority or its tag; null as long as one is missing. */
function readDeed(deed: TicketDeed, aim: string): ManyDeed | null {
  if (aim === '') return null;
  if (deed === 'answer' || deed === 'solve') return { deed, macroId: aim };
  if (deed === 'assign') return { deed, to: aim === nobody ? null : aim };
  if (deed === 'tag' || deed === 'untag') {
    const tag = readTag(aim);
    return tag === null ? null : { deed, to: tag };
  }
  const priority = ticketPriorities.find((one) => one === aim);
  return priority ? { deed, to: priority } : null;
}

const oneDeed = (text: FormDataEntryValue | null): TicketDeed => ticketDeeds.find((one) => one === text) ?? 'answer';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const search = url.searchParams;
  const runId = search.get('run');
  if (runId) {
    const found = await findTicketRun(platform.db, runId);
    if (!found) throw new Response('Not found', { status: 404 });
    return { kind: 'run', deed: found.run.deed, startedAt: found.run.startedAt.toISOString(), lines: found.lines } as const;
  }
  const deed = oneDeed(search.get('deed'));
  const list = search.has('all') ? (search.get('list') ?? '').slice(0, 600) : null;
  const typed = [...new Set(search.getAll('ticket').flatMap((text) => parseReference(text) ?? []))];
  const [picked, macros, colleagues, tags] = await Promise.all([
    list === null
      ? { references: typed.slice(0, mostAtOnce), all: typed.length }
      : findAllMatching(platform, viewer, readTicketView(new URLSearchParams(list)), mostAtOnce),
    listMacros(platform.db),
    listStaffWith(platform.db, 'tickets:work'),
    findTicketTags(platform.db, platform.clock.now()),
  ]);
  const aim = (search.get('aim') ?? '').slice(0, 64);
  const wanted = readDeed(deed, aim);
  const tried = wanted && (await tryMany(platform, { references: picked.references, deed: wanted, staffId: viewer.user.id }));
  return {
    kind: 'try',
    deed,
    list,
    picked: list === null ? picked.references : [],
    some: picked.references.length > 0,
    left: Math.max(0, picked.all - mostAtOnce),
    macros: macros.filter(({ isOn }) => isOn).map(({ id, name }) => ({ id, name })),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    tags,
    // A tag is said as it is written, whatever was typed.
    aim: !tried ? '' : wanted && (wanted.deed === 'tag' || wanted.deed === 'untag') ? wanted.to : aim,
    noTag: deed === 'tag' && aim !== '' && !wanted,
    tried,
    refused: search.has('refused'),
    key: newFormKey(),
  } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isHelpdeskOn(platform))) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const deed = readDeed(oneDeed(form.get('intent')), text('aim').slice(0, 64));
  if (!ticketDeeds.some((one) => one === form.get('intent')) || !deed) return data(null, { status: 400 });
  const staffId = viewer.user.id;
  const lines = form
    .getAll('line')
    .slice(0, mostAtOnce)
    .flatMap((line) => {
      const match = /^([0-9A-Z-]{11}) (\d{1,9})$/.exec(String(line));
      return match ? [{ reference: match[1]!, version: Number(match[2]) }] : [];
    });
  const edition = /^\d{1,9}$/.test(text('edition')) ? Number(text('edition')) : null;
  const run = await onceForForm<Awaited<ReturnType<typeof workMany>>>(
    platform,
    { actor: `user:${staffId}`, form, about: 'tickets-many' },
    (progress) => workMany(platform, { lines, deed, edition, staffId }, progress.answer),
  );
  return redirect(run.ok ? `${base}?run=${run.value}` : `${base}?deed=${deed.deed}&refused`, 303);
}

type Tried = Extract<Route.ComponentProps['loaderData'], { kind: 'try' }>;

export default function TicketBulkPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-tickets');
  const what = t(`deed.${loaderData.deed}`);
  const why = (code: string) => {
    if ((ticketStates as readonly string[]).includes(code)) return t(`state.${code}`);
    return ['assign', 'priority', 'tag', 'untag'].includes(code) ? t(`event.${code}`) : t(`line.${code}`);
  };
  return (
    <BulkFrame
      what={what}
      back="/admin/tickets"
      run={
        loaderData.kind === 'run'
          ? {
              startedAt: loaderData.startedAt,
              lines: loaderData.lines.map(({ position, reference, ok, said }) => ({
                id: String(position),
                reference,
                to: `/admin/tickets/${reference}`,
                ok,
                said: said && why(said),
              })),
            }
          : null
      }
    >
      {loaderData.kind === 'try' && (
        <>
          {loaderData.some && <Aim data={loaderData} />}
          {loaderData.noTag && (
            <p className="dl-said dl-said--warn" role="alert">
              {t('refused.no-tag')}
            </p>
          )}
          {(loaderData.tried || !loaderData.some) && (
            <BulkDryRun
              what={what}
              rows={(loaderData.tried?.lines ?? []).map((line) => ({
                id: `${line.reference} ${line.version}`,
                reference: line.reference,
                to: `/admin/tickets/${line.reference}`,
                locked: line.verdict === 'ready' ? null : line.verdict,
                about: (
                  <span dir="auto" lang={line.words === null ? undefined : line.language}>
                    {line.words ?? line.subject}
                  </span>
                ),
              }))}
              left={loaderData.left}
              refused={loaderData.refused ? 'nothing' : null}
              why={why}
              form={{
                field: 'line',
                intent: loaderData.deed,
                formKey: loaderData.key,
                with: (
                  <>
                    <input type="hidden" name="aim" value={loaderData.aim} />
                    <input type="hidden" name="edition" value={loaderData.tried?.macro?.version ?? ''} />
                  </>
                ),
              }}
            />
          )}
        </>
      )}
    </BulkFrame>
  );
}

/** With which text or tag, to whom or how pressing: what is picked stays picked. */
function Aim({ data: { deed, list, picked, aim, macros, colleagues, tags } }: { data: Tried }) {
  const t = useTexts('staff-tickets');
  const lists = useTexts('staff-lists');
  const [label, options] =
    deed === 'assign'
      ? ([t('column.assignee'), [...colleagues, { id: nobody, name: t('nobody') }]] as const)
      : deed === 'priority'
        ? ([t('column.priority'), ticketPriorities.map((id) => ({ id, name: t(`priority.${id}`) }))] as const)
        : deed === 'tag' || deed === 'untag'
          ? ([t('column.tags'), tags.map((tag) => ({ id: tag, name: tag }))] as const)
          : ([t('macros.pick'), macros] as const);
  return (
    <Form method="get" className="dl-filters">
      <input type="hidden" name="deed" value={deed} />
      {list === null ? (
        picked.map((reference) => <input key={reference} type="hidden" name="ticket" value={reference} />)
      ) : (
        <>
          <input type="hidden" name="all" value="1" />
          <input type="hidden" name="list" value={list} />
        </>
      )}
      {deed === 'tag' ? (
        <TagField name="aim" value={aim} tags={tags} />
      ) : (
        <label>
          <span className="sr-only">{label}</span>
          <select name="aim" defaultValue={aim} required>
            <option value="">{label}</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button className="bo-btn" type="submit">
        {lists('bulk.try')}
      </button>
    </Form>
  );
}
