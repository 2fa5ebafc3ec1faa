/** The outcome of one attempt. */
export interface Outcome {
  status: number | null;
  error: string | null;
  preview: string | null;
  retryAfterSeconds: number | null;
  latencyMs: number;
}

/** 410: the receiver wants no more, as Standard Webhooks defines it. */
export const isGone = ({ status }: Pick<Outcome, 'status'>) => status === 410;

export const isSuccess = ({ status, error }: Pick<Outcome, 'status' | 'error'>) =>
  error === null && status !== null && status >= 200 && status < 300;
