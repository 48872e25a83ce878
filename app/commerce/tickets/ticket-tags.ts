export const mostTags = 8;
export const longestTag = 24;

/** One way to write a tag: small letters of any script and digits, words joined by hyphens. Null for what is no tag. */
export function readTag(typed: string): string | null {
  const tag = typed
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '-');
  return tag.length <= longestTag && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(-[\p{L}\p{M}\p{N}]+)*$/u.test(tag) && tag.length >= 2 ? tag : null;
}
