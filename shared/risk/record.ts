import * as z from 'zod';
import { EventRecord } from './event.ts';
import { SubjectRecord } from './subject.ts';

/** Every kind of record the risk table keeps; events are the journal's. */
export const RiskRecord = z.discriminatedUnion('resource', [SubjectRecord]);
export type RiskRecord = z.infer<typeof RiskRecord>;

/** What the generic list and read answer with. */
export const AnyRecord = z
  .discriminatedUnion('resource', [...RiskRecord.options, EventRecord])
  .meta({ id: 'RiskRecord' });
