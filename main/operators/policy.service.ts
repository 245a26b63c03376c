/** The policy of one profile: what its money needs before it leaves. Every policy that was in force is kept. */
import {
  defaultPolicy,
  practicePolicy,
  type Policy,
  type PolicyState,
} from '../../preload/contract/operators/policy.ts'
import { notBuilt } from '../ipc/not-built.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import type { z } from '../../preload/contract/zod.ts'
import type {
  policyHistory,
  policyHistoryRequest,
} from '../../preload/contract/operators/policy.ts'

/** The policy, read when the store opened and kept in memory. */
export interface PolicyService {
  current(): PolicyState
  /** The policy of a version; undefined: there is none of it. */
  ofVersion(version: number): Promise<Policy | undefined>
  listEarlier(request: z.infer<typeof policyHistoryRequest>): Promise<z.infer<typeof policyHistory>>
  change(policy: Policy, actor: string): Promise<PolicyState>
}

/** Reads the policy of an open store. */
export function openPolicy({ environment }: DeskContext): Promise<PolicyService> {
  const policy = environment === 'practice' ? practicePolicy : defaultPolicy
  return Promise.resolve({
    current: () => ({ policy, version: 0, at: null, by: null }),
    ofVersion: () => Promise.resolve(policy),
    listEarlier: notBuilt,
    change: notBuilt,
  })
}
