import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { isFull } from '#test/support/soak.ts';
import { synthesise } from '../synthesised.ts';

/** With every option that adds an alarm. Those of routes differ by the route only. */
const alarms = synthesise('production', {
  ...(isFull ? {} : { routes: { service: routes.service } }),
  settings: { mailFrom: 'sign@example.com' },
}).all('AWS::CloudWatch::Alarm');
const runbook = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** Sections below `## Alarms`, by the anchor that GitHub gives their heading. */
const sections = new Map(
  (runbook.split(/^## Alarms$/m)[1] ?? '')
    .split(/^## /m)[0]
    ?.split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...body] = section.split('\n');
      const anchor = heading.trim().toLowerCase().replaceAll(' ', '-');
      return [anchor, body.join('\n')] as const;
    }),
);

const anchorOf = (description: string) => /docs\/operations\.md#([\w-]+)$/.exec(description)?.[1];
const anchors = alarms.map(({ properties }) => anchorOf(properties.AlarmDescription));

test.each(alarms)('$id names a section of the runbook', ({ properties }) => {
  expect([...sections.keys()]).toContain(anchorOf(properties.AlarmDescription));
});

test.each([...sections])('%s says what it means, where to look and what to do', (anchor, body) => {
  expect(anchors).toContain(anchor);
  for (const part of ['**Meaning**', '**First look**', '**Remedy**']) expect(body).toContain(part);
});
