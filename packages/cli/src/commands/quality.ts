import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { facts, jsonText, table } from '../terminal.ts';

type Quality = Client['quality'];
type NewPlan = NonNullable<Parameters<Quality['changeQualityPlan']>[0]>['body'];
type Sample = Awaited<ReturnType<Quality['listQualitySamples']>>['items'][number];
type Decision = NonNullable<Parameters<Quality['reviewQualitySample']>[0]>['body']['decision'];
type Status = 'open' | 'claimed' | 'reviewed';
type Stream = NewPlan['streams'][number];

const SHOWN = 100;
const LIMITS = { min: 1, max: 1_000_000 };

/** Shows the plan, or changes it if options say how. */
export const plan: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const client = connect(invocation);
  const before = await client.quality.readQualityPlan();
  const asked = planAsked(invocation, before);
  if (!asked) {
    if (isJson) terminal.out(jsonText(before));
    else showPlan(invocation, before);
    return undefined;
  }
  if (invocation.flag('propose')) {
    const proposal = await client.quality.proposeQualityPlan({ body: asked });
    terminal.out(isJson ? jsonText(proposal) : `proposed: ${proposal.id}`);
    return undefined;
  }
  const proposalId = invocation.text('proposal');
  const after = await client.quality.changeQualityPlan({
    body: { ...asked, expectedVersion: before.version, ...(proposalId && { proposalId }) },
  });
  if (isJson) terminal.out(jsonText(after));
  else showPlan(invocation, after);
  return undefined;
};

type Plan = Awaited<ReturnType<Quality['readQualityPlan']>>;

function planAsked(invocation: Invocation, before: Plan) {
  const [streams, percent, perWeek] = [
    invocation.text('streams'),
    invocation.text('percent'),
    invocation.number('per-analyst-per-week', { min: 1, max: 100 }),
  ];
  const blind = invocation.text('blind');
  const reason = invocation.text('reason');
  if ([streams, percent, perWeek, blind, reason].every((one) => one === undefined)) return undefined;
  if (reason === undefined) throw usageError('--reason is required.');
  if (percent !== undefined && perWeek !== undefined) throw usageError('Give --percent or --per-analyst-per-week.');
  if (percent !== undefined && !(Number(percent) > 0)) throw usageError('--percent must be a number.');
  const isOther = percent !== undefined || perWeek !== undefined;
  return {
    streams: (streams === undefined ? before.streams : streams.split(',').filter(Boolean)) as Stream[],
    percent: isOther ? (percent === undefined ? null : Number(percent)) : before.percent,
    perAnalystPerWeek: isOther ? (perWeek ?? null) : before.perAnalystPerWeek,
    blind: blind === undefined ? before.blind : blind === 'yes',
    reason,
  };
}

function showPlan({ terminal }: Invocation, { version, streams, percent, perAnalystPerWeek, blind, changedAt }: Plan) {
  facts(terminal, {
    version,
    streams: streams.length === 0 ? 'none: nothing is drawn' : streams.join(', '),
    amount: percent === null ? `${perAnalystPerWeek ?? 0} per analyst and week` : `${percent}%`,
    blind: blind ? 'yes' : 'no',
    changed: changedAt,
  });
}

export const samples: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', LIMITS) ?? SHOWN;
  const query = {
    status: invocation.text('status') as Status | undefined,
    stream: invocation.text('stream') as Stream | undefined,
  };
  const client = connect(invocation);
  const found: Sample[] = [];
  for (let offset: number | null = 0; offset !== null && found.length < limit; ) {
    const page: Awaited<ReturnType<Quality['listQualitySamples']>> = await client.quality.listQualitySamples({
      query: { ...query, offset },
    });
    found.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = found.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else if (shown.length === 0) terminal.out('No samples.');
  else
    table(
      terminal,
      ['id', 'stream', 'drawn', 'blind', 'status', 'first', 'second', 'agrees'],
      shown.map(({ id, data }) => [
        id,
        data.stream,
        data.drawnAt.slice(0, 10),
        data.blind ? 'yes' : 'no',
        data.status,
        data.first?.decision,
        data.review?.decision,
        data.review && (data.review.agrees ? 'yes' : 'no'),
      ]),
    );
  return undefined;
};

/** Claims a sample and prints its evidence; with a decision, records it. */
export const review: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const params = { id: invocation.argument(0) };
  const client = connect(invocation);
  if (invocation.flag('release')) {
    const released = await client.quality.releaseQualitySample({ params });
    terminal.out(isJson ? jsonText(released) : `released: ${released.id}`);
    return undefined;
  }
  const [decision, reason] = [invocation.text('decision'), invocation.text('reason')];
  if (decision === undefined) {
    const claimed = await client.quality.claimQualitySample({ params });
    terminal.out(jsonText(isJson ? claimed : claimed.evidence));
    if (!isJson) {
      terminal.err(
        `Claimed until ${claimed.data.claim?.until}. Decide with --decision and --reason, or give up with --release.`,
      );
      terminal.err(`Decisions: ${claimed.decisions.join(', ')}`);
    }
    return undefined;
  }
  if (reason === undefined) throw usageError('--reason is required with --decision.');
  const { data, ...reviewed } = await client.quality.reviewQualitySample({
    params,
    body: { decision: decision as Decision, reason },
  });
  if (isJson) terminal.out(jsonText({ ...reviewed, data }));
  else {
    terminal.out(`First decision: ${data.first?.decision} (${data.first?.decidedBy})`);
    terminal.out(
      `Yours: ${data.review?.decision}, ${data.review?.agrees ? 'the same' : `different: ${data.review?.followUp.kind}`}`,
    );
  }
  return undefined;
};

const shareText = ({ value, low, high }: { value: number | null; low: number; high: number }) =>
  value === null ? 'none' : `${percentOf(value)} (${percentOf(low)} to ${percentOf(high)})`;

const percentOf = (share: number) => `${Math.round(share * 1_000) / 10}%`;

export const summary: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const query = { month: invocation.text('month') };
  const found = await connect(invocation).quality.readQualitySummary({ query });
  if (isJson) {
    terminal.out(jsonText(found));
    return undefined;
  }
  const { from, to, screenings, alerts, trueHits, falsePositives, opened, closed, overrides, now, assurance } = found;
  facts(terminal, {
    days: `${from} to ${to}`,
    screenings,
    alerts,
    'true hits': trueHits,
    'false positives': falsePositives,
    opened,
    closed,
    overrides,
    'open now': now.open.total,
    'overdue now': now.overdue.total,
    'pending runs now': `${now.pendingRuns.upTo1Day} up to a day, ${now.pendingRuns.upTo7Days} up to a week, ${now.pendingRuns.upTo30Days} up to 30 days, ${now.pendingRuns.older} older`,
    'test of effectiveness': assurance ? `${assurance.outcome}, next due ${assurance.nextDueAt.slice(0, 10)}` : 'none',
  });
  terminal.out('');
  table(
    terminal,
    ['stream', 'drawn', 'reviewed', 'agreement', 'error rate'],
    found.quality.map(({ stream, drawn, reviewed, agreement, errorRate }) => [
      stream,
      drawn,
      reviewed,
      shareText(agreement),
      shareText(errorRate),
    ]),
  );
  for (const { key, stale, held, gaps } of found.lists)
    if (stale || held > 0 || gaps > 0)
      terminal.out(`List ${key}: ${stale ? 'stale, ' : ''}${held} held, ${gaps} days with a gap`);
  return undefined;
};
