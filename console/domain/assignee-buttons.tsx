import { useDirectory } from '../api/directory.ts';
import { useMe } from '../api/me.ts';
import { Button } from '../parts/button.tsx';

/** One button per person to whom work can be assigned, the signed-in one first. */
export function AssigneeButtons({
  isAssigned,
  onAssign,
}: {
  /** Whether there is an assignee to take away. */
  isAssigned: boolean;
  onAssign(userId: string | null): void;
}) {
  const { data: me } = useMe();
  const others = useDirectory().filter(({ userId }) => userId !== me?.userId);
  return (
    <div className="stack-s">
      {me?.userId && (
        <Button size="wide" look="primary" onClick={() => onAssign(me.userId)}>
          Assign to me
        </Button>
      )}
      {others.map(({ userId, name, email }) => (
        <Button key={userId} size="wide" onClick={() => onAssign(userId)}>
          {name ?? email ?? userId}
        </Button>
      ))}
      {isAssigned && (
        <Button size="wide" onClick={() => onAssign(null)}>
          Assign to no one
        </Button>
      )}
    </div>
  );
}
