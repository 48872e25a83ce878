import { risksOfOrders } from '#app/commerce/customers/records/customers-behind-store.server.ts';
import type { Risk } from '#app/commerce/customers/records/customer-kinds.ts';
import { countWaiting } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { inquiryQueueNames, queueOf, type InquiryQueue } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { owedByCompanies } from '#app/commerce/invoices/staff/invoice-desk-store.server.ts';
import { movedBetween, type MovedMoney } from '#app/commerce/ledger/ledger-store.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { leads, may, type Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listPapers, listSuppliers } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import { paperState } from '#app/products/flights/supply/flight-supplier-rules.ts';
import { dueFlights, waitsForDesk } from '#app/products/flights/staff/due-flights.server.ts';
import { readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { countDeskQueues, findFlightOrdersAsStaff } from '#app/products/flights/staff/flight-desk-store.server.ts';
import type { Circuits, ShownCircuit } from '#app/products/flights/supplier/circuits.server.ts';
import { noFigures, readSourceFigures, type SourceFigures } from '#app/products/flights/staff/supply-figures-store.server.ts';
import { countQueues, queueCount } from '#app/products/visas/evisa/staff/evisa-desk-store.server.ts';
import { addMilliseconds, dateIn, dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { sumOfFact } from './analytics/measures.server.ts';
import { listTasks, type TaskList } from './list-tasks.server.ts';
import { approvalKind } from './task-rules.ts';
import { tellTasks } from './tell-tasks.server.ts';
import { listWork } from './work-queue/list-work.server.ts';
import { givenAs, showWork, takersOf, type Taker } from './work-queue/open-work.server.ts';
import { findPutOff } from './work-queue/put-off-store.server.ts';
import { nameThing, readWorkView, workKinds, type WorkKind } from './work-queue/work-view.ts';
import { dayBegins, ribbonOf, type Deadline, type RibbonMark } from './day-ribbon.ts';

const workItems = 14;
/** As many as fit beside the list; the rest are found among the tasks. */
const mostApprovals = 8;

export interface WorkItem {
  readonly kind: WorkKind;
  readonly ref: string;
  readonly to: string;
  readonly who: string | null;
  /** Which one of its order it is of, where several wait under one reference. */
  readonly person: string | null;
  /** What to do: the state it waits in. */
  readonly what: string;
  /** Instant, ISO in UTC. */
  readonly due: string;
  /** Since when it is ours to do; instant, ISO in UTC. */
  readonly opened: string;
  /** What colleagues say of its customer, for whoever may look customers up. */
  readonly risk: Risk | null;
  /** Who has taken it on. */
  readonly owner: string | null;
  readonly mine: boolean;
  /** As the work queue names it, where this colleague can work on it from a list; null where that is for its own page. */
  readonly thing: string | null;
  /** As what it can be given to others by this colleague; null where it cannot. */
  readonly givenAs: string | null;
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
  /** Invoices to companies that are past their day; `more`: there are more than are added up. */
  readonly companies: { readonly invoices: number; readonly due: number; readonly more: boolean } | null;
  readonly approvals: {
    readonly count: number;
    readonly first: readonly { readonly id: string; readonly kind: string; readonly words: string; readonly to: string }[];
  };
  /** Whether work is found by whose it is. */
  readonly seesCustomers: boolean;
  /** To whom something can be given. */
  readonly takers: readonly Taker[];
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
    /** Whether this person may see of which records it is made. */
    readonly opens: boolean;
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
  const [flights, orders, visas, inquiries, waiting, listed, money, supply, putOff, colleagues, companies] = await Promise.all([
    sees.flights ? countDeskQueues(db, now) : null,
    sees.flights ? findFlightOrdersAsStaff(db, platform.crypto, readDeskView(new URLSearchParams()), { now }) : null,
    may(viewer, 'visa-orders:view') ? visasOf(platform, now) : null,
    sees.inquiries ? inquiriesOf(platform, now) : null,
    approvalsOf(platform, viewer, language),
    listTasks(platform, viewer, { view: 'open', kind: null, search: '' }),
    may(viewer, 'invoices:view') ? moneyOf(platform, now) : null,
    sees.supply ? supplyOf(platform, circuits, now) : null,
    sees.flights ? findPutOff(db, 'flight', now) : new Map<string, string>(),
    listStaffWith(db, 'desk:open'),
    may(viewer, 'money:view') && may(viewer, 'invoices:view') ? companiesOwing(db, now) : null,
  ]);
  const risks = may(viewer, 'customers:view')
    ? await risksOfOrders(
        db,
        (orders?.rows ?? []).map(({ id }) => id),
      )
    : null;
  // Put off by whoever has it, until it escalates, as in the queue.
  const isAsleep = ({ id, owner, limit, created }: { id: string; owner: { id: string } | null; limit: string; created: string }) =>
    owner !== null && putOff.get(id) === owner.id && 2 * Date.parse(limit) - Date.parse(created) >= now;
  const work = [
    ...(orders?.rows ?? []).flatMap((row): WorkItem[] =>
      row.limit === null || isAsleep({ ...row, limit: row.limit })
        ? []
        : [
            {
              kind: 'flight',
              ref: row.reference,
              to: `/admin/orders/flights/${row.reference}`,
              who: row.lead && `${row.lead.name}${row.lead.others > 0 ? ` +${row.lead.others}` : ''}`,
              person: null,
              what: row.status,
              due: row.limit,
              opened: row.created,
              risk: risks && (risks.get(row.id) ?? 'none'),
              owner: row.owner?.name ?? null,
              // What waits for its traveller is not in the queue: it is neither taken on there nor put off.
              mine: row.owner?.id === viewer.user.id && waitsForDesk(row.status),
              thing:
                waitsForDesk(row.status) && may(viewer, 'flight-orders:work')
                  ? nameThing({ kind: 'flight', id: row.id, from: row.owner?.id ?? null })
                  : null,
              givenAs: waitsForDesk(row.status)
                ? givenAs(viewer, dueFlights, { state: row.status, takable: true, ownerId: row.owner?.id ?? null })
                : null,
            },
          ],
    ),
    ...(await othersDue(platform, viewer, now)),
  ].toSorted((a, b) => (a.due < b.due ? -1 : 1));
  const first = work.slice(0, workItems);
  const deadlines = work.map(({ kind, ref, to, due }): Deadline => ({ kind, ref, to, at: instant(Date.parse(due)) }));
  return {
    flights,
    visas,
    inquiries: inquiries && inquiries.queues,
    companies,
    approvals: waiting,
    seesCustomers: may(viewer, 'customers:view'),
    takers: takersOf(
      viewer,
      colleagues,
      first.map((item) => item.givenAs),
    ),
    tasks: listed.counts,
    load: leads(viewer) ? listed.load : null,
    work: first,
    ribbon: ribbonOf(deadlines, now, 4 * hourMs),
    money: money && { ...money, opens: may(viewer, 'analytics:view') },
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

/** More overdue invoices than anybody adds up at a glance. */
const mostOwed = 500;
const owedKept = new KeptRead<NonNullable<Dashboard['companies']>>(30_000);

const companiesOwing = (db: Db, now: Instant) => owedKept.read(db, 'companies', now, () => owedByCompanies(db, now, mostOwed));

/** What is due first beside flights, which stand here with their traveller and also while they wait for them. Tasks have a panel of their own. */
async function othersDue(platform: Platform, viewer: Viewer & { readonly kind: 'staff' }, now: Instant): Promise<WorkItem[]> {
  const kinds = workKinds.filter((kind) => kind !== 'flight' && kind !== 'task');
  const { rows } = await listWork(platform.db, viewer, readWorkView(new URLSearchParams()), { now, most: workItems, kinds });
  const shown = await showWork(platform, viewer, rows);
  return shown.map(({ kind, reference, to, state, due, opened, owner, takable, id, works, mine, customer, person, ...row }) => ({
    kind,
    ref: reference,
    to,
    who: customer?.name ?? null,
    person,
    what: state,
    due,
    opened,
    risk: customer?.risk ?? null,
    owner: owner?.name ?? null,
    mine,
    thing: works && (takable || mine) ? nameThing({ kind, id, from: owner?.id ?? null }) : null,
    givenAs: row.givenAs,
  }));
}

/** What waits for this person as the second one, the most pressing first; never what they asked for themselves. */
async function approvalsOf(
  platform: Platform,
  viewer: Viewer & { readonly kind: 'staff' },
  language: LanguageCode,
): Promise<Dashboard['approvals']> {
  const { tasks, matching } = await listTasks(platform, viewer, { view: 'open', kind: approvalKind, search: '', most: mostApprovals });
  const tell = await tellTasks(platform.db, language, tasks);
  return {
    count: matching,
    first: tasks.map((task) => ({
      id: task.id,
      kind: task.kind,
      words: tell(task),
      to: task.record ?? `/admin/tasks?kind=${encodeURIComponent(task.kind)}`,
    })),
  };
}

/** Sums of a day's money, kept for half a minute for everybody who looks. */
type Money = Omit<NonNullable<Dashboard['money']>, 'opens'>;
const moneyKept = new KeptRead<Money>(30_000);

/** Today since midnight in Dubai, and the same hours a week ago. */
function moneyOf({ db }: Platform, now: Instant): Promise<Money> {
  return moneyKept.read(db, 'money', now, () => addUpMoney(db, now));
}

async function addUpMoney(db: Db, now: Instant): Promise<Money> {
  const from = dayBegins(dateIn('Asia/Dubai', now));
  const week = 7 * dayMs;
  // What was paid in this very moment is counted, too.
  const until = addMilliseconds(now, 1);
  const windowOf = (back: number) => ({
    from: new Date(from - back).toISOString(),
    until: new Date(until - back).toISOString(),
  });
  const [today, before, margin, marginBefore] = await Promise.all([
    movedBetween(db, from, now, 'AED'),
    movedBetween(db, addMilliseconds(from, -week), addMilliseconds(now, -week), 'AED'),
    sumOfFact(db, 'margin', windowOf(0)),
    sumOfFact(db, 'margin', windowOf(week)),
  ]);
  return { today, before, margin, marginBefore };
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
