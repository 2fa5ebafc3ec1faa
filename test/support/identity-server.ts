import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicKeys } from './issuer.ts';

/** GET: the issuer's public keys. POST: Secrets Manager's `GetSecretValue`. */
export async function startIdentity() {
  const server = createServer((request, response) => {
    const answer =
      request.method === 'GET' ? publicKeys : { SecretString: 'the master secret of the tests' };
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
