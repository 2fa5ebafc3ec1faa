import { useId } from 'react';
import { useMe } from '../api/me.ts';
import { useSession } from '../app.tsx';
import { switchZone, useZone } from '../parts/time.tsx';
import { switchTheme } from '../theme.ts';

/** Who is signed in, and what belongs to this browser: theme, time zone, keys, sign-out. */
export function UserMenu({ onKeys }: { onKeys(): void }) {
  const { data: me } = useMe();
  const session = useSession();
  const zone = useZone();
  const id = useId();
  const name = me?.name ?? me?.email ?? 'Signed in';
  return (
    <>
      <button type="button" className="who" popoverTarget={id}>
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="truncate">
          {name}
          <br />
          <span className="quiet">{me?.role ?? ''}</span>
        </span>
      </button>
      <div id={id} popover="auto" className="menu">
        <button type="button" onClick={() => switchTheme('system')}>
          Theme of the system
        </button>
        <button type="button" onClick={() => switchTheme('light')}>
          Light theme
        </button>
        <button type="button" onClick={() => switchTheme('dark')}>
          Dark theme
        </button>
        <button type="button" onClick={() => switchZone(zone === 'utc' ? 'local' : 'utc')}>
          {zone === 'utc' ? 'Show local times' : 'Show times in UTC'}
        </button>
        <button type="button" onClick={onKeys}>
          Keys
        </button>
        <a href="/docs">API reference</a>
        <button type="button" onClick={() => void session.signOut()}>
          Sign out
        </button>
      </div>
    </>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
