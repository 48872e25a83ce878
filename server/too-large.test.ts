import { describe, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const page = '/admin/invoices/bank/import';

/** As bytes: a form that streams faults on its own when nobody reads it to the end. */
async function heavy(path: string, cookie?: string) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(4 * 1024 * 1024)]), 'march.xml');
  const whole = new Response(form);
  const headers = {
    Origin: 'http://localhost:3999',
    'Content-Type': whole.headers.get('content-type')!,
    ...(cookie ? { Cookie: cookie } : {}),
  };
  return app.send(path, { method: 'POST', body: await whole.arrayBuffer(), headers });
}

describe('a file at the desk that is larger than its page takes', () => {
  it('is refused on the page of the form, in words', async () => {
    const answer = await heavy(page, finance);
    const html = await answer.text();
    expect(answer.status).toBe(413);
    expect(html).toMatch(/role="alert"[\s\S]*larger than this page takes, 3 MB/);
    expect(html).toContain('type="file"');
  });

  it('leads a page with scripts back to itself', async () => {
    const answer = await heavy(`${page}.data`, finance);
    expect(answer.status).toBe(202);
    expect(await answer.text()).toContain(`${page}?too-large=${3 * 1024 * 1024}`);
  });

  it('shows its page to nobody who may not open it', async () => {
    const answer = await heavy(page);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/admin\/login/);
  });
});
