import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import { useIsAdmin } from '../../api/me.ts';
import { usePastAssessments } from '../../api/past-assessments.ts';
import type { Definition } from '../../domain/policy-sentences.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CodeEditor, showFinding } from '../../parts/code-editor.tsx';
import { TextField } from '../../parts/field.tsx';
import { FindingCount, FindingList } from '../../parts/findings.tsx';
import { jsonTokensOf } from '../../parts/json-tokens.ts';
import { Pill } from '../../parts/pill.tsx';
import { Failure } from '../../parts/states.tsx';
import { forgetDraft, useStoredDraft } from '../../parts/stored-draft.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { useRested } from '../../parts/use-rested.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { BacktestDialog } from './backtest-dialog.tsx';
import { Crumbs } from './crumbs.tsx';
import { EffectCard } from './effect-card.tsx';
import { PolicyForm } from './form.tsx';
import { LabDifferences } from './lab-differences.tsx';
import { hasOtherText, isChanged, KEY, type LabDraft } from './lab-draft.ts';
import { LabScenarios, scenarioFrom } from './lab-scenarios.tsx';
import { Leaving } from './leaving.tsx';
import { SaveVersion } from './save-version.tsx';
import { isRefusedAtPublication, useLabChecks } from './use-lab-checks.ts';
import { useVersions } from './use-versions.ts';

const VIEWS = [
  ['json', 'JSON'],
  ['form', 'Form'],
  ['differences', 'Differences'],
] as const;
type View = (typeof VIEWS)[number][0];

/** The text in three views, with what it would decide, its scenarios, and how it is saved. */
export function LabEditor({ storageKey, initial }: { storageKey: string; initial: LabDraft }) {
  const go = useGo();
  const isAdmin = useIsAdmin();
  const { draft, isRestored, setDraft, changeDraft } = useStoredDraft(storageKey, initial, isChanged);
  const { key, text, scenarios, base } = draft;
  const [view, setView] = useState<View>('json');
  const [dialog, setDialog] = useState<'save' | 'backtest'>();
  const [current, setCurrent] = useState(-1);
  const [run, setRun] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const isLeaving = useRef(false);
  const asked = useRested(key);
  const versions = useVersions(asked, KEY.test(asked));
  const known = versions.data ?? [];
  const past = usePastAssessments(key, known, base !== null && versions.data !== undefined);
  const checks = useLabChecks({ key, text, scenarios, past: past.data, run });
  const { findings } = checks;
  const inForce = known.find(({ data }) => data.inForce);
  const compared = inForce ?? known.find(({ id }) => id === base?.id);
  const latest = useRef<Definition>(undefined);
  latest.current = checks.normalized ?? latest.current;

  const show = (index: number) => {
    const finding = findings[index];
    if (!finding) return;
    setCurrent(index);
    setView('json');
    // The text may not be on the screen yet.
    requestAnimationFrame(() => showFinding(field.current, finding));
  };
  const move = (step: 1 | -1) => findings.length > 0 && show((current + step + findings.length) % findings.length);
  const failed = checks.tests.filter(({ passed }) => passed === false).length;
  const blocked = !isAdmin
    ? 'Owners and admins save policy versions.'
    : !KEY.test(key)
      ? 'Give the policy a key: a lowercase letter, then letters, digits, underscores, dots or hyphens.'
      : base === null && known.length > 0
        ? `A policy with the key ${key} exists. Edit it as a new version.`
        : findings.some((finding) => !finding.isWarning && !isRefusedAtPublication(finding))
          ? 'Correct the findings first.'
          : checks.isWaiting || !(checks.normalized || findings.some(isRefusedAtPublication))
            ? 'The text is being checked.'
            : isChanged(draft)
              ? null
              : 'There is nothing to save.';
  const save = () => blocked === null && dialog === undefined && setDialog('save');
  useShortcuts('Policy lab', [
    { keys: 'mod+s', label: 'Save as a draft', run: save },
    { keys: 'mod+Enter', label: 'Test again', run: () => dialog === undefined && setRun((runs) => runs + 1) },
    { keys: 'F8', label: 'Next finding', run: () => move(1) },
    ...VIEWS.map(([name, label], index) => ({ keys: String(index + 1), label, run: () => setView(name) })),
  ]);
  const leaving = useBlocker({
    shouldBlockFn: () => !isLeaving.current && isChanged(draft),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <>
      <TopBar
        title={base ? 'Lab' : 'New policy'}
        crumbs={<Crumbs {...(base && { policyKey: key, isNamed: true })} />}
        end={
          <>
            {base && (
              <Button
                blocked={checks.normalized ? null : 'Correct the findings first.'}
                onClick={() => setDialog('backtest')}
              >
                Backtest…
              </Button>
            )}
            <Button look="primary" blocked={blocked} onClick={save}>
              Save draft
            </Button>
          </>
        }
      >
        {base && <Pill mark="ring">from v{base.version}</Pill>}
        {inForce && <Pill tone="ok">v{inForce.data.version} in force</Pill>}
      </TopBar>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key works in the fields inside */}
      <div
        className="page stack"
        onKeyDown={(event) => {
          if (event.key !== 'F8') return;
          event.preventDefault();
          event.stopPropagation();
          move(event.shiftKey ? -1 : 1);
        }}
      >
        {!isAdmin && (
          <p className="notice" role="status">
            Owners and admins write policies. You can read this one and see what it would decide.
          </p>
        )}
        {isRestored && (
          <div className="notice between" role="status">
            <span>Your unsaved changes{base ? ` to v${base.version}` : ''} were restored.</span>
            <Button size="small" onClick={() => setDraft(initial)}>
              Discard changes
            </Button>
          </div>
        )}
        {base && inForce && inForce.id !== base.inForceId && (
          <div className="notice warn between" role="status">
            <span>
              v{inForce.data.version} was published since you began. Your text began with v{base.version} and does not
              have its changes.
            </span>
            <Button size="small" onClick={() => setView('differences')}>
              Compare with v{inForce.data.version}
            </Button>
          </div>
        )}
        {checks.error !== undefined && <Failure error={checks.error} retry={() => setRun((runs) => runs + 1)} />}
        <div className="studio is-lab">
          <div className="stack">
            {base === null && (
              <Card title="Name">
                <div className="card-body">
                  <TextField
                    label="Key"
                    hint="Names the policy in requests, such as onboarding. It does not change."
                    maxLength={80}
                    value={key}
                    {...(known.length > 0 && { fault: 'A policy with this key exists.' })}
                    onText={(next) => changeDraft((now) => ({ ...now, key: next }))}
                  />
                </div>
              </Card>
            )}
            <Card
              title="Definition"
              end={
                <FindingCount
                  count={findings.length}
                  warnings={findings.filter(({ isWarning }) => isWarning).length}
                  onNext={() => move(1)}
                />
              }
            >
              <Tabs label="View" value={view} options={compared ? VIEWS : VIEWS.slice(0, 2)} onValue={setView} />
              {view === 'json' && (
                <CodeEditor
                  label="Definition as JSON"
                  hint="Tab leaves the field. F8 goes to the next finding."
                  field={field}
                  value={text}
                  findings={findings}
                  tokensOf={jsonTokensOf}
                  isReadOnly={!isAdmin}
                  onText={(next) => changeDraft((now) => ({ ...now, text: next }))}
                />
              )}
              {view === 'form' && (
                <PolicyForm
                  text={text}
                  isReadOnly={!isAdmin}
                  onText={(next) => changeDraft((now) => ({ ...now, text: next }))}
                />
              )}
              {view === 'differences' && compared && (
                <LabDifferences other={compared} definition={checks.normalized} text={text} />
              )}
              <FindingList findings={findings} current={current} onShow={show} />
            </Card>
          </div>
          <div className="stack">
            {base && (
              <EffectCard
                checks={checks}
                past={past}
                versions={known}
                onKeep={
                  isAdmin
                    ? (one) => {
                        const assessment = past.data?.find(({ id }) => id === one.assessmentId);
                        if (assessment)
                          changeDraft((now) => ({
                            ...now,
                            scenarios: [...now.scenarios, scenarioFrom(assessment, one, now.scenarios)],
                          }));
                      }
                    : undefined
                }
              />
            )}
            <LabScenarios
              scenarios={scenarios}
              checks={checks}
              isReadOnly={!isAdmin}
              definition={latest.current}
              onScenarios={(next) => changeDraft((now) => ({ ...now, scenarios: next }))}
            />
          </div>
        </div>
      </div>
      {dialog === 'save' && (
        <SaveVersion
          draft={draft}
          failed={failed}
          onClose={() => setDialog(undefined)}
          onSaved={(saved, version) => {
            isLeaving.current = true;
            setDraft(initial);
            forgetDraft(storageKey);
            void go('policies', saved, 'versions', String(version));
          }}
        />
      )}
      {dialog === 'backtest' && checks.normalized && (
        <BacktestDialog
          policyKey={key}
          tested={
            hasOtherText(draft) || !base
              ? { definition: checks.normalized }
              : { policyVersionId: base.id, version: base.version }
          }
          onClose={() => setDialog(undefined)}
          // The text stays in this tab, and the way back leads to it.
          onStarting={() => {
            isLeaving.current = true;
          }}
        />
      )}
      {leaving.status === 'blocked' && (
        <Leaving
          draft={draft}
          onStay={() => leaving.reset()}
          onLeave={() => leaving.proceed()}
          onDiscard={() => {
            setDraft(initial);
            leaving.proceed();
          }}
        />
      )}
    </>
  );
}
