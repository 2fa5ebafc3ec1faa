import type { ComponentProps, ReactNode } from 'react';
import { useAsking } from './asking.ts';

type Look = 'default' | 'primary' | 'danger' | 'plain';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: Look;
  size?: 'small' | 'normal' | 'wide';
  /** The key that does the same, or several with a space between them. */
  shortcut?: string;
  /** Why the button does nothing now. It stays focusable, so that everyone can read the reason. */
  blocked?: string | null | undefined;
  children: ReactNode;
}

export function Button({
  look = 'default',
  size = 'normal',
  shortcut,
  blocked,
  children,
  onClick,
  title,
  ...rest
}: ButtonProps) {
  const { explain, show } = useAsking();
  const reason = blocked ? explain(blocked) : undefined;
  const classes = ['button', look !== 'default' && look, size !== 'normal' && size];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={blocked ? true : undefined}
      aria-keyshortcuts={shortcut}
      title={reason ?? title}
      onClick={reason === undefined ? onClick : () => show(reason)}
    >
      {children}
      {shortcut?.split(' ').map((name) => (
        <Key key={name} name={name} />
      ))}
    </button>
  );
}

const NAMES: Record<string, string> = {
  Enter: '↵',
  'mod+k': '⌘K',
  'mod+Enter': '⌘↵',
  Escape: 'Esc',
};

/** A key as it is printed on a keyboard. It is decoration: the label says what happens, `aria-keyshortcuts` the keys. */
export const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden={name.startsWith('mod+') ? true : undefined}>
    {NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name)}
  </kbd>
);
