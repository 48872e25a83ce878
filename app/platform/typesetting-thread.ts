import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/*
 * The thread in which documents are set: a page takes the processor for some milliseconds, in which nobody else would be
 * answered. It is told a template and its data and gives back a PDF, one document after the other. Its first word
 * says that it has read what it needs.
 */
export interface Asked {
  readonly template: string;
  /** JSON. */
  readonly data: string;
}
/** The PDF, or why there is none. */
export type Said = { readonly pdf: Uint8Array } | { readonly fault: string };

const faces = {
  'ibm-plex-sans': ['IBMPlexSans', '400Regular', '500Medium', '600SemiBold'],
  'ibm-plex-sans-arabic': ['IBMPlexSansArabic', '400Regular', '500Medium', '600SemiBold'],
} as const;

/** The house's two scripts; nothing of the machine's own fonts is used, so a document looks the same everywhere. */
function houseFonts(): Buffer[] {
  const find = createRequire(join(process.cwd(), 'package.json'));
  return Object.entries(faces).flatMap(([family, [name, ...weights]]) => {
    const folder = dirname(find.resolve(`@expo-google-fonts/${family}/package.json`));
    return weights.map((weight) => readFileSync(join(folder, weight, `${name}_${weight}.ttf`)));
  });
}

/** Opening the compiler reads 1 MB of fonts once; after it a page takes a few milliseconds. */
const typst = NodeCompiler.create({ workspace: process.cwd(), fontArgs: [{ fontBlobs: houseFonts() }] });
typst.addSource(join(process.cwd(), 'letterhead.typ'), (workerData as { letterhead: string }).letterhead);

let set = 0;

function setDocument({ template, data }: Asked): Said {
  const compiled = typst.compile({ mainFileContent: template, inputs: { data } });
  const document = compiled.result;
  if (!document) return { fault: JSON.stringify(compiled.takeError()?.shortDiagnostics) };
  const pdf = typst.pdf(document);
  // Typst remembers every layout it made; what the last twenty documents did not use is let go.
  if ((set += 1) % 20 === 0) typst.evictCache(20);
  return { pdf };
}

parentPort!.postMessage('ready');
parentPort!.on('message', (asked: Asked) => {
  let said: Said;
  try {
    said = setDocument(asked);
  } catch (fault) {
    said = { fault: (fault as Error).message };
  }
  parentPort!.postMessage(said);
});
