import * as z from 'zod';
import { ActionRecord } from './action.ts';
import { AssessmentRecord } from './assessment.ts';
import { ContextRecord } from './context.ts';
import { EventRecord } from './event.ts';
import { EvidenceRecord } from './evidence.ts';
import { InvestigationRecord } from './investigation.ts';
import { InvestigationReviewRecord } from './investigation-review.ts';
import { OutcomeRecord, OutcomeWithdrawalRecord } from './outcome.ts';
import { OverrideRecord } from './override.ts';
import { PolicyRecord } from './policy.ts';
import { SourceRecord } from './source.ts';
import { SubjectRecord } from './subject.ts';

/** Records that are stored in the shape in which the API returns them. */
export const PlainRecord = z.discriminatedUnion('resource', [
  SubjectRecord,
  SourceRecord,
  ContextRecord,
  OverrideRecord,
  InvestigationReviewRecord,
  OutcomeRecord,
  OutcomeWithdrawalRecord,
]);
export type PlainRecord = z.infer<typeof PlainRecord>;

/** Every kind of record. Events are stored in the journal table. */
export const AnyRecord = z
  .discriminatedUnion('resource', [
    ...PlainRecord.options,
    PolicyRecord,
    EvidenceRecord,
    AssessmentRecord,
    ActionRecord,
    EventRecord,
    InvestigationRecord,
  ])
  .meta({ id: 'RiskRecord' });
export type AnyRecord = z.infer<typeof AnyRecord>;
