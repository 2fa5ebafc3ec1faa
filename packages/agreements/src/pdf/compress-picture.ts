import { crc32, deflateSync } from 'node:zlib';
import { encode as encodeJpeg } from 'jpeg-js';

export interface Picture {
  width: number;
  height: number;
  /** Four bytes per pixel; the alpha channel is ignored. */
  rgba: Uint8Array;
}

const JPEG_QUALITY = 40;
/** Transferred within two seconds at 400 kbit/s. */
const MOST_PNG_BYTES = 100_000;
const MOST_COLOURS = 256;

/**
 * A page of text becomes a PNG of few colours: four bits per channel keep letters smooth and
 * compress to tens of kilobytes. Photographs and scans have too many colours and become a JPEG.
 */
export function compressPicture(picture: Picture): Uint8Array {
  const indexed = indexColours(picture);
  const png = indexed && writePng(picture, indexed);
  if (png && png.length <= MOST_PNG_BYTES) return png;
  const { width, height, rgba } = picture;
  const { data } = encodeJpeg({ width, height, data: rgba }, JPEG_QUALITY);
  return png && png.length <= data.length ? png : data;
}

interface Indexed {
  /** One palette index per pixel. */
  pixels: Uint8Array;
  /** Three bytes per colour. */
  palette: number[];
}

/** Undefined if the picture has more than 256 colours at four bits per channel. */
function indexColours({ rgba }: Picture): Indexed | undefined {
  const indexes = new Int16Array(1 << 12).fill(-1);
  const palette: number[] = [];
  const pixels = new Uint8Array(rgba.length / 4);
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const red = nibble(rgba[pixel * 4]);
    const green = nibble(rgba[pixel * 4 + 1]);
    const blue = nibble(rgba[pixel * 4 + 2]);
    const colour = (red << 8) | (green << 4) | blue;
    let index = indexes[colour] ?? -1;
    if (index < 0) {
      index = palette.length / 3;
      if (index === MOST_COLOURS) return undefined;
      palette.push(red * 17, green * 17, blue * 17);
      indexes[colour] = index;
    }
    pixels[pixel] = index;
  }
  return { pixels, palette };
}

/** Quantizes a byte to 16 levels; black and white are unchanged. */
const nibble = (byte = 255) => Math.round(byte / 17);

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOUR_TYPE_INDEXED = 3;

function writePng({ width, height }: Picture, { pixels, palette }: Indexed): Uint8Array {
  const bits = palette.length / 3 <= 16 ? 4 : 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = COLOUR_TYPE_INDEXED;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette)),
    chunk('IDAT', deflateSync(rowsOf(pixels, width, height, bits), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Every row begins with its filter type: 0 (none) suits indexed colours best. */
function rowsOf(pixels: Uint8Array, width: number, height: number, bits: 4 | 8): Uint8Array {
  const perByte = 8 / bits;
  const rowBytes = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + 1 + Math.floor(x / perByte);
      const shift = bits === 4 && x % 2 === 0 ? 4 : 0;
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << shift);
    }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
