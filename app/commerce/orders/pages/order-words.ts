import { useTexts } from '#app/ui/texts.tsx';
import type { Values } from '#app/ui/translate.ts';
import type { ProductKind } from '../../product-contract.ts';

/** Words about an order: those of its kind where it has some, else those of all orders. */
export function useOrderWords(kind: ProductKind): (key: string | readonly string[], values?: Values) => string {
  const t = useTexts('orders');
  return (key, values) => t(typeof key === 'string' ? [`${kind}.${key}`, key] : key.flatMap((one) => [`${kind}.${one}`, one]), values);
}
