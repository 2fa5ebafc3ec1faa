import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@assay/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { chromiumPath, STEP_MS, sharedChromium } from '#test/support/chromium.ts';
import { showFailed } from '#test/support/failed-pages.ts';
import { type SharedCloud, sharedCloud } from '#test/support/shared-cloud.ts';
import { withSlowAnswers } from '#test/support/slow-answers.ts';
import { pressOn, pressOnLink } from './by-keyboard.ts';
import { settled } from './console-browser.ts';

/** The whole service with its invented lists, and people who use the console. */
export interface LiveConsole {
  cloud: SharedCloud;
  /** A backend with an API key of test mode. */
  backend: Client;
  apiKeyId: string;
  owner: Client;
  /** Opens the console as one of the people of the local cloud. */
  signIn(name: string, path: string, device?: BrowserContextOptions): Promise<{ page: Page; errors: string[] }>;
}

/** A refused call is a normal answer, and so is a 503 of a busy machine, which the console repeats. */
const REFUSED_OR_BUSY = /status of (?:4\d\d|503)/;

/** For the organization of the list operators, or for the other one of the sign-in page. */
export function liveConsole(organization: 'own' | 'other' = 'own'): () => LiveConsole {
  let cloud: SharedCloud | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!chromiumPath) return;
    [cloud, browser] = await Promise.all([sharedCloud(), sharedChromium()]);
  });
  afterEach(async (context) => {
    await showFailed(context, browser?.contexts() ?? []);
    await Promise.all(browser?.contexts().map((one) => one.close()) ?? []);
  });
  return () => {
    if (!cloud || !browser) throw new Error('The local cloud is not started.');
    const { baseUrl, dev } = cloud;
    const opened = browser;
    const [key, token] =
      organization === 'own' ? [dev.apiKeys.test, dev.tokens.owner] : [dev.apiKeys.otherTest, dev.tokens.otherOwner];
    return {
      cloud,
      backend: createClient({ baseUrl, credentials: key }),
      apiKeyId: key.id,
      owner: createClient({ baseUrl, credentials: { token }, mode: 'test' }),
      signIn: async (name, path, device) => {
        const context = await opened.newContext({
          viewport: { width: 1440, height: 900 },
          reducedMotion: 'reduce',
          ...device,
        });
        context.setDefaultTimeout(STEP_MS);
        await withSlowAnswers(context);
        const page = await context.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error' && !REFUSED_OR_BUSY.test(message.text())) errors.push(message.text());
        });
        await page.goto(`${baseUrl}/console${path}`);
        await page.getByRole('link', { name }).click();
        await settled(page);
        return { page, errors };
      },
    };
  };
}

const TOKEN_MS = 15 * 60_000;

/**
 * Revokes the session of the page at the issuer, and lets its token run out as a quarter of an hour would: the next
 * call has to renew it, which the issuer refuses.
 */
export async function revokeSession(page: Page, { cloud: { baseUrl } }: LiveConsole): Promise<void> {
  const token: string = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('assay.session') ?? '').refreshToken,
  );
  const { issuer, clientId } = await (await fetch(`${baseUrl}/console/config.json`)).json();
  const { revocation_endpoint: url } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const { status } = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, token }),
  });
  expect(status).toBe(200);
  await page.evaluate((aheadMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => {
      if (sessionStorage.getItem('assay.session')) return now() + aheadMs;
      Date.now = now;
      return now();
    };
  }, TOKEN_MS);
}

/** Over the page that says the session has ended, by keyboard. */
export async function signInAgain(page: Page, name: string): Promise<void> {
  const ended = page.getByRole('heading', { name: 'Your session has ended' });
  await ended.waitFor();
  // Enter does nothing while a person may still be typing, until they have moved.
  await page.keyboard.press('Tab');
  const opened = page.context().waitForEvent('page');
  await pressOn(page, 'Sign in again');
  await pressOnLink(await opened, name);
  await ended.waitFor({ state: 'detached' });
}

const RISK_SOURCE = 'service:screening:ofac_sdn:r70:m90';

/** A policy that restricts young email addresses and reads the sanctions screening. */
export async function draftPolicy({ owner, apiKeyId }: LiveConsole) {
  const source = await owner.risk.createSource({
    body: {
      key: `email_${randomUUID().slice(0, 8)}`,
      facts: [{ key: 'email.age_days', type: 'number' }],
      apiKeyIds: [apiKeyId],
    },
  });
  return owner.risk.createPolicy({
    body: {
      key: `onboarding_${randomUUID().slice(0, 8)}`,
      definition: {
        inputs: [
          {
            key: 'email.age_days',
            type: 'number',
            maxAgeSeconds: 2_592_000,
            acceptedSources: [`registered:${source.id}`],
          },
          { key: 'screening.sanctions', type: 'string', maxAgeSeconds: 2_592_000, acceptedSources: [RISK_SOURCE] },
        ],
        factors: [
          {
            key: 'email_age',
            label: 'Age of the e-mail address',
            match: 'first',
            weight: 1,
            defaultPoints: 0,
            cases: [{ all: [{ input: 'email.age_days', operator: 'lt', value: 30 }], points: 68 }],
          },
        ],
        aggregation: 'sum',
        missingEvidence: 'review',
        reviewAfterSeconds: 2_592_000,
        bands: [
          { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
          { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['limit_payouts'] } },
        ],
        rules: [
          {
            key: 'sanctions_match',
            reason: 'The customer may be on a sanctions list.',
            all: [{ input: 'screening.sanctions', operator: 'eq', value: 'match' }],
            effect: { decision: 'review', actions: ['review_match'] },
          },
        ],
      },
    },
  });
}

async function publishPolicy(live: LiveConsole) {
  const { id, data } = await draftPolicy(live);
  await live.owner.risk.publishPolicy({ params: { id } });
  const [source] = data.definition.inputs.flatMap(({ acceptedSources }) => acceptedSources);
  return { policyVersionId: id, sourceId: source?.replace('registered:', '') ?? '' };
}

/** A customer with a young email address who shares two names and a date of birth with a listed person. */
export async function screenedCustomer(live: LiveConsole) {
  const { backend } = live;
  const published = await publishPolicy(live);
  const externalId = `cus_${randomUUID().slice(0, 8)}`;
  const subject = await backend.risk.createSubject({ body: { kind: 'person', externalId } });
  const params = { id: subject.id };
  await backend.risk.submitEvidence({
    params,
    body: {
      sourceRegistrationId: published.sourceId,
      fact: 'email.age_days',
      status: 'available',
      value: 3,
      observedAt: new Date(Date.now() - 60_000).toISOString(),
    },
  });
  const run = await backend.screening.createScreeningRun({
    body: {
      subject: { name: 'Ambrose Quillfeather', entityType: 'person', datesOfBirth: ['1961-04-17'] },
      sources: ['ofac_sdn'],
      riskSubjectId: subject.id,
    },
  });
  const assessment = await backend.risk.createAssessment({
    params,
    body: { policyVersionId: published.policyVersionId, trigger: 'onboarding' },
  });
  await backend.risk.configureMonitoring({
    params,
    body: { policyVersionId: published.policyVersionId, enabled: true },
  });
  expect(run.matches.length).toBeGreaterThan(0);
  return { ...published, externalId, subject, run, assessment };
}

/** A document that waits for its one signer. */
export async function sentDocument({ cloud: { baseUrl, dev } }: LiveConsole) {
  const admin = createClient({ baseUrl, credentials: { token: dev.tokens.admin }, mode: 'test' });
  const template = await admin.documents.createTemplate({
    body: {
      name: 'Locker agreement',
      source: '# Locker\n\n::signature{role=customer, label=Customer}\n',
      sampleData: {},
    },
  });
  const name = `Locker agreement ${randomUUID().slice(0, 8)}`;
  const { id } = await admin.documents.createDocumentFromTemplate({
    params: { id: template.id },
    body: {
      name,
      templateData: {},
      signers: { customer: { name: 'Ottilie Vellum', email: 'ottilie.vellum@example.com' } },
    },
  });
  await admin.documents.sendDocument({ params: { id }, body: {} });
  return { admin, id, name };
}
