import { minuteMs } from '#app/values/dates.ts';

export const arms = ['control', 'challenger'] as const;
export type Arm = (typeof arms)[number];

/** Products whose prices are one policy's from the list to the order, for whoever is signed in. */
export const experimentProducts = ['staycation'] as const;
export type ExperimentProduct = (typeof experimentProducts)[number];

/** How long a price that was shown is kept for its traveller, whatever becomes of the experiment. */
export const heldMs = 30 * minuteMs;
/** A look renews that only when so much of it is gone: not every page is a write. */
export const renewedAfterMs = 5 * minuteMs;

/** What became of an arm. Amounts in minor units. */
export interface ArmFigures {
  /** Accounts that were shown a price of it. */
  readonly visitors: number;
  /** Orders that were placed, paid or not. */
  readonly orders: number;
  /** Orders that were paid and not given back. */
  readonly sales: number;
  /** Accounts with a sale. */
  readonly buyers: number;
  readonly revenue: number;
  readonly margin: number;
  /** Sum of the squares of the margin of each sale. */
  readonly marginSquares: number;
  /** Orders placed whose margin was under the floor of their policy. */
  readonly underFloor: number;
}

export type Figures = Readonly<Record<Arm, ArmFigures>>;

export const noFigures: ArmFigures = {
  visitors: 0,
  orders: 0,
  sales: 0,
  buyers: 0,
  revenue: 0,
  margin: 0,
  marginSquares: 0,
  underFloor: 0,
};

export interface ExperimentGuards {
  readonly leastSales: number;
  /** Percent the challenger may fall under the control. */
  readonly marginFall: number;
  readonly conversionFall: number;
}

/** Share of the visitors who bought; null without visitors. */
export const conversionOf = ({ buyers, visitors }: ArmFigures): number | null => (visitors === 0 ? null : buyers / visitors);
/** Minor units; null without sales. */
export const marginPerSale = ({ margin, sales }: ArmFigures): number | null => (sales === 0 ? null : margin / sales);

/**
 * The guard that stops an experiment, or null. A challenger that hardly sells is judged as soon as its visitors would have
 * brought the least sales at the rate of the control, so that selling nothing is no way round the guard.
 */
export function guardThatSpeaks({ control, challenger }: Figures, guards: ExperimentGuards): 'floor' | 'margin' | 'conversion' | null {
  if (challenger.underFloor > 0) return 'floor';
  const { leastSales } = guards;
  if (control.sales < leastSales) return null;
  const fell = (mine: number, other: number, percent: number) => other > 0 && mine * 100 < other * (100 - percent);
  if (challenger.sales >= leastSales && fell(marginPerSale(challenger)!, marginPerSale(control)!, guards.marginFall)) return 'margin';
  const usual = conversionOf(control) ?? 0;
  const enough = challenger.sales >= leastSales || challenger.visitors * usual >= leastSales;
  return enough && fell(conversionOf(challenger) ?? 0, usual, guards.conversionFall) ? 'conversion' : null;
}

export type Verdict = 'too-early' | 'higher' | 'lower' | 'no-difference';

/** How much a measure of the challenger lies over the control's, and between which bounds that is in 19 of 20 cases. */
export interface Difference {
  readonly by: number;
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
}

/** Two standard errors, near enough. */
const z = 1.96;

/** Of conversions, as shares of 1 (the interval of Agresti and Caffo, honest for few buyers too); null without visitors on a side. */
export function conversionDifference({ control, challenger }: Figures, leastSales: number): Difference | null {
  const [mine, other] = [conversionOf(challenger), conversionOf(control)];
  if (mine === null || other === null) return null;
  const eased = ({ buyers, visitors }: ArmFigures) => ({ share: (buyers + 1) / (visitors + 2), of: visitors + 2 });
  const [a, b] = [eased(challenger), eased(control)];
  const error = z * Math.sqrt((a.share * (1 - a.share)) / a.of + (b.share * (1 - b.share)) / b.of);
  return judged(mine - other, a.share - b.share, error, Math.min(control.sales, challenger.sales) >= leastSales);
}

/** Of the margin of a sale, minor units; null before two sales on each side, when nobody can say how they spread. */
export function marginDifference({ control, challenger }: Figures, leastSales: number): Difference | null {
  if (control.sales < 2 || challenger.sales < 2) return null;
  const spread = (arm: ArmFigures) =>
    Math.max(0, (arm.marginSquares - (arm.margin * arm.margin) / arm.sales) / (arm.sales - 1)) / arm.sales;
  const by = marginPerSale(challenger)! - marginPerSale(control)!;
  const error = z * Math.sqrt(spread(control) + spread(challenger));
  return judged(by, by, error, Math.min(control.sales, challenger.sales) >= leastSales);
}

function judged(by: number, middle: number, error: number, enough: boolean): Difference {
  const [from, to] = [middle - error, middle + error];
  const verdict = !enough ? 'too-early' : from > 0 ? 'higher' : to < 0 ? 'lower' : 'no-difference';
  return { by, from, to, verdict };
}
