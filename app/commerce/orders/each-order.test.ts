import { expect, it } from 'vitest';
import { openLog } from '#app/platform/log.server.ts';
import { eachOrder } from './each-order.server.ts';

it('an order that cannot be taken up does not keep the others waiting', async () => {
  const taken: string[] = [];
  await eachOrder({ log: openLog('silent') }, ['one', 'broken', 'two'], async (orderId) => {
    if (orderId === 'broken') throw new Error('a check refused it');
    taken.push(orderId);
  });
  expect(taken).toEqual(['one', 'two']);
});
