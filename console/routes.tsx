import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isMode } from './mode.ts';
import { Empty, Failure } from './parts/states.tsx';
import { Home } from './shell/home.tsx';
import { Shell } from './shell/shell.tsx';

/** All addresses of the console. The code of a screen is loaded with its first visit. */
const root = createRootRoute({
  notFoundComponent: () => (
    <Empty title="There is no page at this address">
      <a href="/console/">Go to the inbox</a>
    </Empty>
  ),
  errorComponent: ({ error, reset }) => (
    <div className="page">
      <Failure error={error} retry={reset} />
    </div>
  ),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$mode', params: { mode: 'test' } });
  },
});

const shell = createRoute({
  getParentRoute: () => root,
  path: '$mode',
  component: Shell,
  beforeLoad: ({ params }) => {
    if (!isMode(params.mode)) throw redirect({ to: '/$mode/inbox', params: { mode: 'test' } });
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: Home,
});

const overview = () => import('./screens/overview/overview.tsx');
const work = () => import('./screens/work.ts');
const begin = () => import('./screens/start.ts');
const studio = () => import('./screens/studio.ts');
const lab = () => import('./screens/lab.ts');
const agreements = () => import('./screens/agreements.ts');
const configure = () => import('./screens/configure.ts');
const oversight = () => import('./screens/oversight.ts');

type Screen = ReturnType<typeof lazyRouteComponent>;

const screen = (path: string, component: Screen) => createRoute({ getParentRoute: () => shell, path, component });

/** A screen of one record: another record begins anew, so that no open dialog acts on it. */
const record = (path: string, component: Screen) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component,
    remountDeps: ({ params }) => {
      const { id, key } = params as Record<string, string | undefined>;
      return [id, key];
    },
  });

/** Optional parts, such as `{-$tab}`, keep the screen and its focus when they change. */
const screens = [
  screen('overview', lazyRouteComponent(overview, 'Overview')),
  screen('inbox', lazyRouteComponent(work, 'Inbox')),
  screen('subjects', lazyRouteComponent(work, 'Subjects')),
  record('subjects/$id/{-$tab}', lazyRouteComponent(work, 'Subject')),
  // With the id of a kept run.
  screen('screen/{-$id}', lazyRouteComponent(begin, 'ScreenSomeone')),
  screen('screen/batches', lazyRouteComponent(begin, 'ScreeningBatches')),
  screen('screen/batches/new', lazyRouteComponent(begin, 'NewBatch')),
  record('screen/batches/$id', lazyRouteComponent(begin, 'ScreeningBatch')),
  screen('screen/look-backs', lazyRouteComponent(begin, 'LookBacks')),
  record('screen/look-backs/$id', lazyRouteComponent(begin, 'LookBackScreen')),
  screen('matches/remembered', lazyRouteComponent(begin, 'RememberedDecisions')),
  screen('matches/{-$id}', lazyRouteComponent(work, 'Matches')),
  screen('proposals', lazyRouteComponent(begin, 'Proposals')),
  screen('notifications', lazyRouteComponent(begin, 'Notifications')),
  screen('investigations', lazyRouteComponent(oversight, 'Investigations')),
  screen('assessments/$id', lazyRouteComponent(work, 'Assessment')),
  screen('policies', lazyRouteComponent(configure, 'Policies')),
  // No version is named `new`, so a policy with the key `lab` has its address.
  screen('policies/lab/new', lazyRouteComponent(lab, 'NewPolicy')),
  record('policies/$key/lab', lazyRouteComponent(lab, 'PolicyLab')),
  record('policies/$key/backtests', lazyRouteComponent(lab, 'Backtests')),
  record('policies/$key/backtests/$id', lazyRouteComponent(lab, 'BacktestScreen')),
  // `versions/2` or `compare/1...2`
  record('policies/$key/{-$view}/{-$which}', lazyRouteComponent(configure, 'Policy')),
  screen('policies/versions/$id', lazyRouteComponent(configure, 'PolicyVersion')),
  screen('sources', lazyRouteComponent(configure, 'Sources')),
  screen('contexts', lazyRouteComponent(configure, 'Contexts')),
  screen('lists', lazyRouteComponent(configure, 'Lists')),
  record('lists/$key', lazyRouteComponent(configure, 'ScreeningList')),
  screen('assurance', lazyRouteComponent(oversight, 'Assurances')),
  record('assurance/$id', lazyRouteComponent(oversight, 'AssuranceScreen')),
  screen('templates', lazyRouteComponent(configure, 'Templates')),
  screen('templates/new', lazyRouteComponent(studio, 'NewTemplate')),
  record('templates/$id/edit', lazyRouteComponent(studio, 'TemplateEditor')),
  record('templates/$id/revisions', lazyRouteComponent(studio, 'TemplateRevisions')),
  record('templates/$id', lazyRouteComponent(configure, 'TemplateScreen')),
  screen('documents', lazyRouteComponent(configure, 'Documents')),
  screen('documents/new', lazyRouteComponent(agreements, 'NewDocument')),
  screen('documents/bulk-sends', lazyRouteComponent(agreements, 'BulkSends')),
  screen('documents/bulk-sends/new', lazyRouteComponent(agreements, 'NewBulkSend')),
  record('documents/bulk-sends/$id', lazyRouteComponent(agreements, 'BulkSendScreen')),
  record('documents/$id/prepare', lazyRouteComponent(agreements, 'PrepareDocument')),
  record('documents/$id', lazyRouteComponent(configure, 'DocumentScreen')),
  screen('webhooks', lazyRouteComponent(configure, 'Webhooks')),
  // `deliveries/<id>`
  record('webhooks/$id/{-$part}/{-$delivery}', lazyRouteComponent(configure, 'Webhook')),
  screen('keys', lazyRouteComponent(configure, 'ApiKeys')),
  screen('members', lazyRouteComponent(configure, 'Members')),
  screen('exports', lazyRouteComponent(oversight, 'Exports')),
  screen('events', lazyRouteComponent(oversight, 'EventLog')),
  screen('audit', lazyRouteComponent(oversight, 'AuditLog')),
  screen('settings', lazyRouteComponent(configure, 'Settings')),
];

export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren([start, shell.addChildren([home, ...screens])]),
    basepath: '/console',
    defaultPreload: 'intent',
    // Plain text, so that a version `3` or an id is never taken for a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      return given.length === 0 ? '' : `?${text}`;
    },
    scrollRestoration: false,
  });
