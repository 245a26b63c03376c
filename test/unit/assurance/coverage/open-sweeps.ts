/** Sweeps on a real store, with a scripted bank and time controlled by the test. */
import { moneyKinds } from '../../../../main/money/money.ts'
import { onTestFinished } from 'vitest'
import { createEntryTracking } from '../../../../main/money/batch/tracking/entry-tracking.ts'
import type { BatchContext, ListRow } from '../../../../main/money/batch/types.ts'
import type { SweptLists } from '../../../../main/assurance/coverage/sweeps/fetch-list.ts'
import { createSweeps, type SweepsDeps } from '../../../../main/assurance/coverage/sweeps/sweeps.ts'
import { Background } from '../../../../main/platform/in-flight.ts'
import type { StoredAccount } from '../../../../main/profile/profile-records.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { openStore } from '../../../../main/store/store.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import {
  emptyDetails,
  type ProfileDetails,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { quiet, OwnTime } from '../../money/order/support/own-time.ts'
import { newStorePath } from '../../store/stores.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { achAlert, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'
import { waitsBy } from '../../support/wait-times.ts'

/** An own account of the profile. */
export const account = (id = 'a1', number = '0072004500'): StoredAccount => ({
  id,
  account_number: number,
  account_significant: number.replace(/^0+/, ''),
  routing_number: '041000124',
  bank_number: '',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  company_id: '',
  legal_name: '',
  address: '',
})

/** A row of the list: a credit sent from the own account. */
export const row = (part: Partial<ListRow> = {}): ListRow =>
  ({
    parNumber: '9001',
    transactionStatus: 'COLLECTED',
    traceNumber: '041000120000001',
    transactionAmount: '120.50',
    settlementDate: null,
    returnDate: null,
    transactionCode: '22',
    returnReasonCode: null,
    returnReasonDescription: null,
    receivingAccount: { accountNumber: '55501420', bankNumber: null, routingNumber: null },
    originatingAccount: { accountNumber: '0072004500', bankNumber: null, routingNumber: null },
    receivingParty: { customerId: null, companyName: 'Ridgeway Supply', customerName: null },
    originatingParty: null,
    notificationOfChangeAddendaCount: '0',
    ...part,
  }) as unknown as ListRow

type Listed = Awaited<ReturnType<SweptLists['list']>>
/** The bank's answer to a list: rows, or another complete answer. */
export type Scripted = readonly ListRow[] | BankAnswer<never>

/** A bank of lists: each search of an account has its rows, in pages. */
export class ListBank implements SweptLists {
  /** The requests: `RETURNED 0072004500 2026-11-19 2026-11-23 p1`. */
  readonly requested: string[] = []
  /** By `SEARCH` or `SEARCH account`. */
  readonly rows = new Map<string, Scripted>()
  /** Answers that take precedence, in order; undefined means the scripted rows. */
  readonly next: (BankAnswer<never> | undefined)[] = []
  pageSize = 1_000
  during: () => Promise<void> = () => Promise.resolve()
  lanes: (string | undefined)[] = []

  list: SweptLists['list'] = async (request, page, callOptions) => {
    const { accountNumber, dateSearchType = '', fromDate = '', toDate = '' } = request
    const number = page.pageNumber
    this.requested.push(
      [dateSearchType, accountNumber, fromDate, toDate, `p${String(number)}`].join(' '),
    )
    this.lanes.push(typeof callOptions === 'string' ? undefined : callOptions.lane)
    await this.during()
    const callId = `call-${String(this.requested.length)}`
    const scripted =
      this.next.shift() ??
      this.rows.get(`${dateSearchType} ${accountNumber}`) ??
      this.rows.get(dateSearchType) ??
      []
    if ('kind' in scripted) return this.#answer(scripted, callId)
    const size = this.pageSize
    const transactions = scripted.slice((number - 1) * size, number * size)
    const metadata = {
      messages: [],
      page: {
        pageNumber: String(number),
        pageSize: String(size),
        totalPages: String(Math.max(1, Math.ceil(scripted.length / size))),
        totalRows: String(scripted.length),
        lastPage: String(number * size >= scripted.length),
      },
    }
    return this.#answer(
      { kind: 'answered', reading: { transactions, metadata }, ...beside } as never,
      callId,
    )
  }

  detail: SweptLists['detail'] = (parNumber) => {
    this.requested.push(`detail ${parNumber}`)
    const answer = { kind: 'no-answer', reason: 'timed-out' } as const
    return Promise.resolve({ answer, callId: null, raw: null, isBase64: false })
  }

  #answer(answer: BankAnswer<never>, callId: string): Listed {
    return { answer, callId, raw: null, isBase64: false, paging: null }
  }
}
const trace = {
  status: 200,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const beside = { warnings: [], beside: [], trace }

/** A status inquiry that the bank answered. */
export const answeredInquiry = { answered: true, isStatusKnown: true, isTooSlow: false } as const

/** A bank that declines. */
export const refused = (
  problem: 'backend-failed' | 'threshold-reached' | 'not-authenticated' | 'request-invalid',
): BankAnswer<never> => ({
  kind: 'refused',
  problem,
  messages: [],
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
  trace,
})

/** The variable parts of a profile. */
interface Profile {
  readonly details?: Partial<ProfileDetails>
  readonly accounts?: readonly StoredAccount[]
}

/** Everything that a test of sweeps needs; `file` reopens a store as another run of the program. */
export async function openSweeps(
  { details = {}, accounts = [account()] }: Profile = {},
  file = newStorePath(),
  time = new OwnTime(),
  bank = new ListBank(),
) {
  const opened = await openStore({
    file,
    key: practiceKey,
    startStoreWorker,
    clock: time.clock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  const way = { isOpen: true, pausedUntil: null as Date | null, blocked: false }
  const problems: unknown[] = []
  const report = (where: string, problem: unknown) => problems.push([where, String(problem)])
  const inquired: string[] = []
  let id = 0
  const context = {
    store,
    bankingZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    clock: time.clock,
    profileId: 'p1',
    environment: 'production',
    newId: () => `${time.now}-${String((id += 1))}`,
    profile: () => ({ details: { ...emptyDetails, ...details }, accounts }),
    emitEvent: () => undefined,
    kinds: moneyKinds,
    waits: waitsBy(time.clock),
    connection: { pausedUntil: () => way.pausedUntil, open: () => undefined },
    callBlockFor: () =>
      way.blocked ? { ok: false, error: { code: 'product-not-agreed' } } : undefined,
    report,
    background: new Background(report),
  } as unknown as BatchContext
  const tracking = createEntryTracking(context, {
    api: () => ok({} as never),
    startTimer: time.startTimer,
  })
  const orders: SweepsDeps['orders'] & { answerInquiry: SweepsDeps['orders']['inquireForSweep'] } =
    {
      answerInquiry: () => Promise.resolve(ok({ state: 'accepted', ...answeredInquiry })),
      inquireForSweep: (order) => {
        inquired.push(order)
        return orders.answerInquiry(order)
      },
      inquireSoon: (order) => inquired.push(`soon ${order}`),
    }
  const applying: { apply: SweepsDeps['batches']['applySweepRows'] } = {
    apply: (swept) => tracking.applySweepRows(swept),
  }
  let changes = 0
  const sweeps = createSweeps(
    context,
    {
      orders,
      batches: { applySweepRows: (swept) => applying.apply(swept) },
      changed: () => (changes += 1),
    },
    { lists: () => (way.isOpen ? bank : undefined), startTimer: time.startTimer },
  )
  const intake = intakeOf(store)
  const close = async (): Promise<void> => {
    await sweeps.stop()
    await tracking.rest()
    await store.close()
  }
  onTestFinished(() => close().catch(() => undefined))
  const settle = async (): Promise<void> => {
    await quiet(store)
    await quiet(store)
  }
  let gaps = 0
  let alerts = 0
  async function deliver(alert: unknown): Promise<number> {
    await intake.take(deliveryOf(alert))
    await intake.settled()
    const seq = intake.changes.at(-1) ?? 0
    sweeps.alertsRead(seq)
    await settle()
    return seq
  }
  return {
    store,
    bank,
    time,
    way,
    problems,
    inquired,
    orders,
    applying,
    sweeps,
    file,
    close,
    settle,
    context,
    changes: () => changes,
    pass: (ms: number) => time.pass(ms, store),
    /** Saves an ended gap that waits. */
    async gap(fromAt = '2026-11-22T14:00:00.000Z', untilAt = '2026-11-23T13:00:00.000Z') {
      const gap = { id: `${time.now} gap-${String((gaps += 1))}`, from_at: fromAt }
      const act = { actor: 'system', kind: 'test.gap', subject: gap.id, detail: {} }
      await store.record(act, async (tx) => {
        await tx
          .insertInto('alert_gaps')
          .values({
            ...gap,
            until_at: untilAt,
            cause: 'not-running',
            found_at: untilAt,
            state: 'waiting',
            sweep_id: null,
          })
          .execute()
      })
    },
    /** Starts the sweeps and runs everything that waits for nothing. */
    async swept(): Promise<void> {
      await sweeps.start()
      sweeps.gapsWait()
      await settle()
    },
    /** Delivers an alert about the row of this file. */
    async alert(
      body: Readonly<Record<string, unknown>> = {},
      header: Readonly<Record<string, unknown>> = {},
    ): Promise<number> {
      const alert = achAlert(
        { eapAlertGUID: `G-${String((alerts += 1))}`, ...header },
        {
          traceNumber: '041000120000001',
          originatingAccountNumber: '72004500',
          receivingAccountNumber: '55501420',
          ...body,
        },
      )
      return deliver(alert)
    },
    /** Delivers an alert about a completed wire with this reference. */
    wireAlert: (reference: string): Promise<number> =>
      deliver(wireAlert({}, { requestReferenceNumber: reference, crOrDbCode: 'D' })),
    items: () => store.read.selectFrom('recovered_items').selectAll().orderBy('seq').execute(),
    parts: () =>
      store.read.selectFrom('sweep_parts').selectAll().orderBy('sweep_id').orderBy('seq').execute(),
    rows: () => store.read.selectFrom('sweeps').selectAll().orderBy('planned_at').execute(),
    gaps: () => store.read.selectFrom('alert_gaps').selectAll().orderBy('from_at').execute(),
    async acts(): Promise<string[]> {
      const acts = await store.read
        .selectFrom('audit_entries')
        .select('kind')
        .orderBy('seq')
        .execute()
      return acts.flatMap(({ kind }) => (kind.startsWith('coverage.') ? [kind] : []))
    },
  }
}
