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

/** Others' cards are shown to whoever has sent their own, and to those who only read. */
export function showsOthersScores(viewer: { readonly hasScored: boolean; readonly mayScore: boolean }): boolean {
  return viewer.hasScored || !viewer.mayScore;
}
