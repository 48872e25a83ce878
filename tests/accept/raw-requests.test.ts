import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { places } from '#app/site-map.ts';
import { isReady, launchServer, type ServerProcess } from '../crash/crash-harness.ts';
import { freePort } from '../support/free-port.ts';
import { diceOf, type Dice } from '../simulator/seeded.ts';

/*
 * Bytes that no browser sends, on sockets of our own: lying lengths, broken chunks, headers without end, names that
 * mean something to a language, depths and halves of letters. No fault, no silence, and no memory that stays taken.
 */
const wanted = Number(process.env['RAW_REQUESTS'] ?? 20_000);
const seed = Number(process.env['RAW_SEED'] ?? 20_261_123);
const atOnce = 16;
/** On a machine that does other things too; one that waits for the rest of a request is not silent. */
const silentAfterMs = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'rihla-raw-'));
const log = join(folder, 'server.log');
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  port = await freePort();
  server = launchServer({ DATA_DIR: join(folder, 'data'), DEMO: 'true' }, port, log);
  expect(await isReady(server)).toBe(true);
}, 300_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exit;
  rmSync(folder, { recursive: true, force: true });
});

const paths = places.map((place) => `/${place.path.replace(/:\w+\??/g, 'sample').replace('*', 'none')}`);
const more = ['/healthz', '/readyz', '/webhooks/payments', '/newsletter/leave/x', '/posters/x.svg', '/maps/x.svg', '/share-cards/x.png'];
const words = [
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%ED%A0%80',
  '%C0%AE%C0%AE',
  '%E2%80%AE',
  '..%2f..%2fetc%2fpasswd',
  '..\\..\\x',
  '%FF%FE',
  'a'.repeat(900),
  '%',
  '%%%',
  "'; drop table orders --",
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '[]',
  '1e999',
  '-0',
];
const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** One request as bytes, and whether it is whole: a part of one may be waited for. */
function request(dice: Dice): { bytes: Buffer; whole: boolean } {
  const { pick, percent, below } = dice;
  const query = Array.from({ length: below(5) }, () => `${encodeURI(pick(words)).slice(0, 200)}=${pick(words)}`).join('&');
  const path = `${pick(percent(85) ? paths : more)}${percent(15) ? `/${pick(words)}` : ''}${percent(10) ? '.data' : ''}${query ? `?${query}` : ''}`;
  const target = percent(5) ? pick(['*', 'http://evil.example/', '//evil.example/', '/\t', path.repeat(40), '']) : path;
  const method = percent(60)
    ? 'GET'
    : percent(80)
      ? 'POST'
      : pick(['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'get', 'G\0T', 'PRI']);
  const headers = ['Connection: close'];
  if (!percent(5)) headers.push(`Host: ${pick(['localhost', `localhost:${port}`, 'evil.example', '', 'a'.repeat(300), 'localhost\0'])}`);
  if (percent(70)) headers.push(`Origin: http://localhost:${port}`);
  if (percent(20))
    headers.push(
      `Cookie: ${pick(['=', ';;;', 'a=b; a=c', 'rihla.session_token=x.y', `language=${pick(words)}`, `x=${'y'.repeat(4000)}`, '__proto__=1', 'selectedCurrency=%'])}`,
    );
  if (percent(10)) headers.push(`Accept-Language: ${pick(['*', 'xx-XX;q=9', 'a'.repeat(2000), ',,,,', 'ar;q=NaN'])}`);
  if (percent(5))
    headers.push(
      `${pick(['X-Forwarded-Host', 'X-Forwarded-For', 'If-None-Match', 'Range', 'Accept-Encoding', '__proto__', 'Upgrade', 'Expect'])}: ${pick(words)}`,
    );
  if (percent(2)) headers.push(...Array.from({ length: 300 }, (_, index) => `X-${index}: ${'z'.repeat(80)}`));
  if (percent(2)) headers.push(pick(['Not a header', ': no name', 'Bad\0Name: x', 'Folded: a\r\n b']));
  const body = pick([
    '',
    'a=b',
    `${pick(words)}=${pick(words)}`,
    'key=&key=&intent=__proto__&intent=pay',
    deep(3_000, '[', ']'),
    deep(3_000, '{"a":', '}'),
    'a'.repeat(70_000),
    Array.from({ length: 2_000 }, (_, index) => `f${index}=1`).join('&'),
    '\ud800'.toWellFormed(),
    '--x\r\nContent-Disposition: form-data; name="a"; filename="../../a"\r\n\r\nb\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data',
  ]);
  let whole = true;
  let tail = '';
  if (method !== 'GET' && method !== 'HEAD' && method !== 'get') {
    headers.push(
      `Content-Type: ${pick(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=utf-7', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/json', 'text/plain', ''])}`,
    );
    const size = Buffer.byteLength(body);
    const way = below(10);
    if (way < 5) headers.push(`Content-Length: ${size}`);
    else if (way === 5) {
      headers.push(`Content-Length: ${size + 10}`);
      whole = false;
    } else if (way === 6) headers.push(`Content-Length: ${Math.max(0, size - 3)}`);
    else if (way === 7)
      headers.push(
        pick([
          'Content-Length: -1',
          'Content-Length: 1e3',
          `Content-Length: ${size}\r\nContent-Length: ${size + 1}`,
          'Content-Length: 99999999999',
        ]),
      );
    else headers.push('Transfer-Encoding: chunked');
    if (way === 7) whole = false;
    tail =
      way >= 8
        ? pick([
            `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
            'zz\r\nabc\r\n0\r\n\r\n',
            `${(size + 5).toString(16)}\r\n${body}\r\n`,
            '-1\r\n\r\n',
            'fffffffff\r\nabc',
          ])
        : body;
    if (way >= 8) whole = false;
  }
  const text = `${method} ${target} HTTP/${percent(98) ? '1.1' : pick(['1.0', '2.0', '9', ''])}\r\n${headers.join('\r\n')}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(tail)]);
  // Now and then some bytes are others.
  if (percent(5)) {
    whole = false;
    for (let count = 0; count < 3; count += 1) bytes[below(bytes.length)] = below(256);
  }
  return { bytes, whole };
}

interface Heard {
  readonly status: number | null;
  readonly words: string;
  readonly tookMs: number;
}

/** Sends the bytes and listens until the other side is done, or for as long as somebody who gave only a part may. */
function send(bytes: Buffer, whole: boolean): Promise<Heard> {
  return new Promise((resolve) => {
    const began = performance.now();
    let words = '';
    const socket = connect(port, '127.0.0.1');
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(words)?.[1];
      resolve({ status: status ? Number(status) : null, words, tookMs: performance.now() - began });
    };
    const timer = setTimeout(done, whole ? silentAfterMs : 1_000);
    socket.setEncoding('latin1');
    socket.on('data', (some: string) => {
      if (words.length < 200_000) words += some;
    });
    socket.on('error', done);
    socket.on('end', done);
    socket.on('close', done);
    socket.write(bytes);
  });
}

/** What the head of an answer lacks or tells; the parser's own refusals have neither a type nor more than the end of a body. */
function faultsOfHead(words: string): string[] {
  const [head = '', body = ''] = words.split('\r\n\r\n', 2);
  const says = (line: RegExp) => line.test(head);
  if (head === '' || (/^(0\s*)?$/.test(body) && !says(/^content-type:/im))) return [];
  return [
    ...(says(/^x-content-type-options: nosniff$/im) ? [] : ['types are guessed']),
    ...(says(/^content-type: text\/html/im) && !says(/^content-security-policy: .*object-src 'none'/im) ? ['a page without a policy'] : []),
    ...(says(/^(server|x-powered-by):/im) ? ['tells its software'] : []),
    ...(says(/^location: (https?:)?\/\/(?!localhost)/im) ? ['leads elsewhere'] : []),
  ];
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

it(`${wanted} broken requests get no fault and no silence, and cost no memory that stays`, async () => {
  const dice = diceOf(seed);
  const wrong: string[] = [];
  const statuses = new Map<string, number>();
  const begin = (): { bytes: Buffer; whole: boolean } => request(dice);
  const rounds = async (many: number) => {
    let left = many;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left > 0 && wrong.length < 20) {
          left -= 1;
          const { bytes, whole } = begin();
          const heard = await send(bytes, whole);
          const family = heard.status === null ? 'none' : `${Math.floor(heard.status / 100)}xx`;
          statuses.set(family, (statuses.get(family) ?? 0) + 1);
          const first = JSON.stringify(bytes.subarray(0, 1_000).toString('latin1'));
          // 501 and 505 are the parser's own words for a method or a version that HTTP does not have.
          if (heard.status !== null && heard.status >= 500 && ![501, 505].includes(heard.status)) wrong.push(`${heard.status}: ${first}`);
          if (/\bat \S+ \(?(file:|node:|\/)|node_modules\//.test(heard.words)) wrong.push(`tells its inside: ${first}`);
          for (const what of faultsOfHead(heard.words)) wrong.push(`${what}: ${first}`);
          if (whole && heard.tookMs >= silentAfterMs) wrong.push(`silence: ${first}`);
        }
      }),
    );
  };
  // Everything is read and kept once before the measure is taken.
  await rounds(Math.ceil(wanted / 4));
  const before = process.platform === 'linux' ? memory() : 0;
  await rounds(wanted - Math.ceil(wanted / 4));
  const after = process.platform === 'linux' ? memory() : 0;
  console.log(
    `${JSON.stringify(Object.fromEntries(statuses))}; resident memory ${Math.round(before)} MB after a quarter, ${Math.round(after)} MB at the end`,
  );
  const told = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"fault"'));
  expect(wrong, told.slice(0, 5).join('\n')).toEqual([]);
  expect(server.ended()).toBeNull();
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  expect(after - before).toBeLessThan(150);
  // The measure must be able to see an answer at all.
  expect((statuses.get('2xx') ?? 0) + (statuses.get('3xx') ?? 0)).toBeGreaterThan(wanted / 10);
  expect(statuses.get('4xx') ?? 0).toBeGreaterThan(wanted / 10);
}, 1_500_000);
