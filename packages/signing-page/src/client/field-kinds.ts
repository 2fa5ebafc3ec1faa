import type { FieldType } from '@assay/agreements/browser';
import type { SigningField } from './signing-state.ts';
import { say, strings } from './strings.ts';

/** The controls of the page; `controls/control-for.ts` has one for each. */
export type ControlName = 'text' | 'choice' | 'tick' | 'picture';

interface FieldKind {
  control: ControlName;
  /** The error of an invalid value, where the service's own text is not in the reader's language. */
  invalidText: (field: SigningField) => string;
  /** What a picture shows. */
  draws?: 'signature' | 'initials';
  /** What a click on an empty picture does. */
  action?: () => string;
  /** An empty field gets today's date on click or Enter. */
  fillsToday?: true;
}

const picture = { control: 'picture', invalidText: () => strings.invalid.picture } as const;

/** Everything that differs between field types on the page. Their names are in the texts of each language. */
export const FIELD_KINDS: Record<FieldType, FieldKind> = {
  text: { control: 'text', invalidText: () => strings.invalid.other },
  date: {
    control: 'text',
    invalidText: ({ dateFormat }) =>
      dateFormat ? say(strings.invalid.dateAs, { format: dateFormat }) : strings.invalid.date,
    fillsToday: true,
  },
  dropdown: { control: 'choice', invalidText: () => strings.invalid.choice },
  checkbox: { control: 'tick', invalidText: () => strings.invalid.other },
  signature: { ...picture, draws: 'signature', action: () => strings.signHere },
  initials: { ...picture, draws: 'initials', action: () => strings.initialHere },
};
