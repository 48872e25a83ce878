import { createContext } from 'react-router';

/** Whether an address of the shop is that of a page somebody can open today. The shop knows its pages; commerce asks it. */
export type IsShopPage = (address: string) => Promise<boolean>;
export const shopPagesContext = createContext<IsShopPage>();
