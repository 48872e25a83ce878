import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { countInBasket } from '#app/commerce/baskets/basket-hint.ts';

/** How many bookings lie in this browser's trip; 0 until the browser has looked, since many pages are drawn for everyone. */
export function useTripCount(): number {
  const [count, setCount] = useState(0);
  const { key } = useLocation();
  useEffect(() => setCount(countInBasket(document.cookie)), [key]);
  return count;
}
