import { extractText, getDocumentProxy } from 'unpdf';
import type { CvRefusal } from './cv-rules.ts';
import { docxText, openDocx } from './read-docx.server.ts';

/*
 * The process in which CVs of strangers are read: it may read the program and nothing else, knows no secret, and is ended
 * when it takes too long. It is told a file and says the words that are on it.
 */
interface Asked {
  readonly id: number;
  readonly pdf: boolean;
  readonly content: Uint8Array;
}
export interface Said {
  readonly text: string | null;
  /** Why a file may not be kept at all. */
  readonly refused: CvRefusal | null;
}
const mostPages = 30;
const mostWords = 60_000;

process.on('message', ({ id, pdf, content }: Asked) => {
  const said: Promise<Said> = pdf ? readPdf(content).then((text) => ({ text, refused: null })) : Promise.resolve(readDocx(content));
  said.then(
    ({ text, refused }) => process.send!({ id, text: text?.slice(0, mostWords) ?? null, refused }),
    () => process.send!({ id, text: null, refused: null }),
  );
});

function readDocx(content: Uint8Array): Said {
  const opened = openDocx(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return opened.ok ? { text: docxText(opened.parts), refused: null } : { text: null, refused: opened.refused };
}

async function readPdf(content: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(content), { stopAtErrors: false, disableFontFace: true });
  if (document.numPages > mostPages) throw new Error('too many pages');
  const { text } = await extractText(document, { mergePages: false });
  return text.join('\n');
}
