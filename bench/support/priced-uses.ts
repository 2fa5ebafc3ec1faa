import { s3Client } from '#shared/platform/aws-clients.ts';
import { unitsOf } from '#test/support/observed-units.ts';

/** Dollars of us-east-1, as in docs/costs.md. */
export const PRICES = {
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  put: 5 / 1e6,
  get: 0.4 / 1e6,
  email: 0.1 / 1000,
  gigabyteSecond: 0.0000166667,
  /** A request of API Gateway. */
  request: 1 / 1e6,
} as const;

export interface Uses {
  writeUnits: number;
  readUnits: number;
  /** Requests to S3 that write or list, and those that read. Deletions are free. */
  puts: number;
  gets: number;
  deletions: number;
}

const NAME = 'countRequests';

/** What the work takes of DynamoDB and S3, without rate limits, which have a row of their own. */
export async function usesOf(work: () => Promise<unknown>): Promise<Uses> {
  const requests = { puts: 0, gets: 0, deletions: 0 };
  const client = s3Client();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        requests[/^Get|^Head/.test(commandName) ? 'gets' : commandName.startsWith('Delete') ? 'deletions' : 'puts'] +=
          1;
        return next(args);
      },
    { step: 'initialize', name: NAME },
  );
  try {
    const units = await unitsOf(work);
    const sum = (what: 'reads' | 'writes') => units.reduce((total, one) => total + one[what], 0);
    return { writeUnits: sum('writes'), readUnits: sum('reads'), ...requests };
  } finally {
    client.middlewareStack.remove(NAME);
  }
}
