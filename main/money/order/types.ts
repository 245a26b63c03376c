/**
 * The parts of the desk, and what each needs of the others: every part is made by one file and handed the rest, so
 * that none reaches around another.
 */
import type { Selectable } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { OwnersKnown } from '../../../preload/contract/domain/orders/owner-doubt.ts'
import type { OrderImport } from '../../../preload/contract/domain/orders/order-import.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { OrdersTable } from '../../store/schema/money-tables.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { Barred, DeskContext } from '../../profile/desk-context.ts'
import type { OperatorFacts } from '../../profile/operators/operators.service.ts'
import type { PolicyService } from '../../profile/operators/policy.service.ts'
import type { Payees } from '../payees/payees.service.ts'
import type { SentReferences } from './sending/sent-references.ts'
import type { WaitTime } from './sending/wait-time.ts'
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

/** Whether an order is a batch. */
export const isBatch = ({ service }: Pick<OrderRow, 'service'>): boolean =>
  service === 'CCD' || service === 'CTX' || service === 'PPD'

/** The verbs of the desk, as they are called over the border. */
export type OrderVerbs = Handlers['orders']

/** What the parts of the desk are made of. */
export interface OrderContext extends DeskContext {
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
}

/** Why nothing was asked. */
export type Unasked =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'rate-paused'>
  | MayNotAsk
export type MayNotAsk = Failure<'bank-not-running'> | Barred

/** What came of it. */
export interface LookedUp {
  readonly state: OrderState
  /** The bank said something, be it that it declines. */
  readonly answered: boolean
  /** It said how the order stands. */
  readonly isTold: boolean
  /** No answer came in time. */
  readonly isTooSlow: boolean
}

/** Tells the window that an order changed, and that the counts may have. */
export type TellOrder = (id: string, state: OrderState) => void

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
   * were given on what the payee book says now.
   */
  missing(row: OrderRow): Promise<Failure<'evidence-needed'>['missing']>
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
  interrupt(): Promise<void>
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
    | 'proposeSecond'
    | 'confirmSecond'
    | 'withdrawSecond'
    | 'recordDeskWord'
    | 'confirmDeskWord'
    | 'withdrawDeskWord'
    | 'closeNotMade'
    | 'heedRestored'
  >
  /** At the start: what a killed program left on its way is in doubt, what it left queued waits for a person. */
  recover(): Promise<void>
  /** Nothing new leaves; resolves when what was on its way has been stored. */
  interrupt(): Promise<void>
}

/** What the bank says afterwards: look-ups by hand and by themselves, alerts. */
export interface OrderFollowing {
  readonly verbs: Pick<OrderVerbs, 'lookUp' | 'decideAlert'>
  /** An order is in doubt or was accepted: it is looked up by itself, soon and then slower with age. */
  readonly follow: (id: string) => void
  /** The bank has said something of one in doubt: it is looked up now. */
  readonly lookUpSoon: (id: string) => void
  /** Alerts about it may have been missed: it is looked up once, after all that is more urgent. */
  readonly lookUpForSweep: (id: string) => Promise<Result<LookedUp, Unasked>>
  /** Whether a look-up of it is on its way. */
  readonly isAsked: (id: string) => boolean
  /** Looks up what is due, from now on; asks only. */
  start(): Promise<void>
  readonly alertsRead: (latestSeq: number) => void
  interrupt(): Promise<void>
}
