import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@assay/client';
import { beforeAll, expect } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { newOrganizations, type SharedCloud, sharedCloud } from '#test/support/shared-cloud.ts';
import { eventually } from './browser.ts';

/** The whole service, and a sender with an API key. */
export interface LiveCloud {
  origin: string;
  client: Client;
  /** Emails to this address, oldest first. */
  emailsTo: (email: string) => SentEmail[];
  /** The link in the newest email to this address, once there are this many. */
  linkFor: (email: string, count?: number) => Promise<string>;
  /** Errors of functions, and calls that no grant allows. */
  reports: () => string[];
}

interface SentEmail {
  subject: string;
  link: string;
}

/** The cloud of the run, and a sender of its own organization; not without a browser. */
export function liveCloud(): () => LiveCloud {
  let live: LiveCloud | undefined;
  beforeAll(async () => {
    if (!chromiumPath) return;
    const cloud = await sharedCloud();
    const { apiKeys } = await newOrganizations(cloud);
    live = sendersViewOf(cloud, createClient({ baseUrl: cloud.baseUrl, credentials: apiKeys.test }));
  });
  return () => {
    if (!live) throw new Error('The local cloud is not started.');
    return live;
  };
}

function sendersViewOf({ baseUrl, directory, reports }: SharedCloud, client: Client): LiveCloud {
  const outbox = join(directory, 'outbox');
  const emailsTo = (email: string) =>
    namesIn(outbox)
      .filter((name) => name.endsWith(` ${email}.txt`))
      .map((name) => emailIn(readFileSync(join(outbox, name), 'utf8')));
  return {
    origin: baseUrl,
    client,
    emailsTo,
    reports,
    linkFor: async (email, count = 1) => {
      await eventually(() => emailsTo(email).length).toBe(count);
      return emailsTo(email).at(-1)?.link ?? '';
    },
  };
}

/** Oldest first: names begin with the time. The folder is created by the first email. */
function namesIn(outbox: string): string[] {
  try {
    return readdirSync(outbox).sort();
  } catch {
    return [];
  }
}

function emailIn(text: string): SentEmail {
  const subject = /^Subject: (.*)$/m.exec(text)?.[1];
  const link = /(\S+\/sign\/\S+)/.exec(text)?.[1];
  if (!subject || !link) expect.fail(`No email to a signer: ${text}`);
  return { subject, link };
}
