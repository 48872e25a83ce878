/** What keeps a card for its holder and gives it on the provider's page. */
export const wallets = ['apple-pay', 'google-pay'] as const;
export type Wallet = (typeof wallets)[number];

/** Names of their makers, the same in every language. */
export const walletNames: Readonly<Record<Wallet, string>> = { 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' };

/** As providers write it; null for one that is told by its card alone, and for none. */
export function readWallet(type: string | null | undefined): Wallet | null {
  return wallets.find((wallet) => wallet === type?.replace('_', '-')) ?? null;
}
