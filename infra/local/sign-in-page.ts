import { createHash } from 'node:crypto';
import type { Person, SignInUser } from './people.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 30rem; padding: 2rem 1rem; }
ul { list-style: none; padding: 0; }
a { border: 1px solid; border-radius: 6px; display: block; margin: .5rem 0; padding: .5rem .75rem; }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

export const signInPage = (users: Record<string, SignInUser>, linkOf: (name: string) => string) => {
  const organizations = Map.groupBy(Object.entries(users), ([, { person }]) => person.org);
  const sections = [...organizations.values()].map(
    (members, index) => `<h2>${index === 0 ? 'Demo organization' : 'Other organization'}</h2>
<ul>
${members.map(([key, { person }]) => `<li>${linkTo(linkOf(key), person)}</li>`).join('\n')}
</ul>`,
  );
  return page('Sign in to the local cloud', `<p>Choose a user. There are no passwords.</p>\n${sections.join('\n')}`);
};

const linkTo = (href: string, { name, role, email }: Person) =>
  `<a href="${escaped(href)}">${escaped(name)}, ${role}<br><small>${escaped(email)}</small></a>`;

export const messagePage = (title: string, text: string) => page(title, `<p>${escaped(text)}</p>`);

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
