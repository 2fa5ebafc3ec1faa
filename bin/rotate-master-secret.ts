import { activateNewestKey, addKey, readKeyring, retireKey } from '#shared/identity/index.ts';
import { carryOverMemoryKeys, masterKeyUsage } from '#shared/organization/index.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';

/**
 * npm run rotate-master-secret: the steps of a rotation of the master secret. docs/operations.md describes them.
 *
 * It uses the AWS credentials of the environment, and the environment variables that functions have:
 * MASTER_SECRET_ARN, TABLE_IDENTITY, TABLE_WEBHOOKS, TABLE_DOCUMENTS and TABLE_SCREENING.
 */
const USAGE = `npm run -s rotate-master-secret -- STEP

  usage       show the keys and how many API keys, webhooks, signing links and uploaded batches depend on each
  add         add a random key, which is not used yet
  activate    derive everything new from the key that was added last
  retire N    remove key N: what is derived from it stops working. Keys of remembered decisions are encrypted by the current one before`;

const steps: Record<string, (number: number) => Promise<string>> = {
  usage: async () => {
    const { keyring } = await readKeyring();
    const usage = await masterKeyUsage(new Date());
    const lines = [...keyring.keys.keys()].map((number) => {
      const { apiKeys = 0, webhooks = 0, signingLinks = 0, batches = 0 } = usage.get(number) ?? {};
      const role = number === keyring.current ? ' (current)' : '';
      return `Key ${number}${role}: ${apiKeys} API keys, ${webhooks} webhooks, ${signingLinks} signing links, ${batches} uploaded batches.`;
    });
    return lines.join('\n');
  },
  add: async () => {
    const { added, usableFrom } = await addKey();
    return `Added key ${added}. Run \`activate\` after ${usableFrom.toISOString()}.`;
  },
  activate: async () => `Key ${(await activateNewestKey()).activated} is in use.`,
  retire: async (number) => {
    const { keyring } = await readKeyring();
    if (number === keyring.current) throw new Error(`Key ${number} is in use. Activate another key first.`);
    const carried = await carryOverMemoryKeys(dynamoStore, number);
    await retireKey(dynamoStore, number);
    return `Carried over ${carried} keys of remembered decisions. Retired key ${number}. Every process has read the change in five minutes.`;
  },
};

const [name = '', number, ...rest] = process.argv.slice(2);
const step = steps[name];
const takesNumber = name === 'retire';
const isNumber = /^[1-9]\d*$/.test(number ?? '');
if (!step || rest.length > 0 || (takesNumber ? !isNumber : number !== undefined)) {
  console.error(USAGE);
  process.exit(2);
}
try {
  console.log(await step(Number(number)));
} catch (error) {
  // The message alone: a parsing error could quote the secret.
  const isOurs = error instanceof Error && error.name !== 'ZodError' && error.name !== 'SyntaxError';
  console.error(isOurs ? error.message : 'The master secret is not a valid keyring.');
  process.exitCode = 1;
}
