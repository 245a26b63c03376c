/**
 * The connection to one profile's bank: rate budget, client and APIs, and the state for the status
 * bar.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Lane } from '../../preload/contract/bank/lanes.ts'
import type { ConnectionState, HealthAnswer } from '../../preload/contract/api/workstation-state.ts'
import {
  createAccountValidation,
  type AccountValidationApi,
} from '../bank/apis/account-validation.ts'
import { createBankClient, type BankClient, type BankClientDeps } from '../bank/bank-client.ts'
import { saveCall, type BankCallRecord } from '../bank/call-record.ts'
import type { BankConnection, BankReach, InquiryIds, TokenState } from '../bank/connection.ts'
import type { RateBudgets } from '../bank/rate-budgets.ts'
import type { Clock } from '../platform/clock.ts'
import { InFlight } from '../platform/in-flight.ts'
import type { Store } from '../store/store.ts'
import { clockOf } from '../store/team-clock.ts'
import { throttle } from '../platform/throttle.ts'
import { SerialQueue } from '../platform/serial.ts'

/** The client's identity at a bank, and the bank's address. */
export interface BankAccess {
  readonly connection: BankConnection
  readonly ids: InquiryIds
  /** For wire and RTP calls only (bank note 11); null until entered. */
  readonly partnerClientId: string | null
  /**
   * Identifies bank and consumer key without holding the key, so a restart finds the stored pause
   * and rate window.
   */
  readonly budgetKey: string
  /** This workstation's share of the bank's calls per second. */
  readonly callsPerSecond: number
  /** The client addresses registered at the bank, as stored in the profile. */
  readonly registeredAddresses: readonly string[]
}

export type WithoutBank = Extract<
  ConnectionState['bank'],
  { state: 'starting' | 'not-running' | 'not-set-up' | 'retired' }
>

export interface ConnectionDeps {
  /** The clock of this computer; calls recorded in a shared store have the wall time of its team. */
  readonly clock: Clock
  readonly newId: () => string
  readonly v2Path: () => string | null
  readonly budgets: Pick<RateBudgets, 'budgetFor'>
  /** Possible reasons for a 403 from this bank (bank note 8). */
  readonly forbiddenHint: (access: BankAccess) => string
  readonly changed: (state: ConnectionState) => void
  /** Called after a bank call was recorded. */
  readonly callRecorded?: (id: string) => void
}

/** At most one connection; none before `connect`. */
export interface ConnectionService {
  state(): ConnectionState
  /**
   * Creates the client on the rate budget of its bank and key; makes no call yet. Replaces an
   * existing client, whose pending calls finish and whose token is dropped with it (RFC 8705). Does
   * nothing once the service is closed.
   */
  connect(access: BankAccess, store: Store): Promise<void>
  /** Closes the connection and records the reason. */
  disconnect(why: WithoutBank): Promise<void>
  /** The client and its access data; undefined while there is no client. */
  open(): { readonly client: BankClient; readonly access: BankAccess } | undefined
  /** The API; undefined while there is no bank. */
  accountValidation(): AccountValidationApi | undefined
  /** The end of the pause that the bank requires; null when there is none. */
  pausedUntil(): Date | null
  /** The bank's time from its newest answer of this run; null before the first answer. */
  bankTime(): Date | null
  /** Sends the state to the window again, because something outside the connection changed it. */
  notify(): void
  checkHealth(
    actor: string,
  ): Promise<Result<HealthAnswer, Failure<'rate-paused'> | Failure<'bank-not-running'>>>
  close(): Promise<void>
}

interface Open {
  readonly access: BankAccess
  readonly budget: BankClientDeps['budget']
  readonly client: BankClient
  readonly api: AccountValidationApi
  /** Each removes one listener. */
  readonly stops: readonly (() => void)[]
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

const countOf = (waiting: Readonly<Record<Lane, number>>): number =>
  Object.values(waiting).reduce((sum, length) => sum + length, 0)

function budgetOf(budget: Open['budget']): ConnectionState['budget'] {
  const {
    ofTeam,
    pausedUntil,
    statedUntil,
    transit,
    limitPerSecond: limit,
    ...here
  } = budget.state()
  const { used, waiting } = ofTeam ?? here
  return {
    limitPerSecond: limit,
    used,
    waiting: countOf(waiting),
    waitingByLane: waiting,
    here: ofTeam && { used: here.used, waiting: countOf(here.waiting) },
    pausedUntil: pausedUntil?.toISOString() ?? null,
    statedUntil: statedUntil?.toISOString() ?? null,
    transitAllowanceMs: transit.basis === 'measured' ? transit.ms : null,
  }
}

const notConnected: ConnectionState = {
  bank: { state: 'starting' },
  address: null,
  forbiddenHint: null,
  token: { state: 'none' },
  budget: {
    limitPerSecond,
    used: 0,
    waiting: 0,
    waitingByLane: { 'unknown-outcome': 0, initiation: 0, interactive: 0, bulk: 0, sweep: 0 },
    here: null,
    pausedUntil: null,
    statedUntil: null,
    transitAllowanceMs: null,
  },
}

/** Creates the service, not connected. */
export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  let open: Open | undefined
  let without = notConnected
  const bankTime = createBankTime(deps.clock)

  const state = (): ConnectionState => {
    if (!open) return without
    const { connection, token } = open.client.status()
    return {
      bank: bankOf(connection),
      address: open.access.connection.baseUrl,
      forbiddenHint: deps.forbiddenHint(open.access),
      token: tokenOf(token),
      budget: budgetOf(open.budget),
    }
  }
  const isMoving = (): boolean => {
    const { budget } = state()
    const { used, waiting } = budget.here ?? budget
    return used > 0 || waiting > 0
  }
  const notifier = throttle(100, () => deps.changed(state()), isMoving)
  const pausedUntil = (): Date | null => open?.budget.state().pausedUntil ?? null

  /** Replaced clients whose pending calls still finish. */
  const replaced = new InFlight()
  /** Changes run one after the other: one profile must never have two clients at once. */
  const changes = new SerialQueue()
  let closed = false
  const connectNow = async (access: BankAccess, store: Store): Promise<void> => {
    const { budgetKey, callsPerSecond } = access
    const { slots, tokens } = store.membership
    const before = open
    if (before && isSameClient(before.access, access)) {
      open = { ...before, access }
      await deps.budgets.budgetFor(budgetKey, callsPerSecond, slots)
      notifier.notify()
      return
    }
    void replaced.add(leave(before))
    const budget = await deps.budgets.budgetFor(budgetKey, callsPerSecond, slots)
    const client = createBankClient({
      connection: access.connection,
      budget,
      team: tokens && { tokens, key: budgetKey },
      clock: clockOf(deps.clock, store.membership),
      newId: deps.newId,
      record: async (call) => {
        bankTime.observe(call)
        await saveCall(store, call)
        deps.callRecorded?.(call.id)
      },
    })
    const api = createAccountValidation({
      client,
      ids: () => open?.access.ids ?? access.ids,
      v2Path: deps.v2Path,
    })
    const stops = [budget.onChange(notifier.notify), client.onChange(notifier.notify)]
    open = { access, budget, client, api, stops }
    notifier.notify()
  }
  /** Takes the client out of use. Resolves when its pending calls have finished. */
  const leave = async (leaving: Open | undefined): Promise<void> => {
    open = undefined
    for (const stop of leaving?.stops ?? []) stop()
    await leaving?.client.close()
  }
  const closeNow = async (): Promise<void> => {
    await leave(open)
  }

  return {
    state,
    pausedUntil,
    bankTime: () => bankTime.now(),
    accountValidation: () => open?.api,
    open: () => open,
    notify: () => notifier.notify(),
    connect: (access, store) =>
      changes.run(async () => {
        if (closed) return
        try {
          await connectNow(access, store)
        } catch (problem) {
          // Without its stored state the rate budget allows no calls, so there is no bank until it
          // can be read.
          without = { ...notConnected, bank: { state: 'not-running' } }
          notifier.notify()
          throw problem
        }
      }),

    disconnect(why) {
      without = { ...notConnected, bank: why }
      const closing = changes.run(closeNow)
      notifier.notify()
      return closing
    },

    async checkHealth(actor) {
      if (!open) return err({ code: 'bank-not-running' })
      const until = pausedUntil()
      if (until) return err({ code: 'rate-paused', until: until.toISOString() })
      return ok(await open.api.health({ actor, whenPaused: 'fail' }))
    },

    async close() {
      closed = true
      notifier.stop()
      await changes.run(closeNow)
      await replaced.settled()
    },
  }
}

/**
 * Whether one client serves both. The client holds the token, so it is not replaced without need.
 */
const isSameClient = (one: BankAccess, other: BankAccess): boolean =>
  one.budgetKey === other.budgetKey &&
  JSON.stringify(one.connection) === JSON.stringify(other.connection)

/** The bank's clock, as far as its answers in this run show it. */
interface BankTime {
  observe(call: Pick<BankCallRecord, 'responseHeaders'>): void
  /**
   * The newest `Date` header plus the time since, on the monotonic clock; null before any header
   * was read. Up to a second late.
   */
  now(): Date | null
}

const httpDate = /\d GMT$/

/**
 * Returns the `Date` header of an answer, always GMT (RFC 9110, 5.6.7), to the second; null when it
 * is missing or unreadable.
 */
export function bankDateIn(headers: BankCallRecord['responseHeaders'] | undefined): Date | null {
  const date = headers?.['date'] ?? ''
  const ms = httpDate.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** Creates the bank clock. `now` is null until an answer with a `Date` header arrives. */
function createBankTime(clock: Pick<Clock, 'monotonicMs'>): BankTime {
  let aheadMs: number | null = null
  return {
    observe({ responseHeaders }) {
      const date = bankDateIn(responseHeaders)
      if (date) aheadMs = date.getTime() - clock.monotonicMs()
    },
    now: () => (aheadMs === null ? null : new Date(clock.monotonicMs() + aheadMs)),
  }
}
