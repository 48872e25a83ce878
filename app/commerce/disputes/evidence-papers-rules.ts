import { evidenceSlots, type EvidencePaper, type EvidenceSlot } from '../payments/payment-provider.ts';

/** Of all papers together, bytes: what Stripe passes on to banks, a little under its 4.5 MB. */
export const mostEvidenceBytes = 4_400_000;

/** A paper of the house that speaks for a payment, in the order in which the archive holds them. */
export interface HousePaper {
  readonly name: string;
  readonly about: 'charge' | 'service';
  readonly type: string;
  readonly content: Uint8Array;
}

/** What banks read of files; anything else is no paper to them. */
const types: readonly EvidencePaper['type'][] = ['application/pdf', 'image/jpeg', 'image/png'];

/**
 * Which papers go as files: the first invoice as the receipt, the first ticket or voucher as what was delivered, and one
 * more of either as anything else, as long as all of them together are small enough. The rest is said in words.
 */
export function choosePapers(papers: readonly HousePaper[]): EvidencePaper[] {
  const free = new Set<EvidenceSlot>(evidenceSlots);
  const chosen: EvidencePaper[] = [];
  let left = mostEvidenceBytes;
  for (const { name, about, content, type: told } of papers) {
    const own = about === 'charge' ? 'receipt' : 'service';
    const slot = free.has(own) ? own : free.has('other') ? 'other' : null;
    const type = types.find((one) => one === told);
    if (!slot || !type || content.byteLength === 0 || content.byteLength > left) continue;
    free.delete(slot);
    left -= content.byteLength;
    chosen.push({ name, slot, type, content });
  }
  return chosen;
}
