import type { Platform } from '#app/platform/platform.server.ts';
import { figureOf, readQuestion, type Figure, type Question } from './figure-view.ts';
import { openHead, readRows, readSeries, type Head, type Row, type Series } from './open-overview.server.ts';

export interface Explorer extends Head {
  readonly question: Question;
  readonly whole: Figure;
  readonly series: Series;
  readonly rows: readonly Row[];
  /** Groups were left out because they were smaller than a handful. */
  readonly hidden: boolean;
}

/** One measure: as a whole, over time, and by what it can be split. */
export async function openExplorer(platform: Pick<Platform, 'db' | 'clock' | 'jobs'>, params: URLSearchParams): Promise<Explorer> {
  const head = await openHead(platform, params);
  const question = readQuestion(params);
  const [sums, split] = await Promise.all([
    readSeries(platform, [question.measure], head),
    readRows(platform, question.measure, question.by, head, 60),
  ]);
  return {
    ...head,
    question,
    whole: figureOf(question.measure, sums.now, sums.before),
    series: sums.seriesOf(question.measure),
    ...split,
  };
}
