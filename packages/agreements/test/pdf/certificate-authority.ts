import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Certificates, revocation lists and timestamps of tests are made by OpenSSL, which shares no code with ours. */
export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

export interface Issued {
  key: string;
  cert: string;
}

export interface AuthorityOptions {
  /** Where its revocation list is published, as its certificates state. */
  crlUrl?: string;
  /** Where its own certificate is published. */
  issuerUrl?: string;
}

const CA_CONFIG = (folder: string, { crlUrl, issuerUrl }: AuthorityOptions) => `
[ca]
default_ca = own
[own]
database = ${folder}/index.txt
serial = ${folder}/serial
new_certs_dir = ${folder}
default_md = sha256
default_crl_days = 30
unique_subject = no
policy = any
copy_extensions = none
[any]
commonName = supplied
organizationName = optional
[issuer]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
${crlUrl === undefined ? '' : `crlDistributionPoints = URI:${crlUrl}`}
${issuerUrl === undefined ? '' : `authorityInfoAccess = caIssuers;URI:${issuerUrl}`}
[seal]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,nonRepudiation
${crlUrl === undefined ? '' : `crlDistributionPoints = URI:${crlUrl}`}
${issuerUrl === undefined ? '' : `authorityInfoAccess = caIssuers;URI:${issuerUrl}`}
[encryption]
basicConstraints = critical,CA:FALSE
keyUsage = critical,keyEncipherment
[timestamps]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
${crlUrl === undefined ? '' : `crlDistributionPoints = URI:${crlUrl}`}
${issuerUrl === undefined ? '' : `authorityInfoAccess = caIssuers;URI:${issuerUrl}`}
[req]
distinguished_name = dn
[dn]
`;

/** A certificate authority in a folder of its own. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'authority-'));
  readonly root: Issued;
  readonly #config = join(this.folder, 'ca.conf');

  constructor(name: string, options: AuthorityOptions = {}) {
    writeFileSync(this.#config, CA_CONFIG(this.folder, options));
    writeFileSync(join(this.folder, 'index.txt'), '');
    writeFileSync(join(this.folder, 'serial'), '1000\n');
    const [key, cert] = [join(this.folder, 'root.key'), join(this.folder, 'root.pem')];
    this.#run([
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '3650',
      '-subj',
      `/CN=${name}`,
      '-config',
      this.#config,
      '-extensions',
      'issuer',
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    this.root = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  /** A certificate for a key, with the extensions of a section; signed by the root unless another issuer is given. */
  issue(
    name: string,
    key: string,
    {
      as = 'seal',
      by = this.root,
      days = ['20200101000000Z', '20391231000000Z'] as const,
    }: { as?: 'seal' | 'issuer' | 'encryption' | 'timestamps'; by?: Issued; days?: readonly [string, string] } = {},
  ): Issued {
    const file = (suffix: string, content?: string) => {
      const path = join(this.folder, `${name.replaceAll(' ', '-')}${suffix}`);
      if (content !== undefined) writeFileSync(path, content);
      return path;
    };
    const [csr, out] = [file('.csr'), file('.pem')];
    this.#run(['req', '-new', '-key', file('.key', key), '-subj', `/CN=${name}`, '-config', this.#config, '-out', csr]);
    this.#run([
      'ca',
      '-batch',
      '-notext',
      '-config',
      this.#config,
      '-extensions',
      as,
      '-in',
      csr,
      '-out',
      out,
      '-cert',
      file('.by.pem', by.cert),
      '-keyfile',
      file('.by.key', by.key),
      '-startdate',
      days[0],
      '-enddate',
      days[1],
    ]);
    return { key, cert: readFileSync(out, 'utf8') };
  }

  revoke(cert: string): void {
    const path = join(this.folder, 'revoked.pem');
    writeFileSync(path, cert);
    this.#run(['ca', '-batch', '-config', this.#config, '-revoke', path, ...this.#root()]);
  }

  /** The current revocation list as DER. */
  crl(...options: string[]): Buffer {
    const pem = join(this.folder, 'crl.pem');
    this.#run(['ca', '-batch', '-config', this.#config, '-gencrl', '-out', pem, ...options, ...this.#root()]);
    return execFileSync('openssl', ['crl', '-in', pem, '-outform', 'der']);
  }

  #root = () => ['-cert', join(this.folder, 'root.pem'), '-keyfile', join(this.folder, 'root.key')];

  #run(args: string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

export const spkiOf = (privateKey: string) =>
  createPublicKey(createPrivateKey(privateKey)).export({ format: 'der', type: 'spki' });
