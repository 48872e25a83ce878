import type { LanguageCode } from '#app/values/preferences.ts';
import type { MailTransport } from './mail.server.ts';

export interface Texting {
  /** One text message; the same id twice is the same message. */
  send(message: { readonly messageId: string; readonly to: string; readonly text: string; readonly language: LanguageCode }): Promise<void>;
}

/**
 * The pretend twin: text messages lie in the mail folder, under the number they went to. Null where mails really leave,
 * since no operator of text messages is connected: numbers are then kept unconfirmed.
 */
export function openTexting(mail: MailTransport): Texting | null {
  if (!mail.folder) return null;
  return {
    async send({ messageId, to, text, language }) {
      await mail.post({
        messageId,
        to,
        subject: `SMS · ${to}`,
        text,
        html: `<p style="font:16px/1.6 sans-serif">${text.replace(/[&<>]/g, '')}</p>`,
        language,
      });
    },
  };
}
