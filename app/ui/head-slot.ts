import { createContext, type ReactNode } from 'react';

/**
 * What only a document's first bytes need: words for search engines and share cards. The server fills it; in the
 * browser it is empty, and React leaves those elements of the head as they came.
 */
export const HeadSlot = createContext<ReactNode>(null);
