import type { PosterLandmark } from '../poster-names.ts';
import { junk, pagoda } from './far-east.ts';
import { blueMosque, hagiaDome, sheikhMosque, taj, tallMinaret } from './islam.ts';
import type { LandmarkDrawing } from './landmark.ts';
import { operaSails } from './oceans.ts';
import { alhambraWalls } from './south-europe.ts';

export type { LandmarkDrawing };

export const landmarkDrawings: Readonly<Partial<Record<PosterLandmark, LandmarkDrawing>>> = {
  'hagia-dome': hagiaDome,
  'blue-mosque': blueMosque,
  'sheikh-mosque': sheikhMosque,
  'kaaba-free-minaret': tallMinaret,
  taj,
  pagoda,
  'ha-long-junk': junk,
  'alhambra-walls': alhambraWalls,
  'opera-sails': operaSails,
};
