import type {
  AssayProblem,
  Client,
  InputOf,
  ItemOf,
  NewPolicy,
  PolicyDefinition,
  ResultOf,
  WebhookEvent,
  Worklist,
} from '@assay/client';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { generatedFiles } from '#bin/client/generated-files.ts';
import type { Notification } from '#shared/notifications.ts';
import type { InferredOperations } from './route-types.ts';

/** Properties with whether they are optional: an optional one that is missing is assignable, but different. */
type Shape<T> = T extends Blob | AbortSignal | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? { items: Shape<Item>; length: T['length'] }
    : T extends object
      ? { [Name in keyof T]-?: [Shape<T[Name]>, Record<never, never> extends Pick<T, Name> ? 'optional' : 'required'] }
      : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Agree<A, B> = Same<Shape<A>, Shape<B>>;
type Input<C> = C extends (...input: infer I) => unknown ? I : never;
type Result<C> = C extends (...input: never) => Promise<infer R> ? R : never;

/** Operations whose generated types are not those that zod infers from the route table. */
type Differing<Part extends 'input' | 'result'> = {
  [Module in keyof InferredOperations]: {
    [Name in keyof InferredOperations[Module]]: InferredOperations[Module][Name] extends {
      input: infer I;
      result: infer R;
    }
      ? Name extends keyof Client[Module]
        ? Part extends 'input'
          ? Agree<I, Input<Client[Module][Name]>> extends true
            ? never
            : `${Module}.${Name & string}`
          : Agree<R, Result<Client[Module][Name]>> extends true
            ? never
            : `${Module}.${Name & string}`
        : `${Module}.${Name & string}`
      : never;
  }[keyof InferredOperations[Module]];
}[keyof InferredOperations];

describe('generated client', () => {
  test('its files are those that `npm run generate-client` writes', async () => {
    for (const [path, text] of Object.entries(generatedFiles()))
      await expect(text, path).toMatchFileSnapshot(`../../${path}`);
  });

  test('its types are those of the route table, apart from those that say more', () => {
    expectTypeOf<keyof Omit<Client, 'upload'>>().toEqualTypeOf<keyof InferredOperations>();
    expectTypeOf<Differing<'result'>>().toEqualTypeOf<never>();
    // The resource is one of the known ones, and a definition is not any object.
    expectTypeOf<Differing<'input'>>().toEqualTypeOf<
      'risk.listRecords' | 'risk.readRecord' | 'risk.createPolicy' | 'risk.simulatePolicy' | 'risk.createBacktest'
    >();
    expectTypeOf<Agree<WebhookEvent, Notification>>().toEqualTypeOf<true>();
  });
});

describe('types of the client', () => {
  type Risk = Client['risk'];
  // Never called: the compiler checks them.
  const read = (risk: Risk) => risk.readRecord({ params: { resource: 'assessments', id: 'x' } });
  const list = (risk: Risk) => risk.listRecords({ params: { resource: 'policies' } });
  const each = (risk: Risk) => risk.listRecords.each({ params: { resource: 'events' }, query: { view: 'webhook' } });
  const answer = (risk: Risk) => risk.readRecord.withResponse({ params: { resource: 'subjects', id: 'x' } });
  const any = (risk: Risk, resource: 'subjects' | 'sources') => risk.readRecord({ params: { resource, id: 'x' } });
  type Item<C> = C extends (...input: never) => AsyncGenerator<infer I> ? I : never;

  test('a record is of the resource that the path names', () => {
    type Assessment = Awaited<ReturnType<typeof read>>;
    expectTypeOf<Assessment['resource']>().toEqualTypeOf<'assessments'>();
    expectTypeOf<Assessment['data']['decision']>().toEqualTypeOf<
      'none' | 'review' | 'restrict' | 'reject' | 'awaiting_evidence'
    >();
    expectTypeOf<Awaited<ReturnType<typeof list>>['items'][number]['data']['key']>().toEqualTypeOf<string>();
    expectTypeOf<Item<typeof each>['resource']>().toEqualTypeOf<'events'>();
    expectTypeOf<Awaited<ReturnType<typeof answer>>['data']['resource']>().toEqualTypeOf<'subjects'>();
    expectTypeOf<Awaited<ReturnType<typeof any>>['resource']>().toEqualTypeOf<'subjects' | 'sources'>();
  });

  test('a resource that does not exist, or has no such property, is a type error', () => {
    const wrong = [
      // @ts-expect-error: there is no such resource
      (risk: Risk) => risk.readRecord({ params: { resource: 'subject', id: 'x' } }),
      // @ts-expect-error: subjects have no decision
      async (risk: Risk) => (await risk.readRecord({ params: { resource: 'subjects', id: 'x' } })).data.decision,
      // @ts-expect-error: the id is missing
      (risk: Risk) => risk.readRecord({ params: { resource: 'subjects' } }),
      // @ts-expect-error: there is no such filter
      (risk: Risk) => risk.listRecords({ params: { resource: 'subjects' }, query: { limit: 5 } }),
    ];
    expect(wrong).toHaveLength(4);
  });

  test('the definition of a policy has its type', () => {
    const definition = { bands: [] };
    // @ts-expect-error: most of the definition is missing
    const policy: NewPolicy = { key: 'onboarding', definition };
    expect(policy.definition).toBe(definition);
    // What the service returns can be sent again.
    expectTypeOf<PolicyDefinition>().toExtend<NewPolicy['definition']>();
    expectTypeOf<NewPolicy['definition']['aggregation']>().toEqualTypeOf<PolicyDefinition['aggregation']>();
  });

  test('InputOf, ResultOf and ItemOf take the call, and ItemOf also its result', () => {
    expectTypeOf<InputOf<Risk['createSubject']>['body']['externalId']>().toEqualTypeOf<string>();
    expectTypeOf<ResultOf<Risk['listWorklist']>>().toEqualTypeOf<Worklist>();
    expectTypeOf<ItemOf<Risk['listWorklist']>>().toEqualTypeOf<Worklist['items'][number]>();
    expectTypeOf<ItemOf<Worklist>>().toEqualTypeOf<Worklist['items'][number]>();
    expectTypeOf<ItemOf<Risk['listRecords']>>().not.toBeNever();
    expectTypeOf<ItemOf<Risk['createSubject']>>().toBeNever();
  });

  test('the code of a problem is one of the known ones, or a newer one', () => {
    const isKnown = (problem: AssayProblem) => problem.code === 'subject_exists';
    expectTypeOf<AssayProblem['existingId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<'subject_exists' | 'rate_limited' | 'upload_refused'>().toExtend<AssayProblem['code']>();
    expectTypeOf<AssayProblem['code']>().toExtend<string>();
    // Editors offer the known codes only if the type is not just `string`.
    expectTypeOf<AssayProblem['code']>().not.toEqualTypeOf<string>();
    expect(isKnown).toBeTypeOf('function');
  });
});
