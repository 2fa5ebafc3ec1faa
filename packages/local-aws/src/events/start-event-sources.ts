import { join } from 'node:path';
import { awsClient } from '../aws/aws-client.ts';
import { accessKeyIdOf } from '../aws/callers.ts';
import type { RequestedAction } from '../aws/grants.ts';
import type { Functions } from '../functions/functions.ts';
import { readOrCreateJson, writeJson } from '../json-file.ts';
import type { Blueprint, EventSourceBlueprint } from '../template/blueprint.ts';
import type { EventSource, EventSourceTools, SourceHarshness } from './event-sources.ts';
import { startQueueSource } from './queue-source.ts';
import type { Positions } from './stream-reader.ts';
import { startStreamSource } from './stream-source.ts';

const SAVING_MS = 500;

/** All event sources of the template. */
export interface EventSources {
  /** A function has made these calls; polls the streams of the tables it wrote to. */
  noticed(calls: readonly RequestedAction[]): void;
  /** Reads all streams now, and resolves when what they had by then has been processed. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface EventSourcesOptions {
  awsEndpoint: string;
  dataDirectory: string;
  functions: Functions;
  /** ARN of a table's stream in the engine. */
  streamArnOf(tableName: string): Promise<string>;
  harsh?: SourceHarshness | undefined;
  report(line: string): void;
}

export async function startEventSources(
  { eventSources, queues, tables }: Pick<Blueprint, 'eventSources' | 'queues' | 'tables'>,
  { awsEndpoint, dataDirectory, functions, streamArnOf, harsh, report }: EventSourcesOptions,
): Promise<EventSources> {
  const file = join(dataDirectory, 'stream-positions.json');
  const positions = readOrCreateJson<Record<string, Positions>>(file, () => ({}));
  const saving = savedSoon(() => writeJson(file, positions));
  const queueUrl = (arn: string) => queues.find(({ identity }) => identity.attributes.Arn === arn)?.identity.ref;

  const start = async (blueprint: EventSourceBlueprint): Promise<EventSource> => {
    const { name, EventSourceArn, FunctionName, DestinationConfig } = blueprint;
    const tools: EventSourceTools = {
      client: awsClient(awsEndpoint, accessKeyIdOf(FunctionName)),
      invoke: (event) => functions.invoke(FunctionName, event),
      report: (problem) => report(`${FunctionName}, waiting for work: ${problem}`),
      harsh,
    };
    const url = queueUrl(EventSourceArn);
    if (url !== undefined) return startQueueSource(blueprint, url, tools);

    const table = tables.find(({ identity }) => identity.attributes.StreamArn === EventSourceArn);
    if (!table) throw new Error(`${name} reads ${EventSourceArn}, which is not in the template.`);
    positions[name] ??= {};
    const streamOptions = {
      streamArn: await streamArnOf(table.name),
      positions: positions[name],
      savePositions: saving.soon,
      onFailureUrl: DestinationConfig && queueUrl(DestinationConfig.OnFailure.Destination),
    };
    return startStreamSource(blueprint, streamOptions, tools);
  };

  const sources = await Promise.all(eventSources.map(start));
  return {
    noticed: (calls) => {
      for (const { resource } of calls.filter(isWrite))
        for (const source of sources) if (source.arn.startsWith(`${resource}/stream/`)) source.poll();
    },
    caughtUp: async () => {
      await Promise.all(sources.map((source) => source.caughtUp()));
    },
    stop: async () => {
      await Promise.all(sources.map((source) => source.stop()));
      saving.now();
    },
  };
}

/**
 * Writing for each batch would take longer than the batch. Records since the last write are
 * delivered again after a crash, which workers are made for.
 */
function savedSoon(save: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  return {
    now,
    soon: () => {
      timer ??= setTimeout(now, SAVING_MS).unref();
    },
  };
}

const isWrite = ({ action }: RequestedAction) => /^dynamodb:(Put|Update|Delete|BatchWrite)Item$/.test(action);
