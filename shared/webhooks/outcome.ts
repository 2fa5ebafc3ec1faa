/** The outcome of one attempt. */
export interface Outcome {
  status: number | null;
  error: string | null;
  preview: string | null;
  retryAfterSeconds: number | null;
  latencyMs: number;
}

export const isSuccess = ({ status, error }: Pick<Outcome, 'status' | 'error'>) =>
  error === null && status !== null && status >= 200 && status < 300;
