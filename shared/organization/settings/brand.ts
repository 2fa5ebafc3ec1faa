import * as z from 'zod';
import { prose, Timestamp, text } from '#shared/platform/http/shapes.ts';
import type { Settings } from './settings.ts';

/** Name, logo and colour that signers see, one set for both modes. */
const NAME_CHARACTERS = 100;
const CHANGE_REASON_CHARACTERS = 2_000;
/** A logo, as it is sent and as it is stored. It is 48 pixels high on the signing page. */
export const LOGO_BYTES = 100 * 1024;
export const LOGO_SIDE_PIXELS = 2_000;

/**
 * Characters that are not seen, or that reorder what is. Joiners are part of the spelling of Persian and Indic
 * names.
 */
const DECEIVING =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]--[\u200c\u200d]]/v;
const ALL_DECEIVING = new RegExp(DECEIVING, 'gv');

const BrandName = text(NAME_CHARACTERS)
  .regex(/[\p{L}\p{N}]/u, 'must contain a letter or digit')
  .refine((name) => !DECEIVING.test(name), { message: 'must not contain invisible or direction characters' })
  .describe('The name that signers read. Null: the `name` of the settings.');

const Colour = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be `#rrggbb`')
  .describe(
    'Of buttons and lines, as `#rrggbb`. Any colour can be used: text on it is black or white, and lines and links are ' +
      'made darker or lighter until they have a contrast of 4.5:1. Null: the colours of the product.',
  );

const StoredLogo = z.object({
  sha256: z.string(),
  format: z.enum(['png', 'svg']),
  width: z.number(),
  height: z.number(),
  sizeBytes: z.int(),
});
type StoredLogo = z.infer<typeof StoredLogo>;

const properties = { name: BrandName.nullable(), colour: Colour.nullable() };

export const StoredBrand = z.object({
  name: z.string().nullable(),
  colour: z.string().nullable(),
  logo: StoredLogo.nullable(),
  revision: z.int(),
  updatedAt: Timestamp.nullable(),
  updatedBy: z.string().nullable(),
});
export type StoredBrand = z.infer<typeof StoredBrand>;

export const NO_BRAND: StoredBrand = {
  name: null,
  colour: null,
  logo: null,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};

const EXAMPLE_LOGO = {
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  format: 'svg' as const,
  width: 120,
  height: 40,
  sizeBytes: 812,
  image: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`,
};

export const BrandUpdate = z
  .strictObject({
    name: properties.name.optional(),
    colour: properties.colour.optional(),
    logo: z
      .string()
      .nullish()
      .describe('The `data:` URL of a PNG or SVG in base64, up to 100 KiB. Null removes the logo.'),
    expectedRevision: z.int().min(0),
    reason: prose(CHANGE_REASON_CHARACTERS).nullish().describe('Stored in the history only.'),
  })
  .meta({
    id: 'BrandUpdate',
    examples: [{ name: 'Example Pay', colour: '#0b5fff', logo: EXAMPLE_LOGO.image, expectedRevision: 0 }],
  });
export type BrandUpdate = z.infer<typeof BrandUpdate>;

export const Brand = z
  .object({
    ...properties,
    logo: StoredLogo.extend({ image: z.string().describe('The stored image as a `data:` URL.') }).nullable(),
    shownName: z.string().nullable().describe('What signers read now: `name`, or that of the settings.'),
    registeredName: z
      .string()
      .nullable()
      .describe('The `name` of the settings, which signers are shown as well if they read another one.'),
    revision: z.int().describe('Increases with every update; 0 before the first.'),
    updatedAt: Timestamp.nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({
    id: 'Brand',
    examples: [
      {
        name: 'Example Pay',
        colour: '#0b5fff',
        logo: EXAMPLE_LOGO,
        shownName: 'Example Pay',
        registeredName: 'Example Payments',
        revision: 1,
        updatedAt: '2026-03-14T09:26:53.589Z',
        updatedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
      },
    ],
  });
export type Brand = z.infer<typeof Brand>;

/** The brand as signers see it now. */
export interface ShownBrand {
  /** The name of the brand or, without one, of the organization. */
  name: string | null;
  registeredName: string | null;
  colour: string | null;
  logo: StoredLogo | null;
}

/** The name of the settings may contain any character, and stands where signers read. */
export function shownBrand({ name, colour, logo }: StoredBrand, settings: Pick<Settings, 'name'>): ShownBrand {
  const registeredName = settings.name?.replaceAll(ALL_DECEIVING, '').trim() || null;
  return { name: name ?? registeredName, registeredName, colour, logo };
}

/**
 * The registered name, if signers read another one: the brand's, or that of one document. Case and spaces make no
 * other name.
 */
export const otherRegisteredName = (shown: string | null, { registeredName }: Pick<ShownBrand, 'registeredName'>) =>
  shown !== null && registeredName !== null && fold(shown) !== fold(registeredName) ? registeredName : null;

const fold = (name: string) => name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** The properties in which two brands differ. */
export const changedBrand = (before: StoredBrand, after: StoredBrand) => [
  ...(before.name === after.name ? [] : (['name'] as const)),
  ...(before.colour === after.colour ? [] : (['colour'] as const)),
  ...(before.logo?.sha256 === after.logo?.sha256 ? [] : (['logo'] as const)),
];
