import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key with a self-signed certificate as PEM, for a receiver with an untrusted certificate. */
export interface Identity {
  key: string;
  cert: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function selfSigned(host: string): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, tlv(0x0c, Buffer.from(host)))));
  const contents = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(ALTERNATIVE_NAME, tlv(0x04, sequence(tlv(0x82, Buffer.from(host))))))),
  );
  const signature = sign('sha256', contents, privateKey);
  const certificate = sequence(
    contents,
    sequence(ECDSA_WITH_SHA256),
    tlv(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Object identifiers, already encoded. */
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

function tlv(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]) => tlv(0x30, ...contents);
const set = (...contents: Buffer[]) => tlv(0x31, ...contents);

function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}
