import { placeIn, type Sealed, sha256Hex } from './sealed-file.ts';

const API = '/api/v1/documents';
const MEGABYTE = 1024 * 1024;
/** More than any sealed file has; a browser would hold a larger one in memory. */
const LARGEST_MB = 60;

const found = <E extends Element>(id: string): E => {
  const element = document.querySelector<E>(`#${id}`);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
};

const input = found<HTMLInputElement>('file');
const result = found<HTMLElement>('result');

/** The place that the QR code named; a file names its own. */
const scanned = location.hash.slice(1);
let turn = 0;

input.addEventListener('change', async () => {
  const [file] = input.files ?? [];
  if (!file) return;
  turn += 1;
  const own = turn;
  show('', 'Checking…', [`${file.name} is being read on this device.`]);
  const outcome = await check(file).catch(
    (): Outcome => ({ kind: '', title: 'The check failed', lines: ['The service did not answer. Try again later.'] }),
  );
  // Another file may have been chosen meanwhile.
  if (own !== turn) return;
  show(outcome.kind, outcome.title, outcome.lines, outcome.facts);
  result.focus();
});

interface Outcome {
  kind: '' | 'good' | 'bad';
  title: string;
  lines: string[];
  facts?: [string, string][];
}

async function check(file: File): Promise<Outcome> {
  if (file.size > LARGEST_MB * MEGABYTE)
    return { kind: '', title: 'The file is too large', lines: [`Sealed files have less than ${LARGEST_MB} MB.`] };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = await sha256Hex(bytes);
  const facts: [string, string][] = [['SHA-256 of the file', digest]];
  for (const place of new Set([placeIn(bytes), scanned].filter((one) => one !== undefined && one !== ''))) {
    const answer = await fetch(`${API}/sealed/${encodeURIComponent(place ?? '')}/${digest}`);
    if (answer.ok) return sealedOutcome(await answer.json(), facts);
    if (answer.status !== 404 && answer.status !== 400) throw new Error(`Status ${answer.status}.`);
  }
  return {
    kind: 'bad',
    title: 'Unknown to this service',
    lines: [
      'This service did not seal exactly this file, or no longer has it. A file that was changed, saved again or ' +
        'printed to PDF is another file. Ask the sender for the file as it was sealed.',
      'Files from before the seal named its service are not found here; `assay documents verify` checks them.',
    ],
    facts,
  };
}

const LEVELS: Record<Sealed['level'], string> = {
  'B-B': 'B-B: the time of the seal is stated by this service',
  'B-T': 'B-T: a timestamp authority confirms the time of the seal',
  'B-LT': 'B-LT: with a timestamp, and the revocation data to check it later',
};

const sealedOutcome = (
  { sealedAt, level, signers, isVouchedFor, mode }: Sealed,
  facts: [string, string][],
): Outcome => ({
  kind: 'good',
  title: 'Unchanged since this service sealed it',
  lines: [
    ...(mode === 'test' ? ['It was sealed in test mode, for trying out.'] : []),
    ...(isVouchedFor
      ? []
      : ['No certificate authority vouches for the issuer: that it is who it says rests on this address.']),
  ],
  facts: [
    ['Sealed', new Date(sealedAt).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'long' })],
    ['Signers', String(signers)],
    ['Level of the seal (PAdES)', LEVELS[level]],
    ...facts,
  ],
});

function show(kind: Outcome['kind'], title: string, lines: readonly string[], facts: readonly [string, string][] = []) {
  const list = element('dl');
  for (const [name, value] of facts) list.append(element('dt', name), element('dd', value));
  result.className = `card ${kind}`;
  result.replaceChildren(element('h2', title), ...lines.map((line) => element('p', line)), list);
  result.hidden = false;
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

async function showKey() {
  const answer = await fetch(`${API}/seal-key`);
  if (!answer.ok) throw new Error(`Status ${answer.status}.`);
  const { fingerprint, certificates } = (await answer.json()) as { fingerprint: string; certificates: string[] };
  found('fingerprint').textContent = fingerprint;
  found('issuer').textContent =
    certificates.length > 0
      ? 'A certificate authority vouches for the key.'
      : 'No certificate authority vouches for the key.';
}

showKey().catch(() => {
  found('fingerprint').textContent = 'not available now';
  found('issuer').textContent = 'not available now';
});
