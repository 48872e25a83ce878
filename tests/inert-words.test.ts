import { beforeAll, describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { mailFeedback } from '#app/commerce/feedback/work-feedback.server.ts';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { mailNewsletter } from '#app/commerce/newsletter/mail-newsletter.server.ts';
import { publicPaths } from '#app/storefront/search-engines/public-addresses.server.ts';
import { accountPlaces, shopPlaces } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms, type PageForm } from './support/http-traveller.ts';
import { openTestApp, type TestApp } from './support/test-app.ts';
import { openCataloguePlatform } from './support/test-platform.ts';

/**
 * Every text field of every form that a visitor or a traveller meets is filled with markup and with marks that turn
 * writing around; every page that answers, or shows it later, must show it as plain words.
 */
const platform = await openCataloguePlatform();
let app: TestApp;
let traveller: string;
beforeAll(async () => {
  for (const listen of [mailInquiries, mailAccounts, mailNewsletter, mailFeedback]) await listen(platform);
  app = await openTestApp(platform);
  traveller = await app.signIn('traveller@rihla.example', demoPassword);
}, 120_000);

const home = 'http://localhost:3999';
const markup = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const turned = 'Layla \u202Egpj.exe\u2067';

interface Shown {
  readonly path: string;
  readonly status: number;
  readonly html: string;
  readonly cookie: string;
}

/** Sends and follows redirects as a browser does, with the cookies that are set on the way. */
async function show(path: string, cookie: string, form?: Record<string, string>): Promise<Shown> {
  const jar = new Map(
    cookie.split('; ').flatMap((pair) => (pair.includes('=') ? [pair.split(/=(.*)/s).slice(0, 2) as [string, string]] : [])),
  );
  // What stands behind # never leaves a browser.
  let at = path.replace(/#.*/, '');
  let answer = await app.send(at, form ? { form, cookie } : { cookie });
  for (let hops = 0; hops < 6; hops += 1) {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s) as [string, string];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const to = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || !to) break;
    const next = new URL(to, home + at);
    expect(next.origin, `${path} leads to another site`).toBe(home);
    at = next.pathname + next.search;
    answer = await app.send(at, { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  }
  return {
    path: at,
    status: answer.status,
    html: await answer.text(),
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

const own = /password|token|^key$|csrf/i;
/** What lets a form through, so that its words are kept and shown somewhere. */
const proper: readonly (readonly [RegExp, string])[] = [
  [/email|^who$/i, 'words@example.com'],
  [/phone|mobile/i, '+971501234567'],
  [/day$/i, '4'],
  [/year$/i, '1990'],
  [/depart|return|date|when/i, '2027-03-04'],
];

function filled(form: PageForm, words: string, letThrough: boolean): Record<string, string> | null {
  const sent: Record<string, string> = {};
  let typed = 0;
  for (const name of form.names) {
    const options = form.options.get(name);
    const given = form.fields.find(([each]) => each === name)?.[1];
    if (options) sent[name] = given && given !== '' ? given : (options.find((option) => option !== '') ?? '');
    else if (own.test(name)) sent[name] = given ?? '';
    else if (letThrough && proper.some(([pattern]) => pattern.test(name))) sent[name] = proper.find(([pattern]) => pattern.test(name))![1];
    else if (given !== undefined && /^[\w-]{16,}$/.test(given)) sent[name] = given;
    else {
      sent[name] = words;
      typed += 1;
    }
  }
  const [button] = form.buttons.filter((each) => each.name !== '');
  if (button && form.buttons.every((each) => each.name !== '')) sent[button.name] = button.value;
  return typed > 0 ? sent : null;
}

/** What is wrong with a page that was given such words; empty when it is calm. */
function loud({ path, status, html }: Shown): string[] {
  const found: string[] = [];
  if (status >= 500) found.push(`${path}: ${status}`);
  // Scripts of ours carry data with every `<` written as \u003c.
  if (/<script>alert\(1\)|<img src=x onerror/i.test(html)) found.push(`${path}: markup is alive`);
  const text = html
    .replace(/<(script|style|textarea|bdi|select)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(\w+)\b[^>]*\sdir="auto"[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ');
  const turn = /.{0,40}[\u202A-\u202E\u2066\u2067].{0,20}/u.exec(text);
  if (turn) found.push(`${path}: writing is turned around: ${JSON.stringify(turn[0])}`);
  return found;
}

async function addresses(): Promise<string[]> {
  const kinds = new Map<string, string>();
  for (const path of await publicPaths(platform)) {
    const [, first, second] = path.split('/');
    const kind = second && !shopPlaces.some((place) => `/${place.path}` === path) ? `/${first}/:` : path;
    if (!kinds.has(kind)) kinds.set(kind, path);
  }
  return [
    ...kinds.values(),
    '/auth?tab=sign-up',
    '/auth/forgot-password',
    '/track',
    '/profile-edit',
    '/contact-edit',
    '/flight-preferences',
    '/booking/best-of-italy',
    '/contact?about=group',
    ...accountPlaces.filter((place) => place.frame !== 'bare').map((place) => `/${place.path}`),
    '/add-traveler?traveller=new',
    '/no/such/page',
  ];
}

describe('words that are typed', () => {
  it('stay words on every page that answers a form, whoever sends it', async () => {
    const tried = new Set<string>();
    const found: string[] = [];
    for (const path of await addresses()) {
      for (const cookie of ['', traveller]) {
        const page = await show(path, cookie);
        for (const form of readForms(page.html, new URL(page.path, home))) {
          const kind = `${form.method} ${form.action.replace(/\?.*/, '')} ${[...form.names].toSorted().join()}`;
          if (tried.has(kind) || form.action.startsWith('/sign-out')) continue;
          tried.add(kind);
          for (const words of [markup, turned])
            for (const letThrough of [false, true]) {
              const sent = filled(form, words, letThrough);
              if (!sent) continue;
              // Limits on tries are not what is looked at here.
              platform.clock.advance(20 * 60_000);
              const action = form.action.startsWith('http') ? new URL(form.action).pathname : form.action;
              const answer =
                form.method === 'POST'
                  ? await show(action, cookie, sent)
                  : await show(`${action.replace(/\?.*/, '')}?${new URLSearchParams(sent)}`, cookie);
              found.push(...loud(answer).map((line) => `${form.method} from ${path}: ${line}`));
            }
        }
      }
    }
    expect(tried.size).toBeGreaterThan(30);
    expect([...new Set(found)]).toEqual([]);
  }, 300_000);

  it('stay words where they are shown later: to the traveller, and to staff', async () => {
    const owner = await app.signIn('admin@rihla.example', demoPassword, true);
    const again = await app.signIn('traveller@rihla.example', demoPassword, true);
    await platform.jobs.drain();
    const found: string[] = [];
    for (const place of accountPlaces.filter((one) => one.frame !== 'bare')) found.push(...loud(await show(`/${place.path}`, again)));
    for (const path of [
      '/admin/feedback',
      '/admin/inquiries/flights',
      '/admin/inquiries/holidays',
      '/admin/inquiries/staycations',
      '/admin/mail-folder',
    ]) {
      const list = await show(path, owner);
      expect(list.status, path).toBe(200);
      found.push(...loud(list));
      const each = new Set(
        [...list.html.matchAll(/href="(\/admin\/(?:inquiries|mail-folder)[/?][^"]*)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')),
      );
      for (const one of [...each].slice(0, 30)) found.push(...loud(await show(one, owner)));
    }
    expect([...new Set(found)]).toEqual([]);
  }, 120_000);
});
