import type { Finding } from '@assay/foundation';

/**
 * What a column of a bulk send is: `name` of the document, `data.<variable>` with dots for nested data,
 * `signers.<role>.name`, `.email` or `.language`, or `ignore`.
 */
const SIGNER_PARTS = ['name', 'email', 'language'] as const;
type SignerPart = (typeof SIGNER_PARTS)[number];

type Target =
  | { kind: 'name' | 'ignore' }
  | { kind: 'data'; path: string[] }
  | { kind: 'signer'; role: string; part: SignerPart };

export interface Column {
  heading: string;
  /** In the form of a request. */
  meaning: string;
  target: Target;
}

/** The meaning of each column: as the request says, else by its heading. */
export function columnsOf(
  headings: readonly string[],
  roles: readonly string[],
  wanted: Readonly<Record<string, string>> = {},
): { columns: Column[]; errors: Finding[] } {
  const errors: Finding[] = [];
  const columns = headings.map((heading): Column => {
    const meaning = Object.hasOwn(wanted, heading) ? (wanted[heading] ?? '') : meaningOf(heading, roles);
    const target = targetOf(meaning, roles);
    if (!target) errors.push({ path: `columns.${heading}`, message: `\`${meaning}\` is not a meaning of a column.` });
    return { heading, meaning, target: target ?? { kind: 'ignore' } };
  });
  for (const heading of Object.keys(wanted))
    if (!headings.includes(heading))
      errors.push({ path: `columns.${heading}`, message: 'The file has no such column.' });
  const given = columns.filter(({ target }) => target.kind !== 'ignore').map(({ meaning }) => meaning);
  for (const meaning of new Set(given.filter((one, index) => given.indexOf(one) !== index)))
    errors.push({ path: 'columns', message: `Several columns are \`${meaning}\`.` });
  for (const role of roles)
    for (const part of ['name', 'email'])
      if (!given.includes(`signers.${role}.${part}`))
        errors.push({ path: 'columns', message: `No column is \`signers.${role}.${part}\`.` });
  return { columns, errors };
}

/** `Tenant name`, `tenant_email` and `tenant.email` are of the signer with the role `tenant`; `email` is of the only signer. */
function meaningOf(heading: string, roles: readonly string[]): string {
  const plain = heading.trim().toLowerCase();
  for (const part of SIGNER_PARTS) {
    const role = roles.find((one) =>
      [' ', '_', '.', '-'].some((mark) => plain === `${one.toLowerCase()}${mark}${part}`),
    );
    if (role !== undefined) return `signers.${role}.${part}`;
  }
  const [only] = roles;
  if (roles.length === 1 && (plain === 'name' || plain === 'email')) return `signers.${only}.${plain}`;
  return plain === 'document' ? 'name' : `data.${heading.trim()}`;
}

function targetOf(meaning: string, roles: readonly string[]): Target | undefined {
  if (meaning === 'name' || meaning === 'ignore') return { kind: meaning };
  const [, role = '', part] = /^signers\.(.+)\.([a-z]+)$/s.exec(meaning) ?? [];
  const known = SIGNER_PARTS.find((one) => one === part);
  if (known && roles.includes(role)) return { kind: 'signer', role, part: known };
  const path = meaning.startsWith('data.') ? meaning.slice('data.'.length).split('.') : [];
  const isPath = path.length > 0 && path.every((one) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(one) && one !== '__proto__');
  return isPath ? { kind: 'data', path } : undefined;
}

/** The heading of the first cell that a refusal names: by the path of a finding, or by the variable in its message. */
export function headingOf(columns: Readonly<Record<string, string>>, findings: readonly Finding[]): string | null {
  const meanings = findings.flatMap(({ path, message }) => [
    path,
    path.replace(/^templateData\./, 'data.'),
    `data.${/`([^`]+)`/.exec(message)?.[1] ?? ''}`,
  ]);
  const found = Object.entries(columns).filter(([, meaning]) => meanings.includes(meaning));
  return found.toSorted(([, one], [, other]) => meanings.indexOf(one) - meanings.indexOf(other))[0]?.[0] ?? null;
}

export interface RowContent {
  name: string;
  templateData: Record<string, unknown>;
  signers: Record<string, Record<string, string>>;
}

/** What a row says. Cells that are missing at its end are empty. */
export function contentOf(columns: readonly Column[], cells: readonly string[], defaultName: string): RowContent {
  const content: RowContent = { name: defaultName, templateData: {}, signers: {} };
  for (const [index, { target }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (target.kind === 'name' && cell.trim() !== '') content.name = cell.trim();
    if (target.kind === 'data') setAt(content.templateData, target.path, cell);
    // A signer without a language has that of the sending.
    if (target.kind === 'signer' && !(target.part === 'language' && cell.trim() === ''))
      content.signers[target.role] = { ...content.signers[target.role], [target.part]: cell.trim() };
  }
  return content;
}

function setAt(data: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    data[first] = value;
    return;
  }
  const inner = Object.hasOwn(data, first) ? data[first] : undefined;
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  data[first] = next;
  setAt(next, rest, value);
}
