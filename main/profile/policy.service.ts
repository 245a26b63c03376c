/**
 * The policy of one profile: the conditions before money leaves. Every policy ever in force is
 * stored.
 */
import { sql } from 'kysely'
import {
  defaultPolicy,
  policy as policyRules,
  practicePolicy,
  type policyHistory,
  type policyHistoryRequest,
  type Policy,
  type PolicyState,
} from '../../preload/contract/domain/operators/policy.ts'
import { policyDifference } from '../../preload/contract/domain/operators/policy-difference.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { isAllowed, rolesFor } from '../../preload/contract/api/may-use.ts'
import { policy as policyChannels } from '../../preload/contract/api/operators/channels.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'
import { canonicalJson } from '../platform/json/canonical-json.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { OperatorFacts } from './operators.service.ts'
import type { SessionContext } from './session-context.ts'
import type { PoliciesTable } from '../store/tables/operators.ts'
import { follow } from '../store/follow.ts'
import { recordUnlessRefused } from '../store/record-unless-refused.ts'
import { byOperator, sortedPage, type StoredSort } from '../store/sorted-page.ts'
import type { Reader } from '../store/tables.ts'
import { withDetail } from '../store/with-detail.ts'

/** The policy in memory, as new as each transaction that uses it. */
export interface PolicyService {
  current(): PolicyState
  /** The policy of a version; undefined when there is no such version. */
  ofVersion(version: number): Promise<Policy | undefined>
  /**
   * Every earlier policy, newest first or sorted, down to version 0, the default that nobody set.
   */
  listEarlier(request: z.infer<typeof policyHistoryRequest>): Promise<z.infer<typeof policyHistory>>
  /**
   * Puts a policy in force in place of the version that the operator saw, and records the change as
   * an audit act. An equal policy changes nothing. Fails if another version is in force, or if the
   * operator may not change it any more. Rejects with a store error; the current policy then stays
   * in force.
   */
  change(
    policy: Policy,
    actor: string,
    seen: number,
  ): Promise<Result<PolicyState, Failure<'changed-meanwhile'> | Failure<'not-permitted'>>>
}

/**
 * Reads a stored policy.
 *
 * @throws {ZodError} when the policy is not valid: no money may leave under a guessed policy.
 */
const policyIn = (text: string): Policy => policyRules.parse(JSON.parse(text))

const stateOf = ({ version, policy, at, actor }: PoliciesTable): PolicyState => ({
  policy: policyIn(policy),
  version,
  at,
  by: actor,
})

async function latestPolicy(reader: Reader): Promise<PolicyState | undefined> {
  const latest = await reader
    .selectFrom('policies')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && stateOf(latest)
}

/** Reads the policy of an open store; version 0, the default, before any change. */
export async function openPolicy(
  context: SessionContext,
  operatorOf: (id: string) => OperatorFacts | undefined,
): Promise<PolicyService> {
  const { store, clock, environment, operatorName } = context
  const first: PolicyState = {
    policy: environment === 'practice' ? practicePolicy : defaultPolicy,
    version: 0,
    at: null,
    by: null,
  }
  const inForce = await follow(store, {
    isConcerned: (kind) => kind === 'policy.changed',
    read: async (reader) => (await latestPolicy(reader)) ?? first,
  })
  const shown = (state: PolicyState): PolicyState => ({
    ...state,
    by: state.by === null ? null : operatorName(state.by),
  })

  async function put(
    policy: Policy,
    actor: string,
    seen: number,
  ): ReturnType<PolicyService['change']> {
    const before = inForce.value
    if (before.version === seen && canonicalJson(policy) === canonicalJson(before.policy))
      return ok(shown(before))
    const version = seen + 1
    const row = { version, policy: canonicalJson(policy), at: clock.now().toISOString(), actor }
    const subject = `policy-${String(version)}`
    const act = { actor, kind: 'policy.changed', subject, detail: { version } }
    const changed = await recordUnlessRefused(store, act, async (tx) => {
      const failure = whyNotChanged(operatorOf(actor), inForce.value.version, seen)
      if (failure) return err(failure)
      const changes = policyDifference(inForce.value.policy, policy)
      await tx.insertInto('policies').values(row).execute()
      return ok(withDetail(undefined, { changes: changes.map((change) => ({ ...change })) }))
    })
    if (!changed.ok) return changed
    inForce.value = { policy, version, at: row.at, by: actor }
    context.emitEvent('policy', 'changed', shown(inForce.value))
    return ok(shown(inForce.value))
  }

  /** One after another: a change is in force before the next is compared with it. */
  const changes = new SerialQueue()
  return {
    current: () => shown(inForce.value),
    async ofVersion(version) {
      if (version === 0) return first.policy
      if (version === inForce.value.version) return inForce.value.policy
      const row = await store.read
        .selectFrom('policies')
        .selectAll()
        .where('version', '=', version)
        .executeTakeFirst()
      return row && stateOf(row).policy
    },
    async listEarlier(request) {
      const { rows, next, total } = await pageOfEarlier(
        context,
        inForce.value.version,
        first,
        request,
      )
      return {
        items: rows.map((row) => shown(row.version === 0 ? first : stateOf(row))),
        next,
        total,
      }
    },
    change: (policy, actor, seen) => changes.run(() => put(policy, actor, seen)),
  }
}

/** Another workstation may have disabled the operator, or changed the policy. */
function whyNotChanged(
  operator: OperatorFacts | undefined,
  version: number,
  seen: number,
): Failure<'changed-meanwhile'> | Failure<'not-permitted'> | undefined {
  if (!operator || operator.disabled || !isAllowed(policyChannels.change.allowed, operator.roles))
    return { code: 'not-permitted', needs: [...rolesFor(policyChannels.change)] }
  return version === seen ? undefined : { code: 'changed-meanwhile' }
}

/** Version 0 is in no table, so the query adds it as a row. */
async function pageOfEarlier(
  { store, operatorName }: SessionContext,
  current: number,
  first: PolicyState,
  request: z.infer<typeof policyHistoryRequest>,
): Promise<{ rows: PoliciesTable[]; next: string | null; total: number }> {
  const beginning = JSON.stringify(first.policy)
  const all = sql<PoliciesTable>`(
    SELECT version, policy, at, actor FROM policies WHERE version < ${current}
    UNION ALL SELECT 0, ${beginning}, '', '' WHERE ${current} > 0)`
  const actors = await store.read.selectFrom('policies').select('actor').distinct().execute()
  const names = Object.fromEntries(actors.map(({ actor }) => [actor, operatorName(actor)]))
  const direction = request.sort?.direction ?? 'descending'
  const by: Record<NonNullable<typeof request.sort>['column'], StoredSort['by']> = {
    version: sql`version`,
    at: sql`at`,
    by: byOperator(JSON.stringify(names), { direction }),
  }
  const sort = { by: by[request.sort?.column ?? 'version'], direction, tie: sql`version` }
  const query = store.read.selectFrom(all.as('earlier')).selectAll()
  const { rows, next } = await sortedPage(query, sort, request)
  return { rows, next, total: current }
}
