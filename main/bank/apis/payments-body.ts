/**
 * The text of a payment's body (3-payments-and-ach-origination.md, Payment request body; traps 61, 66, 69).
 * What was approved is byte for byte what is sent (P3): one request gives one text, whatever the order of
 * its members and whatever blanks a form left in it.
 */
import { amountText } from '../../../preload/contract/kernel/money.ts'
import type {
  PaymentPartyInput,
  PaymentRequest,
} from '../../../preload/contract/bank/payments/payment-request.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'

/** Undefined where there is nothing to say, so that nothing is said. */
const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text

const unlessEmpty = <T extends object>(value: T): T | undefined =>
  Object.values(value).every((one) => one === undefined) ? undefined : value

/** Each field of an address needs at least one character: empty lines, addresses and parties are left out. */
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
 * Writes the body in the document's order of fields, blanks left out, the amount as a JSON number digit
 * by digit. Takes a request that its schema has accepted.
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
