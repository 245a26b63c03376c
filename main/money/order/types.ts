/**
 * The parts of the desk, what each needs of the others, and `OrderKind`, by which a payment and a batch differ. Every
 * part is made by one file and handed the rest, so that none reaches around another.
 */
import type { Selectable, Transaction } from 'kysely'
import type { OriginationReading } from '../../../preload/contract/bank/ach-origination/answers.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { limitedServices } from '../../../preload/contract/domain/operators/policy.ts'
import type {
  Order,
  OrderLine,
  OrderReview,
  OrderService,
} from '../../../preload/contract/domain/orders/order.ts'
import type { OwnersKnown } from '../../../preload/contract/domain/orders/owner-doubt.ts'
import type { OrderImport } from '../../../preload/contract/domain/orders/order-import.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { AchOriginationApi } from '../../bank/apis/ach-origination.ts'
import type { Initiated, PaymentsApi } from '../../bank/apis/payments.ts'
import type { CallOptions } from '../../bank/client/call-options.ts'
import type { JsonObject, JsonValue } from '../../platform/json/canonical-json.ts'
import type { OrdersTable } from '../../store/schema/money-tables.ts'
import type { Reader, Tables } from '../../store/store.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { CallBlocked, SessionContext } from '../../profile/session-context.ts'
import type { OperatorFacts } from '../../profile/operators/operators.service.ts'
import type { PolicyService } from '../../profile/operators/policy.service.ts'
import type { Payees } from '../payees/payees.service.ts'
import type { OrderMask } from './reading/order-masking.ts'
import type { SentReferences } from './sending/sent-references.ts'
import type { WaitTime } from './sending/wait-time.ts'
import type {
  InquiryOptions,
  InquiredBy,
  InquiryVerdict,
  WayAsked,
} from './status/inquiry-verdict.ts'
import type {
  AchSettings,
  AchSettingsState,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { SeenUnit } from '../../profile/unit-confirmations.ts'

/** The settings, read when the store opened and kept in memory. */
export interface AchSettingsService {
  current(): AchSettingsState
  change(settings: AchSettings, actor: string): Promise<AchSettingsState>
  /** Reads anew which amounts the bank showed otherwise than they were sent. */
  look(): Promise<void>
  /** Keeps where the unit was seen to be right. */
  confirmed(confirmation: SeenUnit): Promise<AchSettingsState>
}

/** An order as it is stored. */
export type OrderRow = Selectable<OrdersTable>

/** The verbs of the desk, as they are called over the border. */
export type OrderVerbs = Handlers['orders']

/** What the parts of the desk are made of. */
export interface OrderContext extends SessionContext {
  readonly policy: PolicyService
  readonly payees: Payees
  /** The settings of ACH origination. */
  readonly ach: AchSettingsService
  /** What was sent from here, as the file beside the store knows it. */
  readonly sent: SentReferences
  /** Keeps the end of the chain outside the store; where it cannot be kept, nothing that moves money leaves. */
  readonly keepHead: () => Promise<Result<void, Failure<'keychain-problem'>>>
  /** What a wait after a sending goes by. */
  readonly waits: WaitTime
  /** Whoever works at this profile; undefined: nobody of that id ever did. */
  readonly operatorOf: (id: string) => OperatorFacts | undefined
  /** The kinds of orders that there are. */
  readonly kinds: OrderKinds
}

/** What a draft is made into when it is submitted. */
export interface WrittenOrder {
  /** The exact text that is approved and sent. */
  readonly body: string
  /** The columns that people are shown and limits judge by, taken from what is sent. */
  readonly columns: Partial<OrderRow>
  /** What else is stored in the transaction of the submission, while the order is still a draft. */
  readonly keep?: (tx: Transaction<Tables>) => Promise<void>
}

/** What of the bank's APIs sending reaches. */
export type SendingApi = Pick<PaymentsApi, 'initiate' | 'health'> &
  Pick<AchOriginationApi, 'originate'> & {
    /** Hash of the address that its calls go to, and of who we are there; null: practice's. */
    readonly bank: string | null
  }

/** What became of a call that sent an order. The outcome decides; what was said beside it explains. */
export interface Sent extends Pick<Initiated, 'outcome' | 'callId'> {
  /** Null: nothing that could be read. */
  readonly said: {
    readonly transactionId: string | null
    /** The bank's word about the order. */
    readonly status: string | null
    /** The whole answer to a batch; null for a payment. */
    readonly batch: OriginationReading | null
  } | null
}

/** The call that was answered, and when that came here. */
export interface AnswerOf {
  readonly callId: string | null
  /** ISO UTC. */
  readonly at: string
  /** A refused request says nothing of entries: whatever it names was not taken in. */
  readonly isAboutEntries: boolean
}

/** What an order is about, as its view tells it. */
export interface OrderDetails extends Pick<
  Order,
  | 'form'
  | 'batch'
  | 'body'
  | 'bodySha256'
  | 'problems'
  | 'warnings'
  | 'flags'
  | 'evidence'
  | 'answer'
  | 'raw'
  | 'callId'
> {
  /** Masks what a person typed beside it. */
  readonly mask: OrderMask['text']
  readonly brokenRules: number
}

/** What a line of a list tells beside its row. */
export type LineDetails = Pick<OrderLine, 'flags' | 'batch'>

/** What an operator sees of an order now. */
export interface OrderLook {
  /** What is kept of it: JSON. */
  readonly seen: string
  /** What changed since this was kept; null: it cannot be read any more. */
  readonly since: (before: string) => OrderReview['changes'] | null
}

type SettingsContext = Pick<OrderContext, 'profile' | 'ach'>
/** What evidence is read with. */
export type EvidenceContext = Pick<
  OrderContext,
  'store' | 'policy' | 'payees' | 'clock' | 'settings' | 'operatorName'
>
/** What the bank is asked with about an order that was sent. */
export type InquiryContext = Pick<
  OrderContext,
  'store' | 'clock' | 'profile' | 'connection' | 'mayNotAsk'
>

/**
 * A kind of order: the difference between a payment and a batch. Everything else is the same for both: one
 * machine, one journal, one sender. `main/money/money.ts` hands the kinds in.
 */
export interface OrderKind {
  /** What its orders are sent as. */
  readonly services: readonly OrderService[]
  /** In which words the bank speaks of it in its answer. */
  readonly vocabulary: 'payment' | 'batch'
  /** What the agreement names it as; wires and RTP are permitted apart (trap 77). */
  readonly product: (service: OrderService) => Product
  /** What limits call it, and the services that are summed together. */
  readonly limited: (service: OrderService) => {
    readonly as: (typeof limitedServices)[number]
    readonly services: readonly OrderService[]
  }

  /** Writes a draft; ends the act with `invalid-input`, every broken rule named by its field. */
  readonly write: (
    context: Pick<OrderContext, 'profile' | 'ach' | 'clock'>,
    reader: Reader,
    draft: OrderRow,
  ) => Promise<WrittenOrder>
  /** Whether the stored text and columns are those that what was typed makes. */
  readonly isAsWritten: (reader: Reader, row: OrderRow) => Promise<boolean>
  /** What its approvals bind of it that its text does not say. */
  readonly bound: (row: Pick<OrderRow, 'form' | 'debit_account'>) => readonly JsonValue[]

  /** What an approval rests on beside text and binding, as its act tells it, and whether this person has seen that. */
  readonly restsOn: (
    reader: Reader,
    row: OrderRow,
    actor: string,
  ) => Promise<{ readonly detail: JsonObject; readonly isSeen: boolean }>
  /** What the policy in force asks for beside its body and is not there, or does not hold any more. */
  readonly missing: (
    context: EvidenceContext,
    row: OrderRow,
  ) => Promise<Failure<'evidence-needed'>['missing']>
  /** What the newest checks say of whose the accounts are. */
  readonly owners: (context: EvidenceContext, row: OrderRow) => Promise<OwnersKnown>

  /** Why its own account does not hold any more; undefined: it does. */
  readonly undebitable: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined
  /** Why the settings in force forbid that it is sent as it is; undefined: they do not. */
  readonly unsettled: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'unit-not-confirmed'> | Failure<'terms-changed'> | undefined
  /** Why what it follows forbids it by now; undefined: it follows nothing, or still may. */
  readonly overtaken: (
    reader: Reader,
    row: OrderRow,
  ) => Promise<Failure<'invalid-input'> | undefined>
  /** Why it is never copied, whatever its state; undefined: it may be. */
  readonly uncopied: (
    reader: Reader,
    row: OrderRow,
  ) => Promise<Failure<'invalid-input'> | undefined>
  /** Why its date is too far from today by now; undefined: it is not. */
  readonly outdated: (
    context: Pick<OrderContext, 'clock'>,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined

  /** Sends it, once. */
  readonly send: (
    api: SendingApi,
    order: { readonly service: OrderService; readonly body: string },
    manner: CallOptions,
  ) => Promise<Sent>
  /** Stores what `send` was answered about its entries, with the end of its sending. */
  readonly storeAnswer: (
    tx: Transaction<Tables>,
    id: string,
    answer: OriginationReading,
    of: AnswerOf,
  ) => Promise<void>

  /** What its view tells; masked. `inFull` only where who looks was recorded first. */
  readonly subject: (context: OrderContext, row: OrderRow, inFull: boolean) => Promise<OrderDetails>
  /** What lines of a list tell of these orders, all of this kind, by their ids. */
  readonly lines: (
    context: Pick<OrderContext, 'store' | 'payees' | 'clock'>,
    rows: readonly OrderRow[],
  ) => Promise<ReadonlyMap<string, LineDetails>>
  /** Looks at it, to tell what changed since an earlier look. */
  readonly look: (reader: Reader, row: OrderRow) => Promise<OrderLook>

  /** How the bank is asked what became of it. */
  readonly inquiry: OrderInquiry
}

/** How the bank is asked what became of an order that was sent. Moves no money. */
export interface OrderInquiry {
  /** The way to the bank while there is one and it may be asked about such orders; else why not. */
  readonly open: (context: InquiryContext) => Result<OpenInquiry, MayNotAsk>
  /** Until when no look-up can find an order that left last at this time; null: a look-up can at once. */
  readonly shownFrom: (order: Pick<OrderRow, 'value_date'>, lastSentAt: Date) => Date | null
  /** What a look-up comes to beside what the bank told of the order's entries. */
  readonly besideEntries: (
    tx: Transaction<Tables>,
    id: string,
    verdict: InquiryVerdict,
  ) => Promise<InquiryVerdict>
  /** Whether the bank has told of an entry of it: then it has the order, whatever a look-up does not find. */
  readonly isKnownAtBank: (reader: Reader, id: string) => Promise<boolean>
  /**
   * Once it was taken in its entries are asked about, not the order, and it is over by what became of them: a later word
   * about the order does not take that back.
   */
  readonly endsByEntries: boolean
}

/** A way to the bank. */
export interface OpenInquiry {
  /** Asks one way after the other. */
  readonly ways: (
    row: OrderRow,
    manner: InquiryOptions,
  ) => AsyncGenerator<WayAsked, void, undefined>
  /** Whether such a way shows another order of this kind that the bank has taken in. */
  readonly shows: (
    lookedBy: InquiredBy,
    other: OrderRow,
    manner: InquiryOptions,
  ) => Promise<boolean>
}

/** The kinds of orders that there are. */
export interface OrderKinds {
  readonly all: readonly OrderKind[]
  /** The kind of an order; throws RangeError for a service of none. */
  readonly of: (order: Pick<OrderRow, 'service'>) => OrderKind
}

/** Finds kinds by what their orders are sent as. */
export function kindsOf(all: readonly OrderKind[]): OrderKinds {
  const byService = new Map(all.flatMap((kind) => kind.services.map((one) => [one, kind])))
  return {
    all,
    of({ service }) {
      const kind = byService.get(service)
      if (kind === undefined) throw new RangeError(`no kind of order: ${service}`)
      return kind
    },
  }
}

/** Why nothing was asked. */
export type Unasked =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'rate-paused'>
  | MayNotAsk
export type MayNotAsk = Failure<'bank-not-running'> | CallBlocked

/** What came of it. */
export interface InquiryResult {
  readonly state: OrderState
  /** The bank said something, be it that it declines. */
  readonly answered: boolean
  /** It said how the order stands. */
  readonly isTold: boolean
  /** No answer came in time. */
  readonly isTooSlow: boolean
}

/** Tells the window that an order changed, and that the counts may have. */
export type NotifyOrder = (id: string, state: OrderState) => void

/** What is read of orders, masked: lists, one order with its timeline, what changed since the last look. */
export interface OrderReading {
  readonly verbs: Pick<OrderVerbs, 'list' | 'getCounts' | 'get' | 'reveal' | 'review'>
  /** The order as this operator sees it. */
  readonly show: (id: string, operator: Operator) => Promise<Result<Order, Failure<'not-found'>>>
}

/** What speaks for an order beside its body. */
export interface OrderEvidence {
  /**
   * What the policy in force asks for and is not there, or does not hold any more; of a batch also whether its approvals
   * were given on what the payee book says now. By `read`, where it is part of a larger reading.
   */
  missing(row: OrderRow, read?: Reader): Promise<Failure<'evidence-needed'>['missing']>
  /** What the newest checks say of whose the accounts are. */
  owners(row: OrderRow): Promise<OwnersKnown>
}

/** Drafts: written, checked, copied, imported. */
export interface OrderDrafts {
  readonly verbs: Pick<
    OrderVerbs,
    'saveDraft' | 'openDraft' | 'copy' | 'discard' | 'validate' | 'attachOwnership' | 'commitImport'
  >
  /** Reads a file of payments; nothing is kept of it before `commitImport` but in memory. */
  readonly readImport: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    actor: string,
  ) => Promise<Result<OrderImport, Failure<'file-not-understood'> | Failure<'too-many-rows'>>>
  rest(): Promise<void>
}

/** From submission to the answer of the bank: approvals, release, journal, sending, and the second sending. */
export interface OrderSending {
  readonly verbs: Pick<
    OrderVerbs,
    | 'submit'
    | 'recall'
    | 'approve'
    | 'sendBack'
    | 'release'
    | 'takeBack'
    | 'proposeResend'
    | 'confirmResend'
    | 'withdrawResend'
    | 'recordBankStatement'
    | 'confirmBankStatement'
    | 'withdrawBankStatement'
    | 'closeNotMade'
    | 'acknowledgeRestore'
  >
  /** At the start: what a killed program left on its way is in doubt, what it left queued waits for a person. */
  recover(): Promise<void>
  /** Nothing new leaves; resolves when what was on its way has been stored. */
  rest(): Promise<void>
}

/** What the bank says afterwards: look-ups by hand and by themselves, alerts. */
export interface OrderTracking {
  readonly verbs: Pick<OrderVerbs, 'lookUp' | 'decideAlert'>
  /** An order is in doubt or was accepted: it is looked up by itself, soon and then slower with age. */
  readonly follow: (id: string) => void
  /** The bank has said something of one in doubt: it is looked up now. */
  readonly inquireSoon: (id: string) => void
  /** Alerts about it may have been missed: it is looked up once, after all that is more urgent. */
  readonly inquireForSweep: (id: string) => Promise<Result<InquiryResult, Unasked>>
  /** Whether a look-up of it is on its way. */
  readonly isAsked: (id: string) => boolean
  /** Looks up what is due, from now on; asks only. */
  start(): Promise<void>
  readonly alertsRead: (latestSeq: number) => void
  rest(): Promise<void>
}
