/** A voucher that was scanned here and is not sent yet; `at` in UTC milliseconds. */
export interface KeptScan {
  readonly code: string;
  readonly at: number;
}

const storageKey = 'rihla-scans';

/** What waits in this browser; nothing where it keeps nothing. */
export function readKeptScans(): KeptScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is KeptScan => typeof one?.code === 'string' && typeof one?.at === 'number') : [];
  } catch {
    return [];
  }
}

export function keepScans(scans: readonly KeptScan[]): readonly KeptScan[] {
  try {
    if (scans.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(scans));
  } catch {
    // A browser that keeps nothing still sends what it scans while there is a network.
  }
  return scans;
}

const bytesOf = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** What a code says, when our own signature is on it; null for any other. Needs no network. */
export async function judgeVoucher(code: string, key: string): Promise<{ readonly voucher: string; readonly places: number } | null> {
  const cut = code.lastIndexOf('*');
  const [version, voucher, , , , places] = code.split('*');
  if (cut < 0 || version !== 'RV1' || !voucher) return null;
  try {
    const known = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'Ed25519' }, false, ['verify']);
    const said = new TextEncoder().encode(code.slice(0, cut));
    const right = await crypto.subtle.verify({ name: 'Ed25519' }, known, bytesOf(code.slice(cut + 1)), said);
    return right ? { voucher, places: Number(places) } : null;
  } catch {
    return null;
  }
}

const plain = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** A number that was typed, among the guests that were on the page when there last was a network; null for any other. */
export function judgeTyped(
  typed: string,
  guests: readonly { readonly voucher: string | null; readonly places: number }[],
): { readonly voucher: string; readonly places: number } | null {
  const found = guests.find((guest) => guest.voucher !== null && plain(guest.voucher) === plain(typed));
  return found?.voucher ? { voucher: found.voucher, places: found.places } : null;
}
