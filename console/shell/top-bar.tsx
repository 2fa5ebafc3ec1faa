import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useMode } from '../app.tsx';
import { Button, Key } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';

/** Opens the navigation on a phone. */
export const SideMenuContext = createContext<() => void>(() => {});

/** The bar above a screen: its title, filters or actions. It also names the browser tab. */
export function TopBar({
  title,
  isId = false,
  crumbs,
  children,
  end,
}: {
  title: string;
  /** The title is an id or a key, not words. */
  isId?: boolean;
  crumbs?: ReactNode;
  children?: ReactNode;
  end?: ReactNode;
}) {
  const toggle = useContext(SideMenuContext);
  const mode = useMode();
  useEffect(() => {
    document.title = `${mode === 'test' ? 'TEST ' : ''}${title} · Assay`;
  }, [mode, title]);
  return (
    <header className="bar">
      <span className="menu-toggle">
        <Button look="plain" aria-label="Open navigation" onClick={toggle}>
          <Icon name="menu" />
        </Button>
      </span>
      <div className="crumbs">
        {crumbs}
        <h1 className={isId ? 'mono truncate' : 'truncate'}>{title}</h1>
      </div>
      {children}
      {end && <div className="bar-end">{end}</div>}
    </header>
  );
}

/** The most useful keys of a screen, in its bar. */
export const KeyHints = ({ hints }: { hints: readonly (readonly [keys: string, label: string])[] }) => (
  <div className="hints" aria-hidden="true">
    {hints.map(([keys, label]) => (
      <span key={label} className="hint">
        {keys.split(' ').map((key) => (
          <Key key={key} name={key} />
        ))}
        {label}
      </span>
    ))}
  </div>
);
