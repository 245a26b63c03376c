/**
 * The text of a payment's body (bank document 3, Payment request body; bank notes 61, 66, 69). The
 * approved text is sent byte for byte (Promise P3): one request gives one text, independent of the
 * order of its members and of blanks left in a form.
 */
import { amountText } from '../../../preload/contract/kernel/money.ts'
import type {
  PaymentPartyInput,
  PaymentRequest,
} from '../../../preload/contract/bank/payments/payment-request.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'

/** Undefined for a blank, so that the field is not sent. */
const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text

const unlessEmpty = <T extends object>(value: T): T | undefined =>
  Object.values(value).every((one) => one === undefined) ? undefined : value

/**
 * Each field of an address needs at least one character: empty lines, addresses and parties are
 * left out.
 */
function partyOf(party: PaymentPartyInput | undefined): object | undefined {
  const lines = (party?.postalAddress?.adrLine ?? []).filter((line) => line.trim() !== '')
  return unlessEmpty({
    name: filled(party?.name),
    accountNumber: filled(party?.accountNumber),
    aba: filled(party?.aba),
    postalAddress: lines.length > 0 ? { adrLine: lines } : undefined,
  })
}

/**
 * Builds the body in the document's order of fields, blanks left out, the amount as a JSON number
 * digit by digit. Expects a request that its schema has accepted.
 */
export function paymentBody(request: PaymentRequest): string {
  return JSON.stringify({
    requestedService: request.requestedService,
    requestReference: request.requestReference,
    type: request.type,
    requestedValueDate: request.requestedValueDate,
    originatorReference: filled(request.originatorReference),
    sendersReference: request.sendersReference,
    receiversReference: filled(request.receiversReference),
    bankToBankInstructions: filled(request.bankToBankInstructions),
    ultimateDebitParty: partyOf(request.ultimateDebitParty),
    debitParty: partyOf(request.debitParty),
    debitPartyBank: partyOf(request.debitPartyBank),
    intermediaryBank1: partyOf(request.intermediaryBank1),
    intermediaryBank2: partyOf(request.intermediaryBank2),
    intermediaryBank3: partyOf(request.intermediaryBank3),
    creditPartyBank: partyOf(request.creditPartyBank),
    creditParty: partyOf(request.creditParty),
    transferAmount: jsonNumber(amountText(request.transferAmount, request.transferCurrency)),
    transferCurrency: request.transferCurrency,
    externalTemplateName: filled(request.externalTemplateName),
    customData: filled(request.customData),
  })
}
