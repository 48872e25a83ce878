import { createContext, useContext, type HTMLAttributes, type ReactNode } from 'react';
import { CurrencyProvider, useCurrency } from '#app/commerce/currencies/use-currency.tsx';

/** Gives the markup of `children`, drawn now or as it was drawn before under the same name for the same things. */
export type KeepPart = (name: string, on: readonly unknown[], children: ReactNode) => string;

/** Filled by the server alone: in the browser every part is drawn as it stands. */
export const PartKeeper = createContext<KeepPart | null>(null);

interface KeptPartProps extends HTMLAttributes<HTMLElement> {
  readonly as: 'div' | 'footer' | 'nav';
  readonly name: string;
  /** All that the part shows besides texts and prices in the visitor's currency: compared by identity. */
  readonly on: readonly unknown[];
  readonly children: ReactNode;
}

/**
 * A part of a page that is the same for everyone in one language and currency: the server draws it once for many pages.
 * Nothing in it may be of one visitor, of one request (a nonce) or ask for `useId`, and it is one component, whose body
 * does not run when its markup is known. The browser hydrates the same markup from the component itself.
 */
export function KeptPart({ as: Element, name, on, children, ...attributes }: KeptPartProps) {
  const keep = useContext(PartKeeper);
  const { currency, rates, roundings, shown } = useCurrency();
  if (!keep) return <Element {...attributes}>{children}</Element>;
  const part = (
    <CurrencyProvider currency={currency} rates={rates} roundings={roundings} shown={shown}>
      {children}
    </CurrencyProvider>
  );
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: keep(name, [currency, rates, roundings, shown, ...on], part) }} />;
}
