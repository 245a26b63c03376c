/**
 * The sending services of a session on a real store, with a bank of made-up answers, a controlled
 * clock and any people.
 */
import { moneyKinds } from '../../../../../main/money/money.ts'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { CallOptions } from '../../../../../main/bank/call-options.ts'
import type { Clock } from '../../../../../main/platform/clock.ts'
import { Background } from '../../../../../main/platform/in-flight.ts'
import { defaultSettings } from '../../../../../main/profile/settings.service.ts'
import type { OperatorFacts } from '../../../../../main/profile/operators.service.ts'
import { Retries } from '../../../../../main/store/retry-writes.ts'
import type { OrderRow, OrderContext, SendingApi } from '../../../../../main/money/order/types.ts'
import type { OrderEvidence, OrderSending } from '../../../../../main/money/order/services.ts'
import {
  createOrderSending,
  type OrderSendingDeps,
} from '../../../../../main/money/order/sending/order-sending.ts'
import { approvalHandlers } from '../../../../../main/money/order/approval/approval-handlers.ts'
import {
  unknownOutcomeHandlers,
  type UnknownOutcomeDeps,
} from '../../../../../main/money/order/unknown-outcome/unknown-outcome-handlers.ts'
import { bankOf } from '../../../../../main/money/order/approval/approval-hash.ts'
import { findOrder } from '../../../../../main/money/order/order-records.ts'
import { openWaitTime } from '../../../../../main/money/order/sending/wait-time.ts'
import { openSentReferences } from '../../../../../main/money/sent-references.ts'
import { addStatusEvents } from '../../../../../main/money/order/status/status-events.ts'
import type {
  InquiryReason,
  PossibleDuplicates,
} from '../../../../../preload/contract/domain/orders/order-course.ts'
import type { ProfileDetails } from '../../../../../preload/contract/api/profiles/profile-details.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import type { Membership } from '../../../../../main/store/membership.ts'
import { practiceKey } from '../../../../../main/store/store-key.ts'
import {
  openStore,
  StoreError,
  type StartStoreWorker,
  type Store,
} from '../../../../../main/store/store.ts'
import {
  defaultAchSettings,
  type AchSettingsState,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../../../preload/contract/domain/orders/payment-form.ts'
import type { Evidence } from '../../../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../../../preload/contract/domain/orders/order-states.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { newFolder, removeFolder } from '../../../support/workstation.ts'
import { accepted, initiate, originate, originated, type FakeBank } from './fake-bank.ts'
import { startStoreWorker } from '../../../support/programs/programs.ts'

export * from './fake-bank.ts'

/** The people of the tests: makers, checkers, and one with all roles. */
export const people = {
  mara: { id: 'mara', name: 'Mara', roles: ['maker'], disabled: false, setBy: null },
  max: { id: 'max', name: 'Max', roles: ['maker'], disabled: false, setBy: null },
  theo: { id: 'theo', name: 'Theo', roles: ['checker'], disabled: false, setBy: null },
  cleo: { id: 'cleo', name: 'Cleo', roles: ['checker'], disabled: false, setBy: null },
  ada: {
    id: 'ada',
    name: 'Ada',
    disabled: false,
    setBy: null,
    roles: ['maker', 'checker', 'administrator'],
  },
} as const satisfies Record<string, OperatorFacts>
export type Person = keyof typeof people

/** A wire of 12,500.00 to Ridgeway Supply. */
export const wireForm: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'practice-3',
  valueDate: '2026-11-23',
  amount: '12,500.00',
  creditPartyBank: { ...emptyParty, aba: '550010014' },
  creditParty: { ...emptyParty, name: 'Ridgeway Supply', accountNumber: '5550142' },
}

/** The settings before anybody changed them. */
const achSettings: AchSettingsState = {
  settings: defaultAchSettings,
  version: 0,
  at: null,
  by: null,
  confirmation: null,
  isLocked: false,
}

/** Sending, with the acts before it and those after an unknown outcome. */
interface Sending extends Omit<OrderSending, 'handlers'> {
  readonly handlers: OrderSending['handlers'] &
    ReturnType<typeof approvalHandlers> &
    ReturnType<typeof unknownOutcomeHandlers>
}

export interface SendingSession {
  readonly file: string
  readonly store: Store
  readonly context: OrderContext
  readonly sending: Sending
  readonly bank: FakeBank
  policy: Policy
  readonly operators: Map<string, OperatorFacts>
  /** The kinds of acts that the store refuses to write. */
  readonly failing: Set<string>
  /** The kinds of acts that the store writes without that anybody hears so. */
  readonly unheard: Set<string>
  readonly tracked: string[]
  /** The orders with a status inquiry in progress. */
  readonly requested: Set<string>
  readonly emitted: (readonly [string, OrderState])[]
  readonly reported: unknown[]
  missing: Failure<'evidence-needed'>['missing']
  /** The possible duplicates of every order. */
  duplicates: PossibleDuplicates
  /** The result of the attached check of the beneficiary's account. */
  ownership: Evidence['ownership']
  blocked: Failure<'profile-retired'> | undefined
  /** The settings of ACH origination; changed as a whole. */
  ach: AchSettingsState
  pass: (ms: number) => void
  /** The bank settings of the profile; null: those of practice. */
  details: ProfileDetails | null
  /** The keychain's result when the end of the chain is saved in it. */
  keychain: Awaited<ReturnType<OrderContext['saveHead']>>
  /** Sets this computer's clock without the passing of time. */
  setClock: (to: Date) => void
  /**
   * Opens the same store with another memory, as the next start of the program does, or as another
   * workstation does.
   */
  again: (membership?: Membership) => Sending
}

export interface Opening {
  readonly file?: string
  readonly worker?: StartStoreWorker
  readonly profileId?: string
  /** This workstation among others; by default that of the store. */
  readonly membership?: Membership
  /** The clock of the session in place of the controlled one. */
  readonly clock?: (store: Store) => Clock
  /** The API of a real client in place of the made-up bank's. */
  readonly api?: Partial<SendingApi> & Pick<SendingApi, 'health'>
  /** The program's own evidence in place of the session's `missing`. */
  readonly evidence?: (context: OrderContext) => OrderEvidence
}

/** Opens a session; it is removed after the test. */
export async function openSession(opening: Opening = {}): Promise<SendingSession> {
  const folder = opening.file === undefined ? await newFolder() : undefined
  if (folder !== undefined) onTestFinished(() => removeFolder(folder))
  const file = opening.file ?? join(folder ?? '', 'store')
  let [passedMs, setMs] = [Date.parse('2026-11-23T14:00:00.000Z'), 0]
  const controlled = { now: () => new Date(passedMs + setMs), monotonicMs: () => passedMs }
  const worker = opening.worker ?? startStoreWorker
  const opened = await openStore({
    file,
    key: new Uint8Array(practiceKey),
    startStoreWorker: worker,
    clock: controlled,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  const clock = opening.clock?.(store) ?? controlled
  onTestFinished(() => store.close().catch(() => undefined))
  const failing = new Set<string>()
  const unheard = new Set<string>()
  const bank: FakeBank = {
    sent: [],
    turns: 1,
    isThere: true,
    reach: 'reachable',
    time: () => null,
    answer: () => accepted(),
    answerBatch: (body) => originated(body),
    before: () => Promise.resolve(),
    connecting: () => Promise.resolve(),
    pause: () => Promise.resolve(),
  }
  let id = 0
  const session = {
    file,
    bank,
    failing,
    unheard,
    tracked: [],
    requested: new Set(),
    emitted: [],
    reported: [],
    missing: [],
    keychain: ok(undefined),
    details: null,
    ownership: null,
    duplicates: { payments: [], entries: 0, batches: [] },
    policy: practicePolicy,
    blocked: undefined,
    store,
    ach: achSettings,
    operators: new Map<string, OperatorFacts>(Object.entries(people)),
    pass: (ms: number) => (passedMs += ms),
    setClock: (to: Date) => (setMs = to.getTime() - passedMs),
  } as unknown as SendingSession
  const report = (_: string, problem: unknown) => session.reported.push(problem)
  const context = {
    store: {
      ...store,
      record: (act, work) =>
        failing.has(act.kind)
          ? Promise.reject(new StoreError('full', 'database or disk is full'))
          : store.record(act, work).then((value) => {
              if (unheard.has(act.kind)) throw new StoreError('unknown', 'connect ECONNRESET')
              return value
            }),
      membership: opening.membership ?? store.membership,
    } satisfies Store,
    clock,
    newId: () => `id-${String((id += 1))}`,
    sent: await openSentReferences(`${file}.sent`, store),
    profileId: opening.profileId ?? 'practice',
    environment: 'practice',
    profile: () => ({ ...practiceProfile, details: session.details }),
    callBlockFor: () => session.blocked && err(session.blocked),
    saveHead: () => Promise.resolve(session.keychain),
    waits: await openWaitTime(clock, { bankTime: () => bank.time() }, store),
    connection: { state: () => ({ bank: { state: bank.reach } }) },
    policy: {
      current: () => ({ policy: session.policy, version: 0, at: null, by: null }),
      ofVersion: () => Promise.resolve(practicePolicy),
    },
    ach: { current: () => session.ach },
    emitEvent: (_: string, __: string, { id, state }: { id: string; state: OrderState }) =>
      session.emitted.push([id, state]),
    settings: { current: () => defaultSettings },
    kinds: moneyKinds,
    operatorOf: (of: string) => session.operators.get(of),
    operators: () => [...session.operators.values()].filter(({ disabled }) => !disabled),
    report,
    background: new Background(report),
  } as unknown as OrderContext
  const deps: OrderSendingDeps & Omit<UnknownOutcomeDeps, 'startSending'> = {
    show: async (of) => {
      const row = await findOrder(store.read, of)
      return row ? ok(row as never) : err({ code: 'not-found' })
    },
    evidence: opening.evidence?.(context) ?? {
      missing: () => Promise.resolve(session.missing),
      duplicates: () => Promise.resolve(session.duplicates),
      owners: () => Promise.resolve({ evidence: { ownership: session.ownership }, batch: null }),
    },
    track: (of) => session.tracked.push(of),
    isInquiryRunning: (of) => session.requested.has(of),
    notify: (of, state) => session.emitted.push([of, state]),
    api: () =>
      opening.api || bank.isThere
        ? {
            bank: bankOf(context),
            initiate: (body, callOptions) => initiate(bank, body, callOptions as CallOptions),
            originate: (_, body, callOptions) => originate(bank, body, callOptions as CallOptions),
            health: () => Promise.resolve({ status: 200, fields: [], failure: null }),
            ...opening.api,
          }
        : undefined,
    recheckMs: 5,
  }
  const make = (membership?: Membership): Sending => {
    const here = membership ? { ...context, store: { ...context.store, membership } } : context
    const sending = createOrderSending(here, { ...deps, retries: new Retries([5, 5, 20]) })
    const { startSending } = sending
    const handlers = {
      ...approvalHandlers(here, deps),
      ...sending.handlers,
      ...unknownOutcomeHandlers(here, { ...deps, startSending }),
    }
    return { ...sending, handlers }
  }
  Object.assign(session, { context, sending: make(), again: make })
  // A bank that never answers must not block a test.
  const soon = () => new Promise((resolve) => setTimeout(resolve, 200))
  onTestFinished(async () => void (await Promise.race([session.sending.rest(), soon()])))
  return session
}

/** Writes a draft as the draft service would; returns its id. */
export async function draft(
  { store }: Pick<SendingSession, 'store'>,
  id = 'o1',
  part: Partial<PaymentForm> = {},
  maker: Person = 'mara',
): Promise<string> {
  const form = { ...wireForm, ...part }
  const at = '2026-11-23T13:00:00.000Z'
  const reference = `CS20261123${id.toUpperCase().padStart(16, 'X')}`
  await store.record({ actor: maker, kind: 'order.drafted', subject: id, detail: {} }, (tx) =>
    tx
      .insertInto('orders')
      .values({
        id,
        created_at: at,
        updated_at: at,
        maker,
        service: form.service,
        state: 'draft',
        reference,
        form: JSON.stringify(form),
        currency: form.currency,
        value_date: '',
        body: null,
        body_sha256: null,
        approval_hash: null,
        policy_version: null,
        submitted_at: null,
        submitted_by: null,
        released_at: null,
        released_by: null,
        not_sent: null,
        sent_back: null,
        payee_id: null,
        payee_version: null,
        ownership_validation_id: null,
        ownership_by: null,
        validate_call_id: null,
        validate_body_sha256: null,
        validate_at: null,
        validate_by: null,
        validate_kind: null,
        debit_account: '',
        debit_significant: '',
        debit_label: '',
        amount: null,
        beneficiary: '',
        beneficiary_account: '',
        beneficiary_bank: '',
        beneficiary_significant: '',
        transaction_id: null,
        bank_status_text: null,
        bank_status_at: null,
        last_call_id: null,
        next_inquiry_at: null,
        resend: null,
        search_text: '',
      })
      .execute(),
  )
  return id
}

/** The current row. */
export async function rowOf(
  { store }: Pick<SendingSession, 'store'>,
  id = 'o1',
): Promise<OrderRow> {
  const row = await findOrder(store.read, id)
  if (!row) throw new Error(`no order ${id}`)
  return row
}
export const stateOf = async (
  session: Pick<SendingSession, 'store'>,
  id = 'o1',
): Promise<OrderState> => (await rowOf(session, id)).state

type SendingHandlers = Sending['handlers']
/** Calls a command as a person. */
export const as =
  (session: SendingSession, who: Person) =>
  <V extends keyof SendingHandlers>(method: V, input: Parameters<SendingHandlers[V]>[0]) => {
    const { id, name, roles } = people[who]
    const call = session.sending.handlers[method] as (
      of: unknown,
      caller: unknown,
    ) => Promise<unknown>
    return call(input, { operator: { id, name, roles: [...roles] } }) as Promise<
      { ok: true; value: unknown } | { ok: false; error: { code: string } }
    >
  }

/** The code with which a command was rejected; undefined: it was done. */
export const codeOf = (result: { ok: boolean; error?: unknown }): string | undefined =>
  result.ok ? undefined : (result.error as { code: string }).code

/** Draft, submission and one approval; returns the approval hash. */
export async function approvedOrder(
  session: SendingSession,
  id = 'o1',
  part: Partial<PaymentForm> = {},
): Promise<string> {
  await draft(session, id, part)
  expect(codeOf(await as(session, 'mara')('submit', { id }))).toBeUndefined()
  const reviewedHash = (await rowOf(session, id)).approval_hash ?? ''
  expect(
    codeOf(await as(session, 'theo')('approve', { id, approvalHash: reviewedHash })),
  ).toBeUndefined()
  return reviewedHash
}

/** Waits for a state. */
export const until = (session: SendingSession, state: OrderState, id = 'o1'): Promise<void> =>
  vi.waitFor(async () => expect(await stateOf(session, id)).toBe(state), {
    timeout: 20_000,
    interval: 5,
  })

/** Releases an approved order, and waits for a state. */
export async function release(
  session: SendingSession,
  reviewedHash: string,
  to: OrderState,
  id = 'o1',
): Promise<void> {
  expect(
    codeOf(await as(session, 'mara')('release', { id, approvalHash: reviewedHash })),
  ).toBeUndefined()
  await until(session, to, id)
}

/** Writes a status inquiry as the tracking service would. */
export async function inquire(
  { store, context }: SendingSession,
  verdict: 'found' | 'not-found' | 'undecided' | 'no-answer' = 'not-found',
  id = 'o1',
  statusText: string | null = null,
  way: 'reference' | 'addenda' | 'list' = 'reference',
  route: 'proven' | 'untried' | null = 'proven',
  reason: InquiryReason | null = null,
): Promise<void> {
  const act = {
    actor: 'system',
    kind: 'order.status-inquired',
    subject: id,
    detail: { verdict, reliability: route },
  }
  await store.record(act, async (tx) => {
    const of = tx.selectFrom('order_status_inquiries').select('seq').where('order_id', '=', id)
    const attempts = await tx
      .selectFrom('order_attempts')
      .select('seq')
      .where('order_id', '=', id)
      .execute()
    await tx
      .insertInto('order_status_inquiries')
      .values({
        order_id: id,
        seq: (await of.execute()).length + 1,
        verdict,
        status_text: statusText,
        at: context.clock.now().toISOString(),
        actor: 'system',
        route: way,
        after_attempt: attempts.length,
        call_id: null,
        route_reliability: route,
        reason,
      })
      .execute()
  })
}

/** Saves the status of an alert about the order, as the tracking service would. */
export const saveAlertStatus = ({ store, context }: SendingSession, statusText = 'Completed') =>
  store.record({ actor: 'system', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
    addStatusEvents(
      tx,
      'o1',
      [
        {
          source: 'alert',
          vocabulary: 'business',
          statusText,
          bankTime: null,
          at: '2026-11-23T14:30:00.000Z',
          callId: null,
          alertSeq: null,
        },
      ],
      context.kinds,
    ),
  )

/** The acts about an order, in order: kind and actor. */
export const actsOf = async ({ store }: SendingSession, id = 'o1'): Promise<string[]> => {
  const rows = await store.read
    .selectFrom('audit_entries')
    .select(['kind', 'actor', 'detail'])
    .where('subject', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ kind, actor }) => `${kind} ${actor}`)
}
/** The rejected acts of an order: who, what and why. */
export const refusalsOf = async ({ store }: SendingSession, id = 'o1') => {
  const rows = await store.read
    .selectFrom('audit_entries')
    .select(['actor', 'detail'])
    .where('subject', '=', id)
    .where('kind', '=', 'order.refused')
    .orderBy('seq')
    .execute()
  return rows.map(({ actor, detail }) => ({ actor, ...(JSON.parse(detail) as object) }))
}
