type Person = { userId: string; name: string | null; email: string | null; role: string };

/** What reasons say that are about a role. */
const ADMINS = /\b(owners and admins|an owner or an admin|owner or admin)\b/i;
const OWNERS = /^(Only an owner|Only owners|An owner) /;

const NAMED = 3;

/** The reason with the names of those who may; admins come before owners. */
export function explainWith(
  reason: string,
  { people, me }: { people: readonly Person[]; me: string | undefined },
): string {
  const roles = ADMINS.test(reason) ? ['admin', 'owner'] : OWNERS.test(reason) ? ['owner'] : [];
  const names = people
    .filter(({ userId, role }) => userId !== me && roles.includes(role))
    .toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
    .flatMap(({ name, email }) => name ?? email ?? [])
    .slice(0, NAMED);
  return names.length === 0 ? reason : `${reason} Ask ${orList(names)}.`;
}

const orList = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
