import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { readOpening } from './open-ticket.server.ts';
import { ticketAddress } from './ticket-link.server.ts';
import { findTicketAsSystem, findTicketEvents, readSubject, recordTicketMail, wasTicketMailed } from './tickets-store.server.ts';

/** Sends one mail about a ticket unless it has left before. Only a crash between sending and noting it can send the same mail again. */
export async function mailTicket(platform: Platform, ticketId: string, version: number): Promise<void> {
  const { db, crypto, clock, env, secret } = platform;
  const messageId = `ticket-${ticketId}.${version}`;
  if (await wasTicketMailed(db, messageId)) return;
  const ticket = await findTicketAsSystem(db, ticketId);
  if (!ticket) throw new Error(`Mail for ticket ${ticketId}, which does not exist`);
  const event = (await findTicketEvents(db, crypto, ticketId)).find((one) => one.version === version);
  const { contact } = await readOpening(platform, ticket, null);
  // Nobody left an address, or it was erased meanwhile.
  if (!contact.email || !event) return;
  const language = await languageOfMail(db, ticket.language);
  const t = await mailWords(db, language, 'ticket-mails');
  const template = event.event === 'opened' ? 'received' : event.event === 'solve' ? 'solved' : 'answered';
  const values = { reference: ticket.reference, name: contact.name, subject: readSubject(crypto, ticket) };
  // What we wrote; their own first words need no echo to an address that nobody has proved to be theirs.
  const quote = event.words && template !== 'received' ? { title: t(`${template}.words`), words: event.words } : null;
  const letter: Letter = {
    language,
    title: t(`${template}.title`, values),
    paragraphs: [t(`${template}.text`, values)],
    rows: [],
    quote,
    button: t(`${template}.button`),
    link: `${env.publicUrl}${ticketAddress(secret, ticketId)}`,
    foot: [t('foot', values)],
  };
  await postLetter(platform, {
    kind: `tickets.${template}`,
    messageId,
    to: contact.email,
    subject: t(`${template}.subject`, values),
    letter,
  });
  await recordTicketMail(db, messageId, ticketId, clock.now());
}
