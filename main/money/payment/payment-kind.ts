/**
 * A payment as a kind of order: a wire or an RTP payment (bank notes 61, 63, 64, 65, 66, 69 and
 * 77).
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { requestedServices } from '../../../preload/contract/bank/payments/payment-rules.ts'
import type { Initiated } from '../../bank/apis/payments.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import { newOrderReference } from '../order/order-reference.ts'
import { refuse } from '../order/refusals.ts'
import type { OrderContext, OrderKind, OrderRow, Sent } from '../order/types.ts'
import { matchesStoredBody, readStoredBody, writtenColumns } from './stored-body.ts'
import { debitAccountOf, formOf, payeeColumns } from './draft-row.ts'
import { duplicatesOf } from './duplicate-checks.ts'
import { isNewlyFlagged, payeeEvidenceOf, payeeStatusIn } from './payee-evidence.ts'
import { payeeAtLastReview, snapshotPayment } from './payment-changes.ts'
import { paymentEvidenceMissing, paymentOwners } from './payment-evidence.ts'
import { paymentInquiry } from './payment-inquiry.ts'
import { paymentLines, paymentDetails } from './payment-details.ts'

export const paymentKind: OrderKind = {
  services: requestedServices,
  vocabulary: 'payment',
  product: (service) => (service === 'WIRE' ? 'wire' : 'rtp'),
  limitGroup(service) {
    const as = requestedServices.find((one) => one === service) ?? 'RTP'
    return { as, services: [as] }
  },
  async write({ profile }, reader, row) {
    const form = formOf(row)
    const account = debitAccountOf(form, profile().accounts)
    const read = readStoredBody(form, row.reference, account?.account_number ?? '')
    const fields = read.problems.map((one) => ({ ...one }))
    const request = read.request ?? refuse({ code: 'invalid-input', fields })
    // The book may have another version than when the draft was saved.
    const payee = await payeeColumns(form, (id) => payeeStatusIn(reader, id))
    return { body: paymentBody(request), columns: { ...writtenColumns(request, form), ...payee } }
  },
  matchesForm: (_reader, row) => Promise.resolve(matchesStoredBody(row)),
  hashedFacts: () => [],
  async approvalBasis(reader, row, actor) {
    const payee = await payeeEvidenceOf(reader, row)
    const seen = await payeeAtLastReview(reader, row.id, actor)
    return { detail: { payee }, isSeen: seen === undefined || !isNewlyFlagged(seen, payee) }
  },
  missing: paymentEvidenceMissing,
  duplicates: async ({ waits }, reader, row) => ({
    payments: await duplicatesOf(reader, formOf(row), row.id, waits.earliest()),
    batches: [],
    entries: 0,
  }),
  owners: paymentOwners,
  checkAccount,
  checkSettings: () => undefined,
  checkSuperseded: () => Promise.resolve(undefined),
  checkCopy: () => Promise.resolve(undefined),
  checkDate: () => undefined,
  send: async ({ initiate }, { body }, callOptions) => sentAs(await initiate(body, callOptions)),
  // The answer to a payment has no entries.
  storeAnswer: () => Promise.resolve(),
  details: paymentDetails,
  lines: paymentLines,
  snapshot: snapshotPayment,
  inquiry: paymentInquiry,
  content: {
    read: () => Promise.resolve(null),
    write: () => Promise.resolve(),
    copy: () => Promise.resolve(),
    formOf: ({ form }) => form,
    renewed(row, now) {
      const reference = newOrderReference(now)
      const form = formOf(row)
      const isOwn = form.sendersReference === row.reference
      const sendersReference = isOwn ? reference : form.sendersReference
      return {
        reference,
        form: JSON.stringify({ ...form, requestReference: reference, sendersReference }),
      }
    },
  },
}

/**
 * Returns why the debit account may not be debited: deleted, for credits only, or another number
 * than in the body. Undefined if it may be.
 */
function checkAccount(
  { profile }: Pick<OrderContext, 'profile'>,
  row: Pick<OrderRow, 'form' | 'debit_account'>,
): Failure<'invalid-input'> | undefined {
  const account = debitAccountOf(formOf(row), profile().accounts)
  if (account?.account_number === row.debit_account) return undefined
  const message = 'Debit account: one of your accounts that may be debited'
  return { code: 'invalid-input', fields: [{ path: 'debitAccountId', message, source: null }] }
}

function sentAs({ outcome, callId, answer }: Initiated): Sent {
  const isRead =
    answer.kind === 'answered' || answer.kind === 'refused' || answer.kind === 'nothing-found'
  const reading = isRead ? answer.reading : null
  if (reading === null) return { outcome, callId, reported: null }
  const { transactionId, status } = reading
  return { outcome, callId, reported: { transactionId, status, batch: null } }
}
