import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bookingKinds, bookingOrderMachine } from '#app/commerce/bookings/booking-order-status.ts';
import { flightOrderMachine } from '#app/products/flights/order/flight-order-status.ts';
import { correctionStates } from '#app/products/flights/names/name-correction-status.ts';
import { assistedOrderMachine } from '#app/products/visas/assisted/assisted-order-status.ts';
import { evisaOrderMachine } from '#app/products/visas/evisa/evisa-order-status.ts';
import { languageCodes } from '#app/values/preferences.ts';

/** What happened to an order is read by its traveller: every event has words of its own, none is a bare "Noted". */
const orderWords = (language: string) =>
  JSON.parse(readFileSync(join('app/catalogues', language, 'orders.json'), 'utf8')) as Record<string, { events?: Record<string, string> }>;

/** Notes that code writes beside the moves of an order, by their literal names. */
function notesOf(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/test/.test(file));
  const written = files.flatMap((file) =>
    [...readFileSync(join('app', file), 'utf8').matchAll(/'(noted-[a-z-]+)'/g)].map((match) => match[1]!),
  );
  // Of a name that is corrected, the note bears the state.
  return [
    ...new Set([...written, ...correctionStates.filter((state) => ['refused', 'withdrawn'].includes(state)).map((s) => `noted-name-${s}`)]),
  ];
}

const machines = {
  flight: flightOrderMachine,
  evisa: evisaOrderMachine,
  'assisted-visa': assistedOrderMachine,
  ...Object.fromEntries(bookingKinds.map((kind) => [kind, bookingOrderMachine(kind)])),
};

it('every note has words in every language', () => {
  const notes = notesOf();
  expect(notes).toContain('noted-kept-longer');
  expect(notes.length).toBeGreaterThan(30);
  for (const language of languageCodes) {
    const words = orderWords(language);
    const lacking = notes.filter((note) => !words['events']![note as never] && !Object.values(words).some(({ events }) => events?.[note]));
    expect(lacking, language).toEqual([]);
  }
});

it('every move of an order has words in every language, of its kind or of all', () => {
  for (const language of languageCodes) {
    const words = orderWords(language);
    for (const [kind, machine] of Object.entries(machines)) {
      const lacking = machine.moves
        .map(({ event }) => event)
        .filter((event) => !words[kind]?.events?.[event] && !words['events']![event as never]);
      expect(lacking, `${language} ${kind}`).toEqual([]);
    }
  }
});
