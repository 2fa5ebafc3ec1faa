import type { FormValues } from '../../domain/template-variables.ts';

/** A template beside the one of the address, and what was typed for it. */
export interface FurtherTemplate {
  /** The same template can be there more than once. */
  key: string;
  templateId: string;
  revision: number;
  values: FormValues;
}

/** The templates of one document. The service refuses more. */
export const MOST_TEMPLATES = 10;

/** Stands for the template of the address. */
export const FIRST = 'first';

/** The part of a draft that says which templates a document has, and in which order. */
export interface TemplatesInOrder {
  /** Further templates of the same document, in order; missing for one template. */
  further?: readonly FurtherTemplate[];
  /** Where the template of the address is among them, from 0. */
  place?: number;
}

/** Keys of the templates in the order in which they are printed. */
export const orderOf = ({ further = [], place = 0 }: TemplatesInOrder): string[] =>
  further.map(({ key }) => key).toSpliced(Math.min(place, further.length), 0, FIRST);

export const withTemplate = (parts: TemplatesInOrder, one: FurtherTemplate): TemplatesInOrder => ({
  ...parts,
  further: [...(parts.further ?? []), one],
});

export function withoutTemplate(parts: TemplatesInOrder, key: string): TemplatesInOrder {
  const order = orderOf(parts).filter((one) => one !== key);
  return inOrder(parts, order);
}

/** One place towards the beginning (-1) or the end (1). */
export function movedTemplate(parts: TemplatesInOrder, key: string, by: -1 | 1): TemplatesInOrder {
  const order = orderOf(parts);
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return parts;
  return inOrder(parts, order.toSpliced(from, 1).toSpliced(to, 0, key));
}

function inOrder({ further = [] }: TemplatesInOrder, order: readonly string[]): TemplatesInOrder {
  const byKey = new Map(further.map((one) => [one.key, one]));
  return { further: order.flatMap((key) => byKey.get(key) ?? []), place: order.indexOf(FIRST) };
}

export const changedTemplate = (
  { further = [] }: TemplatesInOrder,
  key: string,
  change: Partial<Pick<FurtherTemplate, 'revision' | 'values'>>,
): TemplatesInOrder => ({ further: further.map((one) => (one.key === key ? { ...one, ...change } : one)) });

/** The roles of several templates, each once, as the first template with it labels it. */
export function mergedRoles<Role extends { id: string }>(
  templates: readonly { signerRoles: readonly Role[] }[],
): Role[] {
  const roles = new Map<string, Role>();
  for (const role of templates.flatMap(({ signerRoles }) => signerRoles))
    if (!roles.has(role.id)) roles.set(role.id, role);
  return [...roles.values()];
}
