import { Link, Outlet, useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDirectory } from '../api/directory.ts';
import { useCounts, useMe } from '../api/me.ts';
import { ModeProvider, useMode } from '../app.tsx';
import { useKeyboard, useShortcuts } from '../keys.ts';
import { AskingContext } from '../parts/asking.ts';
import { Key } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Skeleton } from '../parts/states.tsx';
import { Toasts, toast } from '../parts/toast.tsx';
import { hasUnsentText } from '../parts/unsaved.ts';
import { Finder } from './finder.tsx';
import { IdleCover } from './idle-cover.tsx';
import { KeyHelp } from './key-help.tsx';
import { NAVIGATION, PLACES } from './navigation.ts';
import { SessionGuard } from './session-guard.tsx';
import { SideMenuContext } from './top-bar.tsx';
import { useSwitchMode } from './use-switch-mode.ts';
import { UserMenu } from './user-menu.tsx';
import { explainWith } from './whom-to-ask.ts';

/** The frame around every screen: navigation, mode, palette, help and messages. */
export function Shell() {
  useKeyboard();
  const mode = useMode();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'finder' | 'keys' | null>(null);
  const [isSideOpen, setSideOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const go = (path: string) => navigate({ to: `/${mode}/${path}` });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // From a record to where it was opened, or to the list of its kind. A list has nowhere to go back to.
  const back = () => {
    const [, , place, record] = pathname.split('/');
    if (!record || document.querySelector(':popover-open')) return;
    if (hasUnsentText()) toast('What you have typed has not been sent. Send or remove it before you go back.');
    else if (canGoBack) router.history.back();
    else void go(place ?? 'inbox');
  };
  useShortcuts('Everywhere', [
    { keys: 'mod+k', label: 'Search and commands', run: () => setOpen('finder') },
    { keys: '/', label: 'Search and commands', isHidden: true, run: () => setOpen('finder') },
    { keys: '?', label: 'Show keys', run: () => setOpen('keys') },
    { keys: 'Escape', label: 'Back', run: back },
    ...PLACES.flatMap(({ keys, label, path }) =>
      keys ? [{ keys, label: `Go to ${label}`, run: () => void go(path) }] : [],
    ),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setSideOpen(false), [pathname]);
  return (
    <AskingContext value={useAskingPeople()}>
      <SideMenuContext value={() => setSideOpen((was) => !was)}>
        <div className={mode === 'test' ? 'shell is-test' : 'shell'}>
          <a className="skip button" href="#main">
            Skip to content
          </a>
          <Side isOpen={isSideOpen} onFind={() => setOpen('finder')} onKeys={() => setOpen('keys')} />
          <main id="main" ref={main} className="main" tabIndex={-1}>
            <Connectivity />
            <ModeProvider key={mode} value={mode}>
              <Screen />
            </ModeProvider>
          </main>
        </div>
        {open === 'finder' && <Finder onClose={() => setOpen(null)} />}
        {open === 'keys' && <KeyHelp onClose={() => setOpen(null)} />}
        <SessionGuard />
        <IdleCover />
        <Toasts />
      </SideMenuContext>
    </AskingContext>
  );
}

/** Screens begin once the role is known: before that, a key would tell an admin that they may not decide. */
function Screen() {
  const { isPending } = useMe();
  return isPending ? <Skeleton lines={10} /> : <Outlet />;
}

/** Names whom to ask for what the own role may not do. */
function useAskingPeople() {
  const { data: me } = useMe();
  const people = useDirectory();
  const userId = me?.userId;
  return useMemo(
    () => ({
      explain: (reason: string) => explainWith(reason, { people, me: userId }),
      show: (reason: string) => toast(reason),
    }),
    [people, userId],
  );
}

function Side({ isOpen, onFind, onKeys }: { isOpen: boolean; onFind(): void; onKeys(): void }) {
  const { data: me } = useMe();
  return (
    <nav className={isOpen ? 'side is-open' : 'side'} aria-label="Main">
      <div className="side-top">
        <div className="brand">
          <Logo />
          <span className="truncate">{me?.settings.name ?? 'Assay'}</span>
        </div>
        <button type="button" className="find" onClick={onFind} aria-keyshortcuts="Meta+K">
          <Icon name="search" />
          Search
          <Key name="mod+k" />
        </button>
      </div>
      <Places />
      <div className="side-foot">
        <ModeSwitch />
        <UserMenu onKeys={onKeys} />
      </div>
    </nav>
  );
}

const Logo = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <rect width="20" height="20" rx="5" fill="#14283a" />
    <path d="M4 12.500L10 7l6 5.500" fill="none" stroke="#7fe0d0" strokeWidth="1.500" />
  </svg>
);

function Places() {
  const mode = useMode();
  const { pathname } = useLocation();
  const counts = useCountsByPath();
  return (
    <div className="nav">
      {NAVIGATION.map(({ heading, places }) => (
        <div key={heading}>
          {heading !== '' && <h2>{heading}</h2>}
          {places.map(({ label, path, icon }) => (
            <Link
              key={path}
              to={`/${mode}/${path}`}
              preload="intent"
              aria-current={pathname.startsWith(`/${mode}/${path}`) ? 'page' : undefined}
            >
              <Icon name={icon} />
              {label}
              {counts[path] && <span className="count">{counts[path]}</span>}
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

function useCountsByPath(): Record<string, string | undefined> {
  const { data } = useCounts();
  const shown = (count: number | undefined) => (count ? (count >= 1000 ? '1,000+' : String(count)) : undefined);
  const shownUnread = (count: number | undefined) => (count && count >= 100 ? '100+' : shown(count));
  return {
    inbox: shown(data?.worklist.total),
    matches: shown(data?.matches.pending),
    proposals: shown((data?.proposals?.waiting ?? 0) + (data?.requests?.waiting ?? 0)),
    notifications: shownUnread(data?.notifications?.unread),
    lists: shown(data?.lists.waiting),
    webhooks: shown(data?.webhooks?.failing),
  };
}

function ModeSwitch() {
  const mode = useMode();
  const switchMode = useSwitchMode();
  return (
    <fieldset className="segmented" aria-label="Mode">
      <button type="button" aria-pressed={mode === 'test'} onClick={() => switchMode('test')}>
        Test
      </button>
      <button type="button" aria-pressed={mode === 'live'} onClick={() => switchMode('live')}>
        Live
      </button>
    </fieldset>
  );
}

/** Says when the browser is offline. What is on the screen stays, and may be old. */
function Connectivity() {
  const [lostAt, setLostAt] = useState<Date | null>(navigator.onLine ? null : new Date());
  useEffect(() => {
    const lost = () => setLostAt(new Date());
    const back = () => setLostAt(null);
    addEventListener('offline', lost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', back);
    };
  }, []);
  if (!lostAt) return null;
  return (
    <p className="offline" role="status">
      You are offline since {lostAt.toLocaleTimeString('en-GB')}. The page shows what was loaded before.
    </p>
  );
}
