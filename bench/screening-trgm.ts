import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The same names in PostgreSQL under a trigram index, asked as a screening would: everything similar enough,
 * the most similar hundred first. The server is started for the occasion in a folder of its own, listens on a
 * socket only and is gone afterwards. A function inside the server asks the questions and reads the clock, so
 * that neither connection nor parsing nor transport is counted, and every name is in memory: to the favour
 * of PostgreSQL.
 */
const INSTALLED = '/usr/lib/postgresql';
const START_TRIES = 100;
const START_PAUSE_MS = 100;
const RESULTS = 100;
const SUPERUSER_ID = 0;

export interface Trigrams {
  /** Milliseconds of each question, the best of its rounds. */
  ask: (questions: readonly string[], rounds: number) => number[];
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

/** Undefined where PostgreSQL is not installed. */
export async function startTrigrams(names: readonly string[]): Promise<Trigrams | undefined> {
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
      [...['-h', folder, '-U', 'bench', '-d', 'postgres', '-X', '-q', '-A', '-t'], '-c', text],
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
  return { bytes, stop, ask: (questions, rounds) => ask(sql, questions, rounds) };
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

const lines = (texts: readonly string[]) =>
  `${texts.map((text) => text.replace(/[\\\t\n\r]/g, ' ')).join('\n')}\n`;

function load(sql: Sql, names: readonly string[]): void {
  sql('CREATE EXTENSION pg_trgm; CREATE EXTENSION pg_prewarm');
  sql('CREATE TABLE names (name text); CREATE TABLE questions (at serial, name text)');
  sql('COPY names FROM STDIN', lines(names));
  sql(
    `SET maintenance_work_mem = '1GB'; CREATE INDEX by_trigram ON names USING gin (name gin_trgm_ops)`,
  );
  sql('VACUUM ANALYZE names');
  sql(`SELECT pg_prewarm('names') + pg_prewarm('by_trigram')`);
  sql(`CREATE FUNCTION timed(asked text) RETURNS float8 LANGUAGE plpgsql AS $$
    DECLARE started timestamptz := clock_timestamp();
    BEGIN
      PERFORM name, similarity(name, asked) AS alike FROM names WHERE name % asked
        ORDER BY alike DESC LIMIT ${RESULTS};
      RETURN extract(epoch FROM clock_timestamp() - started) * 1000;
    END $$`);
}

function ask(sql: Sql, questions: readonly string[], rounds: number): number[] {
  sql('TRUNCATE questions RESTART IDENTITY');
  sql('COPY questions (name) FROM STDIN', lines(questions));
  const timed = sql(
    `SELECT min(timed(name)) FROM questions, generate_series(1, ${rounds}) GROUP BY at ORDER BY at`,
  );
  return timed.split('\n').map(Number);
}
