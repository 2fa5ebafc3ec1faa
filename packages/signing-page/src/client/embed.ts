import type { HostMessage, SigningIds } from './host.ts';

/** Options of a page that embeds the signing page. */
export interface MountOptions {
  token: string;
  /**
   * Base URL of the service, if the script was loaded from elsewhere: `https://sign.example.com`.
   */
  baseUrl?: string;
  target?: Element | string;
  title?: string;
  onReady?: () => void;
  onFieldFilled?: (field: { fieldId: string; fieldType: string; label: string | null }) => void;
  onCompleted?: (signed: SigningIds) => void;
  onDeclined?: (signed: SigningIds) => void;
}

export interface Mounted {
  destroy: () => void;
}

/** Only defined while the script runs for the first time. */
const script = document.currentScript as HTMLScriptElement | null;
const home = script?.src ? new URL('.', script.src).href : undefined;

function mount(options: MountOptions): Mounted;
function mount(target: Element | string, options: MountOptions): Mounted;
function mount(first: Element | string | MountOptions, second?: MountOptions): Mounted {
  const isTarget = typeof first === 'string' || first instanceof Element;
  const options = isTarget ? { ...second, target: first } : first;
  if (typeof options.token !== 'string' || options.token === '') throw new Error('AssaySign.mount needs a token.');

  const url = new URL(`sign/${encodeURIComponent(options.token)}`, baseOf(options));
  url.hash = `host=${encodeURIComponent(location.origin)}`;
  const frame = frameFor(url, options.title ?? 'Sign a document');
  const listen = (event: MessageEvent) => {
    if (event.source === frame.contentWindow && event.origin === url.origin) tell(options as MountOptions, event.data);
  };
  addEventListener('message', listen);
  targetOf(options).append(frame);
  return {
    destroy: () => {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

function baseOf({ baseUrl }: Partial<MountOptions>): string {
  const base = baseUrl === undefined ? home : `${baseUrl.replace(/\/+$/, '')}/api/v1/`;
  if (!base) throw new Error('AssaySign.mount needs the baseUrl of the service.');
  return base;
}

function targetOf({ target = document.body }: Partial<MountOptions>): Element {
  const element = typeof target === 'string' ? document.querySelector(target) : target;
  if (!element) throw new Error(`AssaySign.mount found no ${String(target)}.`);
  return element;
}

function frameFor(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = url.href;
  frame.title = title;
  frame.referrerPolicy = 'no-referrer';
  Object.assign(frame.style, {
    border: '0',
    width: '100%',
    height: '100%',
    minHeight: '36rem',
    display: 'block',
  });
  return frame;
}

function tell(options: MountOptions, message: HostMessage) {
  if (message?.type === 'assay:ready') options.onReady?.();
  else if (message?.type === 'assay:completed') options.onCompleted?.(signedIn(message));
  else if (message?.type === 'assay:declined') options.onDeclined?.(signedIn(message));
  else if (message?.type === 'assay:field-filled') {
    const { fieldId, fieldType, label } = message;
    options.onFieldFilled?.({ fieldId, fieldType, label });
  }
}

const signedIn = ({ documentId, signerId }: SigningIds) => ({ documentId, signerId });

Object.assign(window, { AssaySign: { mount } });
