import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { zipOf } from '#app/platform/zip.server.ts';
import type { DocumentCode } from './evisa-offer.ts';
import type { UploadRefusal } from './evisa-document-rules.ts';

/** A file that somebody sends us, and what must become of it. */
export interface HostileFile {
  readonly name: string;
  readonly asked: DocumentCode;
  readonly content: Buffer;
  /** Refused for this; or taken, and this is not in what is kept. */
  readonly becomes: UploadRefusal | { readonly without: string };
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const megabyte = 1024 * 1024;
const zeros = (size: number) => Buffer.alloc(size);

// PNG
const pngHead = latin('\x89PNG\r\n\x1a\n');
function chunk(name: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([latin(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc ?? crc32(body));
  return Buffer.concat([length, body, sum]);
}
function ihdr(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 0, 0, 0, 0], 8);
  return chunk('IHDR', data);
}
const iend = chunk('IEND', Buffer.alloc(0));
const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 251));
const idat = chunk('IDAT', noise);
const png = (...parts: Buffer[]) => Buffer.concat([pngHead, ihdr(1200, 900), ...parts, idat, iend]);
const bomb = deflateSync(zeros(64 * megabyte));

// JPEG
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const sof = (width: number, height: number, marker = 0xc0) => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  return segment(marker, data);
};
const scan = (data = noise) =>
  Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(data.map((byte) => (byte === 0xff ? 0xfe : byte)))]);
const soi = Buffer.from([0xff, 0xd8]);
const eoi = Buffer.from([0xff, 0xd9]);
const jpeg = (before: readonly Buffer[] = [], after: readonly Buffer[] = []) =>
  Buffer.concat([soi, ...before, sof(1200, 900), scan(), eoi, ...after]);
/** A camera's own segment: turned by 90 degrees, taken at a place in Dubai. */
const exif = segment(
  0xe1,
  Buffer.concat([
    latin('Exif\0\0'),
    Buffer.from('4d4d002a000000080002', 'hex'),
    Buffer.from('011200030000000100060000', 'hex'),
    Buffer.from('8825000400000001000000ff', 'hex'),
    Buffer.from('00000000', 'hex'),
    latin('GPS 25.2048N 55.2708E'),
  ]),
);

// PDF
const pdf = (inside: string, more: readonly (string | Buffer)[] = []) =>
  Buffer.concat([
    latin(`%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${inside}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n`),
    ...more.map((part) => (typeof part === 'string' ? latin(part) : part)),
    latin('trailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([latin(`9 0 obj<<${dictionary}/Length ${data.length}>>stream\n`), data, latin('\nendstream endobj\n')]);

const zip = zipOf([{ name: 'evil.exe', content: latin('MZ evil') }], new Date(Date.UTC(2026, 0, 1)));
/** An archive whose comment ends as a PDF does. */
const zipThatEndsAsPdf = () => {
  const end = latin('\n%%EOF\n');
  const archive = Buffer.concat([zip, end]);
  archive.writeUInt16LE(end.length, zip.length - 2);
  return archive;
};

/** A picture of many pixels in which next to nothing is written. */
export const blankPicture = () => Buffer.concat([pngHead, ihdr(4000, 3000), chunk('IDAT', noise.subarray(0, 20_000)), iend]);

/** Every trick we know of, against every way in. */
export function hostileFiles(): HostileFile[] {
  const files: HostileFile[] = [];
  const add = (name: string, content: Buffer, becomes: HostileFile['becomes'], asked: DocumentCode = 'hotel') =>
    files.push({ name, asked, content, becomes });

  // Something else altogether.
  add('nothing at all', Buffer.alloc(0), 'empty');
  add('one byte too many', zeros(4 * megabyte + 1), 'too-large');
  add('a program for Windows', latin('MZ\x90\0'), 'other-type');
  add('a program for Linux', latin('\x7fELF\x02\x01'), 'other-type');
  add('a script for a shell', latin('#!/bin/sh\nrm -rf /\n'), 'other-type');
  add('an SVG that runs', latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'other-type');
  add('a page of HTML', latin('<!doctype html><script>alert(1)</script>'), 'other-type');
  add('XML that asks for files', latin('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), 'other-type');
  add('a PHP file', latin('<?php system($_GET["c"]); ?>'), 'other-type');
  add('a GIF', latin('GIF89a\x01\0\x01\0'), 'other-type');
  add('a WebP', latin('RIFF\x10\0\0\0WEBPVP8 '), 'other-type');
  add('a HEIC of a telephone', latin('\0\0\0\x18ftypheic'), 'other-type');
  add('a TIFF', latin('II*\0\x08\0\0\0'), 'other-type');
  add('PostScript', latin('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'), 'other-type');
  add('an archive', zip, 'other-type');
  add(
    'an archive that becomes sixty-four megabytes',
    zipOf([{ name: 'a', content: zeros(64 * megabyte) }], new Date(Date.UTC(2026, 0, 1))),
    'other-type',
  );
  add('a gzip bomb', gzipSync(zeros(64 * megabyte)), 'other-type');
  add('a document with macros', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), zeros(600)]), 'other-type');
  add('a PDF with a page of HTML in front', Buffer.concat([latin('<script>alert(1)</script>'), pdf('')]), 'other-type');
  add('four megabytes of text', Buffer.alloc(4 * megabyte, 'a'), 'other-type');

  // Pictures that are none.
  add('a PNG of its first bytes only', pngHead, 'damaged');
  add('a PNG that is cut off', png().subarray(0, 30_000), 'damaged');
  add('a PNG without pixels', Buffer.concat([pngHead, ihdr(1200, 900), iend]), 'damaged');
  add('a PNG whose sums are wrong', Buffer.concat([pngHead, ihdr(1200, 900), chunk('IDAT', noise, 1), iend]), 'damaged');
  add(
    'a PNG with a chunk beyond its end',
    Buffer.concat([pngHead, ihdr(1200, 900), Buffer.from('7fffffff', 'hex'), latin('IDAT')]),
    'damaged',
  );
  add('a PNG with two headers', Buffer.concat([pngHead, ihdr(1200, 900), ihdr(10, 10), idat, iend]), 'damaged');
  add('a PNG with a critical chunk of nobody', png(chunk('EVIL', latin('x'))), 'damaged');
  add('a PNG of two thousand million pixels', Buffer.concat([pngHead, ihdr(50_000, 50_000), chunk('IDAT', bomb), iend]), 'too-wide');
  add('a PNG as wide as a number can be', Buffer.concat([pngHead, ihdr(0xffffffff, 1), idat, iend]), 'too-wide');
  add('a PNG of a hundred million pixels', Buffer.concat([pngHead, ihdr(11_000, 9_500), chunk('IDAT', bomb), iend]), 'too-wide');
  add('a PNG of no size', Buffer.concat([pngHead, ihdr(0, 0), idat, iend]), 'damaged');
  add('a JPEG of its first bytes only', Buffer.concat([soi, eoi]), 'damaged');
  add('a JPEG that is cut off', jpeg().subarray(0, 40_000), 'damaged');
  add('a JPEG with a segment of no length', Buffer.concat([soi, Buffer.from([0xff, 0xe0, 0, 0]), zeros(100)]), 'damaged');
  add('a JPEG of nothing but fill bytes', Buffer.concat([soi, Buffer.alloc(2 * megabyte, 0xff)]), 'damaged');
  add(
    'a JPEG of a thousand scans',
    Buffer.concat([soi, sof(1200, 900, 0xc2), ...Array.from({ length: 1000 }, () => scan(latin('x'))), eoi]),
    'damaged',
  );
  add('a JPEG with two frames', Buffer.concat([soi, sof(1200, 900), sof(65_000, 65_000), scan(), eoi]), 'damaged');
  add('a JPEG of four thousand million pixels', Buffer.concat([soi, sof(65_500, 65_500), scan(), eoi]), 'too-wide');
  add('a JPEG that says nothing of its size', Buffer.concat([soi, sof(0, 0), scan(), eoi]), 'damaged');
  add('a face that lies', jpeg(), 'not-portrait', 'photo');

  // Pictures that are more than that: only the picture is kept.
  add('a PNG with an archive behind it', Buffer.concat([png(), zip]), { without: 'evil.exe' });
  add('a PNG with a program in its texts', png(chunk('tEXt', latin('Comment\0<?php system($_GET["c"]); ?>'))), { without: '<?php' });
  add('a PNG with a packed text that swells', png(chunk('zTXt', Buffer.concat([latin('a\0\0'), bomb]))), { without: 'zTXt' });
  add('a PNG with a colour profile that swells', png(chunk('iCCP', Buffer.concat([latin('a\0\0'), bomb]))), { without: 'iCCP' });
  add('a PNG of ten thousand frames', png(chunk('acTL', Buffer.from('0000271000000000', 'hex'))), { without: 'acTL' });
  add('a PNG that says where it was taken', png(chunk('eXIf', latin('MM\0*GPS 25.2048N'))), { without: 'GPS' });
  add('a JPEG that says where it was taken', jpeg([exif]), { without: 'GPS' });
  add('a JPEG with a script in its comment', jpeg([segment(0xfe, latin('<script>alert(1)</script>'))]), { without: '<script>' });
  add('a JPEG with an archive behind it', jpeg([], [zip]), { without: 'evil.exe' });
  add('a JPEG with a second picture inside', jpeg([segment(0xe1, Buffer.concat([latin('Exif\0\0thumb'), jpeg().subarray(0, 5_000)]))]), {
    without: 'thumb',
  });
  add('a JPEG with the history of its editing', jpeg([segment(0xed, latin('Photoshop 3.0\0author: Mona'))]), { without: 'author' });

  // PDFs that do something.
  add('a PDF that runs a script', pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), 'active-content');
  add('a PDF that hides the word for it', pdf('/AA<</O<</S/#4a#61vaScript/#4aS(x)>>>>'), 'active-content');
  add('a PDF that starts a program', pdf('', ['3 0 obj<</S/Launch/F(cmd.exe)>>endobj\n']), 'active-content');
  add('a PDF with a file inside', pdf('/Names<</EmbeddedFiles 4 0 R>>'), 'active-content');
  add('a PDF with a form that sends itself', pdf('/AcroForm<</XFA 5 0 R>>'), 'active-content');
  add('a PDF that opens another', pdf('', ['3 0 obj<</S/GoToR/F(//evil/x.pdf)>>endobj\n']), 'active-content');
  add('a PDF that plays', pdf('', ['3 0 obj<</Subtype/RichMedia>>endobj\n']), 'active-content');
  add('a PDF that is locked', pdf('', ['3 0 obj<</Filter/Standard>>endobj\ntrailer<</Encrypt 3 0 R>>\n']), 'locked');
  add(
    'a PDF whose script lies in a packed stream',
    pdf('', [stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(latin('5 0 <</S/JavaScript/JS(x)>>')))]),
    'active-content',
  );
  add(
    'a PDF whose objects are packed in a way nobody uses',
    pdf('', [stream('/Type/ObjStm/N 1/First 4/Filter/LZWDecode', latin('xx'))]),
    'active-content',
  );
  add('a PDF whose objects swell', pdf('', [stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb)]), 'damaged');
  add(
    'a PDF whose page swells',
    pdf(
      '',
      Array.from({ length: 4 }, () => stream('/Filter/FlateDecode', bomb)),
    ),
    'damaged',
  );
  add('a PDF whose page is packed twice', pdf('', [stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(bomb))]), 'active-content');
  add('a PDF that is an archive too', Buffer.concat([pdf('').subarray(0, -6), zipThatEndsAsPdf()]), 'active-content');
  add('a PDF that is cut off', pdf('').subarray(0, 60), 'damaged');
  add('a PDF in the place of a face', pdf(''), 'picture-needed', 'photo');
  add(
    'a PDF of a hundred thousand streams',
    pdf('', [Buffer.concat(Array.from({ length: 60_000 }, () => latin('1 0 obj<<>>stream\n\nendstream endobj\n')))]),
    'damaged',
  );
  add('a PDF that opens streams and never ends them', pdf('', ['stream\n'.repeat(200_000)]), 'damaged');
  add('raw deflated zeros in the dress of a PDF', Buffer.concat([latin('%PDF-1.4\n'), deflateRawSync(zeros(megabyte))]), 'damaged');
  return files;
}
