import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { parseSignatureImage } from '#shared/documents/signing/signature-image.ts';

/** A part of a PNG with its length and its checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};
const header = (width: number, height: number, depth = 8, colour = 0) =>
  chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([depth, colour, 0, 0, 0])]));
const END = chunk('IEND', Buffer.alloc(0));

const HEADER = header(2, 2);
const packed = deflateSync(Buffer.from([0, 0, 255, 0, 255, 0]));
const PIXELS = chunk('IDAT', packed);
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
const PLAIN = png(HEADER, PIXELS, END);

const frame = (number: number) =>
  chunk('fcTL', Buffer.concat([numbers(number, 2, 2, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
const MOVING = png(
  ...[HEADER, chunk('acTL', numbers(2, 0)), frame(0), PIXELS, frame(1)],
  ...[chunk('fdAT', Buffer.concat([numbers(2), packed])), END],
);

const JPEG_START = 'ffd8';
const JPEG_FRAME = 'ffc0000b080002000201011100';
const JPEG_REST = 'ffda0008010100003f0000ffd9';
const jpeg = (...parts: string[]) => Buffer.from([JPEG_START, ...parts, JPEG_REST].join(''), 'hex');

const dataUrl = (type: 'png' | 'jpeg', content: Buffer) =>
  `data:image/${type};base64,${content.toString('base64')}`;

async function embedded(content: Uint8Array, extension: 'png' | 'jpg') {
  const document = await PDFDocument.create();
  const { width, height } = await (extension === 'png'
    ? document.embedPng(content)
    : document.embedJpg(content));
  return { width, height };
}

describe('a picture that is taken can be stamped', () => {
  test.each([
    ['as it is', PLAIN],
    ['when it moves', MOVING],
    [
      'when it says that it moves and does not',
      png(HEADER, chunk('acTL', numbers(1, 0)), PIXELS, END),
    ],
    [
      'with a text that cannot be unpacked',
      png(HEADER, chunk('zTXt', Buffer.from('a\0\0b')), PIXELS, END),
    ],
    [
      'with numbers for colours it does not have',
      png(HEADER, chunk('hIST', Buffer.alloc(2)), PIXELS, END),
    ],
    ['with a second header', png(HEADER, header(60_000, 60_000), PIXELS, END)],
    ['with an end before its end', png(HEADER, END, PIXELS, END)],
  ])('%s', async (_case, content) => {
    const image = parseSignatureImage(dataUrl('png', content));

    if ('problem' in image) throw new Error(image.problem);
    expect(await embedded(image.content, 'png')).toEqual({ width: 2, height: 2 });
    expect(Buffer.from(image.content)).toEqual(PLAIN);
  });

  test('as a JPEG', async () => {
    const image = parseSignatureImage(dataUrl('jpeg', jpeg(JPEG_FRAME)));

    if ('problem' in image) throw new Error(image.problem);
    expect(await embedded(image.content, 'jpg')).toEqual({ width: 2, height: 2 });
  });
});

test.each([
  [
    'of a depth that its colours do not have',
    'png',
    png(header(2, 2, 4, 6), chunk('IDAT', deflateSync(Buffer.alloc(10))), END),
  ],
  [
    'packed in another way',
    'png',
    png(chunk('IHDR', Buffer.concat([numbers(2, 2), Buffer.from([8, 0, 1, 0, 0])])), PIXELS, END),
  ],
  ['with a first frame of seven colours', 'jpeg', jpeg('ffc0000b080002000207011100', JPEG_FRAME)],
  ['with two frames', 'jpeg', jpeg(JPEG_FRAME, JPEG_FRAME)],
  ['with arithmetic coding', 'jpeg', jpeg('ffcc000400ff', JPEG_FRAME)],
] as const)('a picture %s is refused', (_case, type, content) => {
  expect(parseSignatureImage(dataUrl(type, content))).toEqual({
    problem: 'The image is damaged, or of a kind that cannot be printed.',
  });
});
