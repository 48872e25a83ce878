import type { Scene } from '../canvas.ts';
import type { PosterScene } from '../poster-names.ts';
import { jungle, pagoda, vineyard } from './green.ts';
import { alpine, aurora, fjord, lake } from './mountain.ts';
import { canyon, desert, savanna } from './sand.ts';
import { beach, island, karst } from './sea.ts';
import { bazaar } from './market.ts';
import { canal, mosque, oldTown, opera, palace, skyline } from './town.ts';

export const sceneDrawings: Readonly<Record<PosterScene, Scene>> = {
  desert,
  skyline,
  beach,
  alpine,
  mosque,
  fjord,
  pagoda,
  savanna,
  'old-town': oldTown,
  jungle,
  canal,
  vineyard,
  island,
  canyon,
  lake,
  bazaar,
  palace,
  aurora,
  karst,
  opera,
};
