/**
 * Channels of `operators` and `policy`: who is signed in, and the requirements before money may
 * leave.
 */
import { passphrase } from '../profiles/profile.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { workstationState } from '../workstation-state.ts'
import { z } from '../../kernel/zod.ts'
import * as operator from './operators.ts'
import * as rules from '../../domain/operators/policy.ts'

const typed = z.string().min(1).max(200)

/** Sign-in, and the operators of the shown profile. */
export const operators = {
  /**
   * Practice needs no passphrase. `sign-in-paused` follows failed sign-ins, each pause longer than
   * the last.
   */
  signIn: command(
    z.strictObject({ operatorId: z.string(), passphrase: typed.nullable() }),
    workstationState,
    ['not-found', 'passphrase-wrong', 'sign-in-paused'],
    'no-sign-in',
  ),
  /** Changes the operator's own passphrase, also when it must be replaced first. */
  changePassphrase: command(
    z.strictObject({ current: typed, next: passphrase }),
    workstationState,
    ['passphrase-wrong', 'sign-in-paused', 'passphrase-same', 'practice-only', 'not-found'],
    'no-sign-in',
  ),
  /** Locks the workstation; the next act needs a sign-in. */
  lock: command(nothing, workstationState, [], 'no-sign-in'),
  /** Creates the first administrator of a real profile and signs this person in. */
  createFirst: command(
    operator.firstAdministrator,
    workstationState,
    ['operators-exist', 'practice-only'],
    'no-sign-in',
  ),
  /** Reports activity in the window, which restarts the idle timer. */
  beActive: command(nothing, nothing, [], 'no-sign-in'),
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
    [
      'not-found',
      'name-taken',
      'last-administrator',
      'changed-meanwhile',
      'practice-only',
      'second-person-needed',
    ],
    administrators,
  ),
  /** Sets a temporary passphrase, to be replaced at the next sign-in. */
  resetPassphrase: command(
    z.strictObject({ id: z.string(), passphrase }),
    z.array(operator.operatorLine),
    ['not-found', 'practice-only', 'own-work', 'second-person-needed'],
    administrators,
  ),
  /** Confirms a change that failed with `second-person-needed`; the requester then repeats it. */
  confirmAsSecond: command(
    z.strictObject({ changeId: z.string(), by: operator.confirmer }),
    nothing,
    ['draft-gone', 'not-found', 'passphrase-wrong', 'sign-in-paused', 'recovery-of-another'],
    administrators,
  ),
} as const

/** Requirements before money of the shown profile may leave. */
export const policy = {
  get: query(nothing, rules.policyState),
  listEarlier: query(rules.policyHistoryRequest, rules.policyHistory),
  /** `version`: of the policy that it replaces. */
  change: command(
    rules.policy.extend({ version: z.int() }),
    rules.policyState,
    ['not-found', 'second-person-needed', 'changed-meanwhile'],
    administrators,
  ),
  changed: event(rules.policyState),
} as const
