import { documentStepBefore, isScreenedOutput, readsPart } from './identity-document.ts';
import { isRunByService } from './screening-step.ts';
import type { Step, WorkflowNotice } from './workflow.ts';

/** What the screening steps of a workflow do not read, said when it is saved and whenever it is read. */
export const workflowNotices = (steps: readonly Step[]): WorkflowNotice[] =>
  steps.filter(isRunByService).flatMap(({ key }) => {
    const document = documentStepBefore(steps, key);
    return document ? noticesAbout(key, document, steps.indexOf(document)) : [];
  });

function noticesAbout(screening: string, document: Step, index: number): WorkflowNotice[] {
  const path = `steps.${index}.outputs`;
  const read = document.outputs.filter(isScreenedOutput);
  const unread = document.outputs.filter((output) => !isScreenedOutput(output));
  const says = (code: WorkflowNotice['code'], message: string): WorkflowNotice => ({ code, path, message });
  return [
    ...(unread.length > 0
      ? [
          says(
            'outputs_not_screened',
            `\`${screening}\` screens ${keysOf(read) || 'no output'} and does not read ${keysOf(unread)}.`,
          ),
        ]
      : []),
    ...(isNameInPart(document)
      ? [says('name_in_part', `\`${screening}\` screens only a part of the name: declare \`full_name\` too.`)]
      : []),
    ...(readsPart(document, 'dateOfBirth')
      ? []
      : [
          says(
            'date_of_birth_not_screened',
            `\`${screening}\` screens without a date of birth: declare \`date_of_birth\` as text.`,
          ),
        ]),
  ];
}

const keysOf = (outputs: Step['outputs']) => outputs.map(({ key }) => `\`${key}\``).join(', ');

/** Given names without a family name, or the reverse, and no output with the whole name. */
const isNameInPart = (document: Step) =>
  !readsPart(document, 'name') &&
  !readsPart(document, 'nameAsPrinted') &&
  readsPart(document, 'givenNames') !== readsPart(document, 'familyName');
