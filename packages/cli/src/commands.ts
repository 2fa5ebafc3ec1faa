import type { Command } from './command.ts';
import type { Argument, Options } from './command-description.ts';

const BULK_OPTIONS: Options = {
  out: { value: '<file>', summary: 'Result file; by default beside the input' },
  format: { value: '<format>', choices: ['csv', 'jsonl'], summary: 'Format of the result file' },
  map: { value: '<column=heading>', repeated: true, summary: 'Read a column from this heading' },
  delimiter: { value: '<character>', summary: 'Delimiter; by default found in the heading' },
  concurrency: { value: '<number>', summary: 'Requests at the same time, 1 to 64 (8)' },
  'dry-run': { summary: 'Read and check the file, send nothing' },
  restart: { summary: 'Discard an unfinished run and start again' },
};

const RESUMES =
  'Ctrl-C stops after the requests in progress. The same command then resumes: what is done is not sent again, and\n' +
  'requests without an answer are repeated with the same idempotency keys.';

const BATCH: Argument = { name: 'batch', summary: 'Id of the batch' };
const WATCH = { name: 'id', summary: 'Id of a watch' };
const OWN_COLUMNS = {
  value: '<column=heading>',
  repeated: true,
  summary: 'Of a list of your organization: read a column from this heading of a CSV file',
} as const;

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in with a browser, or store an API key',
    description:
      'Saves a profile in $XDG_CONFIG_HOME/assay/config.json (mode 600) and makes it the current one. An API key is tried\n' +
      'with one request, and stored only if the service accepts it.\n' +
      'A secret given with --secret is visible to other users of the machine; leave it out to type it, or pipe it.',
    options: {
      url: { value: '<url>', summary: 'URL of the service' },
      key: { value: '<key>', summary: 'Identifier of an API key, ak_test_… or ak_live_…' },
      secret: { value: '<secret>', summary: 'Secret of the API key; - reads it from stdin' },
      'no-verify': { summary: 'Store the API key without trying it' },
      'no-browser': { summary: 'Print the sign-in URL without opening it' },
      port: { value: '<port>', summary: 'Port of this machine for the answer of the browser; by default a free one' },
    },
    examples: [
      'assay login --url https://api.example.com',
      'assay login --url https://api.example.com --key ak_test_4f2a --profile sandbox',
    ],
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Delete a profile and end its session',
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'Show the profile, the service and your identity',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'usage',
    summary: 'Show the usage of the organization per day, and the limits of today',
    description: 'Days on which nothing was used are left out. Needs the session of an owner or admin.',
    options: {
      from: { value: '<day>', summary: 'First day, such as 2026-03-01; 29 days before the last by default' },
      to: { value: '<day>', summary: 'Last day; today by default' },
    },
    examples: ['assay usage --from 2026-03-01 --to 2026-03-31'],
    load: async () => (await import('./commands/usage.ts')).usage,
  },
  {
    name: 'call',
    summary: 'Call an operation of the API',
    arguments: [{ name: 'operation', summary: 'Such as risk.createSubject' }],
    options: {
      params: {
        value: '<name=value>',
        repeated: true,
        summary: 'Path parameter, or a JSON object',
      },
      query: {
        value: '<name=value>',
        repeated: true,
        summary: 'Query parameter, or a JSON object',
      },
      body: { value: '<file>', summary: 'JSON body: a file, - for stdin, or the JSON itself' },
      file: {
        value: '<[name=]file>',
        repeated: true,
        summary: 'Send a file as a property of the body',
      },
      'idempotency-key': { value: '<key>', summary: 'Idempotency key; random by default' },
      pick: { value: '<path>', summary: 'Print one property of the answer, such as data.id' },
      out: { value: '<file>', summary: 'Write the answer to a file' },
      all: { summary: 'Follow all pages of a list and print an item per line' },
    },
    examples: [
      `assay call risk.createSubject --body '{ "kind": "person", "externalId": "customer-4711" }'`,
      'assay call risk.listRecords --params resource=subjects --all',
      'assay call documents.readDocumentPdf --params id=<id> --out contract.pdf',
    ],
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'operations',
    summary: 'List the operations that `assay call` knows',
    load: async () => (await import('./commands/operations.ts')).operations,
  },
  {
    name: 'subjects import',
    summary: 'Create a subject for each row of a CSV file',
    description: `Columns: externalId, and kind (person unless --kind says otherwise). A subject that exists is left as it is.\n${RESUMES}`,
    arguments: [{ name: 'file', summary: 'CSV file with headings' }],
    options: {
      kind: {
        value: '<kind>',
        choices: ['person', 'business', 'account', 'transaction'],
        summary: 'Kind of rows without a column kind',
      },
      ...BULK_OPTIONS,
    },
    examples: ['assay subjects import customers.csv --map externalId="Customer no"'],
    load: async () => (await import('./commands/subjects-import.ts')).subjectsImport,
  },
  {
    name: 'subjects list',
    summary: 'List subjects with decision, score, open actions and assignee',
    description:
      'Newest first, unless --search is given. Decision and score are those of the policy with the worst effective decision.\n' +
      'Subjects with open actions, by decision, assignee and lateness: `assay call risk.listWorklist`.',
    options: {
      kind: {
        value: '<kind>',
        choices: ['person', 'business', 'account', 'transaction'],
        summary: 'Only subjects of this kind',
      },
      search: { value: '<text>', summary: 'Part of the external id' },
      limit: { value: '<n>', summary: 'At most this many (100)' },
    },
    examples: ['assay subjects list --kind business --limit 20'],
    load: async () => (await import('./commands/subjects-list.ts')).subjectsList,
  },
  {
    name: 'subjects note',
    summary: 'Add a note to a subject, with files',
    description: 'Files: pdf, png, jpg, txt, csv and docx, of at most 10 MB, checked by type, size and SHA-256.',
    arguments: [
      { name: 'subject', summary: 'Id of the subject' },
      { name: 'text', summary: 'The note' },
    ],
    options: {
      attach: { value: '<file>', repeated: true, summary: 'Attach this file; at most five' },
      mention: { value: '<id>', repeated: true, summary: 'Mention this user' },
    },
    examples: ['assay subjects note 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 "Statement received." --attach statement.pdf'],
    load: async () => (await import('./commands/subjects-note.ts')).subjectsNote,
  },
  {
    name: 'reviews list',
    summary: 'List reviews of monitored subjects by date',
    description: 'Of policies with `review`, the earliest first: planned, due and overdue ones.',
    options: {
      until: { value: '<time>', summary: 'Only reviews up to this time, such as 2027-01-01T00:00:00Z' },
      band: { value: '<band>', summary: 'Only reviews of subjects in this band' },
      overdue: { summary: 'Only overdue reviews' },
      limit: { value: '<n>', summary: 'At most this many (100)' },
    },
    examples: ['assay reviews list --overdue', 'assay reviews list --until 2027-01-01T00:00:00Z --json'],
    load: async () => (await import('./commands/reviews-list.ts')).reviewsList,
  },
  {
    name: 'outcomes record',
    summary: 'Record what turned out to be true of a subject',
    description:
      'The quality of policies compares it with what they decided. Positive: all labels but legitimate. It cannot be changed,\n' +
      'only withdrawn.',
    arguments: [{ name: 'subject', summary: 'Id of the subject' }],
    options: {
      label: {
        value: '<label>',
        choices: [
          'confirmed_fraud',
          'confirmed_money_laundering',
          'suspicion_reported',
          'sanctions_breach',
          'loss',
          'legitimate',
        ],
        summary: 'What it was',
      },
      'occurred-at': { value: '<time>', summary: 'When it happened: a day, or a time with offset' },
      amount: { value: '<decimal>', summary: 'Amount, such as 1250.00; with --currency' },
      currency: { value: '<code>', summary: 'Currency, such as EUR' },
      reference: { value: '<text>', summary: 'Your own reference, such as the number of a case' },
      sampled: { summary: 'The subject was drawn at random, not examined because of an alert, a complaint or a loss' },
    },
    examples: [
      'assay outcomes record 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 --label loss --occurred-at 2026-03-14 --amount 1250.00 --currency EUR',
    ],
    load: async () => (await import('./commands/outcomes.ts')).record,
  },
  {
    name: 'outcomes withdraw',
    summary: 'Withdraw an outcome',
    description: 'It labels no assessment any more, so the quality of past days changes.',
    arguments: [{ name: 'outcome', summary: 'Id of the outcome' }],
    options: { reason: { value: '<text>', summary: 'Recorded in the history' } },
    examples: ['assay outcomes withdraw 019ced2c-9100-7000-8000-5d3c2b1a0f00 --reason "The chargeback was reversed."'],
    load: async () => (await import('./commands/outcomes.ts')).withdraw,
  },
  {
    name: 'outcomes list',
    summary: 'List the outcomes of a subject',
    arguments: [{ name: 'subject', summary: 'Id of the subject' }],
    options: { limit: { value: '<n>', summary: 'At most this many (100)' } },
    examples: ['assay outcomes list 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00'],
    load: async () => (await import('./commands/outcomes.ts')).list,
  },
  {
    name: 'outcomes import',
    summary: 'Record an outcome for each row of a CSV file',
    description:
      'Columns: subjectId, or externalId and kind; label, occurredAt; optionally amount, currency, reference, sampled.\n' +
      'Rows with the same content are one outcome, also if the file is imported again within 31 days with the same\n' +
      'credential; with another one they are refused. Give outcomes that only look alike a reference.\n' +
      RESUMES,
    arguments: [{ name: 'file', summary: 'CSV file with headings' }],
    options: {
      kind: {
        value: '<kind>',
        choices: ['person', 'business', 'account', 'transaction'],
        summary: 'Kind of the subjects, with a column externalId',
      },
      ...BULK_OPTIONS,
    },
    examples: ['assay outcomes import chargebacks.csv --map externalId="Customer no"'],
    load: async () => (await import('./commands/outcomes-import.ts')).outcomesImport,
  },
  {
    name: 'evidence import',
    summary: 'Submit evidence for each row of a CSV file',
    description:
      'Columns: subjectId, or externalId and kind; fact, value, observedAt; optionally source, status, expiresAt, providerRef.\n' +
      `Values are converted to the type that the source declares. Needs an API key that is bound to the source.\n${RESUMES}`,
    arguments: [{ name: 'file', summary: 'CSV file with headings' }],
    options: {
      source: { value: '<id>', summary: 'Source of rows without a column source' },
      fact: { value: '<key>', summary: 'Fact of rows without a column fact' },
      kind: {
        value: '<kind>',
        choices: ['person', 'business', 'account', 'transaction'],
        summary: 'Kind of the subjects, with a column externalId',
      },
      'observed-at': {
        value: '<time>',
        summary: 'Time of rows without a column observedAt; `now` is accepted',
      },
      ...BULK_OPTIONS,
    },
    load: async () => (await import('./commands/evidence-import.ts')).evidenceImport,
  },
  {
    name: 'screen',
    summary: 'Screen each row of a CSV file',
    description:
      'Columns: name; optionally id, aliases, entityType, country, datesOfBirth, nationalities, passport, nationalId,\n' +
      'registrationNumber, wallet, taxId, lei, imo, bic, email, website, riskSubjectId. Several values in a cell are separated by semicolons.\n' +
      'Files of more than 1,000 rows are uploaded as a batch, of up to 1,000,000 rows: identical rows are screened once, rows without\n' +
      'a match and without a risk subject have a result and no run, and `id` is stored, encrypted, as the reference of the row.\n' +
      'Files of JSON lines (.ndjson, .jsonl) and of FollowTheMoney entities (.ftm.json) are uploaded as they are.\n' +
      `${RESUMES} A batch goes on without the command.`,
    arguments: [
      {
        name: 'file',
        optional: true,
        summary: 'CSV file with headings, or JSON lines; not with --resume and --failed-rows-of',
      },
    ],
    options: {
      lists: {
        value: '<keys>',
        summary: 'Lists to search, separated by commas; all enabled lists by default',
      },
      'screening-profile': {
        value: '<key>',
        summary: 'Screen by this profile, such as thorough; it sets the scores and may set the lists',
      },
      'review-score': { value: '<score>', summary: 'Lowest score of a possible match' },
      'match-score': { value: '<score>', summary: 'Lowest score of a match' },
      search: { summary: 'Search only: no runs are stored, and no decisions can be made' },
      batch: { summary: 'Upload the file as a batch, also up to 1,000 rows' },
      'no-batch': { summary: 'Store a run for each row, also above 1,000 rows' },
      'keep-rows-days': { value: '<days>', summary: 'Of a batch: delete its rows and results after 1 to 90 days (30)' },
      mapping: {
        value: '<name>',
        summary: 'Upload the file as it is, as a batch, with columns by this mapping of the service',
      },
      'failed-rows-of': {
        value: '<batch id>',
        summary: 'Screen the rows that failed in this batch again, without the file',
      },
      resume: { value: '<batch id>', summary: 'Follow this batch and write its results, also without the file' },
      ...BULK_OPTIONS,
    },
    examples: [
      'assay screen customers.csv --map name="Full name" --map datesOfBirth=DOB --out screened.csv',
      'assay screen companies.csv --screening-profile thorough',
      'assay screen --resume 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 --out screened.csv',
    ],
    load: async () => (await import('./commands/screen.ts')).screen,
  },
  {
    name: 'batches list',
    summary: 'List screening batches, newest first',
    options: { limit: { value: '<number>', summary: 'At most this many (20)' } },
    load: async () => (await import('./commands/batches.ts')).list,
  },
  {
    name: 'batches show',
    summary: 'Show the progress and the list versions of a screening batch',
    arguments: [BATCH],
    load: async () => (await import('./commands/batches.ts')).show,
  },
  {
    name: 'batches cancel',
    summary: 'Stop a screening batch; what it has screened stays',
    arguments: [BATCH],
    load: async () => (await import('./commands/batches.ts')).cancel,
  },
  {
    name: 'batches rows',
    summary: 'Write the results of an uploaded batch to a file or stdout',
    description: 'Also while the batch runs: as far as its rows have been screened.',
    arguments: [BATCH],
    options: {
      status: {
        value: '<status>',
        choices: ['match', 'possible_match', 'clear', 'incomplete', 'error', 'failed'],
        summary: 'Only rows with this result; `failed` are rows that were refused',
      },
      format: { value: '<format>', choices: ['csv', 'jsonl'], summary: 'Format of the results (csv)' },
      out: { value: '<file>', summary: 'File to write; stdout by default' },
      force: { summary: 'Replace the file if it exists' },
    },
    examples: ['assay batches rows 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 --status failed'],
    load: async () => (await import('./commands/batches.ts')).rows,
  },
  {
    name: 'batches watch',
    summary: 'Have the customers of an uploaded batch screened whenever a list changes',
    description:
      'Creates a watch for each row, with the lists and scores of the batch. Repeating it creates those that are missing and\n' +
      'no other. Ctrl-C leaves the job running; cancel it with `assay call jobs.cancelJob`.',
    arguments: [BATCH],
    load: async () => (await import('./commands/batches.ts')).watch,
  },
  {
    name: 'batches erase',
    summary: 'Erase the rows and results of an uploaded batch, permanently',
    description: 'Deletes the key that they are encrypted with. The runs of the batch stay.',
    arguments: [BATCH],
    load: async () => (await import('./commands/batches.ts')).erase,
  },
  {
    name: 'evidence-packs create',
    summary: 'Save everything about a subject, with proofs, for an examiner',
    description:
      'Makes a sealed PDF and a ZIP archive, waits for them and downloads both. Ctrl-C leaves the job running: get the files with\n' +
      '`assay evidence-packs get`. Who made a pack of whom is in the history of the subject.',
    arguments: [{ name: 'subject', summary: 'Id of the subject' }],
    options: {
      documents: { value: '<ids>', summary: 'Completed documents that belong to the subject, separated by commas' },
      notes: { summary: 'Include internal notes' },
      out: { value: '<folder>', summary: 'Folder for the files (this one)' },
    },
    examples: ['assay evidence-packs create 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 --out pack'],
    load: async () => (await import('./commands/evidence-packs.ts')).create,
  },
  {
    name: 'evidence-packs get',
    summary: 'Download an evidence pack',
    arguments: [{ name: 'pack', summary: 'Id of the pack' }],
    options: { out: { value: '<folder>', summary: 'Folder for the files (this one)' } },
    load: async () => (await import('./commands/evidence-packs.ts')).get,
  },
  {
    name: 'evidence-packs verify',
    summary: 'Verify an evidence pack without the service',
    description:
      'Checks the seal of the PDF, the digest of every file of the archive, the signature of the root and the proof of every event.\n' +
      'Sends nothing. Exits with 4 if anything differs, and with 5 if --fingerprint is not given: anyone can seal with a key of their own.',
    arguments: [
      { name: 'file.pdf', summary: 'The sealed PDF' },
      { name: 'file.zip', summary: 'The archive' },
    ],
    options: { fingerprint: { value: '<sha256>', summary: 'Expected certificate or public key of the service' } },
    examples: ['assay evidence-packs verify evidence.pdf evidence.zip --fingerprint 5f0c…'],
    load: async () => (await import('./commands/evidence-packs-verify.ts')).verifyPack,
  },
  {
    name: 'assurance run',
    summary: 'Test what screening finds, with manipulated records of the lists',
    description:
      'Screens manipulated records of listed persons and companies, and customers on no list. Prints what share is found of each\n' +
      'class, and how many alerts there are. Exits with an error if something is missed that must be found. Ctrl-C leaves the job running.',
    options: {
      'screening-profile': { value: '<key>', summary: 'Test the lists and scores of this profile' },
      lists: { value: '<keys>', summary: 'Lists to test, separated by commas; if the profile has none' },
      'review-score': { value: '<score>', summary: 'Lowest score of a possible match; without a profile' },
      entries: { value: '<number>', summary: 'Listed entries to manipulate, 200 to 5,000 (1,000)' },
      customers: { value: '<number>', summary: 'Customers on no list, up to 20,000 (10,000)' },
      seed: { value: '<number>', summary: 'The same seed makes the same test (1)' },
      own: { value: '<file>', summary: 'CSV or NDJSON with cases of yours, and what is `expected` of each' },
      negatives: { value: '<file>', summary: 'CSV or NDJSON with customers on no list, in place of composed ones' },
    },
    examples: ['assay assurance run --screening-profile onboarding', 'assay assurance run --lists eu_fsf,uk_sanctions'],
    load: async () => (await import('./commands/assurance.ts')).run,
  },
  {
    name: 'assurance list',
    summary: 'List tests of effectiveness with their outcomes',
    load: async () => (await import('./commands/assurance.ts')).list,
  },
  {
    name: 'assurance show',
    summary: 'Show the result of a test of effectiveness',
    arguments: [{ name: 'test', summary: 'Id of the test' }],
    load: async () => (await import('./commands/assurance.ts')).show,
  },
  {
    name: 'assurance report',
    summary: 'Save the report of a test of effectiveness as a PDF',
    arguments: [{ name: 'test', summary: 'Id of the test' }],
    options: { out: { value: '<file.pdf>', summary: 'File to write (assurance-<id>.pdf)' } },
    examples: ['assay assurance report 019ced2c-6000-7000-8000-5d3c2b1a0f00 --out report.pdf'],
    load: async () => (await import('./commands/assurance.ts')).report,
  },
  {
    name: 'look-backs run',
    summary: 'Find since which version of a list the rows of a batch, or watched customers, would have been found',
    description:
      'Compares the rows of an uploaded batch, or all watches, with earlier versions of a list, the oldest first, and prints the first with which a\n' +
      'review would have been reached, and what was done since. Ctrl-C leaves the job running.',
    arguments: [{ ...BATCH, optional: true }],
    options: {
      watches: { summary: 'Look back with all watches, in place of a batch' },
      list: { value: '<key>', summary: 'The list; required' },
      from: { value: '<time>', summary: 'Versions that were searched at this day or time or later' },
      to: { value: '<time>', summary: 'Versions that were searched before this day or time (now)' },
      versions: { value: '<ids>', summary: 'Versions in place of a time, separated by commas' },
    },
    examples: [
      'assay look-backs run 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00 --list eu_fsf --from 2026-03-01',
      'assay look-backs run --watches --list eu_fsf --from 2026-03-01',
    ],
    load: async () => (await import('./commands/look-backs.ts')).run,
  },
  {
    name: 'look-backs show',
    summary: 'Show what a look-back has found',
    arguments: [{ name: 'look-back', summary: 'Id of the look-back' }],
    load: async () => (await import('./commands/look-backs.ts')).show,
  },
  {
    name: 'watches create',
    summary: 'Have a customer screened whenever a list changes',
    description:
      'The file has what `NewScreeningWatch` of the API reference has: `subject`, and `sources` or `profileKey`.',
    arguments: [{ name: 'file', summary: 'JSON file with the watch' }],
    load: async () => (await import('./commands/watches.ts')).create,
  },
  {
    name: 'watches list',
    summary: 'List watches, oldest first',
    options: {
      subject: { value: '<id>', summary: 'Only watches of this risk subject' },
      limit: { value: '<number>', summary: 'At most this many (100)' },
    },
    load: async () => (await import('./commands/watches.ts')).list,
  },
  {
    name: 'watches get',
    summary: 'Show the result of a watch, and the list versions that it holds for',
    arguments: [WATCH],
    load: async () => (await import('./commands/watches.ts')).get,
  },
  {
    name: 'watches update',
    summary: 'Replace the customer data, lists and scores of a watch',
    arguments: [WATCH, { name: 'file', summary: 'JSON file with the whole watch, and optionally `expectedVersion`' }],
    load: async () => (await import('./commands/watches.ts')).update,
  },
  {
    name: 'watches run',
    summary: 'Screen a watch now, and record a run in any case',
    arguments: [WATCH],
    load: async () => (await import('./commands/watches.ts')).run,
  },
  {
    name: 'watches delete',
    summary: 'Delete a watch with its customer data; its runs stay',
    arguments: [WATCH],
    load: async () => (await import('./commands/watches.ts')).remove,
  },
  {
    name: 'overview',
    summary: 'Show open and overdue work, times and hit rates',
    description: 'Figures of the worklist now, and of up to 92 days (UTC); the last 30 by default.',
    options: {
      from: { value: '<day>', summary: 'First day, such as 2026-03-01' },
      to: { value: '<day>', summary: 'Last day, today by default' },
    },
    examples: ['assay overview --from 2026-03-01 --to 2026-03-31'],
    load: async () => (await import('./commands/overview.ts')).overview,
  },
  {
    name: 'quality plan',
    summary: 'Show or change which decisions get a second decision',
    description: 'Options that are left out stay as they are. A weaker plan may need the proposal of another person.',
    options: {
      streams: { value: '<streams>', summary: 'matches.false_positive,overrides,actions.completed' },
      percent: { value: '<percent>', summary: 'Share of the decisions that is drawn' },
      'per-analyst-per-week': { value: '<n>', summary: 'Decisions drawn of each analyst and stream in a week' },
      blind: { value: '<yes|no>', choices: ['yes', 'no'], summary: 'Whether reviewers do not know the first decision' },
      reason: { value: '<text>', summary: 'Reason of the change' },
      propose: { summary: 'Propose the plan instead of changing it' },
      proposal: { value: '<id>', summary: 'Proposal of another person that the change accepts' },
    },
    examples: [
      'assay quality plan',
      "assay quality plan --streams matches.false_positive,overrides --percent 5 --reason 'Adopted by the board.'",
    ],
    load: async () => (await import('./commands/quality.ts')).plan,
  },
  {
    name: 'quality samples',
    summary: 'List decisions that were drawn for a second decision',
    options: {
      status: { value: '<status>', choices: ['open', 'claimed', 'reviewed'], summary: 'Status (open)' },
      stream: {
        value: '<stream>',
        choices: ['matches.false_positive', 'overrides', 'actions.completed'],
        summary: 'Only samples of this stream',
      },
      limit: { value: '<n>', summary: 'At most this many (100)' },
    },
    examples: ['assay quality samples', 'assay quality samples --status reviewed --json'],
    load: async () => (await import('./commands/quality.ts')).samples,
  },
  {
    name: 'quality review',
    summary: 'Claim a sample and print its evidence, or decide it',
    description:
      'Without --decision it claims the sample. Until you decide or release a blind sample, most operations are refused to you.\n' +
      'Needs the session of a person.',
    arguments: [{ name: 'id', summary: 'Id of a sample' }],
    options: {
      decision: { value: '<decision>', summary: 'Your decision, one of those that the claim prints' },
      reason: { value: '<text>', summary: 'Reason of the decision' },
      release: { summary: 'Give the sample up; you cannot claim it again' },
    },
    examples: [
      'assay quality review 019ced2c-5000-7000-8000-5d3c2b1a0f00',
      "assay quality review 019ced2c-5000-7000-8000-5d3c2b1a0f00 --decision confirmed --reason 'Same passport number.'",
    ],
    load: async () => (await import('./commands/quality.ts')).review,
  },
  {
    name: 'quality summary',
    summary: 'Show alerts, true hits, overrides and quality of a month',
    options: { month: { value: '<month>', summary: 'Such as 2026-03; the current month by default' } },
    examples: ['assay quality summary --month 2026-03', 'assay quality summary --month 2026-03 --json'],
    load: async () => (await import('./commands/quality.ts')).summary,
  },
  {
    name: 'assessments replay',
    summary: 'Evaluate assessments again, and compare them with what was recorded',
    description: 'Compares result, policy and evidence. Exits with 4 if one is not identical.',
    arguments: [{ name: 'id', repeated: true, summary: 'Ids of assessments' }],
    examples: ['assay assessments replay 019ced2c-5000-7000-8000-5d3c2b1a0f00'],
    load: async () => (await import('./commands/assessments.ts')).replay,
  },
  {
    name: 'assessments explain',
    summary: 'Explain an assessment in full sentences',
    description: 'For customers it has no more than the labels that the policy discloses.',
    arguments: [{ name: 'id', summary: 'Id of the assessment' }],
    options: {
      audience: { value: '<audience>', choices: ['auditor', 'customer'], summary: 'Who reads it (auditor)' },
      pdf: { value: '<file>', summary: 'Write it to this file as a PDF' },
    },
    examples: [
      'assay assessments explain 019ced2c-5000-7000-8000-5d3c2b1a0f00',
      'assay assessments explain 019ced2c-5000-7000-8000-5d3c2b1a0f00 --audience customer --pdf answer.pdf',
    ],
    load: async () => (await import('./commands/assessment-explain.ts')).explain,
  },
  {
    name: 'assessments compare',
    summary: 'Show what is different between two assessments',
    description: 'Of the same subject and policy; without `--with`, the one before.',
    arguments: [{ name: 'id', summary: 'Id of the assessment' }],
    options: { with: { value: '<id>', summary: 'Id of the other assessment' } },
    examples: ['assay assessments compare 019ced2c-5000-7000-8000-5d3c2b1a0f00'],
    load: async () => (await import('./commands/assessment-explain.ts')).compare,
  },
  {
    name: 'export',
    summary: 'Export records to a file',
    description:
      'Kinds: subjects, worklist, matches, runs, events, attestations, documents, screening_decisions. Starts a job, waits for it and\n' +
      'downloads its file, which can be downloaded again for seven days. Filters are those of `NewExport` in the API reference.\n' +
      'Cells that begin like a formula have an apostrophe before them.',
    arguments: [{ name: 'kind', summary: 'What to export' }],
    options: {
      from: { value: '<time>', summary: 'Records made from this time on, such as 2026-03-01T00:00:00Z' },
      to: { value: '<time>', summary: 'Records made before this time' },
      filter: { value: '<name=value>', repeated: true, summary: 'Filter, such as type=risk.*' },
      format: { value: '<format>', choices: ['csv', 'ndjson'], summary: 'Format of the file (csv)' },
      out: { value: '<file>', summary: 'File to write; named by kind and day by default' },
      force: { summary: 'Replace the file if it exists' },
    },
    examples: [
      'assay export events --from 2026-03-01T00:00:00Z --to 2026-04-01T00:00:00Z --out march.csv',
      'assay export matches --filter decision=pending --filter minScore=80',
    ],
    load: async () => (await import('./commands/export.ts')).exportRecords,
  },
  {
    name: 'contexts decisions',
    summary: 'Show the decisions about the subjects of a context',
    description:
      'Such as an application, a company and its owners: each subject with its role, and what each policy decides.',
    arguments: [{ name: 'id', summary: 'Id of the context' }],
    options: { pinned: { summary: 'Only policies that are pinned to the context' } },
    examples: ['assay contexts decisions 019ced2c-6000-7000-8000-5d3c2b1a0f00 --pinned'],
    load: async () => (await import('./commands/contexts-decisions.ts')).contextsDecisions,
  },
  {
    name: 'policies validate',
    summary: 'Validate a policy file',
    description: 'Exits with 4 if the policy is invalid, and with --strict also if it has warnings.',
    arguments: [{ name: 'file', summary: 'JSON file with key and definition' }],
    options: { strict: { summary: 'Fail if a part of the policy does nothing' } },
    load: async () => (await import('./commands/policies.ts')).validate,
  },
  {
    name: 'policies simulate',
    summary: 'Evaluate a policy file against scenarios',
    description:
      'Exits with 4 if a scenario gives something else than it expects. Names the parts of the policy that no scenario reaches.',
    arguments: [{ name: 'file', summary: 'JSON file with key and definition, and optionally scenarios' }],
    options: { scenarios: { value: '<file>', summary: 'JSON file with an array of scenarios' } },
    load: async () => (await import('./commands/policies.ts')).simulate,
  },
  {
    name: 'policies diff',
    summary: 'Compare a policy file with a version on the service',
    description: 'Compares with the latest published version of the key. Exits with 4 if they differ.',
    arguments: [{ name: 'file', summary: 'JSON file with key and definition' }],
    options: { version: { value: '<number>', summary: 'Compare with this version' } },
    load: async () => (await import('./commands/policies.ts')).diff,
  },
  {
    name: 'policies push',
    summary: 'Create a policy version from a file',
    description:
      'Creates nothing if the latest version of the key is the same. Needs the session of an owner or admin.\n' +
      'Where a publication needs two people, one proposes it and another one publishes it with the id of the proposal.',
    arguments: [{ name: 'file', summary: 'JSON file with key and definition' }],
    options: {
      publish: { summary: 'Publish the version' },
      propose: { value: '<reason>', summary: 'Propose to publish the version' },
      proposal: { value: '<id>', summary: 'With --publish: the proposal that is accepted' },
      scenarios: { value: '<file>', summary: 'JSON file with scenarios, which are stored with the version' },
      test: { summary: 'Create nothing if a scenario fails' },
      note: { value: '<text>', summary: 'What the version changes' },
    },
    examples: [
      'assay policies push policy.json --test --note "Addresses of less than 30 days."',
      'assay policies push policy.json --propose "Tested against the assessments of March."',
      'assay policies push policy.json --publish --proposal 019ced2c-2000-7000-8000-5d3c2b1a0f01',
    ],
    load: async () => (await import('./commands/policies.ts')).push,
  },
  {
    name: 'policies pull',
    summary: 'Write a policy version to a file',
    description:
      'Writes the version in force, with its stored scenarios, as `policies push` takes it. Registered sources are named by\n' +
      'their keys, so that the file fits test and live mode.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      version: { value: '<number>', summary: 'Write this version' },
      out: { value: '<file>', summary: 'The file; by default <key>.json' },
      force: { summary: 'Replace the file' },
    },
    load: async () => (await import('./commands/policy-transfer.ts')).pull,
  },
  {
    name: 'policies promote',
    summary: 'Create a policy version of one mode in the other',
    description:
      'Takes the version in force with its scenarios. Registered sources are those with the same keys in the other mode: the\n' +
      'command prints which, and exits with 4 and creates nothing if one is missing. Needs the session of an owner or admin.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      from: { value: '<mode>', choices: ['test', 'live'], summary: 'Mode of the version' },
      to: { value: '<mode>', choices: ['test', 'live'], summary: 'Mode of the new version' },
      version: { value: '<number>', summary: 'Take this version' },
      propose: { value: '<reason>', summary: 'Propose to publish the new version' },
      note: { value: '<text>', summary: 'What the version changes' },
    },
    examples: ['assay policies promote onboarding --from test --to live --propose "Tested in March."'],
    load: async () => (await import('./commands/policy-transfer.ts')).promote,
  },
  {
    name: 'policies roll-back',
    summary: 'Return to an earlier version of a policy',
    description:
      'Creates a version with the definition and scenarios of the earlier one: numbers only go up, and nothing that was\n' +
      'decided changes. Needs the session of an owner or admin.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      to: { value: '<number>', summary: 'Number of the version to return to' },
      publish: { summary: 'Publish the new version' },
      propose: { value: '<reason>', summary: 'Propose to publish the new version' },
    },
    examples: ['assay policies roll-back onboarding --to 1 --propose "Version 2 refers too many customers."'],
    load: async () => (await import('./commands/policies.ts')).rollBack,
  },
  {
    name: 'policies rollout',
    summary: 'Have monitored subjects be monitored by another version',
    description:
      'Replaces one version by the one in force, for every subject that it monitors, and waits for the end. With --dry-run it\n' +
      'evaluates them, prints the decisions before and after, and changes nothing. Ctrl-C leaves the job running; cancel it with\n' +
      '`assay call jobs.cancelJob`. Needs the session of an owner or admin.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      from: { value: '<number>', summary: 'Number of the version that is replaced' },
      to: { value: '<number>', summary: 'Number of the version that replaces it; by default the one in force' },
      limit: { value: '<number>', summary: 'At most this many subjects' },
      'dry-run': { summary: 'Change nothing' },
    },
    examples: ['assay policies rollout onboarding --from 1 --dry-run'],
    load: async () => (await import('./commands/policy-rollout.ts')).rollout,
  },
  {
    name: 'policies backtest',
    summary: 'Show what a version would have decided',
    description:
      'Evaluates a version, or a file, for the assessments that the policy made in a time, with the evidence that was known then.\n' +
      'Prints how many decisions change, and stores no assessment. Ctrl-C leaves the job running; cancel it with\n' +
      '`assay call jobs.cancelJob`.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      since: { value: '<time>', summary: 'First time, such as 2026-03-01T00:00:00Z' },
      until: { value: '<time>', summary: 'End of the time; now by default' },
      version: { value: '<number>', summary: 'Number of the version; by default the latest, also a draft' },
      file: { value: '<path>', summary: 'A definition instead of a version' },
      limit: { value: '<number>', summary: 'At most this many assessments' },
      'as-now': { summary: 'With the evidence that is known now' },
    },
    examples: ['assay policies backtest onboarding --since 2026-01-01T00:00:00Z'],
    load: async () => (await import('./commands/policy-backtest.ts')).backtest,
  },
  {
    name: 'policies statistics',
    summary: 'Show how a policy decides',
    description:
      'Its subjects now by band and decision, and what its assessments of some days were; 30 days by default.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      from: { value: '<day>', summary: 'First day, such as 2026-03-01' },
      to: { value: '<day>', summary: 'Last day; today by default' },
    },
    examples: ['assay policies statistics onboarding --from 2026-03-01 --to 2026-03-31'],
    load: async () => (await import('./commands/policy-statistics.ts')).statistics,
  },
  {
    name: 'policies shadow',
    summary: 'Show, enable or disable a shadow version',
    description:
      'Assessments with the version in force evaluate a shadow version on the same evidence; it decides nothing. Shows how\n' +
      'often both decide alike. Enabling and disabling need the session of an owner or admin.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      version: { value: '<number>', summary: 'Number of the shadow version; the highest by default' },
      enable: { summary: 'Enable it' },
      until: { value: '<time>', summary: 'With --enable: when it ends, such as 2026-04-14T00:00:00Z' },
      disable: { summary: 'Disable it' },
      divergent: { summary: 'List all assessments that it decides otherwise' },
    },
    examples: ['assay policies shadow onboarding --version 4 --enable --until 2026-04-14T00:00:00Z'],
    load: async () => (await import('./commands/policy-shadow.ts')).shadow,
  },
  {
    name: 'policies quality',
    summary: 'Show how well a policy decides',
    description:
      'By version, band, rule and factor, from the outcomes of subjects that it assessed in some days; 30 days by default.\n' +
      'In brackets: the 95 % interval.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      since: { value: '<day>', summary: 'First day, such as 2026-03-01' },
      until: { value: '<day>', summary: 'Last day; today by default' },
    },
    examples: ['assay policies quality onboarding --since 2026-03-01 --until 2026-03-31'],
    load: async () => (await import('./commands/policy-quality.ts')).quality,
  },
  {
    name: 'policies retire',
    summary: 'Retire a policy version, permanently',
    description:
      'No new assessment uses the version any more. Needs the session of an owner or admin.\n' +
      'Where a retirement needs two people, one proposes it and another one retires it with the id of the proposal.',
    arguments: [{ name: 'key', summary: 'Key of the policy' }],
    options: {
      version: { value: '<number>', summary: 'Number of the version' },
      reason: { value: '<text>', summary: 'Recorded in the history' },
      propose: { summary: 'Propose the retirement instead' },
      proposal: { value: '<id>', summary: 'The proposal of another person that is accepted' },
    },
    examples: ['assay policies retire onboarding --version 3 --reason "Replaced by version 4."'],
    load: async () => (await import('./commands/policies.ts')).retire,
  },
  {
    name: 'matches list',
    summary: 'List screening matches',
    description: 'Follows all pages. Without --state it lists the matches that wait for a decision.',
    options: {
      state: { value: '<state>', choices: ['pending', 'proposed', 'decided'], summary: 'State of the decision' },
      kind: { value: '<kind>', choices: ['sanctions', 'pep'], summary: 'Kind of the list' },
      list: { value: '<key>', summary: 'Key of a list' },
      'min-score': { value: '<number>', summary: 'Lowest score' },
      search: { value: '<text>', summary: 'Part of the listed name, the entry or the external id of the subject' },
      limit: { value: '<number>', summary: 'At most this many' },
    },
    load: async () => (await import('./commands/matches.ts')).list,
  },
  {
    name: 'matches decide',
    summary: 'Decide screening matches, or a group of them',
    description:
      'Matches are decided one by one; the certain matches of a group in one transaction. Needs the session of an owner or\n' +
      'admin. Where a decision needs two people, --proposal names the proposal of another person.',
    arguments: [{ name: 'id', optional: true, repeated: true, summary: 'Ids of matches' }],
    options: {
      decision: { value: '<decision>', choices: ['confirmed', 'false_positive'], summary: 'The decision' },
      reason: { value: '<text>', summary: 'Recorded with the decision' },
      group: { value: '<id>', summary: 'Decide the certain matches of this group' },
      except: { value: '<id>', repeated: true, summary: 'With --group: a match that is not decided' },
      proposal: { value: '<id>', summary: 'The proposal that is accepted, for one match' },
    },
    examples: [
      'assay matches decide 019ced2c-2000-7000-8000-5d3c2b1a0f01 --decision false_positive --reason "Different date of birth"',
      'assay matches decide --group 019ced2c-2000-7000-8000-5d3c2b1a0f02 --decision confirmed --reason "Same passport"',
    ],
    load: async () => (await import('./commands/matches.ts')).decide,
  },
  {
    name: 'decisions list',
    summary: 'List remembered decisions on matches, oldest first',
    description: 'What later runs inherit while the organization remembers decisions, and what has expired by its age.',
    options: {
      subject: { value: '<id>', summary: 'Only decisions for this risk subject' },
      list: { value: '<key>', summary: 'Key of a list' },
      'expires-before': { value: '<time>', summary: 'Only those that expire before, such as 2027-01-01T00:00:00Z' },
      'decided-by': { value: '<who>', summary: 'Only decisions of this person, such as user:<id>' },
      limit: { value: '<number>', summary: 'At most this many (100)' },
    },
    load: async () => (await import('./commands/decisions.ts')).list,
  },
  {
    name: 'decisions expire',
    summary: 'Expire remembered decisions, so that the next run asks a person',
    description: 'Needs the session of an owner or admin. Matches that have inherited a decision keep it.',
    arguments: [{ name: 'id', repeated: true, summary: 'Ids of remembered decisions' }],
    options: { reason: { value: '<text>', summary: 'Recorded in the history' } },
    examples: [
      'assay decisions expire 019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e03 --reason "The customer has a new document"',
    ],
    load: async () => (await import('./commands/decisions.ts')).expire,
  },
  {
    name: 'webhooks listen',
    summary: 'Forward webhook events to an address of this machine',
    description:
      'Reads the events of the organization and sends them to an address that the service cannot reach. Each request has\n' +
      'the body and the signatures of a real delivery, made with a secret that is printed at the start. A request that\n' +
      'fails is printed and not sent again; --since forwards events of an earlier time.',
    options: {
      forward: {
        value: '<url>',
        summary: 'Where events are sent, such as http://localhost:4000/hook',
      },
      events: {
        value: '<types>',
        summary: 'Event types or families such as risk.*, separated by commas',
      },
      secret: { value: '<secret>', summary: 'Sign with this secret, whsec_…; random by default' },
      since: { value: '<time>', summary: 'Also forward events since this time' },
      interval: { value: '<seconds>', summary: 'Seconds between two requests, 1 to 60 (2)' },
    },
    examples: ['assay webhooks listen --forward http://localhost:4000/hook --events screening.*'],
    load: async () => (await import('./commands/webhooks-listen.ts')).listen,
  },
  {
    name: 'webhooks event-types',
    summary: 'List the events that webhooks can receive',
    description: 'With the name of an event: a sample and the JSON Schema of its payload.',
    arguments: [{ name: 'event', optional: true, summary: 'Name of an event, such as document.completed' }],
    examples: ['assay webhooks event-types', 'assay webhooks event-types document.completed'],
    load: async () => (await import('./commands/webhooks-event-types.ts')).eventTypes,
  },
  {
    name: 'lists status',
    summary: 'Show the screening lists',
    description: 'Exits with 4 if a list is stale or needs attention.',
    options: { coverage: { summary: 'Also say what each list contains and what it does not' } },
    load: async () => (await import('./commands/lists.ts')).status,
  },
  {
    name: 'lists refresh',
    summary: 'Download lists from their publishers',
    arguments: [{ name: 'list', repeated: true, summary: 'Keys of lists, such as ofac_sdn' }],
    load: async () => (await import('./commands/lists.ts')).refresh,
  },
  {
    name: 'lists approve',
    summary: 'Approve a held version of a list',
    arguments: [{ name: 'list', summary: 'Key of the list' }],
    options: {
      version: { value: '<id>', summary: 'The version, if several are held' },
      reason: { value: '<text>', summary: 'Reason for the history' },
    },
    load: async () => (await import('./commands/lists.ts')).approve,
  },
  {
    name: 'lists upload',
    summary: 'Upload the file of a list',
    arguments: [
      { name: 'list', summary: 'Key of the list' },
      { name: 'file', summary: 'The file, named as published; lists status --coverage shows which' },
    ],
    options: { map: OWN_COLUMNS },
    load: async () => (await import('./commands/lists.ts')).upload,
  },
  {
    name: 'lists create',
    summary: 'Create a list of your organization, or rename it, and upload its file',
    description:
      'No other organization can see it or screen against it. The file is CSV, NDJSON or FollowTheMoney. Columns: id, name, kind, aliases,\n' +
      'weakAliases, dateOfBirth, placeOfBirth, gender, nationality, identifiers, identifierKind, identifierValue, identifierCountry,\n' +
      'emails, addresses, measures, programme, listedOn, endsOn, remarks, and ignore.',
    arguments: [
      { name: 'list', summary: 'Key of the list: own_ and lower-case letters, digits or underscores' },
      { name: 'file', summary: 'The file, such as staff.csv or targets.nested.json' },
    ],
    options: {
      name: { value: '<text>', summary: 'Name as people read it' },
      kind: {
        value: '<kind>',
        choices: ['watch', 'sanctions', 'pep'],
        summary: 'What a match means, watch by default; it cannot be changed',
      },
      map: OWN_COLUMNS,
    },
    examples: [
      'assay lists create own_staff staff.csv --name "Former employees" --map name="Full name" --map ignore=Team',
    ],
    load: async () => (await import('./commands/lists.ts')).create,
  },
  {
    name: 'lists delete',
    summary: 'Delete a list of your organization with all its versions; runs against it stay',
    arguments: [{ name: 'list', summary: 'Key of the list, such as own_staff' }],
    load: async () => (await import('./commands/lists.ts')).remove,
  },
  {
    name: 'lists archive',
    summary: 'List the archived files of a list, by version',
    description:
      'With the version of a run: the files that the run was compared with. A file is the object archive/<sha256> in the\n' +
      'archive of the installation, compressed with gzip, which its operator can read.',
    arguments: [{ name: 'list', summary: 'Key of the list' }],
    options: { version: { value: '<id>', summary: 'Only this version' } },
    load: async () => (await import('./commands/lists-archive.ts')).archive,
  },
  {
    name: 'lists attestations',
    summary: 'Show what the lists were on a day, and its gaps',
    description:
      'Attestations are made in the night after a day (UTC). Exits with 4 if a day has a gap, or none is attested.',
    arguments: [{ name: 'day', summary: 'The first day, such as 2026-03-14' }],
    options: { to: { value: '<day>', summary: 'The last day; the same by default' } },
    load: async () => (await import('./commands/lists-attestations.ts')).attestations,
  },
  {
    name: 'lists coverage',
    summary: 'Show the attested days of a list in a year',
    description:
      'Names the days that are not confirmed throughout. Exits with 4 if one has a gap, or none is attested.',
    arguments: [{ name: 'list', summary: 'Key of the list' }],
    options: { until: { value: '<day>', summary: 'The last of the 365 days; the last one that is over by default' } },
    load: async () => (await import('./commands/lists-coverage.ts')).coverage,
  },
  {
    name: 'templates watch',
    summary: 'Render a Markdown template to a PDF on every change',
    arguments: [{ name: 'file', summary: 'Markdown file' }],
    options: {
      data: { value: '<file>', summary: 'JSON file with sample data' },
      images: { value: '<folder>', summary: 'Folder of PNG and SVG files, which the template names as image:<file>' },
      out: { value: '<file>', summary: 'PDF file; by default beside the template' },
      'page-size': { value: '<size>', choices: ['A4', 'Letter'], summary: 'Page size (A4)' },
      language: { value: '<tag>', summary: 'Language of the template, such as en or de-AT' },
      once: { summary: 'Render once and end' },
    },
    load: async () => (await import('./commands/templates-watch.ts')).watchTemplate,
  },
  {
    name: 'documents send',
    summary: 'Send a PDF or a template for signing',
    description:
      'A template takes a signer for each role: --signer client="Ada Example <ada@example.com>".\n' +
      'With --template, further templates follow in the same document; a role that several have is one signer.\n' +
      'A PDF takes signers and, in the same order, where they sign: --sign-at <page>,<x>,<y>, in points from the top left.',
    arguments: [{ name: 'source', summary: 'A PDF file, or the id or name of a template' }],
    options: {
      signer: { value: '<[role=]name <email>>', repeated: true, summary: 'A signer' },
      approver: { value: '<name <email>>', repeated: true, summary: 'A person who approves and does not sign' },
      copy: { value: '<name <email>>', repeated: true, summary: 'A person who is sent the sealed document' },
      'sign-at': { value: '<page,x,y>', repeated: true, summary: 'Place of a signature in a PDF' },
      name: { value: '<name>', summary: 'Name of the document' },
      data: { value: '<file>', summary: 'JSON file with the data of a template' },
      revision: { value: '<number>', summary: 'Revision of the template; by default the current one' },
      template: {
        value: '<template[@revision][=file]>',
        repeated: true,
        summary: 'A further template of the document, with a JSON file of its data',
      },
      message: { value: '<text>', summary: 'Message to the signers' },
      'return-links': {
        summary: 'Print the signing links, which the audit trail and the certificate record',
      },
      'identity-check': {
        value: '<check>',
        summary:
          'Ask every signer for a code that is emailed to them: email_code; with workflow:<id>, a verification follows',
      },
      'allow-delegation': { summary: 'Let signers hand their turn to another person' },
      'remind-after': { value: '<days>', summary: 'Remind signers this many days after the latest email to them' },
      'expires-in': { value: '<days>', summary: 'Days until the document expires (30)' },
      'retain-days': { value: '<days>', summary: 'Delete the document this many days after its end' },
      'idempotency-key': { value: '<key>', summary: 'Makes the command safe to repeat' },
    },
    examples: [
      'assay documents send lease.pdf --signer "Ada Example <ada@example.com>" --sign-at 3,72,640',
      'assay documents send Lease --data lease.json --template "House rules@2=rules.json" --signer tenant="Ada Example <ada@example.com>"',
    ],
    load: async () => (await import('./commands/documents-send.ts')).sendDocument,
  },
  {
    name: 'documents bulk-send',
    summary: 'Send a document for each row of a CSV file',
    description:
      'Columns are signers (`<role> name`, `<role> email`), the name of the document (`document`) or variables of the template.\n' +
      'Rows that are refused are printed with their lines and the others are sent; --dry-run checks all rows and sends nothing.\n' +
      'Exits with 1 if a row was refused. Ctrl-C leaves the job running; cancel it with `assay call jobs.cancelJob`.',
    arguments: [
      { name: 'template', summary: 'Id or name of a template' },
      { name: 'file', summary: 'CSV file, up to 10,000 rows' },
    ],
    options: {
      column: {
        value: '<heading>=<meaning>',
        repeated: true,
        summary: 'Meaning of a column: signers.<role>.email, data.<variable>, name or ignore',
      },
      revision: { value: '<number>', summary: 'Revision of the template; by default the current one' },
      name: { value: '<name>', summary: 'Name of documents whose row has none' },
      message: { value: '<text>', summary: 'Message to the signers' },
      'remind-after': { value: '<days>', summary: 'Remind signers this many days after the latest email to them' },
      'expires-in': { value: '<days>', summary: 'Days until the documents expire (30)' },
      'retain-days': { value: '<days>', summary: 'Delete each document this many days after its end' },
      'dry-run': { summary: 'Check every row and send nothing' },
      report: { value: '<file>', summary: 'Write the report, one line for each row' },
      force: { summary: 'Replace the report' },
      'idempotency-key': { value: '<key>', summary: 'Makes the command safe to repeat' },
    },
    examples: [
      'assay documents bulk-send Lease tenants.csv --dry-run',
      'assay documents bulk-send Lease tenants.csv --report report.csv',
    ],
    load: async () => (await import('./commands/documents-bulk-send.ts')).bulkSend,
  },
  {
    name: 'documents verify',
    summary: 'Verify a sealed PDF and its audit trail offline',
    description:
      'Checks the seal of the PDF, the hash chain of the audit trail, and that seal and trail name each other. Sends nothing,\n' +
      'except that --url asks that service for the fingerprint of its sealing key, without credentials.\n' +
      'Save the trail with `assay call documents.readDocumentAudit --params id=<id> --out trail.json`.\n' +
      'Exits with 4 if the file or the trail was changed, 5 if both are intact but the issuer was not checked (none of\n' +
      '--fingerprint, --url and --ca), 6 if no seal binds the trail: no PDF, or one that was sealed before seals named the trail,\n' +
      '7 for a seal of another issuer, 8 for a rewritten trail, 9 for an expired certificate, 10 for a missing issuer, 11 if\n' +
      'only the authority of the timestamp was not checked.',
    arguments: [{ name: 'file', repeated: true, summary: 'Sealed PDF, audit trail (JSON), or both' }],
    options: {
      fingerprint: {
        value: '<sha256>',
        summary: 'Expected SHA-256 fingerprint of the sealing key or its certificate',
      },
      url: { value: '<url>', summary: 'Service whose published fingerprint is expected' },
      ca: { value: '<file>', summary: 'Certificates (PEM) that the certificate of the seal must lead to' },
      'timestamp-ca': { value: '<file>', summary: 'Certificates (PEM) that the timestamp must lead to' },
    },
    examples: ['assay documents verify lease.pdf trail.json --url https://api.example.com'],
    load: async () => (await import('./commands/documents-verify.ts')).verifyDocument,
  },
  {
    name: 'audit verify',
    summary: 'Verify an export of events against sealed roots, offline',
    description:
      'Checks the signatures of the roots, that each root continues the one before it, and that the events of the export, with\n' +
      'nothing missing and nothing added, lead from each root to the next. Sends nothing. Exits with 4 if anything differs.\n' +
      'The export has no filter and the format ndjson. Save the roots with `assay call risk.listAuditRoots > roots.json` and the\n' +
      'key with `assay call documents.readSealKey --pick publicKey > key.pem`.',
    arguments: [{ name: 'export', summary: 'Export of events (NDJSON)' }],
    options: {
      roots: { value: '<file>', summary: 'Sealed roots (JSON)' },
      'public-key': { value: '<file>', summary: 'Public key of the seal (PEM)' },
      all: { summary: 'Require the events of every root in the file' },
    },
    examples: ['assay audit verify events.ndjson --roots roots.json --public-key key.pem'],
    load: async () => (await import('./commands/audit-verify.ts')).verifyAuditLog,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    arguments: [{ name: 'shell', choices: ['bash', 'zsh', 'fish'], summary: 'bash, zsh or fish' }],
    examples: ['eval "$(assay completion bash)"', 'assay completion fish | source'],
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'help',
    summary: 'Describe a command',
    arguments: [{ name: 'command', optional: true, repeated: true, summary: 'A command' }],
    load: async () => (await import('./commands/help.ts')).help,
  },
];
