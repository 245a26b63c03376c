/**
 * The row of an order, the context of its services, and `OrderKind`, the difference between a
 * payment and a batch.
 */
import type { Selectable, Transaction } from 'kysely'
import type { OriginationReading } from '../../../preload/contract/bank/ach-origination/answers.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { limitedServices } from '../../../preload/contract/domain/operators/policy.ts'
import type { FollowUpBlocker } from '../../../preload/contract/domain/orders/act-blockers.ts'
import type {
  Order,
  OrderLine,
  OrderReview,
  OrderService,
} from '../../../preload/contract/domain/orders/order.ts'
import type { PossibleDuplicates } from '../../../preload/contract/domain/orders/order-course.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { OwnersKnown } from '../../../preload/contract/domain/orders/owner-knowledge.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { AchOriginationApi } from '../../bank/apis/ach-origination.ts'
import type { Initiated, PaymentsApi } from '../../bank/apis/payments.ts'
import type { CallOptions } from '../../bank/call-options.ts'
import type { JsonObject, JsonValue } from '../../platform/json/canonical-json.ts'
import type { OrdersTable } from '../../store/tables/orders.ts'
import type { Reader, Tables } from '../../store/store.ts'
import type { CallBlocked, SessionContext } from '../../profile/session-context.ts'
import type { OperatorFacts } from '../../profile/operators.service.ts'
import type { PolicyService } from '../../profile/policy.service.ts'
import type { Payees } from '../payees/payees.service.ts'
import type { OrderMask } from './reading/order-masking.ts'
import type { SentReferences } from '../sent-references.ts'
import type { WaitTime } from './sending/wait-time.ts'
import type {
  InquiryOptions,
  InquiredBy,
  InquiryVerdict,
  OrderRouteResult,
} from './status/inquiry-verdict.ts'
import type {
  AchSettings,
  AchSettingsState,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { SeenUnit } from '../../profile/unit-confirmations.ts'

/** The ACH settings in memory, as new as each transaction that uses them. */
export interface AchSettingsService {
  current(): AchSettingsState
  /** Puts settings in force in place of the version that was seen; fails if another one is. */
  change(
    settings: AchSettings,
    actor: string,
    seen: number,
  ): Promise<Result<AchSettingsState, Failure<'changed-meanwhile'>>>
  /** Reads again for which amounts the bank showed another value than was sent. */
  refresh(): Promise<void>
  /** Stores where the unit was confirmed. */
  storeConfirmation(confirmation: SeenUnit): Promise<AchSettingsState>
}

export type OrderRow = Selectable<OrdersTable>
/** Without the text that is sent, megabytes of a large batch: lists and polling never read it. */
export type OrderSummary = Omit<OrderRow, 'body'>

export interface OrderContext extends SessionContext {
  readonly policy: PolicyService
  readonly payees: Payees
  readonly ach: AchSettingsService
  /** The sendings from this workstation, by the file outside the store. */
  readonly sent: SentReferences
  /**
   * Saves the end of the audit chain outside the store. If that fails, nothing that moves money
   * leaves.
   */
  readonly saveHead: () => Promise<Result<void, Failure<'keychain-problem'>>>
  /** The clocks for waits after a sending. */
  readonly waits: WaitTime
  /** Returns an operator of this profile; undefined if that id never existed. */
  readonly operatorOf: (id: string) => OperatorFacts | undefined
  /** Returns the operators who can sign in, by name. */
  readonly operators: () => readonly Operator[]
  readonly kinds: OrderKinds
}

/** The result of writing a draft when it is submitted. */
export interface WrittenOrder {
  /** The exact text that is approved and sent. */
  readonly body: string
  /** The columns that people see and limits use, taken from the text that is sent. */
  readonly columns: Partial<OrderRow>
  /** Stores more in the transaction of the submission, while the order is still a draft. */
  readonly saveAlong?: (tx: Transaction<Tables>) => Promise<void>
}

/** The bank APIs that sending uses. */
export type SendingApi = Pick<PaymentsApi, 'initiate' | 'health'> &
  Pick<AchOriginationApi, 'originate'> & {
    /** Hash of the address that its calls go to and of our client id there; null in practice. */
    readonly bank: string | null
  }

/** The result of a call that sent an order. The outcome decides; `reported` only explains it. */
export interface Sent extends Pick<Initiated, 'outcome' | 'callId'> {
  /** Null if nothing could be read. */
  readonly reported: {
    readonly transactionId: string | null
    /** The bank's status for the order. */
    readonly status: string | null
    /** The whole answer to a batch; null for a payment. */
    readonly batch: OriginationReading | null
  } | null
}

/** The answered call and when its answer arrived. */
export interface AnsweredCall {
  readonly callId: string | null
  /** ISO UTC. */
  readonly at: string
  /** False for a refused request: entries that it names were not accepted. */
  readonly isAboutEntries: boolean
}

/** The content of an order for its view. */
export interface OrderDetails extends Pick<
  Order,
  | 'form'
  | 'batch'
  | 'body'
  | 'bodySha256'
  | 'problems'
  | 'warnings'
  | 'duplicates'
  | 'flags'
  | 'evidence'
  | 'answer'
  | 'raw'
  | 'callId'
> {
  /** Masks a text that a person typed beside it. */
  readonly mask: OrderMask['text']
  readonly brokenRules: number
}

/** Further content of a list line, beside its row. */
export type LineDetails = Pick<OrderLine, 'flags' | 'owner' | 'batch'>

/** The state of an order as an operator sees it now. */
export interface OrderSnapshot {
  /** Stored as JSON. */
  readonly seen: string
  /** Returns the changes since an earlier view; null if that cannot be read any more. */
  readonly since: (before: string) => OrderReview['changes'] | null
}

type SettingsContext = Pick<OrderContext, 'profile' | 'ach'>
export type EvidenceContext = Pick<
  OrderContext,
  'store' | 'policy' | 'payees' | 'clock' | 'waits' | 'settings' | 'operatorName'
>
export type InquiryContext = Pick<
  OrderContext,
  'store' | 'clock' | 'profile' | 'connection' | 'callBlockFor'
>

/**
 * A kind of order: the difference between a payment and a batch. Everything else is shared: one
 * state machine, one journal, one sender. `main/money/money.ts` passes the kinds in.
 */
export interface OrderKind {
  /** The services that its orders are sent as. */
  readonly services: readonly OrderService[]
  /** The vocabulary of the bank's answers about it. */
  readonly vocabulary: 'payment' | 'batch'
  /**
   * Returns its product in the agreement; wires and RTP are permitted separately (bank note 77).
   */
  readonly product: (service: OrderService) => Product
  /** Returns its name in limits, and the services that are summed together. */
  readonly limitGroup: (service: OrderService) => {
    readonly as: (typeof limitedServices)[number]
    readonly services: readonly OrderService[]
  }

  /** Writes a draft. Refuses with `invalid-input`, every broken rule named by its field. */
  readonly write: (
    context: Pick<OrderContext, 'profile' | 'ach' | 'clock'>,
    reader: Reader,
    draft: OrderRow,
  ) => Promise<WrittenOrder>
  /**
   * Returns whether the stored text and columns match the form. Throws `EvidenceOutdated` if the
   * text that the form gives has first to be built, which takes too long for a transaction.
   */
  readonly matchesForm: (reader: Reader, row: OrderRow) => Promise<boolean>
  /** Returns the facts that its approval hash covers beyond its text. */
  readonly hashedFacts: (row: Pick<OrderRow, 'form' | 'debit_account'>) => readonly JsonValue[]

  /**
   * Returns the facts behind an approval beyond text and approval hash, as the audit act records
   * them, and whether this person has seen them.
   */
  readonly approvalBasis: (
    reader: Reader,
    row: OrderRow,
    actor: string,
  ) => Promise<{ readonly detail: JsonObject; readonly isSeen: boolean }>
  /**
   * Returns the evidence that the policy in force requires and that is missing or no longer valid.
   */
  readonly missing: (
    context: EvidenceContext,
    row: OrderRow,
  ) => Promise<Failure<'evidence-needed'>['missing']>
  /** Returns the possible duplicates of an order that may still leave. */
  readonly duplicates: (
    context: Pick<OrderContext, 'waits'>,
    reader: Reader,
    row: OrderRow,
  ) => Promise<PossibleDuplicates>
  /** Returns what the newest ownership checks say of the accounts. */
  readonly owners: (context: EvidenceContext, row: OrderRow) => Promise<OwnersKnown>

  /** Returns why its own account may not be used any more; undefined if it may. */
  readonly checkAccount: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined
  /** Returns why the settings in force forbid sending it as it is; undefined if they do not. */
  readonly checkSettings: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'unit-not-confirmed'> | Failure<'terms-changed'> | undefined
  /** Returns why the order that it depends on forbids it now; undefined if nothing does. */
  readonly checkSuperseded: (reader: Reader, row: OrderRow) => Promise<FollowUpBlocker | undefined>
  /** Returns why it may never be copied, in any state; undefined if it may. */
  readonly checkCopy: (reader: Reader, row: OrderRow) => Promise<'follows-entries' | undefined>
  /** Returns why its date is too far from today; undefined if it is not. */
  readonly checkDate: (
    context: Pick<OrderContext, 'clock'>,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined

  /** Sends it, once. */
  readonly send: (
    api: SendingApi,
    order: { readonly service: OrderService; readonly body: string },
    callOptions: CallOptions,
  ) => Promise<Sent>
  /** Stores the answer of `send` about its entries, together with the end of the sending. */
  readonly storeAnswer: (
    tx: Transaction<Tables>,
    id: string,
    answer: OriginationReading,
    of: AnsweredCall,
  ) => Promise<void>

  /**
   * Returns the masked content of its view. Pass `inFull` only after the view was recorded in the
   * audit chain.
   */
  readonly details: (context: OrderContext, row: OrderRow, inFull: boolean) => Promise<OrderDetails>
  /** Returns the list content of these orders, all of this kind, by their ids. */
  readonly lines: (
    context: EvidenceContext,
    rows: readonly OrderSummary[],
  ) => Promise<ReadonlyMap<string, LineDetails>>
  /** Returns a view of it, to compare with an earlier one. */
  readonly snapshot: (reader: Reader, row: OrderRow) => Promise<OrderSnapshot>

  /** The status inquiry of this kind. */
  readonly inquiry: OrderInquiry
  readonly content: OrderContent
}

/** What people write of an order of a kind, beside the columns of its row. */
export interface OrderContent {
  /** Returns it as JSON; null if there is nothing. */
  readonly read: (reader: Reader, id: string) => Promise<JsonValue>
  /** Puts such content in place of the present one, while the order is a draft. */
  readonly write: (tx: Transaction<Tables>, id: string, content: JsonValue) => Promise<void>
  /** Copies it, under ids of its own, to an order that has none. */
  readonly copy: (tx: Transaction<Tables>, from: string, to: string) => Promise<void>
  /** Returns the form as people wrote it, to compare with another. */
  readonly formOf: (row: Pick<OrderRow, 'form'>) => string
  /** Returns a new reference, and the form under it. */
  readonly renewed: (
    row: Pick<OrderRow, 'form' | 'reference'>,
    now: Date,
  ) => Pick<OrderRow, 'form' | 'reference'>
}

/** The status inquiry of an order that was sent. Moves no money. */
export interface OrderInquiry {
  /** Returns the connection if the bank may be queried about such orders; otherwise why not. */
  readonly open: (context: InquiryContext) => Result<OpenInquiry, InquiryBlocked>
  /**
   * Returns until when no status inquiry can find an order last sent at this time; null if a status
   * inquiry can at once.
   */
  readonly findableFrom: (order: Pick<OrderRow, 'value_date'>, lastSentAt: Date) => Date | null
  /**
   * Returns the last day, YYYY-MM-DD in New York, on which the bank may make an order last sent at
   * this time.
   */
  readonly lastDay: (order: Pick<OrderRow, 'service' | 'value_date'>, lastSentAt: Date) => string
  /** Adjusts a status inquiry's verdict by the bank's reports about the entries. */
  readonly adjustByEntries: (
    tx: Transaction<Tables>,
    id: string,
    verdict: InquiryVerdict,
  ) => Promise<InquiryVerdict>
  /**
   * Once accepted, the entries are tracked instead of the order, and their results end it. A later
   * bank status of the order does not change the result.
   */
  readonly endsByEntries: boolean
}

/** Why the bank may not be queried. */
export type InquiryBlocked = Failure<'bank-not-running'> | CallBlocked

export interface OpenInquiry {
  /**
   * Yields the result of a status inquiry by each route, one route after the other. `sent`: the
   * content that was sent, where the stored one was edited since; otherwise null.
   */
  readonly inquireByRoutes: (
    row: OrderSummary,
    callOptions: InquiryOptions,
    sent: JsonValue,
  ) => AsyncGenerator<OrderRouteResult, void, undefined>
  /** Returns whether that route shows another accepted order of this kind. */
  readonly findsOther: (
    inquiredBy: InquiredBy,
    other: OrderSummary,
    callOptions: InquiryOptions,
  ) => Promise<boolean>
}

export interface OrderKinds {
  readonly all: readonly OrderKind[]
  /** Returns the kind of an order; throws RangeError for an unknown service. */
  readonly of: (order: Pick<OrderRow, 'service'>) => OrderKind
  /** Returns the services that the orders of a kind are sent as. */
  readonly servicesOf: (kind: OrderKind['vocabulary']) => readonly OrderService[]
}

/** Returns a registry of kinds by service. */
export function kindsOf(all: readonly OrderKind[]): OrderKinds {
  const byService = new Map(all.flatMap((kind) => kind.services.map((one) => [one, kind])))
  return {
    all,
    of({ service }) {
      const kind = byService.get(service)
      if (kind === undefined) throw new RangeError(`no kind of order: ${service}`)
      return kind
    },
    servicesOf: (kind) =>
      all.filter(({ vocabulary }) => vocabulary === kind).flatMap(({ services }) => services),
  }
}
