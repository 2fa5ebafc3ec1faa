import { AssayProblem, type Client } from '../client.ts';

/** What an API key may do, by a request. A key with scopes may be refused this request and still be valid. */
export async function accessOf(client: Client): Promise<string> {
  try {
    await client.risk.readCounts();
    return 'valid';
  } catch (error) {
    if (error instanceof AssayProblem && error.code === 'insufficient_scope') return 'valid, limited to its scopes';
    throw error;
  }
}
