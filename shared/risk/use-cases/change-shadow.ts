import { conflict, refused } from '@assay/foundation';
import type * as z from 'zod';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { recordEvent } from '../event.ts';
import { withCanonicalSources } from '../listed-sources.ts';
import type { PolicyRecord } from '../policy.ts';
import { findInForce, readCurrentPolicy, whileInForce, whileUnchanged } from '../repository/policies.ts';
import {
  putBeside,
  putShadowOfKey,
  putShadowTimes,
  readShadows,
  removeBeside,
  type ShadowOfKey,
  type ShadowTimes,
  shadowUnchanged,
} from '../repository/shadows.ts';
import type { ShadowChange, ShadowState } from '../shadow.ts';
import { assertPublishable } from './checked-definition.ts';
import { policyRetired } from './retired-policies.ts';

type EndReason = 'disabled' | 'published' | 'retired';

const isRunning = ({ enabled, until }: Pick<ShadowTimes, 'enabled' | 'until'>, now: Date) =>
  enabled && (until === null || Date.parse(until) > now.getTime());

const shadowsOf = ({ store, caller }: Context, { id, data }: PolicyRecord) =>
  readShadows(store, caller, { policyKey: data.key, policyVersionId: id });

export async function readShadowState(context: Context, policy: PolicyRecord): Promise<ShadowState> {
  const { ofVersion } = await shadowsOf(context, policy);
  return stateOf(context, policy, ofVersion);
}

const stateOf = ({ now }: Context, { id, data }: PolicyRecord, times: ShadowTimes | undefined): ShadowState => ({
  policyVersionId: id,
  policyKey: data.key,
  enabled: times !== undefined && isRunning(times, now),
  since: times?.since ?? null,
  until: times?.until ?? null,
});

/** Enables or disables a version as the shadow of its key. */
export async function changeShadow(
  context: Context,
  id: string,
  { enabled, untilAt }: z.output<typeof ShadowChange>,
): Promise<Change<ShadowState>> {
  const policy = await readCurrentPolicy(context, id);
  const { ofKey, ofVersion } = await shadowsOf(context, policy);
  const until = untilAt === undefined ? null : new Date(untilAt).toISOString();
  if (enabled) return enable(context, policy, { ofKey, ofVersion, until });
  const isOwn = ofKey?.policyVersionId === policy.id;
  if (!isOwn || !isRunning(ofKey, context.now) || !ofVersion)
    return { writes: [], events: [], result: stateOf(context, policy, ofVersion) };
  const { times, ...ended } = end(context, policy.data.key, ofKey, ofVersion, 'disabled');
  return { ...ended, result: stateOf(context, policy, times) };
}

interface Found {
  ofKey: ShadowOfKey | undefined;
  ofVersion: ShadowTimes | undefined;
  until: string | null;
}

async function enable(
  context: Context,
  policy: PolicyRecord,
  { ofKey, ofVersion, until }: Found,
): Promise<Change<ShadowState>> {
  const { caller, now } = context;
  const { key, retiredAt } = policy.data;
  if (retiredAt) throw policyRetired(policy);
  if (until !== null && Date.parse(until) <= now.getTime()) throw refused('until_in_past', '`untilAt` has passed.');
  const inForceId = await findInForce(context, key);
  if (inForceId === undefined)
    throw conflict('no_version_in_force', `The policy \`${key}\` has no version in force. Publish one first.`);
  if (inForceId === policy.id)
    throw conflict('version_in_force', 'The version is in force: it decides, and cannot be its own shadow.');
  if (ofKey && ofKey.policyVersionId !== policy.id && isRunning(ofKey, now))
    throw conflict('other_shadow_enabled', 'Another version is the shadow of the policy. Disable it first.', {
      existingId: ofKey.policyVersionId,
    });
  assertPublishable(policy.data.definition);

  const times = { enabled: true, since: ofVersion?.since ?? now.toISOString(), until };
  const shadow = { policyVersionId: policy.id, until };
  const definition = withCanonicalSources(policy.data.definition);
  return {
    writes: [
      putShadowOfKey(caller, key, ofKey, { ...shadow, enabled: true, besideId: inForceId }),
      putShadowTimes(caller, policy.id, times),
      putBeside(caller, inForceId, { ...shadow, definition }),
      ...(ofKey && ofKey.besideId !== inForceId ? [removeBeside(caller, ofKey.besideId)] : []),
      whileInForce(caller, key, inForceId),
      whileUnchanged(caller, policy),
    ],
    events: [changed(policy.id, { enabled: true, untilAt: until })],
    result: stateOf(context, policy, times),
  };
}

const changed = (id: string, details: Record<string, unknown>) =>
  recordEvent('risk.policy.shadow_changed', { resource: 'policies', id }, { details });

function end({ caller, now }: Context, key: string, ofKey: ShadowOfKey, before: ShadowTimes, reason: EndReason) {
  const times = { ...before, enabled: false, until: now.toISOString() };
  const { policyVersionId, besideId } = ofKey;
  return {
    times,
    writes: [
      putShadowOfKey(caller, key, ofKey, { policyVersionId, besideId, enabled: false, until: times.until }),
      putShadowTimes(caller, policyVersionId, times),
      removeBeside(caller, besideId),
    ],
    events: [changed(policyVersionId, { enabled: false, reason })],
  };
}

interface Effect {
  writes: Write[];
  events: NewEvent[];
}

/** A shadow that is published decides from then on. Another one goes on beside the version that is now in force. */
export async function shadowAfterPublication(context: Context, published: PolicyRecord): Promise<Effect> {
  const { caller, now } = context;
  const { key } = published.data;
  const { ofKey } = await shadowsOf(context, published);
  if (!ofKey || !isRunning(ofKey, now)) return { writes: [shadowUnchanged(caller, key, ofKey)], events: [] };
  if (ofKey.policyVersionId === published.id) return ended(context, key, ofKey, 'published');
  const { policyVersionId, until, besideId, enabled } = ofKey;
  const shadow = await readCurrentPolicy(context, policyVersionId);
  const definition = withCanonicalSources(shadow.data.definition);
  return {
    writes: [
      putShadowOfKey(caller, key, ofKey, { policyVersionId, until, enabled, besideId: published.id }),
      putBeside(caller, published.id, { policyVersionId, until, definition }),
      removeBeside(caller, besideId),
    ],
    events: [],
  };
}

/** A shadow ends with its own retirement, and with that of the version in force. */
export async function shadowAfterRetirement(context: Context, retired: PolicyRecord): Promise<Effect> {
  const { caller, now } = context;
  const { key } = retired.data;
  const { ofKey } = await shadowsOf(context, retired);
  const isConcerned = ofKey && [ofKey.policyVersionId, ofKey.besideId].includes(retired.id);
  if (!isConcerned || !isRunning(ofKey, now)) return { writes: [shadowUnchanged(caller, key, ofKey)], events: [] };
  return ended(context, key, ofKey, 'retired');
}

async function ended(context: Context, key: string, ofKey: ShadowOfKey, reason: EndReason): Promise<Effect> {
  const { store, caller } = context;
  const { ofVersion } = await readShadows(store, caller, { policyKey: key, policyVersionId: ofKey.policyVersionId });
  if (!ofVersion) throw new Error('A shadow has no row of its version.');
  const { writes, events } = end(context, key, ofKey, ofVersion, reason);
  return { writes, events };
}
