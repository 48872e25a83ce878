import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import letterhead from './letterhead.typ?raw';

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

let compiler: NodeCompiler | null = null;

/** Opening the compiler reads 1 MB of fonts once per process; after it a page takes a few milliseconds. */
function openCompiler(): NodeCompiler {
  if (!compiler) {
    compiler = NodeCompiler.create({ workspace: process.cwd(), fontArgs: [{ fontBlobs: houseFonts() }] });
    compiler.addSource(join(process.cwd(), 'letterhead.typ'), letterhead);
  }
  return compiler;
}

let set = 0;

/**
 * Sets a document with a template of ours; returns the PDF. The data reaches Typst as one JSON value
 * (`json(bytes(sys.inputs.data))`), never as markup, so no text of a customer can become an instruction.
 * Throws when the template and its data do not fit: a fault, not a refusal.
 */
export function typeset(template: string, data: object): Buffer {
  const typst = openCompiler();
  const compiled = typst.compile({ mainFileContent: template, inputs: { data: JSON.stringify(data) } });
  const document = compiled.result;
  if (!document) throw new Error(`A document could not be set: ${JSON.stringify(compiled.takeError()?.shortDiagnostics)}`);
  const pdf = typst.pdf(document);
  // Typst remembers every layout it made; what the last twenty documents did not use is let go.
  if ((set += 1) % 20 === 0) typst.evictCache(20);
  return pdf;
}
