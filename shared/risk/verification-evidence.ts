import * as z from 'zod';
import { NATIVE_VALUE_BYTES } from './limits.ts';

/** Types of workflow steps, and the rules by which their outputs become evidence. */
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

/** Whether outputs of a step become evidence only when the attempt is approved. */
export const needsApproval = (type: StepType) => WAITS_FOR_APPROVAL[type];

/** A receipt stores one short value: no image and not all outputs of a step. */
export const fitsReceipt = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= NATIVE_VALUE_BYTES;
