/** What a poster can be made of. Browser-safe: names only, no drawing. */
export const posterScenes = [
  'desert',
  'skyline',
  'beach',
  'alpine',
  'mosque',
  'fjord',
  'pagoda',
  'savanna',
  'old-town',
  'jungle',
  'canal',
  'vineyard',
  'island',
  'canyon',
  'lake',
  'bazaar',
  'palace',
  'aurora',
  'karst',
  'opera',
] as const;
export type PosterScene = (typeof posterScenes)[number];

export const posterPalettes = ['dawn', 'day', 'tropic', 'dusk', 'night', 'mist', 'rose', 'gold'] as const;
export type PosterPalette = (typeof posterPalettes)[number];

export const posterLandmarks = [
  'burj-tower',
  'sail-hotel',
  'colosseum',
  'leaning-tower',
  'eiffel',
  'big-ben',
  'sagrada-spires',
  'alhambra-walls',
  'belem-tower',
  'tram-28',
  'hagia-dome',
  'blue-mosque',
  'pyramids',
  'petra-treasury',
  'masmak-fort',
  'mountain-fort',
  'wind-towers',
  'sheikh-mosque',
  'kaaba-free-minaret',
  'taj',
  'pagoda',
  'torii',
  'great-wall',
  'angkor',
  'ha-long-junk',
  'merlion-free-marina-towers',
  'petronas',
  'borobudur',
  'rice-terrace',
  'opera-sails',
  'harbour-bridge',
  'statue-liberty',
  'golden-gate',
  'cn-tower',
  'christ-hill',
  'machu-picchu',
  'moai',
  'chichen-itza',
  'kilimanjaro',
  'table-mountain',
  'windmill',
  'clock-tower',
  'charles-bridge',
  'matterhorn',
  'stave-church',
  'st-basil-domes',
  'parthenon',
  'santorini-domes',
  'dhow',
  'lighthouse',
  'hot-air-balloons',
] as const;
export type PosterLandmark = (typeof posterLandmarks)[number];

/** Width and height of each crop, in CSS pixels. A scene is composed for its crop, never cut out of another. */
export const posterCrops = { portrait: [300, 420], landscape: [600, 400], wide: [1000, 400] } as const;
export type PosterCrop = keyof typeof posterCrops;

/** A photograph that is shown in place of a drawing. */
export interface Photo {
  /** Of its content: names its files for ever. */
  readonly hash: string;
  /** Of the largest picture kept, in pixels. */
  readonly width: number;
  readonly height: number;
  /** What stays visible however it is cropped, in hundredths of width and height. */
  readonly focusX: number;
  readonly focusY: number;
  /** What it shows, in the language of the page. */
  readonly alt: string;
}

export interface PosterArt {
  readonly scene: PosterScene;
  readonly palette: PosterPalette;
  readonly landmark: PosterLandmark | null;
  readonly photo?: Photo;
}
