import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { LanguageCode } from '#app/values/preferences.ts';
import { sha256 } from './crypto.server.ts';
import { saysNoMailbox, type MailChannel, type MailConcern } from './mail-rules.ts';

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface MailMessage {
  /** Stable per (order, template, version): a second send of the same message is recognised by its id. */
  readonly messageId: string;
  /** An address; of a text, a number in E.164. */
  readonly to: string;
  /** A text is its words alone: no subject, no page and no files. */
  readonly channel?: MailChannel | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: LanguageCode;
  /** Family and template, as the log and the desk of mails name them. */
  readonly kind: string;
  readonly concern: MailConcern;
  readonly orderId?: string | undefined;
  /** IANA zone of the reader, whose night a courtesy respects; without one, Dubai. */
  readonly zone?: string | undefined;
  /** The last word to somebody who was just forgotten: it is not noted that it was sent. */
  readonly leavesNoTrace?: true | undefined;
  /** Address that takes the reader off the list with one POST (RFC 8058); for letters that are sent to a list. */
  readonly oneClickLeave?: string | undefined;
  readonly attachments?: readonly MailFile[] | undefined;
}

export interface KeptMail {
  readonly id: string;
  readonly sentAt: string;
  /** Which of those that one process sent at the same moment; a mail of an older folder has none. */
  readonly turn?: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
}

/** What carries mails away. */
export interface MailTransport {
  /** The name under which the other side took it. Throws `MailBounced` where there is no such mailbox. */
  post(message: PostedMail): Promise<string>;
  /** Sees whether mails could be handed over now, and hands none over. Throws where they could not. */
  check(waitMs: number): Promise<void>;
  /** The folder twin can be read back; a real server cannot. */
  readonly folder: MailFolder | null;
}

export type PostedMail = Omit<MailMessage, 'kind' | 'concern' | 'channel'>;

/** Under which name the folder keeps a message. */
export const folderIdOf = (messageId: string) => sha256(messageId).slice(0, 32);

/** The other side says for good that there is nobody at this address. */
export class MailBounced extends Error {}

export interface MailFolder {
  list(): Promise<KeptMail[]>;
  find(id: string): Promise<KeptMail | null>;
  remove(id: string): Promise<void>;
}

function headersOf({ language, oneClickLeave }: PostedMail): Record<string, string> {
  const leave = oneClickLeave && { 'List-Unsubscribe': `<${oneClickLeave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', ...leave };
}

/** A mail server that is silent for longer is away: well before a mail is taken for lost. */
const longestWaits = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

export function openMail(options: { smtpUrl: string | undefined; dataDir: string; from: string; now: () => number }): MailTransport {
  if (options.smtpUrl) {
    const { smtpUrl } = options;
    // Its forty files are read where the first mail goes, not before the first page.
    const nodemailer = () => import('nodemailer');
    let transport: Transporter | undefined;
    return {
      folder: null,
      async check(waitMs) {
        const waits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs };
        const own = (await nodemailer()).createTransport({ url: smtpUrl, ...waits });
        try {
          await own.verify();
        } finally {
          own.close();
        }
      },
      async post(message) {
        try {
          const { createTransport } = await nodemailer();
          transport ??= createTransport({ url: smtpUrl, ...longestWaits });
          const answer: { response?: string } = await transport.sendMail({
            from: options.from,
            to: message.to,
            subject: message.subject,
            text: message.text,
            html: message.html,
            messageId: `<${message.messageId}@rihla>`,
            headers: headersOf(message),
            attachments: (message.attachments ?? []).map((file) => ({
              filename: file.name,
              contentType: file.type,
              content: file.content,
            })),
          });
          return (answer.response ?? '').slice(0, 120);
        } catch (fault) {
          if (saysNoMailbox(fault as { response?: string })) throw new MailBounced();
          throw fault;
        }
      },
    };
  }
  return folderMail(join(options.dataDir, 'mail'), options.now);
}

/** The pretend twin: one file per message, named by its id, so a repeated send replaces itself. */
function folderMail(folder: string, now: () => number): MailTransport {
  let turns = 0;
  const find = async (id: string): Promise<KeptMail | null> => {
    if (!/^[\w-]{8,64}$/.test(id)) return null;
    try {
      return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as KeptMail;
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw fault;
    }
  };
  return {
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
    async post(message) {
      await mkdir(folder, { recursive: true });
      const id = folderIdOf(message.messageId);
      const kept: KeptMail = {
        id,
        sentAt: new Date(now()).toISOString(),
        turn: (turns += 1),
        to: message.to,
        subject: message.subject,
        text: message.text,
        html: message.html,
        language: message.language,
        headers: headersOf(message),
        attachments: (message.attachments ?? []).map((file) => ({
          name: file.name,
          type: file.type,
          base64: file.content.toString('base64'),
        })),
      };
      const file = join(folder, `${id}.json`);
      await writeFile(`${file}.part`, JSON.stringify(kept));
      await rename(`${file}.part`, file);
      return id;
    },
    folder: {
      find,
      async remove(id) {
        if (/^[\w-]{8,64}$/.test(id)) await rm(join(folder, `${id}.json`), { force: true });
      },
      async list() {
        const names = await readdir(folder).catch(() => [] as string[]);
        const mails = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => find(name.slice(0, -5))));
        return mails
          .filter((mail) => mail !== null)
          .sort((a, b) => (a.sentAt === b.sentAt ? (b.turn ?? 0) - (a.turn ?? 0) : a.sentAt < b.sentAt ? 1 : -1));
      },
    },
  };
}
