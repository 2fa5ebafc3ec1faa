import type { SigningField } from './signing-state.ts';

/** What a page that shows this one in a frame is told. Never a value, never the link. */
export type HostMessage =
  | { type: 'assay:ready' }
  | { type: 'assay:field-filled'; fieldId: string; fieldType: string; label: string | null }
  | { type: 'assay:completed' }
  | { type: 'assay:declined' };

export interface Host {
  ready: () => void;
  fieldFilled: (field: SigningField) => void;
  completed: () => void;
  declined: () => void;
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
    completed: () => tell({ type: 'assay:completed' }),
    declined: () => tell({ type: 'assay:declined' }),
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
