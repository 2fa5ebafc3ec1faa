import type { Finding } from '@assay/foundation';
import { IMAGES_PER_TEMPLATE, ROLES_PER_TEMPLATE } from '../limits.ts';
import { mergedRoles } from './combine-parts.ts';
import { guessLanguage } from './languages.ts';
import type { SignatureRole } from './render-source.ts';

/** A stored template that becomes a part of a bundle. */
export interface BundledTemplate {
  name: string;
  /** Null for a PDF template. */
  source: string | null;
  pageSize: 'A4' | 'Letter' | null;
  language: string | null;
  roles: readonly SignatureRole[];
  /** Digests of its images, by name. */
  images: Readonly<Record<string, string>>;
}

/**
 * What all parts of one document need to have in common, or every reason why they cannot become one. A path begins with the index
 * of the template.
 */
export type BundleLayout = { pageSize: 'A4' | 'Letter'; language: string | undefined } | { findings: Finding[] };

export function bundleLayout(templates: readonly BundledTemplate[]): BundleLayout {
  const isPdf = ({ source }: BundledTemplate) => source === null;
  const findings = templates.flatMap((one, index) =>
    isPdf(one)
      ? [{ path: `${index}.templateId`, message: `${quoted(one)} is a PDF template. Use Markdown templates.` }]
      : [],
  );
  const sized = differing(templates, {
    valueIn: ({ pageSize }) => pageSize ?? undefined,
    isSame: (one, other) => one === other,
    say: (one, first) =>
      `${quoted(one.template)} is printed on ${one.value}, and ${quoted(first.template)} on ${first.value}.`,
  });
  const spoken = differing(templates, {
    valueIn: ({ language, source }) => language ?? guessLanguage(source ?? ''),
    isSame: isSameLanguage,
    say: (one, first) =>
      `${quoted(one.template)} is in \`${one.value}\`, and ${quoted(first.template)} in \`${first.value}\`. ` +
      'A document has one language. State the `language` of a template if it was guessed wrong.',
  });
  findings.push(...sized.findings, ...spoken.findings, ...excessOf(templates));
  return findings.length > 0 ? { findings } : { pageSize: sized.first?.value ?? 'A4', language: spoken.first?.value };
}

/** Roles and images of all parts have the limits of one template. */
function excessOf(templates: readonly BundledTemplate[]): Finding[] {
  const roles = mergedRoles(templates.map((one) => one.roles));
  const images = new Set(templates.flatMap((one) => Object.values(one.images)));
  return [
    ...(roles.length > ROLES_PER_TEMPLATE
      ? [{ path: '', message: `The templates have ${roles.length} signer roles. ${ROLES_PER_TEMPLATE} are possible.` }]
      : []),
    ...(images.size > IMAGES_PER_TEMPLATE
      ? [{ path: '', message: `The templates have ${images.size} images. ${IMAGES_PER_TEMPLATE} are possible.` }]
      : []),
  ];
}

interface Rule<Value> {
  /** Undefined where a template leaves it open. */
  valueIn: (template: BundledTemplate) => Value | undefined;
  isSame: (one: Value, other: Value) => boolean;
  say: (one: Stated<Value>, first: Stated<Value>) => string;
}

interface Stated<Value> {
  template: BundledTemplate;
  index: number;
  value: Value;
}

/** Compares every template with the first that states a value. */
function differing<Value>(templates: readonly BundledTemplate[], { valueIn, isSame, say }: Rule<Value>) {
  const stated = templates.flatMap((template, index): Stated<Value>[] => {
    const value = valueIn(template);
    return value === undefined ? [] : [{ template, index, value }];
  });
  const [first, ...others] = stated;
  const findings = first
    ? others
        .filter(({ value }) => !isSame(value, first.value))
        .map((one) => ({ path: `${one.index}.templateId`, message: say(one, first) }))
    : [];
  return { first, findings };
}

/** British and American English are one language; Serbian in two scripts is not. */
function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()];
  return a.language === b.language && a.script === b.script;
}

const quoted = ({ name }: { name: string }) => `“${name}”`;
