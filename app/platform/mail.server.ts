import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { sha256 } from './crypto.server.ts';

export interface MailMessage {
  /** Stable per (order, template, version): a second send of the same message is recognised by its id. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  /** Address that takes the reader off the list with one POST (RFC 8058); for letters that are sent to a list. */
  readonly oneClickLeave?: string;
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
}

export interface KeptMail {
  readonly id: string;
  readonly sentAt: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
}

export interface Mail {
  send(message: MailMessage): Promise<void>;
  /** The folder twin can be read back; a real server cannot. */
  readonly folder: MailFolder | null;
}

export interface MailFolder {
  list(): Promise<KeptMail[]>;
  find(id: string): Promise<KeptMail | null>;
  remove(id: string): Promise<void>;
}

function headersOf({ language, oneClickLeave }: MailMessage): Record<string, string> {
  const leave = oneClickLeave && { 'List-Unsubscribe': `<${oneClickLeave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', ...leave };
}

export function openMail(options: { smtpUrl: string | undefined; dataDir: string; from: string; now: () => number }): Mail {
  if (options.smtpUrl) {
    const transport = createTransport(options.smtpUrl);
    return {
      folder: null,
      async send(message) {
        await transport.sendMail({
          from: options.from,
          to: message.to,
          subject: message.subject,
          text: message.text,
          html: message.html,
          messageId: `<${message.messageId}@rihla>`,
          headers: headersOf(message),
          attachments: (message.attachments ?? []).map((file) => ({ filename: file.name, contentType: file.type, content: file.content })),
        });
      },
    };
  }
  return folderMail(join(options.dataDir, 'mail'), options.now);
}

/** The pretend twin: one file per message, named by its id, so a repeated send replaces itself. */
function folderMail(folder: string, now: () => number): Mail {
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
    async send(message) {
      await mkdir(folder, { recursive: true });
      const id = sha256(message.messageId).slice(0, 32);
      const kept: KeptMail = {
        id,
        sentAt: new Date(now()).toISOString(),
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
    },
    folder: {
      find,
      async remove(id) {
        if (/^[\w-]{8,64}$/.test(id)) await rm(join(folder, `${id}.json`), { force: true });
      },
      async list() {
        const names = await readdir(folder).catch(() => [] as string[]);
        const mails = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => find(name.slice(0, -5))));
        return mails.filter((mail) => mail !== null).sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
      },
    },
  };
}
