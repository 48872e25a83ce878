/** Text as it stands between the tags of XML 1.0 and in its attributes; control characters become spaces. */
export const xmlText = (text: string) =>
  text
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
