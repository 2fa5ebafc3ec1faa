import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, printable, table } from '../terminal.ts';

/** How a policy decides: its subjects now, and its assessments of some days. */
export const statistics: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const days = { from: invocation.text('from'), to: invocation.text('to') };
  const found = await connect(invocation).risk.readPolicyStatistics({
    params: { key: invocation.argument(0) },
    query: days,
  });
  if (isJson) {
    terminal.out(jsonText(found));
    return undefined;
  }
  const { subjects, assessments, rules, unresolvedInputs, overrides, from, to } = found;
  const spread = (of: typeof subjects) =>
    [['band', of.bands] as const, ['decision', of.decisions] as const, ['outcome', of.outcomes] as const].flatMap(
      ([what, counted]) => counted.map(({ key, count }) => [what, printable(key ?? 'none'), count]),
    );
  terminal.out(`Subjects now: ${subjects.total}`);
  table(terminal, ['what', 'key', 'subjects'], spread(subjects));
  terminal.out(`Assessments from ${from} to ${to}: ${assessments.total}`);
  table(
    terminal,
    ['what', 'key', 'assessments'],
    [
      ...spread(assessments),
      ...rules.map(({ key, count }) => ['rule matched', printable(key), count]),
      ...unresolvedInputs.map(({ input, reason, count }) => [printable(reason), printable(input), count]),
    ],
  );
  terminal.out(`Overrides: ${overrides.created} created, ${overrides.carried} carried, ${overrides.revoked} revoked`);
  return undefined;
};
