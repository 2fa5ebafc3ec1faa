import { randomBytes, randomUUID } from 'node:crypto';
import * as zlib from 'node:zlib';
import { sized } from './support/size.ts';

/**
 * Which compression a search segment should use: bytes per text, and how fast it unpacks, which every
 * search pays for. The texts are external ids of four kinds, in the column layout of a segment.
 */
const SEGMENT_BYTES = sized(384 * 1024, 16 * 1024);
const ROUNDS = sized(40, 1);
const PACK_ROUNDS = sized(3, 1);

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
const codecs: Record<string, [(raw: Buffer) => Buffer, (packed: Buffer) => Buffer]> = {
  'gzip 6': [(raw) => zlib.gzipSync(raw), zlib.gunzipSync],
  'brotli 5': [(raw) => brotli(raw, 5), zlib.brotliDecompressSync],
  'brotli 11': [(raw) => brotli(raw, 11), zlib.brotliDecompressSync],
  'zstd 3': [(raw) => zstd(raw, 3), zlib.zstdDecompressSync],
  'zstd 19': [(raw) => zstd(raw, 19), zlib.zstdDecompressSync],
};
const brotli = (raw: Buffer, quality: number) =>
  zlib.brotliCompressSync(raw, { params: { [BROTLI_PARAM_QUALITY]: quality } });
const zstd = (raw: Buffer, level: number) =>
  zlib.zstdCompressSync(raw, { params: { [ZSTD_c_compressionLevel]: level } });

const externalIds: Record<string, (row: number) => string> = {
  'counted ids': (row) => `customer-${4_000_000 + row * 4}`,
  UUIDs: () => randomUUID(),
  'random ids': () => `cus_${randomBytes(9).toString('base64url').toLowerCase()}`,
  'mixed ids': (row) => [`customer-${row}`, randomUUID(), `acct:${row * 7919}`][row % 3] ?? '',
};

for (const [kind, textOf] of Object.entries(externalIds)) {
  const { raw, count } = aSegmentOf(textOf);
  const results = Object.entries(codecs).map(([codec, [pack, unpack]]) => {
    const packed = pack(raw);
    const packMs = bestMs(PACK_ROUNDS, () => pack(raw));
    const unpackMs = bestMs(ROUNDS, () => unpack(packed));
    return { codec, bytes: packed.length / count, packMs, unpackMs };
  });
  const [gzip] = results;
  for (const { codec, bytes, packMs, unpackMs } of results) {
    const name = `${codec}, ${kind}`;
    report(`${name}: size`, 'bytes per text', bytes, gzip?.bytes);
    report(`${name}: pack`, 'ms per segment', packMs, gzip?.packMs);
    report(`${name}: unpack`, 'ms per segment', unpackMs, gzip?.unpackMs);
  }
}

/** Steps of random length, lengths of texts, and the texts themselves, up to the size of a segment. */
function aSegmentOf(textOf: (row: number) => string) {
  const steps: number[] = [];
  const lengths: number[] = [];
  const texts: Buffer[] = [];
  for (let bytes = 0; bytes < SEGMENT_BYTES; ) {
    const text = Buffer.from(textOf(texts.length));
    const step = Math.floor(Math.random() * 2 ** 11);
    steps.push((step % 0x80) | 0x80, step >> 7);
    lengths.push(text.length);
    texts.push(text);
    bytes += text.length + 3;
  }
  const raw = Buffer.concat([Buffer.from(steps), Buffer.from(lengths), ...texts]);
  return { raw, count: texts.length };
}

function bestMs(rounds: number, run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function report(name: string, unit: string, value: number, gzip = value) {
  const ratio = Number((value / gzip).toFixed(2));
  const line = { name, value: Number(value.toFixed(2)), unit, against: 'gzip 6', ratio };
  console.log(JSON.stringify(line));
}
