import { beforeAll, expect, test, vi } from 'vitest';

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

beforeAll(prepareEngine);

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

test.each([
  ['kept', 'medium'],
  ['refused', 'canary of confidence'],
])(
  'of an answer that is %s, neither question nor value nor finding is logged',
  async (_what, confidence) => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const source = await newSource(world, [{ key: 'note', type: 'string' }]);
    const { id } = await stated(source, subjectId, { fact: 'note', value: 'canary of a value' });
    const finding = { key: 'canary', statement: 'canary of a statement', confidence };
    const bedrock = await startFakeBedrock(() =>
      toolCall({ findings: [{ ...finding, evidenceIds: [id], eventIds: [] }] }),
    );
    process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME ??= bedrock.url;

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
    bedrock.stop();

    expect(log).toContain('runInvestigation');
    expect(log).not.toContain('canary');
  },
);
