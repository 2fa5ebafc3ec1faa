import { setTimeout as sleep } from 'node:timers/promises';
import { type AwsCall, withFaults } from './faults.ts';

/** Longer than the time between calls of one `Promise.all`; each round is delayed by it. */
const ROUND_MS = 40;

/**
 * The AWS calls of an action in rounds: concurrent calls are one round, a call that waits for a response
 * begins the next. Every call is held back until its round is full, so no clock decides.
 */
export async function roundsOf<T>(action: () => Promise<T>): Promise<{ result: T; rounds: AwsCall[][] }> {
  const rounds: AwsCall[][] = [];
  let gathering: { calls: AwsCall[]; isFull: Promise<void> } | undefined;
  const ofCall = (call: AwsCall) => {
    if (!gathering) {
      const calls: AwsCall[] = [];
      rounds.push(calls);
      const isFull = sleep(ROUND_MS).then(() => {
        gathering = undefined;
      });
      gathering = { calls, isFull };
    }
    gathering.calls.push(call);
    const { isFull } = gathering;
    return { waitsFor: () => isFull };
  };
  const { result } = await withFaults({ ofCall }, action);
  return { result, rounds };
}

/** Without the calls that authenticate the request. */
export const afterAuthentication = (rounds: AwsCall[][]) => rounds.filter((calls) => !calls.every(isAboutIdentity));

/** The read of the credential also returns the rows that a commit needs. */
export const isAboutIdentity = ({ input }: AwsCall) =>
  'SecretId' in input || Object.keys(input.RequestItems ?? {}).some(isIdentityTable);

const isIdentityTable = (name: string) => name.endsWith('-identity');
