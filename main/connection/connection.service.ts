/** The connection to one profile's bank: budget, client and APIs, and what the status bar tells of them. */
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { ConnectionState, HealthAnswer } from '../../preload/contract/workstation-state.ts'
import type { InquiryIds } from '../bank/account-validation-wire.ts'
import { createAccountValidation, type AccountValidationApi } from '../bank/account-validation.ts'
import { createBankClient, type BankClient } from '../bank/bank-client.ts'
import { keepCall } from '../bank/call-record.store.ts'
import type { BankReach } from '../bank/client-status.ts'
import type { BankConnection } from '../bank/connector.ts'
import { openRateBudget, type RateBudget } from '../bank/rate-budget.ts'
import { rateMemoryIn } from '../bank/rate-memory.store.ts'
import type { TokenState } from '../bank/token.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import { tellAtMostEvery } from './tell.ts'

/** Who we are at a bank, and where it is. */
export interface BankAccess {
  readonly connection: BankConnection
  readonly ids: InquiryIds
}

/** What the service is made of. */
export interface ConnectionParts {
  readonly clock: Clock
  readonly newId: () => string
  readonly v2Path: () => string | null
  readonly changed: (state: ConnectionState) => void
}

/** One connection at a time; none until `connect`. */
export interface ConnectionService {
  state(): ConnectionState
  /**
   * Opens the budget that a former run left and the client; asks the bank nothing yet.
   *
   * @param budgetKey names bank and consumer key, so that pause and window are found again.
   */
  connect(access: BankAccess, store: Store, budgetKey: string): Promise<void>
  /** There is no bank to connect to: it did not start. */
  unavailable(): void
  /** The API, or undefined until there is a bank. */
  accountValidation(): AccountValidationApi | undefined
  /** The end of the silence that the bank asked for, or null. */
  pausedUntil(): Date | null
  checkHealth(
    actor: string,
  ): Promise<Result<HealthAnswer, Failure<'rate-paused'> | Failure<'bank-not-running'>>>
  close(): Promise<void>
}

interface Open {
  readonly address: string
  readonly budget: RateBudget
  readonly client: BankClient
  readonly api: AccountValidationApi
}

const limitPerSecond = 5
const bankOf = (reach: BankReach): ConnectionState['bank'] =>
  reach.state === 'never-tried' ? reach : { ...reach, since: reach.since.toISOString() }

const tokenOf = (token: TokenState): ConnectionState['token'] =>
  token.state === 'held'
    ? {
        state: 'held',
        obtainedAt: token.obtainedAt.toISOString(),
        expiresAt: token.expiresAt.toISOString(),
      }
    : token

function budgetOf(budget: RateBudget): ConnectionState['budget'] {
  const { used, waiting, pausedUntil, transit, limitPerSecond: limit } = budget.state()
  return {
    limitPerSecond: limit,
    used,
    waiting: Object.values(waiting).reduce((sum, length) => sum + length, 0),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    transitAllowanceMs: transit.basis === 'measured' ? transit.ms : null,
  }
}

const notConnected: ConnectionState = {
  bank: { state: 'starting' },
  address: null,
  token: { state: 'none' },
  budget: { limitPerSecond, used: 0, waiting: 0, pausedUntil: null, transitAllowanceMs: null },
}

/** Makes the service, not connected yet. */
export function createConnectionService(parts: ConnectionParts): ConnectionService {
  let open: Open | undefined
  let without = notConnected

  const state = (): ConnectionState => {
    if (!open) return without
    const { connection, token } = open.client.status()
    return {
      bank: bankOf(connection),
      address: open.address,
      token: tokenOf(token),
      budget: budgetOf(open.budget),
    }
  }
  const isMoving = (): boolean => {
    const { used, waiting } = state().budget
    return used > 0 || waiting > 0
  }
  const teller = tellAtMostEvery(100, () => parts.changed(state()), isMoving)
  const pausedUntil = (): Date | null => open?.budget.state().pausedUntil ?? null

  return {
    state,
    pausedUntil,
    accountValidation: () => open?.api,

    unavailable() {
      without = { ...notConnected, bank: { state: 'not-running' } }
      teller.tell()
    },

    async connect({ connection, ids }, store, budgetKey) {
      const budget = await openRateBudget({
        clock: parts.clock,
        memory: rateMemoryIn(store, budgetKey, parts.clock),
        share: limitPerSecond,
      })
      const client = createBankClient({
        connection,
        budget,
        clock: parts.clock,
        newId: parts.newId,
        record: (call) => keepCall(store, call),
      })
      const api = createAccountValidation({ client, ids: () => ids, v2Path: parts.v2Path })
      budget.onChange(teller.tell)
      client.onChange(teller.tell)
      open = { address: connection.baseUrl, budget, client, api }
      teller.tell()
    },

    async checkHealth(actor) {
      if (!open) return err({ code: 'bank-not-running' })
      const until = pausedUntil()
      if (until) return err({ code: 'rate-paused', until: until.toISOString() })
      return ok(await open.api.health({ actor, whenPaused: 'fail' }))
    },

    async close() {
      teller.stop()
      const closing = open
      open = undefined
      closing?.budget.close()
      await closing?.client.close()
    },
  }
}
