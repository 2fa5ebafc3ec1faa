import { X509Certificate } from 'node:crypto';
import { isIssuedBy, LONGEST_PATH } from './certificate-path.ts';
import { isSelfIssued } from './chain.ts';
import { crlAddresses, issuerAddresses, revocationIn } from './revocation.ts';
import type { ValidationData } from './validation-data.ts';

/** Reads a file of a certificate authority, within limits of its own. */
export type FetchPublished = (address: string) => Promise<Uint8Array>;

/** Why a seal stays without the data to verify it later. It is valid as it is. */
export class ValidationDataUnavailable extends Error {}

/**
 * Everything that a reader needs when the authorities have gone: the certificates up to the roots, and for each of them
 * but the roots a revocation list that says it was good. All or nothing: a part would not make the seal B-LT.
 */
export async function collectValidationData(
  paths: readonly (readonly X509Certificate[])[],
  { fetchPublished, now }: { fetchPublished: FetchPublished; now: Date },
): Promise<ValidationData> {
  const fetched = new Map<string, Promise<Buffer>>();
  const read = (address: string) => {
    const known = fetched.get(address) ?? fetchPublished(address).then((bytes) => Buffer.from(bytes));
    fetched.set(address, known);
    return known;
  };
  const wholePaths = await Promise.all(paths.map((path) => upToRoot(path, read)));
  const crls = await Promise.all(
    wholePaths.flatMap((path) =>
      path.slice(0, -1).map((certificate, index) => crlFor({ certificate, issuer: path[index + 1], now }, read)),
    ),
  );
  return { certificates: distinct(wholePaths.flat().map(({ raw }) => raw)), crls: distinct(crls) };
}

type Read = (address: string) => Promise<Buffer>;

async function upToRoot(path: readonly X509Certificate[], read: Read): Promise<X509Certificate[]> {
  const found = [...path];
  for (;;) {
    const last = found.at(-1);
    if (!last) throw new ValidationDataUnavailable('There is no certificate.');
    if (isSelfIssued(last)) return found;
    const issuer = await issuerOf(last, read);
    if (!issuer || found.length > LONGEST_PATH)
      throw new ValidationDataUnavailable(`The issuer of ${inLine(last)} is not published where it says.`);
    found.push(issuer);
  }
}

async function issuerOf(certificate: X509Certificate, read: Read): Promise<X509Certificate | undefined> {
  for (const address of issuerAddresses(certificate)) {
    const issuer = await read(address).then(
      (bytes) => new X509Certificate(bytes),
      () => undefined,
    );
    if (issuer && isIssuedBy(certificate, issuer)) return issuer;
  }
  return undefined;
}

async function crlFor(
  { certificate, issuer, now }: { certificate: X509Certificate; issuer: X509Certificate | undefined; now: Date },
  read: Read,
): Promise<Buffer> {
  const reasons: string[] = [];
  for (const address of crlAddresses(certificate)) {
    try {
      const crl = await read(address);
      if (!issuer) break;
      const found = revocationIn(crl, { certificate, issuer, at: now });
      if (found.status === 'good') return crl;
      reasons.push(found.status === 'unknown' ? found.because : 'it is revoked');
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new ValidationDataUnavailable(
    `No revocation list says that ${inLine(certificate)} is good: ${reasons.join('; ') || 'it names none'}.`,
  );
}

const inLine = ({ subject }: X509Certificate) => subject.replaceAll('\n', ', ');

const distinct = (files: readonly Buffer[]) =>
  files.filter((one, index) => files.findIndex((other) => other.equals(one)) === index);
