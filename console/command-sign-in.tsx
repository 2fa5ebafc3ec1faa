import { type ReactNode, useState } from 'react';

/** The callback of `assay login`, on the machine whose browser shows this page. */
export const COMMAND_CALLBACK = '/console/command';

/** Port and code of `assay login`, then its random state. */
const STATE = /^(\d{4,5})\.([A-Z2-9]{4}-[A-Z2-9]{4})\.[\w-]{43}$/;

/**
 * Passes the answer of the issuer on to `assay login`, after a click: issuers redirect signed-in users without asking,
 * and any program on this machine could wait for the answer.
 */
export function CommandSignIn({ query }: { query: string }) {
  const [isRefused, setRefused] = useState(false);
  const parameters = new URLSearchParams(query);
  const [, port, code] = STATE.exec(parameters.get('state') ?? '') ?? [];
  const error = parameters.get('error_description') ?? parameters.get('error');
  if (!port || Number(port) < 1024 || Number(port) > 65_535)
    return (
      <Cover title="This link is not valid">
        Run <code>assay login</code> in your terminal again.
      </Cover>
    );
  if (isRefused) return <Cover title="Not signed in">Nothing was sent. You can close this page.</Cover>;
  const target = `http://127.0.0.1:${port}/callback?${parameters}`;
  if (error !== null)
    return (
      <Cover title="The sign-in failed">
        {error} <a href={target}>Return to the terminal</a>
      </Cover>
    );
  return (
    <main className="cover">
      <div className="notice">
        <h1>Sign in the command line?</h1>
        <p>
          A program on this computer, at port {port}, will be able to act as you for up to 12 hours. Continue only if
          you just ran <code>assay login</code> and your terminal shows this code:
        </p>
        <p>
          <code>{code}</code>
        </p>
        <p className="buttons">
          <button type="button" className="button" onClick={() => location.replace(target)}>
            Continue
          </button>{' '}
          <button type="button" className="button" onClick={() => setRefused(true)}>
            Cancel
          </button>
        </p>
      </div>
    </main>
  );
}

function Cover({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="cover">
      <div className="notice" role="alert">
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
    </main>
  );
}
