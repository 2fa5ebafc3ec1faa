import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll } from 'vitest';
import { ServiceStack, type ServiceStackProps } from '#infra/service-stack.ts';
import { readSettings, type ServiceSettings } from '#infra/settings.ts';
import { stageNamed } from '#infra/stage.ts';
import { workers as realWorkers, type Worker } from '#infra/workers.ts';
import { routes } from '#shared/routes.ts';
import cdk from '../../cdk.json' with { type: 'json' };

export interface Resource {
  id: string;
  stack: string;
  // Templates are plain JSON; a test names the properties it reads.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  properties: any;
  deletionPolicy?: string | undefined;
  dependsOn: string[];
  // biome-ignore lint/suspicious/noExplicitAny: see above
  updatePolicy?: any;
}

/** One worker of every kind of trigger, independent of the real ones. */
const examples: Worker[] = [
  {
    module: 'workers',
    name: 'exampleOfQueue',
    trigger: { queue: 'erasures', batchSize: 5, maxConcurrency: 2 },
    uses: { tables: { risk: ['GetItem'] } },
    timeoutSeconds: 30,
  },
  {
    module: 'workers',
    name: 'exampleOfStream',
    trigger: {
      stream: 'risk',
      batchSize: 100,
      filter: { eventName: ['INSERT'] },
      parallelization: 2,
    },
    uses: { tables: { risk: ['Query', 'PutItem'] } },
    timeoutSeconds: 60,
  },
  {
    module: 'workers',
    name: 'exampleOfSchedule',
    trigger: { everyMinutes: 1 },
    uses: {
      tables: { journal: ['Query'] },
      indexes: { journal: ['due'] },
      queues: ['erasures'],
    },
    timeoutSeconds: 60,
  },
];
/** Those of every stage, and the examples. */
export const workers = [...realWorkers.filter(({ requires }) => requires === undefined), ...examples];

export type StackOptions = Partial<Omit<ServiceStackProps, 'settings'>> & { settings?: Partial<ServiceSettings> };

/** The stack with the given settings and the defaults of all others. */
export const stackOf = (app: App, stage: string, { settings, ...props }: StackOptions = {}) =>
  new ServiceStack(app, `assay-${stage}`, {
    stage: stageNamed(stage),
    routes,
    workers,
    // The content of functions has its own test; the template does not depend on it.
    codeOf: () => Code.fromInline('export const handler = () => {}'),
    earlierReleases: [],
    modelId: 'us.anthropic.model-v1:0',
    settings: { ...readSettings({ tryGetContext: () => undefined }), ...settings },
    ...props,
  });

const directory = mkdtempSync(join(tmpdir(), 'assay-infra-'));
afterAll(() => rmSync(directory, { recursive: true }));

export const newApp = () =>
  new App({
    context: cdk.context,
    analyticsReporting: false,
    outdir: mkdtempSync(join(directory, 'app-')),
  });

const plain = new Map<string, Synthesised>();

/** The templates of one stage. */
export function synthesise(stage: string, props?: StackOptions): Synthesised {
  if (props) return synthesiseAnew(stage, props);
  const known = plain.get(stage) ?? synthesiseAnew(stage, {});
  plain.set(stage, known);
  return known;
}

function synthesiseAnew(stage: string, props: StackOptions) {
  // Validation against CloudFormation's schema takes longer than all the rest; checks.test.ts does
  // it once.
  process.env.CDK_VALIDATION = 'false';
  const root = stackOf(newApp(), stage, props);
  const stacks = [root, ...root.node.findAll().filter((it): it is Stack => NestedStack.isNestedStack(it))];
  const templates = new Map(stacks.map((it) => [it.node.id, Template.fromStack(it)]));

  const resources = [...templates].flatMap(([stack, template]) =>
    Object.entries<RawResource>(template.toJSON().Resources ?? {}).map(([id, raw]) => ({
      id,
      stack,
      type: raw.Type,
      properties: raw.Properties ?? {},
      deletionPolicy: raw.DeletionPolicy,
      dependsOn: [raw.DependsOn ?? []].flat(),
      updatePolicy: raw.UpdatePolicy,
    })),
  );
  const byType = Map.groupBy(resources, ({ type }) => type);
  return { root, templates, all: (type: string): Resource[] => byType.get(type) ?? [] };
}

interface RawResource {
  Type: string;
  Properties?: object;
  DeletionPolicy?: string;
  DependsOn?: string | string[];
  UpdatePolicy?: object;
}

export type Synthesised = ReturnType<typeof synthesiseAnew>;
