import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';

/** A mail server that takes everything, and what it was told. */
const told: string[] = [];
const server = createServer((socket) => {
  let body = false;
  socket.write('220 trips.test\r\n');
  socket.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\r\n')) {
      told.push(line);
      if (body && line !== '.') continue;
      if (line === '.' || line === '') body = false;
      if (line === '') continue;
      body ||= line === 'DATA';
      socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    }
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;
const platform = await openTestPlatform({ SMTP_URL: `smtp://127.0.0.1:${port}`, COMPANY_DOMAIN: 'trips.test' });

it('sends from the domain of the house', async () => {
  await platform.mail.send({
    messageId: 'mail-sender-test',
    to: 'layla@example.com',
    subject: 'Your trip',
    text: 'Here it is.',
    html: '<p>Here it is.</p>',
    language: 'en',
    kind: 'test.sender',
    concern: 'order',
  });
  expect(told).toContain('MAIL FROM:<travel@trips.test>');
  expect(told).toContain('From: Rihla <travel@trips.test>');
});
