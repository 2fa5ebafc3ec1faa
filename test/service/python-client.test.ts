import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serveRoutes } from '#packages/client/test/gateway.ts';
import { secretOf } from '#shared/identity/api-key.ts';
import { identifierOf } from '#shared/identity/key-identifier.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type ApiDocument, pythonClient } from './python-client.ts';

const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 11))';
const hasPython = spawnSync('python3', ['-c', isNewEnough]).status === 0;

const PROGRAM = `
import json, sys, typing, client
for definition in vars(client).values():
    if typing.is_typeddict(definition): typing.get_type_hints(definition, vars(client))
url, key, secret = sys.argv[1:]
assay = client.Client(url, key, secret)
made = assay.create_subject(body={"kind": "person", "externalId": "customer 4711"}, idempotency_key="k-1")
again = assay.create_subject(body={"kind": "person", "externalId": "customer 4711"}, idempotency_key="k-1")
found = assay.list_records(resource="subjects", externalId="customer 4711", kind="person")
methods = [name for name in vars(client.Client) if not name.startswith("_")]
print(json.dumps({"made": made, "again": again, "found": found, "methods": len(methods)}))
`;

test.skipIf(!hasPython)(
  'OpenAPI document: a Python client made from it alone calls the service (needs Python 3.11)',
  async () => {
    const document = apiDocument() as unknown as ApiDocument;
    const folder = mkdtempSync(join(tmpdir(), 'assay-python-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'client.py'), pythonClient(document));
    writeFileSync(join(folder, 'program.py'), PROGRAM);
    await prepareEngine();
    const { key } = await keyOf(randomUUID(), 'test');
    const gateway = await serveRoutes();
    onTestFinished(gateway.stop);

    const { stdout } = await promisify(execFile)('python3', [
      join(folder, 'program.py'),
      `http://127.0.0.1:${gateway.port}`,
      identifierOf(key),
      (await secretOf(key)) ?? '',
    ]);

    const { made, again, found, methods } = JSON.parse(stdout);
    expect(made.data).toMatchObject({ kind: 'person', externalId: 'customer 4711' });
    expect(again.id).toBe(made.id);
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(methods).toBe(Object.values(document.paths).flatMap(Object.values).length);
  },
);
