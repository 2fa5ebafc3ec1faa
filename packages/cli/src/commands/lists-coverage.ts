import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { jsonText, table } from '../terminal.ts';

/** The days of a year that are not confirmed. Exits with 4 if one has a gap, or none is attested. */
export const coverage: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const until = invocation.text('until');
  const calendar = await connect(invocation).screening.readListCoverage({
    params: { key: invocation.argument(0) },
    query: until === undefined ? {} : { until },
  });
  const attested = calendar.days.filter((day) => day.attested);
  if (isJson) terminal.out(jsonText(calendar));
  else {
    const notable = attested.filter(({ outcome, held, stale }) => outcome !== 'confirmed' || held || stale);
    terminal.out(
      `${calendar.from} to ${calendar.until}: ${attested.length} days attested, ` +
        `${attested.length - notable.length} of them confirmed throughout.`,
    );
    if (notable.length > 0)
      table(
        terminal,
        ['day', 'outcome', 'gap minutes', 'held', 'stale'],
        notable.map(({ date, outcome, gapMinutes, held, stale }) => [
          date,
          outcome ?? 'not in the attestation',
          gapMinutes,
          held ? 'yes' : 'no',
          stale ? 'yes' : 'no',
        ]),
      );
  }
  return attested.length === 0 || attested.some(({ outcome }) => outcome === 'gap') ? EXIT.checkFailed : EXIT.ok;
};
