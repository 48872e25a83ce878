import { places } from '#app/site-map.ts';
import { routePolicies } from '#server/route-policies.ts';

/** Every address with its policy: `npm run routes` for people, `npm run routes -- --json` for tools. */
const sample = (path: string) =>
  `/${path}`
    .replace('/:orderId?', '')
    .replace(/:(\w+)\??/g, 'sample')
    .replace('*', 'no-such-page');

const rows = [
  ...places.map((place) => ({
    kind: place.path.startsWith('admin') ? 'staff-page' : place.page.endsWith('-api.ts') ? 'resource' : 'page',
    path: `/${place.path}`,
    methods: ['GET', 'HEAD', 'POST'],
    access:
      place.access.kind === 'staff'
        ? `staff(${place.access.permission})`
        : place.access.kind === 'holder'
          ? `holder(${place.access.of})`
          : place.access.kind,
    sends: place.sends ?? null,
    idParams: [...place.path.matchAll(/:(\w+)/g)].map((match) => match[1]!),
    sample: sample(place.path),
  })),
  ...routePolicies.map((policy) => ({
    kind: 'server',
    path: policy.path,
    methods: policy.methods,
    access: policy.access,
    sends: null,
    idParams: [] as string[],
    sample: policy.path,
  })),
];

if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2));
else for (const row of rows) console.log(`${row.access.padEnd(32)}${row.path}`);
