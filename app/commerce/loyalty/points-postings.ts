/** Of a member: what waits for the end of the travel, and what there is. Of the house: where points come from and go to. */
export type PointsAccount = 'pending' | 'available' | 'issued' | 'expired' | 'adjusted' | 'burned';
export type PointsKind =
  | 'earn'
  | 'release'
  | 'reverse'
  | 'expire'
  | 'adjust'
  | 'burn'
  /** The same path as what is earned by travelling; no tier goes by these. */
  | 'invite'
  | 'invite-release'
  | 'invite-reverse';

/** One side of a movement; the sides of a movement sum to nothing. */
export interface PointsEntry {
  readonly account: PointsAccount;
  readonly points: number;
}

const between = (from: PointsAccount, to: PointsAccount, points: number): readonly PointsEntry[] => [
  { account: from, points: -points },
  { account: to, points },
];

/** The postings of the programme, each of a positive number of points. */
export const postings = {
  earn: (points: number) => between('issued', 'pending', points),
  release: (points: number) => between('pending', 'available', points),
  reversePending: (points: number) => between('pending', 'issued', points),
  reverseAvailable: (points: number) => between('available', 'issued', points),
  expire: (points: number) => between('available', 'expired', points),
  burn: (points: number) => between('available', 'burned', points),
  give: (points: number) => between('adjusted', 'available', points),
  takeBack: (points: number) => between('available', 'adjusted', points),
} as const;
