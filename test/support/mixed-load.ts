import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Client, createClient } from '@assay/client';
import type { StoredEvent } from '#bin/audit/stored-state.ts';
import { memberId } from '#shared/platform/ids.ts';
import { EVENT_CATALOGUE } from '#shared/webhooks/event-catalogue.ts';
import { aPdf } from './document-examples.ts';
import type { TestCloud } from './local-cloud.ts';
import type { Random } from './random.ts';
import type { Receiver } from './receiver.ts';
import { aPolicy, aSubject, evidenceOf, newSource } from './risk-examples.ts';
import { aRun } from './screening-examples.ts';

/** The responses of a local cloud to its callers, and every response that must not occur. */
interface Answers {
  counts: Record<string, number>;
  durationsMs: number[];
  violations: string[];
}

export interface MixedLoad {
  answers: Answers;
  /** Runs several journeys concurrently until `isOver` returns true. */
  run(writers: number, isOver: () => boolean): Promise<void>;
  /** Committed events that the webhook has not received, of those it is subscribed to. */
  undelivered(events: readonly StoredEvent[], receiver: Receiver): string[];
}

/** Where functions are killed, API Gateway answers for them; every other 5xx but a 503 with `Retry-After` is wrong. */
export interface LoadOptions {
  random: Random;
  toleratesCrashes?: boolean;
}

/** A random mix of subjects, evidence, assessments, screening, documents and webhook deliveries. */
export async function mixedLoad(
  cloud: TestCloud,
  receiver: Receiver,
  { random, toleratesCrashes = false }: LoadOptions,
): Promise<MixedLoad> {
  const answers: Answers = { counts: {}, durationsMs: [], violations: [] };
  const observing = observingFetch(answers, toleratesCrashes);
  const { baseUrl, apiKeys, tokens, organizationId } = cloud.dev;
  const retry = { attempts: 12, backoffMs: 500, maxPauseMs: 5_000 };
  const options = { baseUrl, fetch: observing, retry, timeoutMs: 300_000 };
  const client = createClient({ ...options, credentials: apiKeys.test });
  const owner = createClient({ ...options, credentials: { token: tokens.owner }, mode: 'test' });

  const { id: webhookId } = await client.webhooks.createWebhook({
    body: { url: receiver.url, events: ['*'] },
  });
  const source = await owner.risk.createSource({
    body: { ...newSource(), apiKeyIds: [apiKeys.test.id] } as never,
  });
  const policy = await owner.risk.createPolicy({
    body: { key: `p${randomUUID()}`, definition: aPolicy(`registered:${source.id}`) } as never,
  });
  await owner.risk.publishPolicy({ params: { id: policy.id } });

  const pdf = new Blob([new Uint8Array(await aPdf())], { type: 'application/pdf' });
  const world: World = { client, random, sourceId: source.id, policyId: policy.id, pdf };
  return {
    answers,
    async run(writers, isOver) {
      // All of them on the same few subjects, so that they meet.
      const subjectIds: string[] = [];
      const journey = async () => {
        while (!isOver()) await step(world, subjectIds).catch(note(answers));
      };
      await Promise.all(Array.from({ length: writers }, journey));
    },
    undelivered(events, { received }) {
      const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
      return events
        .filter(({ row }) => row.organizationId === organizationId && row.mode === 'test')
        .filter(({ type, row }) => Object.hasOwn(EVENT_CATALOGUE, type) && !isOlder(row, webhookId))
        .map(({ row, member, type }) => ({ id: memberId(String(row.item.id), member), type }))
        .filter(({ id }) => !ids.has(id))
        .map(({ id, type }) => `was not delivered: ${type} ${id}`);
    },
  };
}

/** Ids are in order of time. Events committed concurrently with the subscription may not be delivered. */
const isOlder = ({ item }: StoredEvent['row'], webhookId: string) => String(item.id) <= webhookId;

interface World {
  client: Client;
  random: Random;
  sourceId: string;
  policyId: string;
  pdf: Blob;
}

/** One journey: uses an existing record or creates a new one. */
async function step(world: World, subjectIds: string[]): Promise<void> {
  const { client, random, sourceId, policyId } = world;
  const idempotencyKey = randomUUID();
  const subjectId = subjectIds[Math.floor(random() * subjectIds.length)];
  const isRepeated = random() < 0.2;
  const twice = async <T>(send: () => Promise<T>) => {
    const answer = await send();
    if (isRepeated) await send();
    return answer;
  };

  const chance = random();
  if (subjectId === undefined || chance < 0.15) {
    const body = aSubject() as never;
    const { id } = await twice(() => client.risk.createSubject({ body, idempotencyKey }));
    subjectIds.push(id);
    if (subjectIds.length > 8) subjectIds.shift();
    return;
  }
  const params = { id: subjectId };
  if (chance < 0.55) {
    const body = evidenceOf(sourceId, Math.floor(random() * 100)) as never;
    await twice(() => client.risk.submitEvidence({ params, body, idempotencyKey }));
  } else if (chance < 0.85) {
    const body = { policyVersionId: policyId, trigger: 'load' };
    await twice(() => client.risk.createAssessment({ params, body, idempotencyKey }));
  } else if (chance < 0.93) {
    const body = aRun({ sources: ['eu_fsf'] }) as never;
    await twice(() => client.screening.createScreeningRun({ body, idempotencyKey }));
  } else await sendDocument(world);
}

async function sendDocument({ client, pdf }: World): Promise<void> {
  const key = () => ({ idempotencyKey: randomUUID() });
  const body = { name: 'Lease', file: pdf } as never;
  const { id } = await client.documents.createDocument({ body, ...key() });
  const params = { id };
  const email = `${randomUUID()}@example.com`;
  const signer = await client.documents.addSigner({
    params,
    ...key(),
    body: { name: 'Ada Example', email, signingOrder: 1 } as never,
  });
  const field = {
    signerId: signer.id,
    fieldType: 'signature',
    pageNumber: 1,
    xPosition: 50,
    yPosition: 50,
    width: 120,
    height: 30,
  };
  await client.documents.addField({ params, ...key(), body: field as never });
  await client.documents.sendDocument({ params, ...key(), body: {} as never });
}

/** A journey that fails is counted under the reason. */
const note = (answers: Answers) => (error: unknown) => {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const ended = `journey ended by ${code ?? name}`;
  if (code === undefined) answers.violations.push(`${ended}: ${message}`);
  answers.counts[ended] = (answers.counts[ended] ?? 0) + 1;
};

/** The service has a code in every problem; API Gateway, which answers for a function that died, has none. */
const isOfGateway = (body: string) => !body.includes('"code"');

/** Checks every response, including those to retried requests. */
function observingFetch(answers: Answers, toleratesCrashes: boolean): typeof fetch {
  const answered = new Map<string, unknown>();
  return async (input, init) => {
    const startedMs = performance.now();
    const response = await fetch(input, init);
    const { status, headers } = response;
    answers.durationsMs.push(performance.now() - startedMs);
    answers.counts[status] = (answers.counts[status] ?? 0) + 1;

    const what = `${init?.method ?? 'GET'} ${String(input)}`;
    const isPutOff = status === 503 && headers.get('retry-after') !== null;
    if (status >= 500 && !isPutOff) {
      const body = await response.clone().text();
      const isCrash = toleratesCrashes && isOfGateway(body);
      if (isCrash) answers.counts.killed = (answers.counts.killed ?? 0) + 1;
      else answers.violations.push(`${status} to ${what}: ${body}`);
    }

    const key = new Headers(init?.headers).get('idempotency-key');
    if (key !== null && status < 300) {
      const body: unknown = await response.clone().json();
      if (answered.has(key) && !isDeepStrictEqual(answered.get(key), body))
        answers.violations.push(`two answers to one idempotency key: ${what}`);
      answered.set(key, body);
    }
    return response;
  };
}
