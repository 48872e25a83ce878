import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { checkPaper } from '#app/platform/check-paper.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import { mostPaperBytes, paperEndings, type PaperType } from '#app/values/paper-types.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { documentName, mostDocuments } from './document-rules.ts';
import { partnerMail } from './mail-partners.server.ts';
import type { Application } from './partner-form.ts';
import { insertLead, partnerEmailIndex, type StoredDocument } from './partners-store.server.ts';

const limits = {
  network: { name: 'partner:network', most: 6, perMs: hourMs },
  email: { name: 'partner:email', most: 3, perMs: dayMs },
};

export interface Paper {
  readonly name: string;
  readonly type: PaperType;
  readonly content: Uint8Array;
}

/** Reads the papers of a form by their content. Refuses too many, and what may not be kept of a stranger. */
export async function readPapers(form: FormData): Promise<Outcome<readonly Paper[], 'too-many' | 'too-large' | 'other-type' | 'unsafe'>> {
  const files = form.getAll('documents').filter((entry): entry is File => typeof entry !== 'string' && entry.size > 0);
  if (files.length > mostDocuments) return refuse('too-many');
  if (files.some((file) => file.size > mostPaperBytes)) return refuse('too-large');
  const papers: Paper[] = [];
  for (const file of files) {
    const paper = await checkPaper(new Uint8Array(await file.arrayBuffer()));
    if (!paper.ok) return refuse(paper.refused === 'too-large' || paper.refused === 'other-type' ? paper.refused : 'unsafe');
    const { type, content } = paper;
    papers.push({ name: documentName(file.name, type), type, content });
  }
  return done(papers);
}

/** Puts an application on record with its papers and tells the company that it arrived. Refuses who asks too often. */
export async function applyAsPartner(
  platform: Platform,
  from: {
    readonly application: Application;
    readonly papers: readonly Paper[];
    readonly language: LanguageCode;
    readonly who: string;
    readonly address: string;
  },
  keep?: Keep<{ readonly id: string }>,
): Promise<Outcome<{ readonly id: string; readonly reference: string }, 'too-often'>> {
  const { db, clock, crypto, files, jobs } = platform;
  const { application, language } = from;
  const index = partnerEmailIndex(crypto, application.contact.email);
  const waits = [await takeTry(db, clock, limits.network, networkOf(from.address)), await takeTry(db, clock, limits.email, index)];
  if (waits.some((seconds) => seconds > 0)) return refuse('too-often');
  const id = randomUUID();
  const reference = newReference();
  const documents: StoredDocument[] = [];
  try {
    // Files first: a row never names a file that is not there.
    for (const { name, type, content } of from.papers) {
      const stored = `partner-${randomUUID()}.${paperEndings[type]}`;
      documents.push({ name, type, bytes: content.byteLength, stored });
      await files.put(stored, content);
    }
    await transact(db, async (tx) => {
      const now = clock.now();
      await insertLead(tx, crypto, now, { id, reference, language, actor: from.who, documents, ...application });
      await jobs.send(tx, partnerMail, { leadId: id, version: 1, template: 'received' });
      await openStaffTask(tx, now, {
        kind: 'partner',
        subject: `partner_leads:${id}`,
        textKey: 'tasks:partner-waits',
        detail: { reference },
      });
      await audit(tx, now, {
        actor: from.who,
        action: 'partner.applied',
        subject: `partner_leads:${id}`,
        detail: { kind: application.kind, documents: documents.length },
      });
      await keep?.(tx, { id });
    });
  } catch (fault) {
    for (const { stored } of documents) await files.remove(stored);
    throw fault;
  }
  return done({ id, reference });
}
