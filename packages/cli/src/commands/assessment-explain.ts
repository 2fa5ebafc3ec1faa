import { writeFile } from 'node:fs/promises';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, printable, table } from '../terminal.ts';

export const explain: Run = async (invocation) => {
  const { terminal, isJson, args } = invocation;
  const client = connect(invocation);
  const audience = invocation.text('audience') === 'customer' ? 'customer' : 'auditor';
  const request = { params: { id: args[0] ?? '' }, query: { audience } } as const;
  const file = invocation.text('pdf');
  if (file !== undefined) {
    await writeFile(file, await client.risk.readAssessmentExplanationPdf(request));
    terminal.err(`Wrote ${file}.`);
    return undefined;
  }
  const explanation = await client.risk.readAssessmentExplanation(request);
  if (isJson) terminal.out(jsonText(explanation));
  else for (const { text } of explanation.statements) terminal.out(printable(text));
  return undefined;
};

export const compare: Run = async (invocation) => {
  const { terminal, isJson, args } = invocation;
  const other = invocation.text('with');
  const comparison = await connect(invocation).risk.compareAssessments({
    params: { id: args[0] ?? '' },
    query: other === undefined ? {} : { with: other },
  });
  if (isJson) terminal.out(jsonText(comparison));
  else
    table(
      terminal,
      ['part', 'key', 'before', 'after'],
      comparison.changes.map(({ part, key, before, after }) =>
        [part, key ?? '', before ?? '–', after ?? '–'].map(printable),
      ),
    );
  return undefined;
};
