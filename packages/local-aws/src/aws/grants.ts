import * as z from 'zod';

/**
 * Evaluates the policies of a role as IAM does: an explicit deny wins, and everything that no
 * statement allows is denied. Supported conditions are those on the partition key of a row, and on the service and
 * the encryption context of a use of a KMS key; a policy that has another one is rejected rather than misread.
 */
export interface Statement {
  effect: 'Allow' | 'Deny';
  covers(call: RequestedAction): boolean;
}

/** One action on one resource, in IAM's terms. */
export interface RequestedAction {
  action: string;
  resource: string;
  /** Partition key of the row, of calls on a single row. */
  leadingKey?: string | undefined;
  /** Of a KMS call that a service makes for the caller: the service, and the context of the data, by IAM's names. */
  keyContext?: Record<string, string> | undefined;
}

const OneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const OnKeyUse = z.record(z.string().regex(/^kms:(?:ViaService$|EncryptionContext:)/), OneOrMore);

const RawStatement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: OneOrMore.optional(),
  NotAction: OneOrMore.optional(),
  Resource: OneOrMore.optional(),
  NotResource: OneOrMore.optional(),
  Condition: z
    .strictObject(
      {
        'ForAllValues:StringEquals': z.strictObject({ 'dynamodb:LeadingKeys': OneOrMore }).optional(),
        StringEquals: OnKeyUse.optional(),
        StringLike: OnKeyUse.optional(),
      },
      { error: 'The local cloud knows only conditions on `dynamodb:LeadingKeys` and on the use of KMS keys.' },
    )
    .refine((condition) => Object.keys(condition).length > 0)
    .optional(),
});

export const PolicyDocument = z.object({
  Version: z.literal('2012-10-17'),
  Statement: z.array(RawStatement),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

export const statementsOf = ({ Statement }: PolicyDocument): Statement[] =>
  Statement.map(({ Effect, Action, NotAction, Resource, NotResource, Condition }) => {
    const coversAction = matcher(Action, NotAction, 'i');
    const coversResource = matcher(Resource, NotResource);
    const keys = Condition?.['ForAllValues:StringEquals']?.['dynamodb:LeadingKeys'];
    const isKeyUseCovered = keyUseMatcher(Condition?.StringEquals, Condition?.StringLike);
    return {
      effect: Effect,
      covers: ({ action, resource, leadingKey, keyContext }) =>
        coversAction(action) && coversResource(resource) && isAmong(keys, leadingKey) && isKeyUseCovered(keyContext),
    };
  });

/** Stricter than IAM for calls on several rows, whose keys are not looked at. */
const isAmong = (keys: readonly string[] | undefined, leadingKey: string | undefined) =>
  keys === undefined || (leadingKey !== undefined && keys.includes(leadingKey));

/** Every named part of the context has to be there, with one of the values. */
function keyUseMatcher(equal: z.infer<typeof OnKeyUse> = {}, like: z.infer<typeof OnKeyUse> = {}) {
  const exact = Object.entries(equal).map(([name, values]) => [name, (it: string) => values.includes(it)] as const);
  const patterns = Object.entries(like).map(([name, values]) => [name, matcher(values)] as const);
  const conditions = [...exact, ...patterns];
  return (context: Record<string, string> = {}) =>
    conditions.every(([name, holds]) => context[name] !== undefined && holds(context[name]));
}

export function isAllowed(statements: readonly Statement[], call: RequestedAction): boolean {
  const covering = statements.filter((statement) => statement.covers(call));
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
    throw new Error('A policy statement has either `Action` or `NotAction`, and either `Resource` or `NotResource`.');
  const patterns = (only ?? allBut ?? []).map((pattern) => wildcard(pattern, flags));
  return (value: string) => patterns.some((pattern) => pattern.test(value)) === Boolean(only);
}

/** `*` matches any characters, `?` one. */
function wildcard(pattern: string, flags?: 'i'): RegExp {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, flags);
}
