import { randomUUID } from 'node:crypto';
import { sealReferenceOf } from '#shared/documents/seal-reference.ts';
import { continueJob } from '#shared/jobs/index.ts';
import { readCurrentBrand } from '#shared/organization/settings/brand-store.ts';
import { readCurrentSettings } from '#shared/organization/settings/settings-store.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { now } from '#shared/platform/clock.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { newLease } from '#shared/platform/store/lease.ts';
import { routes } from '#shared/routes.ts';
import { NOTHING_KNOWN } from '#shared/screening/look-backs/compare-version.ts';
import { putWatchFinding } from '#shared/screening/repository/watch-look-backs.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import { createDelivery, leaseDelivery, recordOutcome } from '#shared/webhooks/repository/deliveries.ts';
import { type CallOptions, type Credential, call, firstUserOf, keyOf, userOf } from './api.ts';
import { existingAssurance, existingShortAssurance } from './assurance-examples.ts';
import {
  aField,
  aSigner,
  aTemplate,
  existingChecked,
  existingCode,
  existingDraft,
  existingExpiredLink,
  existingInvited,
  existingKept,
  existingPdfTemplate,
  existingSent,
  existingTemplate,
  existingUpload,
  existingWithText,
  signedField,
} from './document-examples.ts';
import { aPlan, claimedSample, existingSample } from './quality-examples.ts';
import {
  A_FINDING,
  aBacktest,
  anActivity,
  anAttachment,
  anOutcome,
  anOverride,
  aPolicy,
  aRequest,
  aSubject,
  assessedSubject,
  completedInvestigation,
  divergentShadow,
  draftBesideOneInForce,
  evidenceOf,
  existingActivity,
  existingAttachment,
  existingContext,
  existingInvestigation,
  existingNotice,
  existingOutcome,
  existingOverride,
  existingRequest,
  existingSource,
  existingSubject,
  giveAddress,
  made,
  madeRecord,
  newSource,
  publishedPolicy,
  publishedVersions,
  sourceOfAllKeys,
} from './risk-examples.ts';
import {
  ATTESTED_DAY,
  aProfile,
  aRun,
  attestedDay,
  aWatch,
  existingBatch,
  existingEntryId,
  existingMapping,
  existingOwnList,
  existingProfile,
  existingRunWithMatch,
  existingSearchedVersion,
  existingUploadedBatch,
  existingWatch,
  holdSomeVersion,
  proposedProfile,
  rememberedDecision,
  replaceSomeVersion,
} from './screening-examples.ts';
import { sealedEvent } from './sealed-event.ts';
import { fakeUserPool } from './user-pool.ts';
import {
  aCheck,
  aReport,
  aWorkflow,
  existingCheck,
  existingRun,
  existingSession,
  existingWorkflow,
  reportedRun,
  verifiedSubject,
} from './verification-examples.ts';
import { workerContext } from './webhook-workers.ts';

export { aSubject };

/**
 * A valid call of every route, for the tests that walk the route table. A route without an example
 * does not compile, so every new route is covered by all of them.
 */
export interface RouteExample {
  /** Creates the records that the call needs for this organization and mode, and returns the call. */
  prepare: (scope: Scope) => Promise<Pick<CallOptions, 'params' | 'query' | 'body'>>;
  /** Set if the record belongs to the organization as a whole, not to one mode. */
  isForBothModes?: true;
  /** It reads or changes records that all organizations share, so changes of one are visible to the others. */
  isSharedByAll?: boolean;
  /** The response of a route without idempotency keys to a repeated successful call. */
  repeatedStatus?: number;
}

type Examples = {
  [Module in keyof typeof routes]: { [Name in keyof (typeof routes)[Module]]: RouteExample };
};

const nothing = async () => ({});
/** The time of a version that is in the history of its list. */
const aLookBack = async (scope: Scope) => ({
  batchId: await existingUploadedBatch(scope),
  source: 'eu_fsf',
  versionIds: [await existingSearchedVersion()],
});
/** One that has ended, since only some jobs may be open. */
async function existingLookBack(scope: Scope): Promise<string> {
  const id = await made(scope, routes.screening.createScreeningLookBack, { body: await aLookBack(scope) });
  const { organizationId, mode } = scope;
  await continueJob(workerContext(), { organizationId, mode, jobId: id });
  return id;
}

/** With what one over watches stores of each. */
async function lookBackOfWatch(scope: Scope): Promise<string> {
  const jobId = await existingLookBack(scope);
  const watchId = newId();
  const about = { row: null, line: null, watchId, reference: 'customer 1', riskSubjectId: null };
  const found = {
    ...NOTHING_KNOWN,
    ...about,
    incompleteReasons: ['subject_unreadable' as const],
    incompleteWith: jobId,
  };
  await dynamoStore.writeOne(putWatchFinding(scope, { jobId, watchId, found, now: now() }));
  return jobId;
}

const A_LIMIT = { class: 'order', known: 'bare', expiresInDays: 90 };
/** Small, since tests of all routes start many. */
const AN_ASSURANCE = { sources: ['eu_fsf'], entries: 200, customers: 1 };

const existingApiKey = (scope: Scope) => made(scope, routes.organization.createApiKey, { body: { mode: scope.mode } });

/** A change of a list that another person has proposed: another example may have switched the rule on. */
const proposedFor = async ({ organizationId }: Scope, key: string, change: { change: string; versionId: string }) => {
  const body = { ...change, reason: 'Compared with the gazette.' };
  const owner = await userOf(organizationId, 'owner');
  return (await call(owner, routes.screening.proposeListChange, { params: { key }, body })).body.id;
};

/** Proposed by another owner: another example may have switched a two-person rule on. */
const aDeletion = async ({ organizationId }: Scope) => {
  const body = { change: { kind: 'deletion' }, reason: 'Contract ended.' };
  const owner = await userOf(organizationId, 'owner');
  const { body: proposal } = await call(owner, routes.organization.proposeOrganizationChange, { body });
  return { body: { confirm: organizationId, proposalId: proposal.id } };
};

const A_LOGO = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`;

const theSettings = () => ({
  name: 'Example Payments',
  deadlines: { manual_review: 86_400 },
  reasons: { falsePositive: ['Different date of birth'], confirmed: ['Same passport'] },
  subjectLink: 'https://crm.example.com/customers/{externalId}?kind={kind}',
});

const aWebhook = ({ mode }: Scope) => ({
  url: 'https://8.8.8.8/hook', // an address, so that no name server is asked
  events: ['risk.*'],
  mode,
});
export const existingWebhook = (scope: Scope) => made(scope, routes.webhooks.createWebhook, { body: aWebhook(scope) });
const onWebhook = {
  prepare: async (scope: Scope) => ({ params: { id: await existingWebhook(scope) } }),
};

/** A failed delivery, as a worker stores it. */
async function failedDelivery(scope: Scope): Promise<{ id: string; deliveryId: string }> {
  const id = await existingWebhook(scope);
  const eventId = newId();
  const createdAt = new Date().toISOString();
  const delivery = {
    id: deliveryId(eventId, id),
    webhookId: id,
    eventId,
    event: 'risk.subject.created',
    payload: '{}',
    attempts: [],
    attemptsInRound: 5,
    nextAttemptAt: createdAt,
    createdAt,
    status: 'pending' as const,
    lease: null,
  };
  await dynamoStore.writeOne(createDelivery(scope, delivery, new Date()));
  const lease = newLease({ now: new Date(), newId }, 0);
  await dynamoStore.writeOne(leaseDelivery(scope, delivery, lease));
  const after = {
    status: 'failed' as const,
    attempts: [],
    attemptsInRound: 5,
    nextAttemptAt: null,
    waitSeconds: null,
  };
  await dynamoStore.writeOne(recordOutcome(scope, delivery, lease, after));
  return { id, deliveryId: delivery.id };
}

const newPolicy = (source?: string) => ({
  key: `p${randomUUID()}`,
  definition: aPolicy(source),
});
const onSubject = {
  prepare: async (scope: Scope) => ({ params: { id: await existingSubject(scope) } }),
};
const onAssessment = {
  prepare: async (scope: Scope) => ({
    params: { id: (await assessedSubject(scope)).assessmentId },
  }),
};
const draftPolicy = async (scope: Scope) =>
  made(scope, routes.risk.createPolicy, {
    body: newPolicy(`registered:${(await existingSource(scope)).id}`),
  });

/** The example of a call that closes the proposal of a person. */
const closing = async (scope: Scope, author: Credential) => {
  const about = await draftPolicy(scope);
  const { body } = await call(author, routes.risk.proposePolicy, {
    params: { id: about },
    body: { reason: 'Tested against the assessments of March.' },
    headers: { 'x-risk-mode': scope.mode },
  });
  return { params: { id: body.id }, body: { kind: 'policy', about, reason: 'The new band is not agreed.' } };
};

const onContext = {
  prepare: async (scope: Scope) => ({ params: { id: await existingContext(scope) } }),
};

const onSession = {
  prepare: async (scope: Scope) => ({ params: { id: (await existingSession(scope)).id } }),
};

const onSample = {
  prepare: async (scope: Scope) => ({ params: { id: (await existingSample(scope)).id } }),
};

const onTemplate = {
  prepare: async (scope: Scope) => ({ params: { id: await existingTemplate(scope) } }),
};
const onDraft = {
  prepare: async (scope: Scope) => ({ params: { id: (await existingDraft(scope)).id } }),
};
const onLink = {
  prepare: async (scope: Scope) => ({ params: { token: (await existingSent(scope)).token } }),
};

/** Builds the files of the page, which takes a moment, only for the routes that serve them. */
const onBuiltPage = (params: Record<string, string>) => ({
  prepare: async () => {
    const { buildSigningPage } = await import('./signing-page.ts');
    buildSigningPage();
    return { params };
  },
});

const existingExport = (scope: Scope) => made(scope, routes.jobs.createExport, { body: { kind: 'subjects' } });

/** Cancelled, since only some jobs may be open. */
async function existingPack(scope: Scope): Promise<string> {
  const params = { id: await existingSubject(scope) };
  const id = await made(scope, routes.jobs.createEvidencePack, { params, body: {} });
  return made(scope, routes.jobs.cancelJob, { params: { id } });
}

const onBuiltConsole = (params: Record<string, string> = {}) => ({
  prepare: async () => {
    const { buildConsolePage } = await import('./console-page.ts');
    buildConsolePage();
    return { params };
  },
});

const A_BULK_FILE = 'client name,client email,client\nAda Example,ada@example.com,Example Ltd\n';

const bundledTemplates = async (scope: Scope) => [
  { templateId: await existingTemplate(scope), templateData: { client: 'Example Ltd' } },
  { templateId: await existingTemplate(scope), revision: 1, templateData: { client: 'Example Ltd' } },
];

const PDF_FIELDS = [{ fieldType: 'signature', role: 'tenant', pageNumber: 1, xPosition: 72, yPosition: 540 }];

const examples: Examples = {
  console: {
    readConsole: onBuiltConsole(),
    readConsolePage: onBuiltConsole({ path: 'test/inbox' }),
    readConsoleFile: {
      prepare: async () => {
        const { buildConsolePage, scriptOf } = await import('./console-page.ts');
        return { params: { file: scriptOf(buildConsolePage()) } };
      },
    },
    readConsoleConfig: { prepare: nothing },
  },
  service: {
    readHealth: { prepare: nothing },
    readOpenapi: { prepare: nothing },
    readDocs: { prepare: nothing },
    // The other files are beside the function only after bundling.
    readDocsFile: { prepare: async () => ({ params: { file: 'start.js' } }) },
  },
  jobs: {
    createExport: { prepare: async () => ({ body: { kind: 'subjects' } }) },
    readExport: { prepare: async (scope) => ({ params: { id: await existingExport(scope) } }) },
    createEvidencePack: {
      prepare: async (scope) => ({ params: { id: await existingSubject(scope) }, body: { includeNotes: true } }),
    },
    readEvidencePack: { prepare: async (scope) => ({ params: { id: await existingPack(scope) } }) },
    listJobs: { prepare: nothing },
    readJob: { prepare: async (scope) => ({ params: { id: await existingPack(scope) } }) },
    cancelJob: { prepare: async (scope) => ({ params: { id: await existingExport(scope) } }) },
  },
  documents: {
    previewTemplate: {
      prepare: async () => {
        const { name, ...body } = aTemplate();
        return { body };
      },
    },
    checkTemplate: {
      prepare: async () => {
        const { name, ...body } = aTemplate();
        return { body };
      },
    },
    uploadTemplateImage: {
      prepare: async () => ({
        body: {
          image: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')}`,
        },
      }),
    },
    listTemplateRevisions: onTemplate,
    readTemplateRevision: {
      prepare: async (scope) => ({ params: { id: await existingTemplate(scope), revision: '1' } }),
    },
    restoreTemplateRevision: {
      prepare: async (scope) => ({
        params: { id: await existingTemplate(scope), revision: '1' },
        body: { revision: 1 },
      }),
    },
    createTemplate: { prepare: async () => ({ body: aTemplate() }) },
    createPdfTemplate: {
      prepare: async (scope) => {
        const uploadId = await existingUpload(scope);
        return { body: { name: 'Lease', uploadId, fields: PDF_FIELDS } };
      },
    },
    updatePdfTemplate: {
      prepare: async (scope) => ({
        params: { id: await existingPdfTemplate(scope) },
        body: { fields: PDF_FIELDS, revision: 1 },
      }),
      repeatedStatus: 409,
    },
    updateTemplate: {
      prepare: async (scope) => ({
        params: { id: await existingTemplate(scope) },
        body: { ...aTemplate(), revision: 1 },
      }),
      repeatedStatus: 409,
    },
    listTemplates: { prepare: nothing },
    readTemplate: onTemplate,
    changeTemplate: {
      prepare: async (scope) => ({ ...(await onTemplate.prepare(scope)), body: { name: 'Lease' } }),
    },
    deleteTemplate: { ...onTemplate, repeatedStatus: 404 },
    generatePdf: {
      prepare: async (scope) => ({
        ...(await onTemplate.prepare(scope)),
        body: { templateData: { client: 'Example Ltd' } },
      }),
    },
    generateBundle: {
      prepare: async (scope) => ({ body: { templates: await bundledTemplates(scope) } }),
    },
    createBundle: {
      prepare: async (scope) => ({
        body: {
          name: 'Agreement with annex',
          templates: await bundledTemplates(scope),
          signers: { client: { name: 'Ada Example', email: 'ada@example.com' } },
        },
      }),
    },
    createDocumentFromTemplate: {
      prepare: async (scope) => ({
        ...(await onTemplate.prepare(scope)),
        body: {
          name: 'Agreement',
          templateData: { client: 'Example Ltd' },
          signers: { client: { name: 'Ada Example', email: 'ada@example.com' } },
        },
      }),
    },
    readSealKey: { prepare: nothing },
    findSealed: {
      prepare: async (scope) => {
        const { id, sha256 } = await existingExpiredLink(scope);
        return { params: { reference: sealReferenceOf({ ...scope, documentId: id }), sha256 } };
      },
    },
    openUpload: { prepare: async () => ({ body: { sizeBytes: 1_000 } }) },
    createDocument: {
      prepare: async (scope) => ({
        body: { name: 'Lease', uploadId: await existingUpload(scope) },
      }),
    },
    listDocuments: { prepare: nothing },
    readDocument: onDraft,
    renameDocument: {
      prepare: async (scope) => ({ ...(await onDraft.prepare(scope)), body: { name: 'Lease' } }),
    },
    deleteDocument: { ...onDraft, repeatedStatus: 404 },
    correctSigner: {
      prepare: async (scope) => {
        const { id, signerId } = await existingDraft(scope);
        return { params: { id, signerId }, body: { name: 'Bo Example' } };
      },
    },
    readDocumentPdf: onDraft,
    readDocumentAudit: onDraft,
    listFormFields: onDraft,
    addSigner: {
      prepare: async (scope) => ({ ...(await onDraft.prepare(scope)), body: aSigner() }),
    },
    removeSigner: {
      prepare: async (scope) => {
        const id = (await existingDraft(scope)).id;
        const options = { params: { id }, body: aSigner() };
        const signer = await madeRecord(scope, routes.documents.addSigner, options);
        return { params: { id, signerId: signer.id } };
      },
      repeatedStatus: 404,
    },
    sendDocument: {
      prepare: async (scope) => ({ ...(await onDraft.prepare(scope)), body: {} }),
    },
    issueLink: {
      prepare: async (scope) => {
        const { id, signerId } = await existingSent(scope);
        return { params: { id, signerId } };
      },
    },
    remindSigner: {
      prepare: async (scope) => {
        const { id, signerId } = await existingInvited(scope);
        return { params: { id, signerId } };
      },
    },
    changeSending: {
      prepare: async (scope) => {
        const { id } = await existingSent(scope);
        return { params: { id }, body: { remindAfterDays: 3 } };
      },
    },
    setDocumentRetention: {
      prepare: async (scope) => ({
        params: { id: await existingKept(scope) },
        body: { retainDays: 3_650, reason: 'The limitation period is ten years.' },
      }),
    },
    setDocumentHold: {
      prepare: async (scope) => ({ ...(await onDraft.prepare(scope)), body: { held: true, reason: 'Litigation.' } }),
    },
    createBulkSend: {
      prepare: async (scope) => ({
        body: {
          templateId: await existingTemplate(scope),
          csv: A_BULK_FILE,
          dryRun: true,
        },
      }),
    },
    readBulkSend: {
      prepare: async (scope) => {
        const templateId = await existingTemplate(scope);
        const body = { templateId, csv: A_BULK_FILE };
        return { params: { id: await made(scope, routes.documents.createBulkSend, { body }) } };
      },
    },
    voidDocument: {
      prepare: async (scope) => ({ ...(await onDraft.prepare(scope)), body: {} }),
    },
    addField: {
      prepare: async (scope) => {
        const { id, signerId } = await existingDraft(scope);
        return { params: { id }, body: aField(signerId) };
      },
    },
    listFields: onDraft,
    updateField: {
      prepare: async (scope) => {
        const { id, fieldId } = await existingDraft(scope);
        return { params: { id, fieldId }, body: { label: 'Firm' } };
      },
    },
    removeField: {
      prepare: async (scope) => {
        const { id, fieldId } = await existingDraft(scope);
        return { params: { id, fieldId } };
      },
      repeatedStatus: 404,
    },
    readSigning: onLink,
    readSigningBrand: onLink,
    openSigning: onLink,
    readSigningPdf: onLink,
    readSigningPreview: onLink,
    readSigningText: {
      prepare: async (scope) => ({ params: { token: (await existingWithText(scope)).token } }),
    },
    readSigningImage: {
      prepare: async (scope) => {
        const { token, fieldId } = await signedField(scope);
        return { params: { token, fieldId } };
      },
    },
    previewTypedSignature: {
      prepare: async (scope) => {
        const { token, fieldId } = await existingSent(scope, {
          fieldType: 'signature',
          height: 50,
        });
        return { params: { token, fieldId }, body: { typed: 'Ada Example' } };
      },
    },
    fillField: {
      prepare: async (scope) => {
        const { token, fieldId } = await existingSent(scope);
        return { params: { token, fieldId }, body: { value: 'Example Ltd' } };
      },
    },
    completeSigning: {
      prepare: async (scope) => {
        const filled = { value: 'Example Ltd', filledBy: 'signer' as const };
        const { token } = await existingSent(scope, filled, new Date().toISOString());
        return { params: { token } };
      },
    },
    acceptConsent: {
      prepare: async (scope) => ({
        ...(await onLink.prepare(scope)),
        body: { version: '2026-11', language: 'en' },
      }),
    },
    sendIdentityCode: {
      prepare: async (scope) => ({ params: { token: (await existingCode(scope)).token } }),
    },
    verifyIdentityCode: {
      prepare: async (scope) => {
        const { token, code } = await existingCode(scope);
        return { params: { token }, body: { code } };
      },
    },
    checkIdentity: {
      prepare: async (scope) => ({ params: { token: (await existingChecked(scope)).token } }),
    },
    requestLink: {
      prepare: async (scope) => {
        const { token } = await existingExpiredLink(scope);
        return { params: { token } };
      },
    },
    delegateSigning: {
      prepare: async (scope) => ({
        params: { token: (await existingSent(scope, {}, null, { allowDelegation: true })).token },
        body: { name: 'Bo Example', email: `${randomUUID()}@example.com`, reason: 'He signs for the company.' },
      }),
      // The link of the first call opens nothing any more.
      repeatedStatus: 401,
    },
    declineSigning: {
      prepare: async (scope) => ({
        ...(await onLink.prepare(scope)),
        body: { reason: 'Not what we agreed.' },
      }),
    },
    readSigningPage: onBuiltPage({ token: 'any' }),
    readSigningAsset: onBuiltPage({ build: '0'.repeat(16), file: 'page.css' }),
    readEmbedScript: onBuiltPage({}),
    readVerifyPage: onBuiltPage({}),
  },
  organization: {
    createApiKey: { prepare: async ({ mode }) => ({ body: { name: 'Example', mode } }) },
    listApiKeys: { prepare: nothing },
    revokeApiKey: {
      prepare: async (scope) => ({ params: { id: await existingApiKey(scope) } }),
      isForBothModes: true,
    },
    readOrganization: { prepare: nothing, isForBothModes: true },
    readUsage: { prepare: nothing, isForBothModes: true },
    readMe: { prepare: nothing, isForBothModes: true },
    listDirectory: { prepare: nothing, isForBothModes: true },
    lookUp: { prepare: async () => ({ query: { q: 'onboarding' } }) },
    listMembers: {
      prepare: async () => {
        fakeUserPool();
        return {};
      },
      isForBothModes: true,
    },
    createMember: {
      prepare: async () => {
        fakeUserPool();
        const email = `${randomUUID()}@example.com`;
        return { body: { email, name: 'Ada Example', role: 'member' } };
      },
      isForBothModes: true,
    },
    updateMember: {
      prepare: async ({ organizationId }) => {
        // Making an admin would require two people once another example has switched a rule on.
        const { id } = fakeUserPool().addUser({ organizationId, role: 'admin' });
        return { params: { id }, body: { role: 'member' } };
      },
      isForBothModes: true,
    },
    readBrand: { prepare: nothing, isForBothModes: true },
    updateBrand: {
      prepare: async ({ organizationId }) => {
        const { brand } = await readCurrentBrand(dynamoStore, organizationId);
        return { body: { name: 'Example Pay', colour: '#0b5fff', logo: A_LOGO, expectedRevision: brand.revision } };
      },
      isForBothModes: true,
    },
    readSettings: { prepare: nothing, isForBothModes: true },
    updateSettings: {
      prepare: async ({ organizationId }) => {
        // Switching off a rule that another example has switched on would require two people.
        const { fourEyes, revision } = await readCurrentSettings(dynamoStore, organizationId);
        return { body: { ...theSettings(), fourEyes, expectedRevision: revision } };
      },
      isForBothModes: true,
    },
    proposeSettings: {
      prepare: async (scope) => {
        const { revision } = await readCurrentSettings(dynamoStore, scope.organizationId);
        const body = { fourEyes: { lists: true }, expectedRevision: revision };
        await call(await userOf(scope.organizationId, 'owner'), routes.organization.updateSettings, { body });
        return { body: { switchOff: ['lists'], reason: 'One reviewer in December.' } };
      },
      isForBothModes: true,
    },
    listSettingsProposals: { prepare: nothing, isForBothModes: true },
    proposeOrganizationChange: {
      prepare: async () => ({
        body: {
          change: { kind: 'member_invitation', email: 'ada@example.com', name: 'Ada Example', role: 'admin' },
          reason: 'Ada leads the second team from May on.',
        },
      }),
      isForBothModes: true,
    },
    listOrganizationProposals: { prepare: nothing, isForBothModes: true },
    listProposals: { prepare: nothing },
    declineProposal: { prepare: async (scope) => closing(scope, await userOf(scope.organizationId, 'owner')) },
    withdrawProposal: { prepare: async (scope) => closing(scope, await firstUserOf(scope.organizationId)) },
    deleteOrganization: { prepare: aDeletion, isForBothModes: true },
    revokeDeletion: {
      prepare: async (scope) => {
        const owner = await userOf(scope.organizationId, 'owner');
        await call(owner, routes.organization.deleteOrganization, await aDeletion(scope));
        return {};
      },
      isForBothModes: true,
    },
    setLegalHold: {
      // A release, so that the organization can be deleted by other examples.
      prepare: async ({ organizationId }) => {
        const [owner, other] = [await userOf(organizationId, 'owner'), await userOf(organizationId, 'owner')];
        const { setLegalHold, proposeOrganizationChange } = routes.organization;
        await call(owner, setLegalHold, { body: { held: true, reason: 'Request of the regulator.' } });
        const { body: proposal } = await call(other, proposeOrganizationChange, {
          body: { change: { kind: 'legal_hold_release' }, reason: 'The inquiry has ended.' },
        });
        return { body: { held: false, reason: 'The inquiry has ended.', proposalId: proposal.id } };
      },
      isForBothModes: true,
    },
  },
  quality: {
    readQualityPlan: { prepare: nothing },
    changeQualityPlan: { prepare: async () => ({ body: aPlan() }) },
    proposeQualityPlan: {
      prepare: async () => {
        const { expectedVersion: _, ...body } = aPlan();
        return { body: { ...body, percent: 10 } };
      },
    },
    listQualityPlanProposals: { prepare: nothing },
    listQualitySamples: { prepare: nothing },
    readQualitySample: onSample,
    claimQualitySample: onSample,
    releaseQualitySample: {
      prepare: async (scope) => ({ params: { id: (await claimedSample(scope)).id } }),
      repeatedStatus: 409,
    },
    reviewQualitySample: {
      prepare: async (scope) => {
        const { id, first } = await claimedSample(scope);
        return { params: { id }, body: { decision: first.decision, reason: 'The documents are genuine.' } };
      },
    },
    readQualityResults: { prepare: nothing },
    readQualitySummary: { prepare: nothing },
  },
  risk: {
    readPolicySchema: { prepare: nothing },
    validatePolicy: { prepare: async () => ({ body: newPolicy() }) },
    simulatePolicy: {
      prepare: async () => ({
        body: { definition: aPolicy(), scenarios: [{ name: 'nothing known', evidence: [] }] },
      }),
    },
    createPolicy: { prepare: async () => ({ body: newPolicy() }) },
    readPolicyScenarios: { prepare: async (scope) => ({ params: { id: await draftPolicy(scope) } }) },
    readPolicyStatistics: {
      prepare: async (scope) => {
        const body = newPolicy(`registered:${(await existingSource(scope)).id}`);
        await made(scope, routes.risk.createPolicy, { body });
        return { params: { key: body.key } };
      },
    },
    readPolicyQuality: {
      prepare: async (scope) => {
        const body = newPolicy(`registered:${(await existingSource(scope)).id}`);
        await made(scope, routes.risk.createPolicy, { body });
        return { params: { key: body.key } };
      },
    },
    replacePolicyScenarios: {
      prepare: async (scope) => ({
        params: { id: await draftPolicy(scope) },
        body: { scenarios: [{ name: 'nothing known', evidence: [], expect: { outcome: 'incomplete' } }] },
      }),
    },
    retirePolicy: {
      prepare: async (scope) => ({
        params: { id: await publishedPolicy(scope) },
        body: { reason: 'Replaced by version 4.' },
      }),
    },
    proposePolicy: {
      prepare: async (scope) => ({
        params: { id: await draftPolicy(scope) },
        body: { reason: 'Tested against the assessments of March.' },
      }),
    },
    listPolicyProposals: {
      prepare: async (scope) => ({ params: { id: await draftPolicy(scope) } }),
    },
    publishPolicy: {
      prepare: async (scope) => ({ params: { id: await draftPolicy(scope) } }),
    },
    createSource: {
      prepare: async (scope) => ({
        body: {
          ...newSource(),
          apiKeyIds: [(await keyOf(scope.organizationId, scope.mode)).key.id],
        },
      }),
    },
    replaceSourceBindings: {
      prepare: async (scope) => ({
        params: { id: (await existingSource(scope)).id },
        body: { expectedRevision: 1, apiKeyIds: [], enabled: false },
      }),
    },
    createSubject: { prepare: async () => ({ body: aSubject() }) },
    submitEvidence: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: evidenceOf(await sourceOfAllKeys(scope)),
      }),
    },
    submitEvidenceBatch: {
      prepare: async (scope) => {
        const { sourceRegistrationId, ...item } = evidenceOf(await sourceOfAllKeys(scope));
        return {
          params: { id: await existingSubject(scope) },
          body: { sourceRegistrationId, items: [item] },
        };
      },
    },
    listVerificationInputs: { prepare: nothing },
    decideVerification: {
      prepare: async (scope) => {
        const { subjectId, id: sessionWorkflowId, runId: workflowRunId } = await reportedRun(scope);
        const decided = { decision: 'approved', reason: 'The portrait is that of the document.' };
        return {
          params: { id: subjectId },
          body: { sessionWorkflowId, workflowRunId, ...decided },
        };
      },
    },
    importSessionCheck: {
      prepare: async (scope) => {
        const { subjectId, checkId } = await existingCheck(scope);
        return { params: { id: subjectId }, body: { checkId } };
      },
    },
    selectPolicies: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { policyVersionIds: [await publishedPolicy(scope)] },
      }),
    },
    listMonitoring: {
      prepare: async (scope) => ({ params: { id: await existingSubject(scope) } }),
    },
    listMonitoredSubjects: {
      prepare: async (scope) => ({ query: { policyVersionId: await publishedPolicy(scope) } }),
    },
    createRollout: {
      prepare: async (scope) => {
        const { first, second } = await publishedVersions(scope);
        return { params: { id: second }, body: { from: first } };
      },
    },
    readRollout: {
      prepare: async (scope) => {
        const { first, second } = await publishedVersions(scope);
        const params = { id: second };
        return { params: { id: await made(scope, routes.risk.createRollout, { params, body: { from: first } }) } };
      },
    },
    configureShadow: {
      prepare: async (scope) => ({ params: { id: await draftBesideOneInForce(scope) }, body: { enabled: true } }),
    },
    readShadow: { prepare: async (scope) => ({ params: { id: await divergentShadow(scope) } }) },
    listDivergentAssessments: { prepare: async (scope) => ({ params: { id: await divergentShadow(scope) } }) },
    createBacktest: { prepare: async (scope) => ({ body: await aBacktest(scope) }) },
    readBacktest: {
      prepare: async (scope) => ({
        params: { id: await made(scope, routes.risk.createBacktest, { body: await aBacktest(scope) }) },
      }),
    },
    listChangedCases: {
      prepare: async (scope) => ({
        params: { id: await made(scope, routes.risk.createBacktest, { body: await aBacktest(scope) }) },
      }),
    },
    listReviews: { prepare: nothing },
    configureMonitoring: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { policyVersionId: await publishedPolicy(scope), enabled: true },
      }),
    },
    createAssessment: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { policyVersionId: await publishedPolicy(scope), trigger: 'example' },
      }),
    },
    readAssessmentState: onAssessment,
    replayAssessment: onAssessment,
    readAssessmentExplanation: onAssessment,
    readAssessmentExplanationPdf: onAssessment,
    compareAssessments: {
      prepare: async (scope) => {
        const { params } = await onAssessment.prepare(scope);
        return { params, query: { with: params.id } };
      },
    },
    proposeOverride: {
      prepare: async (scope) => ({ ...(await onAssessment.prepare(scope)), body: anOverride() }),
    },
    listOverrideProposals: onAssessment,
    createOverride: {
      prepare: async (scope) => ({ ...(await onAssessment.prepare(scope)), body: anOverride() }),
    },
    revokeOverride: {
      prepare: async (scope) => ({
        params: { id: await existingOverride(scope) },
        body: { reason: 'No longer true.' },
      }),
    },
    proposeRevocation: {
      prepare: async (scope) => ({
        params: { id: await existingOverride(scope) },
        body: { reason: 'The documents have arrived.' },
      }),
    },
    listRevocationProposals: { prepare: async (scope) => ({ params: { id: await existingOverride(scope) } }) },
    transitionAction: {
      prepare: async (scope) => ({
        params: { id: (await assessedSubject(scope)).actionId },
        body: { status: 'acknowledged', expectedRevision: 1, reason: 'Looking into it.' },
      }),
    },
    readSubjectOverview: onSubject,
    listNotes: onSubject,
    updatePresence: onSubject,
    endPresence: onSubject,
    assignSubject: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { assignee: randomUUID(), expectedRevision: 0 },
      }),
      repeatedStatus: 409,
    },
    createNote: {
      prepare: async (scope) => {
        const id = await existingSubject(scope);
        return {
          params: { id },
          body: { text: 'Called the customer.', attachments: [await anAttachment(scope, id)] },
        };
      },
    },
    openAttachment: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { contentType: 'application/pdf', sizeBytes: 1_000 },
      }),
    },
    readAttachment: { prepare: async (scope) => ({ params: { id: await existingAttachment(scope) } }) },
    recordOutcome: {
      prepare: async (scope) => ({ params: { id: await existingSubject(scope) }, body: anOutcome() }),
    },
    listOutcomes: onSubject,
    withdrawOutcome: {
      prepare: async (scope) => ({
        params: { id: await existingOutcome(scope) },
        body: { reason: 'The chargeback was reversed.' },
      }),
    },
    createRequest: { prepare: aRequest },
    listRequests: onSubject,
    listWaitingRequests: { prepare: nothing },
    listNotifications: { prepare: nothing },
    readNotificationSettings: { prepare: nothing },
    updateNotificationSettings: {
      prepare: async (scope) => {
        await giveAddress(scope);
        return { body: { emailDigest: 'daily' } };
      },
    },
    markNotificationsRead: { prepare: async (scope) => ({ body: { upTo: await existingNotice(scope) } }) },
    answerRequest: {
      prepare: async (scope) => ({
        params: { id: await existingRequest(scope) },
        body: { text: 'Passport and proof of address.' },
      }),
    },
    closeRequest: {
      prepare: async (scope) => ({
        params: { id: await existingRequest(scope) },
        body: { reason: 'The answer is sufficient.' },
      }),
    },
    transitionActions: {
      prepare: async (scope) => ({
        body: {
          status: 'acknowledged',
          reason: 'Looking into it.',
          items: [{ id: (await assessedSubject(scope)).actionId, expectedRevision: 1 }],
        },
      }),
    },
    listActionQueue: { prepare: nothing },
    listWorklist: { prepare: nothing },
    readWorklistOverview: { prepare: nothing },
    readCounts: {
      prepare: async (scope) => {
        await failedDelivery(scope);
        return {};
      },
    },
    createContext: {
      prepare: async () => ({ body: { kind: 'application', externalId: randomUUID() } }),
    },
    addContextSubject: {
      prepare: async (scope) => ({
        params: { id: await existingContext(scope) },
        body: { subjectId: await existingSubject(scope) },
      }),
    },
    listContextSubjects: onContext,
    listContextDecisions: {
      prepare: async (scope) => {
        const id = await existingContext(scope);
        const body = { subjectId: (await assessedSubject(scope)).subjectId, role: 'ubo' };
        await made(scope, routes.risk.addContextSubject, { params: { id }, body });
        return { params: { id } };
      },
    },
    readContextPolicies: onContext,
    replaceContextPolicies: {
      prepare: async (scope) => ({
        params: { id: await existingContext(scope) },
        body: { expectedRevision: 0, policyVersionIds: [await publishedPolicy(scope)] },
      }),
    },
    reportActivity: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: anActivity(),
      }),
    },
    readJourney: {
      prepare: async (scope) => ({ params: { id: await existingSubject(scope) } }),
    },
    listEventAssessments: {
      prepare: async (scope) => ({ params: await existingActivity(scope) }),
    },
    readInvestigationAiSettings: { prepare: nothing },
    updateInvestigationAiSettings: { prepare: async () => ({ body: { aiInvestigations: true } }) },
    startInvestigation: {
      prepare: async (scope) => ({
        params: { id: await existingSubject(scope) },
        body: { question: 'Is this the same person?' },
      }),
    },
    readInvestigationState: {
      prepare: async (scope) => ({ params: { id: await existingInvestigation(scope) } }),
    },
    reviewInvestigation: {
      prepare: async (scope) => ({
        params: { id: await completedInvestigation(scope) },
        body: { finding: A_FINDING.key, verdict: 'supported', reason: 'Seen in the records.' },
      }),
    },
    listAuditRoots: { prepare: nothing },
    readEventProof: { prepare: async (scope) => ({ params: { id: await sealedEvent(scope) } }) },
    readAuditConsistency: {
      prepare: async (scope) => {
        await sealedEvent(scope);
        return { query: { from: 1, to: 1 } };
      },
    },
    listRecords: { prepare: async () => ({ params: { resource: 'subjects' } }) },
    readRecord: {
      prepare: async (scope) => ({
        params: { resource: 'subjects', id: await existingSubject(scope) },
      }),
    },
  },
  screening: {
    listScreeningSources: { prepare: nothing },
    refreshScreeningSource: {
      prepare: async () => ({ params: { key: 'uk_sanctions' }, body: {} }),
    },
    approveScreeningSource: {
      isSharedByAll: true,
      prepare: async (scope) => {
        const { key, versionId } = await holdSomeVersion();
        const proposalId = await proposedFor(scope, key, { change: 'approve', versionId });
        return { params: { key }, body: { versionId, proposalId } };
      },
    },
    proposeListChange: {
      isSharedByAll: true,
      prepare: async () => {
        const { key, versionId } = await holdSomeVersion();
        return { params: { key }, body: { change: 'approve', versionId, reason: 'Compared with the gazette.' } };
      },
    },
    listListProposals: { prepare: async () => ({ params: { key: 'uk_sanctions' } }), isSharedByAll: true },
    rejectScreeningSource: {
      isSharedByAll: true,
      prepare: async () => {
        const { key, versionId } = await holdSomeVersion({ origin: 'upload' });
        return { params: { key }, body: { versionId, reason: 'The file of another list.' } };
      },
    },
    rollBackScreeningSource: {
      isSharedByAll: true,
      prepare: async (scope) => {
        const { key, versionId } = await replaceSomeVersion();
        const proposalId = await proposedFor(scope, key, { change: 'roll_back', versionId });
        return { params: { key }, body: { versionId, reason: 'The new one lacks entries.', proposalId } };
      },
    },
    listScreeningSourceHistory: { prepare: async () => ({ params: { key: 'uk_sanctions' } }) },
    readScreeningSourceVersion: {
      isSharedByAll: true,
      prepare: async () => {
        const { key, versionId } = await holdSomeVersion();
        return { params: { key, versionId } };
      },
    },
    saveOwnList: {
      prepare: async () => ({
        params: { key: 'own_staff' },
        body: { name: 'Former employees', listKind: 'watch', fileName: 'staff.csv', sizeBytes: 1_000 },
      }),
    },
    deleteOwnList: {
      repeatedStatus: 404,
      prepare: async (scope) => ({ params: { key: await existingOwnList(scope) } }),
    },
    uploadScreeningFile: {
      prepare: async () => ({
        params: { key: 'idb_sanctions' },
        body: { fileName: 'idb_sanctioned.csv', sizeBytes: 1_000 },
      }),
    },
    readScreeningEntry: {
      prepare: async () => ({ params: { key: 'eu_fsf', entryId: await existingEntryId() } }),
    },
    createScreeningRun: {
      prepare: async (scope) => ({ body: aRun({ riskSubjectId: await existingSubject(scope) }) }),
    },
    createScreeningBatch: {
      prepare: async (scope) => {
        const { subject, sources } = aRun();
        const items = [
          { subject, riskSubjectId: await existingSubject(scope) },
          { subject, reference: 'row 2' },
        ];
        return { body: { items, sources } };
      },
    },
    createBatchUpload: { prepare: async () => ({ body: { fileName: 'customers.csv', sizeBytes: 1_000 } }) },
    listScreeningBatchRows: { prepare: async (scope) => ({ params: { id: await existingUploadedBatch(scope) } }) },
    eraseScreeningBatchRows: {
      prepare: async (scope) => ({ params: { id: await existingUploadedBatch(scope) } }),
      repeatedStatus: 410,
    },
    listScreeningBatches: { prepare: nothing },
    listBatchMappings: { prepare: nothing },
    readBatchMapping: { prepare: async (scope) => ({ params: { name: await existingMapping(scope) } }) },
    saveBatchMapping: {
      prepare: async () => ({ params: { name: 'core-banking' }, body: { columns: { Kunde: 'name' } } }),
    },
    createScreeningAssurance: { prepare: async () => ({ body: AN_ASSURANCE }) },
    listScreeningAssurances: { prepare: nothing },
    readScreeningAssurance: {
      prepare: async (scope) => ({
        params: { id: await existingAssurance(scope) },
      }),
    },
    proposeAssuranceLimit: {
      prepare: async (scope) => ({
        params: { id: await existingShortAssurance(scope) },
        body: { ...A_LIMIT, reason: 'They have a date of birth.' },
      }),
    },
    acceptAssuranceLimit: {
      prepare: async (scope) => {
        const params = { id: await existingShortAssurance(scope) };
        const user = await userOf(scope.organizationId, 'member');
        const as: Credential = async (request) => ({ 'x-risk-mode': scope.mode, ...(await user(request)) });
        const proposal = await call(as, routes.screening.proposeAssuranceLimit, {
          params,
          body: { ...A_LIMIT, reason: 'They have a date of birth.' },
        });
        return { params, body: { ...A_LIMIT, proposalId: proposal.body.id, reason: 'Compared.' } };
      },
    },
    createScreeningLookBack: { prepare: async (scope) => ({ body: await aLookBack(scope) }) },
    readScreeningLookBack: { prepare: async (scope) => ({ params: { id: await lookBackOfWatch(scope) } }) },
    listLookBackFindings: { prepare: async (scope) => ({ params: { id: await existingLookBack(scope) } }) },
    readScreeningAssuranceReport: {
      prepare: async (scope) => ({ params: { id: await existingAssurance(scope) } }),
    },
    createBatchWatches: { prepare: async (scope) => ({ params: { id: await existingUploadedBatch(scope) } }) },
    createScreeningWatch: { prepare: async () => ({ body: aWatch() }) },
    listScreeningWatches: { prepare: nothing },
    readScreeningWatch: { prepare: async (scope) => ({ params: { id: await existingWatch(scope) } }) },
    updateScreeningWatch: {
      prepare: async (scope) => ({ params: { id: await existingWatch(scope) }, body: aWatch() }),
    },
    deleteScreeningWatch: { prepare: async (scope) => ({ params: { id: await existingWatch(scope) } }) },
    runScreeningWatch: { prepare: async (scope) => ({ params: { id: await existingWatch(scope) } }) },
    deleteBatchMapping: { prepare: async (scope) => ({ params: { name: await existingMapping(scope) } }) },
    readScreeningBatch: { prepare: async (scope) => ({ params: { id: await existingBatch(scope) } }) },
    attachScreeningRun: {
      prepare: async (scope) => ({
        params: { id: (await existingRunWithMatch(scope)).runId },
        body: { riskSubjectId: await existingSubject(scope) },
      }),
    },
    searchScreeningEntries: {
      prepare: async () => ({ body: { name: 'Viktor Example Petrov', sources: ['eu_fsf'] } }),
    },
    reproduceScreeningRun: {
      prepare: async (scope) => ({
        params: { id: (await existingRunWithMatch(scope)).runId },
        body: { subject: aRun().subject },
      }),
    },
    listScreeningAttestations: { prepare: async () => ({ query: { from: '2026-03-01', to: '2026-03-31' } }) },
    readScreeningAttestation: {
      prepare: async (scope) => {
        await attestedDay(scope);
        return { params: { date: ATTESTED_DAY } };
      },
    },
    readListCoverage: { prepare: async () => ({ params: { key: 'uk_sanctions' }, query: { until: ATTESTED_DAY } }) },
    listScreeningRuns: { prepare: nothing },
    readScreeningRun: {
      prepare: async (scope) => ({ params: { id: (await existingRunWithMatch(scope)).runId } }),
    },
    listScreeningMatches: {
      prepare: async (scope) => {
        await existingRunWithMatch(scope);
        return {};
      },
    },
    readScreeningMatch: {
      prepare: async (scope) => ({ params: { id: (await existingRunWithMatch(scope)).matchId } }),
    },
    proposeScreeningDecision: {
      prepare: async (scope) => ({
        params: { id: (await existingRunWithMatch(scope)).matchId },
        body: { decision: 'false_positive', reason: 'Born in another year.' },
      }),
    },
    decideScreeningGroup: {
      prepare: async (scope) => ({
        body: {
          groupId: (await existingRunWithMatch(scope)).groupId,
          decision: 'confirmed',
          reason: 'The same person.',
        },
      }),
    },
    decideScreeningMatch: {
      prepare: async (scope) => ({
        params: { id: (await existingRunWithMatch(scope)).matchId },
        body: { decision: 'confirmed', reason: 'The same person.' },
      }),
    },
    readScreeningSettings: { prepare: nothing },
    updateScreeningSettings: {
      prepare: async () => ({ body: { rememberDecisions: true, expiresAfterDays: 365 } }),
      isForBothModes: true,
    },
    listRememberedDecisions: {
      prepare: async (scope) => {
        await rememberedDecision(scope);
        return {};
      },
    },
    expireRememberedDecisions: {
      prepare: async (scope) => ({
        body: { ids: [await rememberedDecision(scope)], reason: 'The customer has a new document.' },
      }),
    },
    listScreeningProfiles: {
      prepare: async (scope) => {
        await existingProfile(scope);
        return {};
      },
    },
    readScreeningProfile: { prepare: async (scope) => ({ params: { key: await existingProfile(scope) } }) },
    readScreeningProfileVersion: {
      prepare: async (scope) => ({ params: { key: await existingProfile(scope), version: '1' } }),
    },
    saveScreeningProfile: { prepare: async () => ({ params: { key: `p${randomUUID()}` }, body: aProfile() }) },
    proposeScreeningProfile: {
      prepare: async (scope) => ({
        params: { key: await existingProfile(scope) },
        body: aProfile({ reviewScore: 60, reason: 'Typing errors were missed.' }),
      }),
    },
    listOpenProfileProposals: {
      prepare: async (scope) => {
        await proposedProfile(scope);
        return {};
      },
    },
    listProfileProposals: {
      prepare: async (scope) => ({ params: { key: await proposedProfile(scope) } }),
    },
  },
  verification: {
    createWorkflow: { prepare: async () => ({ body: aWorkflow() }) },
    listWorkflows: { prepare: nothing },
    readWorkflow: {
      prepare: async (scope) => ({ params: { id: await existingWorkflow(scope) } }),
    },
    createSession: {
      prepare: async (scope) => ({
        body: {
          workflowId: await existingWorkflow(scope),
          riskSubjectId: await existingSubject(scope),
        },
      }),
    },
    listSessions: { prepare: nothing },
    readSession: onSession,
    listSubjectAttempts: {
      prepare: async (scope) => ({ params: { id: await verifiedSubject(scope) } }),
    },
    // The new attempt withdraws the evidence of the one before.
    startRun: {
      prepare: async (scope) => ({ params: { id: (await reportedRun(scope)).id } }),
    },
    readRun: {
      prepare: async (scope) => {
        const { id, runId } = await reportedRun(scope);
        return { params: { id, runId } };
      },
    },
    reportStep: {
      prepare: async (scope) => {
        const { id, runId } = await existingRun(scope);
        return { params: { id, runId, stepKey: 'liveness' }, body: aReport() };
      },
    },
    createCheck: {
      prepare: async (scope) => ({ ...(await onSession.prepare(scope)), body: aCheck() }),
    },
    listChecks: {
      prepare: async (scope) => ({ params: { id: (await existingCheck(scope)).id } }),
    },
  },
  webhooks: {
    createWebhook: { prepare: async (scope) => ({ body: aWebhook(scope) }) },
    listWebhooks: { prepare: nothing },
    listEventTypes: { prepare: nothing },
    readWebhook: onWebhook,
    readWebhookStats: onWebhook,
    updateWebhook: {
      prepare: async (scope) => ({
        params: { id: await existingWebhook(scope) },
        body: { status: 'paused' },
      }),
    },
    rotateWebhookSecret: onWebhook,
    deleteWebhook: { ...onWebhook, repeatedStatus: 404 },
    pingWebhook: onWebhook,
    recoverWebhook: {
      prepare: async (scope) => ({
        params: { id: (await failedDelivery(scope)).id },
        body: { since: '2026-01-01T00:00:00Z' },
      }),
    },
    replayWebhook: {
      prepare: async (scope) => ({
        params: { id: await existingWebhook(scope) },
        body: { since: new Date(Date.now() - 60_000).toISOString() },
      }),
    },
    listDeliveries: onWebhook,
    readDelivery: { prepare: async (scope) => ({ params: await failedDelivery(scope) }) },
    retryDelivery: { prepare: async (scope) => ({ params: await failedDelivery(scope) }) },
  },
};

/** The example of a route, by module and name. */
export function exampleOf({ module, name }: Route): RouteExample {
  const ofModule: Record<string, RouteExample> = examples[module as keyof Examples];
  const example = ofModule[name];
  if (!example) throw new Error(`There is no example of ${module}.${name}.`);
  return example;
}
