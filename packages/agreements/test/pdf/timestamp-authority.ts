import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Authority, Issued } from './certificate-authority.ts';

const run = promisify(execFile);

/** A timestamp authority (RFC 3161) of OpenSSL behind HTTP. */
export async function startTimestampAuthority(authority: Authority, { key, cert }: Issued) {
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(authority.folder, name), content);
    return join(authority.folder, name);
  };
  const config = file(
    'tsa.conf',
    `[tsa]\ndefault_tsa = own\n[own]\nserial = ${file('tsa-serial', '01\n')}\ncrypto_device = builtin\n` +
      `signer_cert = ${file('tsa.pem', cert)}\ncerts = ${join(authority.folder, 'root.pem')}\n` +
      `signer_key = ${file('tsa.key', key)}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n` +
      'ordering = yes\ness_cert_id_chain = no\ness_cert_id_alg = sha256\n',
  );
  const asked: Buffer[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const query = Buffer.concat(parts);
      const name = `query-${asked.push(query)}`;
      const [queryFile, answer] = [file(`${name}.tsq`, query), join(authority.folder, `${name}.tsr`)];
      await run('openssl', ['ts', '-reply', '-config', config, '-queryfile', queryFile, '-out', answer]);
      const { stdout } = await run('cat', [answer], { encoding: 'buffer' });
      response.writeHead(200, { 'content-type': 'application/timestamp-reply', connection: 'close' }).end(stdout);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    certificate: cert,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
