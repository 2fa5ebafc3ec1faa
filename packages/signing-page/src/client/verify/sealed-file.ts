export interface Sealed {
  sealedAt: string;
  level: 'B-B' | 'B-T' | 'B-LT';
  signers: number;
  isVouchedFor: boolean;
  mode: 'test' | 'live';
}

/** The signature dictionary is at the end of the file, followed by the data to verify the seal later (B-LT). */
const TAIL_BYTES = 16 * 1024 * 1024;
const PLACE = /\/ContactInfo\s*\([^)]*\/verify#((?:test|live)\.[\w-]{43})\)/g;

/** Where the service finds the document of a sealed file, as its signature dictionary states. */
export function placeIn(bytes: Uint8Array): string | undefined {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(-TAIL_BYTES));
  return [...tail.matchAll(PLACE)].at(-1)?.[1];
}
