import { StrictMode, use } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConsoleConfig } from '#shared/console/routes.ts';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';

const config: Promise<ConsoleConfig> = fetch('/console/config.json').then((response) =>
  response.json(),
);

function Main() {
  const { stage } = use(config);
  return <h1>Assay {stage}</h1>;
}

const app = document.querySelector('#app');
if (!app) throw new Error('The page has no element `#app`.');
createRoot(app).render(
  <StrictMode>
    <Main />
  </StrictMode>,
);
