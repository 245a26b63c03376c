/**
 * Warnings about a payment while it is entered and before its approval, from the networks'
 * rulebooks and the calendar. These explain and never block. Paths are those of the form.
 */
import { isCalendarDate } from '../../kernel/calendar.ts'
import { amountFrom, minorUnits } from '../../kernel/money.ts'
import type { Policy } from '../operators/policy.ts'
import type { PaymentRequest } from '../../bank/payments/payment-request.ts'
import {
  paymentBodySource,
  paymentChainSource,
  paymentParties,
} from '../../bank/payments/payment-rules.ts'
import { networkLimits, paymentWarnings } from '../../bank/payments/payment-warnings.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import {
  closedOn,
  cutoffAt,
  cutoffDay,
  cutoffName,
  nextWireDay,
} from '../../kernel/banking-days.ts'
import type { PaymentForm, TypedParty } from './payment-form.ts'
import { partyOf, pathInForm } from './read-payment-form.ts'

export interface OrderWarningContext {
  readonly policy: Pick<Policy, 'wireCutoff' | 'rtpLimit'>
  readonly now: Date
}

const fedwire = 'Federal Reserve Banks, holidays and hours of the Fedwire Funds Service'

/** Returns all warnings about a form, complete or not. Pure. */
export function paymentFormWarnings(
  form: PaymentForm,
  context: OrderWarningContext,
): RequestWarning[] {
  return [
    ...networkWarnings(form, context.policy.rtpLimit),
    ...dateWarnings(form, context),
    ...chainWarnings(form),
  ]
}

/** Converts the form for the network rules: texts as typed, an invalid amount as missing. */
function asRequest(form: PaymentForm): PaymentRequest {
  const amount = amountFrom(form.amount, form.currency)
  return {
    requestedService: form.service,
    requestReference: form.requestReference ?? '',
    type: form.type,
    requestedValueDate: form.valueDate,
    originatorReference: form.originatorReference,
    sendersReference: form.sendersReference,
    receiversReference: form.receiversReference,
    bankToBankInstructions: form.bankToBankInstructions,
    ultimateDebitParty: partyOf(form.ultimateDebitParty),
    debitParty: partyOf(form.debitParty),
    debitPartyBank: partyOf(form.debitPartyBank),
    intermediaryBank1: partyOf(form.intermediaryBank1),
    intermediaryBank2: partyOf(form.intermediaryBank2),
    intermediaryBank3: partyOf(form.intermediaryBank3),
    creditPartyBank: partyOf(form.creditPartyBank),
    creditParty: partyOf(form.creditParty),
    transferAmount: 'minor' in amount ? amount.minor : minorUnits(0),
    transferCurrency: form.currency,
  }
}

function networkWarnings(form: PaymentForm, rtpLimit: number): RequestWarning[] {
  // An incomplete currency breaks the rule of its field, so a warning would be redundant.
  if (!/^[A-Z]{3}$/.test(form.currency)) return []
  const limits = { rtp: minorUnits(rtpLimit) }
  return paymentWarnings(asRequest(form), limits).map((one) => {
    const path = pathInForm(one.path)
    const isOwnLimit = path === 'amount' && one.message.startsWith('Above the RTP limit')
    if (!isOwnLimit || rtpLimit === networkLimits.rtp) return { ...one, path }
    return { ...one, path, where: 'Policy of this profile, RTP limit' }
  })
}

function dateWarnings(form: PaymentForm, { policy, now }: OrderWarningContext): RequestWarning[] {
  const date = form.valueDate.trim()
  if (!isCalendarDate(date)) return []
  const today = cutoffDay(policy.wireCutoff, now)
  const warn = (message: string, source: RequestWarning['source'], where: string) => [
    { path: 'valueDate', message, source, where },
  ]
  if (date < today)
    return warn(`This date is in the past. Today is ${today}`, 'bank', paymentBodySource)
  if (form.service === 'RTP') {
    return date === today
      ? []
      : warn(
          'RTP settles at once, every day. The bank may refuse any date but today',
          'bank',
          paymentBodySource,
        )
  }
  const closed = closedOn(date)
  if (closed !== null) {
    return warn(
      `No wires on this day (${closed}). The next day for wires is ${nextWireDay(date)}`,
      'network',
      fedwire,
    )
  }
  const { wireCutoff } = policy
  const cutoff = cutoffAt(wireCutoff, now)
  if (!wireCutoff || !cutoff || date !== today || cutoff.minutesLeft > 0) return []
  const message = `Past today\u2019s wire cutoff, ${cutoffName(wireCutoff)}: the bank may use ${nextWireDay(today)}`
  return warn(message, 'network', `${fedwire}; the cutoff of this profile`)
}

const isEmpty = ({ name, accountNumber, aba, address }: TypedParty): boolean =>
  [name, accountNumber, aba, ...address].every((text) => text.trim() === '')

/** Intermediary banks are numbered in payment order, so a gap is a mistake. */
function chainWarnings(form: PaymentForm): RequestWarning[] {
  const steps = ['intermediaryBank1', 'intermediaryBank2', 'intermediaryBank3'] as const
  return steps.flatMap((step, at) => {
    const before = steps[at - 1]
    if (before === undefined || isEmpty(form[step]) || !isEmpty(form[before])) return []
    const message = `${paymentParties[before].label} is empty: the payment goes through it first`
    return [{ path: `${step}.name`, message, source: 'bank' as const, where: paymentChainSource }]
  })
}
