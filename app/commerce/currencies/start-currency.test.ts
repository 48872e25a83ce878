import { describe, expect, it } from 'vitest';
import { defaultRates } from './display-conversion.ts';
import { chooseCurrency, loadRates, type CurrencyWorld } from './start-currency.ts';

const now = 10 * 3_600_000;
const live = [
  { target_currency: 'AED', exchange_rate: 1 },
  { target_currency: 'USD', exchange_rate: 0.3 },
];

/** A browser with this storage, whose calls answer as told; it remembers what was asked. */
function aBrowser(stored: Record<string, string>, answers: Record<string, () => Response | Promise<Response>>) {
  const storage = new Map(Object.entries(stored));
  const asked: string[] = [];
  const world: CurrencyWorld = {
    send: async (path, options) => {
      asked.push(path);
      expect(options.headers['Accept']).toBe('application/json');
      const answer = answers[path];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    },
    read: (key) => storage.get(key) ?? null,
    write: (key, value) => void storage.set(key, value),
    now: () => now,
  };
  return { world, storage, asked };
}

const old = JSON.stringify({ ...defaultRates, USD: 0.29 });

describe('rates at the start', () => {
  it('are taken from storage while they are younger than an hour, without a call', async () => {
    const { world, asked } = aBrowser({ exchangeRates: old, exchangeRatesTimestamp: String(now - 3_599_999) }, {});
    expect(await loadRates(world)).toEqual({ rates: { ...defaultRates, USD: 0.29 }, at: now - 3_599_999 });
    expect(asked).toEqual([]);
  });

  it('are asked for when the copy is an hour old, and kept with their time', async () => {
    const { world, storage } = aBrowser(
      { exchangeRates: old, exchangeRatesTimestamp: String(now - 3_600_000) },
      { '/api/rates': () => Response.json(live) },
    );
    expect(await loadRates(world)).toEqual({ rates: { ...defaultRates, USD: 0.3 }, at: now });
    expect(JSON.parse(storage.get('exchangeRates')!)).toEqual({ ...defaultRates, USD: 0.3 });
    expect(storage.get('exchangeRatesTimestamp')).toBe(String(now));
  });

  it.each([
    ['fails', () => Promise.reject(new TypeError('offline'))],
    ['answers 503', () => new Response('', { status: 503 })],
    ['answers nonsense', () => new Response('<html>')],
    ['answers nothing', () => Response.json([])],
  ])('fall back to the old copy when the call %s', async (_how, answer) => {
    const { world } = aBrowser({ exchangeRates: old, exchangeRatesTimestamp: '0' }, { '/api/rates': answer });
    expect((await loadRates(world)).rates.USD).toBe(0.29);
  });

  it('fall back to the defaults when there is no copy either', async () => {
    const { world } = aBrowser({ exchangeRates: 'broken' }, {});
    expect(await loadRates(world)).toEqual({ rates: defaultRates, at: null });
  });
});

describe('the currency at the start', () => {
  it('is the saved one, without a look-up', async () => {
    const { world, asked } = aBrowser({ selectedCurrency: 'BRL' }, {});
    expect(await chooseCurrency(world)).toBe('BRL');
    expect(asked).toEqual([]);
  });

  it.each([
    ['AE', 'AED'],
    ['SA', 'SAR'],
    ['PH', 'USD'],
    [null, 'USD'],
  ])('comes from the country %s as %s when the saved one is none of the five, and is saved', async (country, currency) => {
    const { world, storage } = aBrowser({ selectedCurrency: 'GBP' }, { '/api/location': () => Response.json({ country_code: country }) });
    expect(await chooseCurrency(world)).toBe(currency);
    expect(storage.get('selectedCurrency')).toBe(currency);
  });

  it('is USD when the look-up fails', async () => {
    const { world, storage } = aBrowser({}, {});
    expect(await chooseCurrency(world)).toBe('USD');
    expect(storage.get('selectedCurrency')).toBe('USD');
  });

  it('gives the look-up a signal to stop it', async () => {
    let signal: AbortSignal | undefined;
    const { world } = aBrowser({}, {});
    await chooseCurrency({
      ...world,
      send: async (_path, options) => {
        signal = options.signal;
        return Response.json({ country_code: 'AE' });
      },
    });
    expect(signal).toBeInstanceOf(AbortSignal);
  });

  it('leaves a choice alone that was made while the look-up was on its way', async () => {
    const { world, storage } = aBrowser(
      {},
      {
        '/api/location': () => {
          storage.set('selectedCurrency', 'EUR');
          return Response.json({ country_code: 'AE' });
        },
      },
    );
    expect(await chooseCurrency(world)).toBe('EUR');
    expect(storage.get('selectedCurrency')).toBe('EUR');
  });
});
