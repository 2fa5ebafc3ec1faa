import { crc32, deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { decode, encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, test, vi } from 'vitest';
import { BLANK, inspectPicture } from '#shared/documents/signing/inspect-picture.ts';
import { parseSignatureImage } from '#shared/documents/signing/signature-image.ts';

vi.mock('jpeg-js', { spy: true });

/** Beside many programs a thread may take long to start. One test is about the deadline; the others are about pictures. */
const PATIENT_MS = 100_000;
const inspect = (image: string) => parseSignatureImage(image, PATIENT_MS);

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
  HEADER,
  chunk('acTL', numbers(2, 0)),
  frame(0),
  PIXELS,
  frame(1),
  chunk('fdAT', Buffer.concat([numbers(2), packed])),
  END,
);

const JPEG_START = 'ffd8';
const JPEG_FRAME = 'ffc0000b080002000201011100';
const JPEG_REST = 'ffda0008010100003f0000ffd9';
const jpeg = (...parts: string[]) => Buffer.from([JPEG_START, ...parts, JPEG_REST].join(''), 'hex');

const dataUrl = (type: 'png' | 'jpeg', content: Buffer) => `data:image/${type};base64,${content.toString('base64')}`;

type Colour = readonly [red: number, green: number, blue: number, opacity?: number];

/** A picture by its pixels; opaque unless it says otherwise. */
function aPicture(width: number, height: number, colourAt: (x: number, y: number) => Colour) {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, opacity = 255] = colourAt(x, y);
      data.set([red, green, blue, opacity], (y * width + x) * 4);
    }
  return { width, height, data };
}

const asJpeg = (picture: ReturnType<typeof aPicture>) => encode(picture, 90).data;
const asPng = ({ width, height, data }: ReturnType<typeof aPicture>, options = {}) => {
  const picture = new PNG({ width, height });
  picture.data = data;
  return PNG.sync.write(picture, options);
};

async function embedded(content: Uint8Array, extension: 'png' | 'jpg') {
  const document = await PDFDocument.create();
  const { width, height } = await (extension === 'png' ? document.embedPng(content) : document.embedJpg(content));
  return { width, height };
}

describe('an accepted signature image can be stamped', () => {
  test.each([
    ['as it is', PLAIN],
    ['when it moves', MOVING],
    ['when it says that it moves and does not', png(HEADER, chunk('acTL', numbers(1, 0)), PIXELS, END)],
    ['with a text that cannot be unpacked', png(HEADER, chunk('zTXt', Buffer.from('a\0\0b')), PIXELS, END)],
    ['with numbers for colours it does not have', png(HEADER, chunk('hIST', Buffer.alloc(2)), PIXELS, END)],
    ['with a second header', png(HEADER, header(60_000, 60_000), PIXELS, END)],
    ['with an end before its end', png(HEADER, END, PIXELS, END)],
  ])('%s', async (_case, content) => {
    const image = await inspect(dataUrl('png', content));

    if ('problem' in image) throw new Error(image.problem);
    expect(await embedded(image.content, 'png')).toEqual({ width: 2, height: 2 });
    expect(Buffer.from(image.content)).toEqual(PLAIN);
  });

  test('if it is a JPEG', async () => {
    const photo = aPicture(40, 10, (x, y) => (x % 4 === y % 4 ? [20, 20, 60] : [235, 232, 228]));
    const image = await inspect(dataUrl('jpeg', asJpeg(photo)));

    if ('problem' in image) throw new Error(image.problem);
    expect(await embedded(image.content, 'jpg')).toEqual({ width: 40, height: 10 });
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
] as const)('signature image: a picture %s is rejected', async (_case, type, content) => {
  expect(await inspect(dataUrl(type, content))).toEqual({
    problem: 'The image is damaged or has an unsupported format.',
  });
});

const WHITE: Colour = [255, 255, 255];
const CLEAR: Colour = [0, 0, 0, 0];
/** A stroke from corner to corner, as thick as the divisor says. */
const stroke = (ink: Colour, paper: Colour, thickness = 40) =>
  aPicture(400, 100, (x, y) => (Math.abs(x - y * 4) < thickness / 2 ? ink : paper));
const grey = (value: number): Colour => [value, value, value];

describe('a signature image without visible ink is rejected', () => {
  test.each([
    ['transparent', stroke(CLEAR, CLEAR)],
    ['transparent over black', aPicture(400, 100, () => [0, 0, 0, 0])],
    ['white', stroke(WHITE, WHITE)],
    ['black all over', stroke([0, 0, 0], [0, 0, 0])],
    ['blue all over', stroke([20, 30, 120], [20, 30, 120])],
    ['near white on white', stroke(grey(225), WHITE)],
    ['yellow on white', stroke([255, 255, 0], WHITE)],
    ['white on transparent', stroke(WHITE, CLEAR)],
    ['white on black', stroke([250, 250, 250, 20], CLEAR)],
    ['faint by opacity', stroke([0, 0, 0, 30], CLEAR)],
    ['a speck on white', aPicture(400, 100, (x, y) => (x === 9 && y === 9 ? [0, 0, 0] : WHITE))],
    [
      'a hairline that no printer shows',
      aPicture(4000, 1000, (x, y) => (y === 500 && x % 2 === 0 ? [0, 0, 0] : WHITE)),
    ],
    ['the noise of a camera', aPicture(400, 100, (x, y) => grey(200 + ((x * 7 + y * 13) % 17)))],
  ])('as PNG: %s', async (_case, picture) => {
    expect(await inspect(dataUrl('png', asPng(picture)))).toEqual({ problem: BLANK });
  });

  test.each([
    ['white', stroke(WHITE, WHITE)],
    ['near white on white', stroke(grey(225), WHITE)],
    ['grey paper', stroke(grey(180), grey(180))],
  ])('as JPEG: %s', async (_case, picture) => {
    expect(await inspect(dataUrl('jpeg', asJpeg(picture)))).toEqual({ problem: BLANK });
  });
});

describe('a signature image with visible ink is accepted', () => {
  const PICTURES: [string, ReturnType<typeof aPicture>][] = [
    ['black on white', stroke([0, 0, 0], WHITE)],
    ['dark blue on transparent', stroke([20, 33, 61], CLEAR)],
    ['grey on white, above the threshold', stroke(grey(190), WHITE)],
    ['a photograph on grey paper', stroke(grey(60), grey(185))],
    ['thin on a large picture', stroke([0, 0, 0], WHITE, 6)],
    ['half transparent', stroke([0, 0, 0, 128], CLEAR)],
    ['a small mark on much paper', aPicture(400, 100, (x, y) => (x < 9 && y < 9 ? [0, 0, 0] : WHITE))],
  ];

  test.each(PICTURES)('%s', async (_case, picture) => {
    expect(await inspect(dataUrl('png', asPng(picture)))).toMatchObject({ extension: 'png' });
  });

  test.each([
    ['with a palette of greys', { colorType: 0 }],
    ['without opacity', { colorType: 2 }],
  ])('in PNG %s', async (_case, options) => {
    const black = asPng(stroke([0, 0, 0], WHITE), options);

    expect(await inspect(dataUrl('png', black))).toMatchObject({ extension: 'png' });
  });
});

test('signature image: 16 bits per sample are supported', async () => {
  const rows = [0, 0, 0, 255, 255, 0, 255, 255, 0, 0];
  const deep = png(header(2, 2, 16), chunk('IDAT', deflateSync(Buffer.from(rows))), END);

  expect(await inspect(dataUrl('png', deep))).toMatchObject({ extension: 'png' });
});

test('signature image: a JPEG that declares thousands of scans is rejected before it is decoded', () => {
  const photo = asJpeg(stroke([0, 0, 0], WHITE));
  const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
  const scans = Array.from({ length: 5_000 }, () => photo.subarray(scan, scan + 16));
  const bomb = Buffer.concat([photo.subarray(0, -2), ...scans, Buffer.from([0xff, 0xd9])]);
  vi.mocked(decode).mockClear();

  expect(inspectPicture(bomb, 'jpg')).toHaveProperty('problem');
  expect(decode).not.toHaveBeenCalled();
  expect(inspectPicture(photo, 'jpg')).toHaveProperty('content');
  expect(decode).toHaveBeenCalledOnce();
});

/** A grey progressive JPEG of a few kilobytes: every scan is a pass over all blocks, and codes of one bit skip them. */
function costlyJpeg(width: number, height: number, scans: number): Buffer {
  const segment = (marker: number, ...bytes: number[]) => {
    const length = bytes.length + 2;
    return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes]);
  };
  const oneCode = (table: number, symbol: number) => segment(0xc4, table, 1, ...Array(15).fill(0), symbol);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const skipScan = (component: number) => [segment(0xda, 1, component, 0x00, 1, 63, 0), Buffer.alloc(2 * 8)];
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil((3 * blocks) / 8)),
    ...Array.from({ length: scans - 1 }, (_, index) => skipScan(1 + (index % 3))).flat(),
    Buffer.from('ffd9', 'hex'),
  ]);
}

describe('signature image: a hostile picture is refused in a thread', () => {
  const COSTLY = dataUrl('jpeg', costlyJpeg(2_000, 2_000, 40));
  const SIGNED = dataUrl('png', asPng(stroke([0, 0, 0], WHITE)));

  test('the largest JPEG with the most scans is decoded within the limit of memory, and other work goes on', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    const image = await inspect(COSTLY);
    clearInterval(turning);

    expect(image).toEqual({ problem: BLANK });
    expect(turns).toBeGreaterThan(3);
  });

  test('after the deadline it is a problem of the image, and the next image is read', async () => {
    const refused = await parseSignatureImage(COSTLY, 1);

    expect(refused).toEqual({ problem: expect.stringContaining('too much time or memory') });
    expect(await inspect(SIGNED)).toMatchObject({ extension: 'png' });
  });

  test.each([
    ['a PNG', 'png', png(header(2_001, 2_000), chunk('IDAT', deflateSync(Buffer.alloc(2_002 * 2_000))), END)],
    ['a PNG that is long', 'png', png(header(4_001, 10), chunk('IDAT', deflateSync(Buffer.alloc(4_002 * 10))), END)],
    ['a JPEG', 'jpeg', costlyJpeg(2_001, 2_000, 1)],
  ] as const)('%s of too many pixels is not decoded', async (_case, type, content) => {
    expect(await inspect(dataUrl(type, content))).toEqual({
      problem: expect.stringContaining('at most 4000000 pixels'),
    });
  });

  test('a PNG that unpacks to more than it declares is damaged', async () => {
    const bomb = png(header(100, 100), chunk('IDAT', deflateSync(Buffer.alloc(100_000_000), { level: 9 })), END);

    expect(await inspect(dataUrl('png', bomb))).toEqual({
      problem: 'The image is damaged or has an unsupported format.',
    });
  });
});
