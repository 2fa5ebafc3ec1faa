export interface Sealed {
  sealedAt: string;
  level: 'B-B' | 'B-T' | 'B-LT';
  signers: number;
  isVouchedFor: boolean;
  mode: 'test' | 'live';
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The signature dictionary is at the end of the file, before the reserved space of the signature and after it. */
const TAIL_BYTES = 256 * 1024;
const PLACE = /\/ContactInfo\s*\([^)]*\/verify#((?:test|live)\.[\w-]{43})\)/g;

/** Where the service finds the document of a sealed file, as its signature dictionary states. */
export function placeIn(bytes: Uint8Array): string | undefined {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(-TAIL_BYTES));
  return [...tail.matchAll(PLACE)].at(-1)?.[1];
}
