import { expect, it } from 'vitest';
import { PageBody, scriptsLast, withWholeBody } from './page-body.server.ts';
import { waitingType } from './start-scripts.ts';

const html = () => new Headers({ 'Content-Type': 'text/html' });
const after = (turns: number) =>
  new Promise<void>((resolve) => {
    const turn = (left: number) => (left === 0 ? resolve() : setImmediate(turn, left - 1));
    turn(turns);
  });

it('sends a page that is whole at once in one piece, with its length', async () => {
  const body = new PageBody();
  body.write(Buffer.from('<html>'));
  body.end(Buffer.from('é</html>'));
  const answer = withWholeBody(await body.respond(200, html()));
  expect(answer.headers.get('content-length')).toBe('15');
  expect(await answer.text()).toBe('<html>é</html>');
});

it('streams a page whose end comes late, without losing or doubling a piece', async () => {
  const body = new PageBody();
  body.write(Buffer.from('shell '));
  const answering = body.respond(200, html());
  await after(3);
  body.write(Buffer.from('more '));
  const answer = await answering;
  expect(answer.headers.has('content-length')).toBe(false);
  const reading = answer.text();
  body.write(Buffer.from('late '));
  await after(2);
  body.end(Buffer.from('end'));
  expect(await reading).toBe('shell more late end');
});

it('is destroyed when its reader goes away, so that React stops', async () => {
  const body = new PageBody();
  body.write(Buffer.from('shell'));
  const answer = withWholeBody(await body.respond(200, html()));
  await answer.body!.cancel();
  expect(body.destroyed).toBe(true);
});

it('breaks the answer off when the page breaks', async () => {
  const body = new PageBody();
  body.write(Buffer.from('shell'));
  const answer = withWholeBody(await body.respond(200, html()));
  const reading = answer.text();
  body.destroy();
  await expect(reading).rejects.toThrow('The page was broken off.');
});

it('takes scripts out of the head and leaves them to be begun after the page is painted; other answers it leaves as they are', () => {
  const link = (file: string) => `<link rel="modulepreload" href="${file}" nonce="n"/>`;
  const body = (type: string) => `<p>${link('/c.js')}</p><script nonce="n"${type}>import "/a.js"</script>`;
  const page = scriptsLast(Buffer.from(`<head>é${link('/a.js')}<style></style>${link('/b.js')}</head>${body(' type="module" async=""')}`));
  expect(page.toString()).toBe(`<head>é<style></style></head>${body(` type="${waitingType}" data-files="/a.js /b.js"`)}`);
  for (const words of ['{"a":1}', '<head></head><p>No scripts</p>']) {
    const other = Buffer.from(words);
    expect(scriptsLast(other)).toBe(other);
  }
});
