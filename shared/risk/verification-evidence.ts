import * as z from 'zod';
import { NATIVE_VALUE_BYTES } from './limits.ts';

/** What the steps of a verification do. What they find out is evidence of the subject, under these rules. */
export const StepType = z.enum(['capture', 'extract', 'check', 'validate', 'enrich', 'risk']);
export type StepType = z.infer<typeof StepType>;

const WAITS_FOR_APPROVAL: Record<StepType, boolean> = {
  capture: false,
  extract: true,
  check: false,
  validate: false,
  enrich: true,
  risk: false,
};

/** Whether what a step found out counts only once somebody has approved the attempt. */
export const needsApproval = (type: StepType) => WAITS_FOR_APPROVAL[type];

/** A receipt holds one short value: neither an image nor the whole of what a step found out. */
export const fitsReceipt = (value: unknown) =>
  Buffer.byteLength(JSON.stringify(value)) <= NATIVE_VALUE_BYTES;
