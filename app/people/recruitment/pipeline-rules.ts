import { interviewRounds, type InterviewRound } from '../interviews/interview-kinds.ts';
import { openStages, type ApplicationEvent, type OpenStage } from './job-application-status.ts';

/** Stages that a posting may leave out; the others are steps that the lifecycle cannot do without. */
export const optionalStages = ['screening', 'interview'] as const satisfies readonly OpenStage[];
export type OptionalStage = (typeof optionalStages)[number];

/** A round of interviews, and how the posting calls it; null: as the house does. */
export interface Round {
  readonly kind: InterviewRound;
  readonly name: string | null;
}

const houseWays = ['standard', 'direct', 'expert', 'many'] as const;
type HouseWay = (typeof houseWays)[number];
export const hiringWays = [...houseWays, 'own'] as const;
export type HiringWay = (typeof hiringWays)[number];

/** Which stages a posting uses, in the order of the lifecycle, and its rounds of interviews in theirs. */
export interface Pipeline {
  readonly stages: readonly OpenStage[];
  readonly rounds: readonly Round[];
}

/** As a posting keeps it: `ownStages` and `ownRounds` are empty unless the way is its own. */
export interface KeptPipeline {
  readonly pipeline: HiringWay;
  readonly ownStages: readonly OptionalStage[];
  readonly ownRounds: readonly Round[];
}

const house: Readonly<Record<HouseWay, { readonly stages: readonly OptionalStage[]; readonly rounds: readonly InterviewRound[] }>> = {
  standard: { stages: ['screening', 'interview'], rounds: ['first', 'technical', 'team', 'final'] },
  /** Whoever reads as right is talked to at once. */
  direct: { stages: ['interview'], rounds: ['first', 'final'] },
  /** For work that shows in a sample. */
  expert: { stages: ['screening', 'interview'], rounds: ['phone', 'task', 'technical', 'team'] },
  /** Many places at once, filled from what is written. */
  many: { stages: ['screening'], rounds: [] },
};

const withOptional = (used: readonly OptionalStage[]): OpenStage[] =>
  openStages.filter((stage) => !optionalStages.some((one) => one === stage) || used.some((one) => one === stage));

/** What a posting's way means; null is somebody who applied to no posting. */
export function pipelineOf(kept: KeptPipeline | null): Pipeline {
  const way = kept?.pipeline ?? 'standard';
  if (way === 'own') return { stages: withOptional(kept!.ownStages), rounds: kept!.ownRounds };
  const { stages, rounds } = house[way];
  return { stages: withOptional(stages), rounds: rounds.map((kind) => ({ kind, name: null })) };
}

/** Ways of the house under which nobody is interviewed. */
export const waysWithoutInterviews = houseWays.filter((way) => !house[way].stages.includes('interview'));

/** The stages to show: those of the pipeline, and any other in which somebody still stands. */
export const shownStages = ({ stages }: Pipeline, counts: Readonly<Record<OpenStage, number>>): OpenStage[] =>
  openStages.filter((stage) => stages.includes(stage) || counts[stage] > 0);

const leadsInto: Readonly<Partial<Record<ApplicationEvent, OptionalStage>>> = { screen: 'screening', interview: 'interview' };

/**
 * Whether a posting offers a move. The lifecycle says what is possible at all; somebody comes back from the talent pool through
 * screening, which it alone leads to.
 */
export function offersMove({ stages }: Pipeline, event: ApplicationEvent): boolean {
  const into = leadsInto[event];
  return into === undefined || stages.includes(into);
}

/** The round to plan next: the first of the posting's that was not held or planned; the last one again when all were. */
export function nextRound({ rounds }: Pick<Pipeline, 'rounds'>, held: readonly InterviewRound[]): InterviewRound | null {
  return (rounds.find(({ kind }) => !held.includes(kind)) ?? rounds.at(-1))?.kind ?? null;
}

/** Longest name of a round, in letters. */
export const longestRoundName = 40;

/** Every round of the house, for the rows of the editor and where no candidate is chosen yet. */
export const everyRound: readonly Round[] = interviewRounds.map((kind) => ({ kind, name: null }));
