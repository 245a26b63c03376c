/** The verbs of the nouns `operators` and `policy`: who is here, and what money needs before it leaves. */
import { passphrase } from '../profiles/profile.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { workstationState } from '../workstation-state.ts'
import { z } from '../../kernel/zod.ts'
import * as operator from './operators.ts'
import * as rules from '../../domain/operators/policy.ts'

const typed = z.string().min(1).max(200)

/** Signing in, and the operators of the shown profile. */
export const operators = {
  /** In practice without a passphrase. `sign-in-paused` after failures, each pause longer than the one before. */
  signIn: command(
    z.strictObject({ operatorId: z.string(), passphrase: typed.nullable() }),
    workstationState,
    ['not-found', 'passphrase-wrong', 'sign-in-paused'],
    'whoever',
  ),
  /** One's own; also where it has to be replaced before anything else. */
  changePassphrase: command(
    z.strictObject({ current: typed, next: passphrase }),
    workstationState,
    ['passphrase-wrong', 'sign-in-paused', 'passphrase-same', 'practice-only', 'not-found'],
    'whoever',
  ),
  /** Locks the workstation: the next act needs a sign-in. */
  lock: command(nothing, workstationState, [], 'whoever'),
  /** Makes the first administrator of a real profile, who is signed in with it. */
  createFirst: command(
    operator.firstAdministrator,
    workstationState,
    ['operators-exist', 'practice-only'],
    'whoever',
  ),
  /** The person at the window did something: it is not idle. */
  beActive: command(nothing, nothing, [], 'whoever'),
  list: query(nothing, z.array(operator.operatorLine)),
  add: command(
    operator.newOperator,
    z.array(operator.operatorLine),
    ['name-taken', 'practice-only', 'second-person-needed'],
    administrators,
  ),
  change: command(
    operator.operatorChange,
    z.array(operator.operatorLine),
    ['not-found', 'name-taken', 'last-administrator', 'practice-only', 'second-person-needed'],
    administrators,
  ),
  /** Gives an operator a passphrase that its next sign-in replaces. */
  resetPassphrase: command(
    z.strictObject({ id: z.string(), passphrase }),
    z.array(operator.operatorLine),
    ['not-found', 'practice-only', 'own-work', 'second-person-needed'],
    administrators,
  ),
  /** Confirms a change that was answered with `second-person-needed`: it is asked for again by whoever wanted it. */
  confirmAsSecond: command(
    z.strictObject({ changeId: z.string(), by: operator.confirmer }),
    nothing,
    ['draft-gone', 'not-found', 'passphrase-wrong', 'sign-in-paused', 'recovery-of-another'],
    administrators,
  ),
} as const

/** What the shown profile's money needs. */
export const policy = {
  get: query(nothing, rules.policyState),
  listEarlier: query(rules.policyHistoryRequest, rules.policyHistory),
  change: command(
    rules.policy,
    rules.policyState,
    ['not-found', 'second-person-needed'],
    administrators,
  ),
  changed: event(rules.policyState),
} as const
