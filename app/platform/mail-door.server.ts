import { addMilliseconds, instant, type Instant } from '#app/values/dates.ts';
import type { Clock } from './clock.server.ts';
import type { FieldCrypto } from './crypto.server.ts';
import type { Db } from './database.server.ts';
import {
  findMail,
  findMailHours,
  findRecentCourtesies,
  findRecentTexts,
  findSuppression,
  insertMail,
  mailIndexOf,
  openContent,
  openRecipient,
  rowOf,
  settleMail,
  suppressAddress,
  takeMail,
} from './mail-log-store.server.ts';
import type { LoggedMail } from './mail-log.tables.ts';
import { decideMail, decideText, type MailDecision } from './mail-rules.ts';
import { MailBounced, type MailFolder, type MailMessage, type MailTransport } from './mail.server.ts';
import type { Texting, TextOutcome } from './texting.server.ts';

export interface Mail {
  /**
   * Notes a mail and hands it over, unless its reader is not to be written to, or not now: then it stays suppressed or
   * waits. A mail that has left under this id is not sent again. Throws where the other side does not take it; whoever
   * asked comes again.
   */
  send(message: MailMessage): Promise<void>;
  /** Hands over what was noted before, by its id. Nothing happens where it has left, or nothing is kept of it. */
  deliver(id: string): Promise<void>;
  /** Sees whether mails could be handed over now, and hands none over. Throws where they could not. */
  check(waitMs: number): Promise<void>;
  /** The folder twin can be read back; a real server cannot. */
  readonly folder: MailFolder | null;
}

/** A mail under the try with which it was taken up: what becomes of it is said only by whoever has it in hand. */
type Claim = Pick<LoggedMail, 'id' | 'tries'>;

/** Somebody else is handing this mail over at this moment; whoever asked comes again to hear what became of it. */
class MailUnderWay extends Error {}

/** No mail server is waited for so long: after it, whoever took a mail is gone. */
const underWayMs = 120_000;
/** A text of which nothing is known is looked up after so long, and so often; then it is a colleague's. */
const lookAgainMs = 120_000;
const mostLooks = 8;

/**
 * The one door through which mails leave, and the texts beside them; it stands before the server and the operator, or their
 * twins, and keeps the log.
 */
export function openMailDoor(
  house: { db: Db; crypto: FieldCrypto; clock: Clock },
  transport: MailTransport,
  texting: Texting | null = null,
): Mail {
  const { db, crypto, clock } = house;

  const decide = async (mail: Pick<MailMessage, 'channel' | 'concern' | 'to' | 'zone'>): Promise<MailDecision> => {
    const now = clock.now();
    const index = mailIndexOf(crypto, mail.to);
    const suppressed = (await findSuppression(db, index))?.reason ?? null;
    if (mail.channel === 'text') {
      const [hours, recent] = [await findMailHours(db), await findRecentTexts(db, now, index)];
      return decideText({ concern: mail.concern, suppressed, zone: mail.zone ?? 'Asia/Dubai', hours, recent, now });
    }
    const waits = mail.concern === 'courtesy' || mail.concern === 'letter';
    const hours = waits ? await findMailHours(db) : { quietFrom: 0, quietUntil: 0, dailyCap: 1 };
    const recent = waits ? await findRecentCourtesies(db, now, index) : [];
    return decideMail({ concern: mail.concern, suppressed, zone: mail.zone ?? 'Asia/Dubai', hours, recent, now });
  };

  /**
   * What may have left already is looked up first and goes once more only where the operator never took it; of one that was
   * answered with nothing, the look-up is all that is done.
   */
  const handText = async (claim: Claim, message: MailMessage, before: Pick<LoggedMail, 'tries' | 'cause'> | null): Promise<unknown> => {
    const { id } = claim;
    if (!texting) return settleMail(db, clock.now(), claim, { status: 'suppressed', cause: 'not-connected', notBefore: null });
    const unknown = (): TextOutcome => ({ outcome: 'unknown' });
    const asked = before?.cause === 'unknown';
    const found = before && before.tries > 0 ? await texting.lookUp(id).catch(unknown) : null;
    const { to, text, language } = message;
    const outcome =
      found && (found.outcome !== 'none' || asked) ? found : await texting.send({ messageId: id, to, text, language }).catch(unknown);
    const now = clock.now();
    switch (outcome.outcome) {
      case 'ok':
        return settleMail(db, now, claim, { status: 'sent', cause: null, providerId: outcome.providerId, notBefore: null });
      case 'none':
        return settleMail(db, now, claim, { status: 'failed', cause: 'not-taken', notBefore: null });
      case 'refused': {
        const reason = outcome.reason === 'stopped' ? 'complaint' : 'hard-bounce';
        await settleMail(db, now, claim, { status: 'bounced', cause: outcome.reason, notBefore: null });
        return suppressAddress(db, crypto, now, { address: to, reason, note: '', by: 'system' });
      }
      case 'unknown':
        if ((before?.tries ?? 0) >= mostLooks) return settleMail(db, now, claim, { status: 'failed', cause: 'unknown', notBefore: null });
        return settleMail(db, now, claim, { cause: 'unknown', notBefore: new Date(addMilliseconds(now, lookAgainMs)) });
    }
  };

  const hand = async (claim: Claim, message: MailMessage, before: LoggedMail | null): Promise<unknown> => {
    if (message.channel === 'text') return handText(claim, message, before);
    try {
      const providerId = await transport.post(message);
      await settleMail(db, clock.now(), claim, { status: 'sent', cause: null, providerId, notBefore: null });
    } catch (fault) {
      const now = clock.now();
      if (fault instanceof MailBounced) {
        await settleMail(db, now, claim, { status: 'bounced', cause: 'hard-bounce', notBefore: null });
        return suppressAddress(db, crypto, now, { address: message.to, reason: 'hard-bounce', note: '', by: 'system' });
      }
      // The other side's words may name the reader; its number is enough.
      const { responseCode, code } = fault as { responseCode?: number; code?: string };
      await settleMail(db, now, claim, { status: 'failed', cause: String(responseCode ?? code ?? 'unknown').slice(0, 40) });
      throw fault;
    }
  };

  /** Held up or put off once more, or handed over under its next try; `anew` where it is written anew since it was noted. */
  const goOn = async (mail: LoggedMail, message: MailMessage, anew = false): Promise<unknown> => {
    // A look-up wakes nobody.
    const decision = mail.channel === 'text' && mail.cause === 'unknown' ? ({ does: 'send' } as const) : await decide(message);
    if (decision.does === 'suppress')
      return settleMail(db, clock.now(), mail, { status: 'suppressed', cause: decision.cause, notBefore: null });
    if (decision.does === 'wait') {
      // One that failed is tried by whoever asked for it, at once; a letter has its hours whatever became of it before.
      if (mail.status === 'queued' || mail.concern === 'letter')
        return settleMail(db, clock.now(), mail, { status: 'queued', cause: decision.cause, notBefore: new Date(decision.until) });
    }
    const taken = await takeMail(db, clock.now(), mail, anew ? writtenOf(crypto, clock.now(), message) : {});
    return taken && hand(taken, message, mail);
  };

  return {
    folder: transport.folder,
    check: (waitMs) => transport.check(waitMs),
    async send(message) {
      const id = message.messageId;
      const decision = await decide(message);
      if (message.leavesNoTrace) {
        if (decision.does === 'send') await transport.post(message);
        return;
      }
      const standing =
        decision.does === 'send'
          ? ({ status: 'queued', cause: null, tries: 1, notBefore: null } as const)
          : decision.does === 'suppress'
            ? ({ status: 'suppressed', cause: decision.cause, tries: 0, notBefore: null } as const)
            : ({ status: 'queued', cause: decision.cause, tries: 0, notBefore: new Date(decision.until) } as const);
      if (await insertMail(db, rowOf(crypto, clock.now(), message, standing))) {
        if (decision.does === 'send') await hand({ id, tries: 1 }, message, null);
        return;
      }
      const known = await findMail(db, id);
      if (!known || (known.status !== 'queued' && known.status !== 'failed')) return;
      if (known.notBefore && instant(known.notBefore.getTime()) > clock.now()) return;
      if (isUnderWay(known, clock)) throw new MailUnderWay();
      await goOn(known, message, true);
    },
    async deliver(id) {
      const mail = await findMail(db, id);
      if (!mail || (mail.status !== 'queued' && mail.status !== 'failed')) return;
      // Whoever has it in hand says what became of it. A text is asked for again with all that is due, until something has.
      if (isUnderWay(mail, clock)) {
        if (mail.channel === 'text') return;
        throw new MailUnderWay();
      }
      const kept = openContent(crypto, mail);
      const to = openRecipient(crypto, mail);
      // Its person was forgotten, or its days are over, while it waited.
      if (!kept?.files || !to) {
        await settleMail(db, clock.now(), mail, { status: 'failed', cause: 'not-kept', notBefore: null });
        return;
      }
      await goOn(mail, {
        messageId: id,
        channel: mail.channel,
        kind: mail.kind,
        concern: mail.concern,
        to,
        language: mail.language,
        subject: kept.subject,
        text: kept.text,
        html: kept.html,
        oneClickLeave: kept.oneClickLeave,
        zone: kept.zone,
        attachments: kept.files.map(({ name, type, base64 }) => ({ name, type, content: Buffer.from(base64, 'base64') })),
      });
    },
  };
}

/** What is kept of a mail as it is written now. */
function writtenOf(crypto: FieldCrypto, now: Instant, message: MailMessage) {
  const standing = { status: 'queued', cause: null, tries: 0, notBefore: null } as const;
  const { language, recipient, emailIndex, content, files } = rowOf(crypto, now, message, standing);
  return { language, recipient, emailIndex, content: content ?? null, files: files ?? 0 };
}

/** Whether somebody has taken it up and may still be at it. */
function isUnderWay({ cause, tries, changedAt }: LoggedMail, clock: Clock): boolean {
  return cause === null && tries > 0 && instant(changedAt.getTime()) > addMilliseconds(clock.now(), -underWayMs);
}
