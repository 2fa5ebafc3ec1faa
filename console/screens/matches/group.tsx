import type { GroupMember } from '../../domain/match-group.ts';
import { isCertain } from '../../domain/match-group.ts';
import { Tabs } from '../../parts/tabs.tsx';
import type { GroupChoice } from './use-group.ts';

/** The lists that name the party, one of which is compared below. */
export const GroupTabs = ({
  members,
  shownId,
  onShow,
}: {
  members: readonly GroupMember[];
  shownId: string;
  onShow(id: string): void;
}) =>
  members.length < 2 ? null : (
    <Tabs
      label="Lists"
      value={shownId}
      options={members.map((one) => [one.match.id, tabLabel(one, members), one.match.score] as const)}
      onValue={onShow}
    />
  );

/** A list can have the party twice. */
function tabLabel(one: GroupMember, members: readonly GroupMember[]): string {
  const isTwice = members.filter(({ match }) => match.source === one.match.source).length > 1;
  const name = isTwice ? `${one.match.source} ${one.match.sourceEntryId}` : one.match.source;
  return isCertain(one) ? name : `${name} (likely)`;
}

/** The matches of one party that the decision is for, before it is made. */
export function GroupDecision({ openId, group: { members, chosen, toggle } }: { openId: string; group: GroupChoice }) {
  if (members.length < 2) return null;
  const count = chosen.length === 1 ? '1 match gets' : `${chosen.length} matches get`;
  return (
    <fieldset className="card group-decision">
      <legend className="visually-hidden">Matches that get this decision</legend>
      <div className="card-head">
        <h3>{count} this decision</h3>
      </div>
      <ul className="selected-matches">
        {members.map((one) => (
          <li key={one.match.id} className="card-body note">
            <label className="between">
              <span className="cluster">
                <input
                  type="checkbox"
                  checked={chosen.includes(one)}
                  disabled={one.match.id === openId}
                  onChange={() => toggle(one.match.id)}
                />
                <span>
                  {one.match.source}{' '}
                  <span className="quiet">{isCertain(one) ? 'the same party' : 'likely the same'}</span>
                  <br />
                  <span className="caption">{one.match.listedName}</span>
                </span>
              </span>
              <span className="strong num">{one.match.score}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
