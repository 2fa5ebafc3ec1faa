import type { Token } from 'markdown-it';
import type { TreeReading } from './reading.ts';
import type { Inline } from './tree.ts';

const ADDRESS = /^image:([A-Za-z][A-Za-z0-9_-]*)(?:\?width=(\d{1,4}(?:\.\d{1,3})?))?$/;

/** `![alternative text](image:name)`, at its natural size or as wide as stated: `image:name?width=120`. */
export function readImage(token: Token, start: number, reading: TreeReading): Inline | undefined {
  const address = String(token.attrGet('src') ?? '');
  const title = textOf(token.attrGet('title'));
  if (reading.refuseValues(`${token.content} ${address} ${title ?? ''}`, 'Variables are not allowed in images.'))
    return undefined;
  const [, name = '', width] = ADDRESS.exec(address) ?? [];
  const image = reading.images.get(name);
  const alt = plainTextOf(token);
  const fault = faultOf({ address, name, alt, title, width });
  if (fault !== undefined || !image) {
    reading.refuse(start, fault ?? unknownImage(name, [...reading.images.keys()]));
    return undefined;
  }
  reading.countImage(start);
  const scale = width === undefined ? 1 : Number(width) / image.width;
  const at = reading.placeOf(start);
  return { kind: 'image', at, name, alt: alt ?? '', width: image.width * scale, height: image.height * scale };
}

interface Written {
  address: string;
  name: string;
  alt: string | undefined;
  title: string | null;
  width: string | undefined;
}

function faultOf({ address, name, alt, title, width }: Written): string | undefined {
  if (!address.startsWith('image:'))
    return 'Images belong to the template and are written as `![alternative text](image:name)`. None is loaded from elsewhere.';
  if (name === '') return 'Write `image:name` or `image:name?width=120`, with the width in points.';
  if (width !== undefined && Number(width) === 0) return 'The width of an image is more than 0 points.';
  if (title !== null) return 'Images have no title. Describe the image in its alternative text.';
  if (alt === undefined) return 'The alternative text of an image is plain text.';
  return alt === ''
    ? 'Describe the image: `![alternative text](image:name)`. Screen readers read this text.'
    : undefined;
}

const unknownImage = (name: string, known: readonly string[]) =>
  known.length === 0
    ? `The template has no images. Upload ${name} first.`
    : `The template has no image ${name}. It has: ${known.join(', ')}.`;

const textOf = (value: string | number | null) => (value === null ? null : String(value));

/** Undefined if the text has markup, which an alternative text cannot show. */
function plainTextOf({ children }: Token): string | undefined {
  const parts = (children ?? []).map(({ type, content }) => {
    if (type === 'text' || type === 'text_special') return content;
    return type === 'softbreak' ? ' ' : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join('').trim();
}
