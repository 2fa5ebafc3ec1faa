import { isOpenJob, type JobLike } from '../api/jobs.ts';
import { Pill } from './pill.tsx';
import { Time } from './time.tsx';

const LOOKS = {
  queued: ['neutral', 'ring', 'Waiting'],
  running: ['info', 'ring', 'Running'],
  completed: ['ok', 'dot', 'Completed'],
  failed: ['bad', 'diamond', 'Failed'],
  cancelled: ['neutral', 'square', 'Cancelled'],
} as const;

export function JobState({ status }: Pick<JobLike, 'status'>) {
  const [tone, mark, word] = LOOKS[status];
  return (
    <Pill tone={tone} mark={mark}>
      {word}
    </Pill>
  );
}

/** How far a job is, in a sentence and a bar. `what` names its records, such as `assessments`. */
export function JobProgress({ job, what }: { job: JobLike; what: string }) {
  const { total, done, problem, estimatedEndAt } = job;
  const isOpen = isOpenJob(job);
  return (
    <div className="stack-s">
      <p className="cluster" role="status">
        <JobState status={job.status} />
        {isOpen && (
          <span>
            {done.toLocaleString('en')}
            {total !== null && ` of ${total.toLocaleString('en')}`} {what} done.
            {estimatedEndAt && (
              <>
                {' '}
                It ends about <Time at={estimatedEndAt} />. You can leave this page.
              </>
            )}
          </span>
        )}
      </p>
      {isOpen && total !== null && (
        <span className="meter" aria-hidden="true">
          <span style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
        </span>
      )}
      {problem && <p className="text-bad">{problem.detail}</p>}
    </div>
  );
}
