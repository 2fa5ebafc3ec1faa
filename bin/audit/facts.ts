import { tmpdir } from 'node:os';
import { type ExternalSort, externalSort } from './external-sort.ts';
import { eventsIn, isRecord, KINDS_WITH_HISTORY, type StoredEvent, type StoredRow } from './stored-state.ts';
import { openWorkFile, type WorkFile } from './work-file.ts';

/**
 * The audit in bounded memory. Rules do not hold rows: they state facts about each row, which are sorted on disk by what
 * they are joined on, and then judge all facts with one key.
 */

/**
 * What facts are joined for, and in which of three rounds: the judgement of one round can state facts for the next.
 * Answers, runs and assessments in several parts are put together first; answers whose record was not found by its id come last.
 */
const ROUND_OF = {
  answers: 0,
  runs: 0,
  assessments: 0,
  records: 1,
  creations: 1,
  matchedRuns: 1,
  fullProposals: 1,
  pointers: 1,
  notes: 1,
  names: 1,
  monitored: 1,
  matches: 1,
  assignees: 1,
  overridden: 1,
  counters: 1,
  countedWork: 1,
  erasures: 1,
  objects: 1,
  actions: 1,
  work: 1,
  trails: 1,
  outbox: 1,
  unresolved: 2,
} as const satisfies Record<string, number>;
type Join = keyof typeof ROUND_OF;
const JOINS = Object.keys(ROUND_OF) as Join[];
const ROUNDS = 3;

export interface Fact {
  /** Facts of one key are in the order of kind and values. */
  kind: string;
  values: string[];
}

/** States a fact; ignored if no rule of the audit judges the join. */
export type State = (join: Join, key: string, kind: string, ...values: (string | number)[]) => void;
export type Find = (finding: string) => void;

/** A row with what most rules ask of it. */
export interface ReadRow {
  row: StoredRow;
  events: readonly StoredEvent[];
  isRecord: boolean;
  /** Whether it is a record whose every change has an event. */
  hasHistory: boolean;
}

/** Findings are stored states that must never exist, whatever crashed before. */
export interface Rule {
  read?: (read: ReadRow, state: State, find: Find) => void;
  /** Each join has one judge. */
  judges?: { [J in Join]?: Judge };
}
/** Facts can be read once and in order. There may be any number of them: a judge counts and does not collect. */
export type Judge = (key: string, facts: Iterable<Fact>, state: State, find: Find) => void;

export interface FactOptions {
  /** Directory for temporary files. */
  workDir?: string | undefined;
  /** Of each sort; reading and sorting take about three times as much. */
  bufferBytes?: number | undefined;
  /** Further findings are counted only. */
  findingsShown?: number | undefined;
  openFile?: ((directory: string) => WorkFile) | undefined;
}

export interface Findings {
  findings: string[];
  findingCount: number;
}

export interface FactAudit {
  add(row: StoredRow): void;
  state: State;
  /** Judges all facts. */
  judge(): Findings;
  bytesOnDisk(): number;
  close(): void;
}

const BUFFER_BYTES = 16 * 1024 * 1024;
const FINDINGS_SHOWN = 1000;

export function openAudit(
  rules: readonly Rule[],
  {
    workDir = tmpdir(),
    bufferBytes = BUFFER_BYTES,
    findingsShown = FINDINGS_SHOWN,
    openFile = openWorkFile,
  }: FactOptions = {},
): FactAudit {
  const file = openFile(workDir);
  const sorts = Array.from({ length: ROUNDS }, () => externalSort(file, bufferBytes));
  const judges = new Map<string, Judge>();
  for (const rule of rules)
    for (const [join, judge] of Object.entries(rule.judges ?? {})) judges.set(codeOf(join as Join), judge);
  const result: Findings = { findings: [], findingCount: 0 };
  const find: Find = (finding) => {
    result.findingCount += 1;
    if (result.findings.length < findingsShown) result.findings.push(finding);
  };
  const stateFrom =
    (round: number): State =>
    (join, key, kind, ...values) => {
      if (ROUND_OF[join] < round) throw new Error(`A fact of the join ${join} comes too late.`);
      const code = codeOf(join);
      if (judges.has(code)) sorts[ROUND_OF[join]]?.add(lineOf(code, key, kind, values));
    };
  const state = stateFrom(0);
  const reading = rules.flatMap(({ read }) => read ?? []);
  return {
    add(row) {
      const read = readRow(row);
      for (const one of reading) one(read, state, find);
    },
    state,
    judge() {
      for (const [round, sort] of sorts.entries()) {
        const stateNext = stateFrom(round + 1);
        for (const { code, key, facts } of groupsIn(sort)) judges.get(code)?.(key, facts, stateNext, find);
      }
      return result;
    },
    bytesOnDisk: file.size,
    close: file.close,
  };
}

function readRow(row: StoredRow): ReadRow {
  const hasRecord = isRecord(row);
  return {
    row,
    events: row.kind === 'events' ? eventsIn(row) : [],
    isRecord: hasRecord,
    hasHistory: hasRecord && KINDS_WITH_HISTORY.has(row.kind),
  };
}

/** One character of a line instead of a word. */
const codeOf = (join: Join) => String.fromCharCode('A'.charCodeAt(0) + JOINS.indexOf(join));

const lineOf = (code: string, key: string, kind: string, values: readonly (string | number)[]) =>
  [code + escaped(key), kind, ...values.map((value) => (typeof value === 'number' ? value : escaped(value)))].join(
    '\t',
  );

const escaped = (text: string) =>
  /[\t\n\\]/.test(text) ? text.replace(/[\t\n\\]/g, (one) => ESCAPES[one] ?? one) : text;
const ESCAPES: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\\': '\\\\' };
const unescaped = (text: string) =>
  text.includes('\\') ? text.replace(/\\(.)/g, (_, one: string) => UNESCAPED[one] ?? one) : text;
const UNESCAPED: Record<string, string> = { t: '\t', n: '\n' };

interface Group {
  code: string;
  key: string;
  facts: Iterable<Fact>;
}

function* groupsIn(sort: ExternalSort): Generator<Group> {
  const lines = sort.sorted();
  let next = lines.next();
  while (!next.done) {
    const prefix = next.value.slice(0, next.value.indexOf('\t') + 1);
    const facts = (function* (): Generator<Fact> {
      for (; !next.done && next.value.startsWith(prefix); next = lines.next()) {
        const [kind = '', ...values] = next.value.slice(prefix.length).split('\t');
        yield { kind, values: next.value.includes('\\') ? values.map(unescaped) : values };
      }
    })();
    yield { code: prefix.charAt(0), key: unescaped(prefix.slice(1, -1)), facts };
    // What the judge left unread.
    while (!next.done && next.value.startsWith(prefix)) next = lines.next();
  }
}

/** A number as text in the order of its value. */
export const inOrder = (number: number) => String(number).padStart(16, '0');
