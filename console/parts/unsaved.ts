/** What people have typed on the page and not sent, to ask before it is thrown away. */
type Field = HTMLInputElement | HTMLTextAreaElement;

const TEXT = 'textarea, input:not([type=checkbox], [type=radio], [type=search], [type=file])';

const isField = (target: EventTarget | null): target is Field => target instanceof Element && target.matches(TEXT);

/** Values before the first edit. The fields of a form that was sent or closed have left the page. */
const untouched = new Map<Field, string>();

function note({ target }: Event) {
  for (const field of untouched.keys()) if (!field.isConnected) untouched.delete(field);
  if (isField(target) && !untouched.has(target)) untouched.set(target, target.value);
}

/** Call once. React keeps the default value of a field equal to its value, so edits are watched. */
export function watchFields(): () => void {
  document.addEventListener('beforeinput', note, { capture: true });
  return () => document.removeEventListener('beforeinput', note, { capture: true });
}

/** Whether a field on the page has text that was typed and not sent. */
export const hasUnsentText = () =>
  [...untouched].some(([field, value]) => field.isConnected && field.value !== value && field.value.trim() !== '');
