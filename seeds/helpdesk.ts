import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { adjustPoints } from '#app/commerce/loyalty/run-programme.server.ts';
import { findMember } from '#app/commerce/loyalty/points-store.server.ts';
import { openTicketByHand } from '#app/commerce/tickets/open-ticket.server.ts';
import type { TicketPriority } from '#app/commerce/tickets/ticket-kinds.ts';
import { countTickets, findTicketAsStaff } from '#app/commerce/tickets/tickets-store.server.ts';
import { hearCustomer, rateTicket, workTicket } from '#app/commerce/tickets/work-ticket.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, hourMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

type Step = readonly [hoursLater: number, event: 'take' | 'answer' | 'wait-supplier' | 'solve' | 'reply' | 'rate', words?: string];

interface Sample {
  readonly subject: string;
  readonly words: string;
  readonly who: string;
  readonly phone: string;
  readonly channel: 'phone' | 'mail' | 'chat' | 'order';
  readonly language: LanguageCode;
  readonly priority: TicketPriority;
  readonly hoursAgo: number;
  /** Of the demo's traveller, with an account. */
  readonly own?: true;
  readonly steps: readonly Step[];
}

const samples: readonly Sample[] = [
  {
    subject: 'A second bag for the flight to London',
    words: 'I have one bag in my fare and would like to add another one. Can I still do that?',
    who: 'Layla Haddad',
    phone: '+971501234567',
    channel: 'chat',
    language: 'en',
    priority: 'normal',
    hoursAgo: 50,
    own: true,
    steps: [
      [1, 'take'],
      [2, 'answer', 'Yes, until three hours before departure. One more bag of 23 kg is AED 180. Shall I add it to your booking?'],
      [4, 'reply', 'Yes please, one bag, both ways.'],
      [5, 'solve', 'Done: one bag of 23 kg each way. The new receipt is in your account.'],
      [7, 'rate', '5'],
    ],
  },
  {
    subject: 'الاسم في التأشيرة لا يطابق الجواز',
    words: 'الاسم الثاني مكتوب بحرف ناقص في التأشيرة. السفر يوم الخميس، ماذا أفعل؟',
    who: 'Mariam Al Suwaidi',
    phone: '+971502231847',
    channel: 'phone',
    language: 'ar',
    priority: 'urgent',
    hoursAgo: 3,
    steps: [
      [1, 'take'],
      [2, 'wait-supplier'],
    ],
  },
  {
    subject: 'Nasaan na ang refund ko?',
    words: 'Kinansela ko ang tour noong isang linggo. Wala pa rin sa card ko.',
    who: 'Rodel Bautista',
    phone: '+971553309214',
    channel: 'mail',
    language: 'tl',
    priority: 'high',
    hoursAgo: 27,
    steps: [
      [1, 'take'],
      [20, 'answer', 'Ipinadala namin ang refund sa bangko mo kahapon. Karaniwang lima hanggang sampung araw bago ito lumabas sa card.'],
    ],
  },
  {
    subject: 'Cambiar la fecha del safari',
    words: 'Llegamos un día más tarde. ¿Podemos pasar el safari del martes al miércoles?',
    who: 'Camila Restrepo',
    phone: '+573005514208',
    channel: 'phone',
    language: 'es',
    priority: 'normal',
    hoursAgo: 2,
    steps: [],
  },
];

const pointsGiven = [
  [190, 250, 'Her bag came a day late; the airline paid nothing'],
  [40, 120, 'Told us of a wrong address on a tour page'],
] as const;

/** What the helpdesk and the points programme begin with on a demo database, once; both lists show when their switch is on. */
export async function seedHelpdesk(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const [agent, traveller] = await Promise.all(
    ['support@rihla.example', 'traveller@rihla.example'].map((email) => findAccountByEmail(db, email)),
  );
  const staff = agent && (await findStaffMember(db, agent.id));
  if (!agent || !staff || !traveller) return;
  const then = (ago: number): Platform => {
    const at = addMilliseconds(clock.now(), -ago);
    return { ...platform, clock: { now: () => at } };
  };
  if (Object.values((await countTickets(db, clock.now())).byStatus).every((all) => all === 0))
    for (const sample of samples) {
      const reference = await openTicketByHand(then(sample.hoursAgo * hourMs), {
        subject: sample.subject,
        channel: sample.channel,
        // Nobody is written to: these people are made up.
        contact: { name: sample.who, email: null, phone: sample.phone },
        words: sample.words,
        language: sample.language,
        priority: sample.priority,
        orderId: null,
        userId: sample.own ? traveller.id : null,
        staffId: agent.id,
      });
      for (const [later, event, words = null] of sample.steps) {
        const at = then((sample.hoursAgo - later) * hourMs);
        const ticket = (await findTicketAsStaff(db, reference))!;
        if (event === 'rate') await rateTicket(at, { ticketId: ticket.id, rating: Number(words), userId: traveller.id });
        else if (event === 'reply') await hearCustomer(at, { ticketId: ticket.id, event, words, userId: traveller.id });
        else await workTicket(at, { ticket, event, staffId: agent.id, words });
      }
    }
  if (await findMember(db, traveller.id)) return;
  await joinProgramme(then(200 * dayMs), traveller.id, 'en');
  const owner = await findAccountByEmail(db, 'admin@rihla.example');
  const clerk = owner && (await findStaffMember(db, owner.id));
  if (!owner || !clerk) return;
  for (const [days, points, reason] of pointsGiven)
    await adjustPoints(then(days * dayMs), { kind: 'staff', user: owner, staff: clerk }, { userId: traveller.id, points, reason });
}
