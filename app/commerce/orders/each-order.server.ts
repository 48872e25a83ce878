import type { Platform } from '#app/platform/platform.server.ts';

/** One order that cannot be taken up does not keep the others waiting. */
export async function eachOrder(
  { log }: Pick<Platform, 'log'>,
  orderIds: readonly string[],
  takeUp: (orderId: string) => Promise<unknown>,
): Promise<void> {
  for (const orderId of orderIds) {
    try {
      await takeUp(orderId);
    } catch (fault) {
      log.error({ fault: (fault as Error).message, order: orderId }, 'order not taken up');
    }
  }
}
