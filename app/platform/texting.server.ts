import type { LanguageCode } from '#app/values/preferences.ts';
import { folderIdOf, type MailTransport } from './mail.server.ts';

/** What became of a message; `unknown` is looked up under its id, and never handed over again before that. */
export type TextOutcome =
  | { readonly outcome: 'ok'; readonly providerId: string }
  /** `no-such-number`: nothing can be sent there. `stopped`: its owner asked the operator for no more. */
  | { readonly outcome: 'refused'; readonly reason: 'no-such-number' | 'stopped' }
  | { readonly outcome: 'unknown' };

export interface Texting {
  /** One text message to a number in E.164; the same id twice is the same message. */
  send(message: {
    readonly messageId: string;
    readonly to: string;
    readonly text: string;
    readonly language: LanguageCode;
  }): Promise<TextOutcome>;
  /** What became of the message under an id; `none` where the operator never took one. */
  lookUp(messageId: string): Promise<TextOutcome | { readonly outcome: 'none' }>;
}

/**
 * The pretend twin: text messages lie in the mail folder, under the number they went to. Null where mails really leave,
 * since no operator of text messages is connected: numbers are then kept unconfirmed, and no message goes to a telephone.
 */
export function openTexting(mail: MailTransport): Texting | null {
  const { folder } = mail;
  if (!folder) return null;
  return {
    async send({ messageId, to, text, language }) {
      const providerId = await mail.post({
        messageId,
        to,
        subject: `SMS · ${to}`,
        text,
        html: `<p style="font:16px/1.6 sans-serif">${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
        language,
      });
      return { outcome: 'ok', providerId };
    },
    async lookUp(messageId) {
      const kept = await folder.find(folderIdOf(messageId));
      return kept ? { outcome: 'ok', providerId: kept.id } : { outcome: 'none' };
    },
  };
}
