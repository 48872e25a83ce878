import { countWaiting } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { inquiryQueueNames, queueOf, type InquiryQueue } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { movedBetween, type MovedMoney } from '#app/commerce/ledger/ledger-store.server.ts';
import { leads, may, type Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { listPapers, listSuppliers } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import { paperState } from '#app/products/flights/supply/flight-supplier-rules.ts';
import { readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { countDeskQueues, findFlightOrdersAsStaff } from '#app/products/flights/staff/flight-desk-store.server.ts';
import type { Circuits, ShownCircuit } from '#app/products/flights/supplier/circuits.server.ts';
import { noFigures, readSourceFigures, type SourceFigures } from '#app/products/flights/staff/supply-figures-store.server.ts';
import { readRuleFigures } from '#app/products/flights/markups/rule-figures-store.server.ts';
import { countQueues, queueCount } from '#app/products/visas/evisa/staff/evisa-desk-store.server.ts';
import { addMilliseconds, dateIn, dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { approvals } from './alerts/alert-rules.ts';
import { listTasks, type TaskList } from './list-tasks.server.ts';
import { recordOf, taskRuleOf } from './task-rules.ts';
import { tellTasks } from './tell-tasks.server.ts';
import { listWork } from './work-queue/list-work.server.ts';
import { showWork } from './work-queue/open-work.server.ts';
import { readWorkView, workKinds, type WorkKind } from './work-queue/work-view.ts';
import { dayBegins, ribbonOf, type Deadline, type RibbonMark } from './day-ribbon.ts';

const workItems = 14;
/** A page of them; the rest is found among the alerts. */
const mostApprovals = 100;

export interface WorkItem {
  readonly kind: WorkKind;
  readonly ref: string;
  readonly to: string;
  readonly who: string | null;
  /** What to do: the state it waits in. */
  readonly what: string;
  /** Instant, ISO in UTC. */
  readonly due: string;
  /** Who has taken it on. */
  readonly owner: string | null;
  /** As the work queue names it, where it can be taken on; null where somebody has it or it changes hands on its own page. */
  readonly thing: string | null;
}

export interface Dashboard {
  readonly flights: Awaited<ReturnType<typeof countDeskQueues>> | null;
  /** Cases of e-visas: past or near their promised day, with an authority, and to be proof-read. */
  readonly visas: {
    readonly due: number;
    readonly late: number;
    readonly authority: number;
    readonly proof: number;
    readonly fresh: number;
  } | null;
  /** By the list in which they are worked on; only lists in which one waits. */
  readonly inquiries: readonly { readonly queue: InquiryQueue; readonly waiting: number; readonly late: number }[] | null;
  readonly approvals: readonly { readonly id: string; readonly kind: string; readonly words: string; readonly to: string }[];
  readonly tasks: TaskList['counts'];
  /** Who has how much; null for somebody who does not lead. */
  readonly load: TaskList['load'] | null;
  readonly work: readonly WorkItem[];
  readonly ribbon: readonly RibbonMark[];
  readonly money: {
    readonly today: MovedMoney;
    readonly before: MovedMoney;
    readonly margin: number;
    readonly marginBefore: number;
  } | null;
  readonly sources:
    | readonly {
        readonly code: string;
        readonly name: string;
        readonly calls: number;
        readonly unknown: number;
        readonly slow: number | null;
        readonly circuit: ShownCircuit;
      }[]
    | null;
  readonly papers: number;
}

/** The start of a working day: only what this person may open. */
export async function openDashboard(
  platform: Platform,
  circuits: Pick<Circuits, 'show'>,
  viewer: Viewer & { readonly kind: 'staff' },
  language: LanguageCode,
): Promise<Dashboard> {
  const { db, clock } = platform;
  const now = clock.now();
  const sees = { flights: may(viewer, 'flight-orders:view'), inquiries: may(viewer, 'inquiries:view'), supply: may(viewer, 'supply:view') };
  const [flights, orders, visas, inquiries, waiting, listed, money, supply] = await Promise.all([
    sees.flights ? countDeskQueues(db, now) : null,
    sees.flights ? findFlightOrdersAsStaff(db, platform.crypto, readDeskView(new URLSearchParams()), { now }) : null,
    may(viewer, 'visa-orders:view') ? visasOf(platform, now) : null,
    sees.inquiries ? inquiriesOf(platform, now) : null,
    approvalsOf(platform, viewer, language),
    listTasks(platform, viewer, { view: 'open', kind: null, search: '' }),
    may(viewer, 'invoices:view') ? moneyOf(platform, now) : null,
    sees.supply ? supplyOf(platform, circuits, now) : null,
  ]);
  const work = [
    ...(orders?.rows ?? []).flatMap((row): WorkItem[] =>
      row.limit === null
        ? []
        : [
            {
              kind: 'flight',
              ref: row.reference,
              to: `/admin/orders/flights/${row.reference}`,
              who: row.lead && `${row.lead.name}${row.lead.others > 0 ? ` +${row.lead.others}` : ''}`,
              what: row.status,
              due: row.limit,
              owner: row.owner?.name ?? null,
              thing: row.owner === null && may(viewer, 'flight-orders:work') ? `flight~${row.id}~` : null,
            },
          ],
    ),
    ...(await othersDue(platform, viewer, now)),
  ].toSorted((a, b) => (a.due < b.due ? -1 : 1));
  const deadlines = work.map(({ kind, ref, to, due }): Deadline => ({ kind, ref, to, at: instant(Date.parse(due)) }));
  return {
    flights,
    visas,
    inquiries: inquiries && inquiries.queues,
    approvals: waiting,
    tasks: listed.counts,
    load: leads(viewer) ? listed.load : null,
    work: work.slice(0, workItems),
    ribbon: ribbonOf(deadlines, now, 4 * hourMs),
    money,
    sources: supply?.sources ?? null,
    papers: supply?.papers ?? 0,
  };
}

async function visasOf({ db }: Platform, now: Instant): Promise<NonNullable<Dashboard['visas']>> {
  const { byState, late, soon } = await countQueues(db, now);
  return {
    due: soon,
    late,
    authority: queueCount('authority', byState),
    proof: queueCount('proof', byState),
    fresh: queueCount('new', byState),
  };
}

async function inquiriesOf({ db }: Platform, now: Instant) {
  const counts = await countWaiting(db, now);
  return {
    queues: inquiryQueueNames.flatMap((queue) => {
      const here = counts.filter(({ kind }) => queueOf(kind) === queue);
      const sum = (of: 'waiting' | 'late') => here.reduce((all, one) => all + one[of], 0);
      return here.length > 0 ? [{ queue, waiting: sum('waiting'), late: sum('late') }] : [];
    }),
  };
}

/** What is due first beside flights, which stand here with their traveller and also while they wait for them. Tasks have a panel of their own. */
async function othersDue(platform: Platform, viewer: Viewer & { readonly kind: 'staff' }, now: Instant): Promise<WorkItem[]> {
  const kinds = workKinds.filter((kind) => kind !== 'flight' && kind !== 'task');
  const { rows } = await listWork(platform.db, viewer, readWorkView(new URLSearchParams()), { now, most: workItems, kinds });
  const shown = await showWork(platform, viewer, rows);
  return shown.map(({ kind, reference, to, state, due, owner, takable, id, works }) => ({
    kind,
    ref: reference,
    to,
    who: null,
    what: state,
    due,
    owner: owner?.name ?? null,
    thing: owner === null && takable && works ? `${kind}~${id}~` : null,
  }));
}

/** What waits for this person as the second one, the longest waiting first; never what they asked for themselves. */
async function approvalsOf(
  { db }: Platform,
  viewer: Viewer & { readonly kind: 'staff' },
  language: LanguageCode,
): Promise<Dashboard['approvals']> {
  const theirs = approvals.filter((kind) => may(viewer, taskRuleOf(kind).see) && may(viewer, taskRuleOf(kind).do));
  const open = await listOpenStaffTasks(db, mostApprovals, theirs);
  const waiting = open.filter(({ askedBy }) => askedBy !== `staff:${viewer.user.id}`);
  const tell = await tellTasks(db, language, waiting);
  return waiting.map((task) => ({
    id: task.id,
    kind: task.kind,
    words: tell(task),
    to: recordOf(task) ?? `/admin/tasks?kind=${encodeURIComponent(task.kind)}`,
  }));
}

/** Sums of a day's money, kept for half a minute for everybody who looks. */
const moneyKept = new KeptRead<NonNullable<Dashboard['money']>>(30_000);

/** Today since midnight in Dubai, and the same hours a week ago. */
function moneyOf({ db }: Platform, now: Instant): Promise<NonNullable<Dashboard['money']>> {
  return moneyKept.read(db, 'money', now, () => addUpMoney(db, now));
}

async function addUpMoney(db: Db, now: Instant): Promise<NonNullable<Dashboard['money']>> {
  const from = dayBegins(dateIn('Asia/Dubai', now));
  const week = 7 * dayMs;
  const [today, before, margin, marginBefore] = await Promise.all([
    movedBetween(db, from, now, 'AED'),
    movedBetween(db, addMilliseconds(from, -week), addMilliseconds(now, -week), 'AED'),
    readRuleFigures(db, from),
    readRuleFigures(db, addMilliseconds(from, -week), addMilliseconds(now, -week)),
  ]);
  const sum = (figures: typeof margin) => [...figures.values()].reduce((all, { earned }) => all + earned, 0);
  return { today, before, margin: sum(margin), marginBefore: sum(marginBefore) };
}

/** What sources did for the orders of a day: calls and orders of a whole day are read for it, so it may be half a minute old. */
const figuresKept = new KeptRead<ReadonlyMap<string, SourceFigures>>(30_000);

async function supplyOf({ db }: Platform, circuits: Pick<Circuits, 'show'>, now: Instant) {
  const today = dateIn('Asia/Dubai', now);
  const [figures, suppliers, papers] = await Promise.all([
    figuresKept.read(db, 'day', now, () => readSourceFigures(db, addMilliseconds(now, -dayMs))),
    listSuppliers(db),
    listPapers(db),
  ]);
  return {
    sources: suppliers
      .filter(({ status }) => status === 'active')
      .map(({ code, name }) => {
        const { calls, unknown, slow } = figures.get(code) ?? noFigures;
        return { code, name, calls, unknown, slow, circuit: circuits.show(code, now) };
      }),
    papers: papers.filter((paper) => paperState(paper.expiresOn, today) !== 'valid').length,
  };
}
