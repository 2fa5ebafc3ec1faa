/** Certificates and revocation lists that a sealed file has after its seal, as DER (EN 319 142-1, section 5.4). */
export interface ValidationData {
  certificates: Buffer[];
  crls: Buffer[];
}

/**
 * The file with a document security store: an update after the seal, which therefore covers none of it. The store needs
 * no protection, since everything in it is signed by its authority. The update has one form only, so that a reader can
 * write it again from its data and see that nothing else was added.
 */
export function withValidationData(sealed: Buffer, data: ValidationData): Buffer {
  return Buffer.concat([sealed, updateOf(sealed, data)]);
}

/** The data of such an update; undefined for anything else that follows a seal. */
export function validationDataIn(sealed: Buffer, update: Buffer): ValidationData | undefined {
  try {
    const [, certificates = '', crls = ''] = STORE.exec(update.toString('latin1', 0, LONGEST_HEAD)) ?? [];
    const streams = streamsIn(update);
    const count = referencesIn(certificates);
    const data = { certificates: streams.slice(0, count), crls: streams.slice(count) };
    const isOurs = count + referencesIn(crls) === streams.length && updateOf(sealed, data).equals(update);
    return isOurs ? data : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST_HEAD = 64 * 1024;
const STORE = /\/Type \/DSS \/Certs \[([\d R]*)\] \/CRLs \[([\d R]*)\]/;
const referencesIn = (list: string) => list.match(/R/g)?.length ?? 0;

const STREAM = / 0 obj\n<<\/Length (\d{1,9})>>\nstream\n/g;

function streamsIn(update: Buffer): Buffer[] {
  const text = update.toString('latin1');
  const found: Buffer[] = [];
  for (let at = 0; ; ) {
    STREAM.lastIndex = at;
    const [header = '', length] = STREAM.exec(text) ?? [];
    if (length === undefined) return found;
    const start = STREAM.lastIndex;
    at = start + Number(length);
    if (header === '' || at > update.length) return found;
    found.push(update.subarray(start, at));
  }
}

function updateOf(sealed: Buffer, { certificates, crls }: ValidationData): Buffer {
  const { rootNumber, catalog, size, id, xrefAt, hasStream } = lastRevisionOf(sealed);
  const numbers = [...certificates, ...crls].map((_, index) => size + 1 + index);
  const references = (some: readonly number[]) => some.map((number) => `${number} 0 R`).join(' ');
  const store =
    `<</Type /DSS /Certs [${references(numbers.slice(0, certificates.length))}] ` +
    `/CRLs [${references(numbers.slice(certificates.length))}]>>`;
  const objects: [number, Buffer][] = [
    [rootNumber, Buffer.from(`${catalog.slice(0, catalog.lastIndexOf('>>'))}/DSS ${size} 0 R\n>>`, 'latin1')],
    [size, Buffer.from(store)],
    ...[...certificates, ...crls].map((content, index): [number, Buffer] => [
      numbers[index] ?? 0,
      Buffer.concat([Buffer.from(`<</Length ${content.length}>>\nstream\n`), content, Buffer.from('\nendstream')]),
    ]),
  ];
  const parts = [Buffer.from('\n')];
  let at = sealed.length + 1;
  const offsets = objects.map(([number, content]): [number, number] => {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
    parts.push(object);
    at += object.length;
    return [number, at - object.length];
  });
  const next = size + 1 + numbers.length;
  const trailer = `/Root ${rootNumber} 0 R\n/Prev ${xrefAt}\n${id}\n`;
  const sections = hasStream ? xrefStream(offsets, { at, next, trailer }) : xrefTable(offsets, { next, trailer });
  return Buffer.concat([...parts, sections, Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
}

interface LastRevision {
  rootNumber: number;
  /** The dictionary of the catalog, as text. */
  catalog: string;
  /** The number of the next object. */
  size: number;
  id: string;
  xrefAt: number;
  /** Cross-references are a stream, and not a table. */
  hasStream: boolean;
}

/** The update with the seal, in the form that the library gives it. Throws for others. */
function lastRevisionOf(sealed: Buffer): LastRevision {
  const [, start] = /startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(sealed.toString('latin1', sealed.length - 64)) ?? [];
  const xrefAt = Number(start);
  const text = sealed.toString('latin1', xrefAt);
  const [, size] = /\/Size (\d{1,9})\b/.exec(text) ?? [];
  const [, root] = /\/Root (\d{1,9}) 0 R/.exec(text) ?? [];
  const [, previous] = /\/Prev (\d{1,12})\b/.exec(text) ?? [];
  const [id = ''] = /\/ID\s*\[[^\]]{0,300}\]/.exec(text) ?? [];
  const catalogAt = sealed.lastIndexOf(`\n${root} 0 obj\n`, xrefAt);
  const end = sealed.indexOf('\nendobj', catalogAt);
  if (!size || !root || !previous || catalogAt < Number(previous) || end > xrefAt)
    throw new Error('The seal does not end with a catalog of its own.');
  const catalog = sealed.toString('latin1', catalogAt + `\n${root} 0 obj\n`.length, end);
  if (!catalog.includes('/Type /Catalog') || catalog.includes('/DSS'))
    throw new Error('The seal does not end with a catalog without validation data.');
  return {
    rootNumber: Number(root),
    catalog,
    size: Number(size),
    id,
    xrefAt,
    hasStream: !text.startsWith('xref'),
  };
}

type Offsets = readonly (readonly [number: number, offset: number])[];

/** Object, offset in four bytes, generation 0. */
const ENTRY_WIDTHS = '[1 4 1]';

function xrefStream(offsets: Offsets, { at, next, trailer }: { at: number; next: number; trailer: string }): Buffer {
  const [[root] = [0], ...added] = offsets;
  const entries = Buffer.concat(
    [...offsets, [next, at] as const].map(([, offset]) => {
      const entry = Buffer.alloc(6);
      entry.writeUInt8(1, 0);
      entry.writeUInt32BE(offset, 1);
      return entry;
    }),
  );
  return Buffer.concat([
    Buffer.from(
      `${next} 0 obj\n<</Type /XRef\n/Size ${next + 1}\n/W ${ENTRY_WIDTHS}\n` +
        `/Index [${root} 1 ${added[0]?.[0]} ${added.length + 1}]\n${trailer}/Length ${entries.length}>>\nstream\n`,
    ),
    entries,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

function xrefTable(offsets: Offsets, { next, trailer }: { next: number; trailer: string }): Buffer {
  const [root, ...added] = offsets.map(([, offset]) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const [[rootNumber] = [0], [firstAdded] = [0]] = offsets;
  return Buffer.from(
    `xref\n${rootNumber} 1\n${root}${firstAdded} ${added.length}\n${added.join('')}` +
      `trailer\n<</Size ${next}\n${trailer}>>\n`,
  );
}
