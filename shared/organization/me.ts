import * as z from 'zod';
import { type Person, roleOf, UserRole } from '#shared/identity/contract.ts';
import { Settings } from '#shared/organization/settings/contract.ts';
import { Mode } from '#shared/platform/caller.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';

const PEOPLE_PER_LOOKUP = 100;
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const IDS = new RegExp(`^${UUID}(?:,${UUID}){0,${PEOPLE_PER_LOOKUP - 1}}$`);

const EXAMPLE = {
  userId: '019ced2b-aa00-7000-8000-5d3c2b1a0f01',
  email: 'ada@example.com',
  name: 'Ada Example',
};

const claims = {
  email: z.string().nullable().describe('Null if no token has stated it.'),
  name: z.string().nullable().describe('Null if no token has stated it.'),
};

/** The signed-in user. */
export const Me = z
  .object({
    userId: z.string(),
    organizationId: z.string(),
    role: UserRole,
    ...claims,
    isListOperator: z.boolean().describe('Whether the organization may change screening lists (`listOperators`).'),
    settings: Settings,
    blindReview: z
      .object({ sampleId: z.uuid(), mode: Mode, until: Timestamp })
      .optional()
      .describe('The blind review that the user has open. Until it ends, most other operations are refused.'),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const DirectoryQuery = z.strictObject({
  ids: z
    .string()
    .regex(IDS, `Must be at most ${PEOPLE_PER_LOOKUP} UUIDs, separated by commas.`)
    .transform((list) => list.toLowerCase().split(','))
    .optional()
    .meta({
      description: `User ids, separated by commas; at most ${PEOPLE_PER_LOOKUP}. Returns only these people.`,
      examples: [EXAMPLE.userId],
    }),
});

export const Directory = z
  .object({
    items: z.array(
      z.object({
        userId: z.string().describe('Histories name the person as `user:<userId>`.'),
        ...claims,
        role: UserRole,
        lastSeenAt: Timestamp.nullable().describe(
          'Precise to the day; null for invited people who have not signed in.',
        ),
      }),
    ),
    more: z.boolean().describe('Whether there are more people. Look them up with `ids`.'),
  })
  .meta({
    id: 'Directory',
    examples: [
      {
        items: [{ ...EXAMPLE, role: 'admin', lastSeenAt: '2026-03-14T09:26:53.589Z' }],
        more: false,
      },
    ],
  });

export const presentPerson = (person: Person) => {
  const { userId, email, name, lastSeenAt } = person;
  return { userId, email, name, role: roleOf(person), lastSeenAt: lastSeenAt ?? null };
};
