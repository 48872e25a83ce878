import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk, type Viewer } from '#app/platform/access.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { findPolicyByNumber, findPolicyInForce, listPolicies } from '../../policies-store.server.ts';
import type { TypedTerms } from '../experiment-form.ts';
import { conversionDifference, conversionOf, marginDifference, marginPerSale, type ArmFigures } from '../experiment-rules.ts';
import type { Experiment } from '../experiments.tables.ts';
import { findExperiment, listExperiments, readFigures } from '../experiments-store.server.ts';
import { mayChallenge, subjectOfExperiment } from '../work-experiment.server.ts';
import type { ListedArm, ListedExperiment } from './experiment-list.ts';

type Edge = Pick<Platform, 'db' | 'clock'>;

const policiesOffered = 30;
const deedsShown = 50;

const armOfList = (arm: ArmFigures): ListedArm => ({
  visitors: arm.visitors,
  orders: arm.orders,
  sales: arm.sales,
  conversion: conversionOf(arm),
  revenue: arm.revenue,
  margin: arm.margin,
  marginPerSale: marginPerSale(arm),
});

/** Every experiment with what became of its arms. */
export async function readExperiments({ db }: Pick<Platform, 'db'>): Promise<ListedExperiment[]> {
  const all = await listExperiments(db);
  const figures = await readFigures(
    db,
    all.map(({ id }) => id),
  );
  return all.map((experiment): ListedExperiment => {
    const own = figures.get(experiment.id)!;
    const { id, number, question, status, products, challenger, control, share, startsOn, endsOn } = experiment;
    return {
      id,
      number,
      question,
      status,
      over: experiment.overBecause,
      products,
      challenger,
      control,
      share,
      startsOn,
      endsOn,
      figures: { control: armOfList(own.control), challenger: armOfList(own.challenger) },
      verdict: conversionDifference(own, experiment.leastSales)?.verdict ?? null,
    };
  });
}

/** What a form of an experiment offers, and a fresh one's fields. */
export async function openExperimentForm({ db, clock }: Edge) {
  const [policies, inForce] = await Promise.all([listPolicies(db, policiesOffered), findPolicyInForce(db)]);
  const today = dateIn('Asia/Dubai', clock.now());
  const typed: TypedTerms = {
    question: '',
    challenger: '',
    products: ['staycation'],
    share: '10',
    startsOn: today,
    endsOn: addDays(today, 28),
    leastSales: '50',
    marginFall: '10',
    conversionFall: '15',
  };
  return {
    key: newFormKey(),
    challengers: policies.filter(mayChallenge).map(({ number, title }) => ({ number, title })),
    control: inForce && { number: inForce.number, title: inForce.title },
    typed,
  };
}

export const typedOf = (experiment: Experiment): TypedTerms => ({
  question: experiment.question,
  challenger: String(experiment.challenger),
  products: experiment.products,
  share: String(experiment.share),
  startsOn: experiment.startsOn,
  endsOn: experiment.endsOn,
  leastSales: String(experiment.leastSales),
  marginFall: String(experiment.marginFall),
  conversionFall: String(experiment.conversionFall),
});

/** What somebody may do with experiments. */
export function rightsOf(viewer: Viewer) {
  const mayDraft = may(viewer, 'pricing:draft');
  const mayPublish = may(viewer, 'pricing:publish');
  return { mayDraft, mayPublish, mayStop: mayDraft || mayPublish };
}

/** One experiment with its figures and what was done to it; null for none of this id. */
export async function openExperiment(platform: Edge, viewer: Clerk, id: string) {
  const { db } = platform;
  const experiment = await findExperiment(db, id);
  if (!experiment) return null;
  const [figures, challenger, control, deeds, form] = await Promise.all([
    readFigures(db, [id]),
    findPolicyByNumber(db, experiment.challenger),
    experiment.control === null ? findPolicyInForce(db) : findPolicyByNumber(db, experiment.control),
    listAuditOf(db, subjectOfExperiment(experiment), deedsShown),
    openExperimentForm(platform),
  ]);
  const own = figures.get(id)!;
  const staffOf = (actor: string | null) => (actor ?? '').replace('staff:', '');
  const names = await findStaffNames(db, [...new Set([...experiment.touchedBy, ...deeds.map(({ actor }) => actor)].map(staffOf))]);
  const name = (actor: string) => names.get(staffOf(actor)) ?? null;
  const { number, question, status, products, share, startsOn, endsOn, leastSales, marginFall, conversionFall, version } = experiment;
  return {
    id,
    number,
    question,
    status,
    version,
    products,
    share,
    startsOn,
    endsOn,
    leastSales,
    marginFall,
    conversionFall,
    over: experiment.overBecause,
    pricesFrom: experiment.pricesFrom?.toISOString() ?? null,
    pricesUntil: experiment.pricesUntil?.toISOString() ?? null,
    /** Its prices are shown: it runs, and its first half hour is over. */
    counts: status === 'running' && experiment.pricesFrom!.getTime() <= platform.clock.now(),
    challenger: { number: experiment.challenger, title: challenger?.title ?? '' },
    control: control && { number: control.number, title: control.title },
    mine: experiment.touchedBy.includes(`staff:${viewer.user.id}`),
    writers: experiment.touchedBy.map((actor) => name(actor) ?? actor),
    figures: { control: armOfList(own.control), challenger: armOfList(own.challenger) },
    conversion: conversionDifference(own, leastSales),
    margin: marginDifference(own, leastSales),
    deeds: deeds.map(({ sequence, actor, action, at, reason }) => ({
      id: String(sequence),
      by: name(actor),
      deed: action.replace('price-experiment.', ''),
      at,
      reason: reason ?? '',
    })),
    form: { ...form, typed: typedOf(experiment) },
  };
}
export type OpenExperiment = NonNullable<Awaited<ReturnType<typeof openExperiment>>>;
