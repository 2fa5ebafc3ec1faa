import type { Api } from '../../api/client.ts';

export type BrandRecord = Awaited<ReturnType<Api['organization']['readBrand']>>;

/** Unsaved input, as it is typed. */
export interface BrandEdits {
  name?: string;
  colour?: string;
  /** Null removes the logo. */
  logo?: string | null;
}

const LOGO_BYTES = 100 * 1024;
const LOGO_TYPES = ['image/png', 'image/svg+xml'];

export function logoRefusal({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (!LOGO_TYPES.includes(type)) return `${name} is not a PNG or SVG. It was not sent.`;
  return size > LOGO_BYTES ? `${name} is larger than 100 KB. It was not sent.` : null;
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** `0B5FFF` as `#0b5fff`; undefined if it is no colour, null if it is empty. */
export function colourFrom(typed: string): string | null | undefined {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const colour = text.startsWith('#') ? text : `#${text}`;
  return COLOUR.test(colour) ? colour : undefined;
}

/** What signers would see with the edits. */
export function editedBrand(stored: BrandRecord, { name, colour, logo }: BrandEdits) {
  const typed = name === undefined ? stored.name : name.trim() || null;
  return {
    name: typed ?? stored.registeredName,
    colour: colour === undefined ? stored.colour : (colourFrom(colour) ?? null),
    logo: logo === undefined ? (stored.logo?.image ?? null) : logo,
  };
}

export const updateOf = ({ revision }: BrandRecord, { name, colour, logo }: BrandEdits) => ({
  expectedRevision: revision,
  ...(name !== undefined && { name: name.trim() || null }),
  ...(colour !== undefined && { colour: colourFrom(colour) ?? null }),
  ...(logo !== undefined && { logo }),
});

export const isSameName = (one: string, other: string) =>
  one.replaceAll(/\s+/g, ' ').trim().toLowerCase() === other.replaceAll(/\s+/g, ' ').trim().toLowerCase();
