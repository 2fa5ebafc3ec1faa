import { directionOf, LANGUAGE_CODES, LANGUAGES, type LanguageCode, preferredLanguage } from '../../languages.ts';
import { checkSeal, hexOf, type SealState, sha256 } from './seal.ts';
import { placeIn, type Sealed } from './sealed-file.ts';
import { VERIFY_TEXTS, type VerifyTexts } from './texts.ts';
import { checkTrail, entriesIn } from './trail.ts';

const API = '/api/v1/documents';
const MEGABYTE = 1024 * 1024;
/** More than any sealed file has; a browser would hold larger ones in memory. */
const LARGEST_MB = 60;

const found = <E extends Element>(id: string): E => {
  const element = document.querySelector<E>(`#${id}`);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
};

const input = found<HTMLInputElement>('file');
const result = found<HTMLElement>('result');
const languages = found<HTMLSelectElement>('language');

/** The place that the QR code named; a file names its own. */
const scanned = location.hash.slice(1);
const asked = new URLSearchParams(location.search).get('lang');
let language = preferredLanguage([...(asked ? [asked] : []), ...navigator.languages]);
let turn = 0;

const say = (name: keyof VerifyTexts, values: Record<string, string | number> = {}) =>
  VERIFY_TEXTS[language][name].replace(/\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''));

interface PublishedKey {
  fingerprint: string;
  certificates: string[];
  timestampCertificate?: string;
}

const publishedKey = fetch(`${API}/seal-key`)
  .then(async (answer) => (answer.ok ? ((await answer.json()) as PublishedKey) : undefined))
  .catch(() => undefined);

input.addEventListener('change', () => check());
languages.addEventListener('change', () => {
  language = languages.value as LanguageCode;
  const url = new URL(location.href);
  url.searchParams.set('lang', language);
  history.replaceState(null, '', url);
  showTexts();
  if (input.files?.length) check();
});

async function check(): Promise<void> {
  const files = [...(input.files ?? [])];
  if (files.length === 0) return;
  turn += 1;
  const own = turn;
  show({ kind: '', title: say('checking'), lines: files.map(({ name }) => name) });
  const outcome = await outcomeOf(files).catch(
    (): Outcome => ({ kind: '', title: say('failed'), lines: [say('failedText')] }),
  );
  // Another file may have been chosen meanwhile.
  if (own !== turn) return;
  show(outcome);
  result.focus();
}

interface Outcome {
  kind: '' | 'good' | 'bad';
  title: string;
  lines: string[];
  facts?: [string, string][];
}

const isPdf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');

async function outcomeOf(files: readonly File[]): Promise<Outcome> {
  if (files.reduce((sum, { size }) => sum + size, 0) > LARGEST_MB * MEGABYTE)
    return { kind: '', title: say('tooLarge', { mb: LARGEST_MB }), lines: [] };
  const contents = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  const [pdf, ...furtherPdfs] = contents.filter(isPdf);
  const [trailFile, ...furtherTrails] = contents.filter((bytes) => !isPdf(bytes));
  const trail = trailFile && entriesIn(new TextDecoder().decode(trailFile));
  if (!pdf || furtherPdfs.length + furtherTrails.length > 0 || (trailFile && !trail))
    return { kind: '', title: say('wrongFiles'), lines: [] };

  const digest = hexOf(await sha256(pdf));
  const seal = await checkSeal(pdf);
  const key = await publishedKey;
  const known = await recordOf(pdf, digest);
  const facts: [string, string][] = [
    ...(known ? factsOf(known) : []),
    ...(seal ? sealFacts(seal, key) : []),
    [say('digest'), digest],
  ];
  if (!seal?.isIntact || (seal.hasUpdate && !known))
    return {
      kind: 'bad',
      title: say(seal ? 'changed' : 'noSeal'),
      lines: seal?.hasUpdate ? [say('update')] : [],
      facts,
    };

  const checked = trail && (await checkTrail(trail, seal, digest));
  if (checked?.state === 'differs') return { kind: 'bad', title: say('rewritten'), lines: [], facts };
  const trailLines = checked
    ? [say(checked.state === 'bound' ? 'trailBound' : 'trailUnbound', { count: checked.entries })]
    : [];
  if (known) return { kind: 'good', title: say('unchanged'), lines: [...linesOf(known), ...trailLines], facts };

  const isValid = wasValid(seal, key);
  const isOwn = key?.fingerprint === seal.keyFingerprint;
  const lines = [
    say('unknown'),
    ...(isOwn ? [] : [say('anyone')]),
    ...(isValid ? [] : [say('expired')]),
    ...trailLines,
  ];
  return { kind: isOwn && isValid ? 'good' : '', title: say(isOwn ? 'ownKey' : 'otherKey'), lines, facts };
}

/** What the service has recorded about exactly this file. */
async function recordOf(pdf: Uint8Array, digest: string): Promise<Sealed | undefined> {
  for (const place of new Set([placeIn(pdf), scanned].filter((one) => one !== undefined && one !== ''))) {
    const answer = await fetch(`${API}/sealed/${encodeURIComponent(place ?? '')}/${digest}`);
    if (answer.ok) return (await answer.json()) as Sealed;
    if (answer.status !== 404 && answer.status !== 400) throw new Error(`Status ${answer.status}.`);
  }
  return undefined;
}

const LEVELS = { 'B-B': 'levelB', 'B-T': 'levelT', 'B-LT': 'levelLT' } as const;

const linesOf = ({ isVouchedFor, mode }: Sealed) => [
  ...(mode === 'test' ? [say('testMode')] : []),
  ...(isVouchedFor ? [] : [say('notVouched')]),
];

const timeText = (time: Date) => time.toLocaleString(language, { dateStyle: 'long', timeStyle: 'long' });

const factsOf = ({ sealedAt, signers, level }: Sealed): [string, string][] => [
  [say('sealed'), timeText(new Date(sealedAt))],
  [say('signers'), String(signers)],
  [say('level'), say(LEVELS[level])],
];

const isKnownTimestamp = ({ timestamp }: SealState, key: PublishedKey | undefined) =>
  timestamp != null && timestamp.fingerprint === key?.timestampCertificate;

/** At the time of the timestamp of a known authority, else now. */
function wasValid(seal: SealState, key: PublishedKey | undefined): boolean {
  const at = seal.timestamp && isKnownTimestamp(seal, key) ? seal.timestamp.time : new Date();
  return seal.validity.from <= at && at <= seal.validity.until;
}

function sealFacts(seal: SealState, key: PublishedKey | undefined): [string, string][] {
  const { keyFingerprint, timestamp } = seal;
  const by = say(isKnownTimestamp(seal, key) ? 'timestampKnown' : 'timestampUnknown');
  return [
    ...(timestamp ? [[say('timestamp'), `${timeText(timestamp.time)}, ${by}`] as [string, string]] : []),
    [say('sealKey'), keyFingerprint],
  ];
}

function show({ kind, title, lines, facts = [] }: Outcome): void {
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

function showTexts(): void {
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  document.title = say('title');
  languages.setAttribute('aria-label', say('language'));
  for (const one of document.querySelectorAll<HTMLElement>('[data-text]'))
    one.textContent = say(one.dataset.text as keyof VerifyTexts);
  publishedKey.then((key) => {
    found('fingerprint').textContent = key?.fingerprint ?? say('unavailable');
    found('issuer').textContent = say(!key ? 'unavailable' : key.certificates.length > 0 ? 'vouched' : 'selfMade');
  });
}

for (const code of LANGUAGE_CODES) {
  const option = new Option(LANGUAGES[code], code, false, code === language);
  option.lang = code;
  languages.append(option);
}
showTexts();
