import * as z from 'zod';

/**
 * Evaluates the policies of a role as IAM does: an explicit deny wins, and everything that no
 * statement allows is denied. Conditions are not supported; a policy that has one is rejected
 * rather than misread.
 */
export interface Statement {
  effect: 'Allow' | 'Deny';
  covers(action: string, resource: string): boolean;
}

/** One action on one resource, in IAM's terms. */
export interface RequestedAction {
  action: string;
  resource: string;
}

const OneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const RawStatement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMore.optional(),
  NotAction: OneOrMore.optional(),
  Resource: OneOrMore.optional(),
  NotResource: OneOrMore.optional(),
  Condition: z.never({ error: 'The local cloud does not know conditions.' }).optional(),
});

export const PolicyDocument = z.object({
  Version: z.literal('2012-10-17'),
  Statement: z.array(RawStatement),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

export const statementsOf = ({ Statement }: PolicyDocument): Statement[] =>
  Statement.map(({ Effect, Action, NotAction, Resource, NotResource }) => {
    const coversAction = matcher(Action, NotAction, 'i');
    const coversResource = matcher(Resource, NotResource);
    return {
      effect: Effect,
      covers: (action, resource) => coversAction(action) && coversResource(resource),
    };
  });

export function isAllowed(
  statements: readonly Statement[],
  { action, resource }: RequestedAction,
): boolean {
  const covering = statements.filter((statement) => statement.covers(action, resource));
  return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
}

/** The document without one action, for tests that prove a permission to be needed. */
export function withoutAction(document: PolicyDocument, action: string): PolicyDocument {
  const without = document.Statement.map((statement) => ({
    ...statement,
    Action: statement.Action?.filter((granted) => granted !== action),
  }));
  return { ...document, Statement: without };
}

function matcher(only?: readonly string[], allBut?: readonly string[], flags?: 'i') {
  if ((only === undefined) === (allBut === undefined))
    throw new Error(
      'A policy statement has either `Action` or `NotAction`, and either `Resource` or `NotResource`.',
    );
  const patterns = (only ?? allBut ?? []).map((pattern) => wildcard(pattern, flags));
  return (value: string) => patterns.some((pattern) => pattern.test(value)) === Boolean(only);
}

/** `*` matches any characters, `?` one. */
function wildcard(pattern: string, flags?: 'i'): RegExp {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags);
}
