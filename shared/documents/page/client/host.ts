import type { SigningField } from './signing-state.ts';

/** What a page that shows this one in a frame is told. Never a value, never the link. */
export type HostMessage =
  | { type: 'assay:ready' }
  | { type: 'assay:field-filled'; fieldId: string; fieldType: string; label: string | null }
  | ({ type: 'assay:completed' | 'assay:declined' } & SigningIds);

/** Whose signing it was. */
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

/** The origin that is told stands in the fragment, `#host=…`, which no server gets to see. */
export function hostOf(window: Window): Host {
  const origin = originFrom(window.location.hash);
  const isFramed = window.parent !== window;
  const tell = (message: HostMessage) => {
    if (isFramed && origin) window.parent.postMessage(message, origin);
  };
  return {
    ready: () => tell({ type: 'assay:ready' }),
    fieldFilled: ({ id, fieldType, label }) =>
      tell({ type: 'assay:field-filled', fieldId: id, fieldType, label }),
    completed: (signed) => tell({ type: 'assay:completed', ...signed }),
    declined: (signed) => tell({ type: 'assay:declined', ...signed }),
  };
}

/** Only a whole origin is one: `*` and the like would tell anybody. */
function originFrom(fragment: string): string | undefined {
  const given = new URLSearchParams(fragment.slice(1)).get('host');
  if (!given) return undefined;
  try {
    return new URL(given).origin === given ? given : undefined;
  } catch {
    return undefined;
  }
}
