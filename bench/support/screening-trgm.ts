import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The same names in PostgreSQL under a trigram index, asked as a screening would: everything similar enough,
 * the most similar first. The server is started for the occasion in a folder of its own, listens on a
 * socket only and is gone afterwards. A function inside the server asks the questions and reads the clock, so
 * that neither connection nor parsing nor transport is counted, and every name is in memory: to the favour
 * of PostgreSQL.
 */
const INSTALLED = '/usr/lib/postgresql';
const START_TRIES = 100;
const FIRST_QUESTIONS = 5;
const START_PAUSE_MS = 100;
const SUPERUSER_ID = 0;

export interface TrigramName {
  entry: number;
  text: string;
}

/** One of its similarity operators, with a threshold. */
export interface Likeness {
  operator: keyof typeof MEASURES;
  threshold: number;
  /** Of the most similar names; without one all are listed. */
  limit?: number;
}

/** What each operator compares by; the setting of its threshold is named after it. */
const MEASURES = {
  '%': 'similarity',
  '<%': 'word_similarity',
  '<<%': 'strict_word_similarity',
} as const;

export interface Trigrams {
  /** Milliseconds of each query. */
  time: (questions: readonly string[], likeness: Likeness) => number[];
  /** The entries that each query finds. */
  find: (questions: readonly string[], likeness: Likeness) => Set<number>[];
  /** Bytes of the names and of their index. */
  bytes: number;
  stop: () => Promise<void>;
}

function findPrograms(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to be run by root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== SUPERUSER_ID) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((of) => Number(spawnSync('id', [of, user]).stdout));
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

/** Undefined if PostgreSQL is not installed. */
export async function startTrigrams(names: readonly TrigramName[]): Promise<Trigrams | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'trgm-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: programs, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  const created = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'bench', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...options, encoding: 'utf8' },
  );
  if (created.status !== 0) throw new Error(`initdb: ${created.stderr}`);
  const settings = ['listen_addresses=', 'fsync=off', 'shared_buffers=1GB', 'max_wal_size=8GB'];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const stopped = new Promise((resolve) => server.once('exit', resolve));

  const sql = (text: string, input?: string): string => {
    const { status, stdout, stderr } = spawnSync(
      join(programs, 'psql'),
      ['-h', folder, '-U', 'bench', '-d', 'postgres', '-X', '-q', '-A', '-t', '-c', text],
      { ...options, encoding: 'utf8', input, maxBuffer: 1 << 30 },
    );
    if (status !== 0) throw new Error(`psql: ${stderr}`);
    return stdout.trim();
  };
  const stop = async () => {
    server.kill('SIGINT');
    await stopped;
    rmSync(folder, { recursive: true });
  };
  await accepting(sql);
  load(sql, names);
  const bytes = Number(sql(`SELECT pg_total_relation_size('names')`));
  return {
    bytes,
    stop,
    time: (questions, likeness) => time(sql, questions, likeness),
    find: (questions, likeness) => find(sql, questions, likeness),
  };
}

type Sql = (text: string, input?: string) => string;

async function accepting(sql: Sql): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      sql('SELECT 1');
      return;
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await wait(START_PAUSE_MS);
    }
}

const asColumn = (text: string) => text.replace(/[\\\t\n\r]/g, ' ');
const lines = (rows: readonly string[]) => `${rows.join('\n')}\n`;

function load(sql: Sql, names: readonly TrigramName[]): void {
  sql('CREATE EXTENSION pg_trgm; CREATE EXTENSION pg_prewarm');
  sql('CREATE TABLE names (entry int, name text); CREATE TABLE questions (at serial, name text)');
  const rows = names.map(({ entry, text }) => `${entry}\t${asColumn(text)}`);
  sql('COPY names FROM STDIN', lines(rows));
  sql(`SET maintenance_work_mem = '1GB'; CREATE INDEX by_trigram ON names USING gin (name gin_trgm_ops)`);
  sql('VACUUM ANALYZE names');
  sql(`SELECT pg_prewarm('names') + pg_prewarm('by_trigram')`);
}

function give(sql: Sql, questions: readonly string[]): void {
  sql('TRUNCATE questions RESTART IDENTITY');
  sql('COPY questions (name) FROM STDIN', lines(questions.map(asColumn)));
}

const withThreshold = ({ operator, threshold }: Likeness) =>
  `SET pg_trgm.${MEASURES[operator]}_threshold = ${threshold}`;

function time(sql: Sql, questions: readonly string[], likeness: Likeness) {
  give(sql, questions);
  const { operator, limit } = likeness;
  sql(`CREATE OR REPLACE FUNCTION timed(asked text) RETURNS float8 LANGUAGE plpgsql AS $$
    DECLARE started timestamptz := clock_timestamp();
    BEGIN
      PERFORM name, ${MEASURES[operator]}(asked, name) AS alike FROM names WHERE asked ${operator} name
        ORDER BY alike DESC ${limit === undefined ? '' : `LIMIT ${limit}`};
      RETURN extract(epoch FROM clock_timestamp() - started) * 1000;
    END $$`);
  // The first queries of a connection also load the catalog.
  const timed = sql(
    `${withThreshold(likeness)};
    DO 'BEGIN PERFORM timed(name) FROM questions WHERE at <= ${FIRST_QUESTIONS}; END';
    SELECT timed(name) FROM questions ORDER BY at`,
  );
  return timed.split('\n').map(Number);
}

function find(sql: Sql, questions: readonly string[], likeness: Likeness): Set<number>[] {
  give(sql, questions);
  const { operator, limit } = likeness;
  const found = sql(
    `${withThreshold(likeness)};
    SELECT at, array_to_string(array_agg(DISTINCT entry), ' ') FROM questions, LATERAL (
      SELECT entry FROM names WHERE questions.name ${operator} names.name
        ORDER BY ${MEASURES[operator]}(questions.name, names.name) DESC
        ${limit === undefined ? '' : `LIMIT ${limit}`}) AS alike GROUP BY at`,
  );
  const sets = questions.map(() => new Set<number>());
  for (const line of found.split('\n').filter(Boolean)) {
    const [at = '', entries = ''] = line.split('|');
    sets[Number(at) - 1] = new Set(entries.split(' ').map(Number));
  }
  return sets;
}
