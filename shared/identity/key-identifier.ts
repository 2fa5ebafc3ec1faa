import type { Mode } from '#shared/platform/caller.ts';

/**
 * The key identifier of a request. It contains organization and record id, so that the key can be read
 * directly.
 */
export interface NamedKey {
  organizationId: string;
  id: string;
  mode: Mode;
}

const IDENTIFIER = /^ak_(test|live)_([A-Za-z0-9_-]{43})$/;

export function identifierOf({ organizationId, id, mode }: NamedKey): string {
  const bytes = Buffer.from((organizationId + id).replaceAll('-', ''), 'hex');
  return `ak_${mode}_${bytes.toString('base64url')}`;
}

export function parseIdentifier(text: string): NamedKey | undefined {
  const [, mode, packed] = IDENTIFIER.exec(text) ?? [];
  if (!mode || !packed) return undefined;
  const hex = Buffer.from(packed, 'base64url').toString('hex');
  return {
    mode: mode as Mode,
    organizationId: uuidOf(hex.slice(0, 32)),
    id: uuidOf(hex.slice(32)),
  };
}

const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
