import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nobody listens at, as the system gives it out. To be asked for when it is needed: soon it may be somebody's. */
export async function freePort(): Promise<number> {
  const door = createServer().listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  door.close();
  await once(door, 'close');
  return port;
}
