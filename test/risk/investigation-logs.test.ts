import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ModelAnswer } from '#test/support/fake-bedrock.ts';

// The logger reads its level when it is loaded, so this comes before everything of ours.
vi.hoisted(() => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'DEBUG', BEDROCK_MODEL_ID: 'some-model' });
});
const { handler: run } = await import('#functions/workers/run-investigation.ts');
const { riskRoutes } = await import('#shared/risk/routes.ts');
const { prepareEngine } = await import('#test/support/engine.ts');
const { startFakeBedrock, toolCall } = await import('#test/support/fake-bedrock.ts');
const { queueEvent, worked } = await import('#test/support/lambda-events.ts');
const { aWorld, done, newSource, newSubject, stated } = await import('#test/support/risk-world.ts');
const { drain } = await import('#test/support/webhook-workers.ts');

let answer: () => ModelAnswer;
let bedrock: Awaited<ReturnType<typeof startFakeBedrock>>;

beforeAll(async () => {
  bedrock = await startFakeBedrock(() => answer());
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = bedrock.url;
  await prepareEngine();
});
afterAll(() => bedrock.stop());

/** What an action writes to the console, by whatever way. */
async function written(action: () => Promise<unknown>): Promise<string> {
  const chunks: string[] = [];
  const keep = (...parts: unknown[]) => chunks.push(...parts.map(String)) > 0;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(keep),
    ),
  ];
  await action().finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return chunks.join('\n');
}

const ANSWERS: [string, (receiptId: string) => ModelAnswer, string][] = [
  ['kept', (id) => reporting(id, 'medium'), '"status":200'],
  ['refused', (id) => reporting(id, 'canary of confidence'), '"status":200'],
  [
    'a refusal',
    () => ({ status: 403, errorType: 'AccessDeniedException', body: { message: 'canary' } }),
    'AccessDeniedException',
  ],
];

const reporting = (id: string, confidence: string) =>
  toolCall({
    findings: [{ key: 'canary', statement: 'canary of a statement', confidence, evidenceIds: [id], eventIds: [] }],
  });

test.each(ANSWERS)(
  'investigation logs: for an answer that is %s, neither question nor values nor text are logged',
  async (_what, answered, expected) => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const source = await newSource(world, [{ key: 'note', type: 'string' }]);
    const { id } = await stated(source, subjectId, { fact: 'note', value: 'canary of a value' });
    answer = () => answered(id);

    const log = await written(async () => {
      await done(world.owner, riskRoutes.updateInvestigationAiSettings, {
        body: { aiInvestigations: true },
      });
      await done(world.client, riskRoutes.startInvestigation, {
        params: { id: subjectId },
        body: { question: 'canary of a question', assistance: 'ai' },
      });
      await worked(run, queueEvent(await drain('investigations')));
    });

    expect(log).toContain('runInvestigation');
    expect(log).toContain(expected);
    expect(log).not.toContain('canary');
  },
);
