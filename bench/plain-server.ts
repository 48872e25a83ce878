import { createServer } from 'node:http';

/** A server that does nothing but answer, as a yardstick: what this machine takes for HTTP itself, on this day. */
const body = Buffer.alloc(Number(process.env['BYTES']), 'x');
createServer((request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end(request.url === '/readyz' ? 'ok' : body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
