// Generated from the route table by `npm run generate-client`. Do not edit.

import type { Call, ReadOptions, RecordCall, RecordListing, WriteOptions } from '../call.ts';
export type Action = {
  id: string;
  resource: "actions";
  data: {
    subjectId: string;
    assessmentId: string;
    policyKey: string;
    name: string;
    status: "requested" | "acknowledged" | "failed" | "completed" | "cancelled";
    revision: number;
    createdAt: string;
    updatedAt: string;
  };
};
export type ActionPage = {
  items: Action[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type ActionTransition = {
  status: "requested" | "acknowledged" | "failed" | "completed" | "cancelled";
  expectedRevision: number;
  reason: string;
};
export type ActionTransitions = {
  status: "requested" | "acknowledged" | "failed" | "completed" | "cancelled";
  reason: string;
  /** The actions with their revisions. No action may be named twice. */
  items: Array<{
    id: string;
    expectedRevision: number;
  }>;
};
export type ApiKey = {
  id: string;
  resource: "api-keys";
  data: {
    name: string;
    /** Value of the `X-Api-Key` header. */
    key: string;
    mode: "test" | "live";
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    /** What the key can call. `all`: every operation that accepts API keys. `read`: every operation that changes nothing (GET, and POST operations that only answer a question). A module (`risk`, `screening`, `verification`, `documents`, `webhooks`, `jobs`): every operation of that module. A module with `:read`: the operations of that module that change nothing. An operation outside the scopes is refused with 403 `insufficient_scope`. */
    scopes: Array<"all" | "read" | "risk" | "screening" | "verification" | "documents" | "webhooks" | "jobs" | "quality" | "risk:read" | "screening:read" | "verification:read" | "documents:read" | "webhooks:read" | "jobs:read" | "quality:read">;
    /** The hour of the latest request that was signed with this key; null before the first. */
    lastUsedAt: string | null;
  };
};
export type ApiKeyWithSecret = {
  id: string;
  resource: "api-keys";
  data: {
    name: string;
    /** Value of the `X-Api-Key` header. */
    key: string;
    mode: "test" | "live";
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    /** What the key can call. `all`: every operation that accepts API keys. `read`: every operation that changes nothing (GET, and POST operations that only answer a question). A module (`risk`, `screening`, `verification`, `documents`, `webhooks`, `jobs`): every operation of that module. A module with `:read`: the operations of that module that change nothing. An operation outside the scopes is refused with 403 `insufficient_scope`. */
    scopes: Array<"all" | "read" | "risk" | "screening" | "verification" | "documents" | "webhooks" | "jobs" | "quality" | "risk:read" | "screening:read" | "verification:read" | "documents:read" | "webhooks:read" | "jobs:read" | "quality:read">;
    /** The hour of the latest request that was signed with this key; null before the first. */
    lastUsedAt: string | null;
    /** Secret that signs requests. Shown in this response only. */
    secret: string;
  };
};
export type AskedRequestPage = {
  items: Array<{
    request: WorkRequest;
    subject: {
      id: string;
      kind: "person" | "business" | "account" | "transaction";
      externalId: string;
    };
  }>;
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Assessment = {
  id: string;
  resource: "assessments";
  data: {
    subjectId: string;
    policyVersionId: string;
    policyKey: string;
    /** The policy version as it was evaluated. */
    policy: {
      key: string;
      version: number;
      status: "draft" | "published";
      /** The normalized request may have at most 64 KiB; there is no limit on the number of inputs, factors, bands or rules. Keys of inputs, factors and rules and ids of bands are unique, and a policy names at most 32 different actions. `POST /risk/policies/validate` checks what a schema cannot express, for example that a condition names a declared input and a value of its type. A screening fact is compared with its documented values only; a draft with another value is refused when it is published. */
      definition: PolicyDefinition;
      createdAt: string;
      publishedAt: string | null;
      /** Present if no new assessment or monitoring can use the version. */
      retiredAt?: string | undefined;
      retiredBy?: string | undefined;
      retirementReason?: string | undefined;
    };
    trigger: string;
    eventIds: string[];
    evaluatedAt: string;
    /** Number of the assessment for this subject and policy key, starting at 1. */
    sequence: number;
    evidenceRevision: number;
    previousAssessmentId: string | null;
    /** The receipts that were considered. */
    evidence: Array<{
      id: string;
      fact: string;
      source: string;
      status: "available" | "unavailable" | "revoked";
      value: string | number | boolean | Array<string | number | boolean> | null;
      observedAt: string;
      expiresAt: string | null;
    }>;
    outcome: "complete" | "incomplete";
    score: number | null;
    band: string | null;
    decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
    factors: Array<{
      key: string;
      label: string | null;
      status: "case_taken" | "default_taken" | "no_case_matched" | "unknown";
      /** Index of the matched case. */
      case: number | null;
      points: number | null;
      weight: number;
      /** Points times weight. */
      contribution: number | null;
      unknownInputs: string[];
    }>;
    rules: Array<{
      key: string;
      result: "matched" | "not_matched" | "unknown";
      reason: string;
      /** The inputs that prevented a match. */
      decidedBy: string[];
    }>;
    inputs: Array<{
      key: string;
      status: "resolved" | "unresolved" | "not_required";
      value: string | number | boolean | Array<string | number | boolean> | null;
      reason: "no_evidence" | "unavailable" | "revoked" | "stale" | "expired" | "not_yet_observed" | "withdrawn" | "type_mismatch" | "undocumented_value" | "sources_disagree" | null;
      /** The source whose value is used, of an input that takes the first available one. */
      usedSource?: string | undefined;
      receipts: Array<{
        receiptId: string;
        source: string;
        status: "available" | "unavailable" | "revoked";
        observedAt: string;
        expiresAt: string | null;
        ageSeconds: number | null;
        why: "usable" | "unavailable" | "revoked" | "stale" | "expired" | "not_yet_observed" | "withdrawn" | "type_mismatch" | "undocumented_value";
      }>;
    }>;
    reasons: Array<{
      code: "input_unresolved" | "factor_without_points" | "floor_applied" | "ceiling_applied" | "score_in_band" | "band_forced" | "forced_band_not_higher" | "no_band" | "decision_by_band" | "decision_by_rule" | "decision_by_missing_evidence" | "condition_not_met";
      /** Key of the input, factor, band or rule. */
      key: string | null;
      message: string;
    }>;
    actions: Array<{
      name: string;
      requiredBy: Array<{
        kind: "band" | "rule" | "review";
        key: string;
      }>;
    }>;
    /** Time at which an input first changes without new evidence; null if it never does. */
    freshUntil: string | null;
    reviewDueAt: string;
    evaluatorVersion: string;
    /** In the order of `actions`. An action that was open already has the id that an earlier assessment gave it. */
    actionIds: string[];
  };
};
export type AssessmentComparison = {
  /** The earlier of the two. */
  before: {
    assessmentId: string;
    evaluatedAt: string;
    policyVersionId: string;
    version: number;
  };
  after: {
    assessmentId: string;
    evaluatedAt: string;
    policyVersionId: string;
    version: number;
  };
  changes: Array<{
    part: "outcome" | "score" | "band" | "decision" | "input" | "factor" | "rule" | "action";
    /** Key of the input, factor or rule, name of the action; null otherwise. */
    key: string | null;
    /** In words; null if it was not there. */
    before: string | null;
    after: string | null;
    text: string;
  }>;
};
export type AssessmentExplanation = {
  assessmentId: string;
  subjectId: string;
  evaluatedAt: string;
  audience: "auditor" | "customer";
  /** Not for customers. */
  result?: {
    policyKey: string;
    version: number;
    evaluatorVersion: string;
    outcome: "complete" | "incomplete";
    score: number | null;
    band: string | null;
    /** `minimum`: without the evidence that is missing, this is the lowest band. Null without a band. */
    bandIs: "exact" | "minimum" | null;
    /** Of the policy, without overrides. */
    decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
  } | undefined;
  statements: Array<{
    part: "evidence" | "points" | "score" | "rules" | "decision" | "actions";
    /** What kind of sentence it is, such as `factor_points`. */
    code: string;
    /** Key of the input, factor, band, rule or action; null for customers. */
    key: string | null;
    text: string;
    operands?: {
      conditions?: Array<{
        input: string;
        /** Null if the input has no value. */
        value: string | number | boolean | Array<string | number | boolean> | null;
        operator: string;
        /** What the value is compared with; of `eq_fact` and `neq_fact`, the key of an input. */
        bound: string | number | boolean | Array<string | number | boolean>;
      }> | undefined;
      points?: number | undefined;
      weight?: number | undefined;
      /** Points times weight. */
      contribution?: number | undefined;
    } | undefined;
  }>;
};
export type AssessmentReplay = {
  assessmentId: string;
  /** The evaluator that made the assessment, and evaluated it again. */
  evaluatorVersion: string;
  /** Whether policy, evidence and result are the same, member by member. */
  identical: boolean;
  /** SHA-256 of `definition`, `evidence`, `evaluatedAt` and `result` of the assessment as canonical JSON. As long as the assessment is unchanged, every replay has the same digest. */
  digest: string;
  /** Present if it is not identical; the first 100. `policy.definition` has the digests of the definition in the assessment and in the policy version; `evidence.<index>` compares a receipt with the stored one. */
  differences?: Array<{
    /** Of the assessment, such as `factors.2.points`. */
    path: string;
    recorded: unknown;
    replayed: unknown;
  }> | undefined;
};
export type AssessmentState = {
  assessmentId: string;
  current: boolean;
  effectiveDecision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "reassessment_required";
  /** Why the assessment is not current. */
  reasons: Array<"newer_evidence" | "newer_assessment" | "evidence_no_longer_fresh" | "review_due" | "retired_source">;
  /** The override that applies, if any. */
  override: {
    id: string;
    decision: "none" | "review" | "restrict" | "reject";
    expiresAt: string;
  } | null;
  freshUntil: string | null;
  reviewDueAt: string;
  /** `newer_policy_version`: a version with a higher number is in force. Absent if there is nothing to say. */
  notices?: Array<"newer_policy_version"> | undefined;
};
export type AssessmentSummary = {
  id: string;
  resource: "assessments";
  data: {
    subjectId: string;
    policyVersionId: string;
    policyKey: string;
    trigger: string;
    eventIds: string[];
    evaluatedAt: string;
    /** Number of the assessment for this subject and policy key, starting at 1. */
    sequence: number;
    evidenceRevision: number;
    previousAssessmentId: string | null;
    outcome: "complete" | "incomplete";
    score: number | null;
    band: string | null;
    decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
    factors: Array<{
      key: string;
      label: string | null;
      status: "case_taken" | "default_taken" | "no_case_matched" | "unknown";
      /** Index of the matched case. */
      case: number | null;
      points: number | null;
      weight: number;
      /** Points times weight. */
      contribution: number | null;
      unknownInputs: string[];
    }>;
    rules: Array<{
      key: string;
      result: "matched" | "not_matched" | "unknown";
      reason: string;
      /** The inputs that prevented a match. */
      decidedBy: string[];
    }>;
    reasons: Array<{
      code: "input_unresolved" | "factor_without_points" | "floor_applied" | "ceiling_applied" | "score_in_band" | "band_forced" | "forced_band_not_higher" | "no_band" | "decision_by_band" | "decision_by_rule" | "decision_by_missing_evidence" | "condition_not_met";
      /** Key of the input, factor, band or rule. */
      key: string | null;
      message: string;
    }>;
    actions: Array<{
      name: string;
      requiredBy: Array<{
        kind: "band" | "rule" | "review";
        key: string;
      }>;
    }>;
    /** Time at which an input first changes without new evidence; null if it never does. */
    freshUntil: string | null;
    reviewDueAt: string;
    evaluatorVersion: string;
    /** In the order of `actions`. An action that was open already has the id that an earlier assessment gave it. */
    actionIds: string[];
    /** Version number of the policy. */
    version: number;
  };
};
export type AssignedSubject = {
  subjectId: string;
  /** User id of the assignee. */
  assignee: string | null;
  /** Revision of the assignment; 0 if the subject was never assigned. */
  revision: number;
};
export type Assignment = {
  /** User id, or null for none. */
  assignee: string | null;
  /** Revision of the assignment; 0 if the subject was never assigned. */
  expectedRevision: number;
};
export type AssuranceLimit = {
  class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
  /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
  known: "bare" | "known";
  /** What the class found when the limit was accepted. It lapses in a test that finds less. */
  recall: number;
  reason: string;
  proposedBy: string;
  acceptedBy: string;
  acceptedAt: string;
  acceptanceReason: string;
  /** The test that it was accepted in; later ones carry it. */
  acceptedIn: string;
  expiresAt: string;
};
export type AssuranceLimitProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
  /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
  known: "bare" | "known";
  expiresInDays: number;
  recall: number;
};
export type AttachmentDownload = {
  id: string;
  resource: "attachments";
  data: {
    name: string;
    contentType: string;
    sizeBytes: number;
    /** SHA-256 of the file in lower-case hex. */
    sha256: string;
    subjectId: string;
    noteId: string;
    createdAt: string;
    /** Downloads the file for 15 minutes, always as a file and never shown by the browser. */
    url: string;
  };
};
export type AttachmentUpload = {
  uploadId: string;
  /** Accepts one `PUT` of the file until `expiresAt`. */
  url: string;
  /** Headers to send with the `PUT`, exactly as they are: they are part of the signature. */
  headers: Record<string, string>;
  expiresAt: string;
};
export type AuditEntry = {
  number: number;
  at: string;
  /** `api_key:`, `user:`, `signer:` or `service:` and an id. */
  actor: string;
  action: "document.created" | "document.renamed" | "signer.added" | "signer.removed" | "signer.corrected" | "field.created" | "field.updated" | "field.removed" | "document.sent" | "link.issued" | "link.disclosed" | "invitation.sent" | "reminder.sent" | "sending.changed" | "email.bounced" | "email.complained" | "identity.code_sent" | "identity.failed" | "identity.verified" | "identity.check_requested" | "identity.check_approved" | "identity.name_differs" | "identity.check_withdrawn" | "document.viewed" | "consent.accepted" | "field.filled" | "signer.delegated" | "signer.signed" | "signer.approved" | "document.completed" | "document.declined" | "document.voided" | "document.expired" | "link.requested";
  details: Record<string, unknown>;
  ipAddress: string | null;
  userAgent: string | null;
  /** `hash` of the previous entry; 64 zeros in the first entry. */
  previousHash: string;
  /** SHA-256, in lower-case hex, of the UTF-8 bytes of the entry without `hash` as canonical JSON: no white space, the properties of every object sorted by name (by UTF-16 code units), strings and numbers as JavaScript’s `JSON.stringify` writes them (RFC 8785). */
  hash: string;
};
export type AuditRoot = {
  id: string;
  organizationId: string;
  mode: "test" | "live";
  /** The number of leaves: the events of the organization and mode from the first on. */
  treeSize: number;
  /** Root of the Merkle tree (RFC 9162) over these leaves. */
  root: string;
  /** The leaves are the events whose ids have a time before this. */
  upTo: string;
  sealedAt: string;
  /** In Base64, by the sealing key (`GET /documents/seal-key`) with SHA-256, ECDSA (DER) or RSA (PKCS #1 v1.5) by its kind, of the canonical JSON of `{ mode, organizationId, root, sealedAt, statement: "assay.audit.root", treeSize, upTo }`. */
  signature: string;
  /** SHA-256 of that public key. */
  keyFingerprint: string;
  /** Of the root before; 0 for the first. */
  previousTreeSize: number;
  /** Proof that the tree of the root before is the beginning of this one. */
  consistency: string[];
  /** Roots of the complete subtrees, largest first. They hash to `root`, and leaves can be added to them. */
  frontier: string[];
};
export type Backtest = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  policyVersionId: string | null;
  /** The number of the version; null for a definition. */
  version: number | null;
  /** SHA-256 of the definition, as of a version. */
  definitionHash: string;
  against: {
    policyKey: string;
    since?: string | undefined;
    until?: string | undefined;
    contextId?: string | undefined;
    subjectIds?: string[] | undefined;
  };
  evidence: "as_known" | "as_now";
  limit: number;
  matrix: Array<{
    before: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "not_assessed";
    after: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown";
    /** Number of cases. */
    cases: number;
  }>;
  bands: Array<{
    before: string | null;
    after: string | null;
    /** Number of cases. */
    cases: number;
  }>;
  /** Cases of further pairs of bands: `bands` has at most 400. */
  otherBands: number;
  scoreHistogram: {
    /** Width of each bin: 10, doubled until at most 100 bins have a score. */
    width: number;
    /** Bins with a score, in ascending order. */
    bins: Array<{
      /** Lowest score of the bin. */
      from: number;
      before: number;
      after: number;
    }>;
  };
  /** Rules of the tested version that matched. */
  perRule: Array<{
    key: string;
    fired: number;
    /** Cases where no other rule matched. */
    only: number;
  }>;
  /** Cases where evidence that the tested version needs was missing. */
  incomplete: number;
  /** Factors of the tested version that had points, and the mean of their contributions. */
  perFactor: Array<{
    key: string;
    cases: number;
    meanPoints: number;
  }>;
  /** Subjects that were never assessed by the policy, with `as_known`. */
  skipped: number;
  /** Whether there were more cases than `limit`. */
  isCut: boolean;
  /** The first 20 cases that could not be evaluated. */
  problems: Array<{
    subjectId: string;
    assessmentId: string | null;
    code: string;
    detail: string;
  }>;
  /** Cases with another decision or another band. */
  changedCases: number;
  /** The first changed cases; `GET /risk/backtests/{id}/changed` has all. Kept for 7 days. */
  changed: {
    items: Array<{
      subjectId: string;
      /** Null for a subject that the policy has not assessed. */
      assessmentId: string | null;
      before: {
        /** Of the recorded assessment, without overrides. */
        decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "not_assessed";
        band: string | null;
        score: number | null;
      };
      after: {
        /** Of the tested version, or why it does not cover the subject. */
        decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown";
        band: string | null;
        score: number | null;
      };
    }>;
    /** Offset of the next page; null on the last page. A position, not a count. */
    nextOffset: number | null;
  };
};
export type BatchMapping = {
  /** The `resourceId` of its events. */
  id: string;
  name: string;
  columns: Record<string, "name" | "aliases" | "entityType" | "country" | "dateOfBirth" | "nationality" | "identifierKind" | "identifierValue" | "identifierCountry" | "riskSubjectId" | "reference" | "ignore">;
  updatedAt: string;
  /** `user:<id>` or `api_key:<id>`. */
  updatedBy: string;
};
export type BatchMappings = {
  items: BatchMapping[];
};
export type BatchUpload = {
  uploadId: string;
  /** Accepts one `PUT` of the file until `expiresAt`. */
  url: string;
  /** Headers to send with the `PUT`, exactly as they are: they are part of the signature. */
  headers: Record<string, string>;
  expiresAt: string;
};
export type BatchWatches = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  /** The batch whose rows are watched. */
  batchId: string;
};
export type BlindAssessment = {
  assessment: {
    policyKey: string;
    trigger: string;
    evaluatedAt: string;
    /** The receipts that were considered. */
    evidence: Array<{
      id: string;
      fact: string;
      source: string;
      status: "available" | "unavailable" | "revoked";
      value: string | number | boolean | Array<string | number | boolean> | null;
      observedAt: string;
      expiresAt: string | null;
    }>;
    outcome: "complete" | "incomplete";
    score: number | null;
    band: string | null;
    decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
    factors: Array<{
      key: string;
      label: string | null;
      status: "case_taken" | "default_taken" | "no_case_matched" | "unknown";
      /** Index of the matched case. */
      case: number | null;
      points: number | null;
      weight: number;
      /** Points times weight. */
      contribution: number | null;
      unknownInputs: string[];
    }>;
    rules: Array<{
      key: string;
      result: "matched" | "not_matched" | "unknown";
      reason: string;
      /** The inputs that prevented a match. */
      decidedBy: string[];
    }>;
    reasons: Array<{
      code: "input_unresolved" | "factor_without_points" | "floor_applied" | "ceiling_applied" | "score_in_band" | "band_forced" | "forced_band_not_higher" | "no_band" | "decision_by_band" | "decision_by_rule" | "decision_by_missing_evidence" | "condition_not_met";
      /** Key of the input, factor, band or rule. */
      key: string | null;
      message: string;
    }>;
    id: string;
  };
  /** Of a sample about an action. */
  action: {
    name: string;
    createdAt: string;
  } | null;
  subject: {
    id: string;
    kind: string;
    externalId: string;
  };
};
export type BlindMatch = {
  match: {
    id: string;
    source: string;
    sourceEntryId: string;
    listedName: string;
    matchedName: string;
    score: number;
    /** Their points add up to the score. */
    factors: Array<{
      /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
      code: ScreeningFactorCode;
      points: number;
      detail: string;
    }>;
    listKind: "sanctions" | "pep" | "watch";
    pep: {
      standing: "pep" | "former_pep" | "family_member" | "none";
      flags: Array<"position_dates_unknown">;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      lastHeldUntil: string | null;
      positions: Array<{
        category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
        title: string;
        country: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        startDate: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        endDate: string | null;
        current: boolean;
        roster: string;
      }>;
      relatedPeps: Array<{
        entryId: string;
        name: string;
        relation: "spouse" | "child" | "parent" | "sibling";
        positions: Array<{
          category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
          title: string;
          country: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          startDate: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          endDate: string | null;
          current: boolean;
          roster: string;
        }>;
      }>;
    } | null;
    /** The entry as it was listed when the run was made. Null in runs made before entries were stored. */
    entry: ScreeningEntry | null;
  };
  run: {
    id: string;
    createdAt: string;
  };
  /** The risk subject of the run, if it has one. */
  subject: MatchSubject | null;
};
export type Brand = {
  /** The name that signers read. Null: the `name` of the settings. */
  name: string | null;
  /** Of buttons and lines, as `#rrggbb`. Any colour can be used: text on it is black or white, and lines and links are made darker or lighter until they have a contrast of 4.5:1. Null: the colours of the product. */
  colour: string | null;
  logo: {
    sha256: string;
    format: "png" | "svg";
    width: number;
    height: number;
    sizeBytes: number;
    /** The stored image as a `data:` URL. */
    image: string;
  } | null;
  /** What signers read now: `name`, or that of the settings. */
  shownName: string | null;
  /** The `name` of the settings, which signers are shown as well if they read another one. */
  registeredName: string | null;
  /** Increases with every update; 0 before the first. */
  revision: number;
  updatedAt: string | null;
  updatedBy: string | null;
};
export type BrandUpdate = {
  /** The name that signers read. Null: the `name` of the settings. */
  name?: string | null | undefined;
  /** Of buttons and lines, as `#rrggbb`. Any colour can be used: text on it is black or white, and lines and links are made darker or lighter until they have a contrast of 4.5:1. Null: the colours of the product. */
  colour?: string | null | undefined;
  /** The `data:` URL of a PNG or SVG in base64, up to 100 KiB. Null removes the logo. */
  logo?: string | null | undefined;
  expectedRevision: number;
  /** Stored in the history only. */
  reason?: string | null | undefined;
};
export type BulkSend = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  templateId: string;
  templateName: string;
  /** Revision of the template that is used for all rows. */
  revision: number;
  dryRun: boolean;
  /** Meaning of each column by heading. */
  columns: Record<string, string>;
  /** Documents that were sent. */
  sent: number;
  /** The first 100 rows that were refused. The report has all. */
  problems: Array<{
    /** Line of the file on which the row begins; the headings are on line 1. */
    line: number;
    code: string;
    detail: string;
    /** Heading of the column with the fault, if it is that of one cell. */
    column?: string | null | undefined;
  }>;
  /** One line for each row: what became of it. Null until the bulk send has ended, and after 7 days. */
  report: {
    fileName: string;
    /** Downloads the CSV file without credentials, for 15 minutes. */
    url: string;
    expiresAt: string;
  } | null;
};
export type BulkSending = {
  /** For the invitation and the signing page. */
  message?: string | null | undefined;
  /** Name of the sender in emails and on the signing page. */
  senderName?: string | null | undefined;
  /** The organization that the sender acts for, on the signing page and in every email to the signers. Without it, they name the brand of your organization: `GET /organization/brand`. */
  organizationName?: string | null | undefined;
  /** Address for replies to the emails. */
  replyTo?: string | null | undefined;
  /** Defaults to 30. */
  expiresInDays?: number | null | undefined;
  /** Email the sender when the document is declined, completed or expires, or when emails to a signer bounce. The emails go to `replyTo`, else to the address of the user who sends the document; an API key without `replyTo` gets none. True by default. */
  senderNotices?: boolean | null | undefined;
  /** Remind signers who can sign this many days after the latest email to them, up to 5 times. By default they are not reminded. */
  remindAfterDays?: number | null | undefined;
  /** Remind signers who can sign this many days before the document expires. By default they are not. */
  remindBeforeExpiryDays?: number | null | undefined;
  /** Delete the document, with its files and audit trail, this many days after it was completed, declined or voided or has expired. The history keeps its id and the digests of its files. Without it the document is kept until the organization is deleted. */
  retainDays?: number | null | undefined;
  /** Language of the signing page and of emails, for signers without a `language` of their own. Without it the page uses the language of the browser, and emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null | undefined;
  /** Refuse a signature until the signer has accepted the disclosure on electronic records and signatures. The signing page always requires it; with this setting, clients of the API have to record it too. False by default. */
  requireConsent?: boolean | null | undefined;
  /** Let a signer hand the turn to another person, up to 3 times: `POST /signing/{token}/delegate`. False by default. */
  allowDelegation?: boolean | null | undefined;
};
export type BundleGeneration = {
  /** Markdown templates in the order in which they are printed. Each has its own data, at most 128 KiB together, and the same template can be used more than once. */
  templates: BundledTemplate[];
};
export type BundledTemplate = {
  templateId: string;
  /** The revision to use, such as the one that was previewed. Defaults to the current one. */
  revision?: number | undefined;
  /** A value for every variable of the source; sample data is not used as a default. At most 128 KiB as JSON and 200 items per array. */
  templateData: Record<string, unknown>;
};
export type BundledTemplateOrigin = {
  templateId: string;
  templateName: string;
  revision: number;
  sourceHash: string;
};
export type ChangedScreeningWatch = {
  subject: {
    /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
    name: string;
    aliases?: string[] | undefined;
    /** If omitted, persons and companies can match. */
    entityType?: "person" | "entity" | null | undefined;
    /** Country of the document that states the name. It decides how names in other scripts are read. */
    country?: string | null | undefined;
    datesOfBirth?: string[] | undefined;
    /** For companies: countries of registration. */
    nationalities?: string[] | undefined;
    identifiers?: Array<{
      /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
      kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
      /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
      value: string;
      /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
      country?: string | null | undefined;
    }> | undefined;
  };
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
  /** The risk subject to record outcomes on. */
  riskSubjectId?: string | null | undefined;
  /** Your own reference. Not a name: it is stored as it is. */
  reference?: string | null | undefined;
  /** The current version, if the change depends on it. */
  expectedVersion?: number | undefined;
};
export type ClosedProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  kind: "policy" | "override" | "revocation" | "match" | "profile" | "list" | "settings" | "organization";
  about: string | null;
};
export type CompactJourney = {
  /** `[occurredAt, type, id, resourceId, actor]` in order of receipt, oldest first. */
  events: Array<[string, string, string, string, string]>;
  /** `[evaluatedAt, policyKey, score, band, decision, assessmentId]` of the assessments among the events, oldest first. */
  scores: Array<[string, string, number | null, string | null, "reject" | "restrict" | "review" | "awaiting_evidence" | "none", string]>;
  nextCursor: string | null;
};
export type ConsistencyProof = {
  from: number;
  to: number;
  fromRoot: string;
  toRoot: string;
  /** Consistency proof (RFC 9162). */
  path: string[];
};
export type ConsoleConfig = {
  stage: string;
  /** Issuer of the user tokens; its discovery document has the endpoints. */
  issuer: string;
  /** OAuth client of the console: public, with PKCE. */
  clientId: string;
  /** OAuth client of `assay login`; null if users of the command need an API key. */
  commandClientId: string | null;
  /** Origin that answers `GET /assay/subject-card` with the customer’s own data. */
  subjectCardOrigin: string | null;
};
export type Context = {
  id: string;
  resource: "contexts";
  data: {
    kind: string;
    externalId: string;
    label: string | null;
    createdAt: string;
  };
};
export type Counts = {
  worklist: {
    /** Subjects with open actions. */
    total: number;
    /** By the worst decision of a subject, after overrides. */
    decisions: {
      /** Of decision `reject`. */
      reject: number;
      /** Of decision `restrict`. */
      restrict: number;
      /** Of decision `review`. */
      review: number;
      /** Of decision `awaiting_evidence`. */
      awaiting_evidence: number;
      /** Of decision `none`. */
      none: number;
    };
    /** Assigned to the caller; 0 for an API key. */
    mine: number;
    /** Late subjects among the counted ones. */
    late: number;
  };
  matches: {
    /** Matches without a decision or proposal. */
    pending: number;
    /** Matches with a proposed decision. */
    proposed: number;
  };
  /** Absent if none waits for the caller. */
  proposals?: {
    /** Open proposals of other people that the caller can decide on. */
    waiting: number;
  } | undefined;
  /** Absent if none waits for the caller. */
  requests?: {
    /** Requests of other people without an answer, to the caller or a role of the caller. */
    waiting: number;
  } | undefined;
  /** Absent if the caller has read all, and for an API key. */
  notifications?: {
    /** Notifications that are not read, among the latest 100. */
    unread: number;
  } | undefined;
  lists: {
    /** Screening lists that are stale. */
    stale: number;
    /** Screening lists with a version that waits for approval. */
    waiting: number;
  };
  /** Absent if no webhook is failing. */
  webhooks?: {
    /** Webhooks whose last delivery failed, and those that the service has disabled. */
    failing: number;
  } | undefined;
  deliveries: {
    /** Failed deliveries of the oldest ten webhooks, of the last 90 days. */
    failed: number;
  };
};
export type CreatedOverride = {
  id: string;
  resource: "overrides";
  data: {
    assessmentId: string;
    subjectId: string;
    policyKey: string;
    decision: "none" | "review" | "restrict" | "reject";
    reason: string;
    expiresAt: string;
    createdBy: string;
    createdAt: string;
    /** The proposal that it accepted. */
    proposalId: string | null;
    proposedBy: string | null;
    revokedAt: string | null;
    revokedBy: string | null;
    revocationReason: string | null;
    /** The override that it continues on a newer assessment with the same result. Created by monitoring. */
    carriedFrom?: string | undefined;
    /** With `carriedFrom`: the override that people created. */
    firstOverrideId?: string | undefined;
    /** The override that continues this one on a newer assessment. */
    carriedTo?: string | undefined;
  };
  /** `ends_with_next_assessment`: the policy monitors the subject and does not carry overrides, so the next evidence or the next deadline ends this one before `expiresAt`. */
  notices?: Array<"ends_with_next_assessment"> | undefined;
};
export type DecisionExpiry = {
  ids: string[];
  reason: string;
};
export type DecisionReasonFact = "birth" | "nationality" | "document" | "name" | "kind" | "none";
export type DecisionReasons = {
  /** Offered when a match is decided as a false positive. */
  falsePositive: string[];
  /** Offered when a match is confirmed. */
  confirmed: string[];
  /** What each reason says about the comparison. */
  facts: Array<{
    reason: string;
    /** What a reason says about the customer and the listed entry: the date of birth, a nationality or country, a document number, the full name, or the kind (person or organization). As a reason for a false positive it says that they differ, as one for a confirmation that they agree. `none`: the reason says nothing that is compared. */
    fact: DecisionReasonFact;
  }>;
};
export type DecisionReasonsUpdate = {
  /** Offered when a match is decided as a false positive. */
  falsePositive: string[];
  /** Offered when a match is confirmed. */
  confirmed: string[];
  /** What each reason says about the comparison. Reasons that it does not name keep the fact they have; a new one has that of the built-in reason with the same text, or else `none`. Facts of reasons that are not listed are ignored. */
  facts?: Array<{
    reason: string;
    /** What a reason says about the customer and the listed entry: the date of birth, a nationality or country, a document number, the full name, or the kind (person or organization). As a reason for a false positive it says that they differ, as one for a confirmation that they agree. `none`: the reason says nothing that is compared. */
    fact: DecisionReasonFact;
  }> | undefined;
};
export type Declining = {
  reason: string;
};
export type DelegatedTurn = {
  status: "delegated";
};
export type DeletionRequest = {
  /** The id of the organization, as `GET /organization` shows it. Organizations have no name in this API. Case is ignored. */
  confirm: string;
  /** Stored in the history only. */
  reason?: string | null | undefined;
  /** The open proposal of another person that the request accepts. Required while a rule of `fourEyes` is on. */
  proposalId?: string | null | undefined;
};
export type DeletionRevocation = {
  /** Stored in the history only. */
  reason?: string | null | undefined;
} | undefined;
export type Delivery = {
  id: string;
  resource: "deliveries";
  data: {
    webhookId: string;
    eventId: string;
    event: string;
    status: "pending" | "succeeded" | "failed";
    attempts: Array<{
      at: string;
      /** HTTP status of the receiver; null without a response. */
      status: number | null;
      latencyMs: number;
      /** Why there was no response: `timeout`, `connection_reset`, `forbidden_address`, …; `webhook_paused` and similar when the delivery could not be sent; `circuit_open` when it was postponed for more than a day because the receiver timed out every time. */
      error: string | null;
      /** The first 1,000 characters of the response. */
      preview: string | null;
    }>;
    /** Time of the next attempt; null after the last. It moves ahead without an attempt while the receiver is paused after ten timeouts in a row. */
    nextAttemptAt: string | null;
    createdAt: string;
  };
};
export type DeliveryDetail = {
  id: string;
  resource: "deliveries";
  data: {
    webhookId: string;
    eventId: string;
    event: string;
    status: "pending" | "succeeded" | "failed";
    attempts: Array<{
      at: string;
      /** HTTP status of the receiver; null without a response. */
      status: number | null;
      latencyMs: number;
      /** Why there was no response: `timeout`, `connection_reset`, `forbidden_address`, …; `webhook_paused` and similar when the delivery could not be sent; `circuit_open` when it was postponed for more than a day because the receiver timed out every time. */
      error: string | null;
      /** The first 1,000 characters of the response. */
      preview: string | null;
    }>;
    /** Time of the next attempt; null after the last. It moves ahead without an attempt while the receiver is paused after ten timeouts in a row. */
    nextAttemptAt: string | null;
    createdAt: string;
    /** The body of every attempt, exactly as sent. */
    payload: string;
    /** The headers that are the same in every attempt. The timestamps and signatures of an attempt are not stored. */
    headers: Record<string, string>;
  };
};
export type DeliveryPage = {
  items: Delivery[];
  nextCursor: string | null;
};
export type Directory = {
  items: Array<{
    /** Histories name the person as `user:<userId>`. */
    userId: string;
    /** Null if no token has stated it. */
    email: string | null;
    /** Null if no token has stated it. */
    name: string | null;
    role: "owner" | "admin" | "member";
    /** Precise to the day; null for invited people who have not signed in. */
    lastSeenAt: string | null;
  }>;
  /** Whether there are more people. Look them up with `ids`. */
  more: boolean;
};
export type Document = {
  id: string;
  name: string;
  status: "draft" | "sent" | "completed" | "declined" | "voided" | "expired";
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  expiresAt: string | null;
  completedAt: string | null;
  signers: Signer[];
  origin: {
    kind: "upload";
  } | {
    kind: "template";
    templateId: string;
    /** Name of the template when the document was created. Null for older documents. */
    templateName: string | null;
    /** Revision of the template at that time. */
    revision: number;
    sourceHash: string;
    /** Of a document of several templates: all of them in order. The members beside are those of the first. */
    templates?: BundledTemplateOrigin[] | undefined;
  };
  /** Page sizes in points, as a viewer shows them. */
  pages: Array<{
    width: number;
    height: number;
  }>;
  message: string | null;
  senderName: string | null;
  organizationName: string | null;
  replyTo: string | null;
  noticesTo: string | null;
  remindAfterDays: number | null;
  remindBeforeExpiryDays: number | null;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  requireConsent: boolean;
  allowDelegation: boolean;
  /** Reason for declining or voiding. */
  closeReason: string | null;
  /** SHA-256 of the original: the file as printed, or as cleaned and written anew after its upload. */
  sha256: string;
  /** SHA-256 of the text that signers can read instead of the pages, `GET /signing/{token}/text`. Missing for an uploaded PDF, and for documents from before it was stored. */
  textSha256?: string | undefined;
  /** SHA-256 of the sealed file; null until all signers have signed. */
  finalSha256: string | null;
  /** Days that the document is kept after its end. Missing: without limit. */
  retainDays?: number | undefined;
  /** When the document is deleted; missing until it has ended. A legal hold of the document or of the organization suspends the deletion. */
  keepUntil?: string | undefined;
  /** Missing without a legal hold on the document. */
  legalHold?: DocumentHold | undefined;
};
export type DocumentFromTemplate = {
  name: string;
  /** A value for every variable of the source; sample data is not used as a default. At most 128 KiB as JSON and 200 items per array. */
  templateData: Record<string, unknown>;
  /** The revision to use, such as the one that was previewed. Defaults to the current one. */
  revision?: number | undefined;
  /** Signers by role id. */
  signers: Record<string, NewSigner>;
  /** Approvers and recipients of copies, who have no role of the template. */
  others?: NewOther[] | undefined;
};
export type DocumentHold = {
  placedAt: string;
  /** `user:<id>`. */
  placedBy: string;
};
export type DocumentHoldChange = {
  /** Whether the document is under a legal hold. */
  held: boolean;
  /** Stored in the history. */
  reason: string;
  /** The open proposal of another person to release the hold. Required for a release while the deletion of the organization requires two people. */
  proposalId?: string | null | undefined;
};
export type DocumentSigner = {
  id: string;
  roleId: string | null;
  name: string;
  email: string;
  signingOrder: number;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  viewedAt: string | null;
  completedAt: string | null;
  consent: {
    version: string;
    language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
    acceptedAt: string;
    /** Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was accepted before this was recorded. */
    onPage?: boolean | undefined;
  } | null;
  /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
  identityCheck: "email_code" | {
    workflowId: string;
  } | null;
  identityVerifiedAt: string | null;
  /** Of a signer with a workflow as identity check; null until the signer has requested it. */
  identitySession: SignerIdentitySession | null;
  /** Missing for a signer. */
  role?: "approver" | "copy" | undefined;
  /** Who had this turn before and handed it on, the first to begin with. Missing if it was not handed on. */
  delegations?: SignerDelegation[] | undefined;
  /** `ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy. */
  status: "waiting" | "ready" | "completed" | "declined";
  /** When the latest reminder was requested, by you or automatically. */
  remindedAt: string | null;
  /** What became of the emails to the signer. Null before the first email, and after the address was corrected. */
  delivery: EmailDelivery | null;
  /** The document the signer belongs to. */
  documentId: string;
  /** The document with all its signers. */
  document: Document;
};
export type DocumentSummary = {
  id: string;
  name: string;
  status: "draft" | "sent" | "completed" | "declined" | "voided" | "expired";
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  expiresAt: string | null;
  completedAt: string | null;
  /** At most 20, in the order in which they were added. */
  signers: SignerSummary[];
};
export type DocumentText = {
  /** SHA-256 of the PDF that was printed from the same text. */
  pdfSha256: string;
  /** A BCP 47 tag. */
  language: string | null;
  /** In reading order, by `kind`. `heading` (`level`) and `paragraph` have `runs`; `list` has `items` of a `marker` and `blocks`; `table` has `alignments`, `head` and `rows` of cells with `runs`; `code` has `text`; `quote` has `blocks`; `signatures` has `signatures` of a `fieldId`, a `label` and `lines`; `rule` has nothing. A run is `text` with `isBold`, `isItalic`, `isStruck`, `isCode` or `href`, a `fieldId`, or an `image`. `isRtl`: it runs from right to left. */
  blocks: Array<Record<string, unknown>>;
  /** `data:` URLs of the images, by name. */
  images: Record<string, string>;
};
export type DocumentUpload = {
  uploadId: string;
  /** Accepts one `PUT` of the file until `expiresAt`. */
  url: string;
  /** Headers to send with the `PUT`, exactly as they are: they are part of the signature. */
  headers: Record<string, string>;
  expiresAt: string;
};
export type EarlierMatchDecision = {
  runId: string;
  matchId: string;
  decision: "pending" | "confirmed" | "false_positive";
  reason: string;
  decidedBy: string;
  decidedAt: string;
  proposedBy: string | null;
  /** The score of the match that was decided. */
  score: number;
  /** Digest of the listed entry at that time. */
  entryDigest: string | null;
  /** Whether the list states other facts of the entry now than it did then; null if either run stored no entry. */
  entryChanged: boolean | null;
};
export type EmailDelivery = {
  /** `sent`: handed to the mail service. `delivered`: accepted by the server of the recipient. `bounced`: refused by it. `complained`: reported as spam by the recipient. */
  status: "sent" | "delivered" | "bounced" | "complained";
  at: string;
  /** Why it bounced. Null otherwise. */
  reason: "no_such_mailbox" | "suppressed" | "mailbox_full" | "message_too_large" | "content_rejected" | "undeliverable" | "reported_as_spam" | null;
};
export type Event = {
  id: string;
  resource: "events";
  data: {
    /** Event type, such as `risk.subject.created`. */
    type: string;
    /** The kind of record that changed. */
    resource: string;
    resourceId: string;
    subjectId: string | null;
    /** `api_key:<id>`, `user:<id>` or `service:<name>`. */
    actor: string;
    reason: string | null;
    /** Details of the change, such as a reported activity, the previous and new status of an action, or the API keys of a source. Not part of webhook deliveries. */
    details: Record<string, unknown> | null;
    occurredAt: string;
    /** With `view=webhook` only: the body of the webhook deliveries of this event; null if it is not delivered. */
    webhookBody?: string | null | undefined;
    /** With `view=summary` only, if the event is about a subject. */
    subject?: {
      kind: "person" | "business" | "account" | "transaction";
      externalId: string;
    } | undefined;
  };
};
export type EventProof = {
  eventId: string;
  /** Number of the leaf, from 0. */
  leafIndex: number;
  treeSize: number;
  leafHash: string;
  /** Inclusion proof (RFC 9162), from the leaf to the root. */
  path: string[];
  root: string;
  upTo: string;
  sealedAt: string;
  /** In Base64, by the sealing key (`GET /documents/seal-key`) with SHA-256, ECDSA (DER) or RSA (PKCS #1 v1.5) by its kind, of the canonical JSON of `{ mode, organizationId, root, sealedAt, statement: "assay.audit.root", treeSize, upTo }`. */
  signature: string;
  /** SHA-256 of that public key. */
  keyFingerprint: string;
};
export type EventSelector = "*" | "risk.*" | "risk.subject.*" | "risk.policy.*" | "risk.activity.*" | "risk.evidence.*" | "risk.assessment.*" | "risk.action.*" | "risk.assignment.*" | "risk.override.*" | "risk.outcome.*" | "risk.review.*" | "risk.investigation.*" | "risk.backtest.*" | "work.*" | "verification.*" | "verification.run.*" | "verification.decision.*" | "screening.*" | "screening.run.*" | "screening.batch.*" | "screening.match.*" | "screening.watch.*" | "screening.list.*" | "document.*" | "signer.*" | "job.*" | "audit.*" | "audit.root.*" | "organization.*" | "organization.deletion.*" | "webhook.*" | "risk.subject.created" | "risk.policy.created" | "risk.policy.published" | "risk.policy.retired" | "risk.activity.reported" | "risk.evidence.recorded" | "risk.evidence.batch_recorded" | "risk.assessment.created" | "risk.action.requested" | "risk.action.transitioned" | "risk.assignment.changed" | "risk.override.created" | "risk.override.revoked" | "risk.override.carried" | "risk.outcome.recorded" | "risk.outcome.withdrawn" | "risk.review.due" | "risk.review.overdue" | "risk.investigation.finished" | "risk.backtest.completed" | "work.requested" | "work.answered" | "verification.run.completed" | "verification.decision.recorded" | "screening.run.completed" | "screening.batch.completed" | "screening.run.attached" | "screening.match.found" | "screening.watch.created" | "screening.watch.updated" | "screening.watch.deleted" | "screening.list.held" | "document.sent" | "document.viewed" | "document.field_filled" | "document.signed" | "document.approved" | "signer.delegated" | "document.completed" | "document.declined" | "document.voided" | "document.expired" | "document.retention_ended" | "job.ended" | "audit.root.sealed" | "organization.deletion.requested" | "organization.deletion.revoked" | "signer.email_bounced" | "signer.email_complained" | "signer.identity_verified" | "signer.identity_check_requested" | "signer.identity_check_approved" | "signer.identity_name_differs" | "webhook.disabled" | "webhook.ping";
export type Evidence = {
  id: string;
  resource: "evidence";
  data: {
    subjectId: string;
    /** Source identity, as policies name it. */
    source: string;
    sourceRegistrationId: string | null;
    fact: string;
    status: "available" | "unavailable" | "revoked";
    value: string | number | boolean | Array<string | number | boolean> | null;
    observedAt: string;
    expiresAt: string | null;
    providerRef: string | null;
    receivedAt: string;
    /** Number of receipts of the subject, including this one. */
    evidenceRevision: number;
    /** The previous receipt of the same fact and source. */
    supersedesId: string | null;
    bindingRevision: number | null;
    submittedBy: string;
    adapterVersion: string;
    evidenceClass: string;
    batchId: string | null;
  };
};
export type EvidenceBatch = {
  id: string;
  subjectId: string;
  items: Evidence[];
};
export type EvidencePack = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  subjectId: string;
  documentIds: string[];
  includeNotes: boolean;
  /** When the files are deleted; null until the job has completed. */
  expiresAt: string | null;
  /** The sealed PDF. Null until the job has completed, once the files are deleted, and if it cannot be printed. */
  report: {
    fileName: string;
    sizeBytes: number;
    /** Downloads the file without credentials, for 15 minutes. Read the pack again for another. */
    url: string;
    sha256: string;
  } | null;
  /** The ZIP archive. Null until the job has completed, and once the files are deleted. */
  archive: {
    fileName: string;
    sizeBytes: number;
    /** Downloads the file without credentials, for 15 minutes. Read the pack again for another. */
    url: string;
    /** SHA-256 of `manifest.json`, which has that of every other file. The report names it. */
    manifestSha256: string;
  } | null;
};
export type ExpiredDecisions = {
  expired: string[];
  /** A person had expired these before, or decided anew. */
  unchanged: string[];
};
export type Export = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  kind: "subjects" | "worklist" | "matches" | "runs" | "events" | "documents" | "batch_rows" | "screening_decisions" | "attestations";
  format: "csv" | "ndjson";
  from: string | null;
  to: string | null;
  filter: Record<string, unknown>;
  /** When the file is deleted; null until the export is completed. */
  expiresAt: string | null;
  /** Null unless the export is completed and has not expired. */
  file: {
    fileName: string;
    sizeBytes: number;
    /** Downloads the file without credentials, for 15 minutes. Read the export again for another. */
    url: string;
  } | null;
};
export type Field = {
  id: string;
  documentId: string;
  /** `key` of the template field it was created from; shared by fields that a loop repeats. Null for signature blocks and fields without a template. */
  key: string | null;
  /** In a document of several templates: number of the template that the field is from, starting at 1 and in the order of `origin.templates`. Templates can use the same `key`. */
  templateNumber?: number | undefined;
  signerId: string;
  fieldType: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown";
  pageNumber: number;
  /** Points from the left edge, rounded to a thousandth. */
  xPosition: number;
  /** Points from the top edge, rounded to a thousandth. */
  yPosition: number;
  /** In points, rounded to a thousandth; at least 0.001. */
  width: number;
  /** In points, rounded to a thousandth; at least 0.001. */
  height: number;
  required: boolean;
  label: string | null;
  /** A value the signer could enter: `true` for a checkbox, an option for a dropdown. */
  value: string | null;
  /** Options of a dropdown: single-line texts, none blank or repeated. */
  options: string[] | null;
  /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
  acroFieldName: string | null;
  maxLength: number | null;
  /** RE2 regular expression that the whole value must match. */
  validationPattern: string | null;
  validationMessage: string | null;
  /** Of the checkboxes of a signer with the same key, one can be checked. */
  groupKey: string | null;
  groupRequired: boolean;
  /** Another field of the same signer. This field is required while that field is filled or has the value `requiredWhenValue`. */
  requiredWhenFieldId: string | null;
  /** A possible value of that field; null for any value. */
  requiredWhenValue: string | null;
  sharedFill: boolean;
  /** D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between. */
  dateFormat: string | null;
  /** Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD. */
  signingDate: boolean;
  /** Whether the signer can change a prefilled value. */
  editable: boolean;
  multiline: boolean;
  signatureImageUrl: string | null;
  filledAt: string | null;
  filledBy: "sender" | "signer" | null;
  createdAt: string;
  updatedAt: string;
};
export type FieldUpdate = {
  signerId?: string | undefined;
  fieldType?: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown" | undefined;
  pageNumber?: number | undefined;
  /** Points from the left edge, rounded to a thousandth. */
  xPosition?: number | undefined;
  /** Points from the top edge, rounded to a thousandth. */
  yPosition?: number | undefined;
  /** In points, rounded to a thousandth. At least 5. */
  width?: number | undefined;
  /** In points, rounded to a thousandth. At least 5. */
  height?: number | undefined;
  required?: boolean | undefined;
  /** Text that the signer sees. */
  label?: string | null | undefined;
  /** A value the signer could have entered: `true` or `false` for a checkbox, as a boolean or a string; an option for a dropdown. */
  value?: string | boolean | null | undefined;
  /** Options of a dropdown: single-line texts, none blank or repeated. */
  options?: string[] | null | undefined;
  /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
  acroFieldName?: string | null | undefined;
  maxLength?: number | null | undefined;
  /** RE2 regular expression that the whole value must match. */
  validationPattern?: string | null | undefined;
  validationMessage?: string | null | undefined;
  /** Of the checkboxes of a signer with the same key, one can be checked. */
  groupKey?: string | null | undefined;
  groupRequired?: boolean | undefined;
  /** Another field of the same signer. This field is required while that field is filled or has the value `requiredWhenValue`. */
  requiredWhenFieldId?: string | null | undefined;
  /** A possible value of that field; null for any value. */
  requiredWhenValue?: string | null | undefined;
  sharedFill?: boolean | undefined;
  /** D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between. */
  dateFormat?: string | null | undefined;
  /** Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD. */
  signingDate?: boolean | undefined;
  /** Whether the signer can change a prefilled value. */
  editable?: boolean | undefined;
  multiline?: boolean | undefined;
};
export type Fill = {
  /** Text of at most 10,000 characters; an option; a date in the field’s format; `true` or `false` for a checkbox; for a signature or initials `{ "typed": "…" }`, or a `data:` URL of a PNG or JPEG with visible ink. Null clears the field. */
  value: string | boolean | TypedSignature | null;
};
export type FollowTheMoneyEntity = {
  id: string;
  schema: "Person" | "Organization" | "Vessel";
  caption: string;
  /** The key of the list. */
  datasets: string[];
  target: true;
  /** Values by property. Absent where the list states none. */
  properties: Record<string, Array<string | {
    id: string;
    schema: string;
    properties: Record<string, string[]>;
  }>>;
};
export type FormField = {
  /** What `acroFieldName` of a field refers to. */
  name: string;
  type: "text" | "checkbox" | "radio" | "dropdown" | "listbox" | "signature" | "button";
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
  options: Readonly<string[]> | null;
  value: string | null;
  /** Only for a list box with several selected options, which no field can be linked to. */
  values?: Readonly<string[]> | undefined;
  isRequired: boolean;
  isReadOnly: boolean;
  isMultiline: boolean;
  maxLength: number | null;
};
export type FourEyes = {
  /** Publishing a policy version. */
  policies: boolean;
  /** Creating an override. */
  overrides: boolean;
  /** Deciding a screening match, and changing a screening profile. */
  matches: boolean;
  /** Approving a list version. */
  lists: boolean;
};
export type Health = {
  status: "ok";
  version: string;
};
export type HeldListVersion = {
  versionId: string;
  publishedAt: string | null;
  builtAt: string;
  entryCount: number;
  droppedEntries: number;
  /** Entries by kind; null if they were not counted. */
  counts: {
    person: number;
    entity: number;
    vessel: number;
  } | null;
  /** SHA-256 over the name and SHA-256 of each file the version was read from. */
  digest: string;
  origin: "publisher" | "upload";
  /** `user:<id>` for operator organizations, `operator` for others. */
  uploadedBy: string | null;
  /** Why it is held: see `attentionReasons`. */
  reasons: string[];
};
export type IdentityCheckState = {
  /** `waiting`: for the results of the steps. `in_review`: for a decision. `declined`: the latest attempt was rejected or revoked. `name_differs`: approved for a document with another name. `approved`: the document is shown. */
  status: "waiting" | "in_review" | "declined" | "name_differs" | "approved";
};
export type IdentityCodeEntry = {
  /** The six digits of the latest email. */
  code: string;
};
export type IdentityCodeSent = {
  status: "sent";
  /** End of the code. */
  expiresAt: string;
};
export type IdentitySession = {
  /** To append to the token, after a dot: `/signing/{token}.{session}`. Never stored. */
  session: string;
  /** After it another code is needed. */
  expiresAt: string;
};
export type Investigation = {
  id: string;
  resource: "investigations";
  data: {
    subjectId: string;
    question: string;
    assistance: "none" | "ai";
    assessmentIds: string[];
    status: "queued" | "running" | "completed" | "failed";
    requestedBy: string;
    createdAt: string;
    startedAt: string | null;
    finishedAt: string | null;
    /** The records that were examined. Later changes do not alter it. */
    snapshot: {
      takenAt: string;
      evidenceRevision: number;
      /** Number of receipts. */
      evidence: number;
      assessments: number;
      overrides: number;
      /** Number of open actions, the latest 200 at most. */
      actions: number;
      /** Number of events, the latest 200 at most. */
      events: number;
      /** Whether records were left out for lack of space. */
      truncated: boolean;
      leftOut: {
        evidence: number;
        assessments: number;
        events: number;
      };
    };
    findings: Array<{
      /** Key of the finding within its investigation. */
      key: string;
      statement: string;
      /** Receipts that the finding cites. */
      evidenceIds: string[];
      /** Events that the finding cites. */
      eventIds: string[];
      confidence: "low" | "medium" | "high";
    }>;
    summary: string | null;
    /** Why the investigation failed. */
    errorCode: "consent_withdrawn" | "ai_unavailable" | "ai_refused" | "invalid_answer" | "uncited_finding" | "attempts_exhausted" | "spending_limit" | null;
  };
};
export type InvestigationAiSettings = {
  aiInvestigations: boolean;
  /** Null until the owner decides; AI assistance is refused until then. */
  updatedAt: string | null;
  updatedBy: string | null;
};
export type InvestigationReview = {
  id: string;
  resource: "investigation-reviews";
  data: {
    investigationId: string;
    subjectId: string;
    /** The key of the finding. */
    finding: string;
    verdict: "supported" | "unsupported" | "inconclusive";
    reason: string;
    reviewedBy: string;
    reviewedAt: string;
  };
};
export type InvestigationState = {
  investigationId: string;
  status: "queued" | "running" | "completed" | "failed";
  outOfDate: boolean;
  /** Changes since the snapshot. */
  reasons: Array<"newer_evidence" | "newer_assessment" | "newer_events">;
  snapshotTakenAt: string;
  evidenceRevision: number;
};
export type Job = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  kind: "export" | "bulk_send" | "screening_batch" | "policy_rollout" | "policy_backtest" | "watch_rescreen" | "batch_watches" | "screening_assurance" | "screening_look_back" | "evidence_pack";
  /** What was asked for, such as the kind and filter of an export. */
  input: Record<string, unknown>;
};
export type JourneyPage = {
  items: Event[];
  nextCursor: string | null;
};
export type KeyRevocation = {
  reason?: string | null | undefined;
} | undefined;
export type LegalHold = {
  placedAt: string;
  /** `user:<id>`. */
  placedBy: string;
};
export type LegalHoldChange = {
  /** Whether the organization is under a legal hold. */
  held: boolean;
  /** Stored in the history. */
  reason: string;
  /** The open proposal of another person to release the hold. Required for a release while the deletion requires two people. */
  proposalId?: string | null | undefined;
};
export type LinkIssue = {
  /** Return the new link in `signingUrl`, which the audit trail and the certificate record. True by default; with false it is emailed only. Organizations with `linksByEmailOnly` have to send false. */
  returnLink?: boolean | null | undefined;
};
export type LinkRequest = {
  status: "requested";
};
export type ListApproval = {
  /** Required when more than one version is held. */
  versionId?: string | null | undefined;
  /** For the history; shown to operators only. */
  reason?: string | undefined;
  /** The open proposal of another person that the change accepts. */
  proposalId?: string | null | undefined;
};
export type ListHistoryEvent = {
  id: string;
  /** What happened. - `screening.list.refresh_requested`: An operator requested a download from the publisher. - `screening.list.upload_requested`: An operator requested a URL to upload a file to. - `screening.list.uploaded`: An operator uploaded a file and requested that it be read. - `screening.list.activated`: A version passed every check and is searched from then on. - `screening.list.confirmed`: The publisher has the active version (recorded once a day), or an uploaded file is the one it was read from. - `screening.list.held`: A version is held for approval; `reasons` says why. - `screening.list.refused`: A file could not be read; the active version stays. - `screening.list.reindexed`: The active version was indexed again, from the same entries. - `screening.list.approved`: An operator approved a held version. - `screening.list.rejected`: An operator discarded an uploaded version, or dismissed the faults of unreadable uploads. - `screening.list.rolled_back`: An operator went back to an earlier version. - `screening.list.created`: An own list was created. - `screening.list.renamed`: An own list got another name. - `screening.list.deleted`: An own list was deleted with all its versions. */
  type: "screening.list.refresh_requested" | "screening.list.upload_requested" | "screening.list.uploaded" | "screening.list.activated" | "screening.list.confirmed" | "screening.list.held" | "screening.list.refused" | "screening.list.reindexed" | "screening.list.approved" | "screening.list.rejected" | "screening.list.rolled_back" | "screening.list.created" | "screening.list.renamed" | "screening.list.deleted";
  /** What became of the list: `confirmed` (unchanged), `switched` (another version is searched), `held` or `failed`. Null for requests and for events without an effect on what is searched. */
  outcome: "confirmed" | "switched" | "held" | "failed" | null;
  occurredAt: string;
  /** `schedule`, or the person: `user:<id>` for organizations named in `listOperators`, `operator` for others. */
  actor: string;
  versionId: string | null;
  origin: "publisher" | "upload" | null;
  /** Publication date stated in the file. */
  publishedAt: string | null;
  /** SHA-256 over the name and SHA-256 of each file the version was read from. */
  digest: string | null;
  /** The files the version was read from, in the archive of the installation as `archive/<digest>`. Empty for versions of earlier releases. */
  files: Array<{
    name: string;
    /** SHA-256 of the uncompressed file, which is its name in the archive. */
    digest: string;
    /** Uncompressed. */
    sizeBytes: number;
  }>;
  entryCount: number | null;
  /** Entries by kind. */
  counts: {
    person: number;
    entity: number;
    vessel: number;
  } | null;
  /** Entries that the version that was active before lacks. */
  added: number | null;
  /** Entries that only the version that was active before has. */
  removed: number | null;
  /** Entries in both with different facts. */
  changed: number | null;
  /** Why the version is held or the file was refused. */
  reasons: string[];
  uploadId: string | null;
  fileName: string | null;
  sizeBytes: number | null;
  /** Of an own list that was created or renamed. */
  name?: string | undefined;
  /** Comment of the operator; shown to operator organizations only. */
  reason: string | null;
};
export type ListProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  change: "approve" | "roll_back";
  versionId: string;
};
export type ListProposals = {
  items: ListProposal[];
};
export type ListRefresh = {
  /** An uploaded file, to be read instead of the publisher’s. */
  upload?: {
    uploadId: string;
    fileName: string;
    /** Of a CSV file for an own list: the meaning of its headings, where they are not the names of the columns. */
    columns?: Record<string, "id" | "name" | "kind" | "aliases" | "weakAliases" | "dateOfBirth" | "placeOfBirth" | "gender" | "nationality" | "identifiers" | "identifierKind" | "identifierValue" | "identifierCountry" | "emails" | "addresses" | "measures" | "programme" | "listedOn" | "endsOn" | "remarks" | "ignore"> | null | undefined;
  } | null | undefined;
};
export type ListRejection = {
  /** The held version to discard. Without it, the faults of uploads that could not be read are dismissed. */
  versionId?: string | null | undefined;
  /** For the history; shown to operators only. */
  reason: string;
};
export type ListRollBack = {
  versionId: string;
  /** For the history; shown to operators only. */
  reason: string;
  /** The open proposal of another person that the change accepts. */
  proposalId?: string | null | undefined;
};
export type ListUpload = {
  uploadId: string;
  fileName: string;
  /** Accepts one `PUT` of the file until `expiresAt`. */
  url: string;
  /** Headers to send with the `PUT`, exactly as they are: they are part of the signature. */
  headers: Record<string, string>;
  expiresAt: string;
};
export type ListVersionDetail = {
  versionId: string;
  publishedAt: string | null;
  builtAt: string;
  entryCount: number;
  droppedEntries: number;
  /** Entries by kind; null if they were not counted. */
  counts: {
    person: number;
    entity: number;
    vessel: number;
  } | null;
  /** SHA-256 over the name and SHA-256 of each file the version was read from. */
  digest: string;
  origin: "publisher" | "upload";
  /** `user:<id>` for operator organizations, `operator` for others. */
  uploadedBy: string | null;
  state: "active" | "held" | "previous";
  /** Why it is held: see `attentionReasons` of the list. */
  reasons: string[];
  /** `user:<id>` for operator organizations, `operator` for others. */
  approvedBy: string | null;
  approvedAt: string | null;
  /** The version that was active when this one was built; null for a first version. */
  comparedTo: string | null;
  /** Null if the active version could not be read, as the next two. */
  added: number | null;
  removed: number | null;
  changed: number | null;
  /** Up to 50 of the added entries, by name. */
  addedEntries: Array<{
    id: string;
    name: string;
  }>;
  /** Up to 50 of the removed entries, by name. */
  removedEntries: Array<{
    id: string;
    name: string;
  }>;
};
export type ListVersionSummary = {
  versionId: string;
  publishedAt: string | null;
  builtAt: string;
  entryCount: number;
  droppedEntries: number;
  /** Entries by kind; null if they were not counted. */
  counts: {
    person: number;
    entity: number;
    vessel: number;
  } | null;
  /** SHA-256 over the name and SHA-256 of each file the version was read from. */
  digest: string;
  origin: "publisher" | "upload";
  /** `user:<id>` for operator organizations, `operator` for others. */
  uploadedBy: string | null;
};
export type LookupResult = {
  items: Array<{
    /** As in the paths of the API, such as `subjects`, `runs` or `documents`. */
    resource: string;
    /** The id of the record; of a list, its key. */
    id: string;
    /** The record in a few words. */
    label: string;
  }>;
};
export type MatchDecisionSummary = {
  decidedBy: string;
  decidedAt: string;
  /** Who proposed the decision, if anyone. */
  proposedBy: string | null;
};
export type MatchProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  matchId: string;
  decision: "confirmed" | "false_positive";
};
export type MatchProposalSummary = {
  id: string;
  decision: "confirmed" | "false_positive";
  proposedBy: string;
  proposedAt: string;
};
export type MatchSubject = {
  id: string;
  kind: "person" | "business" | "account" | "transaction";
  externalId: string;
};
export type Me = {
  userId: string;
  organizationId: string;
  role: "owner" | "admin" | "member";
  /** Null if no token has stated it. */
  email: string | null;
  /** Null if no token has stated it. */
  name: string | null;
  /** Whether the organization may change screening lists (`listOperators`). */
  isListOperator: boolean;
  settings: OrganizationSettings;
  /** The blind review that the user has open. Until it ends, most other operations are refused. */
  blindReview?: {
    sampleId: string;
    mode: "test" | "live";
    until: string;
  } | undefined;
};
export type Member = {
  id: string;
  resource: "members";
  data: {
    email: string | null;
    name: string | null;
    role: "owner" | "admin" | "member";
    /** `invited` until the member has signed in and called `GET /me`. */
    status: "invited" | "active" | "disabled";
    /** Precise to the day; null before the first time. */
    lastSeenAt: string | null;
    /** Null for members who were not invited by the API. */
    invitedAt: string | null;
  };
};
export type MemberChange = {
  /** Counts from the next token on, within 15 minutes. */
  role?: "owner" | "admin" | "member" | undefined;
  /** A disabled member cannot sign in or renew a token. */
  status?: "active" | "disabled" | undefined;
  /** The open proposal of another person that the change accepts. It has to propose the same values. */
  proposalId?: string | null | undefined;
  /** Stored in the history only. Required with `proposalId`. */
  reason?: string | null | undefined;
};
export type MemberDecisions = {
  subjectId: string;
  kind: "person" | "business" | "account" | "transaction";
  externalId: string;
  role: string | null;
  /** The latest assessment by each policy: the worst effective decision first, then the highest score. */
  decisions: Array<{
    policyKey: string;
    score: number | null;
    band: string | null;
    /** Decision of the assessment. */
    decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
    /** As in the state of the assessment: after an override, or `reassessment_required`. */
    effectiveDecision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "reassessment_required";
    evaluatedAt: string;
    assessmentId: string;
    /** Null for assessments of earlier releases. */
    policyVersionId: string | null;
  }>;
  /** Keys of pinned policies that have not assessed the subject. */
  unassessed: string[];
};
export type Membership = {
  id: string;
  resource: "context-memberships";
  data: {
    contextId: string;
    subjectId: string;
    role: string | null;
    createdAt: string;
  };
};
export type MembershipPage = {
  items: Membership[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Monitoring = {
  id: string;
  resource: "monitoring";
  data: {
    subjectId: string;
    policyKey: string;
    policyVersionId: string;
    enabled: boolean;
    /** Why the last check created no assessment. */
    lastError: "applicability_unknown" | "applicability_not_matched" | "evaluation_failed" | null;
    lastEvaluatedAt: string | null;
    /** Present if the service paused monitoring: the policy version was retired. Configure another version. */
    pausedReason?: "policy_retired" | undefined;
    /** Date of the review. Present if the policy version has `review`. */
    reviewDueAt?: string | undefined;
    /** Whose `reviewAfterSeconds` gives the date. */
    reviewReason?: "band" | "policy" | undefined;
    /** The actions of the review, from its date until they are completed. */
    reviewActionIds?: string[] | undefined;
    /** With `reviewActionIds`: when the review is overdue. */
    reviewOverdueAt?: string | undefined;
    /** Time of the next check without new evidence; null while paused. */
    nextCheckAt: string | null;
    createdAt: string;
    /** Time of the last configuration. */
    updatedAt: string;
    /** `newer_policy_version`: a version with a higher number is in force. Absent if there is nothing to say. */
    notices?: Array<"newer_policy_version"> | undefined;
  };
};
export type NewActivity = {
  /** A dotted name of your choice. */
  activityType: string;
  category: "account" | "authentication" | "payment" | "profile" | "device" | "communication" | "compliance" | "other";
  title: string;
  summary?: string | null | undefined;
  occurredAt: string;
  reference?: string | null | undefined;
};
export type NewApiKey = {
  name?: string | undefined;
  mode: "test" | "live";
  /** Must be in the future. */
  expiresAt?: string | null | undefined;
  /** What the key can call. `all`: every operation that accepts API keys. `read`: every operation that changes nothing (GET, and POST operations that only answer a question). A module (`risk`, `screening`, `verification`, `documents`, `webhooks`, `jobs`): every operation of that module. A module with `:read`: the operations of that module that change nothing. An operation outside the scopes is refused with 403 `insufficient_scope`. */
  scopes?: Array<"all" | "read" | "risk" | "screening" | "verification" | "documents" | "webhooks" | "jobs" | "quality" | "risk:read" | "screening:read" | "verification:read" | "documents:read" | "webhooks:read" | "jobs:read" | "quality:read"> | undefined;
};
export type NewAssessment = {
  policyVersionId?: string | undefined;
  /** Instead of `policyVersionId`: the published version of this key with the highest number. */
  policyKey?: string | undefined;
  /** Cause of the assessment, in your own words. */
  trigger: string;
  /** Events of this subject that caused the assessment. */
  eventIds?: string[] | undefined;
  /** `unless_open`: an action of the same policy key and name that is still open is not requested a second time; `actionIds` then names the open one. Without it, and with `always`, the policy version decides. */
  repeatActions?: "always" | "unless_open" | undefined;
};
export type NewAssuranceLimit = {
  class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
  /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
  known: "bare" | "known";
  /** How many days from the acceptance the limit is accepted. */
  expiresInDays: number;
  /** The open proposal of another person. It has to propose the same. */
  proposalId: string;
  /** Why you accept it. The report has both reasons. */
  reason: string;
};
export type NewAssuranceLimitProposal = {
  class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
  /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
  known: "bare" | "known";
  /** How many days from the acceptance the limit is accepted. */
  expiresInDays: number;
  /** Why the class may find less, and what is done about it. */
  reason: string;
};
export type NewAttachmentUpload = {
  contentType: "application/pdf" | "image/png" | "image/jpeg" | "text/plain" | "text/csv" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  /** The exact size of the file. S3 refuses a body of any other size. */
  sizeBytes: number;
};
export type NewBacktest = {
  /** A version, also a draft. */
  policyVersionId?: string | undefined;
  /** Instead of a version. */
  definition?: PolicyDefinitionInput | undefined;
  against: {
    /** All assessments by versions of this policy. */
    policyKey: string;
    /** Made at this time or later. */
    since: string;
    /** Made before this time. Now, if it is left out. */
    until?: string | undefined;
  } | {
    /** The subjects of this context. */
    contextId: string;
    /** The policy whose latest assessment of each subject is compared. The one of `policyVersionId`, if it is left out. */
    policyKey?: string | undefined;
  } | {
    subjectIds: string[];
    /** The policy whose latest assessment of each subject is compared. The one of `policyVersionId`, if it is left out. */
    policyKey?: string | undefined;
  };
  /** `as_known`: the receipts and revocations that the service had when the assessment was made, at its time. `as_now`: those that it has now, at the time of the request. */
  evidence?: "as_known" | "as_now" | undefined;
  /** At most this many cases, the newest of a version first. */
  limit?: number | undefined;
};
export type NewBatchMapping = {
  /** Meanings of columns by heading, as in `columns` of a batch. A heading that a file does not have changes nothing. */
  columns: Record<string, "name" | "aliases" | "entityType" | "country" | "dateOfBirth" | "nationality" | "identifierKind" | "identifierValue" | "identifierCountry" | "riskSubjectId" | "reference" | "ignore">;
};
export type NewBatchUpload = {
  /** For the caller’s own records. It is not stored. */
  fileName: string;
  /** The exact size of the file. S3 refuses a body of any other size. */
  sizeBytes: number;
};
export type NewBulkSend = {
  templateId: string;
  /** The revision to use, such as the one that was previewed. Defaults to the current one. */
  revision?: number | undefined;
  /** The file, with a line of headings. Cells are separated by commas, semicolons or tabs. */
  csv: string;
  /** Meanings of columns by heading: `signers.<role>.name`, `.email` or `.language`, `data.<variable>`, `name` (of the document) or `ignore`. Without one `<role> name` and `<role> email` are of that signer, `document` is the name, and any other heading is a variable. */
  columns?: Record<string, string> | undefined;
  /** Name of documents whose row has none. Defaults to the name of the template. */
  name?: string | undefined;
  /** How all documents are sent. */
  sending?: BulkSending | undefined;
  /** Check and print every row, and create nothing. */
  dryRun?: boolean | undefined;
};
export type NewBundle = {
  name: string;
  /** Signers by role id. A role that several templates have is one signer. */
  signers: Record<string, NewSigner>;
  /** Approvers and recipients of copies, who have no role of the template. */
  others?: NewOther[] | undefined;
  /** Markdown templates in the order in which they are printed. Each has its own data, at most 128 KiB together, and the same template can be used more than once. */
  templates: BundledTemplate[];
};
export type NewContext = {
  kind: string;
  externalId: string;
  label?: string | null | undefined;
};
export type NewDelegation = {
  name: string;
  /** An email address. A domain in any script is converted to its ASCII form for delivery; the part before the @ must be ASCII. */
  email: string;
  /** For the sender and the audit trail. */
  reason: string;
};
export type NewDocument = {
  /** Defaults to the file name. */
  name?: string | undefined;
  /** The PDF. */
  file: File;
} | NewDocumentOfUpload;
export type NewDocumentOfUpload = {
  name: string;
  uploadId: string;
};
export type NewDocumentUpload = {
  /** The exact size of the file. S3 refuses a body of any other size. */
  sizeBytes: number;
};
export type NewEvidence = {
  sourceRegistrationId: string;
  fact: string;
  status: "available" | "unavailable" | "revoked";
  /** Required for `available` evidence and not allowed otherwise. A screening fact accepts its documented values only. */
  value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
  /** When the source observed it; not in the future. A time up to 5 seconds ahead of the service is stored as the receipt time. */
  observedAt: string;
  /** Must be after `observedAt`. */
  expiresAt?: string | null | undefined;
  providerRef?: string | null | undefined;
};
export type NewEvidenceBatch = {
  sourceRegistrationId: string;
  /** One item per fact. */
  items: Array<{
    fact: string;
    status: "available" | "unavailable" | "revoked";
    /** Required for `available` evidence and not allowed otherwise. A screening fact accepts its documented values only. */
    value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
    /** When the source observed it; not in the future. A time up to 5 seconds ahead of the service is stored as the receipt time. */
    observedAt: string;
    /** Must be after `observedAt`. */
    expiresAt?: string | null | undefined;
    providerRef?: string | null | undefined;
  }>;
};
export type NewEvidencePack = {
  /** Completed documents that belong to the subject. Documents do not name a subject themselves. */
  documentIds?: string[] | undefined;
  /** Notes are internal: without it their events are left out, and listed as such. */
  includeNotes?: boolean | undefined;
};
export type NewExport = {
  kind: "subjects";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    /** Literal, case-insensitive search of the external id. */
    search?: string | undefined;
    /** Filters by the kind of the subject. */
    kind?: "person" | "business" | "account" | "transaction" | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "worklist";
  filter?: {
    /** Filters by `effectiveDecision`. */
    decision?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | undefined;
    /** Filters by assignee: a user id, `me`, or `none` for unassigned subjects. */
    assignee?: "me" | "none" | string | undefined;
    /** Filters by the kind of the subject. */
    kind?: "person" | "business" | "account" | "transaction" | undefined;
    /** Filters by the policy key of an open action. */
    policyKey?: string | undefined;
    /** Filters by the name of an open action. */
    action?: string | undefined;
    /** Literal, case-insensitive search of the external id. */
    search?: string | undefined;
    /** Filters by whether `dueAt` has passed. */
    late?: "true" | "false" | undefined;
    /** `me`: requests without an answer whose addressee is the caller or a role of the caller. */
    waitsFor?: "me" | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "matches";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    /** By default matches in every state. */
    decision?: "pending" | "proposed" | "decided" | undefined;
    /** The key of a list. */
    source?: string | undefined;
    minScore?: number | undefined;
    /** Part of the listed name, the entry id or the external id of the risk subject, in any case. */
    search?: string | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "screening_decisions";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    /** The risk subject. */
    subject?: string | undefined;
    /** The key of a list. */
    source?: string | undefined;
    /** Decisions that expire before this time, by the current `expiresAfterDays`. */
    expiresBefore?: string | undefined;
    /** Who made the decision, as in `decidedBy`. */
    decidedBy?: string | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "runs";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    status?: "match" | "possible_match" | "clear" | "incomplete" | "error" | undefined;
    riskSubjectId?: string | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "events";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    /** Filters events by type. `risk.*` stands for all types that begin with `risk.`. */
    type?: string | undefined;
    /** Filters events by actor, such as `user:<id>` or `api_key:<id>`. */
    actor?: string | undefined;
    /** Filters by subject. */
    subjectId?: string | undefined;
    /** Filters events by a text in the reason or the details. Literal, without regard to case. */
    text?: string | undefined;
    /** Filters events by what came out: the `decision`, or else the new status `to`, in the details, such as `confirmed`, `restrict` or `completed`. */
    outcome?: string | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "attestations";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "batch_rows";
  filter: {
    /** A screening batch of an upload. */
    batchId: string;
    /** Rows with this result; `failed` for rows that were refused. */
    status?: "match" | "possible_match" | "clear" | "incomplete" | "error" | "failed" | undefined;
  };
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
} | {
  kind: "documents";
  /** Records made from this time on. */
  from?: string | undefined;
  /** Records made before this time; by default the time of the request. */
  to?: string | undefined;
  filter?: {
    status?: "draft" | "sent" | "completed" | "declined" | "voided" | "expired" | undefined;
  } | undefined;
  /** `csv`: one line per record. `ndjson`: each record as the API returns it. */
  format?: "csv" | "ndjson" | undefined;
};
export type NewField = {
  signerId: string;
  fieldType: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown";
  pageNumber: number;
  /** Points from the left edge, rounded to a thousandth. */
  xPosition: number;
  /** Points from the top edge, rounded to a thousandth. */
  yPosition: number;
  /** In points, rounded to a thousandth. At least 5. */
  width: number;
  /** In points, rounded to a thousandth. At least 5. */
  height: number;
  required?: boolean | undefined;
  /** Text that the signer sees. */
  label?: string | null | undefined;
  /** A value the signer could have entered: `true` or `false` for a checkbox, as a boolean or a string; an option for a dropdown. */
  value?: string | boolean | null | undefined;
  /** Options of a dropdown: single-line texts, none blank or repeated. */
  options?: string[] | null | undefined;
  /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
  acroFieldName?: string | null | undefined;
  maxLength?: number | null | undefined;
  /** RE2 regular expression that the whole value must match. */
  validationPattern?: string | null | undefined;
  validationMessage?: string | null | undefined;
  /** Of the checkboxes of a signer with the same key, one can be checked. */
  groupKey?: string | null | undefined;
  groupRequired?: boolean | undefined;
  /** Another field of the same signer. This field is required while that field is filled or has the value `requiredWhenValue`. */
  requiredWhenFieldId?: string | null | undefined;
  /** A possible value of that field; null for any value. */
  requiredWhenValue?: string | null | undefined;
  sharedFill?: boolean | undefined;
  /** D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between. */
  dateFormat?: string | null | undefined;
  /** Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD. */
  signingDate?: boolean | undefined;
  /** Whether the signer can change a prefilled value. */
  editable?: boolean | undefined;
  multiline?: boolean | undefined;
};
export type NewInvestigation = {
  question: string;
  /** Further assessments of this subject to include, beside the latest of each policy key. */
  assessmentIds?: string[] | undefined;
  /** `none`: documented rules only. `ai`: a language model; requires the owner’s consent. */
  assistance?: "none" | "ai" | undefined;
};
export type NewInvestigationAiSettings = {
  aiInvestigations: boolean;
};
export type NewInvestigationReview = {
  /** Key of the finding within its investigation. */
  finding: string;
  verdict: "supported" | "unsupported" | "inconclusive";
  reason: string;
};
export type NewListProposal = {
  change: "approve" | "roll_back";
  /** A held version to approve, or an earlier one to roll back to. */
  versionId: string;
  reason: string;
};
export type NewListUpload = {
  /** File name as published. It determines the format; `uploads` of the list says which it can be. */
  fileName: string;
  /** The exact size of the file. S3 refuses a body of any other size. */
  sizeBytes: number;
};
export type NewMatchProposal = {
  decision: "confirmed" | "false_positive";
  reason: string;
};
export type NewMember = {
  email: string;
  name: string;
  /** Only owners can invite owners. */
  role: "owner" | "admin" | "member";
  /** The open proposal of another person that the change accepts. It has to propose the same values. */
  proposalId?: string | null | undefined;
  /** Stored in the history only. Required with `proposalId`. */
  reason?: string | null | undefined;
};
export type NewMembership = {
  subjectId: string;
  role?: string | null | undefined;
};
export type NewMonitoring = {
  /** Replaces the monitored version of the same policy key. */
  policyVersionId: string;
  /** False pauses monitoring. Existing assessments are unaffected. */
  enabled: boolean;
};
export type NewNote = {
  text: string;
  /** Id of the record that the note refers to, such as an assessment or action. */
  about?: string | undefined;
  /** Ids of users whom the note mentions. They must be members of the organization. */
  mentions?: string[] | undefined;
  /** Files that were uploaded for the subject, each `uploadId` once: see `openAttachment`. */
  attachments?: Array<{
    /** Of an upload for the same subject. It becomes the id of the attachment. */
    uploadId: string;
    /** File name, for people and for the download. */
    name: string;
    contentType: "application/pdf" | "image/png" | "image/jpeg" | "text/plain" | "text/csv" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    /** SHA-256 of the file in lower-case hex. */
    sha256: string;
  }> | undefined;
};
export type NewOrganizationProposal = {
  /** `member_invitation` is accepted by `POST /members`, `member_change` by `PATCH /members/{id}`, `deletion` by `DELETE /organization`, `legal_hold_release` by `PUT /organization/legal-hold` and `document_hold_release` by `PUT /documents/{id}/legal-hold`, each with `proposalId` and the same values. */
  change: ProposedOrganizationChange;
  reason: string;
};
export type NewOther = {
  name: string;
  /** An email address. A domain in any script is converted to its ASCII form for delivery; the part before the @ must be ASCII. */
  email: string;
  /** Signers with a lower number sign first; equal numbers sign in any order. */
  signingOrder?: number | undefined;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null | undefined;
  /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
  identityCheck?: "email_code" | {
    workflowId: string;
  } | null | undefined;
  /** What the person does. Neither has fields. */
  role: "approver" | "copy";
};
export type NewOutcome = {
  /** Positive: `confirmed_fraud`, `confirmed_money_laundering`, `suspicion_reported`, `sanctions_breach`, `loss`. Negative: `legitimate`, for a subject that was examined and found to be in order. */
  label: "confirmed_fraud" | "confirmed_money_laundering" | "suspicion_reported" | "sanctions_breach" | "loss" | "legitimate";
  /** When it happened, not when it was found out. Not in the future. Of each policy, the outcome labels the latest assessment of the subject up to this time. */
  occurredAt: string;
  amount?: OutcomeAmount | undefined;
  /** Your own reference, such as the number of a case. */
  reference?: string | undefined;
  /** Whether the subject was drawn at random and then examined, rather than examined because of an alert, a complaint or a loss. Recall is calculated from these outcomes only. */
  sampled?: boolean | undefined;
};
export type NewOutcomeWithdrawal = {
  reason: string;
};
export type NewOverride = {
  decision: "none" | "review" | "restrict" | "reject";
  reason: string;
  /** Must be in the future and within one year. */
  expiresAt: string;
  /** The open proposal that the override accepts. `decision` and `expiresAt` must be the proposed ones. */
  proposalId?: string | null | undefined;
};
export type NewOverrideProposal = {
  decision: "none" | "review" | "restrict" | "reject";
  reason: string;
  /** Must be in the future and within one year. */
  expiresAt: string;
};
export type NewOwnList = {
  /** As people read it. Another name renames the list. */
  name: string;
  /** What a match means: `sanctions` and `pep` as on the lists of the catalogue, `watch` a fact of its own, `screening.watch`. It cannot be changed. */
  listKind: "sanctions" | "pep" | "watch";
  /** File name as published. It determines the format; `uploads` of the list says which it can be. */
  fileName: string;
  /** The exact size of the file. S3 refuses a body of any other size. */
  sizeBytes: number;
};
export type NewPdfTemplate = {
  /** Defaults to the file name. */
  name?: string | undefined;
  description?: string | null | undefined;
  /** The PDF. */
  file: File;
  /** The fields as JSON: an array of `NewPdfTemplateField`. */
  fields: string;
} | NewPdfTemplateOfUpload;
export type NewPdfTemplateField = {
  fieldType: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown";
  pageNumber?: number | undefined;
  /** Points from the left edge, rounded to a thousandth. */
  xPosition?: number | undefined;
  /** Points from the top edge, rounded to a thousandth. */
  yPosition?: number | undefined;
  /** In points, rounded to a thousandth. At least 5. */
  width?: number | undefined;
  /** In points, rounded to a thousandth. At least 5. */
  height?: number | undefined;
  required?: boolean | undefined;
  /** Text that the signer sees. */
  label?: string | null | undefined;
  /** Options of a dropdown: single-line texts, none blank or repeated. */
  options?: string[] | null | undefined;
  /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
  acroFieldName?: string | null | undefined;
  maxLength?: number | null | undefined;
  /** RE2 regular expression that the whole value must match. */
  validationPattern?: string | null | undefined;
  validationMessage?: string | null | undefined;
  /** Of the checkboxes of a signer with the same key, one can be checked. */
  groupKey?: string | null | undefined;
  groupRequired?: boolean | undefined;
  /** A possible value of that field; null for any value. */
  requiredWhenValue?: string | null | undefined;
  sharedFill?: boolean | undefined;
  /** D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between. */
  dateFormat?: string | null | undefined;
  /** Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD. */
  signingDate?: boolean | undefined;
  /** Whether the signer can change a prefilled value. */
  editable?: boolean | undefined;
  multiline?: boolean | undefined;
  key?: string | null | undefined;
  /** Becomes a signer role of the template. */
  role: string;
  prefill?: string | null | undefined;
  /** The key of another field of the same role. */
  requiredWhenField?: string | null | undefined;
  /** A text of the PDF. The lower left corner of the field is placed at the start of its baseline. */
  anchor?: {
    text: string;
    /** Occurrence to use, starting at 1. Without it the text must occur exactly once. */
    occurrence?: number | undefined;
    /** Points to the right. */
    dx?: number | undefined;
    /** Points down. */
    dy?: number | undefined;
  } | undefined;
};
export type NewPdfTemplateOfUpload = {
  name: string;
  description?: string | null | undefined;
  uploadId: string;
  fields: NewPdfTemplateField[];
};
export type NewPing = {
  /** Sends the sample of this event type, with `test` in its payload. By default `webhook.ping`. */
  event?: "risk.subject.created" | "risk.policy.created" | "risk.policy.published" | "risk.policy.retired" | "risk.activity.reported" | "risk.evidence.recorded" | "risk.evidence.batch_recorded" | "risk.assessment.created" | "risk.action.requested" | "risk.action.transitioned" | "risk.assignment.changed" | "risk.override.created" | "risk.override.revoked" | "risk.override.carried" | "risk.outcome.recorded" | "risk.outcome.withdrawn" | "risk.review.due" | "risk.review.overdue" | "risk.investigation.finished" | "risk.backtest.completed" | "work.requested" | "work.answered" | "verification.run.completed" | "verification.decision.recorded" | "screening.run.completed" | "screening.batch.completed" | "screening.run.attached" | "screening.match.found" | "screening.watch.created" | "screening.watch.updated" | "screening.watch.deleted" | "screening.list.held" | "document.sent" | "document.viewed" | "document.field_filled" | "document.signed" | "document.approved" | "signer.delegated" | "document.completed" | "document.declined" | "document.voided" | "document.expired" | "document.retention_ended" | "job.ended" | "audit.root.sealed" | "organization.deletion.requested" | "organization.deletion.revoked" | "signer.email_bounced" | "signer.email_complained" | "signer.identity_verified" | "signer.identity_check_requested" | "signer.identity_check_approved" | "signer.identity_name_differs" | "webhook.disabled" | "webhook.ping" | undefined;
};
export type NewPins = {
  expectedRevision: number;
  policyVersionIds: string[];
};
export type NewPolicy = {
  key: string;
  definition: PolicyDefinitionInput;
  /** What the version changes. */
  note?: string | undefined;
  /** Stored beside the version; `definition` and its evaluation do not have them. */
  scenarios?: Array<{
    name: string;
    evaluatedAt?: string | undefined;
    /** One receipt per fact and source. */
    evidence: Array<{
      fact: string;
      /** As in `acceptedSources`, also `source:<key>`. */
      source: string;
      status: "available" | "unavailable" | "revoked";
      value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
      observedAt: string;
      expiresAt?: string | null | undefined;
    }>;
    /** Members that are left out are not compared. Where the policy does not cover the subject, every member but `applicability` is null. */
    expect?: {
      applicability?: "applicable" | "not_matched" | "unknown" | undefined;
      outcome?: "complete" | "incomplete" | undefined;
      score?: number | null | undefined;
      band?: string | null | undefined;
      decision?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | undefined;
      /** All actions, in any order. */
      actions?: string[] | undefined;
      /** All rules that match, in any order. */
      matchedRules?: string[] | undefined;
    } | undefined;
  }> | undefined;
};
export type NewPolicyProposal = {
  reason: string;
  change?: "publish" | "retire" | undefined;
};
export type NewPolicySelection = {
  /** The context whose pinned versions are the candidates. */
  contextId?: string | undefined;
  /** The candidates. With `contextId`, a selection of its pinned versions. */
  policyVersionIds?: string[] | undefined;
};
export type NewQualityPlan = {
  /** Empty: nothing is drawn. */
  streams: QualityStream[];
  /** Each decision is drawn with this probability. Null with `perAnalystPerWeek`. */
  percent?: number | null | undefined;
  /** Decisions drawn of each principal, stream and week (Monday to Sunday, UTC), once the week has been sealed. Null with `percent`. */
  perAnalystPerWeek?: number | null | undefined;
  /** Whether reviewers decide without knowing the first decision. A blind plan also draws decisions of the other kind (confirmed matches, cancelled actions) by the same rule, so that a sample does not tell what was decided. */
  blind: boolean;
  /** The current `version`; 0 before the first plan. */
  expectedVersion: number;
  reason: string;
  /** The open proposal of another person that the change accepts. */
  proposalId?: string | null | undefined;
};
export type NewQualityPlanProposal = {
  /** Empty: nothing is drawn. */
  streams: QualityStream[];
  /** Each decision is drawn with this probability. Null with `perAnalystPerWeek`. */
  percent?: number | null | undefined;
  /** Decisions drawn of each principal, stream and week (Monday to Sunday, UTC), once the week has been sealed. Null with `percent`. */
  perAnalystPerWeek?: number | null | undefined;
  /** Whether reviewers decide without knowing the first decision. A blind plan also draws decisions of the other kind (confirmed matches, cancelled actions) by the same rule, so that a sample does not tell what was decided. */
  blind: boolean;
  reason: string;
};
export type NewQualityReview = {
  /** Of a match `false_positive` or `confirmed`; of an override the decision that should apply; of an action `completed` or `cancelled`. */
  decision: "false_positive" | "confirmed" | "none" | "review" | "restrict" | "reject" | "completed" | "cancelled";
  reason: string;
};
export type NewRecovery = {
  /** Deliveries of events since this time are retried. */
  since: string;
};
export type NewReplay = {
  /** Events from this time on. */
  since: string;
  /** Events before this time, by default the time of the request. At most 31 days after `since`. */
  until?: string | undefined;
  /** Events to send, by default those that the webhook selects. */
  events?: EventSelector[] | undefined;
};
export type NewReproduction = {
  /** The subject as it was screened. A run stores a keyed digest of it, by which it is compared. */
  subject: {
    /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
    name: string;
    aliases?: string[] | undefined;
    /** If omitted, persons and companies can match. */
    entityType?: "person" | "entity" | null | undefined;
    /** Country of the document that states the name. It decides how names in other scripts are read. */
    country?: string | null | undefined;
    datesOfBirth?: string[] | undefined;
    /** For companies: countries of registration. */
    nationalities?: string[] | undefined;
    identifiers?: Array<{
      /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
      kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
      /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
      value: string;
      /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
      country?: string | null | undefined;
    }> | undefined;
  };
};
export type NewRevocationProposal = {
  reason: string;
};
export type NewRollout = {
  /** The monitored version that is replaced. */
  from: string;
  /** At most this many subjects. */
  limit?: number | undefined;
  /** Evaluate the version for every subject, and store nothing. */
  dryRun?: boolean | undefined;
};
export type NewScreeningAssurance = {
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
  /** Listed entries that are manipulated, in equal shares per list; all of them if the lists have fewer. */
  entries?: number | undefined;
  /** Composed customers on no list that are screened, to count alerts. */
  customers?: number | undefined;
  /** Customers on no list: composed ones, or an uploaded CSV or NDJSON file of up to 10000 of yours, by the id of `createBatchUpload`. With a file `customers` has no meaning. No name of it is stored. */
  negatives?: "built_in" | string | undefined;
  /** An uploaded CSV or NDJSON file of up to 10000 cases of yours, by the id of `createBatchUpload`: the columns or members of a batch, and `expected` (`found` or `not_found`), `list` and `entryId` of the entry to find. A known hit that is missed makes the outcome `failed`. No name of the file is stored, and it is deleted when the test ends. */
  own?: string | undefined;
  /** The same seed draws the same entries, manipulations and customers. Use one seed to compare two tests. */
  seed?: number | undefined;
};
export type NewScreeningBatch = {
  /** Required without `uploadId` and `failedRowsOf`. */
  items?: Array<{
    subject: {
      /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
      name: string;
      aliases?: string[] | undefined;
      /** If omitted, persons and companies can match. */
      entityType?: "person" | "entity" | null | undefined;
      /** Country of the document that states the name. It decides how names in other scripts are read. */
      country?: string | null | undefined;
      datesOfBirth?: string[] | undefined;
      /** For companies: countries of registration. */
      nationalities?: string[] | undefined;
      identifiers?: Array<{
        /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
        kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
        /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
        value: string;
        /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
        country?: string | null | undefined;
      }> | undefined;
    };
    /** The risk subject to record the outcome on. One item per risk subject. */
    riskSubjectId?: string | null | undefined;
    /** Returned beside the run, for example a row number. It is stored: no name and no identifier. */
    reference?: string | null | undefined;
  }> | undefined;
  /** An uploaded file of up to 1000000 rows to screen instead: see `createBatchUpload`. */
  uploadId?: string | undefined;
  /** A batch of an upload that has ended: screens its rows that failed (`error`, or refused for a reason that may pass, such as an unknown risk subject) instead. They keep their lines. Rows that could not be read are left out. */
  failedRowsOf?: string | undefined;
  /** `csv`: a line of headings and a row per line, with commas, semicolons or tabs. `ndjson`: an item per line, as in `items`. `ftm`: a FollowTheMoney entity per line. Only with `uploadId`. */
  format?: "csv" | "ndjson" | "ftm" | undefined;
  /** Meanings of the columns of a CSV file by heading, where the heading is not the name of the column itself. `ignore` leaves a column out. Only with `uploadId`. */
  columns?: Record<string, "name" | "aliases" | "entityType" | "country" | "dateOfBirth" | "nationality" | "identifierKind" | "identifierValue" | "identifierCountry" | "riskSubjectId" | "reference" | "ignore"> | undefined;
  /** The name of saved `columns`, in place of them: see `saveBatchMapping`. Only with `uploadId`. */
  mapping?: string | undefined;
  /** How many days from now the rows and their results can be read. Not with `items`. */
  keepRowsDays?: number | undefined;
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
};
export type NewScreeningDecision = {
  decision: "confirmed" | "false_positive";
  reason: string;
  /** The open proposal that the decision accepts. `decision` must be the proposed one. */
  proposalId?: string | null | undefined;
};
export type NewScreeningGroupDecision = {
  /** `group.id` of the matches. */
  groupId: string;
  decision: "confirmed" | "false_positive";
  reason: string;
  /** Certain matches of the group that are not decided. Decide them one by one. */
  except?: string[] | undefined;
};
export type NewScreeningLookBack = {
  /** A batch of an upload that has ended, and whose rows are still stored. */
  batchId?: string | undefined;
  /** All watches of the mode, in place of a batch. */
  watches?: true | undefined;
  /** The key of a list of the service. Own lists have no archive. */
  source: string;
  /** Versions of the list that have been searched, in place of a time. */
  versionIds?: string[] | undefined;
  /** Versions that were searched at this time or later. */
  from?: string | undefined;
  /** Versions that were searched before this time. Now, if it is left out. */
  to?: string | undefined;
};
export type NewScreeningProfile = {
  /** Keys of the lists to search, in any order. An unknown key is refused with `unknown_list`. */
  sources: string[];
  /** Below `matchScore`. */
  reviewScore?: number | undefined;
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. */
  pepLookbackMonths?: number | null | undefined;
  /** Who is screened with the profile, and when. */
  purpose: string;
  /** Why these lists and scores suit the risk. */
  riskRationale: string;
  /** The current version; 0 if the profile does not exist yet. Any other is refused with `stale_version`. */
  expectedVersion?: number | undefined;
  /** The open proposal that the change accepts. It has to propose the same. */
  proposalId?: string | null | undefined;
  /** Stored in the history only. Required with `proposalId`. */
  reason?: string | null | undefined;
};
export type NewScreeningProfileProposal = {
  /** Keys of the lists to search, in any order. An unknown key is refused with `unknown_list`. */
  sources: string[];
  /** Below `matchScore`. */
  reviewScore?: number | undefined;
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. */
  pepLookbackMonths?: number | null | undefined;
  /** Who is screened with the profile, and when. */
  purpose: string;
  /** Why these lists and scores suit the risk. */
  riskRationale: string;
  /** The current version; 0 if the profile does not exist yet. Any other is refused with `stale_version`. */
  expectedVersion?: number | undefined;
  reason: string;
};
export type NewScreeningRun = {
  subject: {
    /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
    name: string;
    aliases?: string[] | undefined;
    /** If omitted, persons and companies can match. */
    entityType?: "person" | "entity" | null | undefined;
    /** Country of the document that states the name. It decides how names in other scripts are read. */
    country?: string | null | undefined;
    datesOfBirth?: string[] | undefined;
    /** For companies: countries of registration. */
    nationalities?: string[] | undefined;
    identifiers?: Array<{
      /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
      kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
      /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
      value: string;
      /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
      country?: string | null | undefined;
    }> | undefined;
  };
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
  /** The risk subject to record the outcome on. */
  riskSubjectId?: string | null | undefined;
};
export type NewScreeningWatch = {
  subject: {
    /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
    name: string;
    aliases?: string[] | undefined;
    /** If omitted, persons and companies can match. */
    entityType?: "person" | "entity" | null | undefined;
    /** Country of the document that states the name. It decides how names in other scripts are read. */
    country?: string | null | undefined;
    datesOfBirth?: string[] | undefined;
    /** For companies: countries of registration. */
    nationalities?: string[] | undefined;
    identifiers?: Array<{
      /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
      kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
      /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
      value: string;
      /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
      country?: string | null | undefined;
    }> | undefined;
  };
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
  /** The risk subject to record outcomes on. */
  riskSubjectId?: string | null | undefined;
  /** Your own reference. Not a name: it is stored as it is. */
  reference?: string | null | undefined;
};
export type NewSession = {
  workflowId: string;
  /** Subject that receives the results as evidence. */
  riskSubjectId?: string | null | undefined;
  /** Identifies one of several participants. The results then do not become evidence, even if a subject is named. */
  participantKey?: string | null | undefined;
  /** From this time on no attempt can be started and no step reported. Must be in the future. By default never. */
  expiresAt?: string | undefined;
};
export type NewSessionCheck = {
  kind: string;
  status: "completed" | "failed";
  /** Required for completed checks and not allowed otherwise. */
  outcome?: "clear" | "review" | "block" | null | undefined;
  flags?: Array<{
    code: string;
    severity: "info" | "review" | "block";
  }> | undefined;
  /** Must not be in the future. */
  observedAt: string;
  providerRef?: string | null | undefined;
  /** Identifies the participant the check is about. */
  participantKey?: string | null | undefined;
};
export type NewSettingsProposal = {
  /** Rules of `fourEyes`, each of which is on. Required unless another change is proposed. */
  switchOff?: Array<"policies" | "overrides" | "matches" | "lists"> | undefined;
  /** A higher limit than the current one, or null for none. */
  highestReviewScore?: number | null | undefined;
  /** To let callers of the API be given signing links again. */
  linksByEmailOnly?: false | undefined;
  /** To remember decisions on matches, or for longer. Accepted with `PUT /screening/settings`; a proposal that has it is about nothing else. */
  screening?: {
    /** Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject. */
    rememberDecisions: boolean;
    /** How long after a decision later runs inherit it. A change applies to decisions made before, too. */
    expiresAfterDays: number;
  } | undefined;
  reason: string;
};
export type NewSigner = {
  name: string;
  /** An email address. A domain in any script is converted to its ASCII form for delivery; the part before the @ must be ASCII. */
  email: string;
  /** Signers with a lower number sign first; equal numbers sign in any order. */
  signingOrder?: number | undefined;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null | undefined;
  /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
  identityCheck?: "email_code" | {
    workflowId: string;
  } | null | undefined;
  /** `approver`: approves or declines in turn, without fields and without signing. `copy`: is emailed a link to the sealed document once all others have signed or approved, and has no link before. By default a `signer`. */
  role?: "signer" | "approver" | "copy" | null | undefined;
};
export type NewSource = {
  key: string;
  /** Facts that the source can submit. Keys are unique. */
  facts: Array<{
    key: string;
    type: "string" | "number" | "boolean" | "list";
    itemType?: "string" | "number" | "boolean" | undefined;
    /** For strings and lists of strings: evidence with another value is refused. */
    values?: string[] | undefined;
  }>;
  /** Record ids of API keys (`id`), not the `ak_…` identifiers that requests carry. */
  apiKeyIds: string[];
};
export type NewSubject = {
  kind: "person" | "business" | "account" | "transaction";
  /** Your own id, unique per kind. Must not contain a name or identity document number. */
  externalId: string;
};
export type NewTemplate = {
  /** Markdown with Liquid. At most 128 KiB as UTF-8; must not be blank. */
  source: string;
  /** Sample data. At most 128 KiB as JSON and 200 items per array. */
  sampleData: Record<string, unknown>;
  pageSize?: "A4" | "Letter" | undefined;
  /** The language of the source as a BCP 47 tag; an unknown one is refused. It decides the quotation marks, the captions below signatures and how `money`, `number` and `date` print values, and is written into the PDF for screen readers. Without it, the language is guessed from the text, and English if that does not tell. */
  language?: string | null | undefined;
  /** Images by the names that the source uses: `![Logo](image:logo)`, or `image:logo?width=120` for a width in points. Each is the `sha256` of an image that was uploaded with `uploadTemplateImage`. At most 10. */
  images?: Record<string, string> | undefined;
  name: string;
  description?: string | null | undefined;
};
export type NewTemplateImage = {
  /** The `data:` URL of a PNG or SVG in base64, up to 1 MiB. */
  image: string;
};
export type NewVerificationDecision = {
  sessionWorkflowId: string;
  workflowRunId: string;
  decision: "approved" | "rejected" | "revoked";
  reason: string;
  /** For an approval of an attempt with failed steps: exactly these steps. The `reason` says why they are accepted. */
  acceptFailedSteps?: string[] | undefined;
};
export type NewWebhook = {
  /** Where events are sent: an `https` URL with a public address. The local cloud also takes `http` and loopback addresses. */
  url: string;
  events: EventSelector[];
  /** By default the mode of the API key; with a token, of the mode header, or `live` without one. */
  mode?: "test" | "live" | undefined;
  filter?: WebhookFilter | undefined;
  /** A note to tell webhooks apart. */
  description?: string | undefined;
  /** Headers of every delivery, such as the credential of a gateway: at most 10, names in lower case. They cannot replace a header that the service or HTTP sets, such as `content-type` or `webhook-id`. Values are stored and never returned. */
  headers?: Record<string, string> | undefined;
};
export type NewWorkRequest = {
  kind: "information" | "escalation";
  /** Actions of the subject, or one of its screening matches. */
  about: {
    actionIds: string[];
  } | {
    matchId: string;
  };
  /** A user id, or a role: `member` (every user), `admin` (owners and admins) or `owner`. Without it, `member` for `information` and `admin` for `escalation`. */
  to?: "member" | "admin" | "owner" | string | undefined;
  text: string;
  /** When the answer is needed. Must be in the future. */
  dueAt?: string | undefined;
};
export type NewWorkflow = {
  key: string;
  /** Steps in order, with unique keys; at most 100 outputs in total and 10 steps of kind `pep_sanctions`. */
  steps: Array<{
    key: string;
    type: "capture" | "extract" | "check" | "validate" | "enrich" | "risk";
    /** For a `check` of kind `pep_sanctions`, which the service runs after an `extract` step: a `ScreeningStepConfig`. For other steps: any settings your client needs. */
    config?: Record<string, unknown> | undefined;
    /** Outputs of the step with their types. Keys are unique. A `pep_sanctions` step has none. */
    outputs?: Array<{
      key: string;
      type: "string" | "number" | "boolean" | "list";
      itemType?: "string" | "number" | "boolean" | undefined;
    }> | undefined;
  }>;
};
export type Note = {
  id: string;
  resource: "notes";
  data: {
    subjectId: string;
    text: string;
    about: string | null;
    /** User ids; absent if the note mentions none. */
    mentions?: string[] | undefined;
    /** Absent if the note has none. */
    attachments?: Array<{
      id: string;
      name: string;
      contentType: string;
      sizeBytes: number;
      /** SHA-256 of the file in lower-case hex. */
      sha256: string;
    }> | undefined;
    createdBy: string;
    createdAt: string;
  };
};
export type NotePage = {
  items: Note[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Notice = {
  id: string;
  resource: "notifications";
  data: {
    /** `assigned`: the subject was assigned to you. `mentioned`: a note mentions you. `request`: a request was made to you. `answered`: a request of yours was answered. */
    kind: "assigned" | "mentioned" | "request" | "answered";
    /** Who did it: `user:<id>`, `api_key:<id>` or `service:<name>`. */
    actor: string;
    /** Id of the subject, note or request. */
    resourceId: string;
    /** The screening match that a request is about, or null. */
    matchId: string | null;
    createdAt: string;
    subject: {
      id: string;
      kind: "person" | "business" | "account" | "transaction";
      externalId: string;
    };
    isRead: boolean;
  };
};
export type NoticePage = {
  items: Notice[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
  /** Notifications that are not read, among the latest 100. */
  unread: number;
};
export type NotificationSettings = {
  /** `daily`: every day at 06:00 UTC. `weekly`: on Mondays at 06:00 UTC. `off`: none, the default. No email is sent while nothing is new. */
  emailDigest: "off" | "daily" | "weekly";
  /** Where the digest is sent: the address that your token last stated. */
  email: string | null;
  /** When the next digest is due; null if it is off. */
  nextDigestAt: string | null;
};
export type NotificationSettingsUpdate = {
  /** `daily`: every day at 06:00 UTC. `weekly`: on Mondays at 06:00 UTC. `off`: none, the default. No email is sent while nothing is new. */
  emailDigest: "off" | "daily" | "weekly";
};
export type OfferedDecisionReason = {
  text: string;
  decision: "confirmed" | "false_positive";
  /** What a reason says about the customer and the listed entry: the date of birth, a nationality or country, a document number, the full name, or the kind (person or organization). As a reason for a false positive it says that they differ, as one for a confirmation that they agree. `none`: the reason says nothing that is compared. */
  fact: DecisionReasonFact;
  /** What the comparison found against it, such as `the day of birth is the same`. A decision or proposal with such a reason is refused. */
  contradiction: string | null;
};
export type Organization = {
  id: string;
  resource: "organizations";
  data: {
    /** The requested deletion; null if there is none. */
    deletion: OrganizationDeletion | null;
    /** The legal hold; null if there is none. */
    legalHold: LegalHold | null;
  };
};
export type OrganizationDeletion = {
  requestedAt: string;
  /** `user:<id>`. */
  requestedBy: string;
  /** The erasure begins within about five minutes after this time. Until then the deletion can be revoked. */
  erasesAt: string;
};
export type OrganizationProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  /** `member_invitation` is accepted by `POST /members`, `member_change` by `PATCH /members/{id}`, `deletion` by `DELETE /organization`, `legal_hold_release` by `PUT /organization/legal-hold` and `document_hold_release` by `PUT /documents/{id}/legal-hold`, each with `proposalId` and the same values. */
  change: ProposedOrganizationChange;
};
export type OrganizationProposals = {
  items: OrganizationProposal[];
};
export type OrganizationSettings = {
  /** The name of the organization. */
  name: string | null;
  /** By action name: the seconds after its creation at which an open action is late. Actions without an entry are never late. */
  deadlines: Record<string, number>;
  reasons: DecisionReasons;
  /** The changes that require two different people. */
  fourEyes: FourEyes;
  /** URL of a subject in your own system. `{externalId}` and `{kind}` stand for those of the subject, percent-encoded. */
  subjectLink: string | null;
  /** The highest `reviewScore` that screenings of this organization may have; null for no limit. Runs, searches and workflows above it are refused with 422 `review_score_too_high`. */
  highestReviewScore: number | null;
  /** Signing links go to signers by email only: `returnLinks` and the return of a new link are refused with 409 `links_by_email_only`, in both modes. */
  linksByEmailOnly: boolean;
  /** As set with `PUT /screening/settings`. Absent until then: decisions are not remembered. */
  screening?: {
    /** Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject. */
    rememberDecisions: boolean;
    /** How long after a decision later runs inherit it. A change applies to decisions made before, too. */
    expiresAfterDays: number;
  } | undefined;
  /** Increases with every update; 0 before the first. */
  revision: number;
  updatedAt: string | null;
  updatedBy: string | null;
};
export type OrganizationSettingsUpdate = {
  /** The name of the organization. */
  name?: string | null | undefined;
  /** By action name: the seconds after its creation at which an open action is late. Actions without an entry are never late. */
  deadlines?: Record<string, number> | undefined;
  /** Null restores the built-in reasons. */
  reasons?: DecisionReasonsUpdate | null | undefined;
  /** The rules to change. Only owners can; switching one off requires `proposalId`. */
  fourEyes?: {
    /** Publishing a policy version. */
    policies?: boolean | undefined;
    /** Creating an override. */
    overrides?: boolean | undefined;
    /** Deciding a screening match, and changing a screening profile. */
    matches?: boolean | undefined;
    /** Approving a list version. */
    lists?: boolean | undefined;
  } | undefined;
  /** URL of a subject in your own system. `{externalId}` and `{kind}` stand for those of the subject, percent-encoded. */
  subjectLink?: string | null | undefined;
  /** Only owners can change it. Raising or removing it while `fourEyes.matches` is on requires `proposalId`. */
  highestReviewScore?: number | null | undefined;
  /** Only owners can change it. Switching it off while any rule of `fourEyes` is on requires `proposalId`. */
  linksByEmailOnly?: boolean | undefined;
  expectedRevision: number;
  /** The open proposal of another person that the update accepts. It then changes what was proposed and nothing else. */
  proposalId?: string | null | undefined;
  /** Stored in the history only. Required with `proposalId`. */
  reason?: string | null | undefined;
};
export type Outcome = {
  id: string;
  resource: "outcomes";
  data: {
    subjectId: string;
    /** Positive: `confirmed_fraud`, `confirmed_money_laundering`, `suspicion_reported`, `sanctions_breach`, `loss`. Negative: `legitimate`, for a subject that was examined and found to be in order. */
    label: "confirmed_fraud" | "confirmed_money_laundering" | "suspicion_reported" | "sanctions_breach" | "loss" | "legitimate";
    occurredAt: string;
    amount: OutcomeAmount | null;
    reference: string | null;
    sampled: boolean;
    recordedBy: string;
    recordedAt: string;
    /** Present once the outcome was withdrawn: it labels no assessment any more. */
    withdrawal: {
      reason: string;
      withdrawnBy: string;
      withdrawnAt: string;
      id: string;
    } | null;
  };
};
export type OutcomeAmount = {
  /** Decimal number, stored as it is sent. */
  value: string;
  /** ISO 4217 code. That the code exists is not checked. */
  currency: string;
};
export type OutcomePage = {
  items: Outcome[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type OutcomeWithdrawal = {
  id: string;
  resource: "outcome-withdrawals";
  data: {
    reason: string;
    withdrawnBy: string;
    withdrawnAt: string;
    outcomeId: string;
    subjectId: string;
  };
};
export type Override = {
  id: string;
  resource: "overrides";
  data: {
    assessmentId: string;
    subjectId: string;
    policyKey: string;
    decision: "none" | "review" | "restrict" | "reject";
    reason: string;
    expiresAt: string;
    createdBy: string;
    createdAt: string;
    /** The proposal that it accepted. */
    proposalId: string | null;
    proposedBy: string | null;
    revokedAt: string | null;
    revokedBy: string | null;
    revocationReason: string | null;
    /** The override that it continues on a newer assessment with the same result. Created by monitoring. */
    carriedFrom?: string | undefined;
    /** With `carriedFrom`: the override that people created. */
    firstOverrideId?: string | undefined;
    /** The override that continues this one on a newer assessment. */
    carriedTo?: string | undefined;
  };
};
export type OverrideProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  assessmentId: string;
  subjectId: string;
  /** Of the subject. */
  externalId?: string | undefined;
  policyKey?: string | undefined;
  /** The decision of the assessment. */
  from?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | undefined;
  decision: "none" | "review" | "restrict" | "reject";
  expiresAt: string;
};
export type OverrideProposals = {
  items: OverrideProposal[];
};
export type OverrideRevocation = {
  reason: string;
  /** The open proposal of another person that the revocation accepts. */
  proposalId?: string | null | undefined;
};
export type OwnListUpload = {
  uploadId: string;
  fileName: string;
  readAt: string;
  /** `activated`: its entries are searched. `held`: they wait for approval. `confirmed`: they were searched already. `refused`: no entry could be read, and nothing changed. */
  outcome: "activated" | "held" | "confirmed" | "refused";
  entryCount: number;
  /** Rows that could not be read. */
  unreadCount: number;
  /** The first 50 of them. */
  unreadRows: Array<{
    /** Line of the file on which the row begins. */
    line: number;
    /** `no_name`, `no_id`, `duplicate_id`, `invalid_row`, `invalid_encoding` or `row_too_long`. */
    code: string;
    detail: string;
  }>;
};
export type PdfTemplateUpdate = {
  name?: string | undefined;
  description?: string | null | undefined;
  fields: NewPdfTemplateField[];
  /** The revision that the change is based on. */
  revision: number;
};
export type Ping = {
  webhookId: string;
  status: "sending";
  eventId: string;
  /** Its delivery, which exists a moment later: `GET /webhooks/{id}/deliveries/{deliveryId}`. */
  deliveryId: string;
};
export type Pins = {
  contextId: string;
  /** 0 before anything was pinned. */
  revision: number;
  policyVersionIds: string[];
};
export type Policy = {
  id: string;
  resource: "policies";
  data: {
    key: string;
    version: number;
    status: "draft" | "published";
    /** The normalized request may have at most 64 KiB; there is no limit on the number of inputs, factors, bands or rules. Keys of inputs, factors and rules and ids of bands are unique, and a policy names at most 32 different actions. `POST /risk/policies/validate` checks what a schema cannot express, for example that a condition names a declared input and a value of its type. A screening fact is compared with its documented values only; a draft with another value is refused when it is published. */
    definition: PolicyDefinition;
    createdAt: string;
    publishedAt: string | null;
    /** Present if no new assessment or monitoring can use the version. */
    retiredAt?: string | undefined;
    retiredBy?: string | undefined;
    retirementReason?: string | undefined;
    /** Absent for versions that are older than this member. */
    createdBy?: string | undefined;
    /** Absent for drafts, and for versions that are older than this member. */
    publishedBy?: string | undefined;
    /** What the version changes, in the words of its author. */
    note?: string | undefined;
    /** SHA-256 of `definition` as canonical JSON: the same for equal definitions. */
    hash: string;
    /** Present for the version that assessments by `policyKey` use, in answers of `GET /risk/policies`, `GET /risk/policies/{id}` and its publication. */
    inForce?: true | undefined;
  };
};
export type PolicyCondition = {
  input: string;
  operator: "eq" | "neq" | "in" | "not_in" | "contains" | "intersects" | "gt" | "gte" | "lt" | "lte" | "eq_fact" | "neq_fact";
  value: string | number | boolean | Array<string | number | boolean>;
};
export type PolicyDefinition = {
  inputs: Array<{
    /** The fact this input reads. */
    key: string;
    /** What it is about, such as `Source of funds`. */
    label?: PolicyLabel | undefined;
    type: "string" | "number" | "boolean" | "list";
    /** Required for `list` and not allowed otherwise. */
    itemType: "string" | "number" | "boolean" | null;
    /** In requests `source:<key>` names a registered source by its key; it is stored as `registered:<id>`. Screening sources are stored with their lists in the order of the list table: the same lists in another order are the same source. */
    acceptedSources: string[];
    /** Maximum age of evidence. */
    maxAgeSeconds: number;
    /** For strings and lists of strings: the only values that count. Evidence with another value, such as a misspelt one, leaves the input unresolved with `undocumented_value`, and a condition names no other value. */
    values?: string[] | undefined;
    /** For lists whose order means nothing, such as nationalities: items are sorted, so that two sources with the same items in another order agree. */
    itemOrder?: "ignored" | undefined;
    /** `agree`, the default: all accepted sources with fresh evidence must say the same. `first_available`: the first of `acceptedSources` with fresh evidence gives the value. A source that could not tell is passed over; a revocation still withdraws what other sources said before it. */
    resolve?: "agree" | "first_available" | undefined;
    /** The input is required for subjects that match all conditions of one group, which read inputs without `requiredWhen`. For others it is `not_required`: it needs no evidence, and conditions on it are false. It is required where this is unknown. */
    requiredWhen?: Array<{
      all: PolicyCondition[];
    }> | undefined;
    /** `acceptedSources` must then name that step. */
    verification: {
      workflowId: string;
      revision: number;
      stepKey: string;
      output: string;
      [key: string]: unknown;
    } | null;
  }>;
  /** The policy covers a subject that matches all conditions of one group. Without groups it covers every subject. */
  applicability: Array<{
    all: PolicyCondition[];
  }>;
  factors: Array<{
    key: string;
    label: string | null;
    match: "first" | "highest";
    /** Decimals are calculated exactly. */
    weight: number;
    /** Decimals are calculated exactly. */
    defaultPoints: number | null;
    cases: Array<{
      all: PolicyCondition[];
      /** Decimals are calculated exactly. */
      points: number;
      /** Why these points count, as a sentence. */
      label?: PolicyLabel | undefined;
    }>;
  }>;
  aggregation: "sum" | "maximum";
  /** Decimals are calculated exactly. */
  floor: number;
  /** Must not be below the floor. */
  ceiling: number | null;
  /** Ascending by `from`; the first starts at 0. */
  bands: Array<{
    id: string;
    /** Decimals are calculated exactly. */
    from: number;
    effect: PolicyEffect;
    /** Of assessments in this band, if it is shorter than that of the policy. */
    reviewAfterSeconds?: number | undefined;
  }>;
  rules: Array<{
    key: string;
    all: PolicyCondition[];
    reason: string;
    /** What applies to the subject if the rule matches, as a sentence. */
    label?: PolicyLabel | undefined;
    /** The id of one of the bands. */
    forceBand: string | null;
    effect: PolicyEffect;
  }>;
  missingEvidence: "awaiting_evidence" | "review";
  reviewAfterSeconds: number;
  /** Makes the review of a monitored subject a task of people: at its date these actions are requested, once, and the next period begins when they are completed, however often the score is calculated meanwhile. Without it, monitoring only reassesses. */
  review?: {
    /** What people have to do. Completing them ends the review. */
    actions: string[];
    /** From its date until the review is overdue. 30 days by default. */
    withinSeconds?: number | undefined;
  } | undefined;
  /** `always`, the default: each assessment requests its own actions. `unless_open`: an action of the same policy key and name that is still open is not requested a second time. */
  repeatActions?: "always" | "unless_open" | undefined;
  /** `end`, the default: every newer assessment ends an override. `carry_unchanged`: a reassessment by monitoring with the same policy version, input values, band and decision carries it until the same `expiresAt`, and requests no action that is still open. */
  overrides?: "end" | "carry_unchanged" | undefined;
};
export type PolicyDefinitionInput = {
  inputs: Array<{
    /** The fact this input reads. */
    key: string;
    /** What it is about, such as `Source of funds`. */
    label?: PolicyLabelInput | undefined;
    type: "string" | "number" | "boolean" | "list";
    /** Required for `list` and not allowed otherwise. */
    itemType?: "string" | "number" | "boolean" | null | undefined;
    /** In requests `source:<key>` names a registered source by its key; it is stored as `registered:<id>`. Screening sources are stored with their lists in the order of the list table: the same lists in another order are the same source. */
    acceptedSources: string[];
    /** Maximum age of evidence. */
    maxAgeSeconds: number;
    /** For strings and lists of strings: the only values that count. Evidence with another value, such as a misspelt one, leaves the input unresolved with `undocumented_value`, and a condition names no other value. */
    values?: string[] | undefined;
    /** For lists whose order means nothing, such as nationalities: items are sorted, so that two sources with the same items in another order agree. */
    itemOrder?: "ignored" | undefined;
    /** `agree`, the default: all accepted sources with fresh evidence must say the same. `first_available`: the first of `acceptedSources` with fresh evidence gives the value. A source that could not tell is passed over; a revocation still withdraws what other sources said before it. */
    resolve?: "agree" | "first_available" | undefined;
    /** The input is required for subjects that match all conditions of one group, which read inputs without `requiredWhen`. For others it is `not_required`: it needs no evidence, and conditions on it are false. It is required where this is unknown. */
    requiredWhen?: Array<{
      all: PolicyCondition[];
    }> | undefined;
    /** `acceptedSources` must then name that step. */
    verification?: {
      workflowId: string;
      revision: number;
      stepKey: string;
      output: string;
      [key: string]: unknown;
    } | null | undefined;
  }>;
  /** The policy covers a subject that matches all conditions of one group. Without groups it covers every subject. */
  applicability?: Array<{
    all: PolicyCondition[];
  }> | undefined;
  factors: Array<{
    key: string;
    label?: string | null | undefined;
    match: "first" | "highest";
    /** Decimals are calculated exactly. */
    weight: number;
    /** Decimals are calculated exactly. */
    defaultPoints?: number | null | undefined;
    cases: Array<{
      all: PolicyCondition[];
      /** Decimals are calculated exactly. */
      points: number;
      /** Why these points count, as a sentence. */
      label?: PolicyLabelInput | undefined;
    }>;
  }>;
  aggregation: "sum" | "maximum";
  /** Decimals are calculated exactly. */
  floor?: number | undefined;
  /** Must not be below the floor. */
  ceiling?: number | null | undefined;
  /** Ascending by `from`; the first starts at 0. */
  bands: Array<{
    id: string;
    /** Decimals are calculated exactly. */
    from: number;
    effect: PolicyEffectInput;
    /** Of assessments in this band, if it is shorter than that of the policy. */
    reviewAfterSeconds?: number | undefined;
  }>;
  rules?: Array<{
    key: string;
    all: PolicyCondition[];
    reason: string;
    /** What applies to the subject if the rule matches, as a sentence. */
    label?: PolicyLabelInput | undefined;
    /** The id of one of the bands. */
    forceBand?: string | null | undefined;
    effect?: PolicyEffectInput | undefined;
  }> | undefined;
  missingEvidence: "awaiting_evidence" | "review";
  reviewAfterSeconds: number;
  /** Makes the review of a monitored subject a task of people: at its date these actions are requested, once, and the next period begins when they are completed, however often the score is calculated meanwhile. Without it, monitoring only reassesses. */
  review?: {
    /** What people have to do. Completing them ends the review. */
    actions: string[];
    /** From its date until the review is overdue. 30 days by default. */
    withinSeconds?: number | undefined;
  } | undefined;
  /** `always`, the default: each assessment requests its own actions. `unless_open`: an action of the same policy key and name that is still open is not requested a second time. */
  repeatActions?: "always" | "unless_open" | undefined;
  /** `end`, the default: every newer assessment ends an override. `carry_unchanged`: a reassessment by monitoring with the same policy version, input values, band and decision carries it until the same `expiresAt`, and requests no action that is still open. */
  overrides?: "end" | "carry_unchanged" | undefined;
};
export type PolicyEffect = {
  decision: "none" | "review" | "restrict" | "reject";
  actions: string[];
};
export type PolicyEffectInput = {
  decision: "none" | "review" | "restrict" | "reject";
  actions?: string[] | undefined;
};
export type PolicyEvaluation = {
  outcome: "complete" | "incomplete";
  score: number | null;
  band: string | null;
  decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
  factors: Array<{
    key: string;
    label: string | null;
    status: "case_taken" | "default_taken" | "no_case_matched" | "unknown";
    /** Index of the matched case. */
    case: number | null;
    points: number | null;
    weight: number;
    /** Points times weight. */
    contribution: number | null;
    unknownInputs: string[];
  }>;
  rules: Array<{
    key: string;
    result: "matched" | "not_matched" | "unknown";
    reason: string;
    /** The inputs that prevented a match. */
    decidedBy: string[];
  }>;
  inputs: Array<{
    key: string;
    status: "resolved" | "unresolved" | "not_required";
    value: string | number | boolean | Array<string | number | boolean> | null;
    reason: "no_evidence" | "unavailable" | "revoked" | "stale" | "expired" | "not_yet_observed" | "withdrawn" | "type_mismatch" | "undocumented_value" | "sources_disagree" | null;
    /** The source whose value is used, of an input that takes the first available one. */
    usedSource?: string | undefined;
    receipts: Array<{
      receiptId: string;
      source: string;
      status: "available" | "unavailable" | "revoked";
      observedAt: string;
      expiresAt: string | null;
      ageSeconds: number | null;
      why: "usable" | "unavailable" | "revoked" | "stale" | "expired" | "not_yet_observed" | "withdrawn" | "type_mismatch" | "undocumented_value";
    }>;
  }>;
  reasons: Array<{
    code: "input_unresolved" | "factor_without_points" | "floor_applied" | "ceiling_applied" | "score_in_band" | "band_forced" | "forced_band_not_higher" | "no_band" | "decision_by_band" | "decision_by_rule" | "decision_by_missing_evidence" | "condition_not_met";
    /** Key of the input, factor, band or rule. */
    key: string | null;
    message: string;
  }>;
  actions: Array<{
    name: string;
    requiredBy: Array<{
      kind: "band" | "rule" | "review";
      key: string;
    }>;
  }>;
  /** Time at which an input first changes without new evidence; null if it never does. */
  freshUntil: string | null;
  reviewDueAt: string;
  evaluatorVersion: string;
};
export type PolicyFormat = {
  formatVersion: number;
  description: string;
  schema: Record<string, unknown>;
};
export type PolicyLabel = {
  text: string;
  /** Whether the explanation for the customer says it. Of an input, its text and nothing of its value. */
  disclose: boolean;
};
export type PolicyLabelInput = {
  text: string;
  /** Whether the explanation for the customer says it. Of an input, its text and nothing of its value. */
  disclose?: boolean | undefined;
};
export type PolicyProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  policyVersionId: string;
  policyKey?: string | undefined;
  /** The number of the version. */
  version?: number | undefined;
  /** Absent if the proposal is to publish the version. */
  change?: "publish" | "retire" | undefined;
  /** Of the stored scenarios of the version, none of which failed. */
  scenarios?: {
    passed: number;
    failed: number;
    /** Scenarios without `expect`. */
    unchecked: number;
  } | undefined;
};
export type PolicyProposals = {
  items: PolicyProposal[];
};
export type PolicyQuality = {
  policyKey: string;
  since: string;
  until: string;
  /** A share of fewer cases, or a mean of fewer points, is not shown. */
  leastCases: number;
  /** Versions with assessments of the days, newest first. */
  versions: Array<{
    version: number;
    /** Assessments of the days. */
    assessed: number;
    /** Those with a decision other than `none`. Without those that await evidence. */
    flagged: number;
    /** Those that await evidence: they have decided nothing, and count neither as flagged nor as passed. */
    awaiting: number;
    /** Assessments that outcomes label positive. */
    positives: number;
    /** Assessments that outcomes label negative. */
    negatives: number;
    /** Share of the assessments that outcomes label. */
    labelled: QualityEstimate;
    /** Share of positives among those that were flagged and labelled. */
    precision: QualityEstimate;
    /** Estimated share of all positives that were flagged. Positives that were not flagged are extrapolated from outcomes with `sampled`, flagged ones from those that were labelled. The interval combines both Wilson intervals. */
    recall: QualityEstimate;
    /** Share of the assessments that a person has overridden. */
    overridden: QualityEstimate;
    /** From an assessment until the last of the actions that it requested ended. Estimates from a histogram; null for fewer than 20 assessments. */
    timeToDecision: {
      count: number;
      p50Seconds: number | null;
      p90Seconds: number | null;
    };
    bands: Array<{
      key: string;
      /** Assessments of the days. */
      assessed: number;
      /** Those with a decision other than `none`. Without those that await evidence. */
      flagged: number;
      /** Those that await evidence: they have decided nothing, and count neither as flagged nor as passed. */
      awaiting: number;
      /** Assessments that outcomes label positive. */
      positives: number;
      /** Assessments that outcomes label negative. */
      negatives: number;
      /** Share of the assessments that outcomes label. */
      labelled: QualityEstimate;
      /** Share of positives among those that were flagged and labelled. */
      precision: QualityEstimate;
      /** Estimated share of all positives that were flagged. Positives that were not flagged are extrapolated from outcomes with `sampled`, flagged ones from those that were labelled. The interval combines both Wilson intervals. */
      recall: QualityEstimate;
      /** Share of the assessments that a person has overridden. */
      overridden: QualityEstimate;
      /** From an assessment until the last of the actions that it requested ended. Estimates from a histogram; null for fewer than 20 assessments. */
      timeToDecision: {
        count: number;
        p50Seconds: number | null;
        p90Seconds: number | null;
      };
    }>;
    /** Rules that matched, of the first 150 of the version. */
    rules: Array<{
      key: string;
      /** Assessments in which the rule matched. */
      matched: number;
      /** Assessments that outcomes label positive. */
      positives: number;
      /** Assessments that outcomes label negative. */
      negatives: number;
      /** Share of the matched ones that outcomes label. */
      labelled: QualityEstimate;
      /** Share of positives among the matched ones that are labelled. */
      precision: QualityEstimate;
      /** Estimated share of all positives in which the rule matched. */
      recall: QualityEstimate;
    }>;
    /** Of the first 150 factors of the version. Points without weight, to three decimals. */
    factors: Array<{
      key: string;
      /** Assessments in which the factor has points. */
      assessed: number;
      positives: {
        count: number;
        /** Null for fewer than 20. */
        meanPoints: number | null;
      };
      negatives: {
        count: number;
        /** Null for fewer than 20. */
        meanPoints: number | null;
      };
    }>;
  }>;
};
export type PolicyScenarios = {
  policyVersionId: string;
  passed: number;
  failed: number;
  /** Scenarios without `expect`. */
  unchecked: number;
  scenarios: Array<{
    name: string;
    evaluatedAt?: string | undefined;
    /** One receipt per fact and source. */
    evidence: Array<{
      fact: string;
      /** As in `acceptedSources`, also `source:<key>`. */
      source: string;
      status: "available" | "unavailable" | "revoked";
      value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
      observedAt: string;
      expiresAt?: string | null | undefined;
    }>;
    /** Members that are left out are not compared. Where the policy does not cover the subject, every member but `applicability` is null. */
    expect?: {
      applicability?: "applicable" | "not_matched" | "unknown" | undefined;
      outcome?: "complete" | "incomplete" | undefined;
      score?: number | null | undefined;
      band?: string | null | undefined;
      decision?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | undefined;
      /** All actions, in any order. */
      actions?: string[] | undefined;
      /** All rules that match, in any order. */
      matchedRules?: string[] | undefined;
    } | undefined;
    actual: {
      applicability: "applicable" | "not_matched" | "unknown";
      outcome: "complete" | "incomplete" | null;
      score: number | null;
      band: string | null;
      decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | null;
      actions: string[] | null;
      matchedRules: string[] | null;
    };
    /** Whether everything is as expected. Absent without `expect`. */
    passed?: boolean | undefined;
    /** Absent without `expect`. */
    differences?: Array<{
      member: "applicability" | "outcome" | "score" | "band" | "decision" | "actions" | "matchedRules";
      expected: unknown;
      actual: unknown;
    }> | undefined;
  }>;
  /** The parts of the policy that no scenario reaches. */
  unreached: {
    /** Indexes of groups of `applicability` that never match. */
    groups: number[];
    bands: string[];
    /** Cases that are never taken. `case` is null for the default points. */
    cases: Array<{
      factor: string;
      case: number | null;
    }>;
    rules: string[];
  };
  /** Null if the version has no scenarios. */
  savedBy: string | null;
  savedAt: string | null;
};
export type PolicySelection = {
  id: string;
  resource: "policy-selections";
  data: {
    subjectId: string;
    contextId: string | null;
    evidenceRevision: number;
    candidates: Array<{
      policyVersionId: string;
      policyKey: string;
      result: "applicable" | "not_matched" | "unknown";
      reasons: Array<{
        code: string;
        key: string | null;
        message: string;
      }>;
    }>;
    createdAt: string;
  };
};
export type PolicyStatistics = {
  policyKey: string;
  from: string;
  to: string;
  /** Subjects by their latest assessment under any version of the policy, now. */
  subjects: {
    total: number;
    /** Most first. */
    bands: Array<{
      /** Null without a band. */
      key: string | null;
      count: number;
    }>;
    /** Of the policy, without overrides. */
    decisions: Array<{
      key: string;
      count: number;
    }>;
    outcomes: Array<{
      key: string;
      count: number;
    }>;
  };
  /** Of the days. */
  assessments: {
    total: number;
    /** Most first. */
    bands: Array<{
      /** Null without a band. */
      key: string | null;
      count: number;
    }>;
    /** Of the policy, without overrides. */
    decisions: Array<{
      key: string;
      count: number;
    }>;
    outcomes: Array<{
      key: string;
      count: number;
    }>;
  };
  /** Days with assessments, oldest first. */
  days: Array<{
    day: string;
    assessments: number;
  }>;
  /** Assessments of the days in which a rule matched, most first. */
  rules: Array<{
    key: string;
    count: number;
  }>;
  /** Assessments of the days in which an input had no value, by reason, most first. */
  unresolvedInputs: Array<{
    input: string;
    reason: string;
    count: number;
  }>;
  /** Of the days. */
  overrides: {
    created: number;
    carried: number;
    revoked: number;
  };
};
export type PolicyToValidate = {
  key: string;
  /** A `PolicyDefinition`. All errors are reported in `errors`. */
  definition: Record<string, unknown>;
};
export type PolicyValidation = {
  valid: boolean;
  errors: Array<{
    path: string;
    code: string;
    message: string;
  }>;
  /** Of a valid definition: parts that do nothing, such as a case that an earlier one always hides, or that probably do something else than was meant. They prevent nothing. */
  warnings: Array<{
    path: string;
    code: string;
    message: string;
  }>;
  normalized: PolicyDefinition | null;
};
export type ProposalClosing = {
  /** As in `GET /proposals`. */
  kind: "policy" | "override" | "revocation" | "match" | "profile" | "list" | "settings" | "organization";
  /** As in `GET /proposals`. Required unless `kind` is `settings` or `organization`. */
  about?: string | null | undefined;
  reason: string;
};
export type ProposedOrganizationChange = {
  kind: "member_invitation";
  email: string;
  name: string;
  role: "owner" | "admin" | "member";
} | {
  kind: "member_change";
  memberId: string;
  role?: "owner" | "admin" | "member" | undefined;
  status?: "active" | "disabled" | undefined;
} | {
  kind: "deletion";
} | {
  kind: "legal_hold_release";
} | {
  kind: "document_hold_release";
  documentId: string;
};
export type Publication = {
  /** The open proposal that the publication accepts. */
  proposalId?: string | null | undefined;
  /** For the history. */
  reason?: string | null | undefined;
} | undefined;
export type QualityEstimate = {
  /** Null if `absentBecause` is not. */
  share: number | null;
  /** Lower end of the 95 % Wilson interval. */
  low: number | null;
  /** Upper end. */
  high: number | null;
  count: number;
  /** The cases that the share is of. */
  of: number;
  /** `too_few`: of fewer than 20 cases. Of recall only: `not_sampled`, fewer than 20 outcomes with `sampled` label assessments that were not flagged; `no_positives`, no positive is known. */
  absentBecause: "too_few" | "not_sampled" | "no_positives" | null;
};
export type QualityPlan = {
  /** Empty: nothing is drawn. */
  streams: QualityStream[];
  /** Each decision is drawn with this probability. Null with `perAnalystPerWeek`. */
  percent: number | null;
  /** Decisions drawn of each principal, stream and week (Monday to Sunday, UTC), once the week has been sealed. Null with `percent`. */
  perAnalystPerWeek: number | null;
  /** Whether reviewers decide without knowing the first decision. A blind plan also draws decisions of the other kind (confirmed matches, cancelled actions) by the same rule, so that a sample does not tell what was decided. */
  blind: boolean;
  /** Increases with every change; 0 before the first plan. */
  version: number;
  changedAt: string | null;
  changedBy: string | null;
  proposedBy: string | null;
};
export type QualityPlanProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  plan: {
    /** Empty: nothing is drawn. */
    streams: QualityStream[];
    /** Each decision is drawn with this probability. Null with `perAnalystPerWeek`. */
    percent: number | null;
    /** Decisions drawn of each principal, stream and week (Monday to Sunday, UTC), once the week has been sealed. Null with `percent`. */
    perAnalystPerWeek: number | null;
    /** Whether reviewers decide without knowing the first decision. A blind plan also draws decisions of the other kind (confirmed matches, cancelled actions) by the same rule, so that a sample does not tell what was decided. */
    blind: boolean;
  };
  /** Of the plan that it would become. */
  version: number;
};
export type QualityPlanProposals = {
  items: QualityPlanProposal[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type QualityResults = {
  from: string;
  to: string;
  streams: QualityStreamFigures[];
  /** For owners and admins only. */
  analysts?: Array<{
    /** `matches.false_positive`: decisions that a screening match is a false positive. `overrides`: overrides that people created. `actions.completed`: actions that were completed. */
    stream: QualityStream;
    /** Samples, controls included. */
    drawn: number;
    /** Samples with a second decision, controls included. */
    reviewed: number;
    /** Both decisions are the same, controls included. */
    agreed: number;
    /** `agreed` of `reviewed`. */
    agreement: {
      /** Null without cases. */
      value: number | null;
      /** Lower end of the 95 % Wilson score interval. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Reviewed samples whose first decision is that of the stream. */
    ofStream: number;
    /** Those of them that were decided otherwise. */
    errors: number;
    /** `errors` of `ofStream`. */
    errorRate: {
      /** Null without cases. */
      value: number | null;
      /** Lower end of the 95 % Wilson score interval. */
      low: number;
      /** Upper end. */
      high: number;
    };
    /** Pairs of decisions that occurred. */
    matrix: Array<{
      first: string;
      second: string;
      /** Samples. */
      count: number;
    }>;
    /** Who made the first decisions. */
    principal: string;
  }> | undefined;
};
export type QualitySample = {
  id: string;
  resource: "quality-samples";
  data: {
    /** `matches.false_positive`: decisions that a screening match is a false positive. `overrides`: overrides that people created. `actions.completed`: actions that were completed. */
    stream: QualityStream;
    status: "open" | "claimed" | "reviewed";
    blind: boolean;
    planVersion: number;
    drawnAt: string;
    /** Of the root of the audit log whose seed drew it. */
    treeSize: number;
    /** Who reviews it. A claim that has ended is null. */
    claim: {
      by: string;
      at: string;
      until: string;
    } | null;
    /** The first decision. Null while the sample is blind and not reviewed. */
    first: {
      /** The event of the decision in the history. */
      eventId: string;
      decision: string;
      reason: string | null;
      decidedBy: string;
      proposedBy: string | null;
      decidedAt: string;
      subjectId: string | null;
      about: {
        matchId: string;
        runId: string;
      } | {
        overrideId: string;
        assessmentId: string;
      } | {
        actionId: string;
      };
      /** Whether it was decided otherwise than the stream says. Controls do not count in the error rate. */
      control: boolean;
    } | null;
    review: {
      decision: string;
      reason: string;
      reviewedBy: string;
      reviewedAt: string;
      agrees: boolean;
      /** What a disagreement led to. `new_decision`: the match waits for a new decision. `request`: owners and admins have an open request about the subject. `none`: both agree, the match was decided otherwise since, or the subject has too many open requests. */
      followUp: {
        kind: "none" | "new_decision" | "request";
        requestId: string | null;
      };
    } | null;
  };
};
export type QualitySampleDetail = {
  id: string;
  resource: "quality-samples";
  data: {
    /** `matches.false_positive`: decisions that a screening match is a false positive. `overrides`: overrides that people created. `actions.completed`: actions that were completed. */
    stream: QualityStream;
    status: "open" | "claimed" | "reviewed";
    blind: boolean;
    planVersion: number;
    drawnAt: string;
    /** Of the root of the audit log whose seed drew it. */
    treeSize: number;
    /** Who reviews it. A claim that has ended is null. */
    claim: {
      by: string;
      at: string;
      until: string;
    } | null;
    /** The first decision. Null while the sample is blind and not reviewed. */
    first: {
      /** The event of the decision in the history. */
      eventId: string;
      decision: string;
      reason: string | null;
      decidedBy: string;
      proposedBy: string | null;
      decidedAt: string;
      subjectId: string | null;
      about: {
        matchId: string;
        runId: string;
      } | {
        overrideId: string;
        assessmentId: string;
      } | {
        actionId: string;
      };
      /** Whether it was decided otherwise than the stream says. Controls do not count in the error rate. */
      control: boolean;
    } | null;
    review: {
      decision: string;
      reason: string;
      reviewedBy: string;
      reviewedAt: string;
      agrees: boolean;
      /** What a disagreement led to. `new_decision`: the match waits for a new decision. `request`: owners and admins have an open request about the subject. `none`: both agree, the match was decided otherwise since, or the subject has too many open requests. */
      followUp: {
        kind: "none" | "new_decision" | "request";
        requestId: string | null;
      };
    } | null;
  };
  /** What a review can decide. */
  decisions: string[];
  /** What the decision was made from, without decisions, notes and proposals. For the person who has claimed the sample, and for everyone once it is reviewed or if it is not blind. Null as well if the records were erased. */
  evidence: BlindMatch | BlindAssessment | null;
};
export type QualitySamples = {
  items: QualitySample[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type QualityStream = "matches.false_positive" | "overrides" | "actions.completed";
export type QualityStreamFigures = {
  /** `matches.false_positive`: decisions that a screening match is a false positive. `overrides`: overrides that people created. `actions.completed`: actions that were completed. */
  stream: QualityStream;
  /** Samples, controls included. */
  drawn: number;
  /** Samples with a second decision, controls included. */
  reviewed: number;
  /** Both decisions are the same, controls included. */
  agreed: number;
  /** `agreed` of `reviewed`. */
  agreement: {
    /** Null without cases. */
    value: number | null;
    /** Lower end of the 95 % Wilson score interval. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** Reviewed samples whose first decision is that of the stream. */
  ofStream: number;
  /** Those of them that were decided otherwise. */
  errors: number;
  /** `errors` of `ofStream`. */
  errorRate: {
    /** Null without cases. */
    value: number | null;
    /** Lower end of the 95 % Wilson score interval. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** Pairs of decisions that occurred. */
  matrix: Array<{
    first: string;
    second: string;
    /** Samples. */
    count: number;
  }>;
};
export type QualitySummary = {
  month: string;
  from: string;
  /** Last day of the month, or today. */
  to: string;
  /** Screening runs. */
  screenings: number;
  /** Screening runs that found a match. */
  alerts: number;
  /** Decisions that confirmed a match. */
  trueHits: number;
  /** Decisions that a match is a false positive. */
  falsePositives: number;
  /** Confirmed matches among those decided in these days. Null if there are none. */
  matchHitRate: number | null;
  /** Subjects that came onto the worklist. */
  opened: number;
  /** Subjects whose last open action ended. */
  closed: number;
  /** Overrides that people created. */
  overrides: number;
  /** From the first open action of a subject until a person first acts on it: the subject is assigned, or an action acknowledged. Of subjects that were taken in these days. That a person looked at a subject is not recorded. Percentiles are estimates from a histogram; null without subjects. */
  timeToTake: {
    /** Subjects that the percentiles are about. */
    count: number;
    p50Seconds: number | null;
    p90Seconds: number | null;
  };
  /** From the first open action of a subject until none is open. Of subjects that were closed in these days. Percentiles are estimates from a histogram; null without subjects. */
  timeToDecision: {
    /** Subjects that the percentiles are about. */
    count: number;
    p50Seconds: number | null;
    p90Seconds: number | null;
  };
  /** When the summary is read, whatever month it is of. */
  now: {
    /** Subjects with open actions, now. By their worst decision, after overrides. */
    open: {
      /** Subjects with open actions, now. */
      total: number;
      /** Of decision `reject`. */
      reject: number;
      /** Of decision `restrict`. */
      restrict: number;
      /** Of decision `review`. */
      review: number;
      /** Of decision `awaiting_evidence`. */
      awaiting_evidence: number;
      /** Of decision `none`. */
      none: number;
    };
    /** Those whose `dueAt` passed before the current hour began. By their worst decision, after overrides. */
    overdue: {
      /** Those whose `dueAt` passed before the current hour began. */
      total: number;
      /** Of decision `reject`. */
      reject: number;
      /** Of decision `restrict`. */
      restrict: number;
      /** Of decision `review`. */
      review: number;
      /** Of decision `awaiting_evidence`. */
      awaiting_evidence: number;
      /** Of decision `none`. */
      none: number;
    };
    /** Screening runs with pending matches, by age. */
    pendingRuns: {
      /** Runs that are at most a day old. */
      upTo1Day: number;
      /** Older ones, at most a week old. */
      upTo7Days: number;
      /** Older ones, at most 30 days old. */
      upTo30Days: number;
      /** The rest. */
      older: number;
      /** Whether there are more: at most 2,000 are counted. */
      more: boolean;
    };
  };
  /** Screening lists that are switched on: their state now, and their gaps in the month. */
  lists: Array<{
    key: string;
    name: string;
    stale: boolean;
    /** Versions that wait for approval. */
    held: number;
    /** When the list was last seen to be up to date. */
    confirmedAt: string | null;
    /** Days between `from` and `to` on which downloads failed or a version was held. */
    gaps: number;
  }>;
  /** The newest completed test of effectiveness among the latest five. */
  assurance: {
    id: string;
    completedAt: string;
    outcome: string;
    nextDueAt: string;
  } | null;
  /** Of the samples whose first decision was made in the month. */
  quality: QualityStreamFigures[];
};
export type ReadMark = {
  upTo: string;
  readAt: string;
};
export type ReadNotices = {
  /** Id of the latest notification that the user has seen. */
  upTo: string;
};
export type Recovery = {
  webhookId: string;
  since: string;
  /** `nothing_to_do` if no delivery failed or waits, or all were reopened in the last minute. */
  status: "recovering" | "nothing_to_do";
  /** Number of deliveries that are retried. 1,000 means 1,000 or more. */
  deliveries: number;
};
export type RememberedDecision = {
  id: string;
  /** The risk subject. Null if the decided run had none: then the decision counts for runs of the same data without one. */
  subject: MatchSubject | null;
  /** The key of the list. */
  source: string;
  sourceEntryId: string;
  listedName: string;
  listKind: "sanctions" | "pep" | "watch";
  /** The score of the decided match. A match with a higher one is decided anew. */
  score: number;
  decision: "confirmed" | "false_positive";
  reason: string;
  runId: string;
  /** The match that was decided. */
  matchId: string;
  decidedBy: string;
  decidedAt: string;
  /** Who proposed the decision, if anyone. */
  proposedBy: string | null;
  /** By the current `expiresAfterDays`. From then on runs do not inherit it. */
  expiresAt: string;
};
export type RememberedFrom = {
  runId: string;
  /** The match that a person decided. */
  matchId: string;
  decision: "confirmed" | "false_positive";
  decidedBy: string;
  decidedAt: string;
};
export type Renaming = {
  name: string;
};
export type Replay = {
  webhookId: string;
  since: string;
  until: string;
  status: "replaying";
};
export type RetentionChange = {
  /** Not less than before; null keeps the document without limit. */
  retainDays: number | null;
  /** Stored in the history. */
  reason: string;
};
export type Retirement = {
  reason: string;
  /** The open proposal of another person that the retirement accepts. */
  proposalId?: string | null | undefined;
};
export type ReviewPage = {
  items: Array<{
    subjectId: string;
    kind: "person" | "business" | "account" | "transaction";
    externalId: string;
    policyKey: string;
    policyVersionId: string;
    /** The last known band. */
    band: string | null;
    dueAt: string;
    /** Whose `reviewAfterSeconds` gives the date. */
    reason: "band" | "policy";
    /** Null until its actions are requested. */
    overdueAt: string | null;
    /** Empty until the date. */
    actionIds: string[];
    /** `due` from `dueAt`, `overdue` from `overdueAt`. */
    status: "planned" | "due" | "overdue";
  }>;
  nextCursor: string | null;
};
export type RevocationProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  overrideId: string;
  subjectId?: string | undefined;
  /** Of the subject. */
  externalId?: string | undefined;
  policyKey?: string | undefined;
  /** The decision of the override. */
  from?: "none" | "review" | "restrict" | "reject" | undefined;
  /** The decision of the assessment, which applies again. */
  to?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | undefined;
};
export type RevocationProposals = {
  items: RevocationProposal[];
};
export type RiskRecord = Subject | Source | Context | Override | InvestigationReview | Outcome | OutcomeWithdrawal | Policy | Evidence | Assessment | Action | Event | Investigation;
export type Rollout = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  policyKey: string;
  /** The version that monitors the subjects afterwards. */
  policyVersionId: string;
  /** The number of this version. */
  version: number;
  from: string;
  /** The number of the replaced version. */
  fromVersion: number;
  limit: number | null;
  dryRun: boolean;
  /** Subjects that the version monitors now. In a dry run, those it would monitor. */
  replaced: number;
  /** Subjects whose monitoring is paused, or was changed meanwhile. */
  skipped: number;
  /** The first 20 subjects that could not be processed. */
  problems: Array<{
    subjectId: string;
    code: string;
    detail: string;
  }>;
  /** Of a dry run: how many subjects have which decision before and after. Null otherwise. */
  changes: Array<{
    /** Decision of the latest assessment by this policy, without overrides. */
    before: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "not_assessed";
    /** Decision of the version, or why it does not cover the subject. */
    after: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown";
    subjects: number;
  }> | null;
};
export type Run = {
  id: string;
  resource: "runs";
  data: {
    sessionId: string;
    /** Reference for verification decisions on this attempt. */
    workflowRunId: string;
    /** Attempt number within the session, starting at 1. */
    number: number;
    /** `superseded` if a newer attempt of the session began before every step had a result. */
    status: "in_progress" | "completed" | "superseded";
    /** Of a completed attempt: `failed` if one of its steps failed, otherwise `passed`. Absent for attempts that are in progress, and for those that were completed before this property existed. */
    outcome?: "passed" | "failed" | undefined;
    /** By step key. */
    steps: Record<string, {
      status: "completed" | "failed";
      observedAt: string;
      reportedAt: string;
      /** Present only when a single attempt is read, by an owner, an admin or an API key. */
      outputs?: Record<string, string | number | boolean | Array<string | number | boolean>> | undefined;
    }>;
    createdAt: string;
    completedAt: string | null;
    /** The latest decision. */
    decision: "approved" | "rejected" | "revoked" | null;
    decisions: Array<{
      id: string;
      decision: "approved" | "rejected" | "revoked";
      decidedBy: string;
      decidedAt: string;
      /** Failed steps that the approval accepted. */
      acceptedFailedSteps: string[];
    }>;
  };
};
export type ScenariosToStore = {
  scenarios: Array<{
    name: string;
    evaluatedAt?: string | undefined;
    /** One receipt per fact and source. */
    evidence: Array<{
      fact: string;
      /** As in `acceptedSources`, also `source:<key>`. */
      source: string;
      status: "available" | "unavailable" | "revoked";
      value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
      observedAt: string;
      expiresAt?: string | null | undefined;
    }>;
    /** Members that are left out are not compared. Where the policy does not cover the subject, every member but `applicability` is null. */
    expect?: {
      applicability?: "applicable" | "not_matched" | "unknown" | undefined;
      outcome?: "complete" | "incomplete" | undefined;
      score?: number | null | undefined;
      band?: string | null | undefined;
      decision?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | undefined;
      /** All actions, in any order. */
      actions?: string[] | undefined;
      /** All rules that match, in any order. */
      matchedRules?: string[] | undefined;
    } | undefined;
  }>;
};
export type ScreeningAssurance = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  /** The version of the profile; null for lists and scores of the request. */
  profile: {
    key: string;
    version: number;
  } | null;
  /** Keys of the lists. */
  sources: string[];
  reviewScore: number;
  matchScore: number;
  entries: number;
  customers: number;
  seed: number;
  scorerVersion: string;
  /** The test before, of the same lists and scores, or of the same profile; null for the first. */
  comparedWith: string | null;
  /** Twelve months after the test has completed. */
  nextDueAt: string | null;
  /** The sealed report. Null until the test has completed, and for a report that cannot be printed. */
  report: {
    sha256: string;
    sizeBytes: number;
  } | null;
  /** The versions that were tested. Empty until the job has ended. */
  listVersions: Array<{
    /** The key of the list. */
    list: string;
    /** Null if the list had no version. */
    versionId: string | null;
    publishedAt: string | null;
  }>;
  /** Null until the job has completed. */
  result: {
    outcome: "passed" | "limited" | "failed";
    classes: Array<{
      class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
      group: "benign" | "degraded" | "adversarial" | "facts";
      /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
      known: "bare" | "known";
      /** Must be found (95 %), should be found (80 %), or is not expected to be. */
      expected: "must" | "should" | "not_expected";
      /** `short`: even the upper end of the interval is below what is expected. `untested`: no case was possible. */
      status: "as_expected" | "short" | "untested";
      cases: number;
      /** Cases whose entry reaches the review score of the profile. */
      found: number;
      /** `found` of `cases`; null without cases. */
      recall: number | null;
      /** Lower end of the 95 % Wilson interval. */
      low: number;
      high: number;
      /** Cases that are found at each `reviewScore` 55 to 90. */
      foundAt: number[];
    }>;
    /** Customers on no list that were screened. */
    customers: number;
    alerts: Array<{
      known: "bare" | "known";
      /** Alerts per 1,000 customers at the review score of the profile. */
      alertsPerThousand: number;
      /** Customers with an alert, of 1,000. */
      flaggedPerThousand: number;
      /** At each `reviewScore` 55 to 90. */
      alertsPerThousandAt: number[];
      flaggedPerThousandAt: number[];
    }>;
    line: {
      above: Array<{
        class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors" | null;
        isListed: boolean;
        known: "bare" | "known";
        name: string;
        dateOfBirth: string | null;
        nationality: string | null;
        source: string;
        entryId: string;
        listedName: string;
        score: number;
        factors: Array<{
          /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
          code: ScreeningFactorCode;
          points: number;
          detail: string;
        }>;
      }>;
      below: Array<{
        class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors" | null;
        isListed: boolean;
        known: "bare" | "known";
        name: string;
        dateOfBirth: string | null;
        nationality: string | null;
        source: string;
        entryId: string;
        listedName: string;
        score: number;
        factors: Array<{
          /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
          code: ScreeningFactorCode;
          points: number;
          detail: string;
        }>;
      }>;
    };
    /** Your own cases, if the test has any. */
    own?: {
      /** Cases that have to be found. */
      found: {
        cases: number;
        asExpected: number;
      };
      /** Cases that must not cause an alert. */
      notFound: {
        cases: number;
        asExpected: number;
      };
      /** The first of them, in the order of the file. */
      deviations: Array<{
        /** Line of the file. */
        line: number;
        reference: string | null;
        expected: "found" | "not_found";
        /** `other_entry`: another entry than the one of the file reached the review score. `incomplete`: the row could not be compared completely, and nothing reached the score. */
        outcome: "found" | "other_entry" | "not_found" | "incomplete";
        /** The highest score of an entry that reached the review score. */
        topScore: number | null;
        /** The list of that entry. */
        source: string | null;
        entryId: string | null;
      }>;
    } | undefined;
  } | null;
  /** Cases below the review score. */
  missed: number;
  /** Up to 10 missed cases of each class, without and with other facts, with the factors of their scores. Those that the search left out come first. */
  misses: Array<{
    class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
    /** `below_score`: the entry scores less. `not_searched`: it would reach the score, but the search left it out. */
    reason: "below_score" | "not_searched";
    known: "bare" | "known";
    name: string;
    dateOfBirth: string | null;
    nationality: string | null;
    source: string;
    entryId: string;
    listedName: string;
    score: number;
    factors: Array<{
      /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
      code: ScreeningFactorCode;
      points: number;
      detail: string;
    }>;
  }>;
  /** Classes whose recall differs from that of `comparedWith`. */
  differences: Array<{
    class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
    known: "bare" | "known";
    before: number;
    now: number;
    /** The 95 % intervals of the two do not overlap. */
    isBeyondChance: boolean;
  }>;
  /** Uploaded files that the test reads. */
  files: Array<{
    use: "own" | "negatives";
    sha256: string;
    rows: number;
  }>;
  /** Decisions of people on matches with a score close to the review score, of runs of the year before the test. */
  decisions: {
    byScore: Array<{
      score: number;
      confirmed: number;
      falsePositive: number;
    }>;
    /** At or above the review score. */
    above: Array<{
      matchId: string;
      runId: string;
      source: string;
      entryId: string;
      score: number;
      decision: "pending" | "confirmed" | "false_positive";
    }>;
    /** Below it: of runs with a lower review score. */
    below: Array<{
      matchId: string;
      runId: string;
      source: string;
      entryId: string;
      score: number;
      decision: "pending" | "confirmed" | "false_positive";
    }>;
    /** Whether all decided matches of runs of the year before the test were read. */
    isComplete: boolean;
  } | null;
  /** Classes that may find less than expected, as two people have accepted for a time. Those in force. */
  limits: AssuranceLimit[];
  /** Open proposals of limits. */
  limitProposals: AssuranceLimitProposal[];
  /** Limits of `comparedWith` that did not carry over to this test. */
  lapsedLimits: Array<{
    class: "order" | "particles" | "initials" | "missing_word" | "transliteration" | "diacritics" | "titles" | "punctuation" | "company_forms" | "company_abbreviations" | "one_letter" | "transposition" | "ocr" | "cut_35" | "cut_140" | "joined_words" | "lookalikes" | "invisible_characters" | "dropped_vowels" | "digits_for_letters" | "date_errors" | "nationality_errors";
    /** `bare`: by name alone. `known`: with the date of birth and the nationality that the list states. */
    known: "bare" | "known";
    reason: "expired" | "recall_fell";
    acceptedIn: string;
  }>;
  /** The outcome if classes with an accepted limit did not count. `result.outcome` counts all. */
  outcomeBeyondLimits: "passed" | "limited" | "failed" | null;
};
export type ScreeningAssuranceSummary = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  /** The version of the profile; null for lists and scores of the request. */
  profile: {
    key: string;
    version: number;
  } | null;
  /** Keys of the lists. */
  sources: string[];
  reviewScore: number;
  matchScore: number;
  entries: number;
  customers: number;
  seed: number;
  scorerVersion: string;
  /** The test before, of the same lists and scores, or of the same profile; null for the first. */
  comparedWith: string | null;
  /** Twelve months after the test has completed. */
  nextDueAt: string | null;
  /** The sealed report. Null until the test has completed, and for a report that cannot be printed. */
  report: {
    sha256: string;
    sizeBytes: number;
  } | null;
  /** Null until the job has completed. */
  outcome: "passed" | "limited" | "failed" | null;
};
export type ScreeningAttestation = {
  id: string;
  organizationId: string;
  mode: "test" | "live";
  /** The day, in UTC. */
  date: string;
  madeAt: string;
  lists: ScreeningListDay[];
  /** Null in a mode without watches. */
  watches: {
    count: number;
    /** Watches whose result held against these versions when they were last verified. */
    verified: number;
    /** Watches that could not be screened on that day: they say why in `problem`. */
    failed: number;
    /** The last time on that day; null if they never were. */
    verifiedAt: string | null;
    against: Array<{
      key: string;
      versionId: string | null;
    }>;
  } | null;
  /** Runs of the day whose result is `incomplete`, and those that failed (`error`). */
  runs: {
    incomplete: number;
    failed: number;
  };
  /** SHA-256 of the canonical JSON of the other members. The event `screening.attestation.recorded` has it in its details, and is a leaf of the audit log. */
  digest: string;
};
export type ScreeningBatch = {
  id: string;
  /** `completed` for a batch of items; a batch of an upload is a job with the same id. */
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of items or rows; of an upload, as far as they have been read. */
  total: number;
  /** Items or rows that were refused. */
  failed: number;
  /** How many runs had which status when they were made. Decisions do not change it. */
  byStatus: {
    match: number;
    possible_match: number;
    clear: number;
    incomplete: number;
    error: number;
  };
  /** The profile that the request named, in the version that was used. */
  profile?: {
    key: string;
    version: number;
  } | undefined;
  /** One for each item, in their order, as the runs were when they were made. Empty for an upload: see `GET /screening/batches/{id}/rows`. */
  runs: Array<{
    reference: string | null;
    riskSubjectId: string | null;
    /** Null if the item was refused. */
    runId: string | null;
    status: "match" | "possible_match" | "clear" | "incomplete" | "error" | null;
    incomplete: boolean | null;
    incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
    errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
    topScore: number | null;
    matchCount: number;
    /** Why the item was refused. The other items have their runs. */
    problem?: {
      code: string;
      detail: string;
    } | undefined;
  }>;
  /** Of an upload: rows of the file. Null until all have been read. */
  rows?: number | null | undefined;
  /** Of an upload: rows that have been screened or refused. */
  done?: number | undefined;
  /** Of an upload. */
  format?: "csv" | "ndjson" | "ftm" | undefined;
  /** Of an upload: keys of the lists. */
  sources?: string[] | undefined;
  /** Of an upload. */
  reviewScore?: number | undefined;
  /** Of an upload. */
  matchScore?: number | undefined;
  /** Of an upload. */
  pepLookbackMonths?: number | null | undefined;
  /** The earlier batch whose failed rows it screens again. */
  failedRowsOf?: string | undefined;
  /** Of an upload: rows that failed for a reason that may pass, so far. `failedRowsOf` in a new batch screens them again. */
  repeatableRows?: number | undefined;
  /** Of a batch of failed rows: those of the earlier batch that are not screened again, such as unreadable ones. */
  leftOutRows?: number | undefined;
  /** Of an upload. */
  startedAt?: string | null | undefined;
  /** Of an upload: from the progress so far; null while it cannot be estimated. */
  estimatedEndAt?: string | null | undefined;
  /** Of an upload. */
  endedAt?: string | null | undefined;
  /** Of an upload: why the batch failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Of an upload: the versions that all its rows are screened against. Empty until it has started. */
  listVersions?: Array<{
    /** The key of the list. */
    list: string;
    /** Null if the list had no version. */
    versionId: string | null;
    publishedAt: string | null;
  }> | undefined;
  /** Of an upload: until when its rows and results can be read. Null once they have been erased. */
  rowsKeptUntil?: string | null | undefined;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
};
export type ScreeningBatchRow = {
  /** Line of the file on which the row begins; the headings of a CSV file are before the first. */
  line: number;
  reference: string | null;
  riskSubjectId: string | null;
  /** The run of the row. Null if the row has no match and names no risk subject: such a row is stored in this result alone. */
  runId: string | null;
  status: "match" | "possible_match" | "clear" | "incomplete" | "error" | null;
  incomplete: boolean | null;
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
  errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
  topScore: number | null;
  matchCount: number;
  /** Why the item was refused. The other items have their runs. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** List of the match with the highest score. */
  matchedList: string | null;
  matchedEntryId: string | null;
  matchedListedName: string | null;
  /** Line of an earlier row that is identical, and that was screened instead. */
  sameAsLine: number | null;
  /** Whether `runId` is an earlier run: the newest of the risk subject with these lists and scores screened the same data and found the same. */
  isUnchanged: boolean;
  /** Number of the row in the file, from 1. */
  row: number;
};
export type ScreeningDecision = {
  match: ScreeningMatch;
  run: {
    id: string;
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    incomplete: boolean;
    incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
    topScore: number | null;
  };
};
export type ScreeningEntry = {
  /** Vessels and aircraft are entities. */
  kind: "person" | "entity";
  /** All names and aliases, the principal name first. */
  names: Array<{
    text: string;
    /** The publisher marks the name as a weak or low-quality alias. */
    isWeak: boolean;
    /** ISO 15924 code of the script, such as `Latn`, `Cyrl` or `Arab`. */
    script: string;
  }>;
  /** Dates of birth. */
  births: Array<{
    /** First day that the listed date may mean, `YYYY-MM-DD`. */
    from: string;
    /** Last day that the listed date may mean; equal to `from` for an exact date. */
    to: string;
    /** The list states the date as approximate. */
    isCirca: boolean;
  }>;
  /** Places of birth, as listed. */
  birthPlaces: string[];
  /** Nationalities of a person, countries of registration or flags of an entity. */
  countries: string[];
  /** Numbers of documents and registers, wallet addresses, email addresses and websites. */
  identifiers: Array<{
    kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
    /** As listed. */
    value: string;
    /** ISO 3166-1 alpha-2 of the issuer. */
    country: string | null;
  }>;
  /** Addresses, as listed. */
  addresses: Array<{
    /** The address in one line, the country included. */
    text: string;
    /** ISO 3166-1 alpha-2. */
    country: string | null;
  }>;
  /** Sanctions programmes, regimes or grounds under which the entry is listed. */
  programmes: string[];
  /** Numbers under which others list the same party: `un` (Security Council), `ofsi` (retired consolidated list of the United Kingdom), `eu`, `ofac`, `imo` (ship), `lei` (legal entity), `wikidata`. Empty in runs made before references were stored. */
  references: Array<{
    scheme: "un" | "ofsi" | "eu" | "ofac" | "imo" | "lei" | "wikidata";
    value: string;
  }>;
  /** What the listing prohibits, as far as the list states it. Empty in runs made before measures were stored. */
  measures: Array<"asset_freeze" | "travel_ban" | "investment_ban" | "sectoral" | "trade" | "transport" | "director_disqualification" | "trust_services" | "debarment" | "other">;
  /** Day of the listing; null where the list states none. */
  listedOn: string | null;
  /** Last day of the measure; null where the list states none. */
  endsOn: string | null;
  /** As listed. Absent where the list states none. */
  gender?: string | undefined;
  /** Titles, functions and positions, as listed. */
  titles: string[];
  /** Remarks and reasons, at most 2000 characters. */
  remarks: string | null;
  /** Public pages: the publisher’s page, the legal act or the Wikidata item. */
  links: string[];
  /** True where facts were left out because the run has too many matches to store every entry in full. Read the full entry with `GET /screening/sources/{key}/entries/{entryId}`. */
  truncated: boolean;
  /** SHA-256 of everything the list states of the entry, in lower-case hex. It changes when, and only when, the listed facts change. */
  digest: string;
};
export type ScreeningFactorCode = "name_same" | "all_subject_tokens" | "all_listed_tokens" | "some_tokens" | "fuzzy_token" | "equivalent_token" | "consonant_token" | "joined_words" | "cut_token" | "initial_token" | "initial_for_name" | "weak_alias" | "single_word_listed_name" | "dob_same_day" | "dob_same_year" | "dob_in_range" | "dob_near" | "dob_other_year" | "nationality_same" | "nationality_other" | "listing_ended" | "wallet_same" | "document_same_country" | "document_likely_country" | "ship_same_number" | "global_same_number" | "contact_same" | "document_same_number" | "other_kind" | "other_kind_identified" | "full_name_floor" | "score_floor" | "score_ceiling" | "name_alone_cap" | "one_letter_off_cap" | "consonants_cap" | "equivalent_cap" | "cut_cap" | "name_disagrees_cap" | "partial_name_cap";
export type ScreeningFoundEntry = {
  source: string;
  sourceEntryId: string;
  listedName: string;
  matchedName: string;
  score: number;
  /** Their points add up to the score. */
  factors: Array<{
    /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
    code: ScreeningFactorCode;
    points: number;
    detail: string;
  }>;
  /** Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the decision is older than `expiresAfterDays`, or a person has expired it. */
  reviewReason?: "listing_removed" | "quality_disagreement" | "remembered_entry_changed" | "remembered_subject_changed" | "remembered_scorer_changed" | "remembered_score_rose" | "remembered_expired" | undefined;
  rememberedFrom?: RememberedFrom | undefined;
  listKind: "sanctions" | "pep" | "watch";
  pep: {
    standing: "pep" | "former_pep" | "family_member" | "none";
    flags: Array<"position_dates_unknown">;
    /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
    lastHeldUntil: string | null;
    positions: Array<{
      category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
      title: string;
      country: string | null;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      startDate: string | null;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      endDate: string | null;
      current: boolean;
      roster: string;
    }>;
    relatedPeps: Array<{
      entryId: string;
      name: string;
      relation: "spouse" | "child" | "parent" | "sibling";
      positions: Array<{
        category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
        title: string;
        country: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        startDate: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        endDate: string | null;
        current: boolean;
        roster: string;
      }>;
    }>;
  } | null;
  /** The entry as it was listed when the run was made. Null in runs made before entries were stored. */
  entry: ScreeningEntry | null;
};
export type ScreeningGroupDecision = {
  groupId: string;
  /** At most 20, highest score first. */
  decided: Array<{
    id: string;
    source: string;
    sourceEntryId: string;
    listedName: string;
    matchedName: string;
    score: number;
    /** Their points add up to the score. */
    factors: Array<{
      /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
      code: ScreeningFactorCode;
      points: number;
      detail: string;
    }>;
    decision: "pending" | "confirmed" | "false_positive";
    /** Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the decision is older than `expiresAfterDays`, or a person has expired it. */
    reviewReason?: "listing_removed" | "quality_disagreement" | "remembered_entry_changed" | "remembered_subject_changed" | "remembered_scorer_changed" | "remembered_score_rose" | "remembered_expired" | undefined;
    rememberedFrom?: RememberedFrom | undefined;
    listKind: "sanctions" | "pep" | "watch";
    pep: {
      standing: "pep" | "former_pep" | "family_member" | "none";
      flags: Array<"position_dates_unknown">;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      lastHeldUntil: string | null;
      positions: Array<{
        category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
        title: string;
        country: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        startDate: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        endDate: string | null;
        current: boolean;
        roster: string;
      }>;
      relatedPeps: Array<{
        entryId: string;
        name: string;
        relation: "spouse" | "child" | "parent" | "sibling";
        positions: Array<{
          category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
          title: string;
          country: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          startDate: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          endDate: string | null;
          current: boolean;
          roster: string;
        }>;
      }>;
    } | null;
    /** The matches of the run that name the same party. Null in runs made before matches were grouped. */
    group: ScreeningMatchGroup | null;
  }>;
  /** Certain matches that were decided in the same way before. */
  unchanged: string[];
  run: {
    id: string;
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    incomplete: boolean;
    incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
    topScore: number | null;
  };
};
export type ScreeningGroupMember = {
  match: ScreeningMatchSummary;
  entry: ScreeningEntry | null;
  /** The open proposal, if there is one. */
  proposal: MatchProposalSummary | null;
};
export type ScreeningListCoverage = {
  key: string;
  from: string;
  until: string;
  /** Every day from `from` to `until`, the oldest first. */
  days: Array<{
    /** The day, in UTC. */
    date: string;
    /** Whether the day has an attestation: `GET /screening/attestations/{date}`. */
    attested: boolean;
    /** As in the attestation; null without one, and if the list is not in it. */
    outcome: "confirmed" | "unchanged" | "gap" | null;
    /** Minutes with a gap, begun ones included. */
    gapMinutes: number;
    /** Whether a version waited for approval at any time of the day. */
    held: boolean;
    /** Whether the last confirmation was older than the list may be, at any time of the day. */
    stale: boolean;
  }>;
};
export type ScreeningListDay = {
  key: string;
  /** `confirmed`: no gap, and confirmed at least once on that day. `unchanged`: no gap, and no check was due. `gap`: at least one gap, however short. */
  outcome: "confirmed" | "unchanged" | "gap";
  /** The versions that were searched, from when to when, the earliest first. */
  versions: Array<{
    from: string;
    to: string;
    versionId: string;
    publishedAt: string | null;
  }>;
  /** Checks that found the active version, or made a new one active. */
  confirmations: number;
  failedChecks: number;
  /** At the end of the day. */
  lastConfirmedAt: string | null;
  gaps: Array<{
    from: string;
    to: string;
    /** `not_recorded`: nothing is known of the list yet. `not_loaded`: it had no version. `publisher_unavailable`: the publisher could not be reached, or its file not be read. `not_confirmed`: the last confirmation was older than the list may be. */
    reason: "not_recorded" | "not_loaded" | "publisher_unavailable" | "not_confirmed";
  }>;
  /** Minutes with a gap, begun ones included; overlapping gaps count once. */
  gapMinutes: number;
  /** While a version waited for approval. */
  held: Array<{
    from: string;
    to: string;
  }>;
  /** While the last confirmation was older than the list may be. */
  stale: Array<{
    from: string;
    to: string;
  }>;
};
export type ScreeningLookBack = {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** Number of records to process; null while it is not known. */
  total: number | null;
  /** Number of records processed so far. */
  done: number;
  /** Number of records that could not be processed. */
  failed: number;
  /** `user:<id>` or `api_key:<id>`. */
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  /** From the progress so far; null while it cannot be estimated. */
  estimatedEndAt: string | null;
  endedAt: string | null;
  /** Why the job failed. */
  problem?: {
    code: string;
    detail: string;
  } | undefined;
  /** Why the job waits, and when it continues by itself. Only of a running job. */
  paused?: {
    code: string;
    detail: string;
    until: string;
  } | undefined;
  /** Null for watches. */
  batchId: string | null;
  /** Watches when it was started; missing for a batch. */
  watches?: number | undefined;
  source: string;
  /** That of the batch; null for watches, each of which has its own. */
  reviewScore: number | null;
  /** In the order in which they were searched. */
  versions: Array<{
    versionId: string;
    /** Publication date stated in the file. */
    publishedAt: string | null;
    /** Since when it was searched: the first time, or the last before `from`. */
    activatedAt: string;
  }>;
  /** Versions that could not be compared, as far as they are known. */
  unavailable: Array<{
    versionId: string;
    /** `not_archived`: its time in the archive is over, or it is older than the archive. `other_release`: it was indexed by the rules of another release, and is too large to be indexed again here. */
    reason: "not_archived" | "other_release";
  }>;
  /** Rows or watches with which a review would have been reached. */
  found: number;
  /** Rows that were compared incompletely with a version. */
  incomplete: number;
};
export type ScreeningLookBackFinding = {
  /** Number of the row in the file, from 1; null for a watch. */
  row: number | null;
  /** Line of the file on which the row begins; null for a watch. */
  line: number | null;
  /** The watch; null for a row. */
  watchId: string | null;
  reference: string | null;
  riskSubjectId: string | null;
  /** `reached`: a review would have been reached with `version`. `incomplete`: with no version, but one could not be compared completely. */
  outcome: "reached" | "incomplete";
  /** Whether every earlier version of the look-back was compared completely with the row. If not, it may have been one of those. */
  isCertain: boolean;
  /** The first version with which a review would have been reached. */
  version: {
    versionId: string;
    /** Publication date stated in the file. */
    publishedAt: string | null;
    /** Since when it was searched: the first time, or the last before `from`. */
    activatedAt: string;
  } | null;
  /** The match with the highest score, among the entries of that version. */
  match: {
    entryId: string;
    /** Null for a watch: read the entry by `entryId`. */
    listedName: string | null;
    score: number;
    status: "match" | "possible_match";
  } | null;
  /** Why the row was compared incompletely with the first version of which that is true. */
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable" | "screening_failed">;
  /** What was done since `activatedAt`: `runs` if there is a run of the risk subject or the row, else `watched` if there is a watch of them now, else `nothing`. */
  done: "runs" | "watched" | "nothing" | null;
  /** Runs of the risk subject, or of the row, since `activatedAt`: the first 5, the oldest first. */
  runs: Array<{
    runId: string;
    createdAt: string;
    trigger: "api" | "workflow" | "watch";
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    /** The version of the list that it searched; null if it did not. */
    listVersionId: string | null;
    /** The latest decisions on matches of the list. */
    decisions: Array<{
      matchId: string;
      decision: "pending" | "confirmed" | "false_positive";
      decidedBy: string;
      decidedAt: string;
    }>;
  }>;
  /** When the oldest watch of the risk subject or the row was created. */
  watchedSince: string | null;
};
export type ScreeningMatch = {
  id: string;
  source: string;
  sourceEntryId: string;
  listedName: string;
  matchedName: string;
  score: number;
  /** Their points add up to the score. */
  factors: Array<{
    /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
    code: ScreeningFactorCode;
    points: number;
    detail: string;
  }>;
  decision: "pending" | "confirmed" | "false_positive";
  /** Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the decision is older than `expiresAfterDays`, or a person has expired it. */
  reviewReason?: "listing_removed" | "quality_disagreement" | "remembered_entry_changed" | "remembered_subject_changed" | "remembered_scorer_changed" | "remembered_score_rose" | "remembered_expired" | undefined;
  rememberedFrom?: RememberedFrom | undefined;
  listKind: "sanctions" | "pep" | "watch";
  pep: {
    standing: "pep" | "former_pep" | "family_member" | "none";
    flags: Array<"position_dates_unknown">;
    /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
    lastHeldUntil: string | null;
    positions: Array<{
      category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
      title: string;
      country: string | null;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      startDate: string | null;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      endDate: string | null;
      current: boolean;
      roster: string;
    }>;
    relatedPeps: Array<{
      entryId: string;
      name: string;
      relation: "spouse" | "child" | "parent" | "sibling";
      positions: Array<{
        category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
        title: string;
        country: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        startDate: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        endDate: string | null;
        current: boolean;
        roster: string;
      }>;
    }>;
  } | null;
  /** The matches of the run that name the same party. Null in runs made before matches were grouped. */
  group: ScreeningMatchGroup | null;
  /** The entry as it was listed when the run was made. Null in runs made before entries were stored. */
  entry: ScreeningEntry | null;
};
export type ScreeningMatchDetail = {
  match: {
    id: string;
    source: string;
    sourceEntryId: string;
    listedName: string;
    matchedName: string;
    score: number;
    /** Their points add up to the score. */
    factors: Array<{
      /** Meaning of each factor, with its points: - `name_same` (85): Both names have the same words, in any order. - `all_subject_tokens` (75): Every word of the subject’s name is in the listed name, which has more. - `all_listed_tokens` (75): Every word of the listed name is in the subject’s name, which has more. - `some_tokens` (1 to 59, by the share of words in common): The names have words in common, and each has others. - `fuzzy_token` (-20, or -10 if another word agrees and the listed name has more words): A word is one letter off, or as a scanner misreads it (rn for m, vv for w, cl for d); the detail is the listed spelling. A word of up to four letters counts only if all other words of a longer name agree. - `equivalent_token` (0): A word is another Latin spelling of the same name (Hassan, Hasan), or an abbreviation or form of the same generic word of a company (Intl, International); the detail is the listed spelling. - `consonant_token` (-5): A word in Arabic script has the consonants and long vowels of a listed word in Latin letters; the detail is the listed spelling. - `joined_words` (0): One name writes as one word what the other writes as several, or the whole name without spaces; the detail is the listed spelling. - `cut_token` (0): The subject’s name is as long as a field of a payment message (35, 70 or 140 characters) and ends within a listed word; the detail is that word. - `initial_token` (0): An initial agrees with the first letter of a word of the other name, and two full words agree: it counts neither way. - `initial_for_name` (what brings the name to 65 or 64): One full word agrees, and the other words are initials; 64 if an initial is that of the listed name. - `weak_alias` (0): The name that agrees is an alias the list marks as weak. - `single_word_listed_name` (-15): The listed name is one word of the subject’s longer name, or some of the syllables of a longer Chinese or Korean name, and no date of birth or identifier agrees, nor, for companies, a country. Does not apply to companies whose name is a rare word. - `dob_same_day` (25): The same day of birth. - `dob_same_year` (10): The same year of birth, where not both sides state the day or the month. - `dob_in_range` (5): A date of birth within the range of years that is listed. - `dob_near` (0): Dates of birth that differ the way typing errors do: the year one off, day and month swapped, one digit changed, the same day and month of another year within ten (but not 1 January), or only the day or month within a year. - `dob_other_year` (-30): Born in another year. - `nationality_same` (5): A nationality, country of registration, or country of a national office in common. - `nationality_other` (-20): Both state nationalities and none is in common; the country of a national office counts as a nationality of its holder. - `listing_ended` (0): The measure has ended: the list states a last day before the day of screening. - `wallet_same` (100): The same wallet address. - `document_same_country` (70): The same number of a document or register of the same country. - `document_likely_country` (70): The same document number, of a country that the entry names as its own; the list does not state whose it is. - `ship_same_number` (70): The same IMO number, which no two ships have. - `global_same_number` (70): The same LEI, or the BIC of the same bank: no two organisations have it. - `contact_same` (70): The same email address or website. - `document_same_number` (25): The same document number, where not both sides state its country. - `other_kind` (what brings the score to 0): The subject is a person and the entry is not, or the reverse, and no identifier agrees. - `other_kind_identified` (0): The subject is a person and the entry is not, or the reverse; an identifier agrees, so all points count. - `full_name_floor` (what brings the score back to 70, at most the points of nationality_other): All words of one name are in the other, two or more full words agree, and no date of birth contradicts: a different nationality alone does not hide the entry. - `score_floor` (what brings the score to 0): No score is below 0. - `score_ceiling` (what brings the score to 100): No score is above 100. - `name_alone_cap` (what brings the score below matchScore): The name agrees, and no date of birth, document or wallet confirms it. - `one_letter_off_cap` (what brings the score below matchScore): A name one letter off is never a match without a wallet address. - `consonants_cap` (what brings the score below matchScore): A name that agrees by consonants is never a match. - `equivalent_cap` (what brings the score below matchScore): A name in another Latin spelling is never a match without a wallet address. - `cut_cap` (what brings the score below matchScore): A name whose end is missing is never a match without a wallet address. - `name_disagrees_cap` (what brings the score below matchScore): The names do not agree, whatever else does. - `partial_name_cap` (what brings the score to 69): Each name has a word that the other lacks, and no identifier agrees: dates of birth and nationalities alone do not reach the default `reviewScore` of 70. */
      code: ScreeningFactorCode;
      points: number;
      detail: string;
    }>;
    decision: "pending" | "confirmed" | "false_positive";
    /** Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the decision is older than `expiresAfterDays`, or a person has expired it. */
    reviewReason?: "listing_removed" | "quality_disagreement" | "remembered_entry_changed" | "remembered_subject_changed" | "remembered_scorer_changed" | "remembered_score_rose" | "remembered_expired" | undefined;
    rememberedFrom?: RememberedFrom | undefined;
    listKind: "sanctions" | "pep" | "watch";
    pep: {
      standing: "pep" | "former_pep" | "family_member" | "none";
      flags: Array<"position_dates_unknown">;
      /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
      lastHeldUntil: string | null;
      positions: Array<{
        category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
        title: string;
        country: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        startDate: string | null;
        /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
        endDate: string | null;
        current: boolean;
        roster: string;
      }>;
      relatedPeps: Array<{
        entryId: string;
        name: string;
        relation: "spouse" | "child" | "parent" | "sibling";
        positions: Array<{
          category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
          title: string;
          country: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          startDate: string | null;
          /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
          endDate: string | null;
          current: boolean;
          roster: string;
        }>;
      }>;
    } | null;
    /** The matches of the run that name the same party. Null in runs made before matches were grouped. */
    group: ScreeningMatchGroup | null;
  };
  /** The run without its matches. `decisions` are those on this match. */
  run: {
    id: string;
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    incomplete: boolean;
    incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
    errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
    trigger: "api" | "workflow" | "watch";
    sources: Array<{
      key: string;
      versionId: string | null;
      publishedAt: string | null;
      missing: boolean;
      stale: boolean;
      staleReasons: string[];
      attention: boolean;
      droppedEntries: number;
      reindexPending: boolean;
      termBuilderVersion: number | null;
      /** Of an own list. */
      listKind?: "sanctions" | "pep" | "watch" | undefined;
    }>;
    policy: {
      reviewScore: number;
      matchScore: number;
      scorerVersion: string;
      pepLookbackMonths: number | null;
    };
    /** The profile that the request named, in the version that was used. Absent without one. */
    profile?: {
      key: string;
      version: number;
    } | undefined;
    /** `service:screening:<lists joined by +>:r<reviewScore>:m<matchScore>`, the lists in the order of the list table. */
    riskSource: string;
    /** The facts the run recorded on its risk subject; empty without a risk subject. */
    riskSources: Array<{
      fact: "screening.sanctions" | "screening.pep" | "screening.measures" | "screening.watch";
      /** The source to name in `acceptedSources` of a policy. Lists are in the order of the list table; a policy that names them in another order accepts the same source. */
      source: string;
      /** Published policies of this organization and mode that read the fact from this source, up to 20, each with its newest version that does, as of the creation of the run. Empty: no assessment uses the result. Null: the run was created before this property existed. */
      readByPolicies: Array<{
        policyKey: string;
        policyVersionId: string;
        version: number;
      }> | null;
    }>;
    /** `risk_source_unread`: the run recorded a fact from a source that no published policy accepts. `unknown_list`: a key in `sources` is not the key of a list. `earlier_match_open`, `earlier_match_confirmed`: the run alone would have recorded a less serious fact; the match of an earlier run that `runId` and `matchId` name is in force for the risk subject and decides the fact. `identifier_check_failed`: the check digits of an IMO number or LEI are wrong, so it is probably mistyped. `one_word_match`: a single word of the name and the day of birth agree with an entry, which is a match by the rules and may be another person. `later_run_recorded`: the run was attached to its risk subject after a later run of the same lists, which `runId` names, had recorded the fact. Determined when the run is created or attached, and the same in every later answer. */
    notices: Array<{
      code: "risk_source_unread" | "unknown_list" | "earlier_match_open" | "earlier_match_confirmed" | "later_run_recorded" | "identifier_check_failed" | "one_word_match";
      message: string;
      /** The run of the earlier match. */
      runId?: string | undefined;
      /** The earlier match. */
      matchId?: string | undefined;
    }>;
    candidateCount: number;
    topScore: number | null;
    /** The audit trail of the matches. */
    decisions: Array<{
      matchId: string;
      decision: "pending" | "confirmed" | "false_positive";
      reason: string;
      decidedBy: string;
      decidedAt: string;
      /** The proposal it accepts, if any. */
      proposalId: string | null;
      /** Who proposed the decision, if anyone. */
      proposedBy: string | null;
    }>;
    /** Keyed hash: the same subject has the same digest until the operator rotates the master secret. */
    subjectDigest: string;
    riskSubjectId: string | null;
    sessionId: string | null;
    /** Credit to state with results from these lists. */
    attributions: string[];
    createdAt: string;
  };
  /** The risk subject of the run, if it has one. */
  subject: MatchSubject | null;
  /** The entry as it was listed when the run was made. Null in runs made before entries were stored. */
  entry: ScreeningEntry | null;
  /** All matches of its group, this one included, highest score first. Empty in runs made before matches were grouped. */
  members: ScreeningGroupMember[];
  /** Decisions on other matches of the same risk subject or the same screened data with the same entry of the same list, newest first, at most 20. */
  earlier: EarlierMatchDecision[];
  /** The open proposal, if there is one. */
  proposal: MatchProposal | null;
  /** The reasons in the settings of the organization, for this match. */
  reasons: OfferedDecisionReason[];
};
export type ScreeningMatchGroup = {
  /** The same for all matches of the group. */
  id: string;
  /** `certain`: the members with the highest score, and those that state the same UN reference, IMO number, LEI, wallet or document number of the same country. `likely`: the same full name and day of birth. `POST /screening/matches/decisions` decides the certain ones together. */
  certainty: "certain" | "likely";
};
export type ScreeningMatchItem = {
  match: ScreeningMatchSummary;
  run: ScreeningRunSummary;
  /** The risk subject of the run, if it has one. */
  subject: MatchSubject | null;
  /** The open proposal, if there is one. */
  proposal: MatchProposalSummary | null;
  /** Who made the latest decision on the match. Missing without one, and if it was made before lists recorded it. */
  latestDecision?: MatchDecisionSummary | undefined;
};
export type ScreeningMatchSummary = {
  id: string;
  source: string;
  sourceEntryId: string;
  listedName: string;
  matchedName: string;
  score: number;
  decision: "pending" | "confirmed" | "false_positive";
  listKind: "sanctions" | "pep" | "watch";
  /** Present while a decision is requested although one was made before. `listing_removed`: the entry of a confirmed match is no longer on its list; the match stays in force until it is decided. `quality_disagreement`: a second person, who did not know the decision, decided otherwise; the decision counts until a new one is made. The others say why a pending match has not inherited the decision on an earlier one. `remembered_entry_changed`: the list states other facts of the entry. `remembered_subject_changed`: other data were screened. `remembered_scorer_changed`: the comparison found other factors. `remembered_score_rose`: the score is higher. `remembered_expired`: the decision is older than `expiresAfterDays`, or a person has expired it. */
  reviewReason?: "listing_removed" | "quality_disagreement" | "remembered_entry_changed" | "remembered_subject_changed" | "remembered_scorer_changed" | "remembered_score_rose" | "remembered_expired" | undefined;
  rememberedFrom?: RememberedFrom | undefined;
  /** The matches of the run that name the same party. Null in runs made before matches were grouped. */
  group: ScreeningMatchGroup | null;
  /** Of a match on the PEP list. */
  pepStanding: "pep" | "former_pep" | "family_member" | "none" | null;
};
export type ScreeningProfile = {
  /** The `resourceId` of its events; null for built-in profiles. */
  id: string | null;
  key: string;
  /** Increases with every change, starting at 1. A version never changes. */
  version: number;
  /** Built-in profiles cannot be changed. */
  builtIn: boolean;
  /** Keys of the lists. Null in built-in profiles: the request names the lists. */
  sources: string[] | null;
  reviewScore: number;
  matchScore: number;
  pepLookbackMonths: number | null;
  purpose: string;
  riskRationale: string;
  /** When this version was saved. */
  createdAt: string | null;
  createdBy: string | null;
  /** Who proposed this version, if the change accepted a proposal. */
  proposedBy: string | null;
};
export type ScreeningProfileProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  profileKey: string;
  /** The version that the proposal would create. */
  version: number;
  profile: {
    /** Keys of the lists. Null in built-in profiles: the request names the lists. */
    sources: string[] | null;
    reviewScore: number;
    matchScore: number;
    pepLookbackMonths: number | null;
    purpose: string;
    riskRationale: string;
  };
};
export type ScreeningProfileProposals = {
  items: ScreeningProfileProposal[];
};
export type ScreeningReproduction = {
  runId: string;
  /** Whether the same query gives the same result. */
  reproduced: boolean;
  /** Empty if it does. */
  differences: Array<{
    member: "status" | "errorCode" | "incompleteReasons" | "topScore" | "match";
    /** The list of a match that differs. */
    source: string | null;
    sourceEntryId: string | null;
    /** What the run has. Null for a match that it lacks. */
    recorded: unknown;
    /** What the same query gives now. Null for a match that it does not find. */
    reproduced: unknown;
  }>;
  /** The versions that were searched: those that the run names. */
  listVersions: Array<{
    key: string;
    versionId: string | null;
    publishedAt: string | null;
  }>;
  scorerVersion: string;
  /** The day by which terms of office were judged: that of the run. */
  screenedFor: string;
};
export type ScreeningRun = {
  id: string;
  status: "match" | "possible_match" | "clear" | "incomplete" | "error";
  incomplete: boolean;
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
  errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
  trigger: "api" | "workflow" | "watch";
  sources: Array<{
    key: string;
    versionId: string | null;
    publishedAt: string | null;
    missing: boolean;
    stale: boolean;
    staleReasons: string[];
    attention: boolean;
    droppedEntries: number;
    reindexPending: boolean;
    termBuilderVersion: number | null;
    /** Of an own list. */
    listKind?: "sanctions" | "pep" | "watch" | undefined;
  }>;
  policy: {
    reviewScore: number;
    matchScore: number;
    scorerVersion: string;
    pepLookbackMonths: number | null;
  };
  /** The profile that the request named, in the version that was used. Absent without one. */
  profile?: {
    key: string;
    version: number;
  } | undefined;
  /** `service:screening:<lists joined by +>:r<reviewScore>:m<matchScore>`, the lists in the order of the list table. */
  riskSource: string;
  /** The facts the run recorded on its risk subject; empty without a risk subject. */
  riskSources: Array<{
    fact: "screening.sanctions" | "screening.pep" | "screening.measures" | "screening.watch";
    /** The source to name in `acceptedSources` of a policy. Lists are in the order of the list table; a policy that names them in another order accepts the same source. */
    source: string;
    /** Published policies of this organization and mode that read the fact from this source, up to 20, each with its newest version that does, as of the creation of the run. Empty: no assessment uses the result. Null: the run was created before this property existed. */
    readByPolicies: Array<{
      policyKey: string;
      policyVersionId: string;
      version: number;
    }> | null;
  }>;
  /** `risk_source_unread`: the run recorded a fact from a source that no published policy accepts. `unknown_list`: a key in `sources` is not the key of a list. `earlier_match_open`, `earlier_match_confirmed`: the run alone would have recorded a less serious fact; the match of an earlier run that `runId` and `matchId` name is in force for the risk subject and decides the fact. `identifier_check_failed`: the check digits of an IMO number or LEI are wrong, so it is probably mistyped. `one_word_match`: a single word of the name and the day of birth agree with an entry, which is a match by the rules and may be another person. `later_run_recorded`: the run was attached to its risk subject after a later run of the same lists, which `runId` names, had recorded the fact. Determined when the run is created or attached, and the same in every later answer. */
  notices: Array<{
    code: "risk_source_unread" | "unknown_list" | "earlier_match_open" | "earlier_match_confirmed" | "later_run_recorded" | "identifier_check_failed" | "one_word_match";
    message: string;
    /** The run of the earlier match. */
    runId?: string | undefined;
    /** The earlier match. */
    matchId?: string | undefined;
  }>;
  candidateCount: number;
  topScore: number | null;
  matches: ScreeningMatch[];
  /** The audit trail of the matches. */
  decisions: Array<{
    matchId: string;
    decision: "pending" | "confirmed" | "false_positive";
    reason: string;
    decidedBy: string;
    decidedAt: string;
    /** The proposal it accepts, if any. */
    proposalId: string | null;
    /** Who proposed the decision, if anyone. */
    proposedBy: string | null;
  }>;
  /** Keyed hash: the same subject has the same digest until the operator rotates the master secret. */
  subjectDigest: string;
  riskSubjectId: string | null;
  sessionId: string | null;
  /** Credit to state with results from these lists. */
  attributions: string[];
  createdAt: string;
};
export type ScreeningRunAttachment = {
  /** The risk subject to record the outcome on. */
  riskSubjectId: string;
};
export type ScreeningRunSummary = {
  id: string;
  status: "match" | "possible_match" | "clear" | "incomplete" | "error";
  incomplete: boolean;
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
  topScore: number | null;
  trigger: "api" | "workflow" | "watch";
  sessionId: string | null;
  createdAt: string;
};
export type ScreeningSearch = {
  /** Up to 12 words. A name without a letter or digit creates a run with `errorCode` `missing_name`, unless an identifier can be searched. */
  name: string;
  aliases?: string[] | undefined;
  /** If omitted, persons and companies can match. */
  entityType?: "person" | "entity" | null | undefined;
  /** Country of the document that states the name. It decides how names in other scripts are read. */
  country?: string | null | undefined;
  datesOfBirth?: string[] | undefined;
  /** For companies: countries of registration. */
  nationalities?: string[] | undefined;
  identifiers?: Array<{
    /** Numbers of documents and registers of six characters or more are compared whatever their kind, since the same number is filed as one or the other. `imo`, `lei` and `bic` are the same worldwide and need no `country`. An `imo` or `lei` whose check digits are wrong is compared as it is, and the run has the notice `identifier_check_failed`. */
    kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
    /** An identifier of more than 120 characters is too long to search by: the run is incomplete with `name_terms_capped`. One of more than 200 is refused. */
    value: string;
    /** An ISO 3166-1 code of two or three letters. `UK` is accepted for `GB`. */
    country?: string | null | undefined;
  }> | undefined;
  /** Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and `thorough` have scores only: name the lists in `sources`. */
  profileKey?: string | null | undefined;
  /** Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no lists of its own. A key that no list has is refused with `unknown_list` in a run with `riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved. */
  sources?: string[] | undefined;
  /** Below `matchScore`. Not together with `profileKey`. */
  reviewScore?: number | undefined;
  /** Not together with `profileKey`. */
  matchScore?: number | undefined;
  /** Months after leaving office during which a person counts as politically exposed; 12 by default. Only together with `service_pep`. Not together with `profileKey`. */
  pepLookbackMonths?: number | null | undefined;
  /** Also returns up to 10 entries that score less than `reviewScore`, by up to 30 points. They are no matches and do not change the rest of the response. */
  nearMisses?: boolean | undefined;
};
export type ScreeningSearchResult = {
  /** Up to 50 entries with a score of `reviewScore` or more, highest first. */
  items: ScreeningFoundEntry[];
  /** How many entries reach `reviewScore`, including those not shown. */
  total: number;
  /** Entries below `reviewScore`, highest first. Present if the request asks for them. */
  nearMisses?: ScreeningFoundEntry[] | undefined;
  /** The score that the search used, of the request, its profile or the default. */
  reviewScore: number;
  matchScore: number;
  /** Part of the request was not searched: not a clear result. */
  incomplete: boolean;
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
  errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
  sources: Array<{
    key: string;
    versionId: string | null;
    publishedAt: string | null;
    missing: boolean;
    stale: boolean;
    staleReasons: string[];
    attention: boolean;
    droppedEntries: number;
    reindexPending: boolean;
    termBuilderVersion: number | null;
    /** Of an own list. */
    listKind?: "sanctions" | "pep" | "watch" | undefined;
  }>;
  /** The profile that the request named, in the version that was used. Absent without one. */
  profile?: {
    key: string;
    version: number;
  } | undefined;
  scorerVersion: string;
  /** Credit to state wherever entries are shown. */
  attributions: string[];
};
export type ScreeningSettings = {
  /** Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject. */
  rememberDecisions: boolean;
  /** How long after a decision later runs inherit it. A change applies to decisions made before, too. */
  expiresAfterDays: number;
};
export type ScreeningSettingsUpdate = {
  /** Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject. */
  rememberDecisions: boolean;
  /** How long after a decision later runs inherit it. A change applies to decisions made before, too. */
  expiresAfterDays: number;
  /** The open proposal of another person that the update accepts. */
  proposalId?: string | null | undefined;
  /** Stored in the history only. Required with `proposalId`. */
  reason?: string | null | undefined;
};
export type ScreeningSource = {
  key: string;
  name: string;
  listKind: "sanctions" | "pep" | "watch";
  /** False for a list that is switched off. A list that is enabled and has no `versionId` has not been loaded yet. */
  enabled: boolean;
  versionId: string | null;
  /** Publication date stated in the file. */
  publishedAt: string | null;
  /** When the publisher last confirmed the active version. */
  confirmedAt: string | null;
  entryCount: number;
  /** Entries of the publication that cannot be searched. */
  droppedEntries: number;
  /** Where the active version comes from: the publisher, or a file that an operator uploaded. */
  origin: "publisher" | "upload" | null;
  /** Who approved the active version or rolled back to it; null when it passed every check. `user:<id>` for operator organizations, `operator` for others. */
  approvedBy: string | null;
  approvedAt: string | null;
  stale: boolean;
  staleReasons: string[];
  /** Whether an operator has to act. */
  attention: boolean;
  /** Every reason for attention. An upload that is held or cannot be read does not make runs incomplete; a publication that is held or cannot be read does (`source_attention`). - `approval_required`: The file was uploaded and waits for approval by a second person. - `wrong_list`: The file belongs to another list, by what it states or by the ids of its entries. - `retired_publication`: The publisher has given this publication up, and another one replaced it: the OFSI consolidated list ended on 28 January 2026. - `count_differs`: The number of records the file states differs from the number read. - `entries_unread`: More than 1 % of the entries cannot be read. - `shrunk`: The version has more than 20 % fewer entries than the active one. - `mostly_changed`: More than 50 % of the entries are new or changed. - `persons_lost_half`: At least half of the persons are gone. - `entities_lost_half`: At least half of the entities other than vessels are gone. - `vessels_lost_half`: At least half of the vessels are gone. - `ids_replaced`: Fewer than 60 % of the entry ids of the active version remain. - `rolled_back`: The version was active until an operator rolled back from it. - `upload_missing`: The uploaded file was removed before it was read. - `unreadable_*`: The file cannot be read as this list; the active version stays. The rest of the code says why: `missing_file`, `empty_file`, `truncated`, `malformed`, `unexpected_format`, `wrong_list`, `forbidden_markup`, `too_large`, `too_deep` or `no_entries`. - `crawl_*`: The crawl stopped: the knowledge base was busy, refused, timed out or failed. */
  attentionReasons: string[];
  /** The latest held version, if any. */
  pending: HeldListVersion | null;
  /** Versions that wait for approval, the latest last. */
  heldVersions: HeldListVersion[];
  /** Earlier versions that can be rolled back to, the latest first. */
  previousVersions: ListVersionSummary[];
  /** Whether the list is still indexed by the rules of another release, so that names may be missed, such as names one letter off. Runs are incomplete until it is indexed again. */
  reindexPending: boolean;
  termBuilderVersion: number | null;
  /** The credit that any result using the list must carry. */
  attribution: string;
  /** What the list contains, and what it is known not to contain, in words. */
  coverage: {
    summary: string;
    gaps: string[];
  };
  /** The page of the publisher about the list; null for an own list. */
  publisherUrl: string | null;
  /** The files that can be uploaded for the list: how their names end, in any letter case, and an example. Each is the whole list; a list that its publisher splits into several files is uploaded in another format. */
  uploads: Array<{
    nameEndsWith: string;
    example: string;
  }>;
  /** Of a list of your organization, which no other one sees. Absent for lists of the catalogue. */
  own?: {
    createdAt: string;
    createdBy: string;
    /** What became of the latest file; null until one has been read. */
    lastUpload: OwnListUpload | null;
  } | undefined;
  /** With the query `days`: the worst outcome of each day (UTC) that has one, the oldest first. */
  days?: Array<{
    day: string;
    outcome: "confirmed" | "switched" | "held" | "failed";
  }> | undefined;
};
export type ScreeningSourceEntry = {
  /** Key of the list. */
  source: string;
  /** Id of the entry in the list, as in a match. */
  sourceEntryId: string;
  /** The version of the list that was read. */
  versionId: string;
  /** Publication date that the version states. */
  publishedAt: string | null;
  /** Vessels and aircraft are entities. */
  kind: "person" | "entity";
  /** All names and aliases, the principal name first. */
  names: Array<{
    text: string;
    /** The publisher marks the name as a weak or low-quality alias. */
    isWeak: boolean;
    /** ISO 15924 code of the script, such as `Latn`, `Cyrl` or `Arab`. */
    script: string;
  }>;
  /** Dates of birth. */
  births: Array<{
    /** First day that the listed date may mean, `YYYY-MM-DD`. */
    from: string;
    /** Last day that the listed date may mean; equal to `from` for an exact date. */
    to: string;
    /** The list states the date as approximate. */
    isCirca: boolean;
  }>;
  /** Places of birth, as listed. */
  birthPlaces: string[];
  /** Nationalities of a person, countries of registration or flags of an entity. */
  countries: string[];
  /** Numbers of documents and registers, wallet addresses, email addresses and websites. */
  identifiers: Array<{
    kind: "passport" | "national_id" | "registration_number" | "wallet" | "tax_id" | "lei" | "imo" | "bic" | "email" | "website";
    /** As listed. */
    value: string;
    /** ISO 3166-1 alpha-2 of the issuer. */
    country: string | null;
  }>;
  /** Addresses, as listed. */
  addresses: Array<{
    /** The address in one line, the country included. */
    text: string;
    /** ISO 3166-1 alpha-2. */
    country: string | null;
  }>;
  /** Sanctions programmes, regimes or grounds under which the entry is listed. */
  programmes: string[];
  /** Numbers under which others list the same party: `un` (Security Council), `ofsi` (retired consolidated list of the United Kingdom), `eu`, `ofac`, `imo` (ship), `lei` (legal entity), `wikidata`. Empty in runs made before references were stored. */
  references: Array<{
    scheme: "un" | "ofsi" | "eu" | "ofac" | "imo" | "lei" | "wikidata";
    value: string;
  }>;
  /** What the listing prohibits, as far as the list states it. Empty in runs made before measures were stored. */
  measures: Array<"asset_freeze" | "travel_ban" | "investment_ban" | "sectoral" | "trade" | "transport" | "director_disqualification" | "trust_services" | "debarment" | "other">;
  /** Day of the listing; null where the list states none. */
  listedOn: string | null;
  /** Last day of the measure; null where the list states none. */
  endsOn: string | null;
  /** As listed. Absent where the list states none. */
  gender?: string | undefined;
  /** Titles, functions and positions, as listed. */
  titles: string[];
  /** Remarks and reasons, at most 2000 characters. */
  remarks: string | null;
  /** Public pages: the publisher’s page, the legal act or the Wikidata item. */
  links: string[];
  /** True where facts were left out because the run has too many matches to store every entry in full. Read the full entry with `GET /screening/sources/{key}/entries/{entryId}`. */
  truncated: boolean;
  /** SHA-256 of everything the list states of the entry, in lower-case hex. It changes when, and only when, the listed facts change. */
  digest: string;
  /** Positions held, on the PEP list. */
  positions: Array<{
    category: "head_of_state" | "head_of_government" | "minister" | "deputy_minister" | "parliament_member" | "top_judge" | "central_bank_board" | "ambassador" | "international_organisation_head" | "state_owned_enterprise_head" | "regional_leader";
    title: string;
    country: string | null;
    /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
    startDate: string | null;
    /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
    endDate: string | null;
    current: boolean;
    roster: string;
  }>;
  /** Relatives who hold or held a position, on the PEP list. */
  relatedTo: Array<{
    entryId: string;
    /** What the entry is to the person with `entryId`. */
    relation: "spouse" | "child" | "parent" | "sibling";
  }>;
  /** Credit to state wherever the entry is shown. */
  attribution: string;
};
export type ScreeningSummary = {
  runId: string;
  runStatus: "match" | "possible_match" | "clear" | "incomplete" | "error";
  errorCode: string | null;
  incomplete: boolean;
  incompleteReasons: Array<"source_missing" | "source_stale" | "source_attention" | "source_dropped_entries" | "source_reindex_pending" | "candidates_capped" | "pep_candidates_capped" | "name_terms_capped" | "name_without_tokens" | "subject_unreadable">;
  /** Whether more names, terms or entries matched than are compared. */
  capped: boolean;
  /** Parts of the identity document that could not be read and were not compared. */
  unreadable: Array<"dateOfBirth" | "nationality" | "documentNumber" | "issuingCountry">;
  topScore: number | null;
  sanctions: {
    /** Confirmed, or at or above the match score and undecided. */
    match: number;
    /** Undecided, at or above the review score. */
    possibleMatch: number;
    /** Marked as false positive. */
    falsePositive: number;
  };
  pep: {
    /** Confirmed, or at or above the match score and undecided. */
    match: number;
    /** Undecided, at or above the review score. */
    possibleMatch: number;
    /** Marked as false positive. */
    falsePositive: number;
  };
};
export type ScreeningWatch = {
  id: string;
  /** From 1; higher after each change of the customer data or the lists and scores. */
  version: number;
  /** As requested; null if a profile states them. */
  sources: string[] | null;
  /** As requested; null if a profile states it. */
  reviewScore: number | null;
  /** As requested; null if a profile states it. */
  matchScore: number | null;
  pepLookbackMonths: number | null;
  profileKey: string | null;
  riskSubjectId: string | null;
  reference: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** The outcome of the last change; null before the first screening. */
  result: {
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    matchCount: number;
    /** The run that recorded it. */
    runId: string;
    screenedAt: string;
  } | null;
  /** The profile in the version with which it was last screened. */
  profile: {
    key: string;
    version: number;
  } | null;
  problem: {
    code: string;
    detail: string;
  } | null;
  /** `pending`: it waits to be screened. `active`: its result is that of `verified`. `failed`: it cannot be screened, for the reason in `problem`, and is tried again every day. */
  status: "pending" | "active" | "failed";
  /** The list versions that `result` holds for, and when that was last confirmed. Null while it waits or has failed. */
  verified: {
    at: string;
    listVersions: Array<{
      /** The key of the list. */
      list: string;
      /** Null if the list had no version. */
      versionId: string | null;
      publishedAt: string | null;
    }>;
  } | null;
};
export type SealKey = {
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER) in lower-case hex, for `assay documents verify --fingerprint`. */
  fingerprint: string;
  /** As PEM. */
  publicKey: string;
  /** Certificates of a certificate authority for the key as PEM, its own first. Empty if the seal has a self-signed certificate: then no certificate authority vouches for the key. */
  certificates: string[];
  /** SHA-256 of a certificate of the timestamp authority, or of one above it, in lower-case hex. Absent unless the stage is configured with it. */
  timestampCertificate?: string | undefined;
};
export type SealedDocument = {
  sealedAt: string;
  /** PAdES baseline level: B-B has the time that the service states, B-T the timestamp of an authority, B-LT also the certificates and revocation lists to verify it later. */
  level: "B-B" | "B-T" | "B-LT";
  /** Whether the certificate of the seal was issued by a certificate authority. */
  isVouchedFor: boolean;
  /** Number of signers. */
  signers: number;
  mode: "test" | "live";
};
export type Sending = {
  /** For the invitation and the signing page. */
  message?: string | null | undefined;
  /** Name of the sender in emails and on the signing page. */
  senderName?: string | null | undefined;
  /** The organization that the sender acts for, on the signing page and in every email to the signers. Without it, they name the brand of your organization: `GET /organization/brand`. */
  organizationName?: string | null | undefined;
  /** Address for replies to the emails. */
  replyTo?: string | null | undefined;
  /** Defaults to 30. */
  expiresInDays?: number | null | undefined;
  /** Email the sender when the document is declined, completed or expires, or when emails to a signer bounce. The emails go to `replyTo`, else to the address of the user who sends the document; an API key without `replyTo` gets none. True by default. */
  senderNotices?: boolean | null | undefined;
  /** Remind signers who can sign this many days after the latest email to them, up to 5 times. By default they are not reminded. */
  remindAfterDays?: number | null | undefined;
  /** Remind signers who can sign this many days before the document expires. By default they are not. */
  remindBeforeExpiryDays?: number | null | undefined;
  /** Delete the document, with its files and audit trail, this many days after it was completed, declined or voided or has expired. The history keeps its id and the digests of its files. Without it the document is kept until the organization is deleted. */
  retainDays?: number | null | undefined;
  /** Language of the signing page and of emails, for signers without a `language` of their own. Without it the page uses the language of the browser, and emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null | undefined;
  /** Refuse a signature until the signer has accepted the disclosure on electronic records and signatures. The signing page always requires it; with this setting, clients of the API have to record it too. False by default. */
  requireConsent?: boolean | null | undefined;
  /** Let a signer hand the turn to another person, up to 3 times: `POST /signing/{token}/delegate`. False by default. */
  allowDelegation?: boolean | null | undefined;
  /** Instead of `expiresInDays`: a time at most 365 days from now. */
  expiresAt?: string | null | undefined;
  /** Return every signer’s link in `signingUrl`, to embed the signing page or to deliver links yourself. The audit trail and the certificate then say that the links were given to the caller. False by default: only the invitations have them. */
  returnLinks?: boolean | null | undefined;
};
export type SendingChange = {
  /** In the future, at most 365 days from now. */
  expiresAt?: string | undefined;
  /** Remind signers who can sign this many days after the latest email to them, up to 5 times. By default they are not reminded. */
  remindAfterDays?: number | null | undefined;
  /** Remind signers who can sign this many days before the document expires. By default they are not. */
  remindBeforeExpiryDays?: number | null | undefined;
};
export type SentDocument = {
  id: string;
  name: string;
  status: "draft" | "sent" | "completed" | "declined" | "voided" | "expired";
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  expiresAt: string | null;
  completedAt: string | null;
  signers: Array<{
    id: string;
    roleId: string | null;
    name: string;
    email: string;
    signingOrder: number;
    /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
    language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
    viewedAt: string | null;
    completedAt: string | null;
    consent: {
      version: string;
      language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
      acceptedAt: string;
      /** Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was accepted before this was recorded. */
      onPage?: boolean | undefined;
    } | null;
    /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
    identityCheck: "email_code" | {
      workflowId: string;
    } | null;
    identityVerifiedAt: string | null;
    /** Of a signer with a workflow as identity check; null until the signer has requested it. */
    identitySession: SignerIdentitySession | null;
    /** Missing for a signer. */
    role?: "approver" | "copy" | undefined;
    /** Who had this turn before and handed it on, the first to begin with. Missing if it was not handed on. */
    delegations?: SignerDelegation[] | undefined;
    /** `ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy. */
    status: "waiting" | "ready" | "completed" | "declined";
    /** When the latest reminder was requested, by you or automatically. */
    remindedAt: string | null;
    /** What became of the emails to the signer. Null before the first email, and after the address was corrected. */
    delivery: EmailDelivery | null;
    /** The signing link, with `returnLinks: true` only. Never stored. That the caller was given it is in the audit trail and on the certificate. */
    signingUrl?: string | undefined;
  }>;
  origin: {
    kind: "upload";
  } | {
    kind: "template";
    templateId: string;
    /** Name of the template when the document was created. Null for older documents. */
    templateName: string | null;
    /** Revision of the template at that time. */
    revision: number;
    sourceHash: string;
    /** Of a document of several templates: all of them in order. The members beside are those of the first. */
    templates?: BundledTemplateOrigin[] | undefined;
  };
  /** Page sizes in points, as a viewer shows them. */
  pages: Array<{
    width: number;
    height: number;
  }>;
  message: string | null;
  senderName: string | null;
  organizationName: string | null;
  replyTo: string | null;
  noticesTo: string | null;
  remindAfterDays: number | null;
  remindBeforeExpiryDays: number | null;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  requireConsent: boolean;
  allowDelegation: boolean;
  /** Reason for declining or voiding. */
  closeReason: string | null;
  /** SHA-256 of the original: the file as printed, or as cleaned and written anew after its upload. */
  sha256: string;
  /** SHA-256 of the text that signers can read instead of the pages, `GET /signing/{token}/text`. Missing for an uploaded PDF, and for documents from before it was stored. */
  textSha256?: string | undefined;
  /** SHA-256 of the sealed file; null until all signers have signed. */
  finalSha256: string | null;
  /** Days that the document is kept after its end. Missing: without limit. */
  retainDays?: number | undefined;
  /** When the document is deleted; missing until it has ended. A legal hold of the document or of the organization suspends the deletion. */
  keepUntil?: string | undefined;
  /** Missing without a legal hold on the document. */
  legalHold?: DocumentHold | undefined;
};
export type SentSigner = {
  id: string;
  roleId: string | null;
  name: string;
  email: string;
  signingOrder: number;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  viewedAt: string | null;
  completedAt: string | null;
  consent: {
    version: string;
    language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
    acceptedAt: string;
    /** Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was accepted before this was recorded. */
    onPage?: boolean | undefined;
  } | null;
  /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
  identityCheck: "email_code" | {
    workflowId: string;
  } | null;
  identityVerifiedAt: string | null;
  /** Of a signer with a workflow as identity check; null until the signer has requested it. */
  identitySession: SignerIdentitySession | null;
  /** Missing for a signer. */
  role?: "approver" | "copy" | undefined;
  /** Who had this turn before and handed it on, the first to begin with. Missing if it was not handed on. */
  delegations?: SignerDelegation[] | undefined;
  /** `ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy. */
  status: "waiting" | "ready" | "completed" | "declined";
  /** When the latest reminder was requested, by you or automatically. */
  remindedAt: string | null;
  /** What became of the emails to the signer. Null before the first email, and after the address was corrected. */
  delivery: EmailDelivery | null;
  /** The signing link, unless `returnLink` was false. Never stored. That the caller was given it is in the audit trail and on the certificate. */
  signingUrl?: string | undefined;
  /** The document the signer belongs to. */
  documentId: string;
  /** The document with all its signers, without links. */
  document: Document;
};
export type Session = {
  id: string;
  resource: "sessions";
  data: {
    workflowId: string;
    /** The latest revision when the session was created. */
    workflowRevision: number;
    /** Reference for verification decisions on this session. */
    sessionWorkflowId: string;
    riskSubjectId: string | null;
    participantKey: string | null;
    /** Status of the latest attempt. */
    status: "created" | "in_progress" | "completed" | "superseded";
    latestRunId: string | null;
    createdAt: string;
    /** Absent if the session does not expire. */
    expiresAt?: string | undefined;
    runs: Array<{
      id: string;
      number: number;
      /** `superseded` if a newer attempt of the session began before every step had a result. */
      status: "in_progress" | "completed" | "superseded";
      /** Of a completed attempt: `failed` if one of its steps failed, otherwise `passed`. Absent for attempts that are in progress, and for those that were completed before this property existed. */
      outcome?: "passed" | "failed" | undefined;
      decision: "approved" | "rejected" | "revoked" | null;
    }>;
    checks: Array<{
      id: string;
      kind: string;
      status: "completed" | "failed" | "clear" | "review_required" | "match" | "error";
    }>;
  };
};
export type SessionCheck = {
  id: string;
  resource: "checks";
  data: {
    sessionId: string;
    kind: string;
    status: "completed" | "failed" | "clear" | "review_required" | "match" | "error";
    outcome: "clear" | "review" | "block" | null;
    flags: Array<{
      code: string;
      severity: "info" | "review" | "block";
    }>;
    observedAt: string;
    providerRef: string | null;
    participantKey: string | null;
    /** Of a `pep_sanctions` check that the service ran: its screening run in short, up to date with the decisions on its matches. Null for other checks, and for those created before this property existed. */
    screening: ScreeningSummary | null;
    /** The attempt whose step the check is. Absent if a client recorded the check, and for checks that were created before this property existed. */
    workflowRunId?: string | undefined;
    createdAt: string;
  };
};
export type SessionCheckImport = {
  checkId: string;
};
export type SessionCheckPage = {
  items: SessionCheck[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type SessionPage = {
  items: Session[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type SettingsProposal = {
  id: string;
  reason: string;
  proposedBy: string;
  proposedAt: string;
  /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
  status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
  closedBy: string | null;
  closedAt: string | null;
  /** Why it was declined or withdrawn. */
  closingReason?: string | undefined;
  switchOff: Array<"policies" | "overrides" | "matches" | "lists">;
  /** Present if a higher limit or none is proposed. */
  highestReviewScore?: number | null | undefined;
  /** Present if it is to be switched off. */
  linksByEmailOnly?: false | undefined;
  /** Present if decisions are to be remembered, or for longer. */
  screening?: {
    /** Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject. */
    rememberDecisions: boolean;
    /** How long after a decision later runs inherit it. A change applies to decisions made before, too. */
    expiresAfterDays: number;
  } | undefined;
  /** The rules when the proposal was made. */
  fourEyes: FourEyes;
};
export type SettingsProposals = {
  items: SettingsProposal[];
};
export type Shadow = {
  policyVersionId: string;
  policyKey: string;
  /** Whether assessments with the version in force evaluate this version too. */
  enabled: boolean;
  /** When the version was first enabled as a shadow. Null if it never was. */
  since: string | null;
  /** When the shadow ends or ended. Null if it has no end. */
  until: string | null;
  /** Assessments that the version was evaluated for, in all times it was enabled. */
  cases: number;
  /** Share of the cases with equal decisions, 0 to 1. Null without cases. */
  agreement: number | null;
  /** Most first. */
  matrix: Array<{
    before: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
    after: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown" | "failed";
    /** Number of assessments. */
    cases: number;
  }>;
  /** Cases where evidence that the shadow needs was missing. */
  incomplete: number;
  /** Cases with another decision or another band. */
  divergentCases: number;
  /** The newest divergent assessments; `GET /risk/policies/{id}/shadow/divergent` has all. */
  divergent: {
    items: Array<{
      assessmentId: string;
      subjectId: string;
      before: {
        /** Of the assessment, without overrides. */
        decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
        band: string | null;
        score: number | null;
      };
      after: {
        /** Of the shadow, or why it has none: it does not cover the subject, or its evaluation failed. */
        decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown" | "failed";
        band: string | null;
        score: number | null;
      };
    }>;
    /** Offset of the next page; null on the last page. A position, not a count. */
    nextOffset: number | null;
  };
};
export type ShadowChange = {
  enabled: boolean;
  /** When the shadow ends. Without it, it ends when it is disabled. */
  untilAt?: string | undefined;
};
export type ShadowState = {
  policyVersionId: string;
  policyKey: string;
  /** Whether assessments with the version in force evaluate this version too. */
  enabled: boolean;
  /** When the version was first enabled as a shadow. Null if it never was. */
  since: string | null;
  /** When the shadow ends or ended. Null if it has no end. */
  until: string | null;
};
export type Signer = {
  id: string;
  roleId: string | null;
  name: string;
  email: string;
  signingOrder: number;
  /** Language of the signing page and of emails. Without it the page uses the language of the browser, and emails are in English. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  viewedAt: string | null;
  completedAt: string | null;
  consent: {
    version: string;
    language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
    acceptedAt: string;
    /** Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was accepted before this was recorded. */
    onPage?: boolean | undefined;
  } | null;
  /** `email_code`: the document is shown, and signed, only after a one-time code was entered that is emailed to the signer’s address. A forwarded link does not suffice. Needs an installation that sends emails. With a `workflowId`, a verification session of that workflow has to be approved after the code, and the name on its document has to be that of the signer. */
  identityCheck: "email_code" | {
    workflowId: string;
  } | null;
  identityVerifiedAt: string | null;
  /** Of a signer with a workflow as identity check; null until the signer has requested it. */
  identitySession: SignerIdentitySession | null;
  /** Missing for a signer. */
  role?: "approver" | "copy" | undefined;
  /** Who had this turn before and handed it on, the first to begin with. Missing if it was not handed on. */
  delegations?: SignerDelegation[] | undefined;
  /** `ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy. */
  status: "waiting" | "ready" | "completed" | "declined";
  /** When the latest reminder was requested, by you or automatically. */
  remindedAt: string | null;
  /** What became of the emails to the signer. Null before the first email, and after the address was corrected. */
  delivery: EmailDelivery | null;
};
export type SignerCorrection = {
  name?: string | undefined;
  /** An email address. A domain in any script is converted to its ASCII form for delivery; the part before the @ must be ASCII. */
  email?: string | undefined;
};
export type SignerDelegation = {
  name: string;
  email: string;
  reason: string;
  at: string;
};
export type SignerIdentitySession = {
  /** The verification session, to start attempts and report steps. */
  sessionId: string;
  workflowKey: string;
  workflowRevision: number;
  requestedAt: string;
  /** Null until the signing page, or another client of the signer, has asked after an approval. */
  result: {
    /** The approved attempt. */
    runId: string;
    approvedAt: string;
    /** The name on the document beside that of the signer. `similar`: a name is missing, or one letter differs. `different`: the signer cannot go on. Correct the name of the signer, or start another attempt. */
    name: "equal" | "similar" | "different";
    steps: Array<{
      key: string;
      type: string;
      result: "completed" | "accepted";
    }>;
  } | null;
};
export type SignerSummary = {
  id: string;
  name: string;
  signingOrder: number;
  /** Missing for a signer. */
  role?: "approver" | "copy" | undefined;
  /** `ready`: can sign or approve now. `completed`: has signed or approved, or gets the copy. */
  status: "waiting" | "ready" | "completed" | "declined";
  completedAt: string | null;
};
export type SigningBrand = {
  /** The `organizationName` of the document or, without one, the name of the brand or organization. */
  name: string | null;
  /** The name of the organization in its settings, if it is another one than `name`. */
  registeredName: string | null;
  /** `#rrggbb`. */
  colour: string | null;
  /** A `data:` URL of a PNG or SVG. */
  logo: string | null;
};
export type SigningCompletion = {
  /** `shown` from the state that the signer saw. If a field has changed since, signing is refused. */
  shown?: string | undefined;
  /** Text of the signing page that was shown beside the button, for the audit trail and the certificate. Without a `pageSession` it is recorded as stated by the client, not as shown by the page. */
  consent?: "finish-1" | "finish-1-de" | "finish-1-fr" | "finish-1-es" | "finish-1-pt" | "finish-1-pl" | "finish-1-ar" | "finish-1-zh" | "finish-1-ja" | undefined;
  /** Every way in which the signer was shown the document, for the audit trail and the certificate. */
  shownAs?: Array<"pdf" | "text" | "guided"> | undefined;
  /** Sent by the signing page: the session that its HTML contains. The audit trail and the certificate say whether a request had one. Omit it on your own page. */
  pageSession?: string | undefined;
};
export type SigningConsent = {
  /** Version of the disclosure that was shown. */
  version: "2026-11";
  /** Language in which it was shown. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
  /** Sent by the signing page: the session that its HTML contains. The audit trail and the certificate say whether a request had one. Omit it on your own page. */
  pageSession?: string | undefined;
};
export type SigningState = {
  document: {
    id: string;
    name: string;
    status: "draft" | "sent" | "completed" | "declined" | "voided" | "expired";
    message: string | null;
    senderName: string | null;
    pages: Array<{
      width: number;
      height: number;
    }>;
    expiresAt: string | null;
    /** Whether signing needs an accepted disclosure. */
    requireConsent: boolean;
    /** Of the sealed file. */
    sha256: string | null;
    /** SHA-256 of the text of the document, `GET /signing/{token}/text`. Missing if it has none. */
    textSha256?: string | undefined;
  };
  signer: {
    id: string;
    name: string;
    email: string;
    status: "waiting" | "ready" | "completed" | "declined";
    signingOrder: number;
    /** Missing for a signer. */
    role?: "approver" | "copy" | undefined;
    /** The disclosure the signer has accepted, if any. */
    consent: {
      version: string;
      language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja";
      acceptedAt: string;
      /** Whether it was accepted in a session of the signing page. False: an API client stated it. Missing if it was accepted before this was recorded. */
      onPage?: boolean | undefined;
    } | null;
  };
  /** The identity check of the signer, if the document needs one now. */
  identity: {
    check: "email_code" | "workflow";
    /** Whether the check is passed, and the state is complete. */
    isVerified: boolean;
    /** Whether the request had the session of an emailed code. For a workflow, its check follows. */
    isCodeEntered: boolean;
    /** Whether the verification session was requested: `POST /signing/{token}/identity-check`. */
    isRequested: boolean;
    /** Wrong codes were entered too often: the signer needs a new link. */
    isLocked: boolean;
  } | null;
  /** Whether the signer may hand the turn to another person now: `POST /signing/{token}/delegate`. */
  canDelegate: boolean;
  /** Language chosen by the sender; null for the language of the browser. */
  language: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | null;
  signers: {
    total: number;
    completed: number;
  };
  fields: Array<{
    id: string;
    fieldType: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown";
    pageNumber: number;
    /** Points from the left edge, rounded to a thousandth. */
    xPosition: number;
    /** Points from the top edge, rounded to a thousandth. */
    yPosition: number;
    /** In points, rounded to a thousandth; at least 0.001. */
    width: number;
    /** In points, rounded to a thousandth; at least 0.001. */
    height: number;
    label: string | null;
    /** A value the signer could enter: `true` for a checkbox, an option for a dropdown. */
    value: string | null;
    /** Options of a dropdown: single-line texts, none blank or repeated. */
    options: string[] | null;
    maxLength: number | null;
    /** RE2 regular expression that the whole value must match. */
    validationPattern: string | null;
    validationMessage: string | null;
    /** Of the checkboxes of a signer with the same key, one can be checked. */
    groupKey: string | null;
    /** Another field of the same signer. This field is required while that field is filled or has the value `requiredWhenValue`. */
    requiredWhenFieldId: string | null;
    multiline: boolean;
    required: boolean;
    /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
    acroFieldName: string | null;
    /** False for shared fields of other signers and for fields that are already signed. */
    isMine: boolean;
    isReadOnly: boolean;
    /** Whether the field must be filled to finish. In a group: true for all members until one is chosen. */
    isRequiredNow: boolean;
    /** Whether the signer of the field has signed. */
    isFrozen: boolean;
    /** Whether the value replaces a field of the PDF’s form. */
    isOverForm: boolean;
    /** Whether the service writes the day of finishing, in UTC. While it is the signer’s turn, `value` is the day that finishing now would seal; `shown` covers it. */
    signingDate: boolean;
    /** Null: the date format of the browser’s language. */
    dateFormat: string | null;
    /** URL of the image. */
    signatureImage: string | null;
  }>;
  progress: {
    filled: number;
    total: number;
  };
  /** Digest of the signer’s name and address and of the fields and their values. Send it as `shown` when completing. */
  shown: string;
};
export type SigningView = {
  /** How the document was shown: the pages of the PDF, its text without pages, or the fields of the PDF one by one with the part of the page around each. The audit trail has it as stated by the client, with the SHA-256 of the file. */
  shownAs?: "pdf" | "text" | "guided" | undefined;
  /** Sent by the signing page: the session that its HTML contains. The audit trail and the certificate say whether a request had one. Omit it on your own page. */
  pageSession?: string | undefined;
};
export type Simulation = {
  definition?: PolicyDefinitionInput | undefined;
  policyVersionId?: string | undefined;
  scenarios: Array<{
    name: string;
    evaluatedAt?: string | undefined;
    /** One receipt per fact and source. */
    evidence: Array<{
      fact: string;
      /** As in `acceptedSources`, also `source:<key>`. */
      source: string;
      status: "available" | "unavailable" | "revoked";
      value?: string | number | boolean | Array<string | number | boolean> | null | undefined;
      observedAt: string;
      expiresAt?: string | null | undefined;
    }>;
    /** Members that are left out are not compared. Where the policy does not cover the subject, every member but `applicability` is null. */
    expect?: {
      applicability?: "applicable" | "not_matched" | "unknown" | undefined;
      outcome?: "complete" | "incomplete" | undefined;
      score?: number | null | undefined;
      band?: string | null | undefined;
      decision?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | undefined;
      /** All actions, in any order. */
      actions?: string[] | undefined;
      /** All rules that match, in any order. */
      matchedRules?: string[] | undefined;
    } | undefined;
  }>;
  /** Whether the answer has `unreached`. */
  coverage?: boolean | undefined;
};
export type SimulationResult = {
  results: Array<{
    name: string;
    /** Whether the policy covers the subject of the scenario. */
    applicability: {
      status: "applicable" | "not_matched" | "unknown";
      reasons: Array<{
        code: "input_unresolved" | "factor_without_points" | "floor_applied" | "ceiling_applied" | "score_in_band" | "band_forced" | "forced_band_not_higher" | "no_band" | "decision_by_band" | "decision_by_rule" | "decision_by_missing_evidence" | "condition_not_met";
        /** Key of the input, factor, band or rule. */
        key: string | null;
        message: string;
      }>;
    };
    /** Null unless `applicability.status` is `applicable`: an assessment would be refused. */
    evaluation: PolicyEvaluation | null;
    /** Whether everything is as expected. Absent without `expect`. */
    passed?: boolean | undefined;
    /** Absent without `expect`. */
    differences?: Array<{
      member: "applicability" | "outcome" | "score" | "band" | "decision" | "actions" | "matchedRules";
      expected: unknown;
      actual: unknown;
    }> | undefined;
  }>;
  /** With `coverage` only: the parts of the policy that no scenario of the request reaches. */
  unreached?: {
    /** Indexes of groups of `applicability` that never match. */
    groups: number[];
    bands: string[];
    /** Cases that are never taken. `case` is null for the default points. */
    cases: Array<{
      factor: string;
      case: number | null;
    }>;
    rules: string[];
  } | undefined;
};
export type Source = {
  id: string;
  resource: "sources";
  data: {
    key: string;
    facts: Array<{
      key: string;
      type: "string" | "number" | "boolean" | "list";
      itemType?: "string" | "number" | "boolean" | undefined;
      values?: string[] | undefined;
    }>;
    apiKeyIds: string[];
    enabled: boolean;
    /** Read it before changing the bindings. */
    revision: number;
    createdAt: string;
  };
};
export type SourceBindings = {
  expectedRevision: number;
  /** Record ids of API keys (`id`), not the `ak_…` identifiers that requests carry. */
  apiKeyIds: string[];
  enabled: boolean;
};
export type StepReport = {
  status: "completed" | "failed";
  /** Outputs with the declared types. Not allowed for a failed step. */
  outputs?: Record<string, string | number | boolean | Array<string | number | boolean>> | undefined;
  /** Time of the step. Must not be in the future. */
  observedAt: string;
};
export type StoredTemplateRevision = {
  revision: number;
  sourceHash: string;
  revisedAt: string;
  /** `user:<id>` or `api_key:<id>`; null for revisions stored before this was recorded. */
  revisedBy: string | null;
  /** The earlier revision of which this one is a copy. */
  restoredFrom: number | null;
  /** Null for a PDF template. */
  source: string | null;
  sampleData: Record<string, unknown>;
  /** Digests of images by name. */
  images: Record<string, string>;
  /** Null for a PDF template. */
  pageSize: "A4" | "Letter" | null;
  language: string | null;
  /** In source order. */
  signerRoles: Array<{
    id: string;
    label: string | null;
  }>;
  /** Sizes of the pages of a PDF template, in points. */
  pages: Array<{
    width: number;
    height: number;
  }> | null;
  /** Whether the PDF of a PDF template has form fields, which `acroFieldName` can name. */
  hasForm: boolean;
  /** Every `::field` and every signature line that a signer fills, or all fields of a PDF template. */
  fields: TemplateField[];
};
export type Subject = {
  id: string;
  resource: "subjects";
  data: {
    kind: "person" | "business" | "account" | "transaction";
    externalId: string;
    createdAt: string;
  };
};
export type SubjectAttempts = {
  items: Array<{
    workflow: {
      id: string;
      key: string;
      revision: number;
      /** In order. */
      steps: Array<{
        key: string;
        type: "capture" | "extract" | "check" | "validate" | "enrich" | "risk";
      }>;
    };
    session: Session;
    run: Run;
    /** Checks of the session. */
    checks: SessionCheck[];
    /** Current evidence of the subject from the sources of this attempt, including its screenings. */
    evidence: Evidence[];
    /** Earlier sessions of the workflow with their latest attempt, newest first: at most five. They are no evidence any more. Absent if there is none. */
    earlier?: Array<{
      session: Session;
      run: Run;
    }> | undefined;
    /** Available evidence of the subject from other sources about the facts that the workflow reports, for comparison. Absent if there is none. */
    known?: Evidence[] | undefined;
  }>;
};
export type SubjectOverview = {
  subject: Subject;
  /** The latest assessment of each policy key, latest first: at most 50. */
  policies: Array<{
    policyKey: string;
    assessment: {
      policyVersionId: string;
      /** Version number of the policy. */
      version: number;
      trigger: string;
      outcome: "complete" | "incomplete";
      score: number | null;
      band: string | null;
      decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
      evaluatedAt: string;
      /** Number of the assessment for this subject and policy key, starting at 1. */
      sequence: number;
      previousAssessmentId: string | null;
      id: string;
    };
    state: AssessmentState;
    /** Bands of the policy version of the assessment, with the score at which each begins. */
    bands: Array<{
      id: string;
      from: number;
    }>;
    /** The last override of the policy, if it was not revoked and no longer counts. */
    lapsedOverride?: {
      id: string;
      decision: "none" | "review" | "restrict" | "reject";
      createdBy: string;
      expiresAt: string;
      /** `newer_assessment`: it belongs to the assessment before. */
      reasons: Array<"expired" | "newer_evidence" | "newer_assessment" | "evidence_no_longer_fresh" | "review_due" | "retired_source">;
    } | undefined;
  }>;
  /** Worst decision of the assessments that requested open actions; null without open actions. */
  decision: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | null;
  /** The same after overrides, as in the worklist; null without open actions. */
  effectiveDecision?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | null | undefined;
  /** Creation time of the oldest open action. */
  since: string | null;
  /** Earliest deadline of the open actions. */
  dueAt: string | null;
  /** Whether `dueAt` has passed. */
  late: boolean;
  /** User id of the assignee. */
  assignee: string | null;
  /** Revision of the assignment; 0 if the subject was never assigned. */
  revision: number;
  /** Open actions, worst decision first: at most 20. */
  actions: Array<{
    id: string;
    name: string;
    status: "requested" | "acknowledged" | "failed" | "completed" | "cancelled";
    revision: number;
    policyKey: string;
    assessmentId: string;
    createdAt: string;
  }>;
  /** Number of further open actions. */
  moreActions: number;
  /** Requests that are not closed, newest first: all open ones, and those answered among the newest 100. Absent if there are none. */
  requests?: WorkRequest[] | undefined;
  monitoring: Monitoring[];
  /** Latest screening run of the subject. */
  latestRun: {
    id: string;
    status: "match" | "possible_match" | "clear" | "incomplete" | "error";
    incomplete: boolean;
    topScore: number | null;
    /** Number of matches. */
    matches: number;
    /** Number of matches without a decision. */
    pending: number;
    createdAt: string;
  } | null;
  /** Other users who have opened the subject within the last minute. */
  viewers: Array<{
    userId: string;
    name: string | null;
    until: string;
  }>;
};
export type SubjectSummary = {
  id: string;
  resource: "subjects";
  data: {
    kind: "person" | "business" | "account" | "transaction";
    externalId: string;
    createdAt: string;
  };
  summary: {
    /** Of the latest assessments of all policies the one of the worst effective decision, then of the highest score. One that is not current counts by what it decided. */
    assessment: {
      id: string;
      policyKey: string;
      score: number | null;
      band: string | null;
      /** Decision of the assessment. */
      decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
      /** As in the state of the assessment: after an override, or `reassessment_required`. */
      effectiveDecision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "reassessment_required";
      evaluatedAt: string;
    } | null;
    /** Number of open actions. */
    openActions: number;
    /** User id of the assignee. */
    assignee: string | null;
  };
};
export type Template = {
  id: string;
  kind: "markdown" | "pdf";
  name: string;
  description: string | null;
  /** Null for a PDF template. */
  pageSize: "A4" | "Letter" | null;
  language: string | null;
  revision: number;
  /** SHA-256 of the source or the PDF, in hex; with images, of both. */
  sourceHash: string;
  /** In source order. */
  signerRoles: Array<{
    id: string;
    label: string | null;
  }>;
  createdAt: string;
  updatedAt: string;
  /** When the current revision was stored. Missing on templates stored before this was recorded. */
  revisedAt?: string | undefined;
  /** Who stored the current revision: `user:<id>` or `api_key:<id>`. */
  revisedBy?: string | undefined;
  /** The earlier revision of which the current one is a copy. */
  restoredFrom?: number | undefined;
  /** Null for a PDF template. */
  source: string | null;
  sampleData: Record<string, unknown>;
  /** Digests of images by name. */
  images: Record<string, string>;
  /** Sizes of the pages of a PDF template, in points. */
  pages: Array<{
    width: number;
    height: number;
  }> | null;
  /** Whether the PDF of a PDF template has form fields, which `acroFieldName` can name. */
  hasForm: boolean;
  /** Every `::field` and every signature line that a signer fills, or all fields of a PDF template. */
  fields: TemplateField[];
};
export type TemplateChange = {
  name?: string | undefined;
  description?: string | null | undefined;
};
export type TemplateCheck = {
  /** Empty while there are findings. */
  signerRoles: Array<{
    id: string;
    label: string | null;
  }>;
  /** Empty while there are findings. */
  fields: TemplateField[];
  /** What keeps the source from being saved, by line and column from 1. */
  findings: TemplateSourceFinding[];
};
export type TemplateField = {
  label: string | null;
  required: boolean;
  /** Options of a dropdown: single-line texts, none blank or repeated. */
  options: string[] | null;
  /** A possible value of that field; null for any value. */
  requiredWhenValue: string | null;
  /** Of the checkboxes of a signer with the same key, one can be checked. */
  groupKey: string | null;
  groupRequired: boolean;
  /** In points, rounded to a thousandth; at least 0.001. */
  width: number;
  /** In points, rounded to a thousandth; at least 0.001. */
  height: number;
  /** D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between. */
  dateFormat: string | null;
  /** Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD. */
  signingDate: boolean;
  maxLength: number | null;
  /** RE2 regular expression that the whole value must match. */
  validationPattern: string | null;
  validationMessage: string | null;
  multiline: boolean;
  sharedFill: boolean;
  /** Form field of the PDF that it fills. Page, position and size are those of the form field nearest to the given box. */
  acroFieldName: string | null;
  /** Unique in the template; null if the source states none. `client.date` is a signature line. */
  key: string | null;
  fieldType: "signature" | "initials" | "date" | "text" | "checkbox" | "dropdown";
  /** For PDF templates. In Markdown templates the text decides. */
  pageNumber: number | null;
  /** For PDF templates. In Markdown templates the text decides. */
  xPosition: number | null;
  /** For PDF templates. In Markdown templates the text decides. */
  yPosition: number | null;
  /** Id of the signer role that fills the field. */
  role: string;
  /** Initial value: text with variables of `templateData`. */
  prefill: string | null;
  /** Whether the signer can change the initial value. */
  editable: boolean;
  /** Key of the field that makes this one required. */
  requiredWhenField: string | null;
};
export type TemplateGeneration = {
  /** A value for every variable of the source; sample data is not used as a default. At most 128 KiB as JSON and 200 items per array. */
  templateData: Record<string, unknown>;
  /** The revision to use, such as the one that was previewed. Defaults to the current one. */
  revision?: number | undefined;
};
export type TemplateImage = {
  /** Digest of the image as it is stored, in hex. */
  sha256: string;
  format: "png" | "svg";
  /** In pixels; printed at 96 pixels per inch unless the source states a width. */
  width: number;
  height: number;
  sizeBytes: number;
};
export type TemplatePreview = {
  /** Markdown with Liquid. At most 128 KiB as UTF-8; must not be blank. */
  source: string;
  /** Sample data. At most 128 KiB as JSON and 200 items per array. */
  sampleData: Record<string, unknown>;
  pageSize?: "A4" | "Letter" | undefined;
  /** The language of the source as a BCP 47 tag; an unknown one is refused. It decides the quotation marks, the captions below signatures and how `money`, `number` and `date` print values, and is written into the PDF for screen readers. Without it, the language is guessed from the text, and English if that does not tell. */
  language?: string | null | undefined;
  /** Images by the names that the source uses: `![Logo](image:logo)`, or `image:logo?width=120` for a width in points. Each is the `sha256` of an image that was uploaded with `uploadTemplateImage`. At most 10. */
  images?: Record<string, string> | undefined;
};
export type TemplateRevision = {
  revision: number;
  sourceHash: string;
  revisedAt: string;
  /** `user:<id>` or `api_key:<id>`; null for revisions stored before this was recorded. */
  revisedBy: string | null;
  /** The earlier revision of which this one is a copy. */
  restoredFrom: number | null;
};
export type TemplateRevisionRestoring = {
  /** The current revision, which the restored one replaces. */
  revision: number;
};
export type TemplateRevisions = {
  items: TemplateRevision[];
};
export type TemplateSourceFinding = {
  line: number;
  column: number;
  message: string;
};
export type TemplateSummary = {
  id: string;
  kind: "markdown" | "pdf";
  name: string;
  description: string | null;
  /** Null for a PDF template. */
  pageSize: "A4" | "Letter" | null;
  language: string | null;
  revision: number;
  /** SHA-256 of the source or the PDF, in hex; with images, of both. */
  sourceHash: string;
  /** In source order. */
  signerRoles: Array<{
    id: string;
    label: string | null;
  }>;
  createdAt: string;
  updatedAt: string;
  /** When the current revision was stored. Missing on templates stored before this was recorded. */
  revisedAt?: string | undefined;
  /** Who stored the current revision: `user:<id>` or `api_key:<id>`. */
  revisedBy?: string | undefined;
  /** The earlier revision of which the current one is a copy. */
  restoredFrom?: number | undefined;
};
export type TemplateUpdate = {
  /** Markdown with Liquid. At most 128 KiB as UTF-8; must not be blank. */
  source: string;
  /** Sample data. At most 128 KiB as JSON and 200 items per array. */
  sampleData: Record<string, unknown>;
  pageSize?: "A4" | "Letter" | undefined;
  /** The language of the source as a BCP 47 tag; an unknown one is refused. It decides the quotation marks, the captions below signatures and how `money`, `number` and `date` print values, and is written into the PDF for screen readers. Without it, the language is guessed from the text, and English if that does not tell. */
  language?: string | null | undefined;
  /** Images by the names that the source uses: `![Logo](image:logo)`, or `image:logo?width=120` for a width in points. Each is the `sha256` of an image that was uploaded with `uploadTemplateImage`. At most 10. */
  images?: Record<string, string> | undefined;
  name?: string | undefined;
  description?: string | null | undefined;
  /** The revision that the change is based on. */
  revision: number;
};
export type TransitionedActions = {
  /** In the order of the request. */
  items: Action[];
};
export type TypedSignature = {
  /** A name or initials. The service draws it in its own handwriting font. */
  typed: string;
};
export type Usage = {
  from: string;
  to: string;
  /** Every day of the period, oldest first. Counts are kept for 400 days. */
  days: Array<{
    date: string;
    live: {
      /** AI-assisted investigations that were started. */
      investigations: number;
      /** Tokens that the AI model read. */
      inputTokens: number;
      /** Tokens that the AI model wrote. */
      outputTokens: number;
      /** Test events of webhooks. */
      testEvents: number;
      /** Requests that printed or inspected files. */
      prints: number;
    };
    test: {
      /** AI-assisted investigations that were started. */
      investigations: number;
      /** Tokens that the AI model read. */
      inputTokens: number;
      /** Tokens that the AI model wrote. */
      outputTokens: number;
      /** Test events of webhooks. */
      testEvents: number;
      /** Requests that printed or inspected files. */
      prints: number;
    };
  }>;
  /** The limits of today (UTC), of both modes together. `tokens` are input and output tokens, and an estimate for each investigation that waits for the model. */
  limits: {
    investigations: {
      /** Null without a limit. */
      perDay: number | null;
      /** Used today, in both modes. */
      used: number;
    };
    tokens: {
      /** Null without a limit. */
      perDay: number | null;
      /** Used today, in both modes. */
      used: number;
    };
    testEvents: {
      /** Null without a limit. */
      perDay: number | null;
      /** Used today, in both modes. */
      used: number;
    };
    prints: {
      /** Null without a limit. */
      perDay: number | null;
      /** Used today, in both modes. */
      used: number;
    };
  };
};
export type VerificationDecision = {
  id: string;
  resource: "verification-decisions";
  data: {
    subjectId: string;
    sessionWorkflowId: string;
    workflowRunId: string;
    workflowId: string;
    workflowRevision: number;
    decision: "approved" | "rejected" | "revoked";
    reason: string;
    /** Failed steps that the approval accepted. */
    acceptedFailedSteps: string[];
    decidedBy: string;
    decidedAt: string;
  };
};
export type VerificationInput = {
  key: string;
  type: "string" | "number" | "boolean" | "list";
  itemType: "string" | "number" | "boolean" | null;
  /** Value for `acceptedSources` of the policy input. */
  source: string;
  /** Value for `verification` of the policy input. */
  binding: {
    workflowId: string;
    revision: number;
    stepKey: string;
    output: string;
  };
  workflowKey: string;
  stepType: "capture" | "extract" | "check" | "validate" | "enrich" | "risk";
  /** Whether the output becomes evidence only when the attempt is approved. */
  requiresApproval: boolean;
};
export type VerificationInputPage = {
  items: VerificationInput[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Voiding = {
  reason?: string | null | undefined;
};
export type WaitingProposal = {
  kind: "policy";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: PolicyProposal;
} | {
  kind: "override";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: OverrideProposal;
} | {
  kind: "revocation";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: RevocationProposal;
} | {
  kind: "match";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: {
    id: string;
    proposedBy: string;
    proposedAt: string;
    /** `accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it. */
    status: "open" | "accepted" | "declined" | "withdrawn" | "superseded";
    closedBy: string | null;
    closedAt: string | null;
    /** Why it was declined or withdrawn. */
    closingReason?: string | undefined;
    /** Only of closed ones: `GET /screening/matches/{id}` has it. */
    reason?: string | undefined;
    decision: "confirmed" | "false_positive";
  };
  match: ScreeningMatchSummary;
  subject: MatchSubject | null;
} | {
  kind: "profile";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: ScreeningProfileProposal;
} | {
  kind: "list";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: ListProposal;
} | {
  kind: "settings";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: SettingsProposal;
} | {
  kind: "organization";
  /** Id or key of what would change. Null for settings and the organization. */
  about: string | null;
  /** Whether the caller is another person whose role can make the change. False for closed proposals. */
  waitsForCaller: boolean;
  proposal: OrganizationProposal;
};
export type WaitingProposals = {
  items: WaitingProposal[];
};
export type Webhook = {
  id: string;
  resource: "webhooks";
  data: {
    url: string;
    events: string[];
    mode: "test" | "live";
    /** `disabled` by the service after five days without a successful delivery, or when the receiver answers 410. */
    status: "active" | "paused" | "disabled";
    /** Start of the current series of failures; null if the last delivery succeeded. */
    failingSince: string | null;
    createdAt: string;
    filter?: WebhookFilter | undefined;
    description?: string | undefined;
    /** The names of its custom headers, if it has any. */
    headerNames?: string[] | undefined;
  };
};
export type WebhookChange = {
  /** Where events are sent: an `https` URL with a public address. The local cloud also takes `http` and loopback addresses. */
  url?: string | undefined;
  events?: EventSelector[] | undefined;
  /** A paused webhook receives no events, and those committed meanwhile are not sent when it is active again. `POST /webhooks/{id}/replay` sends them. */
  status?: "active" | "paused" | undefined;
  /** Replaces the filter; null removes it. */
  filter?: WebhookFilter | null | undefined;
  /** Null removes it. */
  description?: string | null | undefined;
  /** Replaces all custom headers; an empty object removes them. */
  headers?: Record<string, string> | undefined;
};
export type WebhookEventType = {
  event: "risk.subject.created" | "risk.policy.created" | "risk.policy.published" | "risk.policy.retired" | "risk.activity.reported" | "risk.evidence.recorded" | "risk.evidence.batch_recorded" | "risk.assessment.created" | "risk.action.requested" | "risk.action.transitioned" | "risk.assignment.changed" | "risk.override.created" | "risk.override.revoked" | "risk.override.carried" | "risk.outcome.recorded" | "risk.outcome.withdrawn" | "risk.review.due" | "risk.review.overdue" | "risk.investigation.finished" | "risk.backtest.completed" | "work.requested" | "work.answered" | "verification.run.completed" | "verification.decision.recorded" | "screening.run.completed" | "screening.batch.completed" | "screening.run.attached" | "screening.match.found" | "screening.watch.created" | "screening.watch.updated" | "screening.watch.deleted" | "screening.list.held" | "document.sent" | "document.viewed" | "document.field_filled" | "document.signed" | "document.approved" | "signer.delegated" | "document.completed" | "document.declined" | "document.voided" | "document.expired" | "document.retention_ended" | "job.ended" | "audit.root.sealed" | "organization.deletion.requested" | "organization.deletion.revoked" | "signer.email_bounced" | "signer.email_complained" | "signer.identity_verified" | "signer.identity_check_requested" | "signer.identity_check_approved" | "signer.identity_name_differs" | "webhook.disabled" | "webhook.ping";
  /** Version of the payload. It is raised if a member is removed or changes its meaning, not if one is added. */
  version: number;
  /** When the event occurs. */
  description: string;
  /** Members of a `filter` that the event can match. */
  filters: Array<"subjectIds" | "decisions" | "policyKeys" | "lists" | "statuses">;
  /** An example of the payload. */
  sample: Record<string, unknown>;
  /** JSON Schema of the payload, draft 2020-12. */
  schema: Record<string, unknown>;
};
export type WebhookEventTypes = {
  items: WebhookEventType[];
};
export type WebhookFilter = {
  /** Events about one of these risk subjects. */
  subjectIds?: string[] | undefined;
  /** Assessments and verification decisions with one of these decisions. */
  decisions?: Array<"reject" | "restrict" | "review" | "awaiting_evidence" | "none" | "approved" | "rejected" | "revoked"> | undefined;
  /** Assessments with one of these policies. */
  policyKeys?: string[] | undefined;
  /** Matches and held versions of one of these screening lists. */
  lists?: string[] | undefined;
  /** Screening runs and investigations with this `status`, verification attempts with this `outcome`. */
  statuses?: Array<"match" | "possible_match" | "clear" | "incomplete" | "error" | "completed" | "passed" | "failed"> | undefined;
};
export type WebhookStats = {
  webhookId: string;
  total: {
    /** Attempts that the receiver answered with a status from 200 to 299. */
    succeeded: number;
    /** Attempts that failed. A delivery has up to five. */
    failed: number;
    /** 95th percentile of the response time, timeouts included; null without a response. An estimate from a histogram. */
    p95LatencyMs: number | null;
  };
  /** Every hour, oldest first. Hours begin on the hour; the last one is the current hour so far. */
  hours: Array<{
    /** Start of the hour. */
    hour: string;
    /** Attempts that the receiver answered with a status from 200 to 299. */
    succeeded: number;
    /** Attempts that failed. A delivery has up to five. */
    failed: number;
    /** 95th percentile of the response time, timeouts included; null without a response. An estimate from a histogram. */
    p95LatencyMs: number | null;
  }>;
};
export type WebhookWithSecret = {
  id: string;
  resource: "webhooks";
  data: {
    url: string;
    events: string[];
    mode: "test" | "live";
    /** `disabled` by the service after five days without a successful delivery, or when the receiver answers 410. */
    status: "active" | "paused" | "disabled";
    /** Start of the current series of failures; null if the last delivery succeeded. */
    failingSince: string | null;
    createdAt: string;
    filter?: WebhookFilter | undefined;
    description?: string | undefined;
    /** The names of its custom headers, if it has any. */
    headerNames?: string[] | undefined;
    /** Secret that signs deliveries. Shown in this response only. */
    secret: string;
  };
};
export type WorkItem = {
  subject: {
    id: string;
    kind: "person" | "business" | "account" | "transaction";
    externalId: string;
  };
  /** Worst decision of the assessments that requested open actions. */
  decision: "reject" | "restrict" | "review" | "awaiting_evidence" | "none";
  /** Worst decision after overrides. An override in force counts for all open actions of its policy. */
  effectiveDecision: "reject" | "restrict" | "review" | "awaiting_evidence" | "none";
  /** Overrides in force that count for open actions; absent if none does. */
  overrides?: Array<{
    id: string;
    policyKey: string;
    decision: "none" | "review" | "restrict" | "reject";
    /** When it ends, or earlier if the assessment is then no longer current. */
    until: string;
  }> | undefined;
  /** Creation time of the oldest open action. */
  since: string;
  /** Earliest deadline of the open actions; null if none of them has one. */
  dueAt: string | null;
  /** Whether `dueAt` has passed. */
  late: boolean;
  /** User id of the assignee. */
  assignee: string | null;
  /** Revision of the assignment; 0 if the subject was never assigned. */
  revision: number;
  /** Screening matches of the subject without a decision, among the oldest 1,000 rows of them. */
  matchesPending: number;
  /** Requests that wait for an answer; absent if none does. */
  requests?: {
    /** Number of requests without an answer. */
    open: number;
    /** The oldest 5 of them. */
    waitsFor: Array<{
      id: string;
      kind: "information" | "escalation";
      /** A user id, or a role: `member` (every user), `admin` (owners and admins) or `owner`. */
      to: string;
      dueAt: string | null;
      /** Creation time; absent for requests that older versions stored. */
      createdAt?: string | undefined;
    }>;
  } | undefined;
  /** Open actions, worst decision first, then oldest: at most 20. */
  actions: Array<{
    id: string;
    name: string;
    status: "requested" | "acknowledged" | "failed" | "completed" | "cancelled";
    revision: number;
    policyKey: string;
    assessmentId: string;
    createdAt: string;
  }>;
  /** Number of further open actions. */
  more: number;
  /** Assessments that requested open actions, worst decision first, then newest. */
  assessments: Array<{
    id: string;
    policyKey: string;
    version: number;
    score: number | null;
    band: string | null;
    decision: "reject" | "restrict" | "review" | "awaiting_evidence" | "none";
    evaluatedAt: string;
  }>;
};
export type WorkRequest = {
  id: string;
  resource: "requests";
  data: {
    subjectId: string;
    kind: "information" | "escalation";
    /** `overrideId`: an override that a quality review decided otherwise. */
    about: {
      actionIds: string[];
    } | {
      matchId: string;
    } | {
      overrideId: string;
    };
    /** A user id, or a role: `member` (every user), `admin` (owners and admins) or `owner`. */
    to: string;
    text: string;
    dueAt: string | null;
    status: "open" | "answered" | "closed";
    createdBy: string;
    createdAt: string;
    answer: {
      text: string;
      answeredBy: string;
      answeredAt: string;
    } | null;
    closing: {
      reason: string;
      closedBy: string;
      closedAt: string;
    } | null;
  };
};
export type WorkRequestAnswer = {
  text: string;
};
export type WorkRequestClosing = {
  reason: string;
};
export type WorkRequestPage = {
  items: WorkRequest[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Workflow = {
  id: string;
  resource: "workflows";
  data: {
    key: string;
    revision: number;
    steps: Array<{
      key: string;
      type: "capture" | "extract" | "check" | "validate" | "enrich" | "risk";
      /** For a `check` of kind `pep_sanctions`, which the service runs after an `extract` step: a `ScreeningStepConfig`. For other steps: any settings your client needs. */
      config: Record<string, unknown>;
      /** Outputs of the step with their types. Keys are unique. A `pep_sanctions` step has none. */
      outputs: Array<{
        key: string;
        type: "string" | "number" | "boolean" | "list";
        itemType?: "string" | "number" | "boolean" | undefined;
      }>;
    }>;
    /** When this revision was saved. */
    createdAt: string;
    /** What a screening step of the workflow will not compare. `outputs_not_screened`: outputs of the document step that it does not read, beside those that it reads. `name_in_part`: only given names or only a family name. `date_of_birth_not_screened`: without a date of birth. */
    notices: WorkflowNotice[];
  };
};
export type WorkflowNotice = {
  code: "outputs_not_screened" | "name_in_part" | "date_of_birth_not_screened";
  /** The outputs that the notice is about. */
  path: string;
  message: string;
};
export type WorkflowPage = {
  items: Workflow[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type Worklist = {
  items: WorkItem[];
  /** Offset of the next page; null on the last page. A position, not a count. */
  nextOffset: number | null;
};
export type WorklistOverview = {
  from: string;
  to: string;
  /** Subjects with open actions, now. By their worst decision, after overrides. */
  open: {
    /** Subjects with open actions, now. */
    total: number;
    /** Of decision `reject`. */
    reject: number;
    /** Of decision `restrict`. */
    restrict: number;
    /** Of decision `review`. */
    review: number;
    /** Of decision `awaiting_evidence`. */
    awaiting_evidence: number;
    /** Of decision `none`. */
    none: number;
  };
  /** Those whose `dueAt` passed before the current hour began. By their worst decision, after overrides. */
  overdue: {
    /** Those whose `dueAt` passed before the current hour began. */
    total: number;
    /** Of decision `reject`. */
    reject: number;
    /** Of decision `restrict`. */
    restrict: number;
    /** Of decision `review`. */
    review: number;
    /** Of decision `awaiting_evidence`. */
    awaiting_evidence: number;
    /** Of decision `none`. */
    none: number;
  };
  /** Assignees with open subjects, most first. For owners and admins only. */
  people?: Array<{
    userId: string;
    /** Open subjects that are assigned to the person. */
    open: number;
    /** Overdue ones among them. */
    overdue: number;
  }> | undefined;
  /** From the first open action of a subject until a person first acts on it: the subject is assigned, or an action acknowledged. Of subjects that were taken in these days. That a person looked at a subject is not recorded. Percentiles are estimates from a histogram; null without subjects. */
  timeToTake: {
    /** Subjects that the percentiles are about. */
    count: number;
    p50Seconds: number | null;
    p90Seconds: number | null;
  };
  /** From the first open action of a subject until none is open. Of subjects that were closed in these days. Percentiles are estimates from a histogram; null without subjects. */
  timeToDecision: {
    /** Subjects that the percentiles are about. */
    count: number;
    p50Seconds: number | null;
    p90Seconds: number | null;
  };
  /** Confirmed matches among those decided in these days. Null if there are none. */
  matchHitRate: number | null;
  /** Screening runs of these days that found a match. Null if there are none. */
  screeningHitRate: number | null;
  /** Screening lists that are switched on. */
  lists: Array<{
    key: string;
    name: string;
    stale: boolean;
    /** Versions that wait for approval. */
    held: number;
    /** When the list was last seen to be up to date. */
    confirmedAt: string | null;
    /** Days between `from` and `to` on which downloads failed or a version was held. */
    gaps: number;
  }>;
  waiting: {
    /** Open proposals that the caller can decide on. */
    proposals: number;
    /** Requests without an answer to the caller or their role; 0 for an API key. */
    requests: number;
  };
  /** Since the beginning of yesterday (UTC), whatever days are asked for. */
  sinceYesterday: {
    /** Subjects that came onto the worklist. */
    opened: number;
    /** Subjects whose last open action ended. */
    closed: number;
    /** Decisions that confirmed a match. */
    confirmed: number;
    /** Decisions that a match is a false positive. */
    falsePositive: number;
    /** Screening runs. */
    screenings: number;
    /** Screening runs that found a match. */
    screeningsWithMatches: number;
  };
  /** Every day from `from` to `to`. */
  days: Array<{
    day: string;
    /** Subjects that came onto the worklist. */
    opened: number;
    /** Subjects whose last open action ended. */
    closed: number;
    /** Decisions that confirmed a match. */
    confirmed: number;
    /** Decisions that a match is a false positive. */
    falsePositive: number;
    /** Screening runs. */
    screenings: number;
    /** Screening runs that found a match. */
    screeningsWithMatches: number;
  }>;
};
export type ReadHealthParams = ReadOptions;
export type ReadOpenapiParams = ReadOptions;
export type ReadDocsParams = ReadOptions;
export type ReadDocsFileParams = {
  params: { file: string };
} & ReadOptions;
export type PreviewTemplateParams = {
  body: TemplatePreview;
} & WriteOptions;
export type CheckTemplateParams = {
  body: TemplatePreview;
} & WriteOptions;
export type UploadTemplateImageParams = {
  body: NewTemplateImage;
} & WriteOptions;
export type CreateTemplateParams = {
  body: NewTemplate;
} & WriteOptions;
export type CreatePdfTemplateParams = {
  body: NewPdfTemplate;
} & WriteOptions;
export type UpdateTemplateParams = {
  params: { id: string };
  body: TemplateUpdate;
} & WriteOptions;
export type UpdatePdfTemplateParams = {
  params: { id: string };
  body: PdfTemplateUpdate;
} & WriteOptions;
export type ListTemplatesParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
    /** The maximum number of items. A page can have fewer. */
    limit?: number | string | undefined;
  };
} & ReadOptions;
export type ReadTemplateParams = {
  params: { id: string };
} & ReadOptions;
export type ListTemplateRevisionsParams = {
  params: { id: string };
} & ReadOptions;
export type ReadTemplateRevisionParams = {
  params: { id: string; revision: string };
} & ReadOptions;
export type RestoreTemplateRevisionParams = {
  params: { id: string; revision: string };
  body: TemplateRevisionRestoring;
} & WriteOptions;
export type ChangeTemplateParams = {
  params: { id: string };
  body: TemplateChange;
} & WriteOptions;
export type DeleteTemplateParams = {
  params: { id: string };
} & WriteOptions;
export type GeneratePdfParams = {
  params: { id: string };
  body: TemplateGeneration;
} & WriteOptions;
export type GenerateBundleParams = {
  body: BundleGeneration;
} & WriteOptions;
export type CreateBundleParams = {
  body: NewBundle;
} & WriteOptions;
export type CreateDocumentFromTemplateParams = {
  params: { id: string };
  body: DocumentFromTemplate;
} & WriteOptions;
export type FindSealedParams = {
  params: { reference: string; sha256: string };
} & ReadOptions;
export type ReadSealKeyParams = ReadOptions;
export type OpenUploadParams = {
  body: NewDocumentUpload;
} & WriteOptions;
export type CreateDocumentParams = {
  body: NewDocument;
} & WriteOptions;
export type ListDocumentsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
    /** The maximum number of items. A page can have fewer. */
    limit?: number | string | undefined;
    status?: "draft" | "sent" | "completed" | "declined" | "voided" | "expired" | undefined;
  };
} & ReadOptions;
export type RenameDocumentParams = {
  params: { id: string };
  body: Renaming;
} & WriteOptions;
export type DeleteDocumentParams = {
  params: { id: string };
} & WriteOptions;
export type ReadDocumentParams = {
  params: { id: string };
} & ReadOptions;
export type ReadDocumentPdfParams = {
  params: { id: string };
  query?: {
    version?: "latest" | "original" | undefined;
  };
} & ReadOptions;
export type ReadDocumentAuditParams = {
  params: { id: string };
} & ReadOptions;
export type ListFormFieldsParams = {
  params: { id: string };
} & ReadOptions;
export type AddSignerParams = {
  params: { id: string };
  body: NewSigner;
} & WriteOptions;
export type RemoveSignerParams = {
  params: { id: string; signerId: string };
} & WriteOptions;
export type CorrectSignerParams = {
  params: { id: string; signerId: string };
  body: SignerCorrection;
} & WriteOptions;
export type SendDocumentParams = {
  params: { id: string };
  body: Sending;
} & WriteOptions;
export type IssueLinkParams = {
  params: { id: string; signerId: string };
  body?: LinkIssue | undefined;
} & WriteOptions;
export type RemindSignerParams = {
  params: { id: string; signerId: string };
} & WriteOptions;
export type ChangeSendingParams = {
  params: { id: string };
  body: SendingChange;
} & WriteOptions;
export type VoidDocumentParams = {
  params: { id: string };
  body: Voiding;
} & WriteOptions;
export type SetDocumentRetentionParams = {
  params: { id: string };
  body: RetentionChange;
} & WriteOptions;
export type SetDocumentHoldParams = {
  params: { id: string };
  body: DocumentHoldChange;
} & WriteOptions;
export type CreateBulkSendParams = {
  body: NewBulkSend;
} & WriteOptions;
export type ReadBulkSendParams = {
  params: { id: string };
} & ReadOptions;
export type AddFieldParams = {
  params: { id: string };
  body: NewField;
} & WriteOptions;
export type ListFieldsParams = {
  params: { id: string };
} & ReadOptions;
export type UpdateFieldParams = {
  params: { id: string; fieldId: string };
  body: FieldUpdate;
} & WriteOptions;
export type RemoveFieldParams = {
  params: { id: string; fieldId: string };
} & WriteOptions;
export type ReadSigningParams = {
  params: { token: string };
} & ReadOptions;
export type ReadSigningBrandParams = {
  params: { token: string };
} & ReadOptions;
export type OpenSigningParams = {
  params: { token: string };
  body?: SigningView | undefined;
} & WriteOptions;
export type ReadSigningPdfParams = {
  params: { token: string };
} & ReadOptions;
export type ReadSigningPreviewParams = {
  params: { token: string };
} & ReadOptions;
export type ReadSigningTextParams = {
  params: { token: string };
} & ReadOptions;
export type ReadSigningImageParams = {
  params: { token: string; fieldId: string };
} & ReadOptions;
export type PreviewTypedSignatureParams = {
  params: { token: string; fieldId: string };
  body: TypedSignature;
} & WriteOptions;
export type FillFieldParams = {
  params: { token: string; fieldId: string };
  body: Fill;
} & WriteOptions;
export type CompleteSigningParams = {
  params: { token: string };
  body?: SigningCompletion | undefined;
} & WriteOptions;
export type AcceptConsentParams = {
  params: { token: string };
  body: SigningConsent;
} & WriteOptions;
export type RequestLinkParams = {
  params: { token: string };
} & WriteOptions;
export type SendIdentityCodeParams = {
  params: { token: string };
} & WriteOptions;
export type VerifyIdentityCodeParams = {
  params: { token: string };
  body: IdentityCodeEntry;
} & WriteOptions;
export type CheckIdentityParams = {
  params: { token: string };
} & WriteOptions;
export type DelegateSigningParams = {
  params: { token: string };
  body: NewDelegation;
} & WriteOptions;
export type DeclineSigningParams = {
  params: { token: string };
  body: Declining;
} & WriteOptions;
export type ReadSigningPageParams = {
  params: { token: string };
  query?: {
    /** Language of the page, in place of the sender’s choice and `Accept-Language`. */
    lang?: "en" | "de" | "fr" | "es" | "pt" | "pl" | "ar" | "zh" | "ja" | undefined;
  };
} & ReadOptions;
export type ReadSigningAssetParams = {
  params: { build: string; file: string };
} & ReadOptions;
export type ReadVerifyPageParams = ReadOptions;
export type ReadEmbedScriptParams = ReadOptions;
export type CreateExportParams = {
  body: NewExport;
} & WriteOptions;
export type ReadExportParams = {
  params: { id: string };
} & ReadOptions;
export type CreateEvidencePackParams = {
  params: { id: string };
  body: NewEvidencePack;
} & WriteOptions;
export type ReadEvidencePackParams = {
  params: { id: string };
} & ReadOptions;
export type ListJobsParams = {
  query?: {
    kind?: "export" | "bulk_send" | "screening_batch" | "policy_rollout" | "policy_backtest" | "watch_rescreen" | "batch_watches" | "screening_assurance" | "screening_look_back" | "evidence_pack" | undefined;
    status?: "queued" | "running" | "completed" | "failed" | "cancelled" | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ReadJobParams = {
  params: { id: string };
} & ReadOptions;
export type CancelJobParams = {
  params: { id: string };
} & WriteOptions;
export type CreateApiKeyParams = {
  body: NewApiKey;
} & WriteOptions;
export type ListApiKeysParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type RevokeApiKeyParams = {
  params: { id: string };
  body?: KeyRevocation;
} & WriteOptions;
export type ReadOrganizationParams = ReadOptions;
export type ReadUsageParams = {
  query?: {
    /** The first day (UTC). By default 29 days before `to`. */
    from?: number | string | undefined;
    /** The last day (UTC), which is included. By default today. */
    to?: number | string | undefined;
  };
} & ReadOptions;
export type ReadMeParams = ReadOptions;
export type ListDirectoryParams = {
  query?: {
    /** User ids, separated by commas; at most 100. Returns only these people. */
    ids?: number | string | undefined;
  };
} & ReadOptions;
export type LookUpParams = {
  query: {
    /** The id of a record, the external id of a subject, the beginning of a policy key, or a part of the name of a document or list. */
    q: number | string;
  };
} & ReadOptions;
export type ListMembersParams = ReadOptions;
export type ProposeOrganizationChangeParams = {
  body: NewOrganizationProposal;
} & WriteOptions;
export type ListOrganizationProposalsParams = ReadOptions;
export type CreateMemberParams = {
  body: NewMember;
} & WriteOptions;
export type UpdateMemberParams = {
  params: { id: string };
  body: MemberChange;
} & WriteOptions;
export type ReadSettingsParams = ReadOptions;
export type ReadBrandParams = ReadOptions;
export type UpdateBrandParams = {
  body: BrandUpdate;
} & WriteOptions;
export type UpdateSettingsParams = {
  body: OrganizationSettingsUpdate;
} & WriteOptions;
export type ProposeSettingsParams = {
  body: NewSettingsProposal;
} & WriteOptions;
export type ListSettingsProposalsParams = ReadOptions;
export type ListProposalsParams = {
  query?: {
    /** `closed`: the latest proposals of the caller that another person accepted, declined or superseded. */
    status?: "open" | "closed" | undefined;
  };
} & ReadOptions;
export type DeclineProposalParams = {
  params: { id: string };
  body: ProposalClosing;
} & WriteOptions;
export type WithdrawProposalParams = {
  params: { id: string };
  body: ProposalClosing;
} & WriteOptions;
export type DeleteOrganizationParams = {
  body: DeletionRequest;
} & WriteOptions;
export type RevokeDeletionParams = {
  body?: DeletionRevocation;
} & WriteOptions;
export type SetLegalHoldParams = {
  body: LegalHoldChange;
} & WriteOptions;
export type ReadQualityPlanParams = ReadOptions;
export type ChangeQualityPlanParams = {
  body: NewQualityPlan;
} & WriteOptions;
export type ProposeQualityPlanParams = {
  body: NewQualityPlanProposal;
} & WriteOptions;
export type ListQualityPlanProposalsParams = ReadOptions;
export type ListQualitySamplesParams = {
  query?: {
    /** A claim that has ended makes a sample claimable, not open. */
    status?: "open" | "claimed" | "reviewed" | undefined;
    stream?: QualityStream | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadQualitySampleParams = {
  params: { id: string };
} & ReadOptions;
export type ClaimQualitySampleParams = {
  params: { id: string };
} & WriteOptions;
export type ReleaseQualitySampleParams = {
  params: { id: string };
} & WriteOptions;
export type ReviewQualitySampleParams = {
  params: { id: string };
  body: NewQualityReview;
} & WriteOptions;
export type ReadQualityResultsParams = {
  query?: {
    /** First month of the first decisions (UTC). Without it, that of `to`. */
    from?: number | string | undefined;
    /** Last month; the current one without it. At most 12 months with `from`. */
    to?: number | string | undefined;
  };
} & ReadOptions;
export type ReadQualitySummaryParams = {
  query?: {
    /** The current month (UTC) without it. Figures of days are kept for 400 days. */
    month?: number | string | undefined;
  };
} & ReadOptions;
export type ReadPolicySchemaParams = ReadOptions;
export type ValidatePolicyParams = {
  body: PolicyToValidate;
} & WriteOptions;
export type SimulatePolicyParams = {
  body: Simulation;
} & WriteOptions;
export type CreatePolicyParams = {
  body: NewPolicy;
} & WriteOptions;
export type ReadPolicyScenariosParams = {
  params: { id: string };
} & ReadOptions;
export type ReplacePolicyScenariosParams = {
  params: { id: string };
  body: ScenariosToStore;
} & WriteOptions;
export type ProposePolicyParams = {
  params: { id: string };
  body: NewPolicyProposal;
} & WriteOptions;
export type ListPolicyProposalsParams = {
  params: { id: string };
} & ReadOptions;
export type PublishPolicyParams = {
  params: { id: string };
  body?: Publication;
} & WriteOptions;
export type RetirePolicyParams = {
  params: { id: string };
  body: Retirement;
} & WriteOptions;
export type CreateRolloutParams = {
  params: { id: string };
  body: NewRollout;
} & WriteOptions;
export type ReadRolloutParams = {
  params: { id: string };
} & ReadOptions;
export type CreateBacktestParams = {
  body: NewBacktest;
} & WriteOptions;
export type ReadBacktestParams = {
  params: { id: string };
} & ReadOptions;
export type ListChangedCasesParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** Changed cases that had this decision. */
    before?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "not_assessed" | undefined;
    /** Changed cases that would have this one. */
    after?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown" | undefined;
  };
} & ReadOptions;
export type ConfigureShadowParams = {
  params: { id: string };
  body: ShadowChange;
} & WriteOptions;
export type ReadShadowParams = {
  params: { id: string };
} & ReadOptions;
export type ListDivergentAssessmentsParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** Assessments with this decision. */
    before?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | undefined;
    /** Assessments for which the shadow has this one. */
    after?: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown" | "failed" | undefined;
  };
} & ReadOptions;
export type ReadPolicyStatisticsParams = {
  params: { key: string };
  query?: {
    /** First day (UTC). Without it, 30 days up to `to`. */
    from?: number | string | undefined;
    /** Last day (UTC), today without it. At most 92 days with `from`. */
    to?: number | string | undefined;
  };
} & ReadOptions;
export type ReadPolicyQualityParams = {
  params: { key: string };
  query?: {
    /** First day (UTC). Without it, 30 days up to `until`. */
    since?: number | string | undefined;
    /** Last day (UTC), today without it. At most 92 days with `since`. */
    until?: number | string | undefined;
  };
} & ReadOptions;
export type CreateSourceParams = {
  body: NewSource;
} & WriteOptions;
export type ReplaceSourceBindingsParams = {
  params: { id: string };
  body: SourceBindings;
} & WriteOptions;
export type CreateSubjectParams = {
  body: NewSubject;
} & WriteOptions;
export type ReadSubjectOverviewParams = {
  params: { id: string };
} & ReadOptions;
export type AssignSubjectParams = {
  params: { id: string };
  body: Assignment;
} & WriteOptions;
export type UpdatePresenceParams = {
  params: { id: string };
} & WriteOptions;
export type EndPresenceParams = {
  params: { id: string };
} & WriteOptions;
export type CreateNoteParams = {
  params: { id: string };
  body: NewNote;
} & WriteOptions;
export type ListNotesParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type OpenAttachmentParams = {
  params: { id: string };
  body: NewAttachmentUpload;
} & WriteOptions;
export type ReadAttachmentParams = {
  params: { id: string };
} & ReadOptions;
export type CreateRequestParams = {
  params: { id: string };
  body: NewWorkRequest;
} & WriteOptions;
export type ListRequestsParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ListWaitingRequestsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
    /** `me`: requests without an answer whose addressee is the caller or a role of the caller. */
    waitsFor?: "me" | undefined;
  };
} & ReadOptions;
export type AnswerRequestParams = {
  params: { id: string };
  body: WorkRequestAnswer;
} & WriteOptions;
export type CloseRequestParams = {
  params: { id: string };
  body: WorkRequestClosing;
} & WriteOptions;
export type ListNotificationsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type MarkNotificationsReadParams = {
  body: ReadNotices;
} & WriteOptions;
export type ReadNotificationSettingsParams = ReadOptions;
export type UpdateNotificationSettingsParams = {
  body: NotificationSettingsUpdate;
} & WriteOptions;
export type SubmitEvidenceParams = {
  params: { id: string };
  body: NewEvidence;
} & WriteOptions;
export type SubmitEvidenceBatchParams = {
  params: { id: string };
  body: NewEvidenceBatch;
} & WriteOptions;
export type ListVerificationInputsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type DecideVerificationParams = {
  params: { id: string };
  body: NewVerificationDecision;
} & WriteOptions;
export type ImportSessionCheckParams = {
  params: { id: string };
  body: SessionCheckImport;
} & WriteOptions;
export type ListMonitoredSubjectsParams = {
  query: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
    /** The version that monitors. */
    policyVersionId: number | string;
  };
} & ReadOptions;
export type ListMonitoringParams = {
  params: { id: string };
} & ReadOptions;
export type ListReviewsParams = {
  query?: {
    /** Reviews up to this time. Without it, all. */
    until?: number | string | undefined;
    /** Filters by whether `overdueAt` has passed. */
    overdue?: "true" | "false" | undefined;
    band?: number | string | undefined;
    /** `nextCursor` of the previous page. */
    cursor?: number | string | undefined;
  };
} & ReadOptions;
export type ConfigureMonitoringParams = {
  params: { id: string };
  body: NewMonitoring;
} & WriteOptions;
export type CreateAssessmentParams = {
  params: { id: string };
  body: NewAssessment;
} & WriteOptions;
export type ReadAssessmentStateParams = {
  params: { id: string };
} & ReadOptions;
export type ReplayAssessmentParams = {
  params: { id: string };
} & WriteOptions;
export type ReadAssessmentExplanationParams = {
  params: { id: string };
  query?: {
    /** `auditor`: every step with its values and points. `customer`: the labels that the policy discloses, and nothing else. */
    audience?: "auditor" | "customer" | undefined;
  };
} & ReadOptions;
export type ReadAssessmentExplanationPdfParams = {
  params: { id: string };
  query?: {
    /** `auditor`: every step with its values and points. `customer`: the labels that the policy discloses, and nothing else. */
    audience?: "auditor" | "customer" | undefined;
  };
} & ReadOptions;
export type CompareAssessmentsParams = {
  params: { id: string };
  query?: {
    /** Another assessment of the same subject and policy. Without it, the one before, which `previousAssessmentId` names. */
    with?: number | string | undefined;
  };
} & ReadOptions;
export type ListEventAssessmentsParams = {
  params: { id: string; eventId: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
    /** Filters by subject. Returns nothing for a subject other than the one in the path. */
    subjectId?: number | string | undefined;
  };
} & ReadOptions;
export type ProposeOverrideParams = {
  params: { id: string };
  body: NewOverrideProposal;
} & WriteOptions;
export type ListOverrideProposalsParams = {
  params: { id: string };
} & ReadOptions;
export type CreateOverrideParams = {
  params: { id: string };
  body: NewOverride;
} & WriteOptions;
export type RevokeOverrideParams = {
  params: { id: string };
  body: OverrideRevocation;
} & WriteOptions;
export type ProposeRevocationParams = {
  params: { id: string };
  body: NewRevocationProposal;
} & WriteOptions;
export type ListRevocationProposalsParams = {
  params: { id: string };
} & ReadOptions;
export type RecordOutcomeParams = {
  params: { id: string };
  body: NewOutcome;
} & WriteOptions;
export type ListOutcomesParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type WithdrawOutcomeParams = {
  params: { id: string };
  body: NewOutcomeWithdrawal;
} & WriteOptions;
export type TransitionActionParams = {
  params: { id: string };
  body: ActionTransition;
} & WriteOptions;
export type TransitionActionsParams = {
  body: ActionTransitions;
} & WriteOptions;
export type ListActionQueueParams = {
  query?: {
    /** Literal, case-insensitive search of external id or policy key. */
    search?: number | string | undefined;
    policyKey?: number | string | undefined;
    status?: "open" | "requested" | "acknowledged" | "failed" | "completed" | "cancelled" | "all" | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ListWorklistParams = {
  query?: {
    /** Filters by `effectiveDecision`. */
    decision?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | undefined;
    /** Filters by assignee: a user id, `me`, or `none` for unassigned subjects. */
    assignee?: number | "me" | "none" | string | undefined;
    /** Filters by the kind of the subject. */
    kind?: "person" | "business" | "account" | "transaction" | undefined;
    /** Filters by the policy key of an open action. */
    policyKey?: number | string | undefined;
    /** Filters by the name of an open action. */
    action?: number | string | undefined;
    /** Literal, case-insensitive search of the external id. */
    search?: number | string | undefined;
    /** Filters by whether `dueAt` has passed. */
    late?: "true" | "false" | undefined;
    /** `me`: requests without an answer whose addressee is the caller or a role of the caller. */
    waitsFor?: "me" | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadWorklistOverviewParams = {
  query?: {
    /** First day (UTC). Without it, 30 days up to `to`. */
    from?: number | string | undefined;
    /** Last day (UTC), today without it. At most 92 days with `from`. */
    to?: number | string | undefined;
  };
} & ReadOptions;
export type CreateContextParams = {
  body: NewContext;
} & WriteOptions;
export type AddContextSubjectParams = {
  params: { id: string };
  body: NewMembership;
} & WriteOptions;
export type ListContextSubjectsParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ListContextDecisionsParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** `pinned`: only policies with a version that is pinned to the context. */
    policies?: "all" | "pinned" | undefined;
  };
} & ReadOptions;
export type ReadContextPoliciesParams = {
  params: { id: string };
} & ReadOptions;
export type ReplaceContextPoliciesParams = {
  params: { id: string };
  body: NewPins;
} & WriteOptions;
export type SelectPoliciesParams = {
  params: { id: string };
  body: NewPolicySelection;
} & WriteOptions;
export type ReportActivityParams = {
  params: { id: string };
  body: NewActivity;
} & WriteOptions;
export type ReadJourneyParams = {
  params: { id: string };
  query?: {
    category?: "activity" | "evidence" | "assessments" | "actions" | "overrides" | "notes" | undefined;
    /** `nextCursor` of the previous page. */
    before?: number | string | undefined;
    /** `compact` returns up to 500 events as short arrays, with the scores of assessments. */
    view?: "full" | "compact" | undefined;
  };
} & ReadOptions;
export type ReadInvestigationAiSettingsParams = ReadOptions;
export type UpdateInvestigationAiSettingsParams = {
  body: NewInvestigationAiSettings;
} & WriteOptions;
export type StartInvestigationParams = {
  params: { id: string };
  body: NewInvestigation;
} & WriteOptions;
export type ReadInvestigationStateParams = {
  params: { id: string };
} & ReadOptions;
export type ReviewInvestigationParams = {
  params: { id: string };
  body: NewInvestigationReview;
} & WriteOptions;
export type ReadCountsParams = ReadOptions;
export type ListAuditRootsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ReadEventProofParams = {
  params: { id: string };
} & ReadOptions;
export type ReadAuditConsistencyParams = {
  query: {
    /** `treeSize` of a root. */
    from: number | string;
    /** `treeSize` of a root. */
    to: number | string;
  };
} & ReadOptions;
export type ListRecordsParams = {
  params: { resource: "sources" | "contexts" | "subjects" | "policies" | "evidence" | "assessments" | "overrides" | "actions" | "events" | "investigations" | "investigation-reviews" | "outcomes" | "outcome-withdrawals" };
  query?: {
    /** Filters by record. */
    resourceId?: number | string | undefined;
    /** Filters by investigation. */
    investigationId?: number | string | undefined;
    /** Literal, case-insensitive search of external id or policy key. */
    search?: number | string | undefined;
    /** Filters subjects by kind. Of contexts: with `externalId`. */
    kind?: number | string | undefined;
    /** Filters by exact external id. Contexts also require `kind`. */
    externalId?: number | string | undefined;
    /** Filters by exact policy key. */
    key?: number | string | undefined;
    /** Filters by status. */
    status?: "draft" | "published" | undefined;
    /** Of assessments: `summary` leaves out `policy`, `evidence` and `inputs`. Of subjects: `summary` adds score, decision, open actions and assignee. Of events: `summary` adds `subject`, `webhook` adds `webhookBody`. */
    view?: "full" | "summary" | "webhook" | undefined;
    /** Filters assessments by policy version. */
    policyVersionId?: number | string | undefined;
    /** Filters assessments by band. With `policyVersionId`, and not with `decision`. */
    band?: number | string | undefined;
    /** Filters assessments by their own decision. With `policyVersionId`, and not with `band`. */
    decision?: "reject" | "restrict" | "review" | "awaiting_evidence" | "none" | undefined;
    /** Filters events by type. `risk.*` stands for all types that begin with `risk.`. */
    type?: number | string | undefined;
    /** Filters events by actor, such as `user:<id>` or `api_key:<id>`. */
    actor?: number | string | undefined;
    /** Filters by subject. */
    subjectId?: number | string | undefined;
    /** Filters events by a text in the reason or the details. Literal, without regard to case. */
    text?: number | string | undefined;
    /** Filters events by what came out: the `decision`, or else the new status `to`, in the details, such as `confirmed`, `restrict` or `completed`. */
    outcome?: number | string | undefined;
    /** Events that occurred from this time on. */
    from?: number | string | undefined;
    /** Events that occurred before this time. Must be after `from`. */
    to?: number | string | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ReadRecordParams = {
  params: { resource: "sources" | "contexts" | "subjects" | "policies" | "evidence" | "assessments" | "overrides" | "actions" | "events" | "investigations" | "investigation-reviews" | "outcomes" | "outcome-withdrawals"; id: string };
} & ReadOptions;
export type ListScreeningSourcesParams = {
  query?: {
    days?: number | string | undefined;
  };
} & ReadOptions;
export type ListScreeningSourceHistoryParams = {
  params: { key: string };
  query?: {
    /** How many days to look back. Events are kept as long as the archive of list versions: ten years unless the installation sets `listArchiveYears`. */
    days?: number | string | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    limit?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningSourceVersionParams = {
  params: { key: string; versionId: string };
} & ReadOptions;
export type RefreshScreeningSourceParams = {
  params: { key: string };
  body: ListRefresh;
} & WriteOptions;
export type ProposeListChangeParams = {
  params: { key: string };
  body: NewListProposal;
} & WriteOptions;
export type ListListProposalsParams = {
  params: { key: string };
} & ReadOptions;
export type ApproveScreeningSourceParams = {
  params: { key: string };
  body: ListApproval;
} & WriteOptions;
export type RejectScreeningSourceParams = {
  params: { key: string };
  body: ListRejection;
} & WriteOptions;
export type RollBackScreeningSourceParams = {
  params: { key: string };
  body: ListRollBack;
} & WriteOptions;
export type UploadScreeningFileParams = {
  params: { key: string };
  body: NewListUpload;
} & WriteOptions;
export type SaveOwnListParams = {
  params: { key: string };
  body: NewOwnList;
} & WriteOptions;
export type DeleteOwnListParams = {
  params: { key: string };
} & WriteOptions;
export type ReadScreeningEntryParams = {
  params: { key: string; entryId: string };
  query?: {
    /** `ftm` for a FollowTheMoney entity: https://followthemoney.tech. Lists of OpenSanctions are in this format. */
    format?: "ftm" | undefined;
    /** A version of the list; the active one by default. */
    versionId?: number | string | undefined;
  };
} & ReadOptions;
export type CreateScreeningRunParams = {
  body: NewScreeningRun;
} & WriteOptions;
export type AttachScreeningRunParams = {
  params: { id: string };
  body: ScreeningRunAttachment;
} & WriteOptions;
export type SearchScreeningEntriesParams = {
  body: ScreeningSearch;
} & WriteOptions;
export type ReproduceScreeningRunParams = {
  params: { id: string };
  body: NewReproduction;
} & WriteOptions;
export type ListScreeningRunsParams = {
  query?: {
    /** 1 for the first page, then `nextPage` of the previous response. Pages are positions, not counts: any other number, such as 2, is refused with 400. */
    page?: number | string | undefined;
    limit?: number | string | undefined;
    status?: "match" | "possible_match" | "clear" | "incomplete" | "error" | undefined;
    sessionId?: number | string | undefined;
    riskSubjectId?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningRunParams = {
  params: { id: string };
} & ReadOptions;
export type CreateBatchUploadParams = {
  body: NewBatchUpload;
} & WriteOptions;
export type CreateScreeningBatchParams = {
  body: NewScreeningBatch;
} & WriteOptions;
export type ListScreeningBatchesParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningBatchParams = {
  params: { id: string };
} & ReadOptions;
export type ListScreeningBatchRowsParams = {
  params: { id: string };
  query?: {
    /** Number of the first row, from 1; then `nextFrom` of each response. */
    from?: number | string | undefined;
    limit?: number | string | undefined;
    /** Rows with this result; `failed` for rows that were refused. */
    status?: "match" | "possible_match" | "clear" | "incomplete" | "error" | "failed" | undefined;
  };
} & ReadOptions;
export type EraseScreeningBatchRowsParams = {
  params: { id: string };
} & WriteOptions;
export type ListBatchMappingsParams = ReadOptions;
export type ReadBatchMappingParams = {
  params: { name: string };
} & ReadOptions;
export type SaveBatchMappingParams = {
  params: { name: string };
  body: NewBatchMapping;
} & WriteOptions;
export type DeleteBatchMappingParams = {
  params: { name: string };
} & WriteOptions;
export type ListScreeningMatchesParams = {
  query?: {
    /** `proposed`: matches with an open proposal, whatever was decided before. `pending` and `decided`: all others; a confirmed match with a `reviewReason` waits for a new decision and is `pending`. */
    decision?: "pending" | "proposed" | "decided" | undefined;
    listKind?: "sanctions" | "pep" | "watch" | undefined;
    /** The key of a list. */
    source?: number | string | undefined;
    minScore?: number | string | undefined;
    /** Part of the listed name, the entry id or the external id of the risk subject, in any case. */
    search?: number | string | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningMatchParams = {
  params: { id: string };
} & ReadOptions;
export type ProposeScreeningDecisionParams = {
  params: { id: string };
  body: NewMatchProposal;
} & WriteOptions;
export type DecideScreeningMatchParams = {
  params: { id: string };
  body: NewScreeningDecision;
} & WriteOptions;
export type DecideScreeningGroupParams = {
  body: NewScreeningGroupDecision;
} & WriteOptions;
export type ListScreeningProfilesParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningProfileParams = {
  params: { key: string };
} & ReadOptions;
export type ReadScreeningProfileVersionParams = {
  params: { key: string; version: string };
} & ReadOptions;
export type SaveScreeningProfileParams = {
  params: { key: string };
  body: NewScreeningProfile;
} & WriteOptions;
export type ProposeScreeningProfileParams = {
  params: { key: string };
  body: NewScreeningProfileProposal;
} & WriteOptions;
export type ListOpenProfileProposalsParams = ReadOptions;
export type ListProfileProposalsParams = {
  params: { key: string };
} & ReadOptions;
export type CreateScreeningWatchParams = {
  body: NewScreeningWatch;
} & WriteOptions;
export type ListScreeningWatchesParams = {
  query?: {
    /** Watches of this risk subject only. */
    riskSubjectId?: number | string | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningWatchParams = {
  params: { id: string };
} & ReadOptions;
export type UpdateScreeningWatchParams = {
  params: { id: string };
  body: ChangedScreeningWatch;
} & WriteOptions;
export type DeleteScreeningWatchParams = {
  params: { id: string };
} & WriteOptions;
export type RunScreeningWatchParams = {
  params: { id: string };
} & WriteOptions;
export type CreateBatchWatchesParams = {
  params: { id: string };
} & WriteOptions;
export type CreateScreeningAssuranceParams = {
  body: NewScreeningAssurance;
} & WriteOptions;
export type ListScreeningAssurancesParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningAssuranceParams = {
  params: { id: string };
} & ReadOptions;
export type ProposeAssuranceLimitParams = {
  params: { id: string };
  body: NewAssuranceLimitProposal;
} & WriteOptions;
export type AcceptAssuranceLimitParams = {
  params: { id: string };
  body: NewAssuranceLimit;
} & WriteOptions;
export type ReadScreeningAssuranceReportParams = {
  params: { id: string };
} & ReadOptions;
export type CreateScreeningLookBackParams = {
  body: NewScreeningLookBack;
} & WriteOptions;
export type ReadScreeningLookBackParams = {
  params: { id: string };
} & ReadOptions;
export type ListLookBackFindingsParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ReadScreeningSettingsParams = ReadOptions;
export type UpdateScreeningSettingsParams = {
  body: ScreeningSettingsUpdate;
} & WriteOptions;
export type ListRememberedDecisionsParams = {
  query?: {
    /** The risk subject. */
    subject?: number | string | undefined;
    /** The key of a list. */
    source?: number | string | undefined;
    /** Decisions that expire before this time, by the current `expiresAfterDays`. */
    expiresBefore?: number | string | undefined;
    /** Who made the decision, as in `decidedBy`. */
    decidedBy?: number | string | undefined;
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
  };
} & ReadOptions;
export type ExpireRememberedDecisionsParams = {
  body: DecisionExpiry;
} & WriteOptions;
export type ListScreeningAttestationsParams = {
  query: {
    /** A day, such as 2026-03-14. */
    from: number | string;
    /** A day, such as 2026-03-14. */
    to: number | string;
  };
} & ReadOptions;
export type ReadScreeningAttestationParams = {
  params: { date: string };
} & ReadOptions;
export type ReadListCoverageParams = {
  params: { key: string };
  query?: {
    /** The last day; by default the last one that was over an hour ago. */
    until?: number | string | undefined;
  };
} & ReadOptions;
export type CreateWorkflowParams = {
  body: NewWorkflow;
} & WriteOptions;
export type ListWorkflowsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ReadWorkflowParams = {
  params: { id: string };
  query?: {
    /** The latest revision by default. */
    revision?: number | string | undefined;
  };
} & ReadOptions;
export type CreateSessionParams = {
  body: NewSession;
} & WriteOptions;
export type ListSessionsParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ReadSessionParams = {
  params: { id: string };
} & ReadOptions;
export type ListSubjectAttemptsParams = {
  params: { id: string };
} & ReadOptions;
export type StartRunParams = {
  params: { id: string };
} & WriteOptions;
export type ReadRunParams = {
  params: { id: string; runId: string };
} & ReadOptions;
export type ReportStepParams = {
  params: { id: string; runId: string; stepKey: string };
  body: StepReport;
} & WriteOptions;
export type CreateCheckParams = {
  params: { id: string };
  body: NewSessionCheck;
} & WriteOptions;
export type ListChecksParams = {
  params: { id: string };
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type CreateWebhookParams = {
  body: NewWebhook;
} & WriteOptions;
export type ListWebhooksParams = {
  query?: {
    /** 0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: any other number, such as 100, is refused with 400. A page has up to 100 items. */
    offset?: number | string | undefined;
    /** By creation time: oldest or newest first. */
    order?: "oldest" | "newest" | undefined;
  };
} & ReadOptions;
export type ListEventTypesParams = ReadOptions;
export type ReadWebhookParams = {
  params: { id: string };
} & ReadOptions;
export type ReadWebhookStatsParams = {
  params: { id: string };
  query?: {
    hours?: number | string | undefined;
  };
} & ReadOptions;
export type UpdateWebhookParams = {
  params: { id: string };
  body: WebhookChange;
} & WriteOptions;
export type RotateWebhookSecretParams = {
  params: { id: string };
} & WriteOptions;
export type DeleteWebhookParams = {
  params: { id: string };
} & WriteOptions;
export type PingWebhookParams = {
  params: { id: string };
  body?: NewPing | undefined;
} & WriteOptions;
export type RecoverWebhookParams = {
  params: { id: string };
  body: NewRecovery;
} & WriteOptions;
export type ReplayWebhookParams = {
  params: { id: string };
  body: NewReplay;
} & WriteOptions;
export type ListDeliveriesParams = {
  params: { id: string };
  query?: {
    /** A page never has more than 100. */
    limit?: number | string | undefined;
    /** `nextCursor` of the previous page. */
    cursor?: number | string | undefined;
    status?: "pending" | "succeeded" | "failed" | undefined;
    /** Deliveries of one event type. */
    event?: "risk.subject.created" | "risk.policy.created" | "risk.policy.published" | "risk.policy.retired" | "risk.activity.reported" | "risk.evidence.recorded" | "risk.evidence.batch_recorded" | "risk.assessment.created" | "risk.action.requested" | "risk.action.transitioned" | "risk.assignment.changed" | "risk.override.created" | "risk.override.revoked" | "risk.override.carried" | "risk.outcome.recorded" | "risk.outcome.withdrawn" | "risk.review.due" | "risk.review.overdue" | "risk.investigation.finished" | "risk.backtest.completed" | "work.requested" | "work.answered" | "verification.run.completed" | "verification.decision.recorded" | "screening.run.completed" | "screening.batch.completed" | "screening.run.attached" | "screening.match.found" | "screening.watch.created" | "screening.watch.updated" | "screening.watch.deleted" | "screening.list.held" | "document.sent" | "document.viewed" | "document.field_filled" | "document.signed" | "document.approved" | "signer.delegated" | "document.completed" | "document.declined" | "document.voided" | "document.expired" | "document.retention_ended" | "job.ended" | "audit.root.sealed" | "organization.deletion.requested" | "organization.deletion.revoked" | "signer.email_bounced" | "signer.email_complained" | "signer.identity_verified" | "signer.identity_check_requested" | "signer.identity_check_approved" | "signer.identity_name_differs" | "webhook.disabled" | "webhook.ping" | undefined;
    /** The delivery of one event. */
    eventId?: number | string | undefined;
    /** Deliveries of events about one risk subject. */
    subjectId?: number | string | undefined;
    /** Deliveries of events from this time on. */
    since?: number | string | undefined;
    /** Deliveries of events before this time. */
    until?: number | string | undefined;
  };
} & ReadOptions;
export type ReadDeliveryParams = {
  params: { id: string; deliveryId: string };
} & ReadOptions;
export type RetryDeliveryParams = {
  params: { id: string; deliveryId: string };
} & WriteOptions;
export type ReadConsoleParams = ReadOptions;
export type ReadConsolePageParams = {
  params: { path: string };
} & ReadOptions;
export type ReadConsoleFileParams = {
  params: { file: string };
} & ReadOptions;
export type ReadConsoleConfigParams = ReadOptions;
export type Operations = {
  readonly service: {
    /** Check the service’s health. `GET /health` */
    readonly readHealth: Call<ReadHealthParams, Health>;
    /** Read the OpenAPI document. `GET /openapi.json` */
    readonly readOpenapi: Call<ReadOpenapiParams, Record<string, unknown>>;
    /** Show the documentation. `GET /docs` */
    readonly readDocs: Call<ReadDocsParams, string>;
    /** Read a file of the documentation. `GET /docs/{file}` */
    readonly readDocsFile: Call<ReadDocsFileParams, string>;
  };
  readonly documents: {
    /** Preview a Markdown source. `POST /templates/markdown/preview` */
    readonly previewTemplate: Call<PreviewTemplateParams, Uint8Array>;
    /** Check a Markdown source. Returns the signer roles and fields of a source, or what is wrong with it by line and column. Prints and saves nothing. Limits of the printed file, such as the number of pages, are found by `previewTemplate`. `POST /templates/markdown/check` */
    readonly checkTemplate: Call<CheckTemplateParams, TemplateCheck>;
    /** Upload an image for templates. Stores a PNG or SVG of up to 1 MiB by its digest; then name it in `images` of a Markdown template. Metadata of a PNG is removed. An SVG consists of shapes, gradients, clips and masks; one with scripts, external references, HTML, text, animations, filters or style sheets is refused. An image that no template uses is deleted with the organization. `POST /templates/images` */
    readonly uploadTemplateImage: Call<UploadTemplateImageParams, TemplateImage>;
    /** Create a Markdown template. Write fields for signers in the source: `::field{type=text, role=client, label="Name"}`. The response lists them in `fields`. `POST /templates/markdown` */
    readonly createTemplate: Call<CreateTemplateParams, Template>;
    /** Create a PDF template. From a PDF in the form, up to about 4 MB, with `fields` as JSON text; or from an upload of up to 20 MB: see `openUpload`. Fields are placed by coordinates in points from the top left of a page, or by an `anchor`: a text of the PDF. `acroFieldName` links a field to a form field of the PDF. The roles of the fields are the signer roles of the template. `POST /templates/pdf` */
    readonly createPdfTemplate: Call<CreatePdfTemplateParams, Template>;
    /** Update the source of a template. Documents created earlier keep their PDF. `PATCH /templates/{id}/markdown` */
    readonly updateTemplate: Call<UpdateTemplateParams, Template>;
    /** Update the fields of a PDF template. The PDF stays the same and the `revision` increases by 1. Documents created earlier keep their fields. `PATCH /templates/{id}/pdf` */
    readonly updatePdfTemplate: Call<UpdatePdfTemplateParams, Template>;
    /** List templates. In order of creation. `GET /templates` */
    readonly listTemplates: Call<ListTemplatesParams, {
      items: TemplateSummary[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a template. `GET /templates/{id}` */
    readonly readTemplate: Call<ReadTemplateParams, Template>;
    /** List the revisions of a template. The current revision and up to 50 earlier ones, newest first. A change of the name is no revision. `GET /templates/{id}/revisions` */
    readonly listTemplateRevisions: Call<ListTemplateRevisionsParams, TemplateRevisions>;
    /** Read a revision of a template. `GET /templates/{id}/revisions/{revision}` */
    readonly readTemplateRevision: Call<ReadTemplateRevisionParams, StoredTemplateRevision>;
    /** Restore a revision of a template. Creates a new revision with the content of an earlier one, after checking it again. No revision is removed, and documents created earlier keep their PDF. `POST /templates/{id}/revisions/{revision}/restore` */
    readonly restoreTemplateRevision: Call<RestoreTemplateRevisionParams, Template>;
    /** Rename a template. Changes name and description. The source and its `revision` stay the same. `PATCH /templates/{id}` */
    readonly changeTemplate: Call<ChangeTemplateParams, Template>;
    /** Delete a template. Documents created from it keep their PDF, fields and signers. `DELETE /templates/{id}` */
    readonly deleteTemplate: Call<DeleteTemplateParams, void>;
    /** Print a template. `POST /templates/{id}/generate` */
    readonly generatePdf: Call<GeneratePdfParams, Uint8Array>;
    /** Print several templates as one document. `POST /documents/bundles/generate` */
    readonly generateBundle: Call<GenerateBundleParams, Uint8Array>;
    /** Create a document from several templates. Prints 2 to 10 Markdown templates as one PDF, each beginning on a new page, with one text, audit trail and seal. A role that several templates have is one signer, who signs each signature block with the role. Field keys are those of the templates; `templateNumber` of a field says of which. All templates need the same language and page size. The limits of a document, and the limit on data, are those of one template. Findings about a template begin with its index: `templates.1.source:12:3`. `POST /documents/bundles` */
    readonly createBundle: Call<CreateBundleParams, Document>;
    /** Create a document from a template. Each signature block and each field of the template becomes a field of the signer who has its role, placed where it is printed. Conditions point to fields of the document. `others` approve the document or get a copy of it. `POST /templates/{id}/create-document` */
    readonly createDocumentFromTemplate: Call<CreateDocumentFromTemplateParams, Document>;
    /** Find a sealed document by its digest. For anyone who has a sealed file: whether this service sealed exactly that file, when, and for how many signers. The contact in the signature dictionary of the file, and the QR code on its certificate, have the reference. Any other digest, and any other reference, is answered with 404. The page `/verify` uses it. `GET /documents/sealed/{reference}/{sha256}` */
    readonly findSealed: Call<FindSealedParams, SealedDocument>;
    /** Read the public key of the seal. The key with which this service seals completed documents now, the same for test and live mode. A file that was sealed with another key is from another service, or from before the key was replaced. `GET /documents/seal-key` */
    readonly readSealKey: Call<ReadSealKeyParams, SealKey>;
    /** Create an upload URL for a PDF. For files up to 20 MB; a form can have about 4 MB only. `PUT` the file to `url` with `headers`, then create a document with the `uploadId`. `POST /documents/uploads` */
    readonly openUpload: Call<OpenUploadParams, DocumentUpload>;
    /** Create a document from a PDF. From a PDF in the form, up to about 4 MB, or from an upload of up to 20 MB: see `openUpload`. API Gateway itself rejects larger forms, with status 413 and the body `{ "message": "Request Entity Too Large" }`. `POST /documents` */
    readonly createDocument: Call<CreateDocumentParams, Document>;
    /** List documents. In order of creation. A list by `status` follows a change within a second or so, and a document that passes its expiry time is listed as `expired` within a minute or two; a document is never listed under a status it no longer has. `GET /documents` */
    readonly listDocuments: Call<ListDocumentsParams, {
      items: DocumentSummary[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Rename a draft. `PATCH /documents/{id}` */
    readonly renameDocument: Call<RenameDocumentParams, Document>;
    /** Delete a draft. Deletes the draft with its fields, audit trail and files, which are removed within minutes. A sent document cannot be deleted: void it instead. `DELETE /documents/{id}` */
    readonly deleteDocument: Call<DeleteDocumentParams, void>;
    /** Read a document. `GET /documents/{id}` */
    readonly readDocument: Call<ReadDocumentParams, Document>;
    /** Download the PDF. The sealed file once everyone has signed; before that, or with `version=original`, the file to be signed. `content-disposition` names the file after the document. `GET /documents/{id}/pdf` */
    readonly readDocumentPdf: Call<ReadDocumentPdfParams, Uint8Array>;
    /** Read the audit trail. Entries are numbered from 1 without gaps. Each `hash` covers the entry and, by `previousHash`, every entry before it. `sha256` in `details` of `document.completed` is the SHA-256 of the sealed file, in `document.created` that of the original. For an uploaded PDF, `uploadedSha256` is that of the file as it was uploaded, and `removed` lists what was removed from it. The seal names the number of entries before the completion and the hash of the last, so that the trail cannot be rewritten. Only `link.requested` can follow the completion: the holder of an expired link had a new one emailed to the signer; no seal covers it. To verify offline, save the answer and run `assay documents verify sealed.pdf trail.json --fingerprint <sha256>`. `link.disclosed`: the actor was given the signer’s link. `signer.delegated`: the signer with `fromSha256` handed the turn to the person with `toSha256`. `signerSha256`, and the two, in `details`: SHA-256 of the canonical JSON of `{ email, name }` of the signer at that time. `pageSession` in `details`: when the signing page was loaded whose session the request had; null if it had none. `shownAs` in `details` of `document.viewed`, `signer.signed` and `signer.approved`: how the client says that it showed the document (`pdf`, `text` or `guided`), with the SHA-256 of that file; missing if it did not say. `textSha256` in `document.created` is the SHA-256 of the text. `GET /documents/{id}/audit` */
    readonly readDocumentAudit: Call<ReadDocumentAuditParams, {
      items: AuditEntry[];
    }>;
    /** List the form fields of the PDF. `GET /documents/{id}/form-fields` */
    readonly listFormFields: Call<ListFormFieldsParams, {
      items: FormField[];
    }>;
    /** Add a signer to a draft. Returns the signer. `document` is the document with all its signers. `POST /documents/{id}/signers` */
    readonly addSigner: Call<AddSignerParams, DocumentSigner>;
    /** Remove a signer from a draft. `DELETE /documents/{id}/signers/{signerId}` */
    readonly removeSigner: Call<RemoveSignerParams, Document>;
    /** Correct a signer. Changes the name or email address of a signer who has not signed. When the address of a sent document’s signer changes, their link stops working, the fields they have filled are cleared, and a new invitation is sent if it is their turn. To get the new link in an answer, issue one. `PATCH /documents/{id}/signers/{signerId}` */
    readonly correctSigner: Call<CorrectSignerParams, DocumentSigner>;
    /** Send a draft to its signers. Creates a link for every signer and emails those who can sign now. The links are in the answer only with `returnLinks: true`, which the audit trail and the certificate record. `POST /documents/{id}/send` */
    readonly sendDocument: Call<SendDocumentParams, SentDocument>;
    /** Issue a new signing link. Returns the signer with the new link, and invites the signer again if it is their turn. The previous link stops working. The audit trail and the certificate record that the caller was given the link. Links of other signers are not returned. With `returnLink: false` the link is emailed and not returned. `POST /documents/{id}/signers/{signerId}/link` */
    readonly issueLink: Call<IssueLinkParams, SentSigner>;
    /** Remind a signer. Emails the signer their present link again. The link does not change, and the answer does not have it. A signer can be reminded an hour after the latest email. `POST /documents/{id}/signers/{signerId}/remind` */
    readonly remindSigner: Call<RemindSignerParams, DocumentSigner>;
    /** Change the expiry and the reminders of a sent document. Links of the signers stay as they are, and open the document until the new time. `PATCH /documents/{id}/sending` */
    readonly changeSending: Call<ChangeSendingParams, Document>;
    /** Void a document. `POST /documents/{id}/void` */
    readonly voidDocument: Call<VoidDocumentParams, Document>;
    /** Lengthen the retention of a document. The retention begins when the document is completed, declined or voided or has expired, and is set when it is sent (`retainDays`). Afterwards it can only be lengthened, until the document is deleted. The history records from what, by whom and why. `PUT /documents/{id}/retention` */
    readonly setDocumentRetention: Call<SetDocumentRetentionParams, Document>;
    /** Place or release the legal hold of a document. While a document is under a legal hold, its draft cannot be deleted and the end of its retention deletes nothing; only the deletion of the organization does, which a legal hold of the organization prevents. One owner places it. Releasing it takes as many people as releasing that of the organization: while a rule of `fourEyes` is on, or if the installation sets `organizationDeletion=two-persons`, the request accepts the open proposal of another owner or admin (`document_hold_release` of `POST /organization/proposals`) with `proposalId`. A request for what already is changes nothing. `PUT /documents/{id}/legal-hold` */
    readonly setDocumentHold: Call<SetDocumentHoldParams, Document>;
    /** Send documents to the rows of a CSV file. A job that creates and sends one document from the template for each row. Read the bulk send, or `GET /jobs/{id}`, until `status` is `completed`. A row that is refused is reported with its line, and nothing is created for it; the other rows are sent. With `dryRun: true` every row is checked and printed, and nothing is created or sent. Invitations wait for the limits on emails. `POST /jobs/{id}/cancel` stops it. `POST /documents/bulk-sends` */
    readonly createBulkSend: Call<CreateBulkSendParams, BulkSend>;
    /** Read a bulk send. `GET /documents/bulk-sends/{id}` */
    readonly readBulkSend: Call<ReadBulkSendParams, BulkSend>;
    /** Add a field to a draft. A field that is linked to a form field of the PDF and has no value starts with the value of the form, which the signer may change. `POST /documents/{id}/fields` */
    readonly addField: Call<AddFieldParams, Field>;
    /** List the fields of a document. `GET /documents/{id}/fields` */
    readonly listFields: Call<ListFieldsParams, {
      items: Field[];
    }>;
    /** Update a field of a draft. Null clears a property. Conditions that become impossible are cleared as well. `PATCH /documents/{id}/fields/{fieldId}` */
    readonly updateField: Call<UpdateFieldParams, Field>;
    /** Remove a field from a draft. `DELETE /documents/{id}/fields/{fieldId}` */
    readonly removeField: Call<RemoveFieldParams, void>;
    /** Read the signing state. Before an identity check is passed: without message, pages and fields, and with a masked address. `GET /signing/{token}` */
    readonly readSigning: Call<ReadSigningParams, SigningState>;
    /** Read the sender’s brand as a signer. Name, logo and colour of the organization that sent the document, as they are now. `GET /signing/{token}/brand` */
    readonly readSigningBrand: Call<ReadSigningBrandParams, SigningBrand>;
    /** Record that the signer viewed the document. Call it once the document is visible to the signer. It is recorded once for each link; a signature needs it. `POST /signing/{token}/view` */
    readonly openSigning: Call<OpenSigningParams, SigningState>;
    /** Download the PDF as a signer. `GET /signing/{token}/pdf` */
    readonly readSigningPdf: Call<ReadSigningPdfParams, Uint8Array>;
    /** Read a preview of the first page. An image of the first page, 800 pixels wide: a PNG, or a JPEG for photographs and scans. The signing page shows it while the PDF loads. It is drawn on the first request and stored. `GET /signing/{token}/preview` */
    readonly readSigningPreview: Call<ReadSigningPreviewParams, Uint8Array>;
    /** Read the document as text. The text of a document from a Markdown template, without pages: for narrow screens. It has the words of the PDF in their order, and names the fields of the document in their places. `textSha256` is the digest of these bytes. `GET /signing/{token}/text` */
    readonly readSigningText: Call<ReadSigningTextParams, DocumentText>;
    /** Read a signature image. A typed signature is an SVG; an image has the format it was uploaded in. `GET /signing/{token}/fields/{fieldId}/image` */
    readonly readSigningImage: Call<ReadSigningImageParams, Uint8Array>;
    /** Preview a typed signature. The drawing that is stored when the field is filled with this text, as an SVG of the size of the field. Stores nothing. `POST /signing/{token}/fields/{fieldId}/typed-signature` */
    readonly previewTypedSignature: Call<PreviewTypedSignatureParams, string>;
    /** Fill or clear a field. `POST /signing/{token}/fields/{fieldId}` */
    readonly fillField: Call<FillFieldParams, SigningState>;
    /** Complete signing. The last signature seals the document. `POST /signing/{token}/complete` */
    readonly completeSigning: Call<CompleteSigningParams, SigningState>;
    /** Accept the disclosure on electronic signatures. Recorded once for each version in the audit trail and on the certificate, with the language, the SHA-256 of the text, and whether it was accepted in a session of the signing page or stated by an API client. `POST /signing/{token}/consent` */
    readonly acceptConsent: Call<AcceptConsentParams, SigningState>;
    /** Request a new link to a completed document. For the holder of an expired link: a new one, for 7 days, is emailed to the signer. The answer shows neither the link nor the address. The audit trail has each request. `POST /signing/{token}/link` */
    readonly requestLink: Call<RequestLinkParams, LinkRequest>;
    /** Email a code to the signer. For a signer with `identityCheck: "email_code"`: six digits, valid for 10 minutes and once. The earlier code ends. At most 5 in an hour and 30 for each link. `POST /signing/{token}/code` */
    readonly sendIdentityCode: Call<SendIdentityCodeParams, IdentityCodeSent>;
    /** Verify the code of a signer. Returns a session that opens the document with this link for four hours, in this client. After 5 wrong entries the code ends; after 15 without a right one the link is locked, until the sender issues a new one. `POST /signing/{token}/code/verify` */
    readonly verifyIdentityCode: Call<VerifyIdentityCodeParams, IdentitySession>;
    /** Request or follow the identity check of a signer. For a signer whose `identityCheck` has a `workflowId`, after the emailed code. The first request opens a verification session, whose id the sender finds in `identitySession` of the signer and in `signer.identity_check_requested`; the sender’s system runs it. Later requests take over its result: repeat them until it is `approved`. A corrected or replaced signer is checked anew. `POST /signing/{token}/identity-check` */
    readonly checkIdentity: Call<CheckIdentityParams, IdentityCheckState>;
    /** Hand the turn to another person. For a document that was sent with `allowDelegation`, when it is the turn of the signer. The person gets a link of their own by email and has to pass the identity check of the signer anew; order, fields and signer id stay. The link of this request no longer works, and entries made with it are cleared. The sender gets an email. A repeated request gets 401. `POST /signing/{token}/delegate` */
    readonly delegateSigning: Call<DelegateSigningParams, DelegatedTurn>;
    /** Decline to sign. `POST /signing/{token}/decline` */
    readonly declineSigning: Call<DeclineSigningParams, SigningState>;
    /** Show the signing page. The page is the same for every link, valid or not, except for a session that its script sends back, so that the audit trail can tell the page from other clients. Pages of the service and of allowed origins can embed it with `assay-sign.js`, which reports events of the page. `GET /sign/{token}` */
    readonly readSigningPage: Call<ReadSigningPageParams, string>;
    /** Read a file of the signing page. `GET /sign/assets/{build}/{file}` */
    readonly readSigningAsset: Call<ReadSigningAssetParams, string>;
    /** Show the page that checks sealed documents. Its script computes the SHA-256 of a file in the browser and asks `GET /documents/sealed/{reference}/{sha256}` about it. The file stays on the device. `GET /verify` */
    readonly readVerifyPage: Call<ReadVerifyPageParams, string>;
    /** Read the embedding script. `AssaySign.mount(target, { token, onReady, onFieldFilled, onCompleted, onDeclined })` puts the signing page into `target` and returns `{ destroy() }`. `onCompleted` and `onDeclined` receive `{ documentId, signerId }`. The origin of the embedding page must be allowed: `-c signingFrameAncestors=`. `GET /assay-sign.js` */
    readonly readEmbedScript: Call<ReadEmbedScriptParams, string>;
  };
  readonly jobs: {
    /** Export records. A job that writes the records to one file. Read the export until `status` is `completed`, then download `file.url`. The file is deleted after 7 days. Records that are made or change while the export runs may be missing. Cells of a CSV file that begin like a formula have an apostrophe before them. Who exported what is in the history. An API key also needs a scope that reads what it exports, such as `risk:read`. `POST /exports` */
    readonly createExport: Call<CreateExportParams, Export>;
    /** Read an export. `GET /exports/{id}` */
    readonly readExport: Call<ReadExportParams, Export>;
    /** Create an evidence pack of a subject. For an examiner: a job that makes a sealed PDF and a ZIP archive of everything that is recorded about the subject, with proofs from the audit log that can be verified offline, and a list of what is not included. Read the pack until `status` is `completed`. The files are deleted after 7 days. Who made a pack is in the history of the subject. An API key needs scopes that read risk and screening records, and documents if `documentIds` names any. `POST /risk/subjects/{id}/evidence-packs` */
    readonly createEvidencePack: Call<CreateEvidencePackParams, EvidencePack>;
    /** Read an evidence pack. Its progress, and once it has completed the URLs of its files. `GET /risk/evidence-packs/{id}` */
    readonly readEvidencePack: Call<ReadEvidencePackParams, EvidencePack>;
    /** List jobs. Work that takes longer than a request. Jobs are listed for 90 days. A page can be empty if few jobs fit the filters: continue while `nextOffset` is not null. `GET /jobs` */
    readonly listJobs: Call<ListJobsParams, {
      items: Job[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a job. `GET /jobs/{id}` */
    readonly readJob: Call<ReadJobParams, Job>;
    /** Cancel a job. The file of an export is discarded. A bulk send ends with the rows it has begun: documents that were sent stay sent. A screening batch ends with the rows it has screened: their runs and results stay. Watches that were created of a batch stay. A test of effectiveness ends without a result. A look-back keeps what it has found. A roll-out ends with the subjects it has replaced: they stay monitored by the new version. `POST /jobs/{id}/cancel` */
    readonly cancelJob: Call<CancelJobParams, Job>;
  };
  readonly organization: {
    /** Create an API key. The secret is shown in this response and its replays only. `POST /api-keys` */
    readonly createApiKey: Call<CreateApiKeyParams, ApiKeyWithSecret>;
    /** List API keys. `GET /api-keys` */
    readonly listApiKeys: Call<ListApiKeysParams, {
      items: ApiKey[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Revoke an API key. Permanently: every later request of the key is refused. A request that was authenticated less than a second before the revocation may still make its change; one that takes longer is refused with 401. The history of the key records the reason. `POST /api-keys/{id}/revoke` */
    readonly revokeApiKey: Call<RevokeApiKeyParams, ApiKey>;
    /** Read the organization. Shows whether a deletion is requested, by whom and when the erasure begins, and whether the organization is under a legal hold. `GET /organization` */
    readonly readOrganization: Call<ReadOrganizationParams, Organization>;
    /** Read the usage of the organization. What the organization has used per day (UTC) and mode of what has a daily limit, and the limits of today. A request beyond a limit is refused with 429 `spending_limit`; an investigation that finds no tokens left fails with `spending_limit`. `GET /organization/usage` */
    readonly readUsage: Call<ReadUsageParams, Usage>;
    /** Read the signed-in user. Who the token identifies, with the settings of the organization. `email` and `name` come from the claims of the token. The first call of a day records the person in the directory. API keys identify no person and are refused with 403. `GET /me` */
    readonly readMe: Call<ReadMeParams, Me>;
    /** List the people of the organization. The names behind `user:<id>` in histories: everyone who has called `GET /me`, with any token issuer, in the order of their ids. At most 1,000 people; use `ids` to look up others. `GET /directory` */
    readonly listDirectory: Call<ListDirectoryParams, Directory>;
    /** Look up records. Up to ten records of the organization in this mode: an id of any kind of record, else subjects by exact external id, policies by the beginning of their key (`id` is the key), the newest 200 documents by a part of their name, and screening lists by a part of key or name (`id` is the key). `GET /lookup` */
    readonly lookUp: Call<LookUpParams, LookupResult>;
    /** List members. Everyone who was invited or has called `GET /me`, at most 1,000 people, in the order of their ids. Users who were created in the user pool directly appear after their first sign-in. `GET /members` */
    readonly listMembers: Call<ListMembersParams, {
      items: Member[];
      /** Whether the organization has more than 1,000 members. */
      more: boolean;
    }>;
    /** Propose a change of the organization. For another person to make with `proposalId`: `POST /members`, `PATCH /members/{id}`, `DELETE /organization` or `PUT /organization/legal-hold`. A proposal changes nothing. It supersedes the open proposal about the same email address, the same member, the deletion or the release. `POST /organization/proposals` */
    readonly proposeOrganizationChange: Call<ProposeOrganizationChangeParams, OrganizationProposal>;
    /** List the proposals to change the organization. The latest 20, newest first. `GET /organization/proposals` */
    readonly listOrganizationProposals: Call<ListOrganizationProposalsParams, OrganizationProposals>;
    /** Invite a member. Creates an account in the user pool, which emails a temporary password that is valid for three days. While the person has not signed in, the same request sends another email. An invitation that is not used within seven days no longer reserves the email address: another organization can then invite it. At most 20 invitations an hour, refused ones included, and 5 an hour to one address by all organizations. Only owners can invite owners. While a rule of `fourEyes` is on, inviting an owner or admin requires two people: the request accepts the open proposal of another owner or admin with `proposalId`. `POST /members` */
    readonly createMember: Call<CreateMemberParams, Member>;
    /** Update a member. Changes the role, or disables or enables the account, and ends the sessions of the member. Tokens that were issued before stay valid until they expire, within 15 minutes. Only owners can change owners or make owners. While a rule of `fourEyes` is on, making an owner or admin, and enabling the account of one, requires two people: the request accepts the open proposal of another owner or admin with `proposalId`. `PATCH /members/{id}` */
    readonly updateMember: Call<UpdateMemberParams, Member>;
    /** Read the settings of the organization. One set of settings for both modes. Before the first update it has the defaults. `GET /organization/settings` */
    readonly readSettings: Call<ReadSettingsParams, OrganizationSettings>;
    /** Read the brand of the organization. Name, logo and colour that signers see: one brand for both modes, empty before the first update. `GET /organization/brand` */
    readonly readBrand: Call<ReadBrandParams, Brand>;
    /** Update the brand of the organization. Changes what the body has; what is absent stays as it is. The signing page and emails of all documents show the new brand within five seconds; the audit trail of a document keeps the name with which it was sent. A logo is cleaned like an image of a template. Where signers read another name than the `name` of the settings, they read that as well. The verification page and the certificate show no brand. `PUT /organization/brand` */
    readonly updateBrand: Call<UpdateBrandParams, Brand>;
    /** Update the settings of the organization. Changes the settings of both modes that the body has; what is absent stays as it is. Only owners can change `fourEyes`, `highestReviewScore` and `linksByEmailOnly`. Switching a rule off, raising or removing `highestReviewScore` while `fourEyes.matches` is on, and switching `linksByEmailOnly` off while any rule is on, requires two people: the update accepts the open proposal of another owner or admin with `proposalId`, and changes nothing else. Switching a rule on supersedes an open proposal. Other requests apply the new settings within five seconds. `PUT /organization/settings` */
    readonly updateSettings: Call<UpdateSettingsParams, OrganizationSettings>;
    /** Propose to weaken two-person rules or other controls. For an owner who is another person to accept with `PUT /organization/settings`, or `PUT /screening/settings` if it has `screening`. Supersedes the open proposal. A proposal is about the rules as they are now: a change of the rules ends it. `POST /organization/settings/proposals` */
    readonly proposeSettings: Call<ProposeSettingsParams, SettingsProposal>;
    /** List the proposals to switch two-person rules off. The latest 20, newest first. `GET /organization/settings/proposals` */
    readonly listSettingsProposals: Call<ListSettingsProposalsParams, SettingsProposals>;
    /** List the proposals that wait for a second person. Proposals of all kinds, oldest first, at most 100 rows of each. `waitsForCaller` marks those that the caller can decide on. Proposals about settings, members and the deletion are shown to owners and admins, those about lists to operators. Costs the same at any size. With `status=closed`, the latest proposals of the caller that another person closed, newest first, at most 20 of each kind. `GET /proposals` */
    readonly listProposals: Call<ListProposalsParams, WaitingProposals>;
    /** Decline a proposal. A second person refuses a proposal of any kind. Changes nothing else. The history records who, when and the reason. The proposal cannot be accepted any more; a new one can be made. `POST /proposals/{id}/decline` */
    readonly declineProposal: Call<DeclineProposalParams, ClosedProposal>;
    /** Withdraw a proposal. The person who made a proposal takes it back. Changes nothing else. The history records who, when and the reason. The proposal cannot be accepted any more; a new one can be made. `POST /proposals/{id}/withdraw` */
    readonly withdrawProposal: Call<WithdrawProposalParams, ClosedProposal>;
    /** Delete the organization. Schedules the erasure of all data of both modes 24 hours later. Until it begins, everything works as before, API keys included, and an owner can revoke the deletion. When it begins, all credentials stop working, and the data is erased in the background. Backups, which no request can read, are gone 35 days later, or when backups that the installation keeps elsewhere expire (`backupDays`). A second request returns the same `erasesAt`. While a rule of `fourEyes` is on, or if the installation sets `organizationDeletion=two-persons`, the deletion requires two people: the request accepts the open proposal of another owner or admin with `proposalId`. `DELETE /organization` */
    readonly deleteOrganization: Call<DeleteOrganizationParams, OrganizationDeletion>;
    /** Revoke the deletion of the organization. Possible until the erasure begins. `POST /organization/deletion/revoke` */
    readonly revokeDeletion: Call<RevokeDeletionParams, Organization>;
    /** Place or release the legal hold. While the organization is under a legal hold, its deletion is refused with 409 `legal_hold` and no erasure begins. One owner places it, which also revokes a requested deletion. Releasing it takes as many people as deleting the organization: while a rule of `fourEyes` is on, or if the installation sets `organizationDeletion=two-persons`, the request accepts the open proposal of another owner or admin with `proposalId`. A request for what already is changes nothing. Records and documents can still be deleted one by one; the retention of documents deletes nothing meanwhile. `PUT /organization/legal-hold` */
    readonly setLegalHold: Call<SetLegalHoldParams, Organization>;
  };
  readonly quality: {
    /** Read the quality plan. Which decisions are drawn for a second decision by another person, and how many. `GET /quality/plan` */
    readonly readQualityPlan: Call<ReadQualityPlanParams, QualityPlan>;
    /** Change the quality plan. Applies to decisions made from now on. Samples are drawn from the decisions of a day once its root of the audit log is signed, with a seed that follows from the signature, so that the sample can be neither known nor chosen before. While a two-person rule is on, a plan that draws less, or is no longer blind, has to accept the proposal of another person with `proposalId`. `PUT /quality/plan` */
    readonly changeQualityPlan: Call<ChangeQualityPlanParams, QualityPlan>;
    /** Propose a quality plan. For an owner who is another person to accept with `proposalId` in `PUT /quality/plan`. Changes nothing itself. A new proposal supersedes the open one. `POST /quality/plan/proposals` */
    readonly proposeQualityPlan: Call<ProposeQualityPlanParams, QualityPlanProposal>;
    /** List proposals of quality plans. The latest 20, newest first. `GET /quality/plan/proposals` */
    readonly listQualityPlanProposals: Call<ListQualityPlanProposalsParams, QualityPlanProposals>;
    /** List quality samples. Oldest first. A blind sample shows neither its record nor the first decision until it is reviewed. A page can be empty although more follow: continue while `nextOffset` is not null. `GET /quality/samples` */
    readonly listQualitySamples: Call<ListQualitySamplesParams, QualitySamples>;
    /** Read a quality sample. With its evidence for the person who has claimed it, and for everyone once it is reviewed or if it is not blind. `GET /quality/samples/{id}` */
    readonly readQualitySample: Call<ReadQualitySampleParams, QualitySampleDetail>;
    /** Claim a quality sample. For two hours the sample waits for the caller alone. While the claim of a blind sample is open, most operations are refused to the caller with 409 `blind_review_open`, in both modes: everything that could show the first decision. The reviewer is another person than those who made and proposed the decision, and has not claimed the sample before. `POST /quality/samples/{id}/claim` */
    readonly claimQualitySample: Call<ClaimQualitySampleParams, QualitySampleDetail>;
    /** Release a quality sample. Another person can claim it. The caller cannot claim it again. `DELETE /quality/samples/{id}/claim` */
    readonly releaseQualitySample: Call<ReleaseQualitySampleParams, QualitySample>;
    /** Review a quality sample. Records the second decision, by the person who has claimed the sample. A disagreement about a match requests a new decision on it: the first one counts until then, and later runs do not inherit it. A disagreement about an override or an action opens a request to owners and admins. `POST /quality/samples/{id}/review` */
    readonly reviewQualitySample: Call<ReviewQualitySampleParams, QualitySampleDetail>;
    /** Read quality results. Agreement and error rate with 95 % Wilson intervals by stream and, for owners and admins, by the principal who decided first. By the month of the first decision. `GET /quality/results` */
    readonly readQualityResults: Call<ReadQualityResultsParams, QualityResults>;
    /** Read the summary of a month. Alerts, true hits, times to decision, overrides, gaps of lists, quality results of a month, and the backlog by age now. From counters: the cost does not grow with the month. `GET /quality/summary` */
    readonly readQualitySummary: Call<ReadQualitySummaryParams, QualitySummary>;
  };
  readonly risk: {
    /** Read the policy format. `GET /risk/policy-schema` */
    readonly readPolicySchema: Call<ReadPolicySchemaParams, PolicyFormat>;
    /** Validate a policy. Reports every error with its path, as publication would: shape, conditions, bindings to workflows, and whether registered sources exist and declare the facts with these types. `warnings` names parts of a valid policy that do nothing. Saves nothing. `POST /risk/policies/validate` */
    readonly validatePolicy: Call<ValidatePolicyParams, PolicyValidation>;
    /** Simulate a policy. Evaluates a definition or a saved version against synthetic evidence with the evaluator that assessments use. With `expect`, a scenario says whether it passed and what is otherwise; with `coverage`, the answer names the parts of the policy that no scenario reaches. Saves nothing and sends no webhooks. Sources need not exist, except those named by their key. `POST /risk/policies/simulate` */
    readonly simulatePolicy: Call<SimulatePolicyParams, SimulationResult>;
    /** Create a policy version. The version is a draft with the next number of its key. `scenarios` are stored beside it, as with `PUT /risk/policies/{id}/scenarios`. `POST /risk/policies` */
    readonly createPolicy: Call<CreatePolicyParams, Policy>;
    /** Read the scenarios of a policy version. With what the version makes of each, whether that is as expected, and the parts of the policy that none of them reaches. `GET /risk/policies/{id}/scenarios` */
    readonly readPolicyScenarios: Call<ReadPolicyScenariosParams, PolicyScenarios>;
    /** Replace the scenarios of a draft. At most 200 with different names, evaluated at their `evaluatedAt`, or else at the time they were saved. Scenarios that fail can be saved, but the version can be neither proposed nor published with them. Refused while a proposal is open, because a person who approves the version approves it with its scenarios. `PUT /risk/policies/{id}/scenarios` */
    readonly replacePolicyScenarios: Call<ReplacePolicyScenariosParams, PolicyScenarios>;
    /** Propose to publish or retire a policy version. For an owner or admin to accept with `proposalId` in `POST /risk/policies/{id}/publish` or, with `change` `retire`, in `POST /risk/policies/{id}/retire`. To be published, a version has to pass its stored scenarios. A version has one open proposal: a new one supersedes it. `POST /risk/policies/{id}/proposals` */
    readonly proposePolicy: Call<ProposePolicyParams, PolicyProposal>;
    /** List the proposals to publish or retire a policy version. The latest 20, newest first. `GET /risk/policies/{id}/proposals` */
    readonly listPolicyProposals: Call<ListPolicyProposalsParams, PolicyProposals>;
    /** Publish a policy version. Refused where the definition is invalid, a workflow binding or registered source does not exist, or a source does not declare an input with its type, or a stored scenario fails. With the setting `fourEyes.policies`, a publication has to accept the proposal of another person, and the author of the version cannot be the one who publishes it. An open proposal that it does not name is superseded. `POST /risk/policies/{id}/publish` */
    readonly publishPolicy: Call<PublishPolicyParams, Policy>;
    /** Retire a policy version. Permanently: within five seconds no new assessment, selection, pin or monitoring can use the version (422 `policy_retired`), also where it is the latest one of its key, which an earlier version does not replace. Existing assessments stay as they are. Monitoring by this version is paused with `pausedReason`. With the setting `fourEyes.policies`, a retirement has to accept the proposal of another person. `POST /risk/policies/{id}/retire` */
    readonly retirePolicy: Call<RetirePolicyParams, Policy>;
    /** Roll out a policy version. A job that replaces the version `from` by this one for every subject that `from` monitors, each as `POST /risk/subjects/{id}/monitoring` does: with its event, and a reassessment. Subjects whose monitoring a person has paused stay as they are; monitoring that the retirement of `from` paused goes on. Read it until `status` is `completed`, and cancel it with `POST /jobs/{id}/cancel`: subjects that were replaced stay so. With `dryRun`, it evaluates the version for every subject and answers with the decisions before and after, and stores nothing else. `POST /risk/policies/{id}/rollout` */
    readonly createRollout: Call<CreateRolloutParams, Rollout>;
    /** Read a roll-out. `GET /risk/rollouts/{id}` */
    readonly readRollout: Call<ReadRolloutParams, Rollout>;
    /** Backtest a policy. A job that evaluates a version, a draft or a definition for past assessments of a policy, or for the latest assessment of each named subject, and counts what it would have decided. It stores no assessment and requests no action. With `as_known`, nothing that the service learned after an assessment was made is used for it, whatever its time of observation. Read it until `status` is `completed`, and cancel it with `POST /jobs/{id}/cancel`. `POST /risk/backtests` */
    readonly createBacktest: Call<CreateBacktestParams, Backtest>;
    /** Read a backtest. `GET /risk/backtests/{id}` */
    readonly readBacktest: Call<ReadBacktestParams, Backtest>;
    /** List the changed cases of a backtest. Cases with another decision or another band; `before` and `after` narrow them to a cell of `matrix`. A page can be empty although more follow: continue while `nextOffset` is not null. `GET /risk/backtests/{id}/changed` */
    readonly listChangedCases: Call<ListChangedCasesParams, {
      items: Array<{
        subjectId: string;
        /** Null for a subject that the policy has not assessed. */
        assessmentId: string | null;
        before: {
          /** Of the recorded assessment, without overrides. */
          decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "not_assessed";
          band: string | null;
          score: number | null;
        };
        after: {
          /** Of the tested version, or why it does not cover the subject. */
          decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown";
          band: string | null;
          score: number | null;
        };
      }>;
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Enable or disable a shadow version. Within five seconds, every assessment with the version in force of the key also evaluates this version on the same evidence, and stores its result beside the assessment. It decides nothing: no action, override, event of the subject or webhook follows from it, and the assessment is the same as without it. A key has one shadow: a draft, or an earlier version. It ends at `untilAt`, when it is disabled, and when it is published or retired. If another version is published, the shadow goes on beside that one. A second person is not needed. `POST /risk/policies/{id}/shadow` */
    readonly configureShadow: Call<ConfigureShadowParams, ShadowState>;
    /** Read a shadow version. Whether the version is a shadow, and how its decisions compare with those of the assessments it was evaluated for. Counted seconds after each assessment, and each once. Reading costs the same however many there are. `GET /risk/policies/{id}/shadow` */
    readonly readShadow: Call<ReadShadowParams, Shadow>;
    /** List the divergent assessments of a shadow version. Assessments for which the shadow has another decision or another band, newest first. `before` and `after` narrow them to a cell of `matrix`. A page can be empty although more follow: continue while `nextOffset` is not null. `GET /risk/policies/{id}/shadow/divergent` */
    readonly listDivergentAssessments: Call<ListDivergentAssessmentsParams, {
      items: Array<{
        assessmentId: string;
        subjectId: string;
        before: {
          /** Of the assessment, without overrides. */
          decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence";
          band: string | null;
          score: number | null;
        };
        after: {
          /** Of the shadow, or why it has none: it does not cover the subject, or its evaluation failed. */
          decision: "none" | "review" | "restrict" | "reject" | "awaiting_evidence" | "applicability_not_matched" | "applicability_unknown" | "failed";
          band: string | null;
          score: number | null;
        };
      }>;
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read statistics of a policy. Counted from the events of assessments and overrides, seconds after them, and each once. Days are kept for 400 days. Reading costs the same whatever was counted. `GET /risk/policies/{key}/statistics` */
    readonly readPolicyStatistics: Call<ReadPolicyStatisticsParams, PolicyStatistics>;
    /** Read the quality of a policy. Of the assessments made from `since` to `until`, whenever their outcomes were recorded, by version, band, rule and factor. Counted from events, seconds after them, and each once; an outcome or its withdrawal changes the figures of past days. Days are kept for 400 days. Reading costs the same whatever was counted. `GET /risk/policies/{key}/quality` */
    readonly readPolicyQuality: Call<ReadPolicyQualityParams, PolicyQuality>;
    /** Create a source. `POST /risk/sources` */
    readonly createSource: Call<CreateSourceParams, Source>;
    /** Update a source. `POST /risk/sources/{id}/bindings` */
    readonly replaceSourceBindings: Call<ReplaceSourceBindingsParams, Source>;
    /** Create a subject. `POST /risk/subjects` */
    readonly createSubject: Call<CreateSubjectParams, Subject>;
    /** Read the overview of a subject. The latest assessment of each policy key with its state, open actions, assignment, monitoring and the latest screening run. Costs about 15 read units for a subject with two policies. `GET /risk/subjects/{id}/overview` */
    readonly readSubjectOverview: Call<ReadSubjectOverviewParams, SubjectOverview>;
    /** Assign a subject. Assigns a subject to a user, or to none. The assignment stays until it is changed. Costs 6 write units in addition to the history. `PUT /risk/subjects/{id}/assignment` */
    readonly assignSubject: Call<AssignSubjectParams, AssignedSubject>;
    /** Show that you have opened a subject. Other users see it for one minute in `viewers` of the overview. Repeat it while the subject is open. Stores no event. Costs 2 write units. `PUT /risk/subjects/{id}/presence` */
    readonly updatePresence: Call<UpdatePresenceParams, void>;
    /** Show that you have closed a subject. Other users no longer see you in `viewers` of the overview. Stores no event. Costs 1 write unit. `DELETE /risk/subjects/{id}/presence` */
    readonly endPresence: Call<EndPresenceParams, void>;
    /** Create a note. Notes are events of the journey (category `notes`). They cannot be changed and are not sent to webhooks. Attached files are checked by type, size and SHA-256, not for malware: see `openAttachment`. `POST /risk/subjects/{id}/notes` */
    readonly createNote: Call<CreateNoteParams, Note>;
    /** List notes. `GET /risk/subjects/{id}/notes` */
    readonly listNotes: Call<ListNotesParams, NotePage>;
    /** Create an upload URL for an attachment. `PUT` the file to `url` with `headers`, then name the `uploadId` in `attachments` of a note about the same subject. Uploads that no note names are deleted after two days. `POST /risk/subjects/{id}/attachments` */
    readonly openAttachment: Call<OpenAttachmentParams, AttachmentUpload>;
    /** Read an attachment. With a URL that downloads the file for 15 minutes. `GET /risk/attachments/{id}` */
    readonly readAttachment: Call<ReadAttachmentParams, AttachmentDownload>;
    /** Create a request. Asks a user or a role for information about open work, or escalates it. The actions and the match that it is about do not change. While it is open, the subject has it in `requests` of the worklist. `POST /risk/subjects/{id}/requests` */
    readonly createRequest: Call<CreateRequestParams, WorkRequest>;
    /** List requests. `GET /risk/subjects/{id}/requests` */
    readonly listRequests: Call<ListRequestsParams, WorkRequestPage>;
    /** List requests that wait for you. Requests without an answer to the caller or to a role of the caller, each with its subject. Own requests are not listed. A page reads at most 300 rows, so it can be short or empty although `nextOffset` is not null. `GET /risk/requests` */
    readonly listWaitingRequests: Call<ListWaitingRequestsParams, AskedRequestPage>;
    /** Answer a request. For the addressee, an owner or an admin, but never for the person who made the request. A request has one answer. `POST /risk/requests/{id}/answer` */
    readonly answerRequest: Call<AnswerRequestParams, WorkRequest>;
    /** Close a request. For the person who made the request, its addressee, an owner or an admin. A request without an answer is withdrawn. `POST /risk/requests/{id}/close` */
    readonly closeRequest: Call<CloseRequestParams, WorkRequest>;
    /** List your notifications. What other people and API keys did that concerns the signed-in user, newest first, up to 50 on a page: an assignment, a mention, a request to you, an answer to your request. A worker writes them within seconds, and they expire after 90 days. Requests to a role and proposals have none: see `listWaitingRequests` and `listProposals`. `GET /notifications` */
    readonly listNotifications: Call<ListNotificationsParams, NoticePage>;
    /** Mark your notifications as read. Marks the notification `upTo` and all older ones of the signed-in user as read. Returns up to which they are read now: an older `upTo` changes nothing. Stores no event. `POST /notifications/read` */
    readonly markNotificationsRead: Call<MarkNotificationsReadParams, ReadMark>;
    /** Read your notification settings. Whether the signed-in user gets an email digest of notifications in this mode, and where. `GET /notifications/settings` */
    readonly readNotificationSettings: Call<ReadNotificationSettingsParams, NotificationSettings>;
    /** Update your notification settings. Switches the email digest of the signed-in user on or off, for this mode. A digest counts what is new since the one before and what waits for the user, with links to the console; it names no subject and quotes no text. It is sent by stages that have a sender address for email. Stores no event. `PUT /notifications/settings` */
    readonly updateNotificationSettings: Call<UpdateNotificationSettingsParams, NotificationSettings>;
    /** Submit evidence. `POST /risk/subjects/{id}/evidence` */
    readonly submitEvidence: Call<SubmitEvidenceParams, Evidence>;
    /** Submit a batch of evidence. Up to 100 facts of one source about one subject, all or nothing. Evidence of two sources takes two requests. `POST /risk/subjects/{id}/evidence/batch` */
    readonly submitEvidenceBatch: Call<SubmitEvidenceBatchParams, EvidenceBatch>;
    /** List verification inputs. Every output of the latest revision of every workflow. `GET /risk/verification-inputs` */
    readonly listVerificationInputs: Call<ListVerificationInputsParams, VerificationInputPage>;
    /** Decide on a verification attempt. An approval records the outputs of extract and enrich steps as evidence. A revocation revokes that evidence and restores no earlier one. A newer attempt does not inherit the decision. Read the outputs before you decide: `GET /verification/sessions/{id}/runs/{runId}` returns them as reported. An attempt with failed steps is approved only if `acceptFailedSteps` names each of them. `POST /risk/subjects/{id}/verification-decisions` */
    readonly decideVerification: Call<DecideVerificationParams, VerificationDecision>;
    /** Import a session check as evidence. The fact is `check.<kind>`; its source is the caller, `user:<id>` or `api_key:<id>`. The value is `clear`, `review` or `block`: the worst of the current outcome and flags. A failed check is unavailable. Only the newest check of a kind is imported, also if it failed, and a check of a workflow step only while its attempt is the newest of the workflow for the subject. `POST /risk/subjects/{id}/session-checks` */
    readonly importSessionCheck: Call<ImportSessionCheckParams, Evidence>;
    /** List monitoring by a policy version. In order of the creation of the subjects, also where monitoring is paused. `GET /risk/monitoring` */
    readonly listMonitoredSubjects: Call<ListMonitoredSubjectsParams, {
      items: Monitoring[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** List monitoring of a subject. `GET /risk/subjects/{id}/monitoring` */
    readonly listMonitoring: Call<ListMonitoringParams, Monitoring[]>;
    /** List reviews of monitored subjects. One for each subject and enabled monitoring whose policy version has `review`, earliest first, 100 on a page. A page reads at most some 2,000 rows, so with a narrow filter it can be short or empty although `nextCursor` is not null. `GET /risk/reviews` */
    readonly listReviews: Call<ListReviewsParams, ReviewPage>;
    /** Configure monitoring. `POST /risk/subjects/{id}/monitoring` */
    readonly configureMonitoring: Call<ConfigureMonitoringParams, Event>;
    /** Create an assessment. Evaluates a published policy version against the evidence of the subject. `policyKey` instead of `policyVersionId` uses the published version with the highest number; the assessment records which. Each assessment requests its own actions, unless the request or the policy version says `unless_open`. `POST /risk/subjects/{id}/assessments` */
    readonly createAssessment: Call<CreateAssessmentParams, Assessment>;
    /** Read the state of an assessment. `GET /risk/assessments/{id}/state` */
    readonly readAssessmentState: Call<ReadAssessmentStateParams, AssessmentState>;
    /** Evaluate an assessment again. Evaluates the policy, evidence and time of the assessment with the evaluator version that it names, and compares the result with the recorded one, its policy with the policy version, and its evidence with the stored receipts. Stores nothing and changes nothing. `POST /risk/assessments/{id}/replay` */
    readonly replayAssessment: Call<ReplayAssessmentParams, AssessmentReplay>;
    /** Explain an assessment. In full sentences, with the values, points and bounds that each is about. The customer reads no more than the labels with `disclose` of what was considered and of what applied: no keys, values, points, bands, rules or decision. `GET /risk/assessments/{id}/explanation` */
    readonly readAssessmentExplanation: Call<ReadAssessmentExplanationParams, AssessmentExplanation>;
    /** Print the explanation of an assessment. `GET /risk/assessments/{id}/explanation/pdf` */
    readonly readAssessmentExplanationPdf: Call<ReadAssessmentExplanationPdfParams, Uint8Array>;
    /** Compare two assessments. Of the same subject and policy key. A change of the policy version is in `before` and `after`. `GET /risk/assessments/{id}/comparison` */
    readonly compareAssessments: Call<CompareAssessmentsParams, AssessmentComparison>;
    /** List assessments of an event. `GET /risk/subjects/{id}/events/{eventId}/assessments` */
    readonly listEventAssessments: Call<ListEventAssessmentsParams, {
      items: Assessment[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Propose an override. For an owner or admin to accept with `proposalId` in `POST /risk/assessments/{id}/overrides`. Changes no decision. An assessment has one open proposal: a new one supersedes it. `POST /risk/assessments/{id}/overrides/proposals` */
    readonly proposeOverride: Call<ProposeOverrideParams, OverrideProposal>;
    /** List the proposed overrides of an assessment. The latest 20, newest first. `GET /risk/assessments/{id}/overrides/proposals` */
    readonly listOverrideProposals: Call<ListOverrideProposalsParams, OverrideProposals>;
    /** Create a temporary override. With the setting `fourEyes.overrides`, an override has to accept the proposal of another person. An open proposal that it does not name is superseded. A newer assessment ends the override, unless the policy carries overrides. `POST /risk/assessments/{id}/overrides` */
    readonly createOverride: Call<CreateOverrideParams, CreatedOverride>;
    /** Revoke an override. Of an override that was carried, the one that continues it is revoked and returned. With the setting `fourEyes.overrides`, revoking an override that applies and is stricter than the assessment has to accept the proposal of another person. `POST /risk/overrides/{id}/revoke` */
    readonly revokeOverride: Call<RevokeOverrideParams, Override>;
    /** Propose to revoke an override. For an owner or admin to accept with `proposalId` in `POST /risk/overrides/{id}/revoke`. An override has one open proposal: a new one supersedes it. `POST /risk/overrides/{id}/proposals` */
    readonly proposeRevocation: Call<ProposeRevocationParams, RevocationProposal>;
    /** List the proposals to revoke an override. The latest 20, newest first. `GET /risk/overrides/{id}/proposals` */
    readonly listRevocationProposals: Call<ListRevocationProposalsParams, RevocationProposals>;
    /** Record an outcome. What turned out to be true of the subject. It changes no decision. Of each policy that assessed the subject, it labels the latest assessment up to `occurredAt`, if that was made at most 365 days before. An assessment with several outcomes is positive if one of them is. The quality of the policies follows seconds later. An outcome cannot be changed, only withdrawn. `POST /risk/subjects/{id}/outcomes` */
    readonly recordOutcome: Call<RecordOutcomeParams, Outcome>;
    /** List outcomes of a subject. In the order in which they were recorded, withdrawn ones included. `GET /risk/subjects/{id}/outcomes` */
    readonly listOutcomes: Call<ListOutcomesParams, OutcomePage>;
    /** Withdraw an outcome. It labels no assessment any more, so the quality of past days changes. The outcome stays with what was recorded and names the withdrawal. `POST /risk/outcomes/{id}/withdraw` */
    readonly withdrawOutcome: Call<WithdrawOutcomeParams, OutcomeWithdrawal>;
    /** Update an action. A user who acknowledges an action of an unassigned subject takes the subject: it is assigned to them in the same transaction, with the event `risk.assignment.changed`. An API key is never the assignee. `POST /risk/actions/{id}/transitions` */
    readonly transitionAction: Call<TransitionActionParams, Action>;
    /** Update several actions. Updates up to 20 actions to the same status, all or none. Up to 10 actions of subjects without overrides always fit into one request, and up to 20 if they belong to at most three subjects. More may be refused with `too_many_records`. Costs about 8 write units per action and 8 per subject. A user who acknowledges an action of an unassigned subject takes the subject: it is assigned to them in the same transaction, with the event `risk.assignment.changed`. An API key is never the assignee. `POST /risk/actions/transitions` */
    readonly transitionActions: Call<TransitionActionsParams, TransitionedActions>;
    /** List the action queue. `GET /risk/action-queue` */
    readonly listActionQueue: Call<ListActionQueueParams, ActionPage>;
    /** List subjects with open actions. One item per subject, worst `effectiveDecision` first, then by the oldest open action. An override counts from its creation until it ends, is revoked, or its assessment is no longer current. Overrides, `policyKey`, `action` and `late` consider the oldest 100 open actions of a subject. The list of one assignee has at most 1,000 subjects. Subjects whose actions change while you page can move to another page. A page of 100 subjects with a few actions each costs about 25 read units. `GET /risk/worklist` */
    readonly listWorklist: Call<ListWorklistParams, Worklist>;
    /** Read the overview of the worklist. Figures of the open work now, and of each of up to 92 days. They are counted by a worker, within seconds after a change, so reading costs the same whatever was counted: about 30 read units for 30 days of a small team. `people` is for owners and admins. A changed deadline recounts every open subject. Overrides count as in the worklist, for up to 100 subjects that are overridden to each decision; others count by their assessments. `GET /risk/worklist/overview` */
    readonly readWorklistOverview: Call<ReadWorklistOverviewParams, WorklistOverview>;
    /** Create a context. `POST /risk/contexts` */
    readonly createContext: Call<CreateContextParams, Context>;
    /** Attach a subject to a context. `POST /risk/contexts/{id}/subjects` */
    readonly addContextSubject: Call<AddContextSubjectParams, Membership>;
    /** List the subjects of a context. `GET /risk/contexts/{id}/subjects` */
    readonly listContextSubjects: Call<ListContextSubjectsParams, MembershipPage>;
    /** List the decisions about the subjects of a context. Each subject with its role and the latest assessment by each policy, in the order in which the subjects were attached, 50 on a page. Of one subject, 50 policies at most. Pinned policies are a selection, not a filter of the subjects. `GET /risk/contexts/{id}/decisions` */
    readonly listContextDecisions: Call<ListContextDecisionsParams, {
      items: MemberDecisions[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read the policy versions pinned to a context. `GET /risk/contexts/{id}/policies` */
    readonly readContextPolicies: Call<ReadContextPoliciesParams, Pins>;
    /** Pin policy versions to a context. `POST /risk/contexts/{id}/policies` */
    readonly replaceContextPolicies: Call<ReplaceContextPoliciesParams, Pins>;
    /** Select applicable policies. Records which candidates cover the subject, and why others do not. It authorizes nothing. `POST /risk/subjects/{id}/policy-selection` */
    readonly selectPolicies: Call<SelectPoliciesParams, PolicySelection>;
    /** Report an activity. `POST /risk/subjects/{id}/activities` */
    readonly reportActivity: Call<ReportActivityParams, Event>;
    /** Read the journey of a subject. Events of a subject, latest first, 50 per page. With `view=compact` up to 500 short arrays per page, oldest first, and the scores of the assessments among them: about 600 read units for 500 events. `GET /risk/subjects/{id}/journey` */
    readonly readJourney: Call<ReadJourneyParams, JourneyPage | CompactJourney>;
    /** Read the AI settings. Consent applies to the organization in one mode. `GET /risk/investigation-ai-settings` */
    readonly readInvestigationAiSettings: Call<ReadInvestigationAiSettingsParams, InvestigationAiSettings>;
    /** Update the AI settings. Gives or withdraws consent to AI-assisted investigations in the mode of the request. The other mode keeps its own. `POST /risk/investigation-ai-settings` */
    readonly updateInvestigationAiSettings: Call<UpdateInvestigationAiSettingsParams, InvestigationAiSettings>;
    /** Start an investigation. `POST /risk/subjects/{id}/investigations` */
    readonly startInvestigation: Call<StartInvestigationParams, Investigation>;
    /** Read the state of an investigation. `GET /risk/investigations/{id}/state` */
    readonly readInvestigationState: Call<ReadInvestigationStateParams, InvestigationState>;
    /** Review a finding. All reviews of a finding are kept. The console shows the latest. `POST /risk/investigations/{id}/reviews` */
    readonly reviewInvestigation: Call<ReviewInvestigationParams, InvestigationReview>;
    /** Count waiting work. Every number stops at 1,000, that of notifications at 100. Costs about 60 read units in a small organization, 20 per 100 subjects with open actions, and 8 per webhook. Do not poll it more often than every 30 seconds. `GET /counts` */
    readonly readCounts: Call<ReadCountsParams, Counts>;
    /** List sealed roots of the audit log. Every event of the organization and mode is a leaf of an append-only Merkle tree (RFC 9162). Its root is signed once a day, between 01:00 and 02:00 UTC, after a day with events. `upTo` of the newest root says up to where events are sealed. Save the roots outside the service: they prove later that no event was changed, removed, inserted or moved. `assay audit verify` does so offline. `GET /audit/roots` */
    readonly listAuditRoots: Call<ListAuditRootsParams, {
      items: AuditRoot[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Prove that an event is in the audit log. The leaf is the canonical JSON (members sorted by name, no spaces) of the event as `GET /risk/events/{id}` returns it: `id`, `resource` and the eight members of `data`. The proof is against the first root that was sealed after the event, so it never changes. `GET /audit/events/{id}/proof` */
    readonly readEventProof: Call<ReadEventProofParams, EventProof>;
    /** Prove that a root continues an earlier one. Shows that the first `from` leaves of the tree of `to` leaves are those of the earlier root. `GET /audit/consistency` */
    readonly readAuditConsistency: Call<ReadAuditConsistencyParams, ConsistencyProof>;
    /** List records. In order of creation, or newest first with `order=newest`. The filters depend on the resource, and any other is refused: contexts by `search` and `kind` and `externalId` and `subjectId`, subjects by `search` and `kind` and `externalId` and `view`, policies by `search` and `key` and `status`, evidence by `subjectId`, assessments by `subjectId` and `policyVersionId` and `band` and `decision` and `view`, overrides by `subjectId`, actions by `subjectId`, events by `subjectId` and `resourceId` and `type` and `actor` and `text` and `outcome` and `from` and `to` and `view`, investigation-reviews by `investigationId`, outcomes by `subjectId`. All take `offset` and `order`. `search` cannot be combined with exact filters or `order=newest`. Assessments of a version can take a second to be listed. A page of filtered events, or of subjects of one `kind`, can have few or no items and still have a `nextOffset`. `view=summary` costs three read units more per subject that one policy has assessed; of events, one read unit per subject. With `from` and `to` the list begins and ends with the range, whatever is outside it. The events are the history of the whole organization in this mode, of API keys, webhooks, verification and screening lists too. `GET /risk/{resource}` */
    readonly listRecords: RecordListing<ListRecordsParams, {
      items: Array<SubjectSummary | RiskRecord | AssessmentSummary>;
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a record. `GET /risk/{resource}/{id}` */
    readonly readRecord: RecordCall<ReadRecordParams, RiskRecord>;
  };
  readonly screening: {
    /** List screening lists. Each with its active version, where that comes from, who approved it, and what needs attention. With `days`, also what became of it on each of the last days. The lists of the catalogue first, then the own lists of your organization and mode. `GET /screening/sources` */
    readonly listScreeningSources: Call<ListScreeningSourcesParams, {
      items: ScreeningSource[];
    }>;
    /** List the history of a list. The last 90 days by default, newest first: every refresh request, upload, automatic activation or hold, approval, rejection and roll-back, with version, digest, archived files and entry counts. Who acted is shown to organizations named in the setting `listOperators`; others see `operator`. `GET /screening/sources/{key}/history` */
    readonly listScreeningSourceHistory: Call<ListScreeningSourceHistoryParams, {
      items: ListHistoryEvent[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a list version. Counts, why it is held, and up to 50 entries each that it added to and removed from the version that was active when it was built. A list stores its active version, the four before it and those held for approval. `GET /screening/sources/{key}/versions/{versionId}` */
    readonly readScreeningSourceVersion: Call<ReadScreeningSourceVersionParams, ListVersionDetail>;
    /** Refresh a list. Downloads the publisher’s files, or reads an uploaded one, in the background. A version that passes every check is searched from then on; one that does not is held for approval, and so is every uploaded file unless the installation sets `listUploads=single`. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `POST /screening/sources/{key}/refresh` */
    readonly refreshScreeningSource: Call<RefreshScreeningSourceParams, ScreeningSource>;
    /** Propose to approve or roll back a list version. For another owner or admin of the same organization to accept with `proposalId`. Changes nothing. Supersedes the open proposal of the same change. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `POST /screening/sources/{key}/proposals` */
    readonly proposeListChange: Call<ProposeListChangeParams, ListProposal>;
    /** List the proposals about a list. The latest 20, newest first. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `GET /screening/sources/{key}/proposals` */
    readonly listListProposals: Call<ListListProposalsParams, ListProposals>;
    /** Approve a list version. A held version is searched from then on. With the setting `fourEyes.lists`, the person who requested the refresh or the upload of a version cannot approve it, whatever `listUploads` says, and a version of the schedule accepts the proposal of another person. The setting of any organization named in `listOperators` counts, and both people belong to one organization. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `POST /screening/sources/{key}/approve` */
    readonly approveScreeningSource: Call<ApproveScreeningSourceParams, ScreeningSource>;
    /** Reject an uploaded list version. Discards a held version that was uploaded. Without `versionId`, dismisses the attention that uploads have raised which could not be read. A version the publisher has stays held until it is approved or a newer one is published. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `POST /screening/sources/{key}/reject` */
    readonly rejectScreeningSource: Call<RejectScreeningSourceParams, ScreeningSource>;
    /** Roll back to an earlier list version. An earlier version is searched again: one of `previousVersions`. The version that was active is held with the reason `rolled_back`, so no refresh activates the same files; a newer publication is checked as usual. With the setting `fourEyes.lists`, a roll-back accepts the proposal of another person. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `POST /screening/sources/{key}/roll-back` */
    readonly rollBackScreeningSource: Call<RollBackScreeningSourceParams, ScreeningSource>;
    /** Create an upload URL for a list file. Upload the file with `PUT` to `url`, sending `headers`, then refresh the list with the `uploadId`. An uploaded file waits for approval by a second person unless the installation sets `listUploads=single`. Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it. `PUT /screening/sources/{key}/file` */
    readonly uploadScreeningFile: Call<UploadScreeningFileParams, ListUpload>;
    /** Create or rename an own list. A list of your organization and mode, which no other one can see or screen against. Answers an upload URL as `PUT /screening/sources/{key}/file` does: upload the file, then refresh the list with the `uploadId`. The file is CSV, NDJSON or FollowTheMoney, such as `targets.nested.json`, `targets.simple.csv` and `entities.ftm.json` of OpenSanctions, with at most 1,000,000 entries. A version that passes every check is searched at once, unless the setting `fourEyes.lists` is on. At most 20 lists. `PUT /screening/sources/{key}` */
    readonly saveOwnList: Call<SaveOwnListParams, ListUpload>;
    /** Delete an own list. With all its versions, within half an hour, or when the batches have ended that screen against one. Runs and their matches stay. Requests that name the list are refused as for one that never existed. `DELETE /screening/sources/{key}` */
    readonly deleteOwnList: Call<DeleteOwnListParams, void>;
    /** Read an entry of a list. The entry as listed in the active version, or in the version that `versionId` names. A list stores its active version, the four before it and those held for approval. Escape `entryId` in the path, twice where it contains a slash. `GET /screening/sources/{key}/entries/{entryId}` */
    readonly readScreeningEntry: Call<ReadScreeningEntryParams, ScreeningSourceEntry | FollowTheMoneyEntity>;
    /** Screen a person or company. With `riskSubjectId` the outcome is recorded as evidence. Confirmed and undecided matches of earlier runs of the subject stay in force: a run that does not replace them cannot weaken a fact, and says so in `notices`. `POST /screening/runs` */
    readonly createScreeningRun: Call<CreateScreeningRunParams, ScreeningRun>;
    /** Attach a screening run to a risk subject. For a run that was created without `riskSubjectId`. Its outcome is recorded as evidence of the time of the run, and its undecided and confirmed matches come into force for the subject, as if the run had named it at that time. A fact that a later run recorded stays, unless a match of this run makes it more serious. Matches of other runs stay in force. Cannot be undone. `POST /screening/runs/{id}/risk-subject` */
    readonly attachScreeningRun: Call<AttachScreeningRunParams, ScreeningRun>;
    /** Search the lists. Scores entries exactly as a run does, and stores nothing: no run, no event and no risk fact. For looking up a name; a decision about a customer needs a run. `POST /screening/search` */
    readonly searchScreeningEntries: Call<SearchScreeningEntriesParams, ScreeningSearchResult>;
    /** Reproduce a screening run. Screens the same subject again, against the list versions that the run names, which are archived for `listArchiveYears`, with its scores and as of its day, and compares the result with the recorded one: status, reasons for being incomplete, and every match with its factors. Stores nothing: no run, no event and no risk fact. `POST /screening/runs/{id}/reproduce` */
    readonly reproduceScreeningRun: Call<ReproduceScreeningRunParams, ScreeningReproduction>;
    /** List screening runs. `GET /screening/runs` */
    readonly listScreeningRuns: Call<ListScreeningRunsParams, {
      items: ScreeningRun[];
      page: number;
      limit: number;
      /** The `page` of the next request; null on the last page. A position, not a count. */
      nextPage: number | null;
    }>;
    /** Read a screening run. `GET /screening/runs/{id}` */
    readonly readScreeningRun: Call<ReadScreeningRunParams, ScreeningRun>;
    /** Create an upload URL for a batch. For a file with up to a million customers. `PUT` the file to `url` with `headers`, then create a batch with the `uploadId`. The file is deleted once its rows are stored encrypted. `POST /screening/batches/uploads` */
    readonly createBatchUpload: Call<CreateBatchUploadParams, BatchUpload>;
    /** Screen a batch of persons or companies. Makes a run for each of up to 100 items, with the events, the risk facts and the notices of a single run. An item that a single run would refuse, such as one with an unknown risk subject, is `failed` and stops no other. Each run is stored by itself: a request that fails on the way (503, 504) may have made some of them, and is continued by repeating it with the same `Idempotency-Key`. With `uploadId` in place of `items` it starts a job, of the same id, that screens the rows of an uploaded file: identical rows once, all against the same list versions. A row that cannot be read is `failed` and stops no other. Rows with a match, rows whose screening failed and rows with a risk subject have a run; the others are in `GET /screening/batches/{id}/rows` alone. `POST /jobs/{id}/cancel` stops it. With `failedRowsOf` it screens the rows of an earlier batch that failed, while they are stored. `POST /screening/batches` */
    readonly createScreeningBatch: Call<CreateScreeningBatchParams, ScreeningBatch>;
    /** List screening batches. Newest first, without their runs. `GET /screening/batches` */
    readonly listScreeningBatches: Call<ListScreeningBatchesParams, {
      items: Array<{
        id: string;
        /** `completed` for a batch of items; a batch of an upload is a job with the same id. */
        status: "queued" | "running" | "completed" | "failed" | "cancelled";
        /** Number of items or rows; of an upload, as far as they have been read. */
        total: number;
        /** Items or rows that were refused. */
        failed: number;
        /** How many runs had which status when they were made. Decisions do not change it. */
        byStatus: {
          match: number;
          possible_match: number;
          clear: number;
          incomplete: number;
          error: number;
        };
        /** The profile that the request named, in the version that was used. */
        profile?: {
          key: string;
          version: number;
        } | undefined;
        /** Of an upload: rows of the file. Null until all have been read. */
        rows?: number | null | undefined;
        /** Of an upload: rows that have been screened or refused. */
        done?: number | undefined;
        /** Of an upload. */
        format?: "csv" | "ndjson" | "ftm" | undefined;
        /** Of an upload: keys of the lists. */
        sources?: string[] | undefined;
        /** Of an upload. */
        reviewScore?: number | undefined;
        /** Of an upload. */
        matchScore?: number | undefined;
        /** Of an upload. */
        pepLookbackMonths?: number | null | undefined;
        /** The earlier batch whose failed rows it screens again. */
        failedRowsOf?: string | undefined;
        /** Of an upload: rows that failed for a reason that may pass, so far. `failedRowsOf` in a new batch screens them again. */
        repeatableRows?: number | undefined;
        /** Of a batch of failed rows: those of the earlier batch that are not screened again, such as unreadable ones. */
        leftOutRows?: number | undefined;
        /** Of an upload. */
        startedAt?: string | null | undefined;
        /** Of an upload: from the progress so far; null while it cannot be estimated. */
        estimatedEndAt?: string | null | undefined;
        /** Of an upload. */
        endedAt?: string | null | undefined;
        /** Of an upload: why the batch failed. */
        problem?: {
          code: string;
          detail: string;
        } | undefined;
        /** Of an upload: the versions that all its rows are screened against. Empty until it has started. */
        listVersions?: Array<{
          /** The key of the list. */
          list: string;
          /** Null if the list had no version. */
          versionId: string | null;
          publishedAt: string | null;
        }> | undefined;
        /** Of an upload: until when its rows and results can be read. Null once they have been erased. */
        rowsKeptUntil?: string | null | undefined;
        /** `user:<id>` or `api_key:<id>`. */
        createdBy: string;
        createdAt: string;
      }>;
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a screening batch. `GET /screening/batches/{id}` */
    readonly readScreeningBatch: Call<ReadScreeningBatchParams, ScreeningBatch>;
    /** List the results of an uploaded batch. In the order of the file, as far as the rows have been screened. Results are as they were made: later decisions are in the runs. With `status` a page can be empty: continue while `nextFrom` is not null. `POST /exports` with the kind `batch_rows` writes all results to one CSV or NDJSON file. `GET /screening/batches/{id}/rows` */
    readonly listScreeningBatchRows: Call<ListScreeningBatchRowsParams, {
      items: ScreeningBatchRow[];
      /** `from` of the next page; null behind the last row that has been screened. */
      nextFrom: number | null;
    }>;
    /** Erase the rows of an uploaded batch. Deletes the key that its rows and results are encrypted with, before `keepRowsDays` have passed. Runs of rows, with their matches and decisions, stay. It cannot be undone. `DELETE /screening/batches/{id}/rows` */
    readonly eraseScreeningBatchRows: Call<EraseScreeningBatchRowsParams, void>;
    /** List column mappings of batches. All of the mode, in the order of their names: at most 50. `GET /screening/batch-mappings` */
    readonly listBatchMappings: Call<ListBatchMappingsParams, BatchMappings>;
    /** Read a column mapping of batches. `GET /screening/batch-mappings/{name}` */
    readonly readBatchMapping: Call<ReadBatchMappingParams, BatchMapping>;
    /** Save a column mapping of batches. Creates or replaces the mapping that batches of uploaded CSV files name as `mapping`. Batches that were created before stay as they are. A request that changes nothing answers the current one. `PUT /screening/batch-mappings/{name}` */
    readonly saveBatchMapping: Call<SaveBatchMappingParams, BatchMapping>;
    /** Delete a column mapping of batches. Batches that were created with it stay as they are. `DELETE /screening/batch-mappings/{name}` */
    readonly deleteBatchMapping: Call<DeleteBatchMappingParams, void>;
    /** List matches. Matches of all runs, oldest run first and within a run by score, up to 100 per page. A page can have fewer, or none if few matches fit the filters: continue while `nextOffset` is not null. A page of 100 matches from runs with one match each reads about 25 read capacity units; filters read up to 256 units per page. `GET /screening/matches` */
    readonly listScreeningMatches: Call<ListScreeningMatchesParams, {
      items: ScreeningMatchItem[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a match. The match with its run, the risk subject, the listed entry, earlier decisions on the same entry for the same subject, the open proposal, and the reasons of the organization with what the comparison finds against each. `GET /screening/matches/{id}` */
    readonly readScreeningMatch: Call<ReadScreeningMatchParams, ScreeningMatchDetail>;
    /** Propose a decision on a match. For an owner or admin to accept with `proposalId` in `POST /screening/matches/{id}/decision`. Changes neither the match nor its run. A match has one open proposal: a new one supersedes it. A reason of the organization is checked against the fact it names, and the text of a built-in reason against all it says; `reasons` of `GET /screening/matches/{id}` shows the outcome. A reason in other words is not checked. `POST /screening/matches/{id}/proposals` */
    readonly proposeScreeningDecision: Call<ProposeScreeningDecisionParams, MatchProposal>;
    /** Decide a match. Updates the status of the run, the facts of its risk subject and the check of the verification session that was screened. A confirmed match stays in force for the risk subject, whatever later runs find; marking it as a false positive lets the facts follow the latest run. The decision itself has no webhook event; recording the facts sends `risk.evidence.recorded`. An open proposal that the decision does not name is superseded. With the setting `fourEyes.matches` a decision has to accept the proposal of another person. A reason of the organization is checked against the fact it names, and the text of a built-in reason against all it says; `reasons` of `GET /screening/matches/{id}` shows the outcome. A reason in other words is not checked. `POST /screening/matches/{id}/decision` */
    readonly decideScreeningMatch: Call<DecideScreeningMatchParams, ScreeningDecision>;
    /** Decide a group of matches. Decides the certain matches of a group in one transaction, as `POST /screening/matches/{id}/decision` decides each: with an entry in the trail of the run and an event in the history for every match. One that is refused refuses all. Likely matches, and those that `except` names, are not decided. Matches that were decided in the same way before stay as they are. At most 20 matches. A match at or above the match score of the run is not cleared together with others. An open proposal of another person to decide in the same way is accepted, any other is superseded. With the setting `fourEyes.matches` every match needs such a proposal. A `reason` of the organization has to hold for every match. `POST /screening/matches/decisions` */
    readonly decideScreeningGroup: Call<DecideScreeningGroupParams, ScreeningGroupDecision>;
    /** List screening profiles. The latest version of each profile: the built-in profiles first, then those of the organization in order of creation. `GET /screening/profiles` */
    readonly listScreeningProfiles: Call<ListScreeningProfilesParams, {
      items: ScreeningProfile[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a screening profile. The latest version. `GET /screening/profiles/{key}` */
    readonly readScreeningProfile: Call<ReadScreeningProfileParams, ScreeningProfile>;
    /** Read a version of a screening profile. Versions are numbered from 1 and never change, so a run can be explained after its profile has changed. `GET /screening/profiles/{key}/versions/{version}` */
    readonly readScreeningProfileVersion: Call<ReadScreeningProfileVersionParams, ScreeningProfile>;
    /** Save a screening profile. Creates the profile, or its next version. A request that changes nothing creates no version and answers the current one. Runs, searches and workflow steps that name the profile use the new version from then on; runs that were created before stay as they are. Other lists or scores are another source of evidence, which a policy has to accept. With the setting `fourEyes.matches`, a change has to accept the proposal of another person with `proposalId`. An open proposal that it does not name is superseded. `PUT /screening/profiles/{key}` */
    readonly saveScreeningProfile: Call<SaveScreeningProfileParams, ScreeningProfile>;
    /** Propose a screening profile. To create or change a profile. For an owner or admin to accept with `proposalId` in `PUT /screening/profiles/{key}`. Changes nothing itself. A profile has one open proposal: a new one supersedes it. `POST /screening/profiles/{key}/proposals` */
    readonly proposeScreeningProfile: Call<ProposeScreeningProfileParams, ScreeningProfileProposal>;
    /** List open proposals of screening profiles. The open proposals of all profiles, also of those that do not exist yet, in the order of their keys. At most 100. `GET /screening/profile-proposals` */
    readonly listOpenProfileProposals: Call<ListOpenProfileProposalsParams, ScreeningProfileProposals>;
    /** List the proposals of a screening profile. The latest 20, newest first. Empty if nothing was proposed, also for a profile that does not exist. `GET /screening/profiles/{key}/proposals` */
    readonly listProfileProposals: Call<ListProfileProposalsParams, ScreeningProfileProposals>;
    /** Create a watch. Screens the customer now and whenever a list changes, and records a run with the trigger `watch` each time the outcome differs. The answer is `pending`; read the watch for its result. The customer data is encrypted so that only the worker of the watches can read it: no operation shows it again. With `riskSubjectId` outcomes are recorded as evidence. A profile means its latest version: all watches that name it are screened again when it changes. `POST /screening/watches` */
    readonly createScreeningWatch: Call<CreateScreeningWatchParams, ScreeningWatch>;
    /** List watches. `GET /screening/watches` */
    readonly listScreeningWatches: Call<ListScreeningWatchesParams, {
      items: ScreeningWatch[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a watch. `GET /screening/watches/{id}` */
    readonly readScreeningWatch: Call<ReadScreeningWatchParams, ScreeningWatch>;
    /** Update a watch. Replaces the customer data, lists and scores. The watch is `pending` until it has been screened with them, and keeps its result until then. With `expectedVersion` a change that another one overtook is refused. `PUT /screening/watches/{id}` */
    readonly updateScreeningWatch: Call<UpdateScreeningWatchParams, ScreeningWatch>;
    /** Delete a watch. The customer data is erased at once. Runs, matches and evidence that the watch recorded stay. `DELETE /screening/watches/{id}` */
    readonly deleteScreeningWatch: Call<DeleteScreeningWatchParams, void>;
    /** Screen a watch now. Against the lists as they are. The answer is `pending`; a run is recorded even if the outcome is the same, and `result` then names it. `POST /screening/watches/{id}/run` */
    readonly runScreeningWatch: Call<RunScreeningWatchParams, ScreeningWatch>;
    /** Watch the rows of an uploaded batch. A job that creates a watch for each row, with the lists and scores of the batch or its profile, and the risk subject and reference of the row. Read the job (`GET /jobs/{id}`) for its progress. Rows that were refused are counted as `failed`, and identical rows with the same `reference` get one watch. The rows are read while they are kept. The ids of the watches follow from the batch and the row: a repetition creates those that are missing and no other, and another batch watches of its own. The job fails with `too_many_watches` when the mode is full; what it created stays. `POST /screening/batches/{id}/watches` */
    readonly createBatchWatches: Call<CreateBatchWatchesParams, BatchWatches>;
    /** Test the effectiveness of screening. A job that manipulates entries of the lists in some twenty ways, searches for each, and screens customers who are on no list. It counts what is found and how many alerts there are, at every `reviewScore` from 55 to 90. Nothing is recorded on a subject, and no customer data is used. `result.outcome` is `failed` if something is missed that must be found, and `limited` if something is that should be. Cases of your own can be added (`own`), and customers of your own (`negatives`). The result follows from the seed, the list versions and the scorer version, and is kept. `POST /screening/assurance` */
    readonly createScreeningAssurance: Call<CreateScreeningAssuranceParams, ScreeningAssurance>;
    /** List tests of effectiveness. Newest first. `GET /screening/assurance` */
    readonly listScreeningAssurances: Call<ListScreeningAssurancesParams, {
      items: ScreeningAssuranceSummary[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read a test of effectiveness. Its progress, and once it has completed its result. `GET /screening/assurance/{id}` */
    readonly readScreeningAssurance: Call<ReadScreeningAssuranceParams, ScreeningAssurance>;
    /** Propose to accept a limit of a test. A class that finds less than expected may be accepted for a time, with a reason. For an owner or admin other than you to accept with `proposalId`. Changes nothing itself. A class has one open proposal: a new one supersedes it. `POST /screening/assurance/{id}/limit-proposals` */
    readonly proposeAssuranceLimit: Call<ProposeAssuranceLimitParams, AssuranceLimitProposal>;
    /** Accept a limit of a test. Always takes two people, whatever the settings: the proposal of another person. The class stays in the result, and `outcomeBeyondLimits` leaves it out. The next test of the same profile, or of the same lists and score, carries the limit, until it expires or the class finds less than it did. `POST /screening/assurance/{id}/limits` */
    readonly acceptAssuranceLimit: Call<AcceptAssuranceLimitParams, AssuranceLimit>;
    /** Download the report of a test of effectiveness. For a supervisor: what was tested and how, recall and alerts, differences, missed cases and limits. It names the SHA-256 of `result` as canonical JSON. The file is made once, when the test completes, and sealed with the key of the service like a document; the event `report.sealed` has its SHA-256. `GET /screening/assurance/{id}/report` */
    readonly readScreeningAssuranceReport: Call<ReadScreeningAssuranceReportParams, Uint8Array>;
    /** Look back with the rows of a batch, or with watches. A job that compares the rows of an uploaded batch with earlier versions of a list, the oldest first, by the scores of the batch, and finds for each row the first version with which a review would have been reached. Each version is compared as of the day on which it was activated, with the scorer of this release. Entries that were removed since count for the versions that had them. Versions that the archive no longer has are in `unavailable`. Progress counts a row once for each version; `failed` are rows that could not be read. Nothing is recorded: no run, no event of a subject and no risk fact. With `watches`, all watches of the mode are compared by their own worker, which alone can decrypt them, by the scores of each; findings name them by id. `POST /screening/look-backs` */
    readonly createScreeningLookBack: Call<CreateScreeningLookBackParams, ScreeningLookBack>;
    /** Read a look-back. Its progress, its versions, and how many rows were found. Kept for 90 days. `GET /screening/look-backs/{id}` */
    readonly readScreeningLookBack: Call<ReadScreeningLookBackParams, ScreeningLookBack>;
    /** List the findings of a look-back. In the order of the file, or in which the watches were created, also while the job runs. Only rows with which a review would have been reached, and rows that could not be compared completely. A page can be empty although more follow: continue while `nextOffset` is not null. They can be read as long as the rows of the batch; those of watches for 90 days. `GET /screening/look-backs/{id}/findings` */
    readonly listLookBackFindings: Call<ListLookBackFindingsParams, {
      items: ScreeningLookBackFinding[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Read the settings of screening. For both modes. Before the first update decisions are not remembered. `GET /screening/settings` */
    readonly readScreeningSettings: Call<ReadScreeningSettingsParams, ScreeningSettings>;
    /** Update the settings of screening. For both modes. With `rememberDecisions` a match of a new run inherits the latest decision on the same entry of the same list for the same subject, if the facts of the entry, the screened data and the factors are the same, the score is not higher and the decision is not older than `expiresAfterDays`. Otherwise it is `pending` as without the setting, with the reason in `reviewReason`. Decisions on runs that were made before count only if decisions were remembered then. While `fourEyes.matches` is on, remembering decisions, or for longer, accepts the open proposal of another owner or admin (`POST /organization/settings/proposals` with `screening`). Other requests apply the new settings within five seconds. `PUT /screening/settings` */
    readonly updateScreeningSettings: Call<UpdateScreeningSettingsParams, ScreeningSettings>;
    /** List remembered decisions. The decisions on matches that later runs inherit, and those that have expired by their age. Oldest first, up to 100 per page. A page can have fewer, or none if few decisions fit the filters: continue while `nextOffset` is not null. `GET /screening/decisions` */
    readonly listRememberedDecisions: Call<ListRememberedDecisionsParams, {
      items: RememberedDecision[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** Expire remembered decisions. In one transaction, at most 50. The next run that finds such an entry asks a person, with `reviewReason` `remembered_expired`. Matches that have inherited a decision, and the decided matches themselves, stay as they are. The history has an event for each decision. `POST /screening/decisions/expire` */
    readonly expireRememberedDecisions: Call<ExpireRememberedDecisionsParams, ExpiredDecisions>;
    /** List screening attestations. One for each day (UTC) since the organization and mode screened anyone for the first time, made in the night after it: which versions of each list were searched from when to when, when their publishers confirmed them, every gap, held and stale period, the watches that were verified and against what, and the runs that were incomplete. The oldest first, 31 days to a page. `GET /screening/attestations` */
    readonly listScreeningAttestations: Call<ListScreeningAttestationsParams, {
      items: ScreeningAttestation[];
      /** `from` of the next page; null on the last. */
      nextFrom: string | null;
    }>;
    /** Read a screening attestation. `GET /screening/attestations/{date}` */
    readonly readScreeningAttestation: Call<ReadScreeningAttestationParams, ScreeningAttestation>;
    /** Read the coverage calendar of a list. 365 days (UTC), and for each what its attestation says of the list: its outcome, the minutes of its gaps, and whether a version waited for approval or the last confirmation was too old. Own lists of your organization and mode too, while they exist. `GET /screening/sources/{key}/coverage` */
    readonly readListCoverage: Call<ReadListCoverageParams, ScreeningListCoverage>;
  };
  readonly verification: {
    /** Save a workflow revision. Sessions and policies stay with the revision they have; a new revision needs a new binding. A `check` step of kind `pep_sanctions` must be after an `extract` step that reads the identity document: the last before it that declares a name and a date of birth, nationality or document number, or else the last that declares a name. `POST /verification/workflows` */
    readonly createWorkflow: Call<CreateWorkflowParams, Workflow>;
    /** List workflows. `GET /verification/workflows` */
    readonly listWorkflows: Call<ListWorkflowsParams, WorkflowPage>;
    /** Read a workflow. `GET /verification/workflows/{id}` */
    readonly readWorkflow: Call<ReadWorkflowParams, Workflow>;
    /** Create a session. Results of a session with a `participantKey` are stored with the session. They do not become evidence of the subject, and its attempts cannot be decided. `POST /verification/sessions` */
    readonly createSession: Call<CreateSessionParams, Session>;
    /** List sessions. `GET /verification/sessions` */
    readonly listSessions: Call<ListSessionsParams, SessionPage>;
    /** Read a session. `GET /verification/sessions/{id}` */
    readonly readSession: Call<ReadSessionParams, Session>;
    /** List the current attempts of a subject. The latest attempt of each workflow for the subject, newest first, with its session, checks and evidence. Sessions with a `participantKey` and sessions without an attempt are not included. `GET /verification/subjects/{id}/attempts` */
    readonly listSubjectAttempts: Call<ListSubjectAttemptsParams, SubjectAttempts>;
    /** Start an attempt. If the session is linked to a subject, evidence from earlier attempts of the workflow, including their screening steps, becomes unavailable. Screening matches that are confirmed or undecided stay in force. An attempt of the session that is in progress becomes `superseded`. `POST /verification/sessions/{id}/runs` */
    readonly startRun: Call<StartRunParams, Run>;
    /** Read an attempt. With the outputs of its steps as they were reported, before they are evidence: for the owners and admins who decide on the attempt and for API keys. Members read it without outputs. `GET /verification/sessions/{id}/runs/{runId}` */
    readonly readRun: Call<ReadRunParams, Run>;
    /** Report the result of a step. The attempt is completed when each step has a result. If the session is linked to a subject, declared outputs become evidence: those of capture, check, validate and risk steps at once, those of extract and enrich steps when the attempt is approved. A value of more than 1,024 bytes as JSON is stored with the attempt and is unavailable as evidence. A step is reported once: an output that is left out stays without a value. `POST /verification/sessions/{id}/runs/{runId}/steps/{stepKey}` */
    readonly reportStep: Call<ReportStepParams, Run>;
    /** Record a check. `POST /verification/sessions/{id}/checks` */
    readonly createCheck: Call<CreateCheckParams, SessionCheck>;
    /** List the checks of a session. `GET /verification/sessions/{id}/checks` */
    readonly listChecks: Call<ListChecksParams, SessionCheckPage>;
  };
  readonly webhooks: {
    /** Create a webhook. The secret is shown in this response and its replays only. `POST /webhooks` */
    readonly createWebhook: Call<CreateWebhookParams, WebhookWithSecret>;
    /** List webhooks. `GET /webhooks` */
    readonly listWebhooks: Call<ListWebhooksParams, {
      items: Webhook[];
      /** Offset of the next page; null on the last page. A position, not a count. */
      nextOffset: number | null;
    }>;
    /** List webhook event types. All events that a webhook can receive, with the schema of their payloads. The same for every organization and in both modes. `GET /webhooks/event-types` */
    readonly listEventTypes: Call<ListEventTypesParams, WebhookEventTypes>;
    /** Read a webhook. `GET /webhooks/{id}` */
    readonly readWebhook: Call<ReadWebhookParams, Webhook>;
    /** Read the statistics of a webhook. Attempts and response times by hour. Every request to the receiver counts, retries and test events included. A worker that stops may leave an attempt uncounted or count it twice; the list of deliveries is exact. `GET /webhooks/{id}/stats` */
    readonly readWebhookStats: Call<ReadWebhookStatsParams, WebhookStats>;
    /** Update a webhook. `PATCH /webhooks/{id}` */
    readonly updateWebhook: Call<UpdateWebhookParams, Webhook>;
    /** Rotate the secret of a webhook. `POST /webhooks/{id}/rotate-secret` */
    readonly rotateWebhookSecret: Call<RotateWebhookSecretParams, WebhookWithSecret>;
    /** Delete a webhook. `DELETE /webhooks/{id}` */
    readonly deleteWebhook: Call<DeleteWebhookParams, void>;
    /** Send a test event. Sent to this webhook alone, whatever it selects and filters, also while it is paused. A sample of another event type has `test: true` beside `data`, and the ids in `data` are examples, except `organizationId`. `POST /webhooks/{id}/ping` */
    readonly pingWebhook: Call<PingWebhookParams, Ping>;
    /** Recover deliveries. Starts a new round of attempts for deliveries of events since a time that failed or wait for their next attempt. It creates no deliveries: events that were committed while the webhook was paused, disabled or did not exist are sent by `POST /webhooks/{id}/replay`. `POST /webhooks/{id}/recover` */
    readonly recoverWebhook: Call<RecoverWebhookParams, Recovery>;
    /** Replay events. Sends events of the history to the webhook, in the order of their commits and at most 50 a second: those that it has no delivery of, because it was paused, disabled or did not exist, and those whose delivery failed. The filter of the webhook applies. Events that were delivered or whose delivery is pending are not sent again. Events of the last minute follow a minute later. A replay ends if the webhook is paused, disabled or deleted. `POST /webhooks/{id}/replay` */
    readonly replayWebhook: Call<ReplayWebhookParams, Replay>;
    /** List webhook deliveries. Newest first. Filters can be combined. With `event` or `subjectId`, a page may have few items or none although there are more: follow `nextCursor` until it is null. `GET /webhooks/{id}/deliveries` */
    readonly listDeliveries: Call<ListDeliveriesParams, DeliveryPage>;
    /** Read a delivery. With the payload and the headers that are sent. Secrets, timestamps and signatures are not returned. `GET /webhooks/{id}/deliveries/{deliveryId}` */
    readonly readDelivery: Call<ReadDeliveryParams, DeliveryDetail>;
    /** Retry a delivery. `POST /webhooks/{id}/deliveries/{deliveryId}/retry` */
    readonly retryDelivery: Call<RetryDeliveryParams, Delivery>;
  };
  readonly console: {
    /** Show the console. `GET /console` */
    readonly readConsole: Call<ReadConsoleParams, string>;
    /** Show a page of the console. Every path returns the same page; the application in it reads the path. `GET /console/{path+}` */
    readonly readConsolePage: Call<ReadConsolePageParams, string>;
    /** Read a file of the console. `GET /console/assets/{file}` */
    readonly readConsoleFile: Call<ReadConsoleFileParams, string>;
    /** Read the configuration of the console. `GET /console/config.json` */
    readonly readConsoleConfig: Call<ReadConsoleConfigParams, ConsoleConfig>;
  };
};
type WebhookEventOf<Name extends string, Data> = {
  eventId: string;
  event: Name;
  timestamp: string;
  data: { organizationId: string; sandbox: boolean } & Data;
  /** In test events that were requested for this type: the ids in `data` are examples. */
  test?: true;
};
/** A webhook event. `event` discriminates `data`; a newer service may send further events. */
export type WebhookEvent =
| WebhookEventOf<"risk.subject.created", {
  subjectId: string;
  /** The subject. */
  resourceId: string;
}>
| WebhookEventOf<"risk.policy.created", {
  /** Always null: policies have no subject. */
  subjectId: null;
  /** The policy version. */
  resourceId: string;
}>
| WebhookEventOf<"risk.policy.published", {
  /** Always null: policies have no subject. */
  subjectId: null;
  /** The policy version. */
  resourceId: string;
}>
| WebhookEventOf<"risk.policy.retired", {
  /** Always null: policies have no subject. */
  subjectId: null;
  /** The policy version. */
  resourceId: string;
}>
| WebhookEventOf<"risk.activity.reported", {
  subjectId: string;
  /** The event that contains the activity. */
  resourceId: string;
}>
| WebhookEventOf<"risk.evidence.recorded", {
  subjectId: string;
  /** The receipt. */
  resourceId: string;
}>
| WebhookEventOf<"risk.evidence.batch_recorded", {
  subjectId: string;
  /** The batch. */
  resourceId: string;
}>
| WebhookEventOf<"risk.assessment.created", {
  subjectId: string;
  /** The assessment; read its state. */
  resourceId: string;
}>
| WebhookEventOf<"risk.action.requested", {
  subjectId: string;
  /** The action. */
  resourceId: string;
}>
| WebhookEventOf<"risk.action.transitioned", {
  subjectId: string;
  /** The action. */
  resourceId: string;
}>
| WebhookEventOf<"risk.assignment.changed", {
  subjectId: string;
  /** The subject. */
  resourceId: string;
}>
| WebhookEventOf<"risk.override.created", {
  subjectId: string;
  /** The override. */
  resourceId: string;
}>
| WebhookEventOf<"risk.override.revoked", {
  subjectId: string;
  /** The override. */
  resourceId: string;
}>
| WebhookEventOf<"risk.override.carried", {
  subjectId: string;
  /** The override on the newer assessment. */
  resourceId: string;
}>
| WebhookEventOf<"risk.outcome.recorded", {
  subjectId: string;
  /** The outcome. */
  resourceId: string;
}>
| WebhookEventOf<"risk.outcome.withdrawn", {
  subjectId: string;
  /** The outcome. */
  resourceId: string;
}>
| WebhookEventOf<"risk.review.due", {
  subjectId: string;
  /** The assessment that requested the actions of the review. */
  resourceId: string;
}>
| WebhookEventOf<"risk.review.overdue", {
  subjectId: string;
  /** The same assessment. */
  resourceId: string;
}>
| WebhookEventOf<"work.requested", {
  subjectId: string;
  /** The request. */
  resourceId: string;
}>
| WebhookEventOf<"work.answered", {
  subjectId: string;
  /** The request. */
  resourceId: string;
}>
| WebhookEventOf<"risk.investigation.finished", {
  subjectId: string;
  /** The investigation. */
  resourceId: string;
  status: "completed" | "failed";
}>
| WebhookEventOf<"risk.backtest.completed", {
  /** Always null: a backtest is about many subjects. */
  subjectId: null;
  /** The backtest. */
  resourceId: string;
}>
| WebhookEventOf<"audit.root.sealed", {
  /** Always null: a root has no subject. */
  subjectId: null;
  /** The root. */
  resourceId: string;
  treeSize: number;
  /** Root of the audit log, to be stored outside the service. */
  root: string;
  /** Events whose ids have a time before this are sealed. */
  upTo: string;
  sealedAt: string;
}>
| WebhookEventOf<"verification.run.completed", {
  /** The risk subject of the session, if any. */
  subjectId: string | null;
  /** The attempt. */
  resourceId: string;
  sessionId: string;
  outcome: "passed" | "failed";
}>
| WebhookEventOf<"verification.decision.recorded", {
  subjectId: string;
  /** The decision. */
  resourceId: string;
  sessionId: string;
  /** The attempt. */
  runId: string;
  decision: "approved" | "rejected" | "revoked";
}>
| WebhookEventOf<"screening.list.held", {
  /** Always null: a list has no subject. */
  subjectId: null;
  /** The held version. */
  resourceId: string;
  /** The key of the list. */
  list: string;
}>
| WebhookEventOf<"screening.run.completed", {
  /** The same as `riskSubjectId`. */
  subjectId: string | null;
  /** The run. */
  resourceId: string;
  /** The run. */
  runId: string;
  status: "match" | "possible_match" | "clear" | "incomplete" | "error";
  incomplete: boolean;
  errorCode: "missing_name" | "no_lists" | "screening_failed" | null;
  trigger: "api" | "workflow" | "watch";
  /** The verification session it screened for, if any. */
  sessionId: string | null;
  /** Risk subject on which the outcome was recorded, if any. */
  riskSubjectId: string | null;
  /** How many matches the run has. */
  matchCount: number;
  /** How many of them have inherited an earlier decision. Absent if none has. */
  rememberedCount?: number | undefined;
}>
| WebhookEventOf<"screening.batch.completed", {
  /** Always null: the runs of a batch name their subjects. */
  subjectId: null;
  /** The batch. */
  resourceId: string;
  /** The batch. */
  batchId: string;
  /** Number of items or rows; of an upload, as far as they have been read. */
  total: number;
  /** Items or rows that were refused. */
  failed: number;
  /** How many runs had which status when they were made. Decisions do not change it. */
  byStatus: {
    match: number;
    possible_match: number;
    clear: number;
    incomplete: number;
    error: number;
  };
}>
| WebhookEventOf<"screening.run.attached", {
  /** The same as `riskSubjectId`. */
  subjectId: string | null;
  /** The run. */
  resourceId: string;
  /** The run. */
  runId: string;
  status: "match" | "possible_match" | "clear" | "incomplete" | "error";
  incomplete: boolean;
  /** The risk subject that the run is evidence of now. */
  riskSubjectId: string | null;
  /** How many matches the run has. */
  matchCount: number;
}>
| WebhookEventOf<"screening.watch.created", {
  /** The risk subject of the watch, if any. */
  subjectId: string | null;
  /** The watch. */
  resourceId: string;
  /** The watch. */
  watchId: string;
  /** Of the watch. */
  version: number;
}>
| WebhookEventOf<"screening.watch.updated", {
  /** The risk subject of the watch, if any. */
  subjectId: string | null;
  /** The watch. */
  resourceId: string;
  /** The watch. */
  watchId: string;
  /** Of the watch. */
  version: number;
}>
| WebhookEventOf<"screening.watch.deleted", {
  /** The risk subject of the watch, if any. */
  subjectId: string | null;
  /** The watch. */
  resourceId: string;
  /** The watch. */
  watchId: string;
  /** Of the watch. */
  version: number;
}>
| WebhookEventOf<"screening.match.found", {
  /** The same as `riskSubjectId`. */
  subjectId: string | null;
  /** The run. */
  resourceId: string;
  /** The run. */
  runId: string;
  /** Highest score first, without those that have inherited an earlier decision. */
  matches: Array<{
    id: string;
    /** Id of the entry in its list. */
    entryId: string;
    /** The key of the list. */
    list: string;
    listKind: "sanctions" | "pep" | "watch";
    score: number;
    /** For matches on the PEP list. */
    pepStanding?: "pep" | "former_pep" | "family_member" | "none" | undefined;
  }>;
}>
| WebhookEventOf<"document.sent", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
}>
| WebhookEventOf<"document.viewed", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"document.field_filled", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  fieldId: string;
}>
| WebhookEventOf<"document.signed", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"document.approved", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"signer.delegated", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"document.completed", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  /** Of the sealed file. */
  sha256: string;
}>
| WebhookEventOf<"document.declined", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"signer.email_bounced", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  reason: "no_such_mailbox" | "suppressed" | "mailbox_full" | "message_too_large" | "content_rejected" | "undeliverable" | "reported_as_spam";
}>
| WebhookEventOf<"signer.email_complained", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  reason: "no_such_mailbox" | "suppressed" | "mailbox_full" | "message_too_large" | "content_rejected" | "undeliverable" | "reported_as_spam";
}>
| WebhookEventOf<"signer.identity_verified", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
}>
| WebhookEventOf<"signer.identity_check_requested", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  /** The verification session. */
  sessionId: string;
}>
| WebhookEventOf<"signer.identity_check_approved", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  /** The verification session. */
  sessionId: string;
}>
| WebhookEventOf<"signer.identity_name_differs", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  signerId: string;
  /** The verification session. */
  sessionId: string;
}>
| WebhookEventOf<"document.voided", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
}>
| WebhookEventOf<"document.expired", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
}>
| WebhookEventOf<"document.retention_ended", {
  /** Always null: documents have no risk subject. */
  subjectId: null;
  /** The document. */
  resourceId: string;
  /** The document. */
  documentId: string;
  /** Of the original. */
  sha256: string;
  /** Of the sealed file; null if it was never sealed. */
  finalSha256: string | null;
}>
| WebhookEventOf<"job.ended", {
  /** Always null: a job has no subject. */
  subjectId: null;
  /** The job. */
  resourceId: string;
  kind: "export" | "bulk_send" | "screening_batch" | "policy_rollout" | "policy_backtest" | "watch_rescreen" | "batch_watches" | "screening_assurance" | "screening_look_back" | "evidence_pack";
  status: "completed" | "failed" | "cancelled";
}>
| WebhookEventOf<"organization.deletion.requested", {
  /** The event is about no risk subject. */
  subjectId: null;
  /** The organization. */
  resourceId: string;
  /** The deletion can be revoked until then. */
  erasesAt: string;
}>
| WebhookEventOf<"organization.deletion.revoked", {
  /** The event is about no risk subject. */
  subjectId: null;
  /** The organization. */
  resourceId: string;
}>
| WebhookEventOf<"webhook.disabled", {
  /** Always null: a webhook has no subject. */
  subjectId: null;
  /** The webhook that was disabled. */
  resourceId: string;
}>
| WebhookEventOf<"webhook.ping", {
  /** Always null: a ping has no subject. */
  subjectId: null;
  /** The webhook that was pinged. */
  resourceId: string;
}>;
/** Codes of problems that the service returns. A newer service may have further ones. */
export type ProblemCode =
| "ai_consent_required"
| "ai_unavailable"
| "already_a_signer"
| "already_answered"
| "already_decided"
| "already_member"
| "already_published"
| "already_retired"
| "already_reviewed"
| "already_revoked"
| "already_withdrawn"
| "applicability_not_matched"
| "applicability_unknown"
| "assessment_not_current"
| "assurance_not_completed"
| "attachment_invalid"
| "attachment_used"
| "batch_running"
| "batch_too_large"
| "blind_review_open"
| "body_too_large"
| "broken"
| "built_in_profile"
| "changed_meanwhile"
| "check_of_service"
| "claimed"
| "class_has_defect"
| "class_not_short"
| "code_expired"
| "completed_link_expired"
| "confirmation_mismatch"
| "consent_required"
| "context_exists"
| "contradictory_mode"
| "data_too_large"
| "delegation_not_allowed"
| "deletion_switched_off"
| "document_closed"
| "document_not_completed"
| "due_in_past"
| "email_blocked"
| "email_in_use"
| "email_unknown"
| "empty_range"
| "encrypted"
| "erasure_begun"
| "event_not_in_log"
| "event_not_sealed"
| "evidence_too_large"
| "expired_already"
| "expires_in_past"
| "expiry_out_of_range"
| "failed_steps_not_accepted"
| "fields_missing"
| "file_too_large"
| "filter_never_matches"
| "forbidden"
| "forbidden_destination"
| "group_too_large"
| "idempotency_key_required"
| "idempotency_key_reused"
| "identity_locked"
| "identity_required"
| "identity_withdrawn"
| "image_too_large"
| "impossible_move"
| "incomplete_assessment"
| "insufficient_scope"
| "internal_error"
| "invalid_body"
| "invalid_cases"
| "invalid_columns"
| "invalid_csv"
| "invalid_cursor"
| "invalid_data"
| "invalid_expiry"
| "invalid_field"
| "invalid_form"
| "invalid_idempotency_key"
| "invalid_image"
| "invalid_json"
| "invalid_mode"
| "invalid_path"
| "invalid_period"
| "invalid_policy"
| "invalid_query"
| "invalid_template"
| "invalid_value"
| "invalid_workflow"
| "investigation_not_completed"
| "item_too_large"
| "job_ended"
| "job_not_cancellable"
| "last_owner"
| "layers"
| "legal_hold"
| "link_expired"
| "link_valid"
| "links_by_email_only"
| "list_kind_fixed"
| "list_version_gone"
| "lists_required"
| "managed_elsewhere"
| "match_cleared_alone"
| "member_decided"
| "mixed_proposal"
| "multimedia"
| "newer_attempt"
| "newer_check"
| "newer_test"
| "newer_version_published"
| "no_address"
| "no_deletion_requested"
| "no_earlier_assessment"
| "no_failed_rows"
| "no_identity_check"
| "no_matches_left"
| "no_rows"
| "no_text"
| "no_upload"
| "no_version_in_force"
| "no_versions"
| "no_watches"
| "not_a_draft"
| "not_a_pdf"
| "not_an_upload"
| "not_attested_yet"
| "not_claimed"
| "not_comparable"
| "not_found"
| "not_in_group"
| "not_independent"
| "not_markdown"
| "not_of_subject"
| "not_open"
| "not_pdf"
| "not_ready"
| "not_sent"
| "not_your_turn"
| "nothing_to_approve"
| "nothing_to_dismiss"
| "observed_in_future"
| "occurred_in_future"
| "other_policy"
| "other_shadow_enabled"
| "output_too_large"
| "own_list_not_archived"
| "own_proposal"
| "participant_check"
| "participant_session"
| "plan_unchanged"
| "policy_not_pinned"
| "policy_not_published"
| "policy_retired"
| "policy_too_large"
| "portfolio"
| "profile_unchanged"
| "proposal_differs"
| "proposal_not_open"
| "proposal_open"
| "range_in_future"
| "range_too_long"
| "rate_limited"
| "read_only"
| "reason_contradicted"
| "record_too_large"
| "recovery_running"
| "refused_by_user_pool"
| "reminded_recently"
| "repeated_subject"
| "replay_running"
| "request_closed"
| "result_too_large"
| "retention_shorter"
| "review_score_too_high"
| "rows_erased"
| "rule_not_on"
| "run_completed"
| "run_failed"
| "run_has_subject"
| "run_not_approved"
| "run_not_completed"
| "run_of_session"
| "run_superseded"
| "same_version"
| "scenarios_failed"
| "scenarios_too_large"
| "scorer_changed"
| "second_person_required"
| "secret_retired"
| "session_expired"
| "session_not_linked"
| "session_of_another_subject"
| "set_by_profile"
| "signed"
| "signed_already"
| "signer_has_fields"
| "simulation_too_large"
| "since_in_future"
| "source_disabled"
| "source_exists"
| "source_too_large"
| "source_without_keys"
| "spending_limit"
| "stale_revision"
| "stale_version"
| "step_not_failed"
| "step_of_service"
| "step_reported"
| "still_pending"
| "subject_differs"
| "subject_exists"
| "timed_out"
| "timestamp_out_of_range"
| "too_long_to_print"
| "too_many_cases"
| "too_many_checks"
| "too_many_delegations"
| "too_many_fields"
| "too_many_filled_fields"
| "too_many_jobs"
| "too_many_lists"
| "too_many_mappings"
| "too_many_monitored_policies"
| "too_many_open_matches"
| "too_many_open_requests"
| "too_many_outcomes"
| "too_many_pages"
| "too_many_records"
| "too_many_rows"
| "too_many_runs"
| "too_many_signers"
| "too_many_sources"
| "too_many_versions"
| "too_many_watches"
| "too_many_webhooks"
| "trail_full"
| "unauthenticated"
| "unavailable"
| "uncovered_characters"
| "undeclared_fact"
| "undeclared_output"
| "undocumented_value"
| "unexpected_file"
| "unfit_bundle"
| "unfit_workflow"
| "unknown_assessment"
| "unknown_decision"
| "unknown_evaluator"
| "unknown_event"
| "unknown_finding"
| "unknown_list"
| "unknown_mapping"
| "unknown_member"
| "unknown_policy"
| "unknown_profile"
| "unknown_source"
| "unknown_subject"
| "unknown_version"
| "unprintable_explanation"
| "unprintable_form"
| "unprintable_report"
| "unsupported_file"
| "unsupported_media_type"
| "until_in_past"
| "unusable_api_key"
| "upload_empty"
| "upload_missing"
| "user_required"
| "version_in_force"
| "version_not_held"
| "version_not_kept"
| "version_required"
| "view_required"
| "webhook_not_active"
| "wrong_code"
| "wrong_signers"
| "wrong_type";
