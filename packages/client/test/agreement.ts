import type { OperationTable } from '../src/operation.ts';

/** A program that compiles only if the published types of all operations agree with those of the route table. */
export const agreementSource = (
  operations: OperationTable,
  { source, published }: { source: string; published: string },
) => `
import type { Client as Source, WebhookEvent as SourceEvent } from '${source}';
import type { Client as Published, WebhookEvent as PublishedEvent } from '${published}';

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

export const modules: Agree<keyof Source, keyof Published> = true;
export const events: Agree<SourceEvent, PublishedEvent> = true;
${Object.entries(operations)
  .map(([module, calls]) => agreementOf(module, Object.keys(calls)))
  .join('\n')}
`;

const agreementOf = (module: string, names: readonly string[]) => `
type ${module} = Source['${module}'];
type Published_${module} = Published['${module}'];
export const ${module}: Agree<keyof ${module}, keyof Published_${module}> = true;
${names
  .flatMap((name) => {
    const [a, b] = [`${module}['${name}']`, `Published_${module}['${name}']`];
    return [
      `export const ${module}_${name}_members: Same<keyof ${a}, keyof ${b}> = true;`,
      `export const ${module}_${name}_input: Agree<Input<${a}>, Input<${b}>> = true;`,
      `export const ${module}_${name}_result: Agree<Result<${a}>, Result<${b}>> = true;`,
    ];
  })
  .join('\n')}`;
