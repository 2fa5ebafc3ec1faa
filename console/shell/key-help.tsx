import { switchShortcuts, useShortcutScopes, useShortcutsOn } from '../keys.ts';
import { Button, Key } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

/** All shortcuts that work on this screen. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const scopes = useShortcutScopes();
  const isOn = useShortcutsOn();
  const groups = Map.groupBy(scopes, ({ group }) => group);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="dialog-body">
        {[...groups].map(([group, members]) => (
          <section key={group} className="stack-s">
            <h3>{group}</h3>
            {members.flatMap(({ id, shortcuts }) =>
              shortcuts
                .filter(({ isHidden }) => !isHidden)
                .map(({ keys, label }) => (
                  <div key={id + keys} className="between">
                    <span>{label}</span>
                    <span className="cluster">
                      {keys.split(' ').map((key) => (
                        <Key key={key} name={key} />
                      ))}
                      <span className="visually-hidden">{keys}</span>
                    </span>
                  </div>
                )),
            )}
          </section>
        ))}
        <label className="check">
          <input type="checkbox" checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
          Single-letter keys are on
        </label>
        <div className="dialog-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
