/** @module-tag full */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, test } from 'vitest';
import { SKIPPED_STATUS } from '../../bench/support/size.ts';

const benchmarks = readdirSync('bench').filter((name) => name.endsWith('.ts') && name !== 'run.ts');

const endpoints = {
  dynamo: inject('dynamoEndpoint'),
  queues: inject('queueEndpoint'),
  identity: inject('identityEndpoint'),
};

async function runSmall(name: string) {
  const child = spawn(process.execPath, [`bench/${name}`], {
    env: { ...process.env, BENCH_SIZE: 'small', BENCH_ENGINES: JSON.stringify(endpoints) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, status };
}

/** Figures are lines of JSON; tables for people are between them. */
function figuresIn(output: string): unknown[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

// Whether they run, and not how fast: a benchmark that is never run is found broken when it is needed.
describe('benchmarks', () => {
  test.each(benchmarks)('%s has a small size', (name) => {
    expect(readFileSync(`bench/${name}`, 'utf8')).toMatch(/\bsized\(/);
  });

  test.for(benchmarks)('%s runs at its small size', async (name, { skip }) => {
    const { output, errors, status } = await runSmall(name);

    if (status === SKIPPED_STATUS) skip(`${name}: ${output.trim()}`);
    expect(status, `${name}\n${output}\n${errors}`).toBe(0);
    const figures = figuresIn(output);
    expect(figures.length, output).toBeGreaterThan(0);
    for (const figure of figures) expect(figure).toMatchObject({ name: expect.any(String), unit: expect.any(String) });
  });
});
