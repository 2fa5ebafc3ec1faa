const FIRST_BYTES = 1 << 16;
export const CONTINUES = 0x80;
export const SEVEN_BITS = 0x7f;
const SEVEN_BITS_RANGE = 0x80;

/**
 * A growing byte buffer. Numbers are written as varints (LEB128): seven bits per byte, least
 * significant first, the high bit set on all but the last.
 */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  length = 0;

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Writes a non-negative integer; may exceed 32 bits. */
  number(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= SEVEN_BITS_RANGE) {
      this.bytes[this.length++] = (rest % SEVEN_BITS_RANGE) | CONTINUES;
      rest = Math.floor(rest / SEVEN_BITS_RANGE);
    }
    this.bytes[this.length++] = rest;
  }

  text(value: string): void {
    this.reserve(value.length * 3);
    this.length += this.bytes.write(value, this.length, 'utf8');
  }

  finish(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Reads varints from a position in a shared byte array, without copying it. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    // Most numbers take one byte.
    const first = this.bytes[this.at++] ?? 0;
    if (first < CONTINUES) return first;
    let value = first & SEVEN_BITS;
    let scale = SEVEN_BITS_RANGE;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & SEVEN_BITS) * scale;
      if (byte < CONTINUES) return value;
      scale *= SEVEN_BITS_RANGE;
    }
  }
}

/** A growing list of unboxed 32-bit numbers. */
export class NumberList {
  private numbers = new Uint32Array(FIRST_BYTES);
  length = 0;

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = value;
  }

  finish(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}
