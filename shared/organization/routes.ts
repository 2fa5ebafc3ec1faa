import * as z from 'zod';
import { SECRET_RETIRED } from '#shared/identity/contract.ts';
import { Brand, BrandUpdate, Settings, SettingsUpdate } from '#shared/organization/settings/contract.ts';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, patch, post, put, remove } from '#shared/platform/http/route.ts';
import { pageOf, paging, prose } from '#shared/platform/http/shapes.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { ApiKeyRecord, NewApiKey, NewApiKeyRecord } from './api-key-record.ts';
import { LookupQuery, LookupResult } from './lookup.ts';
import { Directory, DirectoryQuery, Me } from './me.ts';
import { MemberChange, MemberList, MemberRecord, NewMember } from './member.ts';
import { NewOrganizationProposal, OrganizationProposal, OrganizationProposals } from './organization-proposal.ts';
import {
  DeletionRequest,
  DeletionRevocation,
  DeletionStatus,
  LegalHoldChange,
  OrganizationRecord,
} from './organization-record.ts';
import { NewSettingsProposal, SettingsProposal, SettingsProposals } from './settings-proposal.ts';
import { PERIOD, Usage, UsageQuery } from './usage.ts';
import { ClosedProposal, ProposalClosing, ProposalsQuery, WaitingProposals } from './waiting-proposal.ts';

const REASON_CHARACTERS = 2_000;

/** A logo as a `data:` URL, beside the other properties. */
const BRAND_BODY_BYTES = 160 * 1024;
/** Memory for the thread that reads images at its limit. */
const BRAND_MEMORY_MB = 1024;

const KeyRevocation = z
  .strictObject({ reason: prose(REASON_CHARACTERS).nullish() })
  .optional()
  .meta({ id: 'KeyRevocation', examples: [{ reason: 'The key was published by mistake.' }] });

const managedElsewhere = {
  managed_elsewhere: [409, 'Another token issuer manages the users of this installation.'],
} as const;
const refusedByUserPool = {
  refused_by_user_pool: [422, 'The user pool refused the email address or the name.'],
} as const;

const twoPeopleForChanges = {
  ...twoPeople,
  proposal_differs: [409, 'The proposal has other values.'],
} as const;

const CLOSED_FOR_GOOD =
  'The history records who, when and the reason. The proposal cannot be accepted any more; a new one can be made.';

const closed = { proposal_not_open: [409, 'The proposal was closed before.'] } as const;

const closing = {
  tables: {
    identity: ['BatchGetItem', 'PutItem'],
    risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
    screening: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'],
  },
  listFiles: true,
} as const;

export const organizationRoutes = defineRoutes('organization', {
  createApiKey: post('/api-keys', 'admin', NewApiKey, NewApiKeyRecord, {
    summary: 'Create an API key',
    description: 'The secret is shown in this response and its replays only.',
    idempotency: 'optional',
    problems: {
      ...SECRET_RETIRED,
      expired_already: [422, '`expiresAt` must be in the future.'],
    },
    uses: { tables: { identity: ['PutItem'] } },
  }),
  listApiKeys: get('/api-keys', 'admin', pageOf(ApiKeyRecord), {
    summary: 'List API keys',
    query: z.strictObject(paging),
    uses: { tables: { identity: ['Query'] } },
  }),
  revokeApiKey: post('/api-keys/{id}/revoke', 'admin', KeyRevocation, ApiKeyRecord, {
    summary: 'Revoke an API key',
    description:
      'Permanently: every later request of the key is refused. A request that was authenticated less than a second before the revocation may still make its change; one that takes longer is refused with 401. The history of the key records the reason.',
    status: 200,
    idempotency: 'optional',
    isModeless: true,
    problems: {
      not_found: [404, 'The API key does not exist.'],
      already_revoked: [409, 'The key is already revoked.'],
    },
    uses: { tables: { identity: ['UpdateItem'] } },
  }),
  readOrganization: get('/organization', 'member', OrganizationRecord, {
    summary: 'Read the organization',
    description:
      'Shows whether a deletion is requested, by whom and when the erasure begins, and whether the organization is under a legal hold.',
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem'] } },
  }),
  readUsage: get('/organization/usage', 'admin', Usage, {
    summary: 'Read the usage of the organization',
    description:
      'What the organization has used per day (UTC) and mode of what has a daily limit, and the limits of today. A request beyond a limit is refused with 429 `spending_limit`; an investigation that finds no tokens left fails with `spending_limit`.',
    query: UsageQuery,
    isModeless: true,
    problems: { invalid_period: [422, PERIOD] },
    uses: { tables: { identity: ['BatchGetItem', 'Query'] }, spendingLimits: true },
  }),
  readMe: get('/me', 'member', Me, {
    summary: 'Read the signed-in user',
    description:
      'Who the token identifies, with the settings of the organization. `email` and `name` come from the claims of the token. The first call of a day records the person in the directory. API keys identify no person and are refused with 403.',
    isModeless: true,
    isOpenInBlindReview: true,
    uses: { tables: { identity: ['BatchGetItem', 'PutItem'] }, listFiles: true },
  }),
  listDirectory: get('/directory', 'member', Directory, {
    summary: 'List the people of the organization',
    description:
      'The names behind `user:<id>` in histories: everyone who has called `GET /me`, with any token issuer, in the order of their ids. At most 1,000 people; use `ids` to look up others.',
    query: DirectoryQuery,
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem', 'Query'] } },
  }),
  lookUp: get('/lookup', 'member', LookupResult, {
    summary: 'Look up records',
    description:
      'Up to ten records of the organization in this mode: an id of any kind of record, else subjects by exact external id, policies by the beginning of their key (`id` is the key), the newest 200 documents by a part of their name, and screening lists by a part of key or name (`id` is the key).',
    query: LookupQuery,
    uses: {
      tables: {
        identity: ['BatchGetItem'],
        journal: ['BatchGetItem'],
        risk: ['BatchGetItem', 'Query'],
        verification: ['BatchGetItem'],
        screening: ['BatchGetItem'],
        documents: ['BatchGetItem', 'Query'],
        webhooks: ['BatchGetItem'],
      },
    },
  }),
  listMembers: get('/members', 'admin', MemberList, {
    summary: 'List members',
    description:
      'Everyone who was invited or has called `GET /me`, at most 1,000 people, in the order of their ids. Users who were created in the user pool directly appear after their first sign-in.',
    isModeless: true,
    problems: managedElsewhere,
    uses: { tables: { identity: ['Query'] }, userPool: [] },
  }),
  proposeOrganizationChange: post('/organization/proposals', 'admin', NewOrganizationProposal, OrganizationProposal, {
    summary: 'Propose a change of the organization',
    description:
      'For another person to make with `proposalId`: `POST /members`, `PATCH /members/{id}`, `DELETE /organization` or `PUT /organization/legal-hold`. A proposal changes nothing. It supersedes the open proposal about the same email address, the same member, the deletion or the release.',
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem', 'PutItem'] } },
  }),
  listOrganizationProposals: get('/organization/proposals', 'admin', OrganizationProposals, {
    summary: 'List the proposals to change the organization',
    description: 'The latest 20, newest first.',
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem'] } },
  }),
  createMember: post('/members', 'admin', NewMember, MemberRecord, {
    summary: 'Invite a member',
    description:
      'Creates an account in the user pool, which emails a temporary password that is valid for three days. While the person has not signed in, the same request sends another email. An invitation that is not used within seven days no longer reserves the email address: another organization can then invite it. At most 20 invitations an hour, refused ones included, and 5 an hour to one address by all organizations. Only owners can invite owners. While a rule of `fourEyes` is on, inviting an owner or admin requires two people: the request accepts the open proposal of another owner or admin with `proposalId`.',
    idempotency: 'optional',
    isModeless: true,
    problems: {
      forbidden: [403, 'Only an owner can invite owners.'],
      ...managedElsewhere,
      email_in_use: [
        409,
        'This email address cannot be invited: it has an account, or an invitation of the last seven days, in any organization or with another role.',
      ],
      ...twoPeopleForChanges,
      ...refusedByUserPool,
    },
    uses: {
      tables: { identity: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
      userPool: ['AdminCreateUser', 'AdminGetUser', 'AdminDisableUser', 'AdminEnableUser', 'AdminDeleteUser'],
    },
  }),
  updateMember: patch('/members/{id}', 'admin', MemberChange, MemberRecord, {
    summary: 'Update a member',
    description:
      'Changes the role, or disables or enables the account, and ends the sessions of the member. Tokens that were issued before stay valid until they expire, within 15 minutes. Only owners can change owners or make owners. While a rule of `fourEyes` is on, making an owner or admin, and enabling the account of one, requires two people: the request accepts the open proposal of another owner or admin with `proposalId`.',
    idempotency: 'optional',
    isModeless: true,
    problems: {
      forbidden: [403, 'Only an owner can change or make owners.'],
      not_found: [404, 'The member does not exist.'],
      ...managedElsewhere,
      ...twoPeopleForChanges,
      last_owner: [409, 'The organization needs an owner. Make another member an owner first.'],
      ...refusedByUserPool,
    },
    uses: {
      tables: { identity: ['BatchGetItem', 'PutItem', 'Query'] },
      userPool: [
        'AdminGetUser',
        'AdminUpdateUserAttributes',
        'AdminDisableUser',
        'AdminEnableUser',
        'AdminUserGlobalSignOut',
      ],
    },
  }),
  readSettings: get('/organization/settings', 'member', Settings, {
    summary: 'Read the settings of the organization',
    description: 'One set of settings for both modes. Before the first update it has the defaults.',
    isModeless: true,
    isOpenInBlindReview: true,
    uses: { tables: { identity: ['BatchGetItem'] } },
  }),
  readBrand: get('/organization/brand', 'member', Brand, {
    summary: 'Read the brand of the organization',
    description: 'Name, logo and colour that signers see: one brand for both modes, empty before the first update.',
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem'] }, buckets: { documents: ['GetObject'] } },
  }),
  updateBrand: put('/organization/brand', 'admin', BrandUpdate, Brand, {
    summary: 'Update the brand of the organization',
    description:
      'Changes what the body has; what is absent stays as it is. The signing page and emails of all documents show the new brand within five seconds; the audit trail of a document keeps the name with which it was sent. A logo is cleaned like an image of a template. Where signers read another name than the `name` of the settings, they read that as well. The verification page and the certificate show no brand.',
    bodyLimitBytes: BRAND_BODY_BYTES,
    memoryMb: BRAND_MEMORY_MB,
    idempotency: 'optional',
    isModeless: true,
    problems: {
      stale_revision: [
        409,
        '`expectedRevision` is not the current revision. Read the brand, merge your change, and retry.',
        { revision: 4 },
      ],
      image_too_large: [413, 'The logo is larger than 100 KiB.'],
      invalid_image: [422, 'The logo is no PNG or SVG, is damaged, or contains what is not allowed.'],
    },
    uses: {
      tables: { identity: ['BatchGetItem', 'PutItem'] },
      buckets: { documents: ['GetObject', 'PutObject documents/*'] },
    },
  }),
  updateSettings: put('/organization/settings', 'admin', SettingsUpdate, Settings, {
    summary: 'Update the settings of the organization',
    description:
      'Changes the settings of both modes that the body has; what is absent stays as it is. Only owners can change `fourEyes`, `highestReviewScore` and `linksByEmailOnly`. Switching a rule off, raising or removing `highestReviewScore` while `fourEyes.matches` is on, and switching `linksByEmailOnly` off while any rule is on, requires two people: the update accepts the open proposal of another owner or admin with `proposalId`, and changes nothing else. Switching a rule on supersedes an open proposal. Other requests apply the new settings within five seconds.',
    idempotency: 'optional',
    isModeless: true,
    problems: {
      forbidden: [403, 'Only an owner can change `fourEyes`, `highestReviewScore` and `linksByEmailOnly`.'],
      stale_revision: [
        409,
        '`expectedRevision` is not the current revision. Read the settings, merge your change, and retry.',
        { revision: 4 },
      ],
      ...twoPeople,
      proposal_differs: [409, 'The update differs from the proposal, or the rules have changed since it was made.'],
    },
    uses: { tables: { identity: ['BatchGetItem', 'PutItem'] } },
  }),
  proposeSettings: post('/organization/settings/proposals', 'admin', NewSettingsProposal, SettingsProposal, {
    summary: 'Propose to weaken two-person rules or other controls',
    description:
      'For an owner who is another person to accept with `PUT /organization/settings`, or `PUT /screening/settings` if it has `screening`. Supersedes the open proposal. A proposal is about the rules as they are now: a change of the rules ends it.',
    isModeless: true,
    problems: {
      rule_not_on: [409, 'A rule in `switchOff` is not on, or the proposal weakens nothing.'],
      mixed_proposal: [422, 'The proposal has `screening` and another change, which different requests accept.'],
    },
    uses: { tables: { identity: ['BatchGetItem', 'PutItem', 'ConditionCheckItem'] } },
  }),
  listSettingsProposals: get('/organization/settings/proposals', 'admin', SettingsProposals, {
    summary: 'List the proposals to switch two-person rules off',
    description: 'The latest 20, newest first.',
    isModeless: true,
    uses: { tables: { identity: ['BatchGetItem'] } },
  }),
  listProposals: get('/proposals', 'member', WaitingProposals, {
    summary: 'List the proposals that wait for a second person',
    description:
      'Proposals of all kinds, oldest first, at most 100 rows of each. `waitsForCaller` marks those that the caller can ' +
      'decide on. Proposals about settings, members and the deletion are shown to owners and admins, those about lists ' +
      'to operators. Costs the same at any size. With `status=closed`, the latest proposals of the caller that another ' +
      'person closed, newest first, at most 20 of each kind.',
    query: ProposalsQuery,
    uses: {
      tables: {
        identity: ['BatchGetItem'],
        risk: ['Query', 'BatchGetItem'],
        screening: ['Query', 'BatchGetItem'],
      },
      listFiles: true,
    },
  }),
  declineProposal: post('/proposals/{id}/decline', 'admin', ProposalClosing, ClosedProposal, {
    summary: 'Decline a proposal',
    description: `A second person refuses a proposal of any kind. Changes nothing else. ${CLOSED_FOR_GOOD}`,
    status: 200,
    problems: {
      ...missing,
      ...closed,
      own_proposal: [409, 'You made this proposal. Withdraw it instead.'],
    },
    uses: closing,
  }),
  withdrawProposal: post('/proposals/{id}/withdraw', 'member', ProposalClosing, ClosedProposal, {
    summary: 'Withdraw a proposal',
    description: `The person who made a proposal takes it back. Changes nothing else. ${CLOSED_FOR_GOOD}`,
    status: 200,
    problems: { ...missing, ...closed, forbidden: [403, 'Another person made the proposal.'] },
    uses: closing,
  }),
  deleteOrganization: remove('/organization', 'owner', DeletionRequest, DeletionStatus, {
    summary: 'Delete the organization',
    description:
      'Schedules the erasure of all data of both modes 24 hours later. Until it begins, everything works as before, API keys included, and an owner can revoke the deletion. When it begins, all credentials stop working, and the data is erased in the background. Backups, which no request can read, are gone 35 days later, or when backups that the installation keeps elsewhere expire (`backupDays`). A second request returns the same `erasesAt`. While a rule of `fourEyes` is on, or if the installation sets `organizationDeletion=two-persons`, the deletion requires two people: the request accepts the open proposal of another owner or admin with `proposalId`.',
    status: 202,
    isModeless: true,
    problems: {
      ...twoPeopleForChanges,
      legal_hold: [409, 'The organization is under a legal hold.'],
      deletion_switched_off: [409, 'The installation does not allow requests to delete organizations.'],
      confirmation_mismatch: [422, '`confirm` is not the id of the organization.'],
    },
    uses: {
      tables: { identity: ['BatchGetItem', 'PutItem', 'ConditionCheckItem'] },
      organizationDeletion: true,
    },
  }),
  revokeDeletion: post('/organization/deletion/revoke', 'owner', DeletionRevocation, OrganizationRecord, {
    summary: 'Revoke the deletion of the organization',
    description: 'Possible until the erasure begins.',
    status: 200,
    idempotency: 'optional',
    isModeless: true,
    problems: {
      no_deletion_requested: [409, 'No deletion is requested.'],
      erasure_begun: [409, 'The erasure has begun.'],
    },
    uses: { tables: { identity: ['BatchGetItem', 'DeleteItem'] } },
  }),
  setLegalHold: put('/organization/legal-hold', 'owner', LegalHoldChange, OrganizationRecord, {
    summary: 'Place or release the legal hold',
    description:
      'While the organization is under a legal hold, its deletion is refused with 409 `legal_hold` and no erasure begins. One owner places it, which also revokes a requested deletion. Releasing it takes as many people as deleting the organization: while a rule of `fourEyes` is on, or if the installation sets `organizationDeletion=two-persons`, the request accepts the open proposal of another owner or admin with `proposalId`. A request for what already is changes nothing. Records and documents can still be deleted one by one; the retention of documents deletes nothing meanwhile.',
    idempotency: 'optional',
    isModeless: true,
    problems: twoPeopleForChanges,
    uses: {
      tables: { identity: ['BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
      organizationDeletion: true,
    },
  }),
});
