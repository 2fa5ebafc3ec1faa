import { hash, randomUUID } from 'node:crypto';
import { handler as sendMail } from '#functions/workers/send-mail.ts';
import { handler as tickDocuments } from '#functions/workers/tick-documents.ts';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { Authority, hasOpenssl } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { anEcPrivateKey, aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { timestampsFrom } from '#shared/documents/timestamp-authority.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { routes } from '#shared/routes.ts';
import { userOf } from '#test/support/api.ts';
import { streamEvent } from '#test/support/lambda-events.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { waitingMail } from '#test/support/signers-mail.ts';
import { anAddress, aSigningWorld, done, draftWith, type SigningWorld, sent } from '#test/support/signing-world.ts';
import { report, withEngines } from './support/engines.ts';
import { type Uses, usesOf } from './support/priced-uses.ts';
import { sized } from './support/size.ts';

/** What the rows of docs/costs.md about agreements are made of: units of DynamoDB and requests to S3 for one of each. */
const TIMES = sized(8, 1);
const DAY_MS = 24 * 3600 * 1000;

/** Text that compresses about as well as prose. */
const WORDS = (
  Array.from({ length: 60 }, (_, index) => hash('sha256', String(index)))
    .join('')
    .match(/.{6}/g) ?? []
).join(' ');
/** A template of 4 KB. */
const SOURCE = (number: number) => `# Lease ${number}\n\n${WORDS}\n\n::signature{role=tenant, label=T}\n`;

await withEngines(async () => {
  process.env.RATE_LIMITS = 'off';
  const world = await aSigningWorld();
  await templateRevisions(world);
  await openedPages(world);
  await emails(world);
  await deletions();
  await timestamps();
});

/** Means of several, because the first of a kind also writes what the others only change. */
async function reportMean(
  name: string,
  prepare: () => Promise<() => Promise<unknown>>,
  { rounds = TIMES, each = 1 } = {},
): Promise<void> {
  const all: Uses[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await usesOf(await prepare()));
  const mean = (of: keyof Uses) => all.reduce((sum, uses) => sum + uses[of], 0) / (rounds * each);
  reportUses(name, {
    writeUnits: mean('writeUnits'),
    readUnits: mean('readUnits'),
    puts: mean('puts'),
    gets: mean('gets'),
    deletions: mean('deletions'),
  });
}

function reportUses(name: string, { writeUnits, readUnits, puts, gets }: Uses): void {
  report({ name, value: writeUnits, unit: 'write units' });
  report({ name, value: readUnits, unit: 'read units' });
  if (puts > 0) report({ name, value: puts, unit: 'writes and lists of S3' });
  if (gets > 0) report({ name, value: gets, unit: 'reads of S3' });
}

async function templateRevisions({ key }: SigningWorld): Promise<void> {
  const body = { name: `Lease ${randomUUID()}`, source: SOURCE(0), sampleData: {} };
  let { id, revision } = await done(key, documentRoutes.createTemplate, { body });
  await reportMean('a revision of a template of 4 KB', async () => async () => {
    const change = { revision, source: SOURCE(revision), sampleData: {} };
    ({ id, revision } = await done(key, documentRoutes.updateTemplate, { params: { id }, body: change }));
  });
  await reportMean(
    'reading one',
    async () => () =>
      done(key, documentRoutes.readTemplateRevision, { params: { id, revision: String(revision - 1) } }),
  );
}

function draftOf(world: SigningWorld) {
  return draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
}

async function openedPages(world: SigningWorld): Promise<void> {
  const owner = await userOf(world.organizationId, 'owner');
  const before = await done(owner, routes.organization.readBrand);
  const brand = { expectedRevision: before.revision, name: 'Harbour', colour: '#0a5c36', logo: null, reason: 'New.' };
  await done(owner, routes.organization.updateBrand, { body: brand });
  const open = async () => {
    const [holder] = await sent(world, await draftOf(world));
    if (!holder) throw new Error('There is no signer.');
    return holder;
  };
  await reportMean('opening a signing link', async () => {
    const holder = await open();
    return async () => {
      await holder.read();
      await holder.view();
    };
  });
  await reportMean('its brand', async () => {
    const holder = await open();
    return () => holder.ask(documentRoutes.readSigningBrand);
  });
}

function emails(world: SigningWorld) {
  return reportMean('an invitation by email', async () => {
    const draft = await draftOf(world);
    await sent(world, draft);
    const waiting = await waitingMail(draft.id);
    return () => sendMail(streamEvent(waiting), lambdaContext());
  });
}

/** Many at once, as a tick finds them, so that its queries are shared. */
async function deletions(): Promise<void> {
  const world = await aSigningWorld();
  for (let time = 0; time < TIMES; time += 1) {
    const draft = await draftOf(world);
    const [holder] = await sent(world, draft, { retainDays: 1 });
    const answer = await holder?.complete();
    if (answer?.status !== 200) throw new Error('The document is not completed.');
    await sendMail(streamEvent(await waitingMail(draft.id)), lambdaContext());
  }
  const tick = () => tickDocuments({}, lambdaContext());
  await tick();
  reportUses('a tick with nothing to do', await usesOf(tick));
  shiftClock(DAY_MS + 60_000);
  await reportMean(
    'deleting a completed document at the end of its retention',
    async () => async () => {
      // Once for the rows, and once for what is left of the files.
      await tick();
      await tick();
    },
    { rounds: 1, each: TIMES },
  );
  shiftClock(0);
}

async function timestamps(): Promise<void> {
  if (!hasOpenssl) return;
  const authority = new Authority('Timestamps');
  const issued = authority.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' });
  const local = await startTimestampAuthority(authority, issued);
  try {
    const pdf = await aPdf();
    const seal = { reason: 'All have signed.', sealedAt: new Date() };
    const plain = await sealPdf(pdf, await aSigner(), seal);
    const stamped = await sealPdf(pdf, await aSigner(), { ...seal, timestamp: timestampsFrom({ url: local.url }) });
    if (!checkSeal(stamped)?.digestMatches) throw new Error('The seal does not hold.');
    report({ name: 'a timestamp (RFC 3161)', value: local.asked.length, unit: 'requests to the authority' });
    report({ name: 'what it adds to a file', value: (stamped.length - plain.length) / 1000, unit: 'kB' });
  } finally {
    await local.stop();
  }
}
