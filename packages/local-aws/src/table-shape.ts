import * as z from 'zod';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const Projection = z.object({
  ProjectionType: z.string(),
  NonKeyAttributes: z.array(z.string()).optional(),
});

/** The table properties of a template that the engine supports, under the same names. */
export const TableShape = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema, Projection })).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.string() })
    .transform((stream) => ({ StreamEnabled: true, ...stream }))
    .optional(),
});
export type TableShape = z.infer<typeof TableShape>;

export const Expiry = z.object({
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/** Whether data of one table definition can be used with the other. */
export function isSameShape(a: TableShape, b: TableShape): boolean {
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

const comparable = ({ KeySchema, GlobalSecondaryIndexes = [], StreamSpecification }: TableShape) => ({
  keys: keysOf(KeySchema),
  indexes: GlobalSecondaryIndexes.map(
    ({ IndexName, KeySchema, Projection }) => `${IndexName} ${keysOf(KeySchema)} ${Projection.ProjectionType}`,
  ).sort(),
  stream: StreamSpecification?.StreamViewType,
});

const keysOf = (schema: z.infer<typeof KeySchema>) =>
  schema
    .map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`)
    .sort()
    .join(' ');
