import type { Api } from '../../api/client.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import { wordsOf } from '../../domain/words.ts';

/** Parts of a policy that no scenario reaches. */
export type Coverage = Awaited<ReturnType<Api['risk']['readPolicyScenarios']>>['unreached'];

/** What none of several runs reaches. */
export function commonTo(all: readonly Coverage[]): Coverage | undefined {
  const [first, ...others] = all;
  if (!first) return undefined;
  const inAll = <Part>(part: Part, member: keyof Coverage) =>
    others.every((one) => one[member].some((other) => JSON.stringify(other) === JSON.stringify(part)));
  return {
    groups: first.groups.filter((part) => inAll(part, 'groups')),
    bands: first.bands.filter((part) => inAll(part, 'bands')),
    cases: first.cases.filter((part) => inAll(part, 'cases')),
    rules: first.rules.filter((part) => inAll(part, 'rules')),
  };
}

/** `the second case of “Age of the email address”`. */
export function coverageInWords({ groups, bands, cases, rules }: Coverage, definition: Definition): string[] {
  const labelOf = (key: string) => definition.factors.find((factor) => factor.key === key)?.label ?? wordsOf(key);
  return [
    ...groups.map((group) => `group ${group + 1} of whom it covers`),
    ...cases.map(({ factor, case: index }) =>
      index === null
        ? `the points of “${labelOf(factor)}” without a case`
        : `case ${index + 1} of “${labelOf(factor)}”`,
    ),
    ...bands.map((band) => `band ${band}`),
    ...rules.map((rule) => `rule ${rule}`),
  ];
}
