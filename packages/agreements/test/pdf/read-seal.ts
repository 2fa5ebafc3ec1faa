import { createHash } from 'node:crypto';
import {
  type BaseBlock,
  type Constructed,
  fromBER,
  type Integer,
  type ObjectIdentifier,
  type OctetString,
} from 'asn1js';

/** Reads seals with asn1js and a search for bytes: none of the code that writes or verifies them. */

/** The signature without its padding, and the bytes that it covers. */
export function partsOf(pdf: Uint8Array) {
  const file = Buffer.from(pdf);
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)];
  const [from = 0, length = 0, next = 0, rest = 0] = ranges[0]?.slice(1).map(Number) ?? [];
  const contents = file.toString('latin1', length, next);
  const reserved = Buffer.from(contents.slice(1, -1), 'hex');
  const { offset } = fromBER(Uint8Array.from(reserved).buffer);
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(next, next + rest)]);
  const dictionary = file.toString('latin1', file.lastIndexOf(' obj', length), file.indexOf('endobj', next));
  return {
    cms: reserved.subarray(0, offset),
    padding: reserved.subarray(offset),
    contents,
    covered,
    dictionary,
    ranges: { number: ranges.length, from, end: next + rest },
  };
}

export const members = (block: unknown) => (block as Constructed).valueBlock.value;
export const oid = (block: unknown) => (block as ObjectIdentifier).valueBlock.toString();
const bytesOf = (block: unknown) => Buffer.from((block as BaseBlock).toBER());
export const contentOf = (block: unknown) => Buffer.from((block as OctetString).valueBlock.valueHexView);

export function readCms(der: Buffer) {
  const [type, content] = members(fromBER(Uint8Array.from(der).buffer).result);
  const [version, digests, encapsulated, certificates, signers] = members(members(content)[0]);
  const [signer, ...further] = members(signers);
  const [signerVersion, name, digest, signed, algorithm, signature, unsigned] = members(signer);
  const attributesOf = (set: unknown) =>
    Object.fromEntries(members(set).map((one) => [oid(members(one)[0]), members(members(one)[1])]));
  return {
    type: oid(type),
    versions: [version, signerVersion].map((one) => (one as Integer).valueBlock.valueDec),
    digests: members(digests).map((one) => oid(members(one)[0])),
    encapsulated: members(encapsulated).map(oid),
    certificates: members(certificates).map(bytesOf),
    furtherSigners: further.length,
    serial: contentOf(members(name)[1]),
    digest: oid(members(digest)[0]),
    signed: attributesOf(signed),
    algorithm: oid(members(algorithm)[0]),
    signature: contentOf(signature),
    unsigned: unsigned ? attributesOf(unsigned) : {},
    /** DER orders the members of a set by their bytes. */
    sets: [members(certificates), members(signed)].map((set) => set.map((one) => bytesOf(one).toString('hex'))),
  };
}

export const SHA256 = '2.16.840.1.101.3.4.2.1';
export const ID_DATA = '1.2.840.113549.1.7.1';
export const ID_SIGNED_DATA = '1.2.840.113549.1.7.2';
export const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4';
export const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14';
export const REQUIRED = {
  'content-type': '1.2.840.113549.1.9.3',
  'message-digest': '1.2.840.113549.1.9.4',
  'signing-certificate-v2': '1.2.840.113549.1.9.16.2.47',
};
/** EN 319 142-1, table 1: what a baseline signature in a PDF shall not have. */
export const FORBIDDEN = {
  'signing-time': '1.2.840.113549.1.9.5',
  'signing-certificate': '1.2.840.113549.1.9.16.2.12',
  'counter-signature': '1.2.840.113549.1.9.6',
  'content-reference': '1.2.840.113549.1.9.16.2.10',
  'content-identifier': '1.2.840.113549.1.9.16.2.7',
  'content-hints': '1.2.840.113549.1.9.16.2.4',
  'mime-type': '0.4.0.1733.2.1',
};
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/**
 * What keeps a file from being a baseline signature of this level (EN 319 142-1, table 1). Which certificates and lists
 * B-LT needs is not part of it.
 */
export function faultsOf(pdf: Uint8Array, level: 'B-B' | 'B-T' | 'B-LT'): string[] {
  const { cms, covered, dictionary, ranges } = partsOf(pdf);
  const { type, signed, unsigned, certificates } = readCms(cms);
  const digest = signed[REQUIRED['message-digest']]?.[0];
  const after = Buffer.from(pdf).subarray(ranges.end).toString('latin1');
  const isLongTerm = level === 'B-LT';
  const rules: [string, boolean][] = [
    ['SignedData', type === ID_SIGNED_DATA],
    ['certificates of the signature', certificates.length > 0],
    ...Object.entries(REQUIRED).map(([name, id]): [string, boolean] => [name, signed[id]?.length === 1]),
    ...Object.entries(FORBIDDEN).map(([name, id]): [string, boolean] => [
      `no ${name}`,
      signed[id] === undefined && unsigned[id] === undefined,
    ]),
    ['digest of the file', digest !== undefined && contentOf(digest).equals(sha256(covered))],
    ['timestamp', (unsigned[SIGNATURE_TIMESTAMP]?.length ?? 0) === (level === 'B-B' ? 0 : 1)],
    ['SubFilter', /\/SubFilter\s*\/ETSI\.CAdES\.detached/.test(dictionary)],
    ['time', /\/M\s*\(D:\d{14}/.test(dictionary)],
    ['no Cert', !/\/Cert\b/.test(dictionary)],
    ['one byte range from the beginning', ranges.number === 1 && ranges.from === 0],
    ['nothing after the seal', isLongTerm || after === ''],
    ['DSS', !isLongTerm || (/\/DSS\b/.test(after) && /\/Certs\b/.test(after) && /\/CRLs\b/.test(after))],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}
