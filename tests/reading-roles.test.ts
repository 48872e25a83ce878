import { expect, it } from 'vitest';
import { permissionsOf, rolesWith } from '#app/platform/access.ts';
import { placeAt } from '#app/backoffice/may-reach.ts';
import { staffPlaces, type Place } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from './support/test-app.ts';
import { openCataloguePlatform } from './support/test-platform.ts';

const platform = await openCataloguePlatform();
const app = await openTestApp(platform);
const cookie = `${await app.signIn('auditor@rihla.example', demoPassword)}; language=en`;
const rights = permissionsOf(['auditor']);

const maySend = (place: Place) => {
  const needed = place.posts ?? place.access;
  return needed.kind !== 'staff' || rights.has(needed.permission);
};
/** Where fewer may send than may read, and the auditor is one of those who read. */
const read = staffPlaces.filter(
  (place) => place.frame === 'backoffice' && place.access.kind === 'staff' && rights.has(place.access.permission) && !maySend(place),
);

/** Records that nobody has made in the demo's world before its day is played. */
const notThere: readonly string[] = [
  'flight-quote-desk',
  'flight-change-desk',
  'flight-leave-desk',
  'flight-names-desk',
  'flight-additions-desk',
  'flight-schedule-desk',
  'holiday-order',
  'experience-order',
  'staycation-order',
  'tour-change-desk',
  'visit-party',
  'stay-guests',
  'tailor-made-order',
  'evisa-order',
  'sticker-visa',
  'consultation',
  'visa-stay',
  'visa-purge',
  'staff-review',
  'inquiry-proposal',
  'visa-inquiry',
  'company',
  'ticket',
  'campaign',
  'staff-partner',
  'supply-activity-session',
  'supply-stay-import',
  'supply-house',
  'bank-line',
  'dispute',
  'e-invoice',
  'requisition',
  'job-application',
  'hr-stock-count',
  'hr-asset',
];

/** Each place is looked at in so many of its pages at most: parts of a record are pages of their own. */
const mostOfOne = 6;
const pages = new Map<string, { address: string; main: string }[]>();
const whole = staffPlaces.filter((place) => place.frame === 'backoffice' && !place.path.includes(':')).map((place) => `/${place.path}`);
const queue = whole.flatMap((path) => [path, `${path}?queue=all`]);
const asked = new Set<string>();
for (const address of queue) {
  const place = placeAt(address);
  if (asked.has(address) || place?.frame !== 'backoffice') continue;
  asked.add(address);
  const known = pages.get(place.id) ?? [];
  if (known.length >= mostOfOne) continue;
  const answer = await app.send(address, { cookie });
  const onward = answer.headers.get('location');
  if (onward) queue.push(onward);
  if (answer.status !== 200) continue;
  const html = await answer.text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  pages.set(place.id, [...known, { address, main }]);
  for (const [, to = ''] of main.matchAll(/href="(\/admin[^"#]*)/g)) queue.push(to.replaceAll('&amp;', '&'));
}

/** The addresses to which the forms of a page are sent. */
const sentTo = ({ address, main }: { address: string; main: string }) =>
  [...main.matchAll(/<form([^>]*)>/g)]
    .filter(([, head = '']) => /method="post"/i.test(head))
    .map(([, head = '']) => /action="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&') ?? address);

it('finds every page that the auditor may read and not work on, but those of records that are not there', () => {
  expect(read.map(({ id }) => id).filter((id) => !pages.has(id))).toEqual(notThere);
});

it.each([...pages.entries()])('%s holds no form that the auditor may not send', (_id, shown) => {
  const refused = shown.flatMap((page) =>
    sentTo(page).filter((to) => {
      const place = placeAt(new URL(to, `http://desk${page.address}`).pathname);
      return place !== undefined && !maySend(place);
    }),
  );
  expect(refused).toEqual([]);
});

it.each(read.map(({ id, posts }) => [id, posts!] as const))('%s says whose work it is', (id, posts) => {
  const names: Partial<Record<string, string>> = {
    owner: 'Owner',
    product_manager: 'Products',
    finance: 'Finance',
    support_agent: 'Support',
  };
  const roles = posts.kind === 'staff' ? rolesWith(posts.permission) : [];
  for (const { main } of pages.get(id) ?? []) {
    const [, told = ''] = /role="note"[^>]*>[\s\S]*?<span>([^<]*)<\/span>/.exec(main) ?? [];
    expect(told).toContain('You may read this page.');
    for (const role of roles) expect(told).toContain(names[role] ?? '');
  }
});

it('is told nothing of the kind by a page whose forms are theirs', async () => {
  const owner = `${await app.signIn('admin@rihla.example', demoPassword)}; language=en`;
  for (const path of ['/admin/settings', '/admin/invoices/vat', '/admin/flight-supply/own-fares'])
    expect(await (await app.send(path, { cookie: owner })).text()).not.toContain('You may read this page.');
});
