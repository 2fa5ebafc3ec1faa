/**
 * The check of a seal in the browser, by the rules of `assay documents verify`: what the page says about a file must not
 * need the file, so it shares no code with the service that sealed it. Of DER and CMS it reads what a seal has.
 */
type Bytes = Uint8Array<ArrayBuffer>;

interface Node {
  tag: number;
  /** With its tag and length. */
  whole: Bytes;
  content: Bytes;
}

const NOTHING: Bytes = new Uint8Array();

function members(bytes: Bytes): Node[] {
  const found: Node[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first & 0x80 ? first & 0x7f : 0;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes ? [...bytes.slice(at + 2, start)].reduce((sum, byte) => sum * 256 + byte, 0) : first;
    if (start + length > bytes.length) throw new RangeError('A DER value is longer than its container.');
    found.push({
      tag: bytes[at] ?? 0,
      whole: bytes.slice(at, start + length),
      content: bytes.slice(start, start + length),
    });
    at = start + length;
  }
  return found;
}

const inside = (bytes: Bytes): Bytes => members(bytes)[0]?.content ?? NOTHING;
const contentOf = (node: Node | undefined): Bytes => node?.content ?? NOTHING;
export const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const isSame = (one: Uint8Array, other: Uint8Array) => hexOf(one) === hexOf(other);

/** Object identifiers as the hex of their DER. */
const CONTENT_TYPE = '2a864886f70d010903';
const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE_V2 = '2a864886f70d010910022f';
const SIGNATURE_TIMESTAMP = '2a864886f70d010910020e';
const TST_INFO = '2a864886f70d0109100104';
const KEY_USAGES = '551d25';
const TIME_STAMPING = '2b06010505070308';
const RSA = /^2a864886f70d0101(01|0b|0c|0d)$/;
const DIGESTS: Record<string, string> = {
  '608648016503040201': 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
};
const CURVES: Record<string, { namedCurve: string; bytes: number }> = {
  '2a8648ce3d030107': { namedCurve: 'P-256', bytes: 32 },
  '2b81040022': { namedCurve: 'P-384', bytes: 48 },
};

interface Certificate {
  der: Bytes;
  publicKey: Bytes;
  from: Date;
  until: Date;
  extensions: Node[];
}

function certificateOf({ whole, content }: Node): Certificate & { serial: Bytes; issuer: Bytes } {
  const [, ...parts] = [undefined, ...members(inside(content))];
  const [serial, , issuer, validity, , publicKey, ...rest] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
  const [from, until] = members(contentOf(validity)).map(timeOf);
  if (!from || !until) throw new RangeError('A certificate has no validity.');
  return {
    der: whole,
    publicKey: publicKey?.whole ?? NOTHING,
    from,
    until,
    extensions: members(inside(contentOf(rest.find(({ tag }) => tag === 0xa3)))),
    serial: contentOf(serial),
    issuer: issuer?.whole ?? NOTHING,
  };
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/;

function timeOf({ content }: Node): Date {
  const stated = String.fromCharCode(...content);
  const text = /^\d{12}Z$/.test(stated) ? `${stated < '50' ? '20' : '19'}${stated}` : stated;
  const [, year, month, day, hour, minute, second] = TIME.exec(text) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new RangeError('A time cannot be read.');
  return time;
}

interface Signature {
  contentType: string;
  content: Bytes;
  certificate: Certificate;
  signature: Bytes;
  unsigned: Map<string, Bytes>;
  /** The signature holds, and names its certificate and the digest of the content. */
  holds: (covered: Bytes) => Promise<boolean>;
}

function attributesIn(bytes: Bytes): Map<string, Bytes> {
  return new Map(
    members(bytes).map(({ content }) => {
      const [type, values] = members(content);
      return [hexOf(contentOf(type)), members(contentOf(values))[0]?.whole ?? NOTHING];
    }),
  );
}

function readSignature(der: Bytes): Signature {
  const parts = members(inside(contentOf(members(inside(der))[1])));
  const [type, wrapped] = members(contentOf(parts[2]));
  const certificates = members(contentOf(parts.find(({ tag }) => tag === 0xa0))).map(certificateOf);
  const signers = members(contentOf(parts.at(-1)));
  const [, name, digest, attributes, algorithm, value, unsigned] = members(contentOf(signers[0]));
  const [issuer, serial] = members(contentOf(name));
  const certificate = certificates.find(
    (one) => isSame(one.issuer, issuer?.whole ?? NOTHING) && isSame(one.serial, contentOf(serial)),
  );
  const hash = DIGESTS[hexOf(inside(contentOf(digest)))];
  if (!certificate || !hash || signers.length !== 1) throw new RangeError('The signature cannot be read.');
  const contentType = hexOf(contentOf(type));
  const signed = attributesIn(contentOf(attributes));
  const signature = contentOf(value);
  return {
    contentType,
    content: inside(contentOf(wrapped)),
    certificate,
    signature,
    unsigned: attributesIn(contentOf(unsigned)),
    holds: async (covered) => {
      const stated = inside(signed.get(MESSAGE_DIGEST) ?? NOTHING);
      if (hexOf(inside(signed.get(CONTENT_TYPE) ?? NOTHING)) !== contentType) return false;
      if (!isSame(stated, await digestOf(hash, covered)) || !(await namesCertificate(signed, certificate)))
        return false;
      const signedBytes = (attributes?.whole ?? NOTHING).slice();
      signedBytes[0] = 0x31;
      const by = { algorithm: hexOf(inside(contentOf(algorithm))), hash, publicKey: certificate.publicKey };
      return isSignedBy(by, signature, signedBytes);
    },
  };
}

const digestOf = async (hash: string, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(hash, bytes));
export const sha256 = (bytes: Bytes) => digestOf('SHA-256', bytes);

async function namesCertificate(signed: Map<string, Bytes>, { der }: Certificate): Promise<boolean> {
  const [first, second] = members(inside(inside(inside(signed.get(SIGNING_CERTIFICATE_V2) ?? NOTHING))));
  const [algorithm, digest] = first?.tag === 0x30 ? [first, second] : [undefined, first];
  const hash = algorithm ? DIGESTS[hexOf(inside(algorithm.content))] : 'SHA-256';
  return hash !== undefined && isSame(contentOf(digest), await digestOf(hash, der));
}

async function isSignedBy(
  { algorithm, hash, publicKey }: { algorithm: string; hash: string; publicKey: Bytes },
  signature: Bytes,
  signed: Bytes,
): Promise<boolean> {
  if (RSA.test(algorithm)) {
    const key = await crypto.subtle.importKey('spki', publicKey, { name: 'RSASSA-PKCS1-v1_5', hash }, false, [
      'verify',
    ]);
    return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signature, signed);
  }
  const curve = CURVES[hexOf(contentOf(members(contentOf(members(inside(publicKey))[0]))[1]))];
  if (!curve) throw new RangeError('Signatures of this kind cannot be checked here.');
  const key = await crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', ...curve }, false, ['verify']);
  const raw = new Uint8Array(2 * curve.bytes);
  for (const [index, { content }] of members(inside(signature)).entries()) {
    const number = content.slice(Math.max(0, content.length - curve.bytes));
    raw.set(number, (index + 1) * curve.bytes - number.length);
  }
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, raw, signed);
}

export interface SealState {
  /** Every byte but the seal is covered, and as it was sealed. */
  isIntact: boolean;
  /** Only an update follows the seal: what it has is not checked here. */
  hasUpdate: boolean;
  /** SHA-256 of the public key. */
  keyFingerprint: string;
  /** Of its certificate. */
  validity: { from: Date; until: Date };
  /** Null for a timestamp that does not hold. */
  timestamp: { time: Date; fingerprint: string } | null | undefined;
  /** The end of the audit trail that the seal names. */
  trail: { count: number; head: string } | undefined;
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;
const TRAIL =
  /\/Reason\s*\(Signed by all signers\. Audit trail of document [0-9a-f-]{36}: (\d{1,6}) entries, the last with SHA-256 ([0-9a-f]{64})\.\)/;

/** Undefined if the file has no seal that can be read. */
export async function checkSeal(file: Bytes): Promise<SealState | undefined> {
  try {
    const text = new TextDecoder('latin1').decode(file);
    const range = [...text.matchAll(BYTE_RANGE)].at(-1);
    if (!range) return undefined;
    const [length = 0, next = 0, rest = 0] = range.slice(1).map(Number);
    const end = next + rest;
    const hex = text.slice(length + 1, next - 1);
    const reserved = Uint8Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
    const container = members(reserved.slice(0, sizeOf(reserved)))[0]?.whole ?? NOTHING;
    const signature = readSignature(container);
    const covered = new Uint8Array(length + rest);
    covered.set(file.subarray(0, length));
    covered.set(file.subarray(next, end), length);
    const isWhole =
      end <= file.length && text[length] === '<' && text[next - 1] === '>' && reserved.length * 2 === hex.length;
    const isPadded = reserved.slice(container.length).every((byte) => byte === 0);
    const timestamp = await timestampOf(signature);
    const { from, until, publicKey } = signature.certificate;
    const around = `${text.slice(text.lastIndexOf(' obj', length), length)} ${text.slice(next, text.indexOf('endobj', next))}`;
    const [, count, head] = TRAIL.exec(around) ?? [];
    return {
      isIntact: isWhole && isPadded && timestamp !== null && (await signature.holds(covered)),
      hasUpdate: end < file.length,
      keyFingerprint: hexOf(await sha256(publicKey)),
      validity: { from, until },
      timestamp,
      trail: count === undefined || head === undefined ? undefined : { count: Number(count), head },
    };
  } catch {
    return undefined;
  }
}

/** Of the first DER value, with its header. */
function sizeOf(bytes: Bytes): number {
  const lengthBytes = (bytes[1] ?? 0) & 0x80 ? (bytes[1] ?? 0) & 0x7f : 0;
  const length = lengthBytes
    ? [...bytes.slice(2, 2 + lengthBytes)].reduce((sum, byte) => sum * 256 + byte, 0)
    : (bytes[1] ?? 0);
  return 2 + lengthBytes + length;
}

async function timestampOf({ unsigned, signature }: Signature): Promise<SealState['timestamp']> {
  const token = unsigned.get(SIGNATURE_TIMESTAMP);
  if (!token) return undefined;
  try {
    const stamp = readSignature(token);
    const [, , imprint, , generated] = members(inside(stamp.content));
    const [algorithm, digest] = members(contentOf(imprint));
    const time = generated && timeOf(generated);
    const { from, until, extensions, der } = stamp.certificate;
    const usages = extensions
      .map(({ content }) => members(content))
      .find(([type]) => hexOf(contentOf(type)) === KEY_USAGES);
    const isForTimestamps = hexOf(inside(inside(contentOf(usages?.at(-1))))) === TIME_STAMPING;
    const isOver =
      hexOf(inside(contentOf(algorithm))) === '608648016503040201' &&
      isSame(contentOf(digest), await sha256(signature));
    const holds = stamp.contentType === TST_INFO && isOver && isForTimestamps && (await stamp.holds(stamp.content));
    if (!holds || !time || time < from || time > until) return null;
    return { time, fingerprint: hexOf(await sha256(der)) };
  } catch {
    return null;
  }
}
