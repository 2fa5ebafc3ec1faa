import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useApiQuery, useMode } from '../../app.tsx';
import { CopyText } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import type { Signer } from './words.ts';

const NAMES = {
  equal: 'the name is the same',
  similar: 'the name is similar',
  different: 'the name differs: correct the signer, or start another attempt',
};

/** The verification that a signer has requested on the signing page, with the subject on whose page it is decided. */
export function IdentitySession({ session }: { session: Signer['identitySession'] }) {
  if (!session) return <span className="caption">Verification: not requested by the signer yet</span>;
  const { workflowKey, workflowRevision, requestedAt, result } = session;
  return (
    <>
      <span className={result?.name === 'different' ? 'text-bad' : 'caption'}>
        Verification {workflowKey}, revision {workflowRevision}, requested <Time at={requestedAt} />:{' '}
        {result ? (
          <>
            approved <Time at={result.approvedAt} />, {NAMES[result.name]}
          </>
        ) : (
          'not approved yet, or the signer has not returned to the page'
        )}
      </span>
      <SessionLinks sessionId={session.sessionId} />
    </>
  );
}

function SessionLinks({ sessionId }: { sessionId: string }) {
  const mode = useMode();
  const { data } = useApiQuery(['verification-session', sessionId], (api, signal) =>
    api.verification.readSession({ params: { id: sessionId }, signal }),
  );
  const subjectId = data?.data.riskSubjectId;
  return (
    <span className="cluster">
      {subjectId && <Link to={pathIn(mode, 'subjects', subjectId, 'verification')}>Open the verification</Link>}
      <CopyText text={sessionId} label="Copy session id" />
    </span>
  );
}
