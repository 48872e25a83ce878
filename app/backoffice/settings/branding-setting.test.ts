import sharp from 'sharp';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { letterHtml } from '#app/commerce/messages/letter.ts';
import { letterBrand } from '#app/commerce/messages/post-letter.server.ts';
import { keepLogo } from '#app/commerce/supply/keep-logo.server.ts';
import { logoType } from '#app/commerce/supply/logo-rules.ts';
import { readPaperBrand, readBranding } from '#app/platform/branding.server.ts';
import { brandOf, deliveredBranding, storedLogo } from '#app/platform/branding.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { typeset } from '#app/platform/typesetting.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { forgetLogo, workOnLogos } from './forget-logos.server.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
await workOnLogos(platform);
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);

const wide = await sharp({ create: { width: 1200, height: 200, channels: 4, background: { r: 20, g: 90, b: 120, alpha: 0.5 } } })
  .withExif({ IFD0: { Copyright: 'A secret of its designer' } })
  .png()
  .toBuffer();
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const [small, line] = await Promise.all([flat(90, 40), flat(2000, 100)]);
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#0a6"/></svg>');

function send(fields: Record<string, string>, file?: { readonly name: string; readonly content: Uint8Array }, cookie = owner) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('logoFile', new File([new Uint8Array(file.content)], file.name));
  return app.send('/admin/settings/branding', { method: 'POST', cookie, body: form });
}
const finance = await app.signIn('finance@rihla.example', demoPassword);
const draft = (content: Uint8Array, more: Record<string, string> = {}) =>
  send({ intent: 'draft', version: '0', name: '', nameAr: '', logo: '', reason: 'Our own sign', ...more }, { name: 'logo', content });
const apply = (version: string) => app.send('/admin/settings/branding', { cookie: owner, form: { intent: 'apply', version } });
const page = async (path: string, cookie = '') => (await app.send(path, { cookie })).text();

beforeEach(async () => {
  await db.execute(sql`delete from setting_changes`);
  clock.set(addMilliseconds(clock.now(), 120_000));
});

describe('the logo of the house', () => {
  it('is seen before it counts, then stands in the head and foot of the shop, in mails and on papers, and gives way again', async () => {
    expect((await draft(wide)).headers.get('location')).toBe('/admin/settings/branding?did=drafted');
    expect(await page('/contact')).not.toContain('/brand/');
    const preview = await page('/admin/settings/branding', owner);
    expect(preview.match(/class="st-brand st-brand--(paper|night|print)"/g)!.length).toBeGreaterThanOrEqual(3);
    expect((await apply('1')).headers.get('location')).toContain('did=applied');
    const html = await page('/contact');
    const [address] = /\/brand\/[0-9a-f]{40}\.png/.exec(html)!;
    expect(html.match(new RegExp(`src="${address}"`, 'g'))).toHaveLength(2);
    expect(html).toContain('alt="Rihla"');
    const shown = await app.send(address);
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    const pixels = Buffer.from(await shown.arrayBuffer());
    const { width, height, hasAlpha, exif } = await sharp(pixels).metadata();
    expect({ width, height, hasAlpha, exif }).toEqual({ width: 680, height: 113, hasAlpha: true, exif: undefined });
    const letter = { language: 'en', title: 'T', paragraphs: [], rows: [], button: 'B', link: 'https://x.example', foot: [] } as const;
    const mail = letterHtml(letter, await letterBrand(platform));
    expect(mail).toContain(`src="${platform.env.publicUrl}${address}" alt="Rihla" width="180"`);
    const brand = await readPaperBrand(platform);
    expect(brand.logo).toMatchObject({ width: 170, height: 28.25 });
    const paper = await typeset(
      '#import "/letterhead.typ": *\n#let d = json(bytes(sys.inputs.data))\n#show: sheet.with(d)\n#letterhead(d)',
      {
        brand,
        language: 'en',
        rtl: false,
        title: 'T',
        footer: 'F',
        headline: 'H',
      },
    );
    expect(readPdf(paper).text).not.toContain('Rihla');
    await send({ intent: 'draft', version: '0', name: '', nameAr: '', logo: '', noLogo: 'on', reason: 'Not ours' });
    await apply('1');
    expect(await page('/contact')).not.toContain('/brand/');
    expect(await readBranding(db)).toEqual(deliveredBranding);
    // What stood before can be put back: its picture is still there.
    expect((await app.send(address)).status).toBe(200);
  });

  it('of an issued document is the one that counted when it was issued', async () => {
    const before = new Date(clock.now() - 1);
    await draft(drawing);
    await apply('1');
    expect((await readPaperBrand(platform, before)).logo).toBeNull();
    expect((await readPaperBrand(platform, new Date(clock.now()))).logo).not.toBeNull();
    await db.execute(sql`update setting_changes set decided_at = decided_at - interval '1 day'`);
    expect((await readPaperBrand(platform, before)).logo).not.toBeNull();
  });

  it('that was put aside before it counted goes from the files; one that counted stays for the papers of its time', async () => {
    const sign = (colour: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="${colour}"/></svg>`);
    const stored = async (content: Uint8Array) => {
      const drawn = await keepLogo({ put: async () => undefined }, content);
      return drawn.ok && (await platform.files.find(storedLogo(drawn.value.hash))) !== null;
    };
    const [rewritten, counted, mistyped, dropped] = ['#101', '#202', '#303', '#404'].map(sign) as [Buffer, Buffer, Buffer, Buffer];
    await draft(rewritten);
    expect(await stored(rewritten)).toBe(true);
    await draft(counted, { version: '1' });
    expect([await stored(rewritten), await stored(counted)]).toEqual([false, true]);
    await apply('2');
    const issued = new Date(clock.now());
    clock.set(addMilliseconds(clock.now(), 60_000));
    // A name that is too long is mended with another picture chosen, and that one is then not wanted.
    const answer = await draft(mistyped, { name: 'A name that is far too long for a head' });
    const token = /value="([0-9a-f]{40}\.\d+\.\d+)"/.exec(await answer.text())![1]!;
    expect(await stored(mistyped)).toBe(true);
    await draft(dropped, { logo: token });
    expect([await stored(mistyped), await stored(dropped)]).toEqual([false, true]);
    await send({ intent: 'drop', version: '1' });
    expect([await stored(dropped), await stored(counted)]).toEqual([false, true]);
    expect(await page('/admin/settings/branding', owner)).toContain('a logo that never counted');
    await send({ intent: 'draft', version: '0', name: '', nameAr: '', logo: '', noLogo: 'on', reason: 'Not ours' });
    await apply('1');
    expect([(await readPaperBrand(platform)).logo, await stored(counted)]).toEqual([null, true]);
    expect((await readPaperBrand(platform, issued)).logo).not.toBeNull();
  });

  it('that was left in a form that was wrong goes a day later, unless a setting has come to name it', async () => {
    const due = async (hash: string) => {
      const { rows } = (await db.execute(
        sql`select start_after from pgboss.job where name = 'settings.forget-logo' and data->>'hash' = ${hash}`,
      )) as unknown as { rows: { start_after: string }[] };
      return rows.map((row) => Date.parse(row.start_after) - clock.now());
    };
    const left = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#505"/></svg>',
    );
    const { status } = await draft(left, { name: 'A name that is far too long for a head' });
    const drawn = await keepLogo({ put: async () => undefined }, left);
    if (!drawn.ok) throw new Error(drawn.refused);
    const { hash } = drawn.value;
    const stored = async () => (await platform.files.find(storedLogo(hash))) !== null;
    expect([status, await stored(), await due(hash)]).toEqual([422, true, [dayMs]]);
    await forgetLogo(platform, hash);
    expect(await stored()).toBe(false);
    await draft(left);
    await forgetLogo(platform, hash);
    expect(await stored()).toBe(true);
  });

  it('may be a drawing, which becomes pixels', async () => {
    await draft(drawing);
    await apply('1');
    const { logo } = await readBranding(db);
    expect(logo).toMatchObject({ width: 408, height: 136 });
    const content = (await platform.files.find(storedLogo(logo!.hash)))!;
    expect((await sharp(content).metadata()).format).toBe('png');
    expect([...(await sharp(content).raw().toBuffer()).subarray(0, 3)]).toEqual([0, 170, 102]);
  });

  it.each([
    ['no picture', Buffer.from('PK a table'), 'This is no PNG'],
    ['a picture that is cut off', wide.subarray(0, 300), 'cannot be drawn'],
    ['a small picture', small, 'lower than 64'],
    ['a long line', line, 'eight times'],
    ['a file that is too large', Buffer.concat([wide, Buffer.alloc(2 * 1024 * 1024)]), 'larger than 2 MB'],
    ['a drawing that runs something', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'cannot be drawn'],
  ])('is refused in words where it is %s, and what was typed stays', async (_what, content, words) => {
    const answer = await draft(content, { name: 'Wadi House' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain('href="#logoFile"');
    expect(html).toContain('value="Wadi House"');
  });

  it('of somebody who may agree to settings and not change them is neither drawn nor kept', async () => {
    const file = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#06a"/></svg>',
    );
    const fields = { intent: 'draft', version: '0', name: '', nameAr: '', logo: '', reason: 'Our own sign' };
    const answer = await send(fields, { name: 'logo.svg', content: file }, finance);
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('/brand/');
    const drawn = await keepLogo({ put: async () => undefined }, file);
    expect(drawn.ok && (await platform.files.find(storedLogo(drawn.value.hash)))).toBeNull();
  });

  it('stays chosen while the name beside it is mended, and a picture that nobody gave the house is none', async () => {
    const answer = await draft(drawing, { name: 'A name that is far too long for a head' });
    const token = /name="logo"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="logo"/.exec(await answer.text());
    const kept = token![1] ?? token![2]!;
    expect(kept).toMatch(/^[0-9a-f]{40}\.408\.136$/);
    await send({ intent: 'draft', version: '0', name: 'Wadi House', nameAr: '', logo: kept, reason: 'Our own name' });
    await apply('1');
    expect((await readBranding(db)).logo).not.toBeNull();
    const stranger = `${'a'.repeat(40)}.100.100`;
    await send({ intent: 'draft', version: '0', name: 'Other House', nameAr: '', logo: stranger, reason: 'A strange picture' });
    await apply('1');
    expect(await readBranding(db)).toEqual({ name: 'Other House', nameAr: null, logo: null, accent: null });
    expect((await app.send(`/brand/${'a'.repeat(40)}.png`)).status).toBe(404);
    expect((await app.send('/brand/..%2Fsecret.png')).status).toBe(404);
  });
});

describe('the name of the house', () => {
  it('stands in the title, the head and what is told to search engines', async () => {
    await send({ intent: 'draft', version: '0', name: 'Wadi House', nameAr: 'بيت الوادي', logo: '', reason: 'Our own name' });
    await apply('1');
    const english = await page('/contact');
    expect(english).toContain('· Wadi House</title>');
    expect(english).toContain('property="og:site_name" content="Wadi House"');
    expect(await page('/contact', 'language=ar')).toMatch(/<span lang="ar">بيت الوادي<\/span>/);
  });

  it('alone has no other beside it', () => {
    expect(brandOf({ name: 'Wadi', nameAr: null, logo: null })).toEqual({ name: 'Wadi', nameAr: null, logo: null, accent: null });
    expect(brandOf({ name: null, nameAr: 'وادي', logo: null })).toEqual({ name: 'وادي', nameAr: null, logo: null, accent: null });
    expect(brandOf(deliveredBranding)).toEqual({ name: 'Rihla', nameAr: 'رحلة', logo: null, accent: null });
  });
});

it.each([
  ['<svg><image href="file:///etc/passwd"/></svg>', 'unsafe'],
  ['<svg><use href="https://evil.example/x.svg#a"/></svg>', 'unsafe'],
  ['<svg onload="x()"></svg>', 'unsafe'],
  ['<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', 'unsafe'],
  ['<svg><style>@import url(https://evil.example/x.css)</style></svg>', 'unsafe'],
  ['<svg><use href="#a"/><path fill="url(#b)"/></svg>', 'drawing'],
  ['<html><svg></svg></html>', null],
])('a drawing is judged by what it holds: %s', (text, type) => {
  expect(logoType(Buffer.from(text))).toBe(type);
});

describe('the accent colour of the house', () => {
  const wish = (accent: string) =>
    send({ intent: 'draft', version: '0', name: '', nameAr: '', logo: '', accent, reason: 'Our own colour' });
  const letter = { language: 'en', title: 'T', paragraphs: [], rows: [], button: 'B', link: 'https://x.example', foot: [] } as const;

  it('is on the buttons of the shop and of mails once it counts, not at the desk, and gives way again', async () => {
    expect(await page('/contact')).not.toContain('--saffron:');
    expect(letterHtml(letter, await letterBrand(platform))).toContain('background:#E0912F');
    expect((await wish('3FAE84')).headers.get('location')).toContain('did=drafted');
    expect(await page('/contact')).not.toContain('--saffron:');
    expect(await page('/admin/settings/branding', owner)).toContain('--saffron:#3fae84');
    await apply('1');
    expect(await page('/contact')).toMatch(/<html[^>]*style="--saffron:#3fae84;[^"]*--saffron-deep:#[0-9a-f]{6}/);
    expect(await page('/admin/dashboard', owner)).not.toMatch(/<html[^>]*style=/);
    expect(letterHtml(letter, await letterBrand(platform))).toContain('background:#3fae84;color:#1C1B2E');
    await wish('');
    await apply('1');
    expect(await page('/contact')).not.toContain('--saffron:');
  });

  it.each([
    ['#0E6E73', 'their contrast is below 4.5 to 1'],
    ['#FFFFFF', 'hardly stands out'],
    ['#CFC4AE', 'hardly stands out'],
    ['teal', 'Write a colour as six digits'],
    ['#12', 'Write a colour as six digits'],
    ['"><script>', 'Write a colour as six digits'],
  ])('is refused in words where it is %s, and what was typed stays', async (typed, words) => {
    const answer = await wish(typed);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain(`value="${typed.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`);
  });
});
