import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findDocuments, findLeadByReference } from './partners-store.server.ts';
import type { PartnerDocument } from './partners.tables.ts';

/** A paper of an application for staff, and a line in the audit that they had it. Null when there is none such. */
export async function openDocument(
  platform: Platform,
  asked: { readonly reference: string; readonly document: string; readonly staffId: string; readonly requestId: string },
): Promise<{ readonly document: PartnerDocument; readonly content: Buffer } | null> {
  const lead = await findLeadByReference(platform.db, asked.reference);
  const document = lead && (await findDocuments(platform.db, lead.id)).find((one) => one.id === asked.document);
  const content = document && (await platform.files.find(document.stored));
  if (!content) return null;
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${asked.staffId}`,
      action: 'partner.document-read',
      subject: `partner_documents:${document.id}`,
      detail: { reference: asked.reference },
      requestId: asked.requestId,
    }),
  );
  return { document, content };
}
