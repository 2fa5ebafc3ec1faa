import type { AnalystRule } from './cite.ts';
import { contradictions } from './contradictions.ts';
import type { Finding } from './finding.ts';
import { lenientOverrides } from './lenient-overrides.ts';
import { FINDINGS } from './limits.ts';
import { outdatedAssessments } from './outdated-assessments.ts';
import { overdueActions } from './overdue-actions.ts';
import type { Snapshot } from './snapshot.ts';
import { velocity } from './velocity.ts';
import { weakEvidence } from './weak-evidence.ts';

/**
 * The rule-based analyst, which needs no consent. The findings of a snapshot are the same byte for
 * byte, whatever the order of its records. Rules are ordered by importance.
 */
const RULES: readonly AnalystRule[] = [
  contradictions,
  weakEvidence,
  lenientOverrides,
  outdatedAssessments,
  overdueActions,
  velocity,
];

export interface Analysis {
  findings: Finding[];
  summary: string;
}

export function analyse(snapshot: Snapshot): Analysis {
  const all = RULES.flatMap((rule) => rule(snapshot).toSorted(byKey));
  const findings = all.slice(0, FINDINGS);
  return { findings, summary: summaryOf(findings.length, all.length) };
}

const byKey = (a: Finding, b: Finding) => (a.key < b.key ? -1 : Number(a.key > b.key));

function summaryOf(reported: number, found: number): string {
  if (found === 0) return 'No contradiction, weak evidence, lenient override, overdue action or burst was found.';
  return reported === found ? `Findings: ${reported}.` : `Findings: ${reported} of ${found}.`;
}
