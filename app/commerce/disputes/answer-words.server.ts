import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { DisputeAnswer } from './disputes.tables.ts';

const place = (id: string) => `dispute_answers|words|${id}`;

/** What is told to a bank names travellers, so it is kept sealed. */
export const sealWords = (crypto: FieldCrypto, id: string, words: string): string => crypto.seal(words, place(id));
export const wordsOf = (crypto: FieldCrypto, { id, words }: Pick<DisputeAnswer, 'id' | 'words'>): string => crypto.open(words, place(id));
