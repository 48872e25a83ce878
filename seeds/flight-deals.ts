import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dealSearch, sampleDates, type FlightDeal } from '#app/products/flights/deals/flight-deal.ts';
import { findDeal } from '#app/products/flights/deals/flight-deal-store.server.ts';
import { salesDays } from '#app/products/flights/search/flight-search-form.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { publishFlightDeal } from '#app/products/flights/deals/publish-flight-deal.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';

type Draft = Pick<FlightDeal, 'id' | 'from' | 'to' | 'nights' | 'directOnly' | 'withBag' | 'note'> & {
  readonly opensIn: number;
  readonly lasts: number;
  readonly bookIn: number;
};

/** Days are counted from the day of seeding, so that a fresh installation always has deals on sale. */
const drafts: readonly Draft[] = [
  {
    id: 'istanbul-week',
    from: 'DXB',
    to: 'IST',
    nights: 7,
    directOnly: true,
    withBag: false,
    opensIn: 40,
    lasts: 70,
    bookIn: 45,
    note: {
      en: 'A week on the Bosphorus, direct both ways. Hand baggage only; add a suitcase when you book.',
      ar: 'أسبوع على ضفاف البوسفور برحلات مباشرة ذهابًا وإيابًا. حقيبة يد فقط، ويمكنك إضافة حقيبة عند الحجز.',
      tl: 'Isang linggo sa Bosphorus, direktang lipad papunta at pabalik. Hand-carry lang; magdagdag ng maleta kapag nag-book.',
      es: 'Una semana en el Bósforo, con vuelos directos de ida y vuelta. Solo equipaje de mano; añade una maleta al reservar.',
      pt: 'Uma semana no Bósforo, com voos diretos na ida e na volta. Só bagagem de mão; acrescente uma mala ao reservar.',
    },
  },
  {
    id: 'manila-home',
    from: 'DXB',
    to: 'MNL',
    nights: 28,
    directOnly: false,
    withBag: true,
    opensIn: 60,
    lasts: 90,
    bookIn: 50,
    note: {
      en: 'Four weeks at home with a checked bag included, direct or with one easy change.',
      ar: 'أربعة أسابيع في الوطن مع حقيبة مسجلة ضمن السعر، مباشرة أو بتوقف واحد مريح.',
      tl: 'Apat na linggo sa Pilipinas, kasama na ang naka-check na bagahe, direkta man o may isang madaling lipat.',
      es: 'Cuatro semanas en casa con una maleta facturada incluida, directo o con una escala cómoda.',
      pt: 'Quatro semanas em casa com uma mala despachada incluída, direto ou com uma conexão tranquila.',
    },
  },
  {
    id: 'london-one-way',
    from: 'AUH',
    to: 'LON',
    nights: null,
    directOnly: true,
    withBag: true,
    opensIn: 30,
    lasts: 60,
    bookIn: 30,
    note: {
      en: 'One way from Abu Dhabi to any London airport, direct, with a checked bag: made for the start of a term.',
      ar: 'رحلة ذهاب مباشرة من أبوظبي إلى أي من مطارات لندن مع حقيبة مسجلة، مناسبة لبداية الفصل الدراسي.',
      tl: 'Papunta lang mula Abu Dhabi sa alinmang paliparan ng London, direkta at may naka-check na bagahe: bagay sa simula ng klase.',
      es: 'Solo ida de Abu Dabi a cualquier aeropuerto de Londres, directo y con maleta facturada: pensado para empezar el curso.',
      pt: 'Só ida de Abu Dhabi a qualquer aeroporto de Londres, direto e com mala despachada: feito para o começo das aulas.',
    },
  },
];

/** Three demo deals, each at a price that half of its sample days really have on the day of seeding. Does nothing twice. */
export async function seedFlightDeals(platform: Platform, flights: Flights): Promise<void> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const rules = await getPricingRules(platform.db, now);
  for (const { opensIn, lasts, bookIn, ...draft } of drafts) {
    if (await findDeal(platform.db, draft.id)) continue;
    const deal = {
      ...draft,
      cabin: 'economy' as const,
      travelFrom: addDays(today, opensIn),
      travelUntil: addDays(today, opensIn + lasts),
      bookBy: addDays(today, bookIn),
    };
    const searches = sampleDates(deal, today, addDays(today, salesDays)).map((date) => dealSearch(deal, date));
    const totals = (await flights.desk.lowestOfEach(searches, rules, now)).flatMap((total) => (total ? [total.amount] : []));
    const middle = totals.toSorted((a, b) => a - b)[Math.floor((totals.length - 1) / 2)];
    if (middle === undefined) continue;
    await publishFlightDeal(platform, flights, 'system', { ...deal, price: money(Math.ceil(middle / 500) * 500, 'AED') });
  }
}
