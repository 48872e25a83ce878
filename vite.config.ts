import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { catalogueFiles } from './scripts/catalogue-files.ts';
import { recogniserInBuild } from './scripts/recogniser-in-build.ts';

/** Fails a build in which a page's own code brings what only the server needs: schemas and telephone numbers weigh 45 KB. */
function serverPackagesStay(packages: RegExp): Plugin {
  return {
    name: 'server-packages-stay',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const brought = Object.entries(chunk.modules).find(([id, { renderedLength }]) => renderedLength > 0 && packages.test(id));
        if (brought) this.error(`${chunk.fileName} would send ${brought[0]} to browsers: read the form in a .server.ts beside it`);
      }
    },
  };
}

/** Lists of the back office, what stands beside its records, and what orders and accounts share: no visitor who looks for a trip waits for them. */
const notOfTheDesk = /^(?!.*\/app\/(ui\/(desk-list|scroll-region)|commerce\/(record-notes|orders|customers\/pages)))/;
const partsOfOrders = /\/app\/commerce\/(orders|customers)\/pages\//;
const partsOfTheFrame =
  /\/app\/(ui\/spinner|storefront\/(error-notice|preference-switches|consent\/(keep-consent|consent-signals))|commerce\/(currencies\/use-currency|customers\/favorites\/kept-favorites))/;

/**
 * Packages of plain JavaScript with many files. Those with binaries, workers or a state to share with others stay as they are,
 * and what hashes passwords: read by Node itself it does so in threads of Node's own, read as a part of the build it would
 * hold up everybody for a tenth of a second.
 */
const bundled = [
  /^(@better-auth(?!\/utils)|better-auth|better-call|@better-fetch|drizzle-orm|hono|ics|jose|kysely|libphonenumber-js|zod)(\/|$)/,
  /^(@opentelemetry\/semantic-conventions|@remix-run\/route-pattern|react-router)(\/|$)/,
  // The queue, with what reads its schedules.
  /^(pg-boss|cron-parser|luxon|rrule-temporal|serialize-error|non-error)(\/|$)/,
  // What calendar files are checked with.
  /^(nanoid|property-expr|runes2|tiny-case|toposort|yup)(\/|$)/,
];

export default defineConfig(({ command }) => ({
  plugins: [
    catalogueFiles(),
    recogniserInBuild(),
    serverPackagesStay(/\/node_modules\/(zod|libphonenumber-js)\//),
    tailwindcss(),
    reactRouter(),
  ],
  cacheDir: 'node_modules/.vite',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What most pages share comes as three files instead of two dozen: a browser asks for six at a time.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules/, minShareCount: 16, priority: 3 },
                { name: 'shell', test: notOfTheDesk, minShareCount: 16, priority: 2 },
                { name: 'orders', test: partsOfOrders, minShareCount: 16, priority: 2 },
                { name: 'frame', test: partsOfTheFrame, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Read as parts of one file instead of a thousand of their own, which took a third of a start. While developing every
      // file stands by itself, and what is written for `require` can only be read by Node.
      resolve: { noExternal: command === 'build' ? bundled : [] },
      build: { rolldownOptions: { input: './server/app.ts' } },
    },
  },
  server: { fs: { allow: ['.'] } },
}));
