/** The version of the packages that recognise text in pictures; a build in which they are others fails. */
export const recogniserVersion = '7.0.0';

/** Where browsers find what recognises text, all of it under one folder, because its parts ask for each other by name. */
export const recogniserFolder = `/assets/recogniser-${recogniserVersion}`;

/** Each file by the name it is asked for by, and where its package has it. 4 MB together on the wire, loaded when a picture is chosen. */
export const recogniserFiles = {
  'worker.min.js': 'tesseract.js/dist/worker.min.js',
  'tesseract-core-simd-lstm.js': 'tesseract.js-core/tesseract-core-simd-lstm.js',
  'tesseract-core-simd-lstm.wasm': 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'eng.traineddata.gz': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
} as const;
