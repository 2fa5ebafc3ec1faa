export { continueJob } from './continue-job.ts';
export { enqueueLostJobs } from './enqueue-lost-jobs.ts';
export { erasableJobs } from './erasable.ts';
export { sealJob } from './seal-job.ts';
