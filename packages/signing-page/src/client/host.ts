import type { SigningField } from './signing-state.ts';

/** Messages to the page that embeds this one. Never contain a value or the link. */
export type HostMessage =
  | { type: 'assay:ready' }
  | { type: 'assay:field-filled'; fieldId: string; fieldType: string; label: string | null }
  | ({ type: 'assay:completed' | 'assay:declined' } & SigningIds);

/** Ids of the document and signer. */
export interface SigningIds {
  documentId: string;
  signerId: string;
}

export interface Host {
  ready: () => void;
  fieldFilled: (field: SigningField) => void;
  completed: (signed: SigningIds) => void;
  declined: (signed: SigningIds) => void;
}

/** The host's origin is in the fragment, `#host=…`, which is never sent to a server. */
export function hostOf(window: Window): Host {
  const origin = originFrom(window.location.hash);
  const isFramed = window.parent !== window;
  const tell = (message: HostMessage) => {
    if (isFramed && origin) window.parent.postMessage(message, origin);
  };
  return {
    ready: () => tell({ type: 'assay:ready' }),
    fieldFilled: ({ id, fieldType, label }) => tell({ type: 'assay:field-filled', fieldId: id, fieldType, label }),
    completed: (signed) => tell({ type: 'assay:completed', ...signed }),
    declined: (signed) => tell({ type: 'assay:declined', ...signed }),
  };
}

/** Only accepts a complete origin: `*` would send messages to any page. */
function originFrom(fragment: string): string | undefined {
  const given = new URLSearchParams(fragment.slice(1)).get('host');
  if (!given) return undefined;
  try {
    return new URL(given).origin === given ? given : undefined;
  } catch {
    return undefined;
  }
}
