import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { newerChoice, noteAgreed, readKeptChoice } from '#app/ui/kept-choice.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { startCurrency, wholeNumbers, type Rates, type Roundings } from './display-conversion.ts';
import { chooseCurrency, currencyKeys, loadRates, type CurrencyWorld } from './start-currency.ts';

export interface CurrencyStore {
  readonly currency: DisplayCurrency;
  readonly rates: Rates;
  /** To what shown prices are rounded. */
  readonly roundings: Roundings;
  /** What may be chosen. */
  readonly shown: readonly DisplayCurrency[];
  /** When the rates were fetched (milliseconds); null before that. */
  readonly ratesAt: number | null;
  /** Set at the end of the start, also when something in it failed. */
  readonly initialised: boolean;
  readonly choose: (currency: DisplayCurrency) => void;
}

export const CurrencyStoreContext = createContext<CurrencyStore | null>(null);

const oneYear = 31_536_000;

/** Kept in local storage as specified, mirrored in a cookie so that the server draws the same prices. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A full or forbidden storage: the cookie still carries the choice.
  }
  if (key !== currencyKeys.currency) return;
  document.cookie = `${key}=${value}; Path=/; Max-Age=${oneYear}; SameSite=Lax`;
  noteAgreed(key, value);
}

function recall(key: string): string | null {
  if (key === currencyKeys.currency) return newerChoice(readKeptChoice(key));
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const browser: CurrencyWorld = { send: (path, options) => fetch(path, options), read: recall, write: keep, now: () => Date.now() };

/** A currency that the house does not show any more gives way to the one that is charged; the choice itself is kept. */
const standing = (currency: DisplayCurrency, shown: readonly DisplayCurrency[]): DisplayCurrency =>
  shown.includes(currency) ? currency : 'AED';

/** Starts with what the server drew (the cookie's currency, else USD), then goes through the specified start. */
export function CurrencyProvider({
  currency: drawn,
  rates: drawnRates,
  shown = displayCurrencies,
  roundings = wholeNumbers,
  children,
}: {
  currency: DisplayCurrency | null;
  rates: Rates;
  shown?: readonly DisplayCurrency[];
  roundings?: Roundings;
  children: ReactNode;
}) {
  const [wanted, setCurrency] = useState<DisplayCurrency>(drawn ?? startCurrency);
  const currency = standing(wanted, shown);
  const [known, setKnown] = useState<{ rates: Rates; at: number | null }>({ rates: drawnRates, at: null });
  const [initialised, setInitialised] = useState(false);

  useEffect(() => {
    let gone = false;
    const start = async () => {
      try {
        const loaded = await loadRates(browser);
        if (gone) return;
        // Without a call or a copy, the server's rates of this page are better than the defaults.
        if (loaded.at !== null) setKnown(loaded);
        const chosen = await chooseCurrency(browser);
        if (gone) return;
        keep(currencyKeys.currency, chosen);
        setCurrency(chosen);
      } finally {
        if (!gone) setInitialised(true);
      }
    };
    void start();
    return () => {
      gone = true;
    };
  }, []);

  const choose = useCallback((next: DisplayCurrency) => {
    keep(currencyKeys.currency, next);
    setCurrency(next);
  }, []);

  const store = useMemo(
    () => ({ currency, rates: known.rates, roundings, shown, ratesAt: known.at, initialised, choose }),
    [currency, known, roundings, shown, initialised, choose],
  );
  return <CurrencyStoreContext value={store}>{children}</CurrencyStoreContext>;
}

export function useCurrency(): CurrencyStore {
  const store = useContext(CurrencyStoreContext);
  if (!store) throw new Error('useCurrency must be used within a CurrencyProvider');
  return store;
}
