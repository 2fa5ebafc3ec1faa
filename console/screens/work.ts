/** Screens of the daily work. They load together, because analysts move between them all day. */
export { Inbox } from './inbox/inbox.tsx';
export { Matches } from './matches/matches.tsx';
export { Assessment } from './subjects/assessment.tsx';
export { Subject } from './subjects/subject.tsx';
export { Subjects } from './subjects/subjects.tsx';
