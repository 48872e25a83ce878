import base from './playwright.config.ts';
import { chromiumArguments } from './tests/support/chromium.ts';
import { languageCodes } from './app/values/preferences.ts';

/** `npm run test:a11y`: the walk over every page, in all five languages. `A11Y_LANGUAGES=ar,es` chooses some. */
process.env['A11Y_LANGUAGES'] ??= languageCodes.join(',');

export default {
  ...base,
  // With pictures: words stand on some of them.
  use: { ...base.use, launchOptions: { ...base.use?.launchOptions, args: chromiumArguments } },
  testDir: 'tests',
  testMatch: ['journeys/barriers.spec.ts', 'a11y/*.spec.ts'],
};
