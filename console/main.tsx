import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './style/base.css';
import './style/tokens.css';
import './style/parts.css';
import './style/shell.css';
import './style/screens.css';
import './style/pictures.css';
import './style/inbox.css';
import './style/subjects.css';
import './style/matches.css';
import './style/studio.css';
import './style/forced-colors.css';
import './style/touch.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConsoleConfig } from '#shared/console/routes.ts';
import { createQueryClient, type Session, SessionProvider } from './app.tsx';
import { COMMAND_CALLBACK, CommandSignIn } from './command-sign-in.tsx';
import { createConsoleRouter } from './routes.tsx';
import { endSession, getToken, handOver, onSignedOut, signIn, signInAgain, signOut, startSession } from './session.ts';
import { applyTheme } from './theme.ts';

applyTheme();
const element = document.getElementById('app');
if (!element) throw new Error('The page has no element with the id app.');
const root = createRoot(element);

if (location.pathname === COMMAND_CALLBACK) root.render(<CommandSignIn query={location.search} />);
else if (handOver()) root.render(<HandedOver />);
else
  start().catch((error: unknown) => {
    root.render(<StartFailure error={error} />);
  });

async function start() {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error('The configuration of the console cannot be read.');
  const config = (await response.json()) as ConsoleConfig;
  const { isSignedIn, returnTo } = await startSession(config);
  if (!isSignedIn) return signIn();
  if (returnTo) history.replaceState(null, '', returnTo);
  const session: Session = {
    getToken,
    signOut,
    signInAgain,
    onSignedOut,
    expire: endSession,
    subjectCardOrigin: config.subjectCardOrigin,
  };
  root.render(
    <StrictMode>
      <SessionProvider value={session}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createConsoleRouter()} />
        </QueryClientProvider>
      </SessionProvider>
    </StrictMode>,
  );
}

function HandedOver() {
  return (
    <main className="cover">
      <p>You are signed in. Close this window and go back to the console.</p>
    </main>
  );
}

function StartFailure({ error }: { error: unknown }) {
  return (
    <main className="cover">
      <div className="notice bad" role="alert">
        <strong>The console cannot start</strong>
        <p>{error instanceof Error ? error.message : 'Something failed.'}</p>
        <a className="button" href="/console/">
          Try again
        </a>
      </div>
    </main>
  );
}
