import { createCipheriv } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkPdf, type PdfRefusal } from './check-pdf.server.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
/** A PDF of these objects, each with a number of its own, with the index that tells that some may be packed. */
const pdf = (...objects: readonly (string | Buffer)[]) =>
  Buffer.concat([
    latin('%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n'),
    ...objects.flatMap((object, at) => [latin(`${at + 3} 0 obj\n`), Buffer.from(object as string, 'latin1'), latin('\nendobj\n')]),
    latin('90 0 obj<</Type/XRef/W[1 2 1]/Size 9/Length 4>>stream\n\x01\x02\x03\x04\nendstream endobj\nstartxref\n9\n%%EOF\n'),
  ]);
const stream = (dictionary: string, content: Buffer, begin = 'stream\n') =>
  Buffer.concat([latin(`<<${dictionary}/Length ${content.length}>>${begin}`), content, latin('\nendstream')]);

/** The same noise each time: in one of some eighty others a few bytes happen to spell an object. */
const grey = (size: number) => createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16)).update(Buffer.alloc(size));

const script = latin('5 0 <</S/JavaScript/JS(app.alert(1))>>');
const packed = deflateSync(script);
const wide = ' '.repeat(9_000);

/** What each viewer forgives in its own way, so that what runs is somewhere that a quick reader does not look. */
const hidden: readonly (readonly [name: string, file: Buffer, refused: PdfRefusal])[] = [
  ['objects behind nine thousand blanks', pdf(stream(`/Type/ObjStm/N 1/First 4${wide}/Filter/FlateDecode`, packed)), 'active-content'],
  [
    'objects behind a word that looks like a beginning',
    pdf(stream('/Type/ObjStm/X(obj)/N 1/First 4/Filter/FlateDecode', packed)),
    'active-content',
  ],
  [
    'objects behind a word that looks like an end',
    pdf(stream('', latin(`x 9 0 obj<</Type/ObjStm/X(endstream)/N 1/First 4/Filter/FlateDecode>>stream\n${packed.toString('latin1')}`))),
    'active-content',
  ],
  ['objects that are not called so', pdf(stream('/N 1/First 4/Filter/FlateDecode', packed)), 'active-content'],
  ['objects whose number stands elsewhere', pdf(stream('/N 7 0 R/First 8 0 R/Filter/FlateDecode', packed)), 'active-content'],
  [
    'objects whose names are spelled with numbers',
    pdf(stream('/#54ype/#4fbjStm/#4e 1/F#69rst 4/#46ilter/Fl#61teDecode', packed)),
    'active-content',
  ],
  [
    'objects packed in a way that is told elsewhere',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter 7 0 R', packed), '/FlateDecode'),
    'active-content',
  ],
  [
    'objects packed in a way that is told by a remark',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter%\n/FlateDecode', packed)),
    'active-content',
  ],
  [
    'objects packed in a way that is told very late',
    pdf(stream(`/Type/ObjStm/N 1/First 4/Filter[${wide}/FlateDecode]`, packed)),
    'active-content',
  ],
  ['objects packed by the short word', pdf(stream('/Type/ObjStm/N 1/First 4/Filter/Fl', packed)), 'active-content'],
  ['objects packed by the shortest key', pdf(stream('/Type/ObjStm/N 1/First 4/F/Fl', packed)), 'active-content'],
  ['objects packed although nothing says so', pdf(stream('/Type/ObjStm/N 1/First 4', packed)), 'active-content'],
  ['objects that are not packed at all', pdf(stream('/Type/ObjStm/N 1/First 4', script)), 'active-content'],
  ['objects written as letters', pdf(stream('/Type/ObjStm/N 1/First 4/Filter/AHx', latin(script.toString('hex')))), 'active-content'],
  [
    'objects told as differences',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>', packed)),
    'active-content',
  ],
  [
    'objects behind a blank after the word stream',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', packed, 'stream \n')),
    'active-content',
  ],
  ['objects behind half an end of line', pdf(stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', packed, 'stream\r')), 'active-content'],
  [
    'objects inside another stream',
    pdf(Buffer.concat([latin('<</Length 900>>stream\n9 0 obj'), stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', packed)])),
    'active-content',
  ],
  ['objects that become too many', pdf(stream('/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.alloc(9 * 1024 * 1024)))), 'damaged'],
  ['an object among the bytes of a picture', pdf(stream('/Subtype/Image', latin('xx 8 0 obj<</S/Launch>>endobj xx'))), 'active-content'],
  ['an object whose number is followed by a remark', pdf(stream('/Subtype/Image', latin('8 0 %x\nobj<</S/Launch>>'))), 'active-content'],
  [
    'a trailer among the bytes of a picture',
    pdf(stream('/Subtype/Image', latin('trailer<</Root<</OpenAction<</S/X>>>>>>'))),
    'active-content',
  ],
  ['an object that says stream before it is one', pdf('<</X(stream\n)/S/JavaScript/JS(x)>>'), 'active-content'],
  ['a file that is attached without its name', pdf('<</Type/Filespec/UF(a)/EF<</UF 8 0 R>>>>'), 'active-content'],
  ['a file pinned to a page', pdf('<</Subtype/FileAttachment>>'), 'active-content'],
  ['a stream that is kept elsewhere', pdf(stream('/F(\\\\\\\\evil.example\\\\share)/Length 0', Buffer.alloc(0))), 'active-content'],
  [
    'a stream that is kept elsewhere, with blanks',
    pdf(stream('/F  <</FS/URL/X(http://evil.example)>>', Buffer.alloc(0))),
    'active-content',
  ],
  ['a link that is a script', pdf('<</S/URI/URI (javascript:alert(1))>>'), 'active-content'],
  ['a link into the machine', pdf('<</S/URI/URI(file:///etc/passwd)>>'), 'active-content'],
  ['files collected in one', pdf('<</Type/Catalog/Collection<</View/D>>>>'), 'active-content'],
];

/** What honest programs write, however much it looks like the tricks above. */
const honest: readonly (readonly [name: string, file: Buffer])[] = [
  [
    'objects packed as everybody packs them',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(latin('5 0 <</Type/Page>>')))),
  ],
  [
    'objects packed in a list of one way',
    pdf(stream('/Type/ObjStm/N 1/First 4/Filter [ /FlateDecode ]', deflateSync(latin('5 0 <</Type/Page>>')))),
  ],
  [
    'a picture whose bytes happen to spell a name',
    pdf(stream('/Subtype/Image/Filter/DCTDecode', latin('\xff\xd8 /JS \x00 /AA( /F( \xff\xd9'))),
  ],
  [
    'three megabytes of a scanner',
    pdf(stream('/Subtype/Image/Filter/DCTDecode', Buffer.concat([grey(3 * 1024 * 1024), latin('/JS(/F<')]))),
  ],
  ['a picture packed as letters', pdf(stream('/Subtype/Image/Filter[/ASCII85Decode/FlateDecode]', latin('Gb"0;0`_7S!5bE.WFlp~>')))],
  [
    'a picture told as differences',
    pdf(stream('/Subtype/Image/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 4>>', deflateSync(Buffer.alloc(64)))),
  ],
  ['a signature', pdf('<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Contents<00>>>')],
  ['a link to a page', pdf('<</Subtype/Link/F 4/A<</S/URI/URI(https://example.com/visa)>>>>')],
  [
    'a table of contents before a page',
    pdf('<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>', stream('/Filter/FlateDecode', deflateSync(latin('BT (Maria) Tj ET')))),
  ],
  ['a stream that was cut off', pdf(latin('<</Length 9>>stream\nBT'))],
];

describe('a PDF of a stranger', () => {
  it.each(hidden)('is refused with %s', async (_, file, refused) => {
    expect(await checkPdf(file)).toBe(refused);
  });

  it.each(honest)('is taken with %s', async (_, file) => {
    expect(await checkPdf(file)).toBeNull();
  });
});
