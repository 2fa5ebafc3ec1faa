import { decisionWord } from './decision-words.ts';
import { outcomeWord } from './outcome-words.ts';
import { valueInWords, wordsOf } from './words.ts';

const RULES: Record<string, string> = {
  policies: 'Two people for policies',
  overrides: 'Two people for overrides',
  matches: 'Two people for matches',
  lists: 'Two people for lists',
};
const STATUSES: Record<string, string> = {
  requested: 'open',
  acknowledged: 'taken',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};
const ENDS: Record<string, string> = {
  newer_assessment: 'by a newer assessment',
  newer_override: 'by a newer override',
  expired: 'by its expiry',
};
const DETAILS_SHOWN = 3;

type Details = Record<string, unknown>;

/** What the history says about one change, in words. `nameOf` takes `user:<id>`. */
export function detailsInWords(type: string, details: Details | null, nameOf: (actor: string) => string): string[] {
  if (!details) return [];
  const { proposedBy } = details;
  const people = typeof proposedBy === 'string' ? [`proposed by ${nameOf(proposedBy)}`] : [];
  return [...aboutChange(type, details, nameOf), ...people];
}

function aboutChange(type: string, details: Details, nameOf: (actor: string) => string): string[] {
  if (type === 'organization.settings.changed') return settingsInWords(details);
  if (type === 'organization.brand.changed') return brandInWords(details);
  if (type === 'risk.action.transitioned')
    return [
      STATUSES[String(details.to)] ?? String(details.to),
      `was ${STATUSES[String(details.from)] ?? details.from}`,
    ];
  if (type === 'risk.override.ended')
    return [ENDS[String(details.because)] ?? String(details.because), `was ${decisionWord(String(details.decision))}`];
  if (type.startsWith('risk.outcome.')) return [outcomeWord(String(details.label))];
  if (type === 'risk.assignment.changed') return [details.to ? `to ${nameOf(`user:${details.to}`)}` : 'to no one'];
  if (details.decision && type.startsWith('screening.match'))
    return [
      details.decision === 'confirmed' ? 'it is them' : 'not them',
      ...(typeof details.listedName === 'string' ? [`${details.listedName} (${details.list})`] : []),
    ];
  if (details.decision) return [decisionWord(String(details.decision))];
  return Object.entries(details)
    .filter(([name, value]) => value !== null && typeof value !== 'object' && isTold(name))
    .slice(0, DETAILS_SHOWN)
    .map(([name, value]) => `${spaced(name)} ${valueInWords(value)}`);
}

/** `activityType` as `activity type`. */
const spaced = (name: string) => name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();

/** Ids and revisions tell a person nothing, and times are shown beside the line. */
const isTold = (name: string) => !/(Id|At|By)$/.test(name) && name !== 'revision';

function brandInWords({ name, colour, logo }: Details): string[] {
  const changeOf = (label: string, change: unknown) => {
    if (!change) return [];
    const { from, to } = change as { from: unknown; to: unknown };
    return [`${label}: ${to ?? 'none'}, was ${from ?? 'none'}`];
  };
  const logoNow = logo as { to: unknown } | undefined;
  return [
    ...changeOf('Name', name),
    ...changeOf('Colour', colour),
    ...(logoNow ? [logoNow.to === null ? 'Logo removed' : 'Logo changed'] : []),
  ];
}

function settingsInWords({ from, to, changed, highestReviewScore, linksByEmailOnly }: Details): string[] {
  const [before, after] = [from, to].map((rules) => (rules ?? {}) as Record<string, boolean>);
  const onOff = (isOn: boolean | undefined) => (isOn ? 'on' : 'off');
  const rules = Object.entries(RULES)
    .filter(([rule]) => before?.[rule] !== after?.[rule])
    .map(([rule, label]) => `${label}: ${onOff(after?.[rule])}, was ${onOff(before?.[rule])}`);
  const limit = highestReviewScore as { from: unknown; to: unknown } | undefined;
  const links = linksByEmailOnly as { to: unknown } | undefined;
  const others = (Array.isArray(changed) ? changed : [])
    .map(String)
    .filter((name) => !['fourEyes', 'highestReviewScore', 'linksByEmailOnly'].includes(name))
    .map((name) => wordsOf(spaced(name)));
  return [
    ...rules,
    ...(limit ? [`Highest review score: ${valueInWords(limit.to)}, was ${valueInWords(limit.from)}`] : []),
    ...(links ? [`Signing links by email only: ${links.to ? 'on' : 'off'}`] : []),
    ...others,
  ];
}
