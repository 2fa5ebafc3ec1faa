import { brandColours } from '@assay/signing-page/brand-colours';
import { isSameName } from './brand-edits.ts';

interface Shown {
  name: string | null;
  registeredName: string | null;
  colour: string | null;
  logo: string | null;
}

/** Colours of the product, where an organization has none. */
const OF_PAGE = { fill: '#0f766e', onFill: '#ffffff', onLight: '#0f766e', onDark: '#2dd4bf' };
const OF_EMAIL = { ...OF_PAGE, fill: '#1a4f8b', onLight: '#1a4f8b' };

/** What signers see: the header of the page in both schemes, and the email. Examples, so nothing can be pressed. */
export function BrandPreview({ name, registeredName, colour, logo }: Shown) {
  const page = colour === null ? OF_PAGE : brandColours(colour);
  const email = colour === null ? OF_EMAIL : brandColours(colour);
  const other = name !== null && registeredName !== null && !isSameName(name, registeredName) ? registeredName : null;
  const ofPage = { name, other, logo };
  return (
    <div className="brand-previews">
      <PagePreview {...ofPage} scheme="light" fill={page.fill} onFill={page.onFill} line={page.onLight} />
      <PagePreview
        {...ofPage}
        scheme="dark"
        fill={colour === null ? page.onDark : page.fill}
        onFill={colour === null ? '#05211d' : page.onFill}
        line={page.onDark}
      />
      <figure>
        <figcaption>Email</figcaption>
        <div className="brand-preview light">
          {name !== null && (
            <p className="brand-preview-name" dir="auto" style={{ borderBottom: `2px solid ${email.onLight}` }}>
              {name}
            </p>
          )}
          <p>{name ? `${name} asks you to sign “Lease”.` : 'You have been asked to sign “Lease”.'}</p>
          <Sample fill={email.fill} onFill={email.onFill} line={email.onLight}>
            Review and sign
          </Sample>
          {name !== null && (
            <p className="brand-preview-small">
              This email was sent on behalf of {other === null ? name : `${name} (${other})`}.
            </p>
          )}
        </div>
      </figure>
    </div>
  );
}

function PagePreview({
  name,
  other,
  logo,
  scheme,
  ...colours
}: {
  name: string | null;
  other: string | null;
  logo: string | null;
  scheme: 'light' | 'dark';
  fill: string;
  onFill: string;
  line: string;
}) {
  return (
    <figure>
      <figcaption>{scheme === 'light' ? 'Signing page' : 'Signing page, dark'}</figcaption>
      <div className={`brand-preview ${scheme}`}>
        {(name !== null || logo !== null) && (
          <div className="brand-preview-head">
            {logo !== null && <img src={logo} alt="" />}
            <span>
              <strong dir="auto">{name}</strong>
              {other !== null && <span className="brand-preview-small">Registered as {other}</span>}
            </span>
          </div>
        )}
        <p>
          <strong>Lease</strong>
        </p>
        <Sample {...colours}>Finish</Sample>
      </div>
    </figure>
  );
}

const Sample = ({ fill, onFill, line, children }: { fill: string; onFill: string; line: string; children: string }) => (
  <span className="brand-preview-button" style={{ background: fill, color: onFill, borderColor: line }}>
    {children}
  </span>
);
