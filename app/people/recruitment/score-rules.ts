import { scoreVerdicts, type ScoreVerdict } from './job-application-kinds.ts';

/** The score of a card in tenths, 10 to 50: its points by the weights of their criteria; null where nothing was scored. */
export function scoreOf(
  points: Readonly<Record<string, number>>,
  criteria: readonly { readonly id: string; readonly weight: number }[],
): number | null {
  let [sum, weights] = [0, 0];
  for (const { id, weight } of criteria) {
    const point = points[id];
    if (point === undefined) continue;
    sum += point * weight;
    weights += weight;
  }
  return weights === 0 ? null : Math.round((sum * 10) / weights);
}

/** The mean of cards in tenths. */
export function meanScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, score) => sum + score, 0) / known.length);
}

/** What the verdicts come to together: the one nearest their mean, of two as near the more careful one; null without any. */
export function ratingOf(verdicts: readonly ScoreVerdict[]): ScoreVerdict | null {
  if (verdicts.length === 0) return null;
  const mean = verdicts.reduce((sum, verdict) => sum + scoreVerdicts.indexOf(verdict), 0) / verdicts.length;
  return scoreVerdicts[Math.ceil(mean - 0.5)]!;
}

/** Others' cards are shown to whoever has sent their own, and to those who only read. */
export function showsOthersScores(viewer: { readonly hasScored: boolean; readonly mayScore: boolean }): boolean {
  return viewer.hasScored || !viewer.mayScore;
}
