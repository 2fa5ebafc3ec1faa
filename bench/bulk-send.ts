import { randomUUID } from 'node:crypto';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { continueJob } from '#shared/jobs/index.ts';
import { now } from '#shared/platform/clock.ts';
import { everyRow } from '#test/support/engine.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { aSigningWorld, done, type SigningWorld } from '#test/support/signing-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { report, timeOf, withEngines } from './support/engines.ts';
import { PRICES, usesOf } from './support/priced-uses.ts';
import { sized } from './support/size.ts';

/**
 * A bulk send of agreements of one page with two signers: how long the worker takes, and what a document costs until its
 * signers have the email. Units are counted with a smaller file, because every row is read before and after it is
 * written, which would slow down the other. The first document pays for the start of the printer.
 */
const DOCUMENTS = sized(1_000, 4);
const COUNTED = sized(40, 2);
/** The memory of the worker. */
const GIGABYTES = 1769 / 1024;
const LAMBDA_MS = 290_000;

const CLAUSE =
  'The tenant pays {{ rent }} on the first day of every month, and keeps the flat in {{ city }} in good order. ';
const SOURCE = `# Lease of {{ city }}

${Array.from({ length: 6 }, (_, index) => `## Clause ${index + 1}\n\n${CLAUSE.repeat(4)}\n`).join('\n')}
::signature{role=tenant, label=Tenant}

::signature{role=landlord, label=Landlord}
`;
const HEADINGS = 'tenant name,tenant email,landlord name,landlord email,city,rent';

await withEngines(async () => {
  process.env.RATE_LIMITS = 'off';
  process.env.SPENDING_LIMITS = 'off';
  const world = await aSigningWorld();
  const { id: templateId } = await done(world.key, documentRoutes.createTemplate, {
    body: { name: 'Lease', source: SOURCE, sampleData: { city: 'Oslo', rent: '980' } },
  });

  const first = await asked(world, templateId, 1);
  report({ name: 'the first document, with the start of the printer', value: await timeOf(first.work), unit: 'ms' });

  const counted = await asked(world, templateId, COUNTED);
  const uses = await usesOf(counted.work);
  const each = (value: number) => value / COUNTED;
  report({ name: 'a document of a bulk send', value: each(uses.writeUnits), unit: 'write units' });
  report({ name: 'a document of a bulk send', value: each(uses.readUnits), unit: 'read units' });
  report({ name: 'a document of a bulk send', value: each(uses.puts), unit: 'objects written to S3' });

  const all = await asked(world, templateId, DOCUMENTS);
  const milliseconds = await timeOf(all.work);
  report({ name: `a bulk send of ${DOCUMENTS} documents`, value: milliseconds / 1000, unit: 's' });
  report({
    name: 'turns of the worker that they take',
    value: Math.ceil(milliseconds / LAMBDA_MS),
    unit: 'Lambda runs',
  });
  report({ name: 'a document of it', value: milliseconds / DOCUMENTS, unit: 'ms' });

  const waiting = await mailOf(counted.addresses);
  const emails = await usesOf(async () => {
    for (const row of waiting) await sendMail(streamEvent([row]), lambdaContext());
  });
  const perEmail = (value: number) => value / waiting.length;
  report({ name: 'an invitation by email', value: perEmail(emails.writeUnits), unit: 'write units' });
  report({ name: 'an invitation by email', value: perEmail(emails.readUnits), unit: 'read units' });

  const dollars =
    each(uses.writeUnits + emails.writeUnits) * PRICES.writeUnit +
    each(uses.readUnits + emails.readUnits) * PRICES.readUnit +
    each(uses.puts) * PRICES.put +
    (milliseconds / DOCUMENTS / 1000) * GIGABYTES * PRICES.gigabyteSecond +
    (waiting.length / COUNTED) * PRICES.email;
  report({ name: 'a thousand documents of a bulk send, with their two emails', value: dollars * 1000, unit: '$' });
});

/** A bulk send that was requested, and the work on it. */
async function asked(world: SigningWorld, templateId: string, rows: number) {
  const addresses = Array.from({ length: rows }, () => `${randomUUID()}@example.com`);
  const lines = addresses.map((address, index) => `Ada ${index},${address},Bo,bo-${address},Bergen,${index}00`);
  const { id } = await done(world.key, documentRoutes.createBulkSend, {
    body: { templateId, csv: `${[HEADINGS, ...lines].join('\n')}\n` },
  });
  const read = () => done(world.key, documentRoutes.readBulkSend, { params: { id } });
  return {
    addresses,
    work: async () => {
      const message = { organizationId: world.organizationId, mode: 'test' as const, jobId: id };
      const worker = { ...workerContext(), clock: now, remainingMs: () => LAMBDA_MS };
      await continueJob(worker, message);
      const { status, sent } = await read();
      if (status !== 'completed' || sent !== rows)
        throw new Error(`The bulk send is ${status} after ${sent} documents.`);
    },
  };
}

async function mailOf(addresses: readonly string[]) {
  const rows = await everyRow('documents');
  const ids = new Set(
    rows
      .filter(({ signers }) => addresses.includes((signers as { email: string }[] | undefined)?.[0]?.email ?? ''))
      .map(({ id }) => id),
  );
  return rows.filter(({ mail, documentId }) => mail && ids.has(documentId));
}
